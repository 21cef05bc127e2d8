# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The tower Fp2 = Fp[u]/(u^2+1), Fp12 = Fp2[w]/(w^6 - xi): what xi must be, and the Frobenius coefficients."""

from __future__ import annotations

from dataclasses import dataclass

from gen.derive.algebra import Fp2, QuadraticField
from gen.params import CurveSpec


@dataclass(frozen=True)
class TowerModel:
    xi: Fp2
    xi_square_test: Fp2  # xi^((p^2-1)/2) = -1: not a square
    xi_cube_test: Fp2  # xi^((p^2-1)/3) != 1: not a cube
    gamma1: tuple[Fp2, ...]  # gamma_{i,j} = xi^(j(p^i-1)/6) at index j-1, j = 1..5
    gamma2: tuple[int, ...]  # in Fp
    gamma3: tuple[Fp2, ...]


def derive_tower(spec: CurveSpec, p: int) -> TowerModel:
    field = QuadraticField(p)
    xi = (spec.xi[0] % p, spec.xi[1] % p)
    written = f"xi = {spec.xi[0]} + {spec.xi[1]}*u"
    if xi == (0, 0):
        raise spec.refusal("non_residue", f"{written} is zero modulo p = {p}")
    square_test = field.pow(xi, (p * p - 1) // 2)
    if square_test != (p - 1, 0):
        raise spec.refusal(
            "non_residue",
            f"{written} is a square in Fp2: xi^((p^2-1)/2) = 1, must be -1 (p = {p}); w^6 - xi is then reducible",
        )
    cube_test = field.pow(xi, (p * p - 1) // 3)
    if cube_test == (1, 0):
        raise spec.refusal(
            "non_residue",
            f"{written} is a cube in Fp2: xi^((p^2-1)/3) = 1, must not be 1 (p = {p}); w^6 - xi is then reducible",
        )
    # gamma_{1,j} are powers of gamma_{1,1}; the rest follow by applying Frobenius: xi^((p^2-1)/6) is the norm of
    # gamma_{1,1} since xi^(p(p-1)/6) is its conjugate.
    root = field.pow(xi, (p - 1) // 6)
    gamma1 = [root]
    for _ in range(4):
        gamma1.append(field.mul(gamma1[-1], root))
    gamma2 = [field.norm(g) for g in gamma1]
    gamma3 = [field.mul(g, (n, 0)) for g, n in zip(gamma1, gamma2)]
    return TowerModel(xi, square_test, cube_test, tuple(gamma1), tuple(gamma2), tuple(gamma3))
