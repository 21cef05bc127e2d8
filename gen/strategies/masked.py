# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Selection, conditional negation and comparison: masks and words only, the same for every modulus."""

from __future__ import annotations

from gen.derive.field import FieldModel
from gen.ir import Nat, Program, Word
from gen.strategies import Strategy
from gen.strategies.additive import negation
from gen.strategies.common import element


def _mask_input(prog: Program) -> Word:
    return prog.input_word("mask", prog.base - 1)


def _select(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_select", field.word_bits)
    a, b = element(prog, field, "a"), element(prog, field, "b")
    mask = _mask_input(prog)
    words = tuple(prog.select(mask, x, y, f"r{i}") for i, (x, y) in enumerate(zip(a.words, b.words, strict=True)))
    prog.output("r", Nat(words, 0, field.modulus - 1), field.limbs)
    return prog


def _cneg(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_cneg", field.word_bits)
    a = element(prog, field, "a")
    mask = _mask_input(prog)
    negated = negation(prog, a, field)
    words = tuple(prog.select(mask, x, y, f"r{i}") for i, (x, y) in enumerate(zip(negated.words, a.words, strict=True)))
    prog.output("r", Nat(words, 0, field.modulus - 1), field.limbs)
    return prog


def _flag_zero(prog: Program, words: list[Word]) -> None:
    """Returns 1 if all words are zero, else 0."""
    merged = words[0]
    for word in words[1:]:
        merged = prog.or_(merged, word, "any")
    flag = prog.xor(prog.nonzero(merged), prog.const(1), "flag")
    prog.output("return", Nat((flag,), 0, 1), 1)


def _is_zero(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_is_zero", field.word_bits)
    a = element(prog, field, "a")
    _flag_zero(prog, list(a.words))
    return prog


def _eq(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_eq", field.word_bits)
    a, b = element(prog, field, "a"), element(prog, field, "b")
    _flag_zero(prog, [prog.xor(x, y, f"x{i}") for i, (x, y) in enumerate(zip(a.words, b.words, strict=True))])
    return prog


STRATEGIES = (
    Strategy("mask", "select", "word-wise under the mask", (), _select),
    Strategy("mask", "cneg", "negation, then a selection", (), _cneg),
    Strategy("mask", "is_zero", "all words or-ed", (), _is_zero),
    Strategy("mask", "eq", "differences of all words or-ed", (), _eq),
)
