# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Addition, subtraction, negation, doubling, halving modulo p; to be used for any modulus: the ranges decide whether
a sum needs a carry word (p < 2^(W*n - 1) spares it)."""

from __future__ import annotations

from gen.derive.field import FieldModel
from gen.ir import Nat, Program
from gen.strategies import Strategy, spare_bits
from gen.strategies.common import add_back, element, reduce_once


def _add(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_add", field.word_bits)
    a, b = element(prog, field, "a"), element(prog, field, "b")
    prog.output("r", reduce_once(prog, prog.add(a, b, "t"), field), field.limbs)
    return prog


def _dbl(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_dbl", field.word_bits)
    a = element(prog, field, "a")
    prog.output("r", reduce_once(prog, prog.add(a, a, "t"), field), field.limbs)
    return prog


def difference(prog: Program, a: Nat, b: Nat, field: FieldModel) -> Nat:
    """a - b mod p: where the subtraction borrows, p is added, and its carry cancels the borrow."""
    words, borrow = prog.sub_borrow(a, b, field.limbs)
    return add_back(prog, words, prog.mask(borrow), field, field.modulus - 1)


def negation(prog: Program, a: Nat, field: FieldModel) -> Nat:
    """-a mod p = 0 - a."""
    return difference(prog, prog.constant(0, field.limbs), a, field)


def _sub(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_sub", field.word_bits)
    a, b = element(prog, field, "a"), element(prog, field, "b")
    prog.output("r", difference(prog, a, b, field), field.limbs)
    return prog


def _neg(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_neg", field.word_bits)
    a = element(prog, field, "a")
    prog.output("r", negation(prog, a, field), field.limbs)
    return prog


def _halve(field: FieldModel) -> Program:
    """(a + (p if a is odd))/2; the sum may need one bit more than the words hold."""
    prog = Program(f"{field.name}_halve", field.word_bits)
    a = element(prog, field, "a")
    mask = prog.mask(prog.and_(a.words[0], prog.const(1), "odd"))
    p = prog.constant(field.modulus, field.limbs)
    words = tuple(prog.and_(word, mask, f"q{i}") for i, word in enumerate(p.words))
    total = prog.add(a, Nat(words, 0, field.modulus), "t")
    padded = (*total.words, prog.zero)
    half = tuple(prog.funnel(padded[i + 1], padded[i], 1, f"r{i}") for i in range(field.limbs))
    # a odd: a + p <= 2p - 1 is even, so (a + p)/2 <= p - 1; a even: a/2 < p.
    prog.output("r", Nat(half, 0, field.modulus - 1), field.limbs)
    return prog




STRATEGIES = (
    Strategy("add_nocarry", "add", "sum without a carry word, one conditional subtraction", (spare_bits(1),), _add),
    Strategy("add_carry", "add", "sum with a carry word, one conditional subtraction", (), _add),
    Strategy("dbl_nocarry", "dbl", "sum without a carry word, one conditional subtraction", (spare_bits(1),), _dbl),
    Strategy("dbl_carry", "dbl", "sum with a carry word, one conditional subtraction", (), _dbl),
    Strategy("sub_borrow", "sub", "p added back under a mask where the difference borrows", (), _sub),
    Strategy("neg_borrow", "neg", "0 - a, p added back under a mask where that borrows", (), _neg),
    Strategy("halve_nocarry", "halve", "p added under a mask, shift", (spare_bits(1),), _halve),
    Strategy("halve_carry", "halve", "p added under a mask with a carry word, shift", (), _halve),
)
