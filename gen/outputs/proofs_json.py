# SPDX-License-Identifier: Apache-2.0 OR MIT
"""generated/<curve>/proofs.json: the numbers a checker needs, and nothing it would have to derive.

All numbers are decimal text; polynomials in X are coefficient lists, constant term first. docs/derivation.md tells what
each proves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gen.derive.primality import Certificate, CurveCertificate
from gen.derive.subgroup import CriterionModel, NormCheck
from gen.derive.trinomial import RELATION, StandaloneModel
from gen.outputs.jsontext import big
from gen.render import banner_lines

if TYPE_CHECKING:
    from gen.model import CurveModel


def proofs(model: CurveModel) -> dict[str, Any]:
    p, r, h2 = model.p, model.r, model.family.h2
    tower, groups, fold, pairing, glv = (
        model.tower,
        model.groups,
        model.fold,
        model.pairing,
        model.glv,
    )
    v = glv.v
    return {
        "_generated": banner_lines(model, "proofs of the derived constants"),
        "curve": model.name,
        "numbers": {"z": big(model.z), "p": big(p), "r": big(r), "h1": big(model.family.h1), "h2": big(h2)},
        "primality": {
            "claim": "every prime factor of n is 1 modulo factored, and factored^2 > n, or factored^3 > n and "
            "c1^2 - 4 c2 is no square for n = 1 + c1 factored + c2 factored^2",
            "p": certificate_proof(model.prime_p),
            "r": certificate_proof(model.prime_r),
        },
        "non_residue": {
            "claim": "xi^square_exponent = square_value = -1: no square; xi^cube_exponent = cube_value != 1: no cube",
            "xi": big(tower.xi),
            "square_exponent": big((p * p - 1) // 2),
            "square_value": big(tower.xi_square_test),
            "cube_exponent": big((p * p - 1) // 3),
            "cube_value": big(tower.xi_cube_test),
        },
        "twist": {
            "claim": "of the six orders only r*h2 kills every point tried on the twist taken",
            "type": groups.twist,
            "order": big(groups.twist_order),
            "other_type_order": big(groups.other_twist_order),
            "sextic_orders": big(groups.sextic_orders),
        },
        "criterion": _criterion(model.criterion, "psi", "Q", "p"),
        **(
            {} if model.g1_criterion is None else {"g1_criterion": _criterion(model.g1_criterion, "phi", "P", "lambda")}
        ),
        "standalone": _standalone(model.standalone),
        "fold": {
            "claim": "each form is sound if the gcds it names are 1",
            "choice": fold.choice,
            "forced": fold.forced,
            "not_taken": fold.reason,
            **{f"{form}_needs": list(names) for form, names in fold.needs.items()},
            **{name: _norm(check) for name, check in fold.checks.items()},
        },
        "final_exponent": {
            "claim": "sum digits[i] p^i = multiple * quotient, quotient * r = p^4 - p^2 + 1, gcd(multiple, r) = 1",
            "digits": big(pairing.hard_digits),
            "multiple": big(pairing.hard_multiple),
            "quotient": big((p**4 - p**2 + 1) // r),
        },
        "glv": {
            "claim": "v spans {(a, b): a + lambda b = 0 mod r}; |k1|, |k2| <= bound for every k in [0, r)",
            "lambda": big(model.endo.lam),
            "v": big(v),
            "determinant": big(v[0][0] * v[1][1] - v[0][1] * v[1][0]),
            "bound": big(glv.bound),
        },
    }


def certificate_proof(certificate: Certificate | CurveCertificate | None) -> dict[str, Any] | None:
    """q, e, a: q^e divides factored, a^(n-1) = 1 and gcd(a^((n-1)/q) - 1, n) = 1. null: tested, not proved."""
    if certificate is None:
        return None
    if isinstance(certificate, CurveCertificate):
        return {
            "claim": "the prime order > (n^(1/4) + 1)^2 kills point, which is on y^2 = x^3 + b modulo n: n is prime",
            "b": big(certificate.b),
            "point": big(certificate.point),
            "order": big(certificate.order),
        }
    return {
        "factored": big(certificate.factored),
        "primes_exponents_witnesses": big(certificate.primes),
        "discriminant": big(certificate.discriminant),
    }


def _standalone(standalone: StandaloneModel) -> dict[str, Any]:
    proof = standalone.trinomial
    return {
        "claim": "Res(g, c) = cofactor r, A c + B g = Res(g, c) over Z, gcd(cofactor, h2) = 1, c(p) = 0 mod r: "
        "c(psi)Q = 0 exactly when r Q = 0; cost in Fp products, [z]Q and the comparison apart",
        "choice": standalone.choice,
        "forced": standalone.forced,
        "not_taken": standalone.reason,
        "cost": standalone.cost,
        "trinomial": proof
        and {
            "relation": RELATION,
            "c": big(proof.c),
            "resultant": big(proof.resultant),
            "cofactor": big(proof.cofactor),
            "gcd": big(proof.gcd),
            "bezout_a": big(proof.bezout_a),
            "bezout_b": big(proof.bezout_b),
            "c_at_p_mod_r": big(proof.c_at_p),
        },
    }


def _criterion(criterion: CriterionModel, endomorphism: str, point: str, eigenvalue: str) -> dict[str, Any]:
    return {
        "claim": f"Res(g, f) = r, A f + B g = r over Z, f({eigenvalue}) = 0 mod r: "
        f"f({endomorphism}){point} = 0 exactly when r {point} = 0",
        "relation": criterion.relation,
        "g": big(criterion.g),
        "f": big(criterion.f),
        "resultant": big(criterion.resultant),
        "bezout_a": big(criterion.bezout_a),
        "bezout_b": big(criterion.bezout_b),
        f"f_at_{eigenvalue}_mod_r": big(criterion.f_at),
    }


def _norm(check: NormCheck) -> dict[str, Any]:
    return {"vector": big(check.vector), "norm": big(check.norm), "gcd_of": check.gcd_of, "gcd": big(check.gcd)}
