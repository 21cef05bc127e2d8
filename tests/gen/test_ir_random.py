# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Programs nobody wrote: random expressions in the IR against Python integers, interpreted and compiled."""

from __future__ import annotations

import ctypes
import random
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldlib import COMPILERS, ROOT, WARNINGS
from gen.derive.field import FieldModel, field_model
from gen.emit.c64 import body
from gen.interp import run
from gen.ir import Fact, Nat, Op, Program, RangeError
from gen.strategies.common import (
    element,
    montgomery_shift,
    multiply_wide,
    reduce_fully,
    reduce_wide,
    rows_chained,
    square_wide,
)

NAMES = ("a", "b", "x")
Value = Callable[[dict[str, int]], int]
SMALL_PRIMES = (3, 5, 7, 13, 97, 103, 127, 131, 251, 257, 509, 65521, 65537, 16777213, 2**31 - 1, 2**32 - 5)


def random_program(rng: random.Random, bits: int, steps: int) -> tuple[Program, Value]:
    """A program of `steps` operations over three inputs, and the same function on integers."""
    prog = Program("random", bits)
    pool: list[tuple[Nat, Value]] = []
    for name in NAMES:
        hi = rng.getrandbits(rng.randint(1, 3 * bits)) + 1
        nat = prog.input(name, prog.width(hi), hi)
        pool.append((nat, lambda v, name=name: v[name]))
    for _ in range(steps):
        (x, fx), (y, fy) = rng.choice(pool), rng.choice(pool)
        kind = rng.choice(["add", "row", "chained", "wide", "square", "sub", "select", "constant"])
        if kind == "add":
            made: tuple[Nat, Value] = prog.add(x, y), lambda v, fx=fx, fy=fy: fx(v) + fy(v)
        elif kind in ("row", "chained"):
            i = rng.randrange(len(y.words))
            word = y.words[i]
            product = prog.add_product if kind == "row" else prog.add_product_chained
            made = product(x, y, word), lambda v, fx=fx, fy=fy, i=i: fx(v) + fy(v) * ((fy(v) >> bits * i) % (1 << bits))
        elif kind == "wide":
            made = multiply_wide(prog, x, y, "w"), lambda v, fx=fx, fy=fy: fx(v) * fy(v)
        elif kind == "square":
            made = square_wide(prog, x, "q"), lambda v, fx=fx: fx(v) ** 2
        elif kind == "sub":
            big = prog.add(x, prog.constant(y.hi))
            made = prog.sub(big, y), lambda v, fx=fx, fy=fy, top=y.hi: fx(v) + top - fy(v)
        elif kind == "select":
            count = max(len(x.words), len(y.words))
            mask = prog.mask(prog.and_(x.words[0], prog.const(1), "bit"))
            left, right = prog.resize(x, count), prog.resize(y, count)
            words = tuple(prog.select(mask, p, q, f"s{i}") for i, (p, q) in enumerate(zip(left.words, right.words)))
            made = Nat(words, 0, max(x.hi, y.hi)), lambda v, fx=fx, fy=fy: fx(v) if fx(v) % 2 else fy(v)
        else:
            value = rng.getrandbits(rng.randint(1, 2 * bits))
            made = prog.add(x, prog.constant(value)), lambda v, fx=fx, value=value: fx(v) + value
        if len(made[0].words) <= 12:
            pool.append(made)
    nat, function = pool[-1]
    prog.output("r", nat, max(12, len(nat.words)))
    return prog, function


def inputs(prog: Program, rng: random.Random) -> dict[str, int]:
    return {name: rng.choice([nat.lo, nat.hi, rng.randint(nat.lo, nat.hi)]) for name, nat in prog.inputs}


@given(st.integers(0, 2**64), st.sampled_from([4, 8, 16, 64]), st.integers(1, 12))
def test_random_programs_are_exact_and_within_their_ranges(seed: int, bits: int, steps: int) -> None:
    rng = random.Random(seed)
    prog, function = random_program(rng, bits, steps)
    for _ in range(6):
        values = inputs(prog, rng)
        assert run(prog, values) == {"r": function(values)}


@given(st.integers(0, 2**64), st.integers(1, 12))
def test_dead_operations_change_nothing(seed: int, steps: int) -> None:
    rng = random.Random(seed)
    prog, function = random_program(rng, 8, steps)
    live = {id(op) for op in prog.live_ops()}
    prog.items = [
        item for item in prog.items if isinstance(item, Op) and (id(item) in live or item.kind in ("input", "const"))
    ]
    values = inputs(prog, rng)
    assert run(prog, values) == {"r": function(values)}


