# SPDX-License-Identifier: Apache-2.0 OR MIT
"""docs/derivation.md: the derivations told to a reader, with the numbers of params.json and proofs.json inserted."""

from __future__ import annotations

from typing import Any

from gen.render import render

DOCUMENT = "docs/derivation.md"
MAIN, MAIN_BLS12 = "bn254", "bls12_381"  # the curves whose numbers the text shows
FOLD_NAMES = {"line": "line", "add": "addition", "none": "standalone"}

Told = dict[str, tuple[dict[str, Any], dict[str, Any]]]  # curve -> params, proofs


def document(told: Told) -> str:
    """The page; `told` holds every curve's params and proofs in the order of the tables."""
    params, proofs = told[MAIN]
    rows = [_row(name, *tables) for name, tables in told.items()]
    return render(
        "derivation.md.j2",
        {
            "params": params,
            "proofs": proofs,
            "trinomial": proofs["standalone"]["trinomial"],
            "rows": rows,
            "fold_rows": [row for row in rows if row["fold"]],
            "bls12": _bls12(*told[MAIN_BLS12]),
            "xi": _fp2_text(params["tower"]["xi"]),
            "polynomial": _polynomial,
            "certificates": [(name, *_certificate(proofs["primality"][name])) for name in ("p", "r")],
            "naf": " ".join(str(digit) for digit in params["pairing"]["loop_digits"]),
            "naf_weight": sum(digit != 0 for digit in params["pairing"]["loop_digits"]),
            "ate_cofactor": _ate_cofactor(params, proofs),
        },
    )


def _row(name: str, params: dict[str, Any], proofs: dict[str, Any]) -> dict[str, Any]:
    rest = params["family"]["h2_unfactored"]
    factors = " * ".join(params["family"]["h2_primes"]) or "1"
    if rest != "1":
        factors += f" * (composite of {int(rest).bit_length()} bits)"
    return {
        "name": name,
        "z": params["family"]["z"],
        "xi": _fp2_text(params["tower"]["xi"]),
        "bits": params["fp"]["bits"],
        "spare": params["fp"]["spare_bits"],
        "twist": f"{params['groups']['twist']} ({'b/xi' if params['groups']['twist'] == 'D' else 'b*xi'})",
        "h2": factors,
        "chain": f"{params['chain']['doublings']} + {params['chain']['additions']}",
        "fold": _fold(params, proofs) if params["family"]["name"] == "bn" else None,
    }


def _fold(params: dict[str, Any], proofs: dict[str, Any]) -> dict[str, Any]:
    return {
        "ate_cofactor": _ate_cofactor(params, proofs),
        "standalone": proofs["standalone"]["choice"] + (" (forced)" if proofs["standalone"]["forced"] else ""),
        "standalone_proof": proofs["standalone"]["trinomial"],
        "gcds": [proofs["fold"][key]["gcd"] for key in ("ate", "line_first", "line_second")],
        "form": FOLD_NAMES[proofs["fold"]["choice"]] + (" (forced)" if proofs["fold"]["forced"] else ""),
    }


def _bls12(params: dict[str, Any], proofs: dict[str, Any]) -> dict[str, Any]:
    return {
        "params": params,
        "proofs": proofs,
        "digits": " ".join(str(digit) for digit in params["pairing"]["loop_digits"]),
        "weight": sum(digit != 0 for digit in params["pairing"]["loop_digits"]),
    }


def _certificate(table: dict[str, Any] | None) -> tuple[int, str]:
    """Bits of the factored part, and its prime powers with their witnesses."""
    if table is None:
        return 0, "none"
    powers = [f"{q}^{e} ({a})" if e != "1" else f"{q} ({a})" for q, e, a in table["primes_exponents_witnesses"]]
    return int(table["factored"]).bit_length(), ", ".join(powers)


def _fp2_text(value: list[str]) -> str:
    return f"{value[0]} + {'' if value[1] == '1' else value[1]}u"


def _ate_cofactor(params: dict[str, Any], proofs: dict[str, Any]) -> int:
    return int(proofs["fold"]["ate"]["norm"]) // int(params["family"]["r"])


def _polynomial(coeffs: list[str]) -> str:
    """A polynomial in X from its coefficients, constant term first."""
    letters = ("", " X", *(f" X^{power}" for power in range(2, len(coeffs))))
    terms = [text + letter for text, letter in zip(coeffs, letters) if text != "0"]
    return " + ".join(terms).replace("+ -", "- ")
