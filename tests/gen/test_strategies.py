# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every strategy on random primes of 64k-3 to 64k+1 bits: either refused by a stated need, or right on edge and random
values under the interpreter, which asserts every range and every dropped carry."""

from __future__ import annotations

import random

import pytest
from sympy import isprime, nextprime, prevprime

from fieldlib import edges
from gen.derive.field import FieldError, FieldModel, field_model
from gen.interp import run
from gen.ir import Program, RangeError
from gen.plan import FIELD_STRATEGIES, PREFERENCES, choose, plan_field, weight
from gen.strategies import Refusal, Strategy, fp2
from gen.strategies.limbs import limb_bits, limb_count

SIZES = [64 * k + offset for k in (1, 2, 4) for offset in (-3, -2, -1, 0, 1)] + [383, 384]
XIS = [(9, 1), (1, 1), (3, 1), (2, -1), (-3, 5)]
FP2_STRATEGIES = (*fp2.STRATEGIES, *map(fp2.mul_xi_strategy, XIS))


def prime(bits: int, seed: str) -> int:
    """A prime = 3 mod 4 of exactly `bits` bits: near the top, near the bottom, or random."""
    rng = random.Random(f"{bits} {seed}")
    start = {
        "top": (1 << bits) - (1 << max(9, bits // 3)),
        "bottom": 1 << (bits - 1),
        "random": rng.getrandbits(bits) | (1 << (bits - 1)),
    }[seed]
    value = nextprime(start)
    while value % 4 != 3:
        value = nextprime(value)
    if value.bit_length() != bits:
        return prime(bits, "bottom")
    return int(value)


def reference(field: FieldModel, strategy: Strategy, v: dict[str, int]) -> dict[str, int]:
    p = field.modulus
    back = pow(field.radix, -1, p)
    if strategy in FP2_STRATEGIES:
        a0, a1 = v["a0_"], v["a1_"]
        b0, b1 = v.get("b0_", a0), v.get("b1_", a1)
        if strategy.function == "mul_xi":
            xi = XIS[FP2_STRATEGIES.index(strategy) - len(fp2.STRATEGIES)]
            return {"r0_": (xi[0] * a0 - xi[1] * a1) % p, "r1_": (xi[1] * a0 + xi[0] * a1) % p}
        return {"r0_": (a0 * b0 - a1 * b1) * back % p, "r1_": (a0 * b1 + a1 * b0) * back % p}
    if strategy.function == "from_limbs":
        return {"r": sum(limb << (limb_bits(field) * int(name[4:])) for name, limb in v.items())}
    if strategy.function == "to_limbs":
        size = limb_bits(field)
        limbs = [(v["a"] >> (size * i)) % (1 << size) for i in range(limb_count(field))]
        return {"r": sum(limb << (field.word_bits * i) for i, limb in enumerate(limbs))}
    a, b = v["a"], v.get("b", v["a"])
    mask = v.get("mask", 0)
    match strategy.function:
        case "is_zero":
            return {"return": int(a == 0)}
        case "eq":
            return {"return": int(a == b)}
        case "select":
            return {"r": a if mask else b}
        case "cneg":
            return {"r": -a % p if mask else a}
    rule = {
        "add": a + b,
        "sub": a - b,
        "neg": -a,
        "dbl": 2 * a,
        "halve": a * (p + 1) // 2,
        "mul": a * b * back,
        "sqr": a * a * back,
        "to_mont": a * field.radix,
        "from_mont": a * back,
    }[strategy.function]
    return {"r": rule % p}


def inputs(field: FieldModel, prog: Program, rng: random.Random) -> dict[str, int]:
    special = edges(field)
    values = {}
    for name, nat in prog.inputs:
        if name == "mask":
            values[name] = rng.choice([0, prog.base - 1])
        else:
            values[name] = rng.choice([0, nat.hi, nat.hi, rng.choice(special) % (nat.hi + 1), rng.randint(0, nat.hi)])
    return values if "limb0" not in values else limbs_of(field, rng)


def limbs_of(field: FieldModel, rng: random.Random) -> dict[str, int]:
    """Limbs of a number below the radix."""
    number, size = rng.choice([0, field.radix - 1, rng.randrange(field.radix)]), limb_bits(field)
    return {f"limb{i}": (number >> (size * i)) % (1 << size) for i in range(limb_count(field))}


@pytest.mark.parametrize("bits", SIZES)
@pytest.mark.parametrize("seed", ["top", "bottom", "random"])
def test_every_strategy_is_right_or_refused(bits: int, seed: str) -> None:
    field = field_model("fp", prime(bits, seed))
    rng = random.Random(bits)
    served: dict[tuple[bool, str], list[str]] = {}
    for strategy in (*FIELD_STRATEGIES, *FP2_STRATEGIES):
        key = (strategy in FP2_STRATEGIES, strategy.function)
        served.setdefault(key, [])
        try:
            prog = strategy.build(field)
        except Refusal as refusal:
            assert not all(need.holds(field) for need in strategy.needs)
            assert hex(field.modulus) in str(refusal) and strategy.name in str(refusal)
            continue
        served[key].append(strategy.name)
        for _ in range(25):
            values = inputs(field, prog, rng)
            assert run(prog, values) == reference(field, strategy, values), (strategy.name, strategy.function, values)
    assert all(served.values()), {key for key, names in served.items() if not names}


@pytest.mark.parametrize(
    ("modulus", "name"),
    [
        (2**256 - 2**32 - 977, "mont_pseudo_mersenne"),
        (2**255 - 19, "mont_pseudo_mersenne"),
        (2**130 - 5, "mont_pseudo_mersenne"),
        (2**191 - 19, "mont_pseudo_mersenne"),
        (2**256 - 2**63, "mont_pseudo_mersenne"),  # the prime below it
        (2**256 - 2**224 + 2**192 + 2**96 - 1, "mont_friendly"),
        (2**127 - 1, "mont_friendly"),
        (2**448 - 2**224 - 1, "mont_friendly"),
        (2**521 - 1, "mont_friendly"),
    ],
)
def test_moduli_of_a_special_form(modulus: int, name: str) -> None:
    """The planner takes the special reduction where it costs less, and it is right on edges and at random."""
    modulus = modulus if isprime(modulus) else int(prevprime(modulus))
    field = field_model("fp", modulus)
    rng = random.Random(modulus)
    plan = plan_field(field)
    generic = choose(field, "mul", FIELD_STRATEGIES, PREFERENCES, "mont_carry")
    for function in ("mul", "sqr"):
        choice = plan[function]
        assert choice.strategy.name == name
        assert choice.program.cost() < generic.program.cost() and weight(choice.program) < weight(generic.program)
        for _ in range(300):
            values = inputs(field, choice.program, rng)
            assert run(choice.program, values) == reference(field, choice.strategy, values)


def test_a_special_form_that_costs_more_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gen.plan.weight", lambda program: -program.cost())
    choice = plan_field(field_model("fp", 2**255 - 19))["mul"]
    assert choice.strategy.name == "mont_nocarry"
    assert "mont_pseudo_mersenne costs no less than mont_nocarry: -24 against -36" in choice.refused


@pytest.mark.parametrize("bits", [62, 63, 64])
def test_a_builder_past_its_needs_is_stopped_by_the_ranges(bits: int) -> None:
    """The needs only say early what the ranges would say anyway: no builder yields a wrong program."""
    field = field_model("fp", prime(bits, "top"))
    rng = random.Random(bits)
    for strategy in (*FIELD_STRATEGIES, *FP2_STRATEGIES):
        try:
            prog = strategy.builder(field)
        except RangeError:
            assert strategy.needs
            continue
        for _ in range(25):
            values = inputs(field, prog, rng)
            assert run(prog, values) == reference(field, strategy, values)


def test_word_size_is_a_parameter() -> None:
    """All primes below 2^9 in words of 4 bits, where every carry pattern occurs."""
    for p in (3, 7, 11, 103, 127, 131, 251, 263, 499, 503):
        field = field_model("fp", p, word_bits=4)
        rng = random.Random(p)
        for strategy in FIELD_STRATEGIES:
            try:
                prog = strategy.build(field)
            except Refusal:
                continue
            for _ in range(60):
                values = {
                    name: rng.choice([0, 15]) if name == "mask" else rng.randint(0, nat.hi) for name, nat in prog.inputs
                }
                values = values if "limb0" not in values else limbs_of(field, rng)
                assert run(prog, values) == reference(field, strategy, values), (p, strategy.name, values)


@pytest.mark.parametrize(("modulus", "reason"), [(2, "odd"), (1, "odd"), (100, "odd"), (15, "not prime"), (-7, "odd")])
def test_no_field_without_an_odd_prime(modulus: int, reason: str) -> None:
    with pytest.raises(FieldError, match=reason):
        field_model("fp", modulus)
