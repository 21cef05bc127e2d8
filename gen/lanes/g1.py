# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Kernels for one point of G1, its coordinates in the lanes of one number.

Points are homogeneous, (X/Z, Y/Z), with W = c*Z for c^2 = 3b in place of Z, as [Y, W, X, W]; infinity is X = W = 0. The
formulas are those of Renes, Costello and Batina (eprint 2015/1060, section 3) for y^2 = x^3 + b, rewritten for W:
    double:  X3 = 2XY(B - 3C), Y3 = B(B + 6C) - 3C^2, W3 = 8BYW  with B = Y^2, C = W^2;
    sum:     X3 = S*D - V*T,   Y3 = E*D + n*T,        W3 = V*E + n*S
    with S = X1Y2 + X2Y1, T = X1W2 + X2W1, V = Y1W2 + Y2W1, D = Y1Y2 - W1W2, E = Y1Y2 + W1W2, n = 3c*X1X2.
They hold for every pair of points of a group of odd order, equal, opposite or infinite ones too, and take two products
in a row where the usual ones take three and four.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from gen.lanes.field import LaneField
from gen.lanes.kernel import Kernel, Values
from gen.lanes.number import KernelBuilder
from gen.lanes.products import product
from gen.lanes.quick import quick_product
from gen.lanes.schedule import WHOLE

Affine = tuple[int, int] | None
"""None: infinity."""


LARGEST_C = 5
"""Up to it a multiplication by 3c is a few additions; by any other c it is a product with a constant."""


@dataclass(frozen=True)
class G1Reference:
    """The group law by chord and tangent modulo p, and the form that kernels give points."""

    p: int
    c: int
    """c^2 = 3b mod p."""
    generator: tuple[int, int]

    @property
    def small(self) -> bool:
        return self.c <= LARGEST_C

    @property
    def c_text(self) -> str:
        return str(self.c) if self.small else "c"

    @property
    def c_times_3(self) -> str:
        return str(3 * self.c) if self.small else "3c"

    def add(self, s: Affine, t: Affine) -> Affine:
        if s is None or t is None:
            return t if s is None else s
        if s[0] == t[0]:
            if (s[1] + t[1]) % self.p == 0:
                return None
            slope = 3 * s[0] * s[0] * pow(2 * s[1], -1, self.p)
        else:
            slope = (t[1] - s[1]) * pow(t[0] - s[0], -1, self.p)
        x = (slope * slope - s[0] - t[0]) % self.p
        return x, (slope * (s[0] - x) - s[1]) % self.p

    def neg(self, s: Affine) -> Affine:
        return None if s is None else (s[0], -s[1] % self.p)

    def any(self, rng: Random) -> Affine:
        """A finite point."""
        point: Affine = self.generator
        for bit in bin(rng.randrange(3, 1 << 12))[3:]:
            point = self.add(point, point)
            if bit == "1":
                point = self.add(point, self.generator)
        return point

    def state(self, rng: Random, point: Affine) -> list[int]:
        z = rng.randrange(1, self.p)
        x, y, w = (0, z, 0) if point is None else (point[0] * z, point[1] * z, self.c * z)
        return [v % self.p for v in (y, w, x, w)]

    def multiple(self, rng: Random, point: Affine) -> list[int]:
        y, w, x, _ = self.state(rng, point)
        return [v % self.p for v in (y, w, x, w, y + w, w + x, x + y, -3 * self.c * x)]

    def affine(self, state: Sequence[int]) -> Affine:
        y, w, x, again = state
        assert w == again, "not the form of a point"
        if w == 0:
            assert x == 0 and y != 0, "no point"
            return None
        z = pow(w, -1, self.p) * self.c
        return x * z % self.p, y * z % self.p


