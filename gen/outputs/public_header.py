# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A curve's public header, and generated/<curve>/api_curve.h, through which the one body in src/api finds it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from gen.render import banner, render

if TYPE_CHECKING:
    from gen.model import CurveModel

PUBLIC_BITS = 160
"""Curves of a shorter group order are toys for tests: this project's own have no public header."""
WIDTH = 119


def is_public(model: CurveModel) -> bool:
    return model.fr.bits >= PUBLIC_BITS


def public_header(model: CurveModel) -> str:
    """include/limbsmith/<curve>.h."""
    name = model.name
    return render(
        "public_curve.h.j2",
        {
            "banner": banner(model, "public header"),
            "intro": textwrap.fill(
                f"Points and pairings of {model.spec.title}.", WIDTH, initial_indent=" * ", subsequent_indent=" * "
            ),
            "curve": name,
            "CURVE": name.upper(),
            "g1_cofactor": model.family.h1 != 1,
            "g1_words": 2 * model.fp.limbs,
            "g2_words": 4 * model.fp.limbs,
            "bytes": model.fp.num_bytes,
            "g1_bytes": 2 * model.fp.num_bytes,
            "g2_bytes": 4 * model.fp.num_bytes,
            "scalar_bytes": 8 * model.fr.limbs,
        },
    )


def api_header(model: CurveModel) -> str:
    """generated/<curve>/api_curve.h."""
    return render(
        "api_curve.h.j2",
        {
            "banner": banner(model, "its public header, for src/api"),
            "curve": model.name,
            "CURVE": model.name.upper(),
            "words": model.fp.limbs,
            "g1_cofactor": int(model.family.h1 != 1),
        },
    )
