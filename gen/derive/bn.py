# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Barreto-Naehrig curves (SAC 2005, eprint 2005/133): E has a prime number r = p + 1 - t of points."""

from __future__ import annotations

import sympy

from gen.derive.family import Family, FamilyModel, Z
from gen.derive.pairing import PairingModel, naf, pairing_model
from gen.derive.subgroup import derive_criterion, derive_fold
from gen.params import CurveSpec

P = sympy.Poly(36 * Z**4 + 36 * Z**3 + 24 * Z**2 + 6 * Z + 1, Z)
T = sympy.Poly(6 * Z**2 + 1, Z)
R = P + 1 - T  # E(Fp) has p + 1 - t points
H2 = 2 * P - R  # #E'(Fp2) = r * (2p - r)


def check_seed(spec: CurveSpec) -> None:
    """The polynomials have integer coefficients: nothing to refuse before they are evaluated."""


def endomorphism(family: FamilyModel) -> tuple[tuple[int, ...], int]:
    """Cube roots of unity as polynomials in z, of Fp and of Z/r, that belong to the same map."""
    z = family.z
    return ((18 * z**3 + 18 * z**2 + 9 * z + 1) % family.p,), (36 * z**3 + 18 * z**2 + 6 * z + 1) % family.r


def derive_pairing(spec: CurveSpec, family: FamilyModel) -> PairingModel:
    """Exponent after Fuentes-Castaneda, Knapp, Rodriguez-Henriquez, SAC 2011: four polynomials of degree 3 in z."""
    z = family.z
    digits = (
        1 + 6 * z + 12 * z**2 + 12 * z**3,
        4 * z + 6 * z**2 + 12 * z**3,
        6 * z + 6 * z**2 + 12 * z**3,
        -1 + 4 * z + 6 * z**2 + 12 * z**3,
    )
    loop = 6 * z + 2
    multiple = 2 * z * (6 * z**2 + 3 * z + 1)
    return pairing_model(spec, family, loop, "6z + 2", naf(abs(loop)), digits, multiple, "2z(6z^2+3z+1)")


BN = Family(
    name="bn",
    p=P,
    r=R,
    t=T,
    h1=sympy.Poly(1, Z),
    h2=H2,
    seeds="an odd z",
    check_seed=check_seed,
    endomorphism=endomorphism,
    pairing=derive_pairing,
    criterion=derive_criterion,
    g1_criterion=None,
    fold=derive_fold,
    trinomial=lambda z: (1, 2 * z, 0, -4 * z - 1),
)
