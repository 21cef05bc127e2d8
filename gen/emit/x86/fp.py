# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Kernels of a prime field: products and squares."""

from __future__ import annotations

from collections.abc import Callable

from gen.derive.field import FieldModel
from gen.emit.x86 import rows
from gen.emit.x86.asm import Asm
from gen.emit.x86.isa import Operand, Reg
from gen.emit.x86.strategy import FEW_WORDS, KernelStrategy
from gen.strategies import Need, spare_bits
from gen.strategies.fold import PSEUDO_MERSENNE

Reduction = Callable[[Asm, list[Operand], rows.Modulus, int], list[Reg]]
"""t/R mod p for a product t of two elements in 2n words, and a bound of it; R = 1 in plain form."""


def _mul_rows(asm: Asm, field: FieldModel) -> None:
    n, top = field.limbs, field.modulus - 1
    r, a, b_in = (asm.argument(name) for name in ("r", "a", "b_in"))
    b = asm.load(b_in, "b")
    p = rows.modulus(asm, field)
    t = rows.montgomery(asm, rows.number(asm.words(a, 0, n), top), rows.number(asm.words(b, 0, n), top), p, top**2)
    rows.store(asm, asm.words(r, 0, n), rows.reduce_once(asm, t.words, p))


def _mul(reduction: Reduction) -> Callable[[Asm, FieldModel], None]:
    def build(asm: Asm, field: FieldModel) -> None:
        n, top = field.limbs, field.modulus - 1
        r, a, b_in = (asm.argument(name) for name in ("r", "a", "b_in"))
        b = asm.load(b_in, "b")
        p = rows.modulus(asm, field)
        t = rows.product(asm, rows.number(asm.words(a, 0, n), top), rows.number(asm.words(b, 0, n), top), "t")
        rows.store(asm, asm.words(r, 0, n), reduction(asm, t, p, top**2))

    return build


def _sqr(reduction: Reduction) -> Callable[[Asm, FieldModel], None]:
    def build(asm: Asm, field: FieldModel) -> None:
        n, top = field.limbs, field.modulus - 1
        r, a = (asm.argument(name) for name in ("r", "a"))
        p = rows.modulus(asm, field)
        sink = None if n <= rows.ROOMY else asm.slots(2 * n)
        t = rows.square(asm, rows.number(asm.words(a, 0, n), top), "t", sink)
        rows.store(asm, asm.words(r, 0, n), reduction(asm, t, p, top**2))

    return build


_FULL_PSEUDO_MERSENNE = Need(
    "p = R - c with c < 2^64",
    lambda field: field.radix - field.modulus < rows.BASE,
    lambda field: f"R - p has {(field.radix - field.modulus).bit_length()} bits",
)
"""Every p of one word meets it. Longer ones that do are folded in plain form, unless Montgomery form is forced."""
_MUL, _SQR = ("r", "a", "b"), ("r", "a")
_SQUARE = "square with each cross product once"

FIELD_KERNELS = (
    KernelStrategy(
        "adx_fold",
        "mul",
        "full product, what is above 2^k multiplied by c = 2^k - p",
        (FEW_WORDS, PSEUDO_MERSENNE),
        _MUL,
        1,
        _mul(rows.reduce_fold),
        plain=True,
    ),
    KernelStrategy(
        "adx_fold",
        "sqr",
        f"{_SQUARE}, what is above 2^k multiplied by c = 2^k - p",
        (FEW_WORDS, PSEUDO_MERSENNE),
        _SQR,
        1,
        _sqr(rows.reduce_fold),
        plain=True,
    ),
    KernelStrategy(
        "adx_pseudo_mersenne",
        "mul",
        "full product, then Montgomery reduction for p = R - c",
        (FEW_WORDS, _FULL_PSEUDO_MERSENNE),
        _MUL,
        1,
        _mul(rows.reduce_pseudo_mersenne),
    ),
    KernelStrategy(
        "adx_rows", "mul", "row-wise Montgomery, two carry chains", (FEW_WORDS, spare_bits(1)), _MUL, 1, _mul_rows
    ),
    KernelStrategy(
        "adx_product", "mul", "full product, then Montgomery reduction", (FEW_WORDS,), _MUL, 1, _mul(rows.reduce_wide)
    ),
    KernelStrategy(
        "adx_pseudo_mersenne",
        "sqr",
        f"{_SQUARE}, then Montgomery reduction for p = R - c",
        (FEW_WORDS, _FULL_PSEUDO_MERSENNE),
        _SQR,
        1,
        _sqr(rows.reduce_pseudo_mersenne),
    ),
    KernelStrategy(
        "adx_square", "sqr", f"{_SQUARE}, then Montgomery reduction", (FEW_WORDS,), _SQR, 1, _sqr(rows.reduce_wide)
    ),
)
"""Of the kernels of a function the first is taken whose needs the modulus meets."""
