# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Steps of the Miller loop for a single pair: a point of the twist as in gen/lanes/twist.py, with the line of a step.

On the scaled twist, with slope k at (x, y), the line of the pairing at P = (xP, yP), times a factor in Fp2, is
    l^3*yP - k*l^2*xP*w + (k*x - y)*w^3.
p = [l^3*yP | -l^2*xP | -2*l^3*yP | 3*l^2*xP]. A line [a | b | c | .] leaves as a right factor, its
real parts and its imaginary ones, one number each (gen/lanes/products.py).
"""

from __future__ import annotations

from random import Random

from gen.lanes.field import LaneField
from gen.lanes.kernel import Kernel, Values
from gen.lanes.number import KernelBuilder, Number
from gen.lanes.products import right_factor
from gen.lanes.quick import quick_fp2_pairs, quick_fp2_product
from gen.lanes.reference import Fp2, Point, Reference
from gen.lanes.schedule import LOOP_WINDOW
from gen.lanes.steps import Points, pair_of
from gen.lanes.twist import WIDTH, TwistKernels, slot

RESULTS = (("r", ("r",)), ("line", ("line_re", "line_im")))


class TwistLineKernels(TwistKernels):
    """line, affine: the largest coordinate of a line, and of p."""

    def __init__(self, field: LaneField, ref: Reference, points: Points, bound: int, line: int, affine: int):
        super().__init__(field, ref, points, bound)
        self.line = line
        self.affine = affine

    def lines(self, enter_bound: int) -> list[Kernel]:
        return [self.evaluation_point(enter_bound), self.line_dbl(), self.line_add()]

    # ---- for the references ----

    def check_line(self, outputs: Values, slope: Fp2, point: Point, p: tuple[Fp2, Fp2]) -> None:
        ref = self.ref
        found = []
        for i in range(3):
            real, imaginary = pair_of(outputs, "line_re", i), pair_of(outputs, "line_im", i)
            assert real[0] == real[1] and imaginary[0] == -imaginary[1] % ref.p, "not a right factor"
            found.append((real[0], imaginary[1]))
        expected = (p[0], ref.mul(slope, p[1]), ref.sub(ref.mul(slope, point[0]), point[1]))
        assert any(v != (0, 0) for v in found), "no line"
        for i in range(3):
            left, right = (ref.mul(*v) for v in ((found[0], expected[i]), (found[i], expected[0])))
            assert left == right, "not the line"

    def sample_p(self, rng: Random) -> list[int]:
        y, x = ((rng.randrange(1, self.ref.p), rng.randrange(self.ref.p)) for _ in range(2))
        return [*y, *x, *self.ref.scale(y, -2), *self.ref.scale(x, -3)]

    def sample_finite(self, rng: Random) -> Point:
        return self.scaling.apply(self.ref, self.points.any(rng))

    # ---- kernels ----

    def evaluation_point(self, enter_bound: int) -> Kernel:
        k = KernelBuilder("twist_enter_p", self.field, self.ref.xi[0])
        x, y = self.scaling.factors(self.ref)
        factors = (y, self.ref.scale(x, -1), self.ref.scale(y, -2), self.ref.scale(x, 3))
        constant = k.constant([self.field.to_mont(v) for factor in factors for v in factor])
        a = k.input("a", WIDTH, enter_bound).pairs([1, 0, 1, 0])
        k.output("r", quick_fp2_product(a, constant).folded(), self.affine)

        def check(v: Values, r: Values) -> None:
            for i, factor in enumerate(factors):
                assert pair_of(r, "r", i) == self.ref.mul(pair_of(v, "a", (i + 1) % 2), factor), "not a factor of lines"

        what = "r = p for a = [xP | yP | . | .], up to 16p as lanes_put leaves it."
        return Kernel("twist_enter_p", k.program, what, (("a", ("a",)),), check, in_place=True)

    def _outputs(self, k: KernelBuilder, result: Number, line: Number) -> None:
        k.output("r", result, self.bound)
        real, imaginary = right_factor(line.reduced())
        k.output("line_re", real, self.line)
        k.output("line_im", imaginary, self.line)

    def line_dbl(self) -> Kernel:
        """As twist_dbl, with the line -2YZ*l^3*yP + 3X^2*l^2*xP*w + (E - B)*w^3."""
        k = KernelBuilder("twist_line_dbl", self.field, self.ref.xi[0])
        t, p = k.input("t", WIDTH, self.bound), k.input("p", WIDTH, self.affine)
        d = self.doubled(t)
        square = quick_fp2_pairs(t, (0, 0), t, (0, 0)).folded()
        tangent = d.first.half(1).pairs([0, 2], square)  # [YZ | X^2]
        ab = quick_fp2_pairs(tangent.beside(tangent), (0, 1), p, (2, 3)).folded()
        self._outputs(k, d.result, ab.beside((d.e - d.b).half(0)))

        def check(v: Values, r: Values) -> None:
            t = self.read(v, "t")
            assert t is not None and self.read(r, "r") == self.sum(t, t), "not the double"
            self.check_line(r, self.ref.slope(t, t), t, (pair_of(v, "p", 0), pair_of(v, "p", 1)))

        def sample(rng: Random) -> Values:
            return {"t": self.lanes(rng, self.sample_finite(rng)), "p": self.sample_p(rng)}

        params = (("t", ("t",)), ("p", ("p",)))
        what = "r = 2t and the tangent at t."
        return Kernel("twist_line_dbl", k.program, what, params, check, sample, RESULTS)

    def line_add(self) -> Kernel:
        """The sum as in twist_add for Z2 = 1, and with L = X - xq*Z, O = Y - yq*Z the line
        L*l^3*yP - O*l^2*xP*w + (O*xq - L*yq)*w^3."""
        k = KernelBuilder("twist_line_add", self.field, self.ref.xi[0])
        t = k.input("t", WIDTH, self.bound)
        q, p = k.input("q", WIDTH, self.bound), k.input("p", WIDTH, self.affine)
        first = quick_fp2_product(t.pairs([0, 1, 0, 1]), q.pairs([0, 1, 1, 0])).folded()  # [X*xq | Y*yq | X*yq | Y*xq]
        xy, z = t.half(0), t.half(1).pairs([0, 0])
        scaled = quick_fp2_pairs(t, (2, 2), q, (0, 1)).folded()  # [Z*xq | Z*yq]
        same, cross, mixed, b3z = first.half(0), first.half(1), xy + scaled, z.times_plus_u(self.scaling.c)
        t3_t4 = (cross + cross.pairs([1, 0])).pairs([0, 3], mixed)
        y1y2 = same.pairs([1, 1])
        d_s = y1y2.sub_in(slot(0), b3z, keep=y1y2 + b3z)
        c_t4 = k.zero(4).sub_in(slot(1), mixed, keep=same + same + same)
        result = self.summed(t3_t4.beside(mixed.times_plus_u(self.scaling.c)), d_s.beside(c_t4))

        chord = (xy - scaled).normal()  # [L | O]
        products = quick_fp2_product(chord.beside(chord.pairs([1, 0])), p.half(0).beside(q.half(0))).folded()
        c = products.half(1)
        self._outputs(k, result, products.half(0).beside(c - c.pairs([1, 0])))

        def check(v: Values, r: Values) -> None:
            t, q = self.read(v, "t"), (pair_of(v, "q", 0), pair_of(v, "q", 1))
            assert t is not None and self.read(r, "r") == self.sum(t, q), "not the sum"
            self.check_line(r, self.ref.slope(t, q), t, (pair_of(v, "p", 0), pair_of(v, "p", 1)))

        def sample(rng: Random) -> Values:
            q = [*(v for pair in self.sample_finite(rng) for v in pair), *(rng.randrange(self.ref.p) for _ in range(4))]
            return {"t": self.lanes(rng, self.sample_finite(rng)), "q": q, "p": self.sample_p(rng)}

        params = (("t", ("t",)), ("q", ("q",)), ("p", ("p",)))
        what = "r = t + q for q = [xq | yq | . | .], and the line through t and q, which is 0 for t = q."
        return Kernel("twist_line_add", k.program, what, params, check, sample, RESULTS, window=LOOP_WINDOW)