@given(st.sampled_from(SMALL_PRIMES), st.sampled_from([4, 8, 16, 64]), st.integers(1, 40), st.integers(0, 2**64))
def test_full_reduction_of_any_bound(p: int, bits: int, multiple: int, seed: int) -> None:
    field = field_model("fp", p, word_bits=bits)
    prog = Program("reduce", bits)
    hi = multiple * p
    prog.output("r", reduce_fully(prog, prog.input("a", prog.width(hi), hi), field), field.limbs)
    rng = random.Random(seed)
    for value in (0, p - 1, p, hi, rng.randint(0, hi)):
        assert run(prog, {"a": min(value, hi)}) == {"r": min(value, hi) % p}


@given(st.sampled_from(SMALL_PRIMES), st.sampled_from([4, 8, 16]), st.integers(0, 2**64))
def test_montgomery_reduction_of_products_and_rows(p: int, bits: int, seed: int) -> None:
    field = field_model("fp", p, word_bits=bits)
    rng = random.Random(seed)
    back = pow(field.radix, -1, p)
    values = {name: rng.choice([0, 1, p - 1, p // 2, rng.randrange(p)]) for name in ("a", "b")}

    def tried(make: Callable[[Program, Nat, Nat], Nat]) -> int:
        prog = Program("montgomery", bits)
        t = make(prog, element(prog, field, "a"), element(prog, field, "b"))
        prog.output("r", reduce_fully(prog, t, field), field.limbs)
        return run(prog, values)["r"]

    wanted = values["a"] * values["b"] * back % p
    assert tried(lambda prog, a, b: reduce_wide(prog, multiply_wide(prog, a, b, "q"), field)) == wanted
    assert tried(lambda prog, a, b: rows_chained(prog, [(a, b)], field)) == wanted
    assert (
        tried(lambda prog, a, b: rows_chained(prog, [(a, b), (b, b)], field))
        == (values["a"] + values["b"]) * values["b"] * back % p
    )
    assert shifted(field, values["a"]) == values["a"] * pow(field.word_base, -1, p) % p


def shifted(field: FieldModel, value: int) -> int:
    prog = Program("shift", field.word_bits)
    prog.output("r", reduce_fully(prog, montgomery_shift(prog, element(prog, field, "a"), field), field), field.limbs)
    return run(prog, {"a": value})["r"]


@given(st.integers(0, 2**64), st.integers(1, 8))
def test_one_carry_less_than_needed_is_refused(seed: int, steps: int) -> None:
    """A number that may be as long as its bound says is never put into fewer words."""
    prog, _ = random_program(random.Random(seed), 8, steps)
    nat = prog.outputs[0][1]
    needed = prog.width(nat.hi)
    assert prog.resize(nat, needed).hi == nat.hi
    if needed > 1:
        with pytest.raises(RangeError, match="does not fit"):
            prog.resize(nat, needed - 1)


def test_the_printed_c_of_random_programs_is_the_interpreters(tmp_path: Path) -> None:
    rng = random.Random(20)
    programs = [random_program(rng, 64, 2 + i % 14) for i in range(60)]
    source = ['#include "core/ct.h"']
    places = {"a": "a->l", "b": "b->l", "x": "x->l", "r": "r->l"}
    source.append("typedef struct { uint64_t l[64]; } number;")
    for i, (prog, _) in enumerate(programs):
        head = f"void f{i}(number *r, const number *a, const number *b, const number *x)"
        used = {name for name, nat in prog.inputs if any(w in op.ins for op in prog.live_ops() for w in nat.words)}
        unused = [f"(void){name};" for name in NAMES if name not in used]
        source += [f"{head};", head + " {", *body(prog, places), *unused, "}"]
    (tmp_path / "random.c").write_text("\n".join(source) + "\n")
    library = tmp_path / "random.so"
    flags = [flag for flag in WARNINGS if flag != "-Wshadow"]
    command = [
        COMPILERS[0],
        "-std=c11",
        *flags,
        "-O1",
        "-fPIC",
        "-shared",
        f"-I{ROOT / 'src'}",
        str(tmp_path / "random.c"),
    ]
    subprocess.run([*command, "-o", str(library)], check=True)
    loaded = ctypes.CDLL(str(library))
    for i, (prog, function) in enumerate(programs):
        limbs = len(prog.outputs[0][1].words)
        for _ in range(8):
            values = inputs(prog, rng)
            arrays = [(ctypes.c_uint64 * 64)(*((values[n] >> 64 * k) % (1 << 64) for k in range(64))) for n in NAMES]
            out = (ctypes.c_uint64 * 64)()
            getattr(loaded, f"f{i}")(out, *arrays)
            assert sum(out[k] << 64 * k for k in range(limbs)) == function(values) == run(prog, values)["r"], i
    assert any(isinstance(item, Fact) for item in programs[0][0].items)
