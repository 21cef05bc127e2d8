# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Products of numbers in lanes, and the Montgomery reduction of their ten columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gen.lanes.field import LIMBS, R_BITS
from gen.lanes.ir import LIMB_BITS, LIMB_MASK
from gen.lanes.number import TOP, Interval, KernelBuilder, Number, even_lanes, odd_lanes

COLUMNS = 2 * LIMBS


class Columns:
    """An unreduced sum of products: ten columns of weight 2^52i, and the interval of its value per lane."""

    def __init__(self, kernel: KernelBuilder, limbs: Sequence[int | None], values: Sequence[Interval]):
        self.kernel = kernel
        self.limbs = list(limbs)
        self.values = list(values)

    @property
    def width(self) -> int:
        return len(self.values)

    def plus(self, a: Number, b: Number) -> Columns:
        """self + a*b, all lanes."""
        program = self.kernel.program
        a, b = a.normal(), b.normal()
        limbs = list(self.limbs)
        for i in range(LIMBS):
            for high in (False, True):
                for j in range(LIMBS):
                    k = i + j + high
                    limbs[k] = program.multiply_add(limbs[k], a.limbs[j], b.limbs[i], high)
        values = [(u + x[0] * y[0], v + x[1] * y[1]) for (u, v), x, y in zip(self.values, a.values, b.values)]
        return Columns(self.kernel, limbs, values)

    def minus(self, other: Columns) -> Columns:
        """self - other, column by column."""
        program = self.kernel.program
        limbs = [program.sub(x, y) for x, y in zip(self._filled(), other._filled())]
        return Columns(self.kernel, limbs, [(a - d, b - c) for (a, b), (c, d) in zip(self.values, other.values)])

    def halves_added(self) -> Columns:
        """Of eight lanes, the sum of the low four and the high four."""
        low, high = self.half(0), self.half(1)
        limbs = [self.kernel.program.add(x, y) for x, y in zip(low._filled(), high._filled())]
        return Columns(self.kernel, limbs, [(a + c, b + d) for (a, b), (c, d) in zip(low.values, high.values)])

    def half(self, which: int) -> Columns:
        limbs = [None if x is None else self.kernel.program.half(x, which) for x in self.limbs]
        return Columns(self.kernel, limbs, self.values[4 * which : 4 * which + 4])

    def _filled(self) -> list[int]:
        zero = self.kernel.program.constant([0] * self.width)
        return [zero if x is None else x for x in self.limbs]

    def _lifted(self) -> Columns:
        """self plus the multiple of p*2^260 that makes the value non-negative."""
        p = self.kernel.field.p
        units = [max(0, -(low // (p << R_BITS))) for low, _ in self.values]
        if not any(units):
            return self
        limbs = self._filled()
        for i, x in enumerate(self.kernel.multiples(units).limbs):
            limbs[LIMBS + i] = self.kernel.program.add(limbs[LIMBS + i], x)
        shifts = [k * p << R_BITS for k in units]
        return Columns(self.kernel, limbs, [(low + s, high + s) for (low, high), s in zip(self.values, shifts)])

    def _multiply_in(self, limbs: list[int], first: int, digit: int, factor: int, lowest: bool = True) -> None:
        """limbs += (digit mod 2^52)*factor at column first; without what meets that column if not lowest."""
        program = self.kernel.program
        parts = [program.constant([part] * self.width) for part in self.kernel.field.limbs(factor)]
        for high in (False, True):
            for j, part in enumerate(parts):
                k = first + j + high
                if lowest or k > first:
                    limbs[k] = program.multiply_add(limbs[k], digit, part, high, low_bits_of_x=True)

    def _clear(self, limbs: list[int], first: int) -> None:
        """limbs += m*p at column first, m < 2^52 making that a multiple of 2^52. Its carry goes to the next."""
        program, field = self.kernel.program, self.kernel.field
        column = limbs[first]
        n0 = program.constant([field.n0] * self.width)
        m = program.multiply_add(None, column, n0, False, low_bits_of_x=True)
        self._multiply_in(limbs, first, m, field.p, lowest=False)
        limbs[first + 1] = program.add(limbs[first + 1], cleared_carry(self.kernel, column))

    def folded(self) -> Number:
        """self/2^260 mod p, limbs not carried: a reduction whose steps do not wait for each other.

        Column i < 4, once its carry has gone to the next, counts its 52 bits d times 2^52i. Modulo p that is
        d*F_i*2^208 with F_i = 2^(52i - 208) mod p, so that all four meet column 4 at once. One Montgomery step clears
        column 4. Bounds:
            result*2^260 = value + sum d_i*(F_i*2^208 - 2^52i) + m*p*2^208,   d_i, m < 2^52.
        """
        columns, program, field = self._lifted(), self.kernel.program, self.kernel.field
        limbs = columns._filled()
        for i in range(LIMBS - 1):
            limbs[i + 1] = program.add(limbs[i + 1], program.shift_right(limbs[i], LIMB_BITS))
        for i, fold in enumerate(field.folds):
            self._multiply_in(limbs, LIMBS - 1, limbs[i], fold)
        self._clear(limbs, LIMBS - 1)
        return Number(self.kernel, limbs[LIMBS:COLUMNS], columns.folded_values())

    def folded_values(self) -> list[Interval]:
        """The values of folded()."""
        field = self.kernel.field
        extra = sum(LIMB_MASK * ((fold << TOP) - (1 << (LIMB_BITS * i))) for i, fold in enumerate(field.folds))
        return self._reduced_values(extra + LIMB_MASK * (field.p << TOP))

    def stepped(self) -> Number:
        """self/2^260 mod p by five Montgomery steps, each waiting for the last; the result is below p + value/2^260.

        result*2^260 = value + m*p with m < 2^260.
        """
        columns, field = self._lifted(), self.kernel.field
        limbs = columns._filled()
        for i in range(LIMBS):
            self._clear(limbs, i)
        return Number(self.kernel, limbs[LIMBS:COLUMNS], columns._reduced_values(((1 << R_BITS) - 1) * field.p))

    def _reduced_values(self, extra: int) -> list[Interval]:
        return [(-(-low >> R_BITS), (high + extra) >> R_BITS) for low, high in self.values]


def cleared_carry(kernel: KernelBuilder, column: int) -> int:
    """The carry of a column that a Montgomery step makes a multiple of 2^52. What the step adds there need not be
    known: with the low 52 bits of the column it comes to 2^52, or both are 0."""
    program = kernel.program
    return program.shift_right(program.add(column, program.constant([LIMB_MASK] * program.width(column))), LIMB_BITS)


def nothing(kernel: KernelBuilder, width: int) -> Columns:
    return Columns(kernel, [None] * COLUMNS, [(0, 0)] * width)


def product(a: Number, b: Number) -> Columns:
    """a*b in every lane."""
    return nothing(a.kernel, a.width).plus(a, b)


# ---- Fp2: pairs of lanes ----


def right_factor(b: Number) -> tuple[Number, Number]:
    """b0 in both lanes, and -b1 beside b1: what a and its swapped form are multiplied by to give a*b."""
    b = b.normal()
    imaginary = b.imaginary()
    p = b.kernel.field.p
    units = [-(-b.values[i | 1][1] // p) if i % 2 == 0 else 0 for i in range(b.width)]
    negated = b.kernel.multiples(units).sub_in(even_lanes(b.width), imaginary, keep=imaginary)
    return b.real(), negated.normal()


def fp2_plus(acc: Columns, a: Number, b: tuple[Number, Number]) -> Columns:
    """acc + a*b in Fp2 for a right factor: (a0*b0 - a1*b1) beside (a1*b0 + a0*b1)."""
    a = a.normal()
    return acc.plus(a, b[0]).plus(a.swapped(), b[1])


def fp2_plus_folded(acc: Columns, a: Number, b: tuple[Number, Number]) -> Columns:
    """The same for a of four lanes, with both products of lanes side by side in eight: halves_added() is the sum."""
    a = a.normal()
    return acc.plus(a.beside(a.swapped()), b[0].beside(b[1]))


def fp2_product(a: Number, b: Number) -> Columns:
    return fp2_plus(nothing(a.kernel, a.width), a, right_factor(b))


def fp2_mul(a: Number, b: Number) -> Number:
    return fp2_product(a, b).folded()


def fp2_sqr(a: Number) -> Number:
    """(a0 + a1)(a0 - a1) beside 2*a0*a1: one product of lanes."""
    turned = a.swapped()
    left = a.real().add_in(odd_lanes(a.width), a.real(), keep=a + turned)
    right = a.sub_in(even_lanes(a.width), turned, keep=a.imaginary())
    return product(left, right).folded()


# ---- two operations at once: side by side in eight lanes if the operands have four ----


def _packed(op: Callable[..., Number], *operands: tuple[Number, Number]) -> list[Number]:
    if operands[0][0].width > 4:
        return [op(*each) for each in zip(*operands)]
    whole = op(*(x.beside(y) for x, y in operands))
    return [whole.half(0), whole.half(1)]


def fp2_mul_two(a: tuple[Number, Number], b: tuple[Number, Number]) -> list[Number]:
    """[a[0]*b[0], a[1]*b[1]]"""
    return _packed(fp2_mul, a, b)


def fp2_sqr_two(a: Number, b: Number) -> list[Number]:
    """[a^2, b^2], normalised"""
    return _packed(lambda x: fp2_sqr(x).normal(), (a, b))


def scale_two(a: tuple[Number, Number], b: tuple[Number, Number]) -> list[Number]:
    """[a[0]*b[0], a[1]*b[1]] lane by lane, normalised"""
    return _packed(lambda x, y: product(x, y).folded().normal(), a, b)


def fp2_difference(a: tuple[Number, Number], b: tuple[Number, Number]) -> Number:
    """a[0]*b[0] - a[1]*b[1], reduced once."""
    if a[0].width > 4:
        return fp2_product(a[0], b[0]).minus(fp2_product(a[1], b[1])).folded()
    whole = fp2_product(a[0].beside(a[1]), b[0].beside(b[1]))
    return whole.half(0).minus(whole.half(1)).folded()
