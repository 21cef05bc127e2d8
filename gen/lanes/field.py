# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A prime field in radix 2^52: five limbs, Montgomery form with R = 2^260, values redundant (several p)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gen.lanes.interp import split
from gen.lanes.ir import LIMB_BITS
from gen.lanes.reference import Reference

if TYPE_CHECKING:
    from gen.model import CurveModel

LIMBS = 5
R_BITS = LIMB_BITS * LIMBS


@dataclass(frozen=True)
class LaneField:
    p: int

    @property
    def n0(self) -> int:
        """-1/p mod 2^52."""
        return -pow(self.p, -1, 1 << LIMB_BITS) % (1 << LIMB_BITS)

    @property
    def folds(self) -> tuple[int, ...]:
        """2^(52i - 208) mod p for i = 0..3: what column i of a product is worth in column 4."""
        top = LIMB_BITS * (LIMBS - 1)
        return tuple(pow(2, LIMB_BITS * i - top, self.p) for i in range(LIMBS - 1))

    def limbs(self, value: int) -> list[int]:
        return split(value, LIMBS)

    def to_mont(self, value: int) -> int:
        return (value << R_BITS) % self.p

    def from_mont(self, value: int) -> int:
        return value * pow(2, -R_BITS, self.p) % self.p

    def multiple(self, units: float) -> int:
        """units*p, units to three digits: how bounds are written."""
        return round(units * 1000) * self.p // 1000


def root_of_3b(p: int, b: int) -> int:
    """The smaller c > 0 with c^2 = 3b mod p, for p = 3 mod 4 and a curve y^2 = x^3 + b of prime order above 3.

    There is always one: without points of order 3, which are (0, +-sqrt(b)), b is no square. Nor is -1, so -b is one;
    and so is -3, since p = 1 mod 3 on every curve with six twists.
    """
    c = pow(3 * b, (p + 1) // 4, p)
    if c * c % p != 3 * b % p:
        raise ValueError(f"3b = {3 * b} is no square modulo {p:#x}: the curve has not the order of a BN curve")
    return min(c, p - c)


LARGEST_XI = 16
"""xi = a + u with 0 < a <= this: additions multiply by it."""


def xi_of_a_d_twist(model: CurveModel) -> int | None:
    """The smallest a for which a + u makes a D twist of a curve that xi makes an M twist of, or None.

    y^2 = x^3 + b*xi and y^2 = x^3 + b/(a + u) are one curve if xi*(a + u) is a sixth power in Fp2.
    """
    ref = Reference(model.p, model.xi, model.groups.twist_b)
    candidates = range(1, LARGEST_XI + 1)
    return next((a for a in candidates if ref.pow(ref.mul(ref.xi, (a, 1)), (model.p**2 - 1) // 6) == (1, 0)), None)


def refusal(model: CurveModel) -> str | None:
    """Why a curve cannot have lane kernels, or None."""
    if model.spec.family != "bn":
        return f"lane kernels walk the Miller loop of BN curves; the family is {model.spec.family}"
    bits = model.p.bit_length()
    if not 250 <= bits <= 254:
        return f"lane kernels have five limbs of 52 bits and want 6 to 10 spare bits; p has {bits} bits"
    if model.groups.twist != "D":
        other = xi_of_a_d_twist(model)
        proposal = "" if other is None else f"; xi = {other} + u would give one"
        given = f"xi = {model.xi[0]} + {model.xi[1]}u gives an M twist"
        return f"lane kernels place lines for a D twist, and {given}{proposal}"
    if model.xi[1] != 1 or not 0 < model.xi[0] <= LARGEST_XI:
        return f"lane kernels multiply by xi = a + u with 0 < a <= {LARGEST_XI}, not {model.xi[0]} + {model.xi[1]}u"
    if model.fold.choice == "none":
        return "lane kernels fold the subgroup test into the Miller loop, in line or addition form; the form is none"
    if model.standalone.choice != "trinomial":
        return f"lane kernels test the subgroup by the trinomial criterion; the criterion is {model.standalone.choice}"
    return None
