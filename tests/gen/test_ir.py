# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The straight-line IR: exact equations, proved ranges, refusals, and an interpreter that notices wrong ranges."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gen.interp import InterpError, run
from gen.ir import Fact, Nat, Op, Program, RangeError

BOUNDS = st.integers(min_value=0, max_value=2**200)


def pick(rng: random.Random, low: int, high: int) -> int:
    return rng.choice([low, high, rng.randint(low, high)])


@given(BOUNDS, BOUNDS, st.integers(0, 2**32), st.sampled_from([8, 16, 64]))
def test_sum_and_products_are_exact_and_in_range(a_hi: int, b_hi: int, seed: int, bits: int) -> None:
    prog = Program("sum", bits)
    width = prog.width(max(a_hi, b_hi))
    a, b = prog.input("a", width, a_hi), prog.input("b", width, b_hi)
    k = prog.input_word("k", prog.base - 1)
    total = prog.add(a, b)
    row = prog.add_product(b, a, k)
    chained = prog.add_product_chained(b, a, k)
    for name, nat in (("sum", total), ("row", row), ("chained", chained)):
        prog.output(name, nat, len(nat.words))
    assert total.hi == a_hi + b_hi
    assert row.hi == chained.hi == b_hi + a_hi * (prog.base - 1)
    rng = random.Random(seed)
    for _ in range(8):
        x, y, z = pick(rng, 0, a_hi), pick(rng, 0, b_hi), pick(rng, 0, prog.base - 1)
        out = run(prog, {"a": x, "b": y, "k": z})
        assert out == {"sum": x + y, "row": y + x * z, "chained": y + x * z}


@given(BOUNDS, st.integers(0, 2**32))
def test_subtraction_borrows_exactly_when_negative(hi: int, seed: int) -> None:
    prog = Program("sub")
    count = prog.width(hi)
    a, b = prog.input("a", count, hi), prog.input("b", count, hi)
    words, borrow = prog.sub_borrow(a, b, count)
    prog.output("d", Nat(words, 0, prog.base**count - 1), count)
    prog.output("borrow", Nat((borrow,), 0, 1), 1)
    rng = random.Random(seed)
    for _ in range(8):
        x, y = pick(rng, 0, hi), pick(rng, 0, hi)
        assert run(prog, {"a": x, "b": y}) == {"d": (x - y) % prog.base**count, "borrow": int(x < y)}


def test_a_carry_is_dropped_only_when_the_bound_proves_it_zero() -> None:
    prog = Program("carry", 8)
    small = prog.add(prog.input("a", 1, 127), prog.input("b", 1, 128))
    assert len(small.words) == 1
    large = prog.add(prog.input("c", 1, 128), prog.input("d", 1, 128))
    assert len(large.words) == 2
    with pytest.raises(RangeError, match="does not fit into 1 words"):
        prog.resize(large, 1)
    with pytest.raises(RangeError, match="output"):
        prog.output("r", large, 1)


def test_unproved_requests_are_refused_with_the_numbers() -> None:
    prog = Program("refusals", 8)
    a, b = prog.input("a", 1, 200), prog.input("b", 1, 100)
    with pytest.raises(RangeError, match="may be negative"):
        prog.sub(a, b)
    with pytest.raises(RangeError, match="mask of a word that may be 200"):
        prog.mask(a.words[0])
    with pytest.raises(RangeError, match="carry into s may be 200"):
        prog.adc(a.words[0], b.words[0], a.words[0], "s")
    with pytest.raises(RangeError, match="borrow into s may be 200"):
        prog.sbb(a.words[0], b.words[0], a.words[0], "s")
    with pytest.raises(RangeError, match=r"may reach 0x12c, base 0x100"):
        prog.sum(a.words[0], b.words[0], 300, "s")
    with pytest.raises(RangeError, match="shift by 8"):
        prog.funnel(a.words[0], b.words[0], 8, "s")
    with pytest.raises(RangeError, match="input c up to 0x100"):
        prog.input("c", 1, 256)


def small_program() -> Program:
    prog = Program("small", 8)
    a, b = prog.input("a", 2, 40000), prog.input("b", 2, 20000)
    total = prog.add(a, b)
    prog.fact(total, "the sum")
    prog.output("r", total, 2)
    return prog


def test_the_interpreter_notices_a_wrong_fact_a_wrong_range_and_a_wrong_input() -> None:
    prog = small_program()
    assert run(prog, {"a": 40000, "b": 20000}) == {"r": 60000}
    with pytest.raises(InterpError, match="outside"):
        run(prog, {"a": 40001, "b": 0})
    with pytest.raises(InterpError, match="expected"):
        run(prog, {"a": 1})
    for i, item in enumerate(prog.items):
        if isinstance(item, Fact) and item.text:
            prog.items[i] = replace(item, hi=59999)
    with pytest.raises(InterpError, match="the sum"):
        run(prog, {"a": 40000, "b": 20000})
    prog = small_program()
    for i, item in enumerate(prog.items):
        if isinstance(item, Op) and item.kind == "adc":
            prog.items[i] = replace(item, outs=(replace(item.outs[0], hi=3), item.outs[1]))
    with pytest.raises(InterpError, match="outside"):
        run(prog, {"a": 40000, "b": 20000})


def test_select_insists_on_a_mask() -> None:
    prog = Program("select", 8)
    mask = prog.input_word("mask", 255)
    a, b = prog.input("a", 1, 255), prog.input("b", 1, 255)
    prog.output("r", Nat((prog.select(mask, a.words[0], b.words[0], "r"),), 0, 255), 1)
    assert run(prog, {"mask": 255, "a": 1, "b": 2}) == {"r": 1}
    assert run(prog, {"mask": 0, "a": 1, "b": 2}) == {"r": 2}
    with pytest.raises(InterpError, match="mask"):
        run(prog, {"mask": 1, "a": 1, "b": 2})


def test_pretty_shows_every_operation_with_its_range() -> None:
    text = small_program().pretty()
    assert text.startswith("program small (words of 8 bits)\n")
    assert "adc(" in text and "the sum" in text and "output r" in text
    assert text.count("=") >= 3
