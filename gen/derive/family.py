# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a family of curves is: polynomials in the seed, and the derivations that only it has; and the values of those
polynomials with the checks that every curve needs before anything else. gen.derive.families lists the families."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import sympy

from gen.params import CurveSpec

if TYPE_CHECKING:
    from gen.derive.pairing import PairingModel
    from gen.derive.subgroup import CriterionModel, FoldModel

Z = sympy.Symbol("z")


@dataclass(frozen=True)
class FamilyModel:
    z: int
    p: int
    r: int
    t: int  # trace of Frobenius of E over Fp
    h1: int  # #E(Fp) = r h1
    h2: int  # #E'(Fp2) = r h2
    p_poly: str  # in z, as printed in banners
    r_poly: str


@dataclass(frozen=True)
class Family:
    """One family of curves y^2 = x^3 + b of embedding degree 12."""

    name: str
    p: sympy.Poly
    r: sympy.Poly
    t: sympy.Poly
    h1: sympy.Poly
    h2: sympy.Poly
    seeds: str
    """Which seeds give p = 3 mod 4."""
    check_seed: Callable[[CurveSpec], None]
    """Refuses a seed at which the polynomials are no curve's, before they are evaluated."""
    endomorphism: Callable[[FamilyModel], tuple[tuple[int, ...], int]]
    """Candidates for beta in Fp, and lambda mod r: cube roots of 1, lambda and one beta belonging to the same map."""
    pairing: Callable[[CurveSpec, FamilyModel], PairingModel]
    criterion: Callable[[CurveSpec, FamilyModel], CriterionModel]
    g1_criterion: Callable[[CurveSpec, FamilyModel], CriterionModel] | None
    """None where h1 = 1, so that a point of E is a point of G1."""
    fold: Callable[[CurveSpec, FamilyModel, PairingModel], FoldModel]
    trinomial: Callable[[int], tuple[int, ...]] | None = None
    """Of the seed: a multiple of the criterion's relation that is cheaper to test (gen.derive.trinomial)."""


def poly_text(poly: sympy.Poly) -> str:
    return str(poly.as_expr()).replace("**", "^").replace("*", "")


def derive_family(spec: CurveSpec, family: Family) -> FamilyModel:
    family.check_seed(spec)
    p, r, t, h1, h2 = (int(poly.eval(spec.z)) for poly in (family.p, family.r, family.t, family.h1, family.h2))
    for label, value, poly in (("p", p, family.p), ("r", r, family.r)):
        if not sympy.isprime(value):
            raise spec.refusal("z", f"{label} = {poly_text(poly)} = {value} is not prime for z = {spec.z}")
    if p % 4 != 3:
        raise spec.refusal("z", f"p = {p} is {p % 4} mod 4; the tower Fp[u]/(u^2+1) needs p = 3 mod 4 ({family.seeds})")
    for label, cofactor in (("h1", h1), ("h2", h2)):
        if p == r or cofactor % r == 0:
            raise spec.refusal(
                "z", f"r = {r} divides the cofactor {label} = {cofactor}, so the subgroup of order r is not unique"
            )
    return FamilyModel(z=spec.z, p=p, r=r, t=t, h1=h1, h2=h2, p_poly=poly_text(family.p), r_poly=poly_text(family.r))
