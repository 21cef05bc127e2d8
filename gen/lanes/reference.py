# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Fp2, Fp12 and the twist modulo p, as plainly as possible: what lane kernels are compared with."""

from __future__ import annotations

from dataclasses import dataclass

Fp2 = tuple[int, int]
Fp12 = list[Fp2]
"""Coefficients of w^0 .. w^5, w^6 = xi."""
Point = tuple[Fp2, Fp2]


@dataclass(frozen=True)
class Reference:
    p: int
    xi: Fp2
    twist_b: Fp2

    def add(self, a: Fp2, b: Fp2) -> Fp2:
        return ((a[0] + b[0]) % self.p, (a[1] + b[1]) % self.p)

    def sub(self, a: Fp2, b: Fp2) -> Fp2:
        return ((a[0] - b[0]) % self.p, (a[1] - b[1]) % self.p)

    def mul(self, a: Fp2, b: Fp2) -> Fp2:
        return ((a[0] * b[0] - a[1] * b[1]) % self.p, (a[0] * b[1] + a[1] * b[0]) % self.p)

    def scale(self, a: Fp2, k: int) -> Fp2:
        return (a[0] * k % self.p, a[1] * k % self.p)

    def conj(self, a: Fp2) -> Fp2:
        return (a[0], -a[1] % self.p)

    def inv(self, a: Fp2) -> Fp2:
        norm = pow(a[0] * a[0] + a[1] * a[1], -1, self.p)
        return (a[0] * norm % self.p, -a[1] * norm % self.p)

    def pow(self, a: Fp2, e: int) -> Fp2:
        result = (1, 0)
        for bit in bin(e)[2:]:
            result = self.mul(result, result)
            if bit == "1":
                result = self.mul(result, a)
        return result

    def mul12(self, f: Fp12, g: Fp12) -> Fp12:
        columns: list[Fp2] = [(0, 0)] * 11
        for i, a in enumerate(f):
            for j, b in enumerate(g):
                columns[i + j] = self.add(columns[i + j], self.mul(a, b))
        return [self.add(columns[i], self.mul(columns[i + 6], self.xi)) if i < 5 else columns[i] for i in range(6)]

    def pow12(self, f: Fp12, e: int) -> Fp12:
        result: Fp12 = [(1, 0)] + [(0, 0)] * 5
        for bit in bin(e)[2:]:
            result = self.mul12(result, result)
            if bit == "1":
                result = self.mul12(result, f)
        return result

    def frobenius(self, f: Fp12, power: int) -> Fp12:
        """(sum a_j w^j)^(p^i), where w^(p^i) = xi^((p^i - 1)/6) * w."""
        gamma = self.pow(self.xi, (self.p**power - 1) // 6)
        factor, result = (1, 0), []
        for a in f:
            result.append(self.mul(self.conj(a) if power % 2 else a, factor))
            factor = self.mul(factor, gamma)
        return result

    def slope(self, s: Point, t: Point) -> Fp2:
        if s == t:
            square = self.mul(s[0], s[0])
            return self.mul(self.scale(square, 3), self.inv(self.scale(s[1], 2)))
        return self.mul(self.sub(t[1], s[1]), self.inv(self.sub(t[0], s[0])))

    def add_points(self, s: Point, t: Point) -> Point:
        """The sum of two points that are not opposite, by chord or tangent."""
        k = self.slope(s, t)
        x = self.sub(self.sub(self.mul(k, k), s[0]), t[0])
        return x, self.sub(self.mul(k, self.sub(s[0], x)), s[1])

    def line(self, s: Point, t: Point, xp: int, yp: int) -> tuple[Fp2, Fp2, Fp2]:
        """Coefficients of w^0, w^1, w^3 of the line through s and t at P: yP - k*xP*w + (k*xS - yS)*w^3."""
        k = self.slope(s, t)
        return (yp, 0), self.scale(k, -xp), self.sub(self.mul(k, s[0]), s[1])
