# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A curve's public header, and generated/<curve>/api_curve.h, through which the one body in src/api finds it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from gen.render import banner, render

if TYPE_CHECKING:
    from gen.model import CurveModel, WeierstrassModel

PUBLIC_BITS = 160
"""Curves of a shorter group order are toys for tests: this project's own have no public header."""
WIDTH = 119


def is_public(model: CurveModel | WeierstrassModel) -> bool:
    return model.fr.bits >= PUBLIC_BITS


def public_header(model: CurveModel | WeierstrassModel) -> str:
    """include/limbsmith/<curve>.h."""
    pairing = model.xi is not None
    subject = "Points and pairings" if pairing else "Points"
    size, words = model.fp.num_bytes, model.fp.limbs
    groups = [{"name": "g1", "bytes": 2 * size, "words": 2 * words}]
    if pairing:
        groups.append({"name": "g2", "bytes": 4 * size, "words": 4 * words})
    return render(
        "public_curve.h.j2",
        {
            "banner": banner(model, "public header"),
            "intro": textwrap.fill(
                f"{subject} of {model.spec.title}.", WIDTH, initial_indent=" * ", subsequent_indent=" * "
            ),
            "curve": model.name,
            "CURVE": model.name.upper(),
            "pairing": pairing,
            "g1_cofactor": _has_cofactor(model),
            "groups": groups,
            "bytes": size,
            "scalar_bytes": 8 * model.fr.limbs,
        },
    )


def api_header(model: CurveModel | WeierstrassModel) -> str:
    """generated/<curve>/api_curve.h."""
    return render(
        "api_curve.h.j2",
        {
            "banner": banner(model, "its public header, for src/api"),
            "curve": model.name,
            "CURVE": model.name.upper(),
            "words": model.fp.limbs,
            "pairing": int(model.xi is not None),
            "g1_cofactor": int(_has_cofactor(model)),
        },
    )


def _has_cofactor(model: CurveModel | WeierstrassModel) -> bool:
    """Whether E has points outside G1; curves without a pairing have r points."""
    return model.xi is not None and model.family.h1 != 1
