# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Products for kernels in which every product waits for the one before, so that latency counts.

A column of gen/lanes/products.py is one chain of multiply-adds, nine of them in the middle; each waits for the last.
Here a column is a few short chains, added up when it is needed, and the columns that the reduction begins with come
first.
"""

from __future__ import annotations

from collections.abc import Sequence

from gen.lanes.field import LIMBS
from gen.lanes.ir import LIMB_BITS
from gen.lanes.number import Interval, KernelBuilder, Number, even_lanes
from gen.lanes.products import COLUMNS, Columns, cleared_carry


class QuickColumns:
    """A product: the parts of each column, and the interval of its value per lane."""

    def __init__(self, kernel: KernelBuilder, parts: Sequence[Sequence[int]], values: Sequence[Interval]):
        self.kernel = kernel
        self.parts = [list(column) for column in parts]
        self.values = list(values)

    def half(self, which: int) -> QuickColumns:
        parts = [[self.kernel.program.half(total(self.kernel, *column), which)] for column in self.parts]
        return QuickColumns(self.kernel, parts, self.values[4 * which : 4 * which + 4])

    def halves_added(self) -> QuickColumns:
        """Of eight lanes, the sum of the low four and the high four."""
        program = self.kernel.program
        parts = []
        for column in self.parts:
            whole = total(self.kernel, *column)
            parts.append([program.add(program.half(whole, 0), program.half(whole, 1))])
        values = [(a + c, b + d) for (a, b), (c, d) in zip(self.values[:4], self.values[4:])]
        return QuickColumns(self.kernel, parts, values)

    def plus(self, other: QuickColumns) -> QuickColumns:
        parts = [[*x, *y] for x, y in zip(self.parts, other.parts)]
        values = [(a + c, b + d) for (a, b), (c, d) in zip(self.values, other.values)]
        return QuickColumns(self.kernel, parts, values)

    def plus_or_minus(self, minus: int, other: QuickColumns) -> QuickColumns:
        """self - other in the lanes of a bit mask, self + other in the others."""
        program = self.kernel.program
        parts = []
        for column in zip(self.parts, other.parts):
            x, y = (total(self.kernel, *each) for each in column)
            parts.append([program.sub_masked(program.add(x, y), x, y, minus)])
        values = [
            (a - d, b - c) if minus >> i & 1 else (a + c, b + d)
            for i, ((a, b), (c, d)) in enumerate(zip(self.values, other.values))
        ]
        return QuickColumns(self.kernel, parts, values)

    def folded(self) -> Number:
        """self/2^260 mod p, limbs not carried: as Columns.folded, which explains it and proves the bounds."""
        program, field = self.kernel.program, self.kernel.field
        width = len(self.values)
        top = LIMBS - 1
        carried = total(self.kernel, *self.parts[0])
        digits = [carried]
        for column in self.parts[1:top]:
            carried = program.add(total(self.kernel, *column), program.shift_right(carried, LIMB_BITS))
            digits.append(carried)
        last = program.shift_right(carried, LIMB_BITS)

        def factor(value: int) -> list[int]:
            return [program.constant([part] * width) for part in field.limbs(value)]

        folds = [factor(fold) for fold in field.folds]
        low: list[int | None] = [None] * (COLUMNS + 1)
        high: list[int | None] = [None] * (COLUMNS + 1)
        for digit, fold in zip(digits, folds):
            for j in range(LIMBS):
                low[top + j] = program.multiply_add(low[top + j], digit, fold[j], False, low_bits_of_x=True)
                high[top + j + 1] = program.multiply_add(high[top + j + 1], digit, fold[j], True, low_bits_of_x=True)
        sums = {k: total(self.kernel, *self.parts[k], last if k == top else None, low[k]) for k in range(top, COLUMNS)}
        n0 = program.constant([field.n0] * width)
        m = program.multiply_add(None, sums[top], n0, False, low_bits_of_x=True)
        carry = cleared_carry(self.kernel, sums[top])
        for j, part in enumerate(factor(field.p)):
            if j:
                sums[top + j] = program.multiply_add(sums[top + j], m, part, False, low_bits_of_x=True)
            high[top + j + 1] = program.multiply_add(high[top + j + 1], m, part, True, low_bits_of_x=True)
        limbs = [total(self.kernel, sums[k], high[k]) for k in range(LIMBS, COLUMNS)]
        limbs[0] = program.add(limbs[0], carry)
        return Number(self.kernel, limbs, Columns(self.kernel, [], self.values).folded_values())


def total(kernel: KernelBuilder, *parts: int | None) -> int:
    """The sum of what is there. What is known last comes last."""
    first, *others = (x for x in parts if x is not None)
    for x in others:
        first = kernel.program.add(first, x)
    return first


def quick_product(a: Number, b: Number) -> QuickColumns:
    """a*b in every lane."""
    program = a.kernel.program
    a, b = a.normal(), b.normal()
    # operands come out of a carry, lowest limb first: terms with high limbs are the last of their chain
    terms = sorted(((i, j) for i in range(LIMBS) for j in range(LIMBS)), key=lambda term: (max(term), term))
    parts: list[list[int]] = []
    for k in range(COLUMNS):
        column: list[int] = []
        for high in (False, True):
            chain = None
            for i, j in terms:
                if i + j + high == k:
                    chain = program.multiply_add(chain, a.limbs[j], b.limbs[i], high)
            if chain is not None:
                column.append(chain)
        parts.append(column)
    values = [(x[0] * y[0], x[1] * y[1]) for x, y in zip(a.values, b.values)]
    return QuickColumns(a.kernel, parts, values)


def quick_fp2_product(a: Number, b: Number) -> QuickColumns:
    """a*b in every pair of lanes."""
    a, b = a.normal(), b.normal()
    crossed = quick_product(a.swapped(), b.imaginary())
    return quick_product(a, b.real()).plus_or_minus(even_lanes(a.width), crossed)


def quick_fp2_pairs(a: Number, of_a: tuple[int, int], b: Number, of_b: tuple[int, int]) -> QuickColumns:
    """[a_i*b_k | a_j*b_l] in four lanes, for two pairs of a and two of b, of eight lanes each: one product of lanes."""
    a, b = a.normal(), b.normal()
    lanes = [2 * i + e for i in of_a for e in (0, 1)]
    whole = quick_product(
        a.permuted(lanes + [x ^ 1 for x in lanes]),
        b.permuted([2 * i + e for e in (0, 1) for i in of_b for _ in (0, 1)]),
    )
    return whole.half(0).plus_or_minus(even_lanes(4), whole.half(1))
