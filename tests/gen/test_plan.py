# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The planner: another prime gets another emission, a forced strategy is used or refused; the inversion's counts."""

from __future__ import annotations

import re

import pytest
from sympy import prevprime

from curvelib import model
from gen.derive.field import field_model
from gen.emit.c64 import body
from gen.plan import PlanError, plan_field, plan_fp2, plan_inversion, plan_power

PLACES = {"a": "a->l", "b": "b->l", "r": "r->l", "mask": "mask", "return": "return"}
BN254 = model("bn254")
BN256 = model("bn256")


def test_a_256_bit_prime_gets_another_emission() -> None:
    ours, full = plan_field(BN254.fp), plan_field(BN256.fp)
    assert BN254.fp.limbs == BN256.fp.limbs == 4
    for function in ("add", "dbl", "halve", "mul"):
        assert ours[function].strategy.name != full[function].strategy.name
        texts = [
            [re.sub(r"0x[0-9a-f]+", "", line) for line in body(plan[function].program, PLACES) if "/*" not in line]
            for plan in (ours, full)
        ]
        assert texts[0] != texts[1]
        assert len(texts[0]) <= len(texts[1])
    assert any("0 spare" in reason for reason in full["mul"].refused)
    assert plan_fp2(BN254.fp, BN254.xi)["mul"].strategy.name != plan_fp2(BN256.fp, BN256.xi)["mul"].strategy.name


def test_forcing_bn254s_choice_on_a_256_bit_prime_fails() -> None:
    for function, choice in plan_field(BN254.fp).items():
        if not choice.strategy.needs:
            continue
        with pytest.raises(PlanError, match=r"forced strategy .* is refused .* 256 bits in 4 words of 64: 0 spare"):
            plan_field(BN256.fp, {function: choice.strategy.name})
    for function in ("mul", "sqr"):
        choice = plan_fp2(BN254.fp, BN254.xi)[function]
        with pytest.raises(PlanError, match=r"R/p = 1\.78"):
            plan_fp2(BN256.fp, BN256.xi, {function: choice.strategy.name})


def test_a_strategy_can_be_forced() -> None:
    for name in ("mont_nocarry", "mont_carry", "mont_interleaved", "mont_product"):
        assert plan_field(BN254.fp, {"mul": name})["mul"].strategy.name == name


def test_unknown_names_are_refused() -> None:
    with pytest.raises(PlanError, match="no strategy magic for fp_mul; there are fold, mont_carry"):
        plan_field(BN254.fp, {"mul": "magic"})
    with pytest.raises(PlanError, match="no function fp_cube; there are add"):
        plan_field(BN254.fp, {"cube": "mont_carry"})


def test_fp2_needs_a_non_square_minus_one_and_a_small_xi() -> None:
    with pytest.raises(PlanError, match="p = 3 mod 4"):
        plan_fp2(field_model("fp", 101), (2, 1))
    with pytest.raises(PlanError, match=r"xi = \(65, 1\)"):
        plan_fp2(BN254.fp, (65, 1))


@pytest.mark.parametrize("bits", [7, 17, 64, 254, 255, 256, 257, 381, 384])
def test_inversion_counts(bits: int) -> None:
    field = field_model("fp", int(prevprime(1 << bits)))
    assert field.bits == bits
    plan = plan_inversion(field)
    assert plan.batches * plan.steps >= plan.divsteps and plan.steps <= 62
    assert plan.divsteps == (590 if field.bits <= 256 else (49 * field.bits + 57) // 17)
    assert plan.start == (1 if field.bits <= 256 else 2)
    assert plan.vartime_batches * 62 >= 2 * field.bits


@pytest.mark.parametrize("exponent", [1, 2, 3, 25, 64, 1000, (BN254.p - 3) // 4, (BN256.p - 3) // 4])
def test_the_power_plan_spells_its_exponent(exponent: int) -> None:
    plan = plan_power(exponent)
    spelled = 2 * plan.first + 1
    for squarings, factor in plan.steps:
        assert squarings >= 1
        spelled = (spelled << squarings) + 2 * factor + 1
    assert spelled << plan.last == exponent
    with pytest.raises(PlanError):
        plan_power(0)
