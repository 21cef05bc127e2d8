# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Kernels for Fp12.

An element a + b*w, a and b in Fp6 with coefficients a_i, b_i, is three numbers of four lanes, y_i = [a_i | b_i]. Lines
have the coefficients of w^0, w^1 and w^3.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gen.lanes.field import LaneField
from gen.lanes.kernel import Kernel, Values
from gen.lanes.number import KernelBuilder, Number
from gen.lanes.products import fp2_mul, fp2_plus, fp2_plus_folded, fp2_product, nothing, product, right_factor
from gen.lanes.quick import quick_fp2_product
from gen.lanes.reference import Fp2, Fp12, Reference
from gen.lanes.schedule import LOOP_WINDOW

HIGH_HALF = 0b1100
LOW_HALF = 0b0011


def low_low(x: Number) -> Number:
    return x.pairs([0, 0])


def high_high(x: Number) -> Number:
    return x.pairs([1, 1])


def low_high(x: Number, y: Number) -> Number:
    """[low half of x | high half of y]."""
    return x.pairs([0, 3], y)


def high_low(x: Number, y: Number) -> Number:
    """[high half of x | low half of y]."""
    return x.pairs([1, 2], y)


def element(k: KernelBuilder, name: str, bound: int) -> list[Number]:
    return [k.input(f"{name}{i}", 4, bound) for i in range(3)]


def give(k: KernelBuilder, y: Sequence[Number], bound: int) -> None:
    for i, number in enumerate(y):
        k.output(f"r{i}", number, bound)


def ports(name: str) -> tuple[str, tuple[str, ...]]:
    return name, tuple(f"{name}{i}" for i in range(3))


def slots(values: Values, name: str) -> Fp12:
    """The element behind ports name0..2 as coefficients of w^0 .. w^5."""
    result: Fp12 = []
    for i in range(3):
        lanes = values[f"{name}{i}"]
        result += [(lanes[0], lanes[1]), (lanes[2], lanes[3])]
    return result


def unslots(name: str, f: Fp12) -> dict[str, list[int]]:
    return {f"{name}{i}": [*f[2 * i], *f[2 * i + 1]] for i in range(3)}


class Fp6Products:
    """Products in Fp6 by Karatsuba: three products of coefficients (diagonal) and three of their sums (mixed)."""

    PAIRS = ((1, 2), (2, 0), (0, 1))

    @staticmethod
    def sums(a: Sequence[Number], i: int) -> Number:
        j, m = Fp6Products.PAIRS[i]
        return a[j] + a[m]

    @staticmethod
    def join(diagonal: Sequence[Number], mixed: Sequence[Number]) -> list[Number]:
        """Coefficients of the product, from M_i = a_i*b_i and X_i = (a_j + a_m)(b_j + b_m)."""
        (m0, m1, m2), (x0, x1, x2) = diagonal, mixed
        return [m0 + (x0 - m1 - m2).times_xi(), x2 - m0 - m1 + m2.times_xi(), x1 - m0 - m2 + m1]


def times_v(c: Sequence[Number]) -> list[Number]:
    return [c[2].times_xi(), c[0], c[1]]


def fp12_sqr(field: LaneField, ref: Reference, bound: int, out: int) -> Kernel:
    """a*b in the low halves beside (a + b)(a + v*b) in the high ones: three products of eight lanes."""
    k = KernelBuilder("fp12_sqr", field, ref.xi[0])
    f = element(k, "f", bound)
    a, b = [low_low(y) for y in f], [high_high(y) for y in f]
    vb = times_v(b)
    left = [a[i].add_in(HIGH_HALF, b[i]) for i in range(3)]
    right = [a[i].add_in(HIGH_HALF, vb[i], keep=b[i]) for i in range(3)]
    diagonal, mixed = [], []
    for i in range(3):
        both = fp2_mul(left[i].beside(Fp6Products.sums(left, i)), right[i].beside(Fp6Products.sums(right, i)))
        diagonal.append(both.half(0))
        mixed.append(both.half(1))
    c = Fp6Products.join(diagonal, mixed)
    u, full = [low_low(x) for x in c], [high_high(x) for x in c]
    vu = times_v(u)
    # a^2 + v*b^2 = full - u - v*u, and 2u
    give(k, [full[i].sub_in(LOW_HALF, u[i] + vu[i], keep=u[i] + u[i]) for i in range(3)], out)

    def check(x: Values, r: Values) -> None:
        f = slots(x, "f")
        assert slots(r, "r") == ref.mul12(f, f), "not the square"

    return Kernel("fp12_sqr", k.program, "r = f^2.", (ports("f"),), check, in_place=True, window=LOOP_WINDOW)


