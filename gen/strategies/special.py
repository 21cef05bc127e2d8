# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Montgomery reduction for moduli of a special form, where a row needs fewer word multiplications than n + 1.

The representation is the usual one, R = base^n: only m*p is computed in another way. A full product comes first.
"""

from __future__ import annotations

from collections.abc import Callable

from gen.derive.field import FieldModel
from gen.ir import Nat, Program, Word
from gen.strategies import Need, Strategy
from gen.strategies.common import Shift, element, multiply_wide, reduce_once, reduce_wide, square_wide


def _shifted_word(prog: Program, m: Word, bits: int, hint: str) -> tuple[Word, Word]:
    """(low, high) of m*2^bits, 0 <= bits < word_bits."""
    if bits == 0:
        return m, prog.zero
    low = prog.funnel(m, prog.zero, prog.word_bits - bits, f"{hint}l")
    return low, prog.funnel(prog.zero, m, prog.word_bits - bits, f"{hint}h")


def _row_bound(t: Nat, field: FieldModel) -> int:
    """(t + m*p)/base with m < base."""
    return (t.hi + (field.word_base - 1) * field.modulus) // field.word_base


def pseudo_mersenne_shift(prog: Program, t: Nat, field: FieldModel) -> Nat:
    """(t + m*p)/base for p = 2^k - c, c < base: m*c = t_0 mod base, so the row is
    floor(t/base) + m*2^k/base - floor(m*c/base), which is not negative, and adding before subtracting keeps it so."""
    c = (1 << field.bits) - field.modulus
    if field.bits <= prog.word_bits or c >= prog.base:
        prog.refuse(f"p = 2^{field.bits} - {c:#x} has one word, or no word of difference")
    rest = Nat(t.words[1:] or (prog.zero,), 0, t.hi // prog.base)
    m = prog.mullo(t.words[0], prog.const(field.n0), "m")
    _, high = prog.mul(m, prog.const(c))
    place, bits = divmod(field.bits - prog.word_bits, prog.word_bits)
    low_word, high_word = _shifted_word(prog, m, bits, "m")
    top = Nat((prog.zero,) * place + (low_word, high_word), 0, (prog.base - 1) << (field.bits - prog.word_bits))
    bound = _row_bound(t, field)
    total = prog.add_bounded(rest, top, min(rest.hi + top.hi, bound + c), "t")
    row = prog.sub_known(total, Nat((high,), 0, high.hi), "t")
    row = prog.resize(Nat(row.words, 0, min(row.hi, bound)), prog.width(bound))
    prog.fact(row, "")
    return row


def friendly_shift(prog: Program, t: Nat, field: FieldModel) -> Nat:
    """(t + m*p)/base for p = -1 mod base: m = t_0, so the row is floor(t/base) + m*(p + 1)/base. Words of (p + 1)/base
    that are 0 cost nothing, powers of two are shifts."""
    if field.limbs < 2 or (field.modulus + 1) % prog.base:
        prog.refuse(f"p + 1 = {field.modulus + 1:#x} in {field.limbs} words is no multiple of a word's base")
    m = t.words[0]
    rest = Nat(t.words[1:] or (prog.zero,), 0, t.hi // prog.base)
    factor = prog.constant((field.modulus + 1) // prog.base, field.limbs - 1)
    lows: list[Word] = []
    highs: list[Word] = [prog.zero]
    for i, word in enumerate(factor.words):
        value = word.constant
        assert value is not None
        if value == 0:
            low, high = prog.zero, prog.zero
        elif value & (value - 1) == 0:
            low, high = _shifted_word(prog, m, value.bit_length() - 1, f"m{i}")
        else:
            low, high = prog.mul(word, m, i)
        lows.append(low)
        highs.append(high)
    lows.append(prog.zero)
    product = factor.hi * (prog.base - 1)
    bound = min(rest.hi + product, _row_bound(t, field))
    if all(prog.zero in pair for pair in zip(lows, highs, strict=True)):  # no two of them in one place: one addition
        merged = tuple(high if low is prog.zero else low for low, high in zip(lows, highs, strict=True))
        row = prog.add_bounded(rest, Nat(merged, 0, product), bound, "t")
    else:
        row = prog.add_bounded(rest, Nat(tuple(highs), 0, product), bound, "t")
        row = prog.add_bounded(row, Nat(tuple(lows), 0, product), bound, "t")
    prog.fact(row, "")
    return row


def _mul(shift: Shift) -> Callable[[FieldModel], Program]:
    def build(field: FieldModel) -> Program:
        prog = Program(f"{field.name}_mul", field.word_bits)
        a, b = element(prog, field, "a"), element(prog, field, "b")
        product = multiply_wide(prog, a, b, "q")
        prog.output("r", reduce_once(prog, reduce_wide(prog, product, field, shift), field), field.limbs)
        return prog

    return build


def _sqr(shift: Shift) -> Callable[[FieldModel], Program]:
    def build(field: FieldModel) -> Program:
        prog = Program(f"{field.name}_sqr", field.word_bits)
        square = square_wide(prog, element(prog, field, "a"), "q")
        prog.output("r", reduce_once(prog, reduce_wide(prog, square, field, shift), field), field.limbs)
        return prog

    return build


_FEW_WORDS = Need("two words or more", lambda field: field.limbs >= 2, lambda field: f"p has {field.limbs}")
_PSEUDO_MERSENNE = Need(
    "p = 2^k - c with c < 2^W",
    lambda field: (1 << field.bits) - field.modulus < field.word_base,
    lambda field: f"2^{field.bits} - p has {((1 << field.bits) - field.modulus).bit_length()} bits",
)
_FRIENDLY = Need("p = -1 mod 2^W", lambda field: field.n0 == 1, lambda field: f"-1/p mod 2^W = {field.n0:#x}")

STRATEGIES = tuple(
    Strategy(name, function, f"{what}, then Montgomery reduction for {form}", needs, build(shift), False)
    for name, form, shift, needs in (
        ("mont_pseudo_mersenne", "p = 2^k - c", pseudo_mersenne_shift, (_FEW_WORDS, _PSEUDO_MERSENNE)),
        ("mont_friendly", "p = -1 mod 2^64", friendly_shift, (_FEW_WORDS, _FRIENDLY)),
    )
    for function, what, build in (("mul", "full product", _mul), ("sqr", "square with each cross product once", _sqr))
)
