# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Fields of the oracle: Fp, Fp2 and a flat Fp12, on Python integers, from the definitions.

Nothing here is shared with the generator or with the C code, and the representation differs on purpose: the library
builds Fp12 as a 2-3-2 tower, the oracle as polynomials over Fp in one variable w.  With xi = a + b*u and w^6 = xi,
(w^6 - a)^2 = -b^2, hence

    Fp12 = Fp[w] / (w^12 - 2*a*w^6 + (a^2 + b^2)),      u = (w^6 - a) / b.

Elements: Fp an int in [0, p); Fp2 a pair (c0, c1) = c0 + c1*u; Fp12 a tuple of 12 ints, index = power of w.
"""

from __future__ import annotations

Fp2 = tuple[int, int]
Fp12 = tuple[int, ...]


class PrimeField:
    """The integers modulo p."""

    def __init__(self, p: int) -> None:
        self.p = p
        self.zero = 0
        self.one = 1

    def of(self, k: int) -> int:
        return k % self.p

    def add(self, a: int, b: int) -> int:
        return (a + b) % self.p

    def sub(self, a: int, b: int) -> int:
        return (a - b) % self.p

    def mul(self, a: int, b: int) -> int:
        return a * b % self.p

    def inv(self, a: int) -> int:
        return pow(a, -1, self.p)

    def sqrt(self, a: int) -> int | None:
        """A square root, or None; p = 3 mod 4."""
        root = pow(a, (self.p + 1) // 4, self.p)
        return root if root * root % self.p == a % self.p else None


class QuadraticField:
    """Fp[u] / (u^2 + 1); -1 is not a square because p = 3 mod 4."""

    def __init__(self, p: int) -> None:
        self.p = p
        self.base = PrimeField(p)
        self.zero: Fp2 = (0, 0)
        self.one: Fp2 = (1, 0)

    def of(self, k: int) -> Fp2:
        return (k % self.p, 0)

    def add(self, a: Fp2, b: Fp2) -> Fp2:
        return ((a[0] + b[0]) % self.p, (a[1] + b[1]) % self.p)

    def sub(self, a: Fp2, b: Fp2) -> Fp2:
        return ((a[0] - b[0]) % self.p, (a[1] - b[1]) % self.p)

    def mul(self, a: Fp2, b: Fp2) -> Fp2:
        return ((a[0] * b[0] - a[1] * b[1]) % self.p, (a[0] * b[1] + a[1] * b[0]) % self.p)

    def inv(self, a: Fp2) -> Fp2:
        norm_inv = pow(a[0] * a[0] + a[1] * a[1], -1, self.p)
        return (a[0] * norm_inv % self.p, -a[1] * norm_inv % self.p)

    def pow(self, a: Fp2, exponent: int) -> Fp2:
        result = self.one
        for bit in bin(exponent)[2:]:
            result = self.mul(result, result)
            if bit == "1":
                result = self.mul(result, a)
        return result

    def sqrt(self, a: Fp2) -> Fp2 | None:
        """A square root, or None.  From (x + y*u)^2 = a: x^2 is one of (a0 +- sqrt(norm a)) / 2 and y = a1 / (2x)."""
        norm_root = self.base.sqrt((a[0] * a[0] + a[1] * a[1]) % self.p)
        if norm_root is None:
            return None
        half = pow(2, -1, self.p)
        for sign in (1, -1):
            x = self.base.sqrt((a[0] + sign * norm_root) * half % self.p)
            if x:
                candidate = (x, a[1] * pow(2 * x, -1, self.p) % self.p)
                if self.mul(candidate, candidate) == a:
                    return candidate
        y = self.base.sqrt(-a[0] % self.p)  # the root is purely imaginary (or zero)
        return (0, y) if y is not None and self.mul((0, y), (0, y)) == a else None


class DodecicField:
    """Fp12 = Fp[w] / (w^12 - 2*a*w^6 + a^2 + b^2) for xi = a + b*u."""

    def __init__(self, p: int, xi: Fp2) -> None:
        self.p = p
        self.xi = xi
        self.mid = 2 * xi[0] % p
        self.low = (xi[0] * xi[0] + xi[1] * xi[1]) % p
        self.u_scale = pow(xi[1], -1, p)
        self.zero: Fp12 = (0,) * 12
        self.one: Fp12 = (1,) + (0,) * 11

    def of(self, k: int) -> Fp12:
        return (k % self.p,) + (0,) * 11

    def embed(self, a: Fp2, power: int) -> Fp12:
        """a * w^power for 0 <= power < 6, with u = (w^6 - xi0) / xi1."""
        c = [0] * 12
        c[power] = (a[0] - a[1] * self.u_scale * self.xi[0]) % self.p
        c[power + 6] = a[1] * self.u_scale % self.p
        return tuple(c)

    def add(self, a: Fp12, b: Fp12) -> Fp12:
        return tuple((x + y) % self.p for x, y in zip(a, b, strict=True))

    def sub(self, a: Fp12, b: Fp12) -> Fp12:
        return tuple((x - y) % self.p for x, y in zip(a, b, strict=True))

    def mul(self, a: Fp12, b: Fp12) -> Fp12:
        c = [0] * 23
        for i, x in enumerate(a):
            if x:
                for j, y in enumerate(b):
                    c[i + j] += x * y
        for k in range(22, 11, -1):  # w^k = mid * w^(k-6) - low * w^(k-12)
            high = c[k] % self.p
            c[k - 6] += self.mid * high
            c[k - 12] -= self.low * high
        return tuple(x % self.p for x in c[:12])

    def pow(self, a: Fp12, exponent: int) -> Fp12:
        result = self.one
        for bit in bin(exponent)[2:]:
            result = self.mul(result, result)
            if bit == "1":
                result = self.mul(result, a)
        return result

    def inv(self, a: Fp12) -> Fp12:
        """By Euclid on polynomials over Fp: s*a = 1 modulo the defining polynomial."""
        p = self.p
        r0 = [self.low] + [0] * 5 + [-self.mid % p] + [0] * 5 + [1]
        r1 = _trim(list(a))
        if not r1:
            raise ZeroDivisionError("inverse of zero")
        s0: list[int] = []
        s1 = [1]
        while len(r1) > 1:
            quotient, rest = _divmod(r0, r1, p)
            r0, r1 = r1, rest
            s0, s1 = s1, _sub_product(s0, quotient, s1, p)
        scale = pow(r1[0], -1, p)
        coefficients = [x * scale % p for x in s1]
        return tuple(coefficients + [0] * (12 - len(coefficients)))


def _trim(a: list[int]) -> list[int]:
    while a and a[-1] == 0:
        a.pop()
    return a


def _divmod(a: list[int], b: list[int], p: int) -> tuple[list[int], list[int]]:
    rest = list(a)
    quotient = [0] * max(len(a) - len(b) + 1, 1)
    lead_inv = pow(b[-1], -1, p)
    for shift in range(len(a) - len(b), -1, -1):
        factor = rest[shift + len(b) - 1] * lead_inv % p
        quotient[shift] = factor
        for i, y in enumerate(b):
            rest[shift + i] = (rest[shift + i] - factor * y) % p
    return quotient, _trim(rest)


def _sub_product(a: list[int], b: list[int], c: list[int], p: int) -> list[int]:
    out = list(a) + [0] * (len(b) + len(c) - len(a))
    for i, x in enumerate(b):
        for j, y in enumerate(c):
            out[i + j] = (out[i + j] - x * y) % p
    return _trim(out)