def fp12_mul(field: LaneField, ref: Reference, bound: int, out: int) -> Kernel:
    """a*c beside (a + b)(c + d) as in the square, and b*d besides."""
    k = KernelBuilder("fp12_mul", field, ref.xi[0])
    operands = [element(k, "f", bound), element(k, "g", bound)]
    high = [[high_high(y) for y in f] for f in operands]
    sums = [[low_low(y).add_in(HIGH_HALF, h) for y, h in zip(f, hs)] for f, hs in zip(operands, high)]
    diagonal, mixed = [], []
    for i in range(3):
        left, right = (s[i].beside(Fp6Products.sums(s, i)) for s in sums)
        both = fp2_mul(left, right)
        diagonal.append(both.half(0))
        mixed.append(both.half(1))
    left, right = ([low_high(h[i], Fp6Products.sums(h, i)) for i in range(3)] for h in high)
    two = fp2_mul(left[0].beside(left[1]), right[0].beside(right[1]))
    third = fp2_plus_folded(nothing(k, 8), left[2], right_factor(right[2])).halves_added().folded()
    bd = [two.half(0), two.half(1), third]
    c = Fp6Products.join(diagonal, mixed)
    d = Fp6Products.join([low_low(x) for x in bd], [high_high(x) for x in bd])
    vd = times_v(d)
    result = []
    for i in range(3):
        ac = low_low(c[i])
        result.append(low_high(ac + vd[i], c[i] - ac - d[i]))
    give(k, result, out)

    def check(x: Values, r: Values) -> None:
        assert slots(r, "r") == ref.mul12(slots(x, "f"), slots(x, "g")), "not the product"

    return Kernel("fp12_mul", k.program, "r = f*g.", (ports("f"), ports("g")), check, in_place=True)


LINE_PORTS = ("a_re", "a_im", "b_re", "b_im", "c_re", "c_im")
"""A line a + b*w + c*w^3, each coefficient as a right factor (gen/lanes/products.py)."""


def fp12_mul_line(field: LaneField, ref: Reference, bound: int, out: int, line: int) -> Kernel:
    """Eighteen products in Fp2, but only one reduction for each coefficient of the result."""
    k = KernelBuilder("fp12_mul_line", field, ref.xi[0])
    f = element(k, "f", bound)
    coefficients = [k.input(port, 2, line) for port in LINE_PORTS]
    xi1, xi2 = f[1].times_xi().normal(), f[2].times_xi().normal()
    # what meets the coefficients of w^0, w^1, w^3 in [w^2i | w^(2i+1)] of the result
    factors = [
        (f[0], f[1], f[2]),
        (high_low(xi2, f[0]), high_low(f[0], f[1]), high_low(f[1], f[2])),
        (high_low(xi1, xi2), high_low(xi2, f[0]), high_low(f[0], f[1])),
    ]

    first, last = nothing(k, 8), nothing(k, 8)
    for which, y in enumerate(factors):
        wide, narrow = (
            tuple(coefficients[2 * which + part].broadcast_pair(0, width) for part in (0, 1)) for width in (8, 4)
        )
        first = fp2_plus(first, y[0].beside(y[1]), (wide[0], wide[1]))
        last = fp2_plus_folded(last, y[2], (narrow[0], narrow[1]))
    y01 = first.folded().normal(out)
    give(k, [y01.half(0), y01.half(1), last.halves_added().folded()], out)

    def check(x: Values, r: Values) -> None:
        full: Fp12 = [(0, 0)] * 6
        for slot, port in ((0, "a"), (1, "b"), (3, "c")):
            full[slot] = (x[f"{port}_re"][0], x[f"{port}_im"][1])
        assert slots(r, "r") == ref.mul12(slots(x, "f"), full), "not the product"

    def sample(rng: Random) -> Values:
        chosen = {}
        for port in ("a", "b", "c"):
            value = [rng.randrange(field.p) for _ in range(2)]
            chosen |= line_factor(field, port, value)
        return chosen

    params = (ports("f"), ("line", LINE_PORTS))
    what = (
        "r = f*(a + b*w + c*w^3). line points at one pair of lanes of numbers of any width; step is the number of "
        "words from a to b and from b to c."
    )
    return Kernel("fp12_mul_line", k.program, what, params, check, sample, in_place=True, rows=True, window=LOOP_WINDOW)


def line_factor(field: LaneField, port: str, value: Sequence[int]) -> dict[str, list[int]]:
    real = [value[i & ~1] for i in range(len(value))]
    imaginary = [value[i | 1] if i % 2 else -value[i | 1] % field.p for i in range(len(value))]
    return {f"{port}_re": real, f"{port}_im": imaginary}


def line_outputs(k: KernelBuilder, lines: Sequence[Number], bound: int) -> None:
    for port, number in zip("abc", lines):
        real, imaginary = right_factor(number)
        k.output(f"{port}_re", real, bound)
        k.output(f"{port}_im", imaginary, bound)


