# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The power |z| in the cyclotomic subgroup: the addition chain, or one run of compressed squarings, whichever the count
of word multiplications in c64 says is cheaper.

A run squares B and C of a = A + B*w + C*w^2 alone (src/tower/cyclotomic.c) and recovers A where |z| has a digit other
than 0, with one inversion for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen.costs import Cost, power_by_chain, power_by_compression
from gen.derive.addchain import ChainModel
from gen.derive.field import FieldModel
from gen.derive.pairing import naf
from gen.params import CurveSpec
from gen.plan import PlanError, plan_field, plan_fp2, plan_inversion

DIVSTEP_WORDS = 5
"""Word multiplications that take as long as one divstep of src/core/gcd.h. Measured, gcc 12: an inversion takes 73
products of Fp on BN254, which makes it 3.6, and 84 on BLS12-381, which makes it 4.8."""


@dataclass(frozen=True)
class SeedPowerModel:
    choice: str  # chain or compressed
    forced: bool
    digits: tuple[tuple[int, int], ...]  # (squarings since the digit before, sign) of each power above a^1, low to high
    unit: int  # the digit of a^1: -1, 0 or 1
    words: dict[str, int]  # word multiplications of both; without compressed where |z| = 1

    @property
    def reason(self) -> str:
        """Why the other one is not taken."""
        if "compressed" not in self.words:
            return "compressed: |z| = 1 needs no squaring"
        other = "chain" if self.choice == "compressed" else "compressed"
        return f"{other}: {self.words[other]} against {self.words[self.choice]} word multiplications"


def inversion_words(field: FieldModel) -> int:
    """An inversion in constant time, in word multiplications: each batch updates two pairs of numbers of 62-bit limbs,
    with 4 and with 6 products a limb, and finds two multiples of the modulus."""
    plan = plan_inversion(field)
    limbs = (64 * field.limbs + 2 + 61) // 62
    return plan.batches * (10 * limbs + 2) + plan.divsteps * DIVSTEP_WORDS


def signed_digits(n: int) -> tuple[tuple[tuple[int, int], ...], int]:
    """n > 0 as (squarings, sign) from the low end, and its digit of weight 1: in binary, or in the non-adjacent form if
    that has fewer digits other than 0, which saves a product where it costs a squaring at most."""
    binary = tuple(int(bit) for bit in f"{n:b}")
    unit, *rest = reversed(min((binary, naf(n)), key=lambda form: (sum(map(abs, form)), len(form))))
    digits, squarings = [], 0
    for digit in rest:
        squarings += 1
        if digit:
            digits.append((squarings, digit))
            squarings = 0
    return tuple(digits), unit


def derive_seed_power(spec: CurveSpec, fp: FieldModel, chain: ChainModel) -> SeedPowerModel:
    digits, unit = signed_digits(chain.target)
    if not digits and spec.seed_power == "compressed":
        raise spec.refusal("seed_power", "|z| = 1 needs no squaring; only the chain serves")
    try:
        fp_plan, fp2_plan = plan_field(fp, spec.forced("fp")), plan_fp2(fp, spec.xi, spec.forced("fp2"))
    except PlanError as err:
        raise spec.refusal(f"strategies.{err.forced}" if err.forced else "non_residue", str(err)) from None
    unit_words = {f"fp_{name}": fp_plan[name].program.cost() for name in ("mul", "sqr")}
    unit_words |= {f"fp2_{name}": fp2_plan[name].program.cost() for name in ("mul", "sqr")}
    unit_words["fp_inv"] = inversion_words(fp)

    def words(cost: Cost) -> int:
        return sum(unit_words[name] * count for name, count in cost.items())

    counts = {"chain": words(power_by_chain(chain))}
    if digits:
        counts["compressed"] = words(power_by_compression(digits, unit))
    choice = spec.seed_power or min(counts, key=lambda name: counts[name])
    return SeedPowerModel(choice, spec.seed_power is not None, digits, unit, counts)
