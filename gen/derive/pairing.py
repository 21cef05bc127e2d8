# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The optimal ate loop's digits and the exponent of the final exponentiation's hard part; the families give them."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from gen.derive.family import FamilyModel
from gen.params import CurveSpec


@dataclass(frozen=True)
class PairingModel:
    loop: int
    loop_poly: str  # in z
    loop_digits: tuple[int, ...]  # of |loop|, most significant first
    hard_digits: tuple[int, int, int, int]  # l_i with sum l_i p^i = hard_multiple * (p^4 - p^2 + 1)/r
    hard_multiple: int  # coprime to r


def naf(n: int) -> tuple[int, ...]:
    """Non-adjacent form of n > 0, most significant digit first."""
    digits = []
    while n:
        digit = 2 - n % 4 if n % 2 else 0
        digits.append(digit)
        n = (n - digit) // 2
    return tuple(reversed(digits))


def pairing_model(
    spec: CurveSpec,
    family: FamilyModel,
    loop: int,
    loop_poly: str,
    loop_digits: tuple[int, ...],
    hard_digits: tuple[int, int, int, int],
    multiple: int,
    multiple_text: str,
) -> PairingModel:
    """The model, with what the exponent must satisfy checked over the integers."""
    p, r = family.p, family.r
    cyclotomic = p**4 - p**2 + 1
    if cyclotomic % r:
        raise spec.refusal("z", f"r = {r} does not divide p^4 - p^2 + 1: the embedding degree is not 12")
    if sum(digit * p**i for i, digit in enumerate(hard_digits)) != multiple * (cyclotomic // r):
        raise spec.refusal("z", "the final exponent's identity over the integers fails")
    if gcd(multiple, r) != 1:
        raise spec.refusal(
            "z",
            f"gcd({multiple_text}, r) = {gcd(multiple, r)}, must be 1: the exponent would lose a factor of the group",
        )
    return PairingModel(loop, loop_poly, loop_digits, hard_digits, multiple)
