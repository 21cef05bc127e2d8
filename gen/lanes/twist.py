# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Kernels for one point of the twist, its coordinates side by side: t = [X | Y | Z | anything], homogeneous.

They work on an isomorphic curve, (x, y) -> (l^2*x, l^3*y), chosen so that three times its constant is c + u with a
small c: what would be a product becomes a few additions. The formulas are complete (eprint 2015/1060, for curves
without points of order 2): equal points, opposite ones and infinity = (0 : Y : 0) are no special cases.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from random import Random

from gen.lanes.field import LaneField
from gen.lanes.kernel import Kernel, Values
from gen.lanes.number import KernelBuilder, Number, odd_lanes
from gen.lanes.quick import quick_fp2_product
from gen.lanes.reference import Fp2, Point, Reference
from gen.lanes.steps import Points, pair_of

WIDTH = 8


def slot(*which: int) -> int:
    """The lanes of some slots, as a bit mask."""
    return sum(0b11 << (2 * i) for i in which)


def sixth_root(ref: Reference, a: Fp2) -> Fp2 | None:
    """A root of x^6 = a, or None. The part of a's order that is prime to 6 has its root by an exponent; what is left
    lies in a small group, which is searched."""
    order = ref.p**2 - 1
    odd = order
    for prime in (2, 3):
        while odd % prime == 0:
            odd //= prime
    small = order // odd
    large_part = ref.pow(a, small * pow(small, -1, odd))
    small_part = ref.mul(a, ref.inv(large_part))
    root = ref.pow(large_part, pow(6, -1, odd))
    for real in count(1):
        generator = ref.pow((real, 1), odd)
        if all(ref.pow(generator, small // prime) != (1, 0) for prime in (2, 3)):
            break
    power = (1, 0)
    for _ in range(small):
        if ref.pow(power, 6) == small_part:
            return ref.mul(root, power)
        power = ref.mul(power, generator)
    return None


@dataclass(frozen=True)
class Scaling:
    """(x, y) -> (l^2*x, l^3*y), l = root, from the twist to y^2 = x^3 + (c + u)/3."""

    root: Fp2
    c: int

    @staticmethod
    def find(ref: Reference) -> Scaling:
        b3 = ref.scale(ref.twist_b, 3)
        for c in count(1):
            root = sixth_root(ref, ref.mul((c, 1), ref.inv(b3)))
            if root is not None:
                return Scaling(root, c)
        raise AssertionError

    def factors(self, ref: Reference) -> tuple[Fp2, Fp2]:
        """l^2 and l^3."""
        square = ref.mul(self.root, self.root)
        return square, ref.mul(square, self.root)

    def apply(self, ref: Reference, point: Point) -> Point:
        x, y = self.factors(ref)
        return ref.mul(point[0], x), ref.mul(point[1], y)


@dataclass(frozen=True)
class Doubled:
    """[XY | B | YZ | Z^2], B and E in every slot, and the double."""

    first: Number
    b: Number
    e: Number
    result: Number


class TwistKernels:
    """What the kernels share. bound: the largest coordinate of a point between kernels."""

    def __init__(self, field: LaneField, ref: Reference, points: Points, bound: int):
        self.field = field
        self.ref = ref
        self.points = points
        self.bound = bound
        self.scaling = Scaling.find(ref)

    def all(self, enter_bound: int) -> list[Kernel]:
        return [self.enter(enter_bound), self.dbl(), self.neg(), self.add(), self.psi(), self.minors()]

    # ---- for the references ----

    def read(self, values: Values, port: str) -> Point | None:
        """The point behind a port, None for infinity. The unused slot is free."""
        x, y, z = (pair_of(values, port, i) for i in range(3))
        if z == (0, 0):
            assert x == (0, 0) and y != (0, 0), "no point"
            return None
        inverse = self.ref.inv(z)
        return self.ref.mul(x, inverse), self.ref.mul(y, inverse)

    def sum(self, s: Point | None, t: Point | None) -> Point | None:
        if s is None or t is None:
            return t if s is None else s
        if s == (t[0], self.ref.sub((0, 0), t[1])):
            return None
        return self.ref.add_points(s, t)

    def lanes(self, rng: Random, point: Point | None) -> list[int]:
        p = self.ref.p
        y = (rng.randrange(1, p), rng.randrange(p))
        x, y, z = ((0, 0), y, (0, 0)) if point is None else self.points.homogeneous(rng, point)
        return [*x, *y, *z, rng.randrange(p), rng.randrange(p)]

    def any(self, rng: Random) -> Point | None:
        return None if rng.random() < 0.2 else self.scaling.apply(self.ref, self.points.any(rng))

    # ---- kernels ----

    def enter(self, enter_bound: int) -> Kernel:
        k = KernelBuilder("twist_enter", self.field, self.ref.xi[0])
        factors = (*self.scaling.factors(self.ref), (1, 0), (0, 0))
        constant = k.constant([self.field.to_mont(v) for factor in factors for v in factor])
        k.output("r", quick_fp2_product(k.input("a", WIDTH, enter_bound), constant).folded(), self.bound)

        def check(v: Values, r: Values) -> None:
            for i, factor in enumerate(factors):
                assert pair_of(r, "r", i) == self.ref.mul(pair_of(v, "a", i), factor), "not the scaled coordinate"

        what = "r = [l^2*X | l^3*Y | Z | 0] for a = [X | Y | Z | .], up to 16p as lanes_put leaves it."
        return Kernel("twist_enter", k.program, what, (("a", ("a",)),), check, in_place=True)

    def doubled(self, t: Number) -> Doubled:
        # [XY | B | YZ | Z^2]
        first = quick_fp2_product(t.pairs([0, 1, 1, 2]), t.pairs([1, 1, 2, 2])).folded()
        b = first.pairs([1, 1, 1, 1])
        e = first.pairs([3, 3, 3, 3]).times_plus_u(self.scaling.c)
        left = first.pairs([0, 1, 1, 2]).add_in(slot(1), e).pairs([0, 1, 6, 3], e)  # [XY | B + E | E | YZ]
        right = b.sub_in(slot(0, 1), e + e + e)  # [G | G | B | B]
        second = quick_fp2_product(left, right).folded()
        result = second.pairs([0, 2, 3, 3]).shifted_lanes([1, 1, 3, 3, 3, 3, 3, 3])
        return Doubled(first, b, e, result.add_in(slot(1), second))

    def dbl(self) -> Kernel:
        """B = Y^2, E = 3b*Z^2, G = B - 3E: X3 = 2XY*G, Y3 = (B + E)*G + 8B*E, Z3 = 8B*YZ (Algorithm 9)."""
        k = KernelBuilder("twist_dbl", self.field, self.ref.xi[0])
        k.output("r", self.doubled(k.input("t", WIDTH, self.bound)).result, self.bound)

        def check(v: Values, r: Values) -> None:
            t = self.read(v, "t")
            assert self.read(r, "r") == self.sum(t, t), "not the double"

        def sample(rng: Random) -> Values:
            return {"t": self.lanes(rng, self.any(rng))}

        return Kernel("twist_dbl", k.program, "r = 2t.", (("t", ("t",)),), check, sample, in_place=True)

    def neg(self) -> Kernel:
        k = KernelBuilder("twist_neg", self.field, self.ref.xi[0])
        t = k.input("t", WIDTH, self.bound)
        k.output("r", t.negated_in(slot(1)), self.bound)

        def check(v: Values, r: Values) -> None:
            expected = [*v["t"][:2], *(-y % self.ref.p for y in v["t"][2:4]), *v["t"][4:]]
            assert r["r"] == expected, "not the negative"

        return Kernel("twist_neg", k.program, "r = -t.", (("t", ("t",)),), check, in_place=True)

    def summed(self, a: Number, b: Number) -> Number:
        """The sum of two points from a = [t3 | t4 | y | .] and b = [d | s | c | -t4] as in add."""
        a, b = a.normal(), b.normal()
        first = quick_fp2_product(a.pairs([0, 4, 6, 6], b), b.pairs([0, 1, 4, 4], a))
        return first.plus(quick_fp2_product(b.pairs([3, 2, 1, 1]), a.pairs([2, 2, 1, 1]))).folded()

    def add(self) -> Kernel:
        """Algorithm 7: with P = [X1X2 | Y1Y2 | Z1Z2] and M the mixed terms, t3 = X1Y2 + X2Y1, t4 = Y1Z2 + Y2Z1,
        y = 3b*(X1Z2 + X2Z1), d = Y1Y2 - 3b*Z1Z2, s = Y1Y2 + 3b*Z1Z2, c = 3*X1X2:
        X3 = t3*d - t4*y, Y3 = d*s + c*y, Z3 = s*t4 + c*t3."""
        k = KernelBuilder("twist_add", self.field, self.ref.xi[0])
        one, two = (k.input(port, WIDTH, self.bound) for port in ("s", "t"))
        plain = quick_fp2_product(one, two).folded()
        turned = [n + n.pairs([1, 2, 0, 3]) for n in (one, two)]
        mixed = quick_fp2_product(*turned).folded() - plain - plain.pairs([1, 2, 0, 3])
        # [t3 | t4 | X1Z2 + X2Z1 | Z1Z2], the last two times 3b; then beside it what is left
        both = mixed.pairs([0, 1, 2, 6], plain)
        scaled = both.times_plus_u(self.scaling.c)
        a = both.pairs([0, 1, 6, 7], scaled)  # [t3 | t4 | y | 3b*Z1Z2]
        middle, shift = plain.pairs([1, 1, 0, 0]), scaled.pairs([3, 3, 3, 3])
        b = middle.sub_in(slot(0), shift, keep=middle.add_in(slot(1), shift))
        b = b.add_in(slot(2), middle + middle, keep=b)  # [d | s | c | .]
        b = k.zero(WIDTH).sub_in(slot(3), mixed.pairs([1, 1, 1, 1]), keep=b)  # [d | s | c | -t4]
        k.output("r", self.summed(a, b), self.bound)

        def check(v: Values, r: Values) -> None:
            assert self.read(r, "r") == self.sum(self.read(v, "s"), self.read(v, "t")), "not the sum"

        def sample(rng: Random) -> Values:
            s, t = self.any(rng), self.any(rng)
            if s is not None and rng.random() < 0.4:  # equal or opposite, in coordinates of their own
                t = s if rng.random() < 0.5 else (s[0], self.ref.sub((0, 0), s[1]))
            return {"s": self.lanes(rng, s), "t": self.lanes(rng, t)}

        params = (("s", ("s",)), ("t", ("t",)))
        return Kernel("twist_add", k.program, "r = s + t.", params, check, sample, in_place=True)

    def psi(self) -> Kernel:
        """psi(X : Y : Z) = (conj(X)*gamma_2 : conj(Y)*gamma_3 : conj(Z)), gamma_j = xi^(j(p - 1)/6), and on the
        scaled curve gamma_j*l^j/conj(l^j)."""
        k = KernelBuilder("twist_psi", self.field, self.ref.xi[0])
        ref, p = self.ref, self.field.p
        gammas = [ref.pow(ref.xi, j * (p - 1) // 6) for j in (2, 3)]
        moved = [
            ref.mul(gamma, ref.mul(power, ref.inv(ref.conj(power))))
            for gamma, power in zip(gammas, self.scaling.factors(ref))
        ]
        constant = k.constant([self.field.to_mont(v) for factor in (*moved, (1, 0), (0, 0)) for v in factor])
        t = k.input("t", WIDTH, self.bound)
        k.output("r", quick_fp2_product(t.negated_in(odd_lanes(WIDTH)), constant).folded(), self.bound)

        def check(v: Values, r: Values) -> None:
            t, image = self.read(v, "t"), self.read(r, "r")
            if t is None or image is None:
                assert t is image, "not psi"
                return
            # back to the twist
            inverses = [ref.inv(factor) for factor in self.scaling.factors(ref)]
            back = [tuple(ref.mul(c, i) for c, i in zip(point, inverses)) for point in (t, image)]
            assert back[1] == tuple(ref.mul(ref.conj(c), gamma) for c, gamma in zip(back[0], gammas)), "not psi"

        def sample(rng: Random) -> Values:
            return {"t": self.lanes(rng, self.any(rng))}

        return Kernel("twist_psi", k.program, "r = psi(t).", (("t", ("t",)),), check, sample, in_place=True)

    def minors(self) -> Kernel:
        """Both are zero for equal points only: with Z1 = 0 the second leaves Y1*Z2 = 0, and Y1 is not zero there."""
        k = KernelBuilder("twist_minors", self.field, self.ref.xi[0])
        s, t = (k.input(port, WIDTH, self.bound) for port in ("s", "t"))
        one = quick_fp2_product(s.pairs([0, 1, 1, 1]), t.pairs([2, 2, 2, 2]))
        two = quick_fp2_product(t.pairs([0, 1, 1, 1]), s.pairs([2, 2, 2, 2]))
        k.output("r", one.plus_or_minus(slot(0, 1, 2, 3), two).folded(), self.bound)

        def check(v: Values, r: Values) -> None:
            zero = pair_of(r, "r", 0) == pair_of(r, "r", 1) == (0, 0)
            assert zero == (self.read(v, "s") == self.read(v, "t")), "not zero exactly for equal points"
            for i in range(2):
                cross = [self.ref.mul(pair_of(v, a, i), pair_of(v, b, 2)) for a, b in ("st", "ts")]
                assert pair_of(r, "r", i) == self.ref.sub(*cross), "not the minor"

        def sample(rng: Random) -> Values:
            s, t = self.any(rng), self.any(rng)
            return {"s": self.lanes(rng, s), "t": self.lanes(rng, s if rng.random() < 0.5 else t)}

        params = (("s", ("s",)), ("t", ("t",)))
        what = "r = [X1*Z2 - X2*Z1 | Y1*Z2 - Y2*Z1 | . | .], both zero if and only if s = t."
        return Kernel("twist_minors", k.program, what, params, check, sample, in_place=True)
