# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The BN family's polynomials in the seed, and their values with the checks a curve needs before anything else."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from gen.params import CurveSpec

Z = sympy.Symbol("z")
P = sympy.Poly(36 * Z**4 + 36 * Z**3 + 24 * Z**2 + 6 * Z + 1, Z)
T = sympy.Poly(6 * Z**2 + 1, Z)
R = P + 1 - T  # E(Fp) has p + 1 - t points
H2 = 2 * P - R  # cofactor of G2 in the twist: #E'(Fp2) = r * (2p - r)


@dataclass(frozen=True)
class FamilyModel:
    z: int
    p: int
    r: int
    t: int  # trace of Frobenius of E over Fp
    h2: int
    p_poly: str  # in z, as printed in banners
    r_poly: str


def poly_text(poly: sympy.Poly) -> str:
    return str(poly.as_expr()).replace("**", "^").replace("*", "")


def derive_family(spec: CurveSpec) -> FamilyModel:
    p, r, t, h2 = (int(poly.eval(spec.z)) for poly in (P, R, T, H2))
    for label, value, poly in (("p", p, P), ("r", r, R)):
        if not sympy.isprime(value):
            raise spec.refusal("z", f"{label} = {poly_text(poly)} = {value} is not prime for z = {spec.z}")
    if p % 4 != 3:
        raise spec.refusal("z", f"p = {p} is {p % 4} mod 4; the tower Fp[u]/(u^2+1) needs p = 3 mod 4 (an odd z)")
    if p == r or h2 % r == 0:
        raise spec.refusal("z", f"r = {r} divides the cofactor h2 = {h2}, so the subgroup of order r is not unique")
    return FamilyModel(z=spec.z, p=p, r=r, t=t, h2=h2, p_poly=poly_text(P), r_poly=poly_text(R))