def fp12_cyclotomic_sqr(field: LaneField, ref: Reference, bound: int, out: int) -> Kernel:
    """Granger-Scott, with c_i the coefficient of w^i and three squares side by side in Fp4 = Fp2[s]/(s^2 - xi):
    with A = c0 + c3*s, B = c1 + c4*s, C = c2 + c5*s, f^2 = (3A^2 - 2A') + (3s*C^2 + 2B')*w + (3B^2 - 2C')*w^2, where '
    is s -> -s. A square (a + b*s)^2 = e + 2u*s takes two products: u = a*b and (a + b)(a + xi*b) = e + u + xi*u.
    """
    k = KernelBuilder("fp12_cyclotomic_sqr", field, ref.xi[0])
    y = element(k, "f", bound)
    a = y[0].beside(y[1])  # [c0 | c1 | c2 | c3]
    b = y[1].beside(y[2]).pairs([1, 2, 3, 0])  # [c3 | c4 | c5 | .]
    u = fp2_product(a, b).folded()
    xi_u = u.times_xi()
    e = quick_fp2_product(a + b, a + b.times_xi()).folded() - u - xi_u
    others = xi_u.pairs([0, 2, 1, 4], u)
    low = e.pairs([0, 5, 1, 7], others)  # [e_A | xi*u_C | e_B | u_A]
    high = e.pairs([2, 5, 3, 3], u).half(0)  # [e_C | u_B]
    results = []
    for number, old in ((low, a), (high, y[2])):
        odd = sum(0b11 << i for i in range(2, number.width, 4))
        once = number.add_in(odd, number)
        triple, twice = once + once + once, old + old
        results.append(triple.sub_in(odd ^ ((1 << number.width) - 1), twice, keep=triple + twice).normal(out))
    give(k, [results[0].half(0), results[0].half(1), results[1]], out)

    def check(x: Values, r: Values) -> None:
        f = slots(x, "f")
        assert slots(r, "r") == ref.mul12(f, f), "not the square"

    easy = (field.p**6 - 1) * (field.p**2 + 1)
    kept: list[Fp12] = []

    def sample(rng: Random) -> Values:
        if not kept:
            kept.append(ref.pow12([(rng.randrange(field.p), rng.randrange(field.p)) for _ in range(6)], easy))
        kept[0] = ref.mul12(kept[0], kept[0])
        return unslots("f", kept[0])

    what = "r = f^2 for f in the cyclotomic subgroup."
    return Kernel("fp12_cyclotomic_sqr", k.program, what, (ports("f"),), check, sample, in_place=True)


def fp12_conj(field: LaneField, ref: Reference, bound: int, out: int) -> Kernel:
    k = KernelBuilder("fp12_conj", field, ref.xi[0])
    f = element(k, "f", bound)
    top = -(-bound // field.p)
    give(k, [k.multiples([0, 0, top, top]).sub_in(HIGH_HALF, y, keep=y) for y in f], out)

    def check(x: Values, r: Values) -> None:
        f = slots(x, "f")
        assert slots(r, "r") == [c if i % 2 == 0 else ref.sub((0, 0), c) for i, c in enumerate(f)], "not the conjugate"

    return Kernel(
        "fp12_conj", k.program, "r = a - b*w for f = a + b*w, which is f^(p^6).", (ports("f"),), check, in_place=True
    )


def fp12_frobenius(field: LaneField, ref: Reference, bound: int, out: int, power: int) -> Kernel:
    name = f"fp12_frobenius{power}"
    k = KernelBuilder(name, field, ref.xi[0])
    f = element(k, "f", bound)
    gamma = ref.pow(ref.xi, (field.p**power - 1) // 6)
    factors: list[Fp2] = [(1, 0)]
    for _ in range(5):
        factors.append(ref.mul(factors[-1], gamma))
    lanes = [[field.to_mont(v) for slot in (2 * i, 2 * i + 1) for v in factors[slot]] for i in range(3)]

    def conj(y: Number) -> Number:
        odd = 0b10101010 & ((1 << y.width) - 1)
        top = -(-bound // field.p)
        return k.multiples([0, top] * (y.width // 2)).sub_in(odd, y, keep=y)

    def image(y: Number, g: list[int]) -> Number:
        constant = k.constant(g)
        if power % 2:
            return fp2_mul(conj(y), constant)
        return product(y, constant.real()).folded()  # gamma_{2,j} lies in Fp

    if power % 2 == 0:
        assert all(g[1] == 0 for g in factors)
    two = image(f[0].beside(f[1]), lanes[0] + lanes[1]).normal(out)
    give(k, [two.half(0), two.half(1), image(f[2], lanes[2])], out)

    def check(x: Values, r: Values) -> None:
        assert slots(r, "r") == ref.frobenius(slots(x, "f"), power), "not the Frobenius image"

    exponent = "p" if power == 1 else f"p^{power}"
    return Kernel(name, k.program, f"r = f^({exponent}).", (ports("f"),), check, in_place=True)