def multiple_bounds(field: LaneField, ref: G1Reference, affine: int) -> list[int]:
    """Of [Y, W, X, W | Y + W, W + X, X + Y, -3cX] for coordinates up to affine, Y having been negated or not."""
    y, triple = (-(-high // field.p) * field.p for high in (affine, 3 * ref.c * affine))
    if not ref.small:
        triple = affine
    return [y, affine, affine, affine, y + affine, 2 * affine, y + affine, triple]


def g1_dbl(field: LaneField, ref: G1Reference, bound: int) -> Kernel:
    k = KernelBuilder("g1_dbl", field, 0)
    t = k.input("t", 4, bound)
    squares = quick_product(t, t.permuted([0, 1, 0, 0])).folded()  # [B, C, XY, YW]
    b = squares.permuted([0, 1, 0, 0]).shifted_lanes([0, 0, 1, 3])  # [B, C, 2B, 8B]
    c = squares.permuted([1, 1, 1, 1])
    c = c.shifted(1).add_in(0b0101, c.shifted(2))  # [6C, 2C, 6C, -]
    right = b.negated_in(0b1100).add_in(0b0111, c)
    terms = quick_product(squares, right).folded()  # [B(B + 6C), 3C^2, -X3, -W3]
    turned = terms.permuted([1, 3, 2, 3])
    k.output("r", terms.negated_in(0b0001).add_in(0b0001, turned, keep=turned), bound)

    def check(v: Values, r: Values) -> None:
        point = ref.affine(v["t"])
        assert ref.affine(r["r"]) == ref.add(point, point), "not the double"

    def sample(rng: Random) -> Values:
        return {"t": ref.state(rng, rng.choice((None, *(ref.any(rng) for _ in range(3)))))}

    what = f"r = 2t for t = [Y, W, X, W], that is (X/Z, Y/Z) with W = {ref.c_text}*Z; infinity has X = W = 0."
    if not ref.small:
        what += f" c^2 = 3b, c = {ref.c:#x}."
    return Kernel("g1_dbl", k.program, what, (("t", ("t",)),), check, sample, in_place=True, window=WHOLE)


def g1_add(field: LaneField, ref: G1Reference, bound: int, affine: int) -> Kernel:
    k = KernelBuilder("g1_add", field, 0)
    t = k.input("t", 4, bound)
    q = k.input("q", 8, multiple_bounds(field, ref, affine))
    twice = t.beside(t)
    turned = twice.permuted([1, 2, 0, 2, 5, 6, 4, 6])
    left = twice.add_in(0b01110000, turned, keep=twice.permuted([0, 1, 2, 3, 4, 5, 6, 15], turned))
    # Karatsuba: [Y1Y2, W1W2, X1X2, - | (Y1 + W1)(Y2 + W2), (W1 + X1)(W2 + X2), (X1 + Y1)(X2 + Y2), -n]
    m = quick_product(left, q).folded()
    plus = m.permuted([4, 5, 6, 7, 0, 0, 1, 3])
    minus = m.permuted([0, 1, 2, 3, 0, 1, 0, 3]).add_in(0b00010111, m.permuted([1, 2, 0, 3, 1, 3, 3, 3]))
    cover = minus.cover(0b01110111)
    sums = cover.add_in(0b01101111, plus).sub_in(0b01110111, minus).normal()  # [V, T, S, -n | -E, D, -D, -]
    left = sums.permuted([4, 0, 0, 0, 3, 3, 2, 3])
    right = sums.permuted([5, 4, 1, 4, 1, 2, 6, 2])
    # -Y3 = (-E)D + (-n)T, -W3 = V(-E) + (-n)S, -X3 = VT + S(-D)
    k.output("r", quick_product(left, right).halves_added().folded(), bound)

    def check(v: Values, r: Values) -> None:
        assert ref.affine(r["r"]) == ref.add(ref.affine(v["t"]), ref.affine(v["q"][:4])), "not the sum"

    def sample(rng: Random) -> Values:
        point = ref.any(rng)
        other = rng.choice((point, ref.neg(point), None, ref.any(rng), ref.any(rng)))
        pair = [point, other]
        rng.shuffle(pair)
        return {"t": ref.state(rng, pair[0]), "q": ref.multiple(rng, pair[1])}

    params = (("t", ("t",)), ("q", ("q",)))
    extended = f"[Y, W, X, W, Y + W, W + X, X + Y, -{ref.c_times_3}*X]"
    what = f"r = t + q for any two points in the coordinates of g1_dbl, q extended to {extended}."
    return Kernel("g1_add", k.program, what, params, check, sample, in_place=True, window=WHOLE)


def g1_multiple(field: LaneField, ref: G1Reference, beta: int, bound: int, affine: int) -> Kernel:
    """What g1_add wants of its second operand, for a point and its images under -1 and phi(x, y) = (beta x, y)."""
    k = KernelBuilder("g1_multiple", field, 0)
    t = k.input("t", 4, bound)
    one, image = field.to_mont(1), field.to_mont(beta)
    if ref.small:
        phi = quick_product(t, k.constant([one, one, image, one])).folded()
        scaled = None
    else:
        minus_3c = -3 * ref.c % field.p
        factors = [one, one, image, one, *(field.to_mont(f) for f in (0, 0, minus_3c, minus_3c * beta))]
        products = quick_product(t.beside(t.permuted([0, 0, 2, 2])), k.constant(factors)).folded()
        phi, scaled = products.half(0), products.half(1).reduced()  # [-, -, -3cX, -3c*beta*X]
    for i, (name, number) in enumerate((("r", t.reduced()), ("phi", phi.reduced()))):
        for sign, point in (("", number), ("_neg", number.negated_in(0b0001).normal())):
            turned = point.permuted([1, 2, 0, 2])
            if scaled is None:
                last = turned.times(3 * ref.c).negated_in(0b1000)
            else:
                last = scaled.permuted([2 + i] * 4)
            sums = point.add_in(0b0111, turned, keep=last).normal()
            k.output(name + sign, point.beside(sums), multiple_bounds(field, ref, affine))

    def check(v: Values, r: Values) -> None:
        point = ref.affine(v["t"])
        image = None if point is None else (point[0] * beta % ref.p, point[1])
        for name, want in (("r", point), ("r_neg", ref.neg(point)), ("phi", image), ("phi_neg", ref.neg(image))):
            y, w, x, _ = r[name][:4]
            assert ref.affine(r[name][:4]) == want, f"not {name}"
            assert r[name][4:] == [v % ref.p for v in (y + w, w + x, x + y, -3 * ref.c * x)], f"not the sums of {name}"

    def sample(rng: Random) -> Values:
        return {"t": ref.state(rng, rng.choice((None, *(ref.any(rng) for _ in range(3)))))}

    results = (("r", ("r", "r_neg", "phi", "phi_neg")),)
    what = "r = t, -t, phi(t), -phi(t) for t in the coordinates of g1_dbl, each extended for g1_add."
    return Kernel("g1_multiple", k.program, what, (("t", ("t",)),), check, sample, results, window=WHOLE)


def g1_enter(field: LaneField, ref: G1Reference, affine: int) -> Kernel:
    """A word-wise Montgomery form x*2^256 becomes x*2^260 by a shift of 4 bits, up to 16p: this brings it down."""
    k = KernelBuilder("g1_enter", field, 0)
    a = k.input("a", 4, 16 * field.p - 1).reduced()
    k.output("r", a.permuted([0, 5, 2, 7], k.constant([0, field.to_mont(ref.c)] * 2)), affine)

    def check(v: Values, r: Values) -> None:
        y, _, x, _ = v["a"]
        assert r["r"] == [y, ref.c, x, ref.c], "not the point"

    what = "r = the point (x, y) in the coordinates of g1_dbl for a = [y, -, x, -]."
    return Kernel("g1_enter", k.program, what, (("a", ("a",)),), check, in_place=True)


def g1_leave(field: LaneField, ref: G1Reference, bound: int) -> Kernel:
    """(cX : cY : W), from x*2^260 to x*2^256: as leave."""
    k = KernelBuilder("g1_leave", field, 0)
    word_form = (1 << 256) % field.p
    scaled = ref.c * word_form % field.p
    factors = k.constant([scaled, word_form, scaled, word_form])
    k.output("r", product(k.input("t", 4, bound), factors).stepped(), 2 * field.p - 1)

    def check(v: Values, r: Values) -> None:
        assert [x * 16 % ref.p for x in r["r"]] == [x * f % ref.p for x, f in zip(v["t"], (ref.c, 1, ref.c, 1))], (
            "not the word-wise forms"
        )

    def sample(rng: Random) -> Values:
        return {"t": ref.state(rng, rng.choice((None, *(ref.any(rng) for _ in range(3)))))}

    what = "r = [Y, Z, X, Z]/16 for t = (X/Z, Y/Z) in the coordinates of g1_dbl: from x*2^260 to x*2^256."
    return Kernel("g1_leave", k.program, what, (("t", ("t",)),), check, sample, in_place=True)
