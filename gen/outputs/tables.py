# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A curve's params and proofs, whatever its kind."""

from __future__ import annotations

from typing import Any

from gen.model import CurveModel, WeierstrassModel
from gen.outputs import params_json, proofs_json, weierstrass


def tables(model: CurveModel | WeierstrassModel) -> dict[str, dict[str, Any]]:
    """What generated/<curve>/params.json and proofs.json hold."""
    if isinstance(model, WeierstrassModel):
        return {"params": weierstrass.params(model), "proofs": weierstrass.proofs(model)}
    return {"params": params_json.params(model), "proofs": proofs_json.proofs(model)}
