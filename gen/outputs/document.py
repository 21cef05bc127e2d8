# SPDX-License-Identifier: Apache-2.0 OR MIT
"""docs/derivation.md: the derivations told to a reader, with the numbers of params.json and proofs.json inserted."""

from __future__ import annotations

from typing import Any

from gen.render import render

DOCUMENT = "docs/derivation.md"
MAIN = "bn254"  # the curve whose numbers the text shows

Told = dict[str, tuple[dict[str, Any], dict[str, Any]]]  # curve -> params, proofs


def document(told: Told) -> str:
    curves = [
        {"name": name, "params": params, "proofs": proofs, "twist_law": twist_law(params), "fold": params["subgroup"]["fold"]}
        for name, (params, proofs) in told.items()
    ]
    params, proofs = told[MAIN]
    return render(
        "derivation.md.j2",
        {
            "params": params,
            "proofs": proofs,
            "curves": curves,
            "polynomial": polynomial,
            "naf": " ".join(str(d) for d in params["pairing"]["loop_naf"]),
        },
    )


def twist_law(params: dict[str, Any]) -> str:
    return "b/xi" if params["groups"]["twist"] == "D" else "b*xi"


def polynomial(coeffs: list[str]) -> str:
    """A polynomial in X from its coefficients, constant term first, one term a line."""
    terms = []
    for power, text in enumerate(coeffs):
        if text != "0":
            terms.append(text + ("", " X", f" X^{power}")[min(power, 2)])
    return "\n  + ".join(terms)
