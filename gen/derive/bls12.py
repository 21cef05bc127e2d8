# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Barreto-Lynn-Scott curves of embedding degree 12 (SCN 2002, eprint 2002/088): r = z^4 - z^2 + 1, t = z + 1."""

from __future__ import annotations

import sympy

from gen.derive.family import Family, FamilyModel, Z
from gen.derive.pairing import PairingModel, naf, pairing_model
from gen.derive.subgroup import (
    G1_RING,
    G2_RING,
    CriterionModel,
    FoldModel,
    exact_criterion,
    refuse_exceptional_ladder,
)
from gen.params import CurveSpec

R = sympy.Poly(Z**4 - Z**2 + 1, Z)
T = sympy.Poly(Z + 1, Z)
H1 = sympy.Poly((Z - 1) ** 2 / 3, Z)
P = R * H1 + T - 1  # E(Fp) has p + 1 - t = r h1 points
H2 = sympy.Poly((Z**8 - 4 * Z**7 + 5 * Z**6 - 4 * Z**4 + 6 * Z**3 - 4 * Z**2 - 4 * Z + 13) / 9, Z)

STEP, ADDITION = 36, 28
"""Cost of a doubling and of an addition in the Miller loop in multiplications of Fp2, line and product included."""


def check_seed(spec: CurveSpec) -> None:
    """p is an integer for z = 1 mod 3 only; for an odd z the cofactors are even."""
    if spec.z % 3 != 1:
        raise spec.refusal(
            "z", f"{spec.z} is {spec.z % 3} mod 3; p = (z - 1)^2 (z^4 - z^2 + 1)/3 + z needs z = 1 mod 3"
        )
    if spec.z % 2:
        raise spec.refusal(
            "z", f"{spec.z} is odd: E then has points of order 2, which the group law does not cover; z must be even"
        )


def endomorphism(family: FamilyModel) -> tuple[tuple[int, ...], int]:
    """lambda = z^2 - 1, as lambda^2 + lambda + 1 = r; for beta both primitive cube roots of 1."""
    p = family.p
    root = next(c for c in (pow(n, (p - 1) // 3, p) for n in range(2, p)) if c != 1)
    return (root, root * root % p), (family.z**2 - 1) % family.r


def loop_digits(n: int) -> tuple[int, ...]:
    """The cheaper of the non-adjacent form and the binary digits, which are often one fewer."""
    binary = tuple(int(bit) for bit in bin(n)[2:])
    return min((binary, naf(n)), key=lambda digits: STEP * len(digits) + ADDITION * sum(map(abs, digits)))


def derive_pairing(spec: CurveSpec, family: FamilyModel) -> PairingModel:
    """The ate pairing, whose loop t - 1 = z is the shortest there is; exponent after Hayashida, Hayasaka, Teruya,
    eprint 2020/875: 3 (p^4 - p^2 + 1)/r = (z - 1)^2 (z + p) (z^2 + p^2 - 1) + 3."""
    z = family.z
    square = (z - 1) ** 2
    digits = (square * (z**3 - z) + 3, square * (z**2 - 1), square * z, square)
    return pairing_model(spec, family, z, "z", loop_digits(abs(z)), digits, 3, "3")


def derive_criterion(spec: CurveSpec, family: FamilyModel) -> CriterionModel:
    """Scott, eprint 2021/1130."""
    return exact_criterion(spec, family, G2_RING, (-family.z, 1), family.p, "psi(Q) = [z]Q")


def derive_g1_criterion(spec: CurveSpec, family: FamilyModel) -> CriterionModel:
    """Scott, eprint 2021/1130; Bowe, eprint 2019/814. phi^2 = -phi - 1, so phi^2(P) takes no constant of its own."""
    z = family.z
    return exact_criterion(spec, family, G1_RING, (1 - z * z, 1), z * z - 1, "phi^2(P) = -[z^2]P")


def derive_fold(spec: CurveSpec, family: FamilyModel, pairing: PairingModel) -> FoldModel:
    """The loop ends with T = [z]Q, and the criterion compares psi(Q) with that: nothing more is to be proved."""
    refuse_exceptional_ladder(spec, family, pairing, ())
    return FoldModel(spec.fold or "end", spec.fold is not None, {}, {}, "none")


BLS12 = Family(
    name="bls12",
    p=P,
    r=R,
    t=T,
    h1=H1,
    h2=H2,
    seeds="z = 0 mod 4",
    check_seed=check_seed,
    endomorphism=endomorphism,
    pairing=derive_pairing,
    criterion=derive_criterion,
    g1_criterion=derive_g1_criterion,
    fold=derive_fold,
)
