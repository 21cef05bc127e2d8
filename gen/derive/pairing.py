# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The optimal ate pairing's loop digits and the exponent of the final exponentiation's hard part."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from gen.derive.family import FamilyModel
from gen.params import CurveSpec


@dataclass(frozen=True)
class PairingModel:
    loop: int  # 6z + 2
    loop_naf: tuple[int, ...]  # of |6z + 2|, most significant first
    hard_digits: tuple[int, int, int, int]  # l_i with sum l_i p^i = hard_multiple * (p^4 - p^2 + 1)/r
    hard_multiple: int  # 2z(6z^2 + 3z + 1), coprime to r


def naf(n: int) -> tuple[int, ...]:
    """Non-adjacent form of n > 0, most significant digit first."""
    digits = []
    while n:
        digit = 2 - n % 4 if n % 2 else 0
        digits.append(digit)
        n = (n - digit) // 2
    return tuple(reversed(digits))


def derive_pairing(spec: CurveSpec, family: FamilyModel) -> PairingModel:
    """Exponent after Fuentes-Castaneda, Knapp, Rodriguez-Henriquez, SAC 2011: four polynomials of degree 3 in z."""
    z, p, r = family.z, family.p, family.r
    digits = (
        1 + 6 * z + 12 * z**2 + 12 * z**3,
        4 * z + 6 * z**2 + 12 * z**3,
        6 * z + 6 * z**2 + 12 * z**3,
        -1 + 4 * z + 6 * z**2 + 12 * z**3,
    )
    multiple = 2 * z * (6 * z**2 + 3 * z + 1)
    cyclotomic = p**4 - p**2 + 1
    if cyclotomic % r:
        raise spec.refusal("z", f"r = {r} does not divide p^4 - p^2 + 1: the embedding degree is not 12")
    if sum(digit * p**i for i, digit in enumerate(digits)) != multiple * (cyclotomic // r):
        raise spec.refusal("z", "the final exponent's identity over the integers fails")
    if gcd(multiple, r) != 1:
        raise spec.refusal(
            "z", f"gcd(2z(6z^2+3z+1), r) = {gcd(multiple, r)}, must be 1: the exponent would lose a factor of the group"
        )
    loop = 6 * z + 2
    return PairingModel(loop, naf(abs(loop)), digits, multiple)
