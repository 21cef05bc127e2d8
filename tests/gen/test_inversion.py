# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The last batch of the constant-time inversion: random values almost never need it, these do. And what an inversion by
halving field elements makes of a prime without a spare bit, where the planner is kept from seeing that."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from sympy import prevprime

import fieldlib
from curvelib import model
from fieldlib import COMPILERS
from gen import plan
from gen.derive.field import FieldModel
from gen.engines import engine_files
from gen.ir import Nat, Program
from gen.plan import plan_inversion

# Words of BN254 field elements that take many divsteps (a random one takes 512 +- 5): found by fixing eight low bits
# after another such that the numbers shrink as little as possible.
SLOW = {
    "fp": [
        0x2E24A7B22E70659446F9D9A07122BD328EE28C34C7033847D8DED6A75FAB1ADB,
        0x22E6FB78D9B8D24CAFEF2DE94B04D0B28092DE8D8121A0BE9937BA16067F5EB6,
        0x258AA44A0BDB4E32DF994707B215E8C25158F6385F88AC340D2F53E9AF39370E,
        0x2EFA01B6456DD412F9D86A74F14A660D8E679A3920E8B0E1AD0C3021B45C671C,
    ],
    "fr": [
        0x207FFE7AC36370DD59DA928AD587F38B3B0B491488706D3248DBA276CD4DC972,
        0x1E86C01705FDCFCAF768DD00406552C40FA23C7931A70D7186D88DE808271572,
        0x23EA028DA68A1018BF76B620A0EED9CA7A554510892D6555C07656BC39A41504,
    ],
}


def divsteps(x: int, p: int) -> int:
    """Steps until g = 0, delta doubled and started at 1: the map of src/core/gcd.h on whole numbers."""
    delta, f, g, steps = 1, p, x, 0
    while g:
        if g % 2 and delta > 0:
            delta, f, g = 2 - delta, g, (g - f) // 2
        else:
            delta, g = delta + 2, (g + g % 2 * f) // 2
        steps += 1
    return steps


@pytest.mark.parametrize("name", ["fp", "fr"])
def test_values_that_need_the_last_batch_are_inverted(tmp_path: Path, name: str) -> None:
    ours = model("bn254")
    field = ours.fp if name == "fp" else ours.fr
    counts = plan_inversion(field)
    assert counts.start == 1
    assert (counts.batches - 1) * counts.steps < counts.divsteps <= counts.batches * counts.steps
    folder = fieldlib.build(tmp_path, engine_files(ours, "c64"), COMPILERS[0], ["-O2"])
    compiled = fieldlib.load(folder, ours.fp, ours.fr)
    for a in SLOW[name]:
        assert (counts.batches - 1) * counts.steps < divsteps(a, field.modulus) <= counts.divsteps
        inverse = pow(a, -1, field.modulus) * field.R2 % field.modulus
        assert compiled.call(f"{name}_inv", (a,)) == (inverse,), hex(a)


def unguarded_halving(field: FieldModel) -> Program:
    """(a + (p if a is odd))/2 in the words of the field alone: what an addition without its carry makes of it."""
    prog = Program(f"{field.name}_halve", field.word_bits)
    a = prog.input("a", field.limbs, field.modulus - 1)
    mask = prog.mask(prog.and_(a.words[0], prog.const(1), "odd"))
    p = prog.constant(field.modulus, field.limbs)
    words = tuple(prog.and_(word, mask, f"q{i}") for i, word in enumerate(p.words))
    total = (*prog.add(a, Nat(words, 0, field.modulus), "t").words[: field.limbs], prog.zero)
    half = tuple(prog.funnel(total[i + 1], total[i], 1, f"r{i}") for i in range(field.limbs))
    prog.output("r", Nat(half, 0, field.modulus - 1), field.limbs)
    return prog


def binary_inverse(compiled: fieldlib.Compiled, field: FieldModel, a: int) -> int:
    """R/a mod p by the binary gcd that halves field elements, with the compiled fp_halve and fp_sub."""
    u, v, x, y = a, field.modulus, field.R, 0
    while u != 1 and v != 1:
        while u % 2 == 0:
            u, x = u // 2, compiled.call("fp_halve", (x,))[0]
        while v % 2 == 0:
            v, y = v // 2, compiled.call("fp_halve", (y,))[0]
        if u >= v:
            u, x = u - v, compiled.call("fp_sub", (x,), (y,))[0]
        else:
            v, y = v - u, compiled.call("fp_sub", (y,), (x,))[0]
    return x if u == 1 else y


@pytest.mark.parametrize(
    ("bits", "guarded", "right"), [(256, True, True), (256, False, False), (255, False, True), (64, False, False)]
)
def test_without_the_planners_guard_a_full_words_halving_inverts_wrongly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bits: int, guarded: bool, right: bool
) -> None:
    """A test of the tests: where the need for a spare bit is taken away, the same comparison fails."""
    modulus = int(prevprime(1 << bits))
    if not guarded:
        careless = [
            replace(strategy, needs=(), builder=unguarded_halving) if strategy.name == "halve_nocarry" else strategy
            for strategy in plan.FIELD_STRATEGIES
        ]
        monkeypatch.setattr(plan, "FIELD_STRATEGIES", tuple(careless))
    made, compiled = fieldlib.compile_alone(tmp_path, modulus)
    field = made.field
    assert made.plan["halve"].strategy.name == ("halve_carry" if guarded and bits % 64 == 0 else "halve_nocarry")
    rng = random.Random(bits)
    elements = [rng.randrange(1, field.modulus) for _ in range(20)]
    wanted = [pow(a, -1, field.modulus) * field.R % field.modulus for a in elements]
    assert ([binary_inverse(compiled, field, a) for a in elements] == wanted) == right
    # The library's own inversion does not halve field elements, and stays right.
    for a in elements:
        assert compiled.call("fp_inv", (a,)) == (pow(a, -1, field.modulus) * field.R2 % field.modulus,)
    if right:
        fieldlib.check_prime_field(compiled, "fp", alias=False)
    else:
        with pytest.raises(AssertionError, match="halve"):
            fieldlib.check_prime_field(compiled, "fp", alias=False)
