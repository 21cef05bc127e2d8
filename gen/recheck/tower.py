# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Fp12 as polynomials in w over Fp: with xi = a + b u and w^6 = xi, (w^6 - a)^2 = -b^2. Fp2 sits inside."""

from __future__ import annotations

Fp2 = tuple[int, int]
Fp12 = list[int]


class Tower:
    def __init__(self, p: int, xi: Fp2) -> None:
        self.p = p
        self.xi = xi
        self.b_inverse = pow(xi[1], -1, p)

    # Fp2, the few operations needed
    def mul2(self, a: Fp2, b: Fp2) -> Fp2:
        return ((a[0] * b[0] - a[1] * b[1]) % self.p, (a[0] * b[1] + a[1] * b[0]) % self.p)

    def add2(self, a: Fp2, b: Fp2) -> Fp2:
        return ((a[0] + b[0]) % self.p, (a[1] + b[1]) % self.p)

    def sub2(self, a: Fp2, b: Fp2) -> Fp2:
        return ((a[0] - b[0]) % self.p, (a[1] - b[1]) % self.p)

    def conj2(self, a: Fp2) -> Fp2:
        return (a[0], -a[1] % self.p)

    def inv2(self, a: Fp2) -> Fp2:
        """a^(p^2-2), since a^(p^2-1) = 1."""
        result, square, e = (1, 0), a, self.p**2 - 2
        while e:
            if e & 1:
                result = self.mul2(result, square)
            square, e = self.mul2(square, square), e >> 1
        return result

    # Fp12
    def embed(self, a: Fp2, power: int = 0) -> Fp12:
        """a w^power, u = (w^6 - xi_0)/xi_1."""
        scaled = a[1] * self.b_inverse % self.p
        out = [0] * 12
        out[0] = (a[0] - scaled * self.xi[0]) % self.p
        out[6] = scaled
        return self.times_w(out, power)

    def times_w(self, a: Fp12, power: int) -> Fp12:
        for _ in range(power):
            top = a[11]
            a = [0, *a[:11]]
            self._fold(a, top, 0)
        return a

    def _fold(self, out: Fp12, top: int, at: int) -> None:
        """Adds top * w^(12 + at), at < 6: w^12 = 2 xi_0 w^6 - (xi_0^2 + xi_1^2)."""
        out[at + 6] = (out[at + 6] + 2 * self.xi[0] * top) % self.p
        out[at] = (out[at] - (self.xi[0] ** 2 + self.xi[1] ** 2) * top) % self.p

    def mul(self, a: Fp12, b: Fp12) -> Fp12:
        wide = [0] * 23
        for i, x in enumerate(a):
            if x:
                for j, y in enumerate(b):
                    wide[i + j] += x * y
        for k in range(22, 11, -1):
            top, wide[k] = wide[k] % self.p, 0
            wide[k - 6] += 2 * self.xi[0] * top
            wide[k - 12] -= (self.xi[0] ** 2 + self.xi[1] ** 2) * top
        return [c % self.p for c in wide[:12]]

    def one(self) -> Fp12:
        return [1] + [0] * 11

    def pow(self, a: Fp12, e: int) -> Fp12:
        result = self.one()
        for bit in bin(e)[2:]:
            result = self.mul(result, result)
            if bit == "1":
                result = self.mul(result, a)
        return result
