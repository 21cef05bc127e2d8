# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A prime field in radix 2^52: five limbs, Montgomery form with R = 2^260, values redundant (several p)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gen.lanes.interp import split
from gen.lanes.ir import LIMB_BITS

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


LARGEST_C = 5


def root_of_3b(b: int) -> int | None:
    """c > 0 with c^2 = 3b, if there is one among the integers that lane kernels can afford."""
    return next((c for c in range(1, LARGEST_C + 1) if c * c == 3 * b), None)


def refusal(model: CurveModel) -> str | None:
    """Why a curve cannot have lane kernels, or None."""
    if model.spec.family != "bn":
        return f"lane kernels walk the Miller loop of BN curves; the family is {model.spec.family}"
    bits = model.p.bit_length()
    if not 250 <= bits <= 254:
        return f"lane kernels have five limbs of 52 bits and want 6 to 10 spare bits; p has {bits} bits"
    if model.groups.twist != "D":
        return "lane kernels place lines for a D twist"
    if model.z < 0:
        return "lane kernels walk the Miller loop of a positive seed"
    if model.xi[1] != 1 or not 0 < model.xi[0] <= 16:
        return f"lane kernels multiply by xi = a + u with 0 < a <= 16, not {model.xi[0]} + {model.xi[1]}u"
    if root_of_3b(model.groups.b) is None:
        return f"lane kernels want 3b = c^2 with an integer c <= {LARGEST_C}; b is {model.groups.b}"
    return None
