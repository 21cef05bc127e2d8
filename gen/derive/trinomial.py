# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The relation of the standalone subgroup test: the seed's, or a cheaper multiple of it with a proof of its own.

On BN curves (1 - X^3) f = 1 + 2z X - (4z+1) X^3 modulo g = X^4 - X^2 + 1, f being the vector of the seed's criterion. A
multiple may accept more points: its norm is 4 r, so it is exact only where 4 and the cofactor h2 are coprime.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import sympy

from gen.derive.family import FamilyModel
from gen.derive.subgroup import Coeffs, G, X, norm
from gen.params import CurveSpec

RELATION = "Q + psi([2z]Q) = psi^3([4z+1]Q)"

# Fp products of the steps of src/curve: 3 for a product of Fp2, 2 for a square and for a product by an element of Fp.
STEP_COST = {"dbl": 17, "add": 44, "add_affine": 30, "psi": 6, "psi2": 2}
SEED_STEPS = ("add_affine", "psi", "add", "psi2", "add", "dbl", "psi")
TRINOMIAL_STEPS = ("dbl", "psi", "add_affine", "dbl", "add_affine", "psi")


@dataclass(frozen=True)
class TrinomialProof:
    """c(psi)Q = 0 exactly on the subgroup of order r, if the gcd is 1."""

    c: Coeffs
    resultant: int  # Res(g, c) = cofactor r
    cofactor: int
    gcd: int  # of cofactor and h2: 1 leaves only orders that divide r
    bezout_a: Coeffs  # A c + B g = Res(g, c)
    bezout_b: Coeffs
    c_at_p: int  # c(p) mod r = 0: every point of order r satisfies it


@dataclass(frozen=True)
class StandaloneModel:
    """The criterion of the test that stands by itself. That of the seed is its reference on every curve."""

    choice: str  # "trinomial" or "seed"
    forced: bool
    trinomial: TrinomialProof | None  # None: the family has none
    reason: str  # why the trinomial is not taken
    cost: dict[str, int]  # Fp products besides [z]Q and the comparison


def derive_standalone(spec: CurveSpec, family: FamilyModel, c: Coeffs | None) -> StandaloneModel:
    """The cheapest sound criterion; `c` is the vector of the trinomial, if the family has one."""
    proof = None if c is None else _prove(spec, family, c)
    problems = ["the family has none"] if proof is None else _problems(family, proof)
    if spec.criterion == "trinomial" and problems:
        raise spec.refusal(
            "subgroup_criterion", f"the trinomial criterion is unsound for z = {spec.z}: {'; '.join(problems)}"
        )
    choice = spec.criterion or ("seed" if problems else "trinomial")
    reason = f"trinomial: {'; '.join(problems)}" if problems else "none, both criteria are exact"
    if choice == "seed" and not problems:
        reason = "seed is forced by subgroup_criterion; trinomial would be cheaper"
    steps = {"seed": SEED_STEPS, "trinomial": TRINOMIAL_STEPS}
    cost = {name: sum(STEP_COST[step] for step in taken) for name, taken in steps.items()}
    return StandaloneModel(choice, spec.criterion is not None, proof, reason, cost if proof else {})


def _prove(spec: CurveSpec, family: FamilyModel, c: Coeffs) -> TrinomialProof:
    resultant = norm(c)
    a, b, one = sympy.gcdex(_poly(c, "QQ"), _poly(G, "QQ"))
    if one.as_expr() != 1:
        raise spec.refusal("z", f"{_poly(c).as_expr()} and X^4-X^2+1 have the common factor {one.as_expr()}")
    # the adjugate of an integer matrix is integral; were it not, the identity would fail
    bezout_a, bezout_b = (tuple(int(n) for n in reversed((poly * resultant).all_coeffs())) for poly in (a, b))
    identity = _poly(bezout_a) * _poly(c) + _poly(bezout_b) * _poly(G)
    if identity != _poly((resultant,)):
        raise spec.refusal("z", f"A c + B g expands to {identity.as_expr()}, must be Res(g, c) = {resultant}")
    cofactor = resultant // family.r
    c_at_p = int(_poly(c).eval(family.p)) % family.r
    return TrinomialProof(c, resultant, cofactor, gcd(cofactor, family.h2), bezout_a, bezout_b, c_at_p)


def _poly(coeffs: Coeffs, domain: str = "ZZ") -> sympy.Poly:
    return sympy.Poly.from_list(list(reversed(coeffs)), X, domain=domain)


def _problems(family: FamilyModel, proof: TrinomialProof) -> list[str]:
    problems = []
    if proof.resultant % family.r:
        problems.append(f"Res(X^4-X^2+1, c) = {proof.resultant} is not a multiple of r = {family.r}")
    if proof.gcd != 1:
        problems.append(f"gcd(Res/r, h2) = gcd({proof.cofactor}, h2) = {proof.gcd}, must be 1")
    if proof.c_at_p:
        problems.append(f"c(p) = {proof.c_at_p} mod r, must be 0")
    return problems
