# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every strategy on random primes of 64k-3 to 64k+1 bits: either refused by a stated need, or right on edge and random
values under the interpreter, which asserts every range and every dropped carry."""

from __future__ import annotations

import random
import re

import pytest
from sympy import isprime, nextprime, prevprime

from fieldlib import edges
from gen.derive.field import FieldError, FieldModel, field_model, plain_form
from gen.interp import run
from gen.ir import Program, RangeError
from gen.plan import FIELD_STRATEGIES, PREFERENCES, PlanError, choose, choose_form, plan_field, weight
from gen.strategies import Refusal, Strategy, fold, fp2
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


def of_its_form(field: FieldModel, strategy: Strategy) -> FieldModel:
    """The field in the form that the strategy works on."""
    return plain_form(field) if strategy.plain else field


def reference(field: FieldModel, strategy: Strategy, v: dict[str, int]) -> dict[str, int]:
    p = field.modulus
    back = pow(field.R, -1, p)
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
        "to_mont": a * field.R,
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
    montgomery = field_model("fp", prime(bits, seed))
    rng = random.Random(bits)
    served: dict[tuple[bool, str], list[str]] = {}
    for strategy in (*FIELD_STRATEGIES, *FP2_STRATEGIES):
        key = (strategy in FP2_STRATEGIES, strategy.function)
        served.setdefault(key, [])
        field = of_its_form(montgomery, strategy)
        try:
            prog = strategy.build(field)
        except RangeError as refusal:
            assert strategy.name == "fold" and field.limbs == 1 and "after 2 folds at bit" in str(refusal)
            continue
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
        (2**256 - 2**32 - 977, "fold"),
        (2**255 - 19, "fold"),
        (2**191 - 19, "fold"),
        (2**256 - 2**63, "fold"),  # the prime below it
        (2**64 - 2**32 + 1, "fold"),
        (2**521 - 1, "fold"),
        (2**130 - 5, "mont_pseudo_mersenne"),  # 62 spare bits: c*2^62 is longer than a word
        (2**256 - 2**224 + 2**192 + 2**96 - 1, "mont_friendly"),
        (2**127 - 1, "mont_friendly"),
        (2**448 - 2**224 - 1, "mont_friendly"),
    ],
)
def test_moduli_of_a_special_form(modulus: int, name: str) -> None:
    """The planner takes the special reduction where it costs less, and it is right on edges and at random."""
    modulus = modulus if isprime(modulus) else int(prevprime(modulus))
    montgomery = field_model("fp", modulus)
    field = choose_form(montgomery).field
    rng = random.Random(modulus)
    plan = plan_field(field)
    generic = choose(montgomery, "mul", FIELD_STRATEGIES, PREFERENCES, "mont_carry")
    for function in ("mul", "sqr"):
        choice = plan[function]
        assert choice.strategy.name == name
        assert choice.program.cost() <= generic.program.cost() and weight(choice.program) < weight(generic.program)
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
    montgomery = field_model("fp", prime(bits, "top"))
    rng = random.Random(bits)
    for strategy in (*FIELD_STRATEGIES, *FP2_STRATEGIES):
        field = of_its_form(montgomery, strategy)
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
        montgomery = field_model("fp", p, word_bits=4)
        rng = random.Random(p)
        for strategy in FIELD_STRATEGIES:
            field = of_its_form(montgomery, strategy)
            try:
                prog = strategy.build(field)
            except (Refusal, RangeError):
                continue
            for _ in range(60):
                values = {
                    name: rng.choice([0, 15]) if name == "mask" else rng.randint(0, nat.hi) for name, nat in prog.inputs
                }
                values = values if "limb0" not in values else limbs_of(field, rng)
                assert run(prog, values) == reference(field, strategy, values), (p, strategy.name, values)


FOLDS = {strategy.function: strategy for strategy in fold.STRATEGIES}


def largest_c(bits: int) -> tuple[int, int]:
    """The primes of this size with the largest c that a fold admits and with the next larger one, in words of 64."""
    spare = -bits % 64
    limit = (1 << bits) - (1 << 64 - spare)
    return int(nextprime(limit)), int(prevprime(limit))


@pytest.mark.parametrize("bits", [122, 126, 127, 128, 129, 160, 191, 192, 250, 255, 256, 319, 384])
def test_a_fold_at_the_limits_of_c(bits: int) -> None:
    """2^k = c: right for the smallest and the largest c of one word, refused for the next, with its length."""
    inside, outside = largest_c(bits)
    rng = random.Random(bits)
    for modulus in (int(prevprime(1 << bits)), inside):
        field = plain_form(field_model("fp", modulus))
        if (1 << bits) - modulus >> 64 - field.spare_bits:  # no prime has a c that small
            continue
        for strategy in FOLDS.values():
            prog = strategy.build(field)
            most = {name: nat.hi for name, nat in prog.inputs}
            c = (1 << bits) - modulus
            near = [0, 1, c - 1, c, c + 1, modulus // c, modulus - c, modulus - 1, field.radix - 1, 1 << bits - 1]
            for _ in range(200):
                v = {name: min(rng.choice([*near, rng.randint(0, hi)]), hi) for name, hi in most.items()}
                assert run(prog, v) == reference(field, strategy, v), (strategy.function, v)
    with pytest.raises(Refusal, match=r"needs p = 2\^k - c with c\*2\^s < 2\^W for s spare bits; c has "):
        FOLDS["mul"].build(plain_form(field_model("fp", outside)))


def test_a_fold_of_one_word_has_three_folds_at_most() -> None:
    """Goldilocks takes two; c near 2^(2k/3) three; beyond that the ranges refuse."""
    rng = random.Random(64)
    for modulus, products in ((2**64 - 2**32 + 1, 3), (int(nextprime(2**64 - 2**41)), 4)):
        field = plain_form(field_model("fp", modulus))
        prog = FOLDS["mul"].build(field)
        assert prog.cost() == products
        for _ in range(500):
            v = {name: rng.choice([modulus - 1, modulus - 2, rng.randrange(modulus)]) for name in ("a", "b")}
            assert run(prog, v) == reference(field, FOLDS["mul"], v)
    with pytest.raises(RangeError, match=r"after 2 folds at bit 64 \(q \+ 1\)\*c may be above p"):
        FOLDS["mul"].build(plain_form(field_model("fp", int(nextprime(2**64 - 2**50)))))


def test_every_product_of_small_primes_by_folds() -> None:
    """All pairs of elements, in words of 4 bits: one to three of them, with and without spare bits."""
    for p in (7, 13, 61, 127, 251, 1021, 4093):
        field = plain_form(field_model("fp", p, word_bits=4))
        programs = [(strategy, strategy.build(field)) for strategy in FOLDS.values()]
        elements = range(p) if p < 64 else [*range(12), *range(p // 2 - 8, p // 2 + 8), *range(p - 16, p)]
        for strategy, prog in programs:
            names = [name for name, _ in prog.inputs]
            firsts = range(field.radix) if strategy.function == "to_mont" else elements
            for a in firsts:
                for b in elements if "b" in names else (0,):
                    v = {"a": a, "b": b} if "b" in names else {"a": a}
                    assert run(prog, v) == reference(field, strategy, v), (p, strategy.function, v)


def test_the_form_of_a_field() -> None:
    """Plain where it costs less or is asked for, one form for all functions, and the reason told."""
    p25519, p256 = field_model("fp", 2**255 - 19), field_model("fp", 2**256 - 2**224 + 2**192 + 2**96 - 1)
    form = choose_form(p25519)
    assert form.field.plain and (form.field.R, form.field.R2, form.field.mont_bits) == (1, 1, 0)
    assert re.fullmatch(r"a product and a square weigh (\d+) in plain form, (\d+) in Montgomery form", form.reason)
    assert not choose_form(p256).field.plain and "c has 224 bits" in choose_form(p256).reason
    forced = choose_form(p25519, {"sqr": "mont_square"})
    assert forced.field == p25519 and forced.reason == "forced by fp_sqr = mont_square"
    assert plan_field(forced.field, {"sqr": "mont_square"})["mul"].strategy.name == "mont_pseudo_mersenne"
    with pytest.raises(PlanError, match="fp_mul = fold works in plain form, fp_sqr = mont_square in Montgomery form"):
        choose_form(p25519, {"mul": "fold", "sqr": "mont_square"})
    with pytest.raises(PlanError, match="fold for fp_mul works in plain form; fp is in Montgomery form, R = 2\\^256"):
        plan_field(p25519, {"mul": "fold"})
    with pytest.raises(PlanError, match=r"forced strategy fold is refused for .* c has 224 bits"):
        plan_field(choose_form(p256, {"mul": "fold"}).field, {"mul": "fold"})


def test_a_plain_form_that_costs_more_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gen.plan.weight", lambda program: -program.cost())
    form = choose_form(field_model("fp", 2**255 - 19))
    assert not form.field.plain and "weigh -36 in plain form, -66 in Montgomery form" in form.reason


@pytest.mark.parametrize(("modulus", "reason"), [(2, "odd"), (1, "odd"), (100, "odd"), (15, "not prime"), (-7, "odd")])
def test_no_field_without_an_odd_prime(modulus: int, reason: str) -> None:
    with pytest.raises(FieldError, match=reason):
        field_model("fp", modulus)
