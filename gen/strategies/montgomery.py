# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Montgomery multiplication, squaring and conversion (Montgomery 1985; the row-wise forms are surveyed in Koc, Acar,
Kaliski, "Analyzing and comparing Montgomery multiplication algorithms", 1996)."""

from __future__ import annotations

from gen.derive.field import FieldModel
from gen.ir import Program
from gen.strategies import Strategy, spare_bits
from gen.strategies.common import (
    element,
    montgomery_shift,
    multiply_wide,
    reduce_once,
    reduce_wide,
    rows_chained,
    rows_interleaved,
    square_wide,
)


def _mul_rows(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_mul", field.word_bits)
    a, b = element(prog, field, "a"), element(prog, field, "b")
    prog.output("r", reduce_once(prog, rows_chained(prog, [(a, b)], field), field), field.limbs)
    return prog


def _mul_interleaved(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_mul", field.word_bits)
    a, b = element(prog, field, "a"), element(prog, field, "b")
    prog.output("r", reduce_once(prog, rows_interleaved(prog, [(a, b)], field), field), field.limbs)
    return prog


def _mul_product(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_mul", field.word_bits)
    a, b = element(prog, field, "a"), element(prog, field, "b")
    prog.output("r", reduce_once(prog, reduce_wide(prog, multiply_wide(prog, a, b, "q"), field), field), field.limbs)
    return prog


def _sqr_rows(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_sqr", field.word_bits)
    a = element(prog, field, "a")
    prog.output("r", reduce_once(prog, rows_chained(prog, [(a, a)], field), field), field.limbs)
    return prog


def _sqr_product(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_sqr", field.word_bits)
    a = element(prog, field, "a")
    prog.output("r", reduce_once(prog, reduce_wide(prog, square_wide(prog, a, "q"), field), field), field.limbs)
    return prog


def _to_mont(field: FieldModel) -> Program:
    """a*R^2/R for any a < R: the factor b = a may be as large as the words hold, R^2 mod p is the multiplicand."""
    prog = Program(f"{field.name}_to_mont", field.word_bits)
    a = prog.input("a", field.limbs, field.radix - 1)
    r2 = prog.constant(field.R2, field.limbs)
    prog.output("r", reduce_once(prog, rows_chained(prog, [(r2, a)], field), field), field.limbs)
    return prog


def _from_mont(field: FieldModel) -> Program:
    """a/R: n reduction rows; (a + m*p)/R < p for a < p, so nothing is left to subtract."""
    prog = Program(f"{field.name}_from_mont", field.word_bits)
    t = element(prog, field, "a")
    for row in range(field.limbs):
        t = montgomery_shift(prog, t, field, row)
    prog.output("r", reduce_once(prog, t, field), field.limbs)
    return prog


STRATEGIES = (
    Strategy("mont_nocarry", "mul", "row-wise Montgomery, rows of n words, two carry chains a product",
             (spare_bits(1),), _mul_rows, False),
    Strategy("mont_carry", "mul", "row-wise Montgomery with a carry word, two carry chains a product",
             (), _mul_rows, False),
    Strategy("mont_interleaved", "mul", "row-wise Montgomery, product and reduction side by side, no carry word",
             (spare_bits(1),), _mul_interleaved, False),
    Strategy("mont_product", "mul", "full product, then Montgomery reduction", (), _mul_product, False),
    Strategy("mont_nocarry", "sqr", "row-wise Montgomery of a*a, rows of n words", (spare_bits(1),), _sqr_rows, False),
    Strategy("mont_square", "sqr", "square with each cross product once, then Montgomery reduction",
             (), _sqr_product, False),
    Strategy("mont_rows", "to_mont", "row-wise Montgomery product with R^2", (), _to_mont, False),
    Strategy("mont_rows", "from_mont", "n reduction rows", (), _from_mont, False),
)
