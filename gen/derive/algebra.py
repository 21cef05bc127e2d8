# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Fp, Fp2 = Fp[u]/(u^2+1) and the affine group law of y^2 = x^3 + b over either, on plain integers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Fp2 = tuple[int, int]
E = TypeVar("E", int, Fp2)
Point = tuple[Any, Any] | None  # None is infinity


@dataclass(frozen=True)
class PrimeField:
    """Elements are integers in [0, p); p = 3 mod 4."""

    p: int

    def of(self, n: int) -> int:
        return n % self.p

    def add(self, a: int, b: int) -> int:
        return (a + b) % self.p

    def sub(self, a: int, b: int) -> int:
        return (a - b) % self.p

    def mul(self, a: int, b: int) -> int:
        return a * b % self.p

    def inv(self, a: int) -> int:
        return pow(a, -1, self.p)

    def sqrt(self, a: int) -> int | None:
        """The smaller of the two roots in [0, p), or None."""
        root = pow(a, (self.p + 1) // 4, self.p)
        if root * root % self.p != a % self.p:
            return None
        return min(root, (-root) % self.p)

    def some(self) -> Iterator[int]:
        """Elements in a fixed order, for searches that take the first that serves."""
        return iter(range(self.p))


@dataclass(frozen=True)
class QuadraticField:
    """Elements are (c0, c1) = c0 + c1*u with u^2 = -1, both in [0, p); p = 3 mod 4."""

    p: int

    def of(self, n: int) -> Fp2:
        return (n % self.p, 0)

    def add(self, a: Fp2, b: Fp2) -> Fp2:
        return ((a[0] + b[0]) % self.p, (a[1] + b[1]) % self.p)

    def sub(self, a: Fp2, b: Fp2) -> Fp2:
        return ((a[0] - b[0]) % self.p, (a[1] - b[1]) % self.p)

    def neg(self, a: Fp2) -> Fp2:
        return ((-a[0]) % self.p, (-a[1]) % self.p)

    def mul(self, a: Fp2, b: Fp2) -> Fp2:
        return ((a[0] * b[0] - a[1] * b[1]) % self.p, (a[0] * b[1] + a[1] * b[0]) % self.p)

    def conj(self, a: Fp2) -> Fp2:
        return (a[0], (-a[1]) % self.p)

    def norm(self, a: Fp2) -> int:
        return (a[0] * a[0] + a[1] * a[1]) % self.p

    def inv(self, a: Fp2) -> Fp2:
        scale = pow(self.norm(a), -1, self.p)
        return (a[0] * scale % self.p, (-a[1] * scale) % self.p)

    def pow(self, a: Fp2, e: int) -> Fp2:
        acc = (1, 0)
        for bit in bin(e)[2:]:
            acc = self.mul(acc, acc)
            if bit == "1":
                acc = self.mul(acc, a)
        return acc

    def sqrt(self, a: Fp2) -> Fp2 | None:
        """The root whose (c1, c0) is the smaller of the two, or None. From the norm: a = (x + y*u)^2."""
        base = PrimeField(self.p)
        norm_root = base.sqrt(self.norm(a))
        if norm_root is None:
            return None
        half = (self.p + 1) // 2
        for signed in (norm_root, -norm_root):
            # x^2 = (a0 + |a|)/2 for one of the two signs of |a|; x = 0 only if a is a negated square of Fp.
            x = base.sqrt((a[0] + signed) * half % self.p)
            if x is None:
                continue
            y = a[1] * pow(2 * x, -1, self.p) % self.p if x else base.sqrt((-a[0]) % self.p)
            if y is not None and self.mul((x, y), (x, y)) == a:
                root = (x, y)
                return min(root, self.neg(root), key=lambda c: (c[1], c[0]))
        return None

    def some(self) -> Iterator[Fp2]:
        """u, 1+u, 2+u, ...: proper elements of Fp2 in a fixed order."""
        return ((c0, 1) for c0 in range(self.p))


@dataclass(frozen=True)
class Curve(Generic[E]):
    """y^2 = x^3 + b over `field`; modulo a number that is no prime an addition is right modulo each of its factors, or
    raises ValueError (gen.derive.primality)."""

    field: Any
    b: E

    def rhs(self, x: E) -> E:
        return self.field.add(self.field.mul(self.field.mul(x, x), x), self.b)

    def contains(self, point: Point) -> bool:
        return point is None or self.field.mul(point[1], point[1]) == self.rhs(point[0])

    def add(self, a: Point, b: Point) -> Point:
        f = self.field
        if a is None:
            return b
        if b is None:
            return a
        if a[0] == b[0]:
            if f.add(a[1], b[1]) == f.of(0):
                return None
            if a[1] != b[1]:
                raise ValueError(f"{a} and {b} are equal modulo some factors of the modulus only: it is no prime")
            slope = f.mul(f.mul(f.of(3), f.mul(a[0], a[0])), f.inv(f.add(a[1], a[1])))
        else:
            slope = f.mul(f.sub(b[1], a[1]), f.inv(f.sub(b[0], a[0])))
        x = f.sub(f.sub(f.mul(slope, slope), a[0]), b[0])
        return (x, f.sub(f.mul(slope, f.sub(a[0], x)), a[1]))

    def neg(self, a: Point) -> Point:
        return None if a is None else (a[0], self.field.sub(self.field.of(0), a[1]))

    def mul(self, a: Point, k: int) -> Point:
        if k < 0:
            a, k = self.neg(a), -k
        acc: Point = None
        for bit in bin(k)[2:]:
            acc = self.add(acc, acc)
            if bit == "1":
                acc = self.add(acc, a)
        return acc

    def points(self) -> Iterator[tuple[E, E]]:
        """Points in a fixed order: by x as the field lists it, one root of y each."""
        for x in self.field.some():
            y = self.field.sqrt(self.rhs(x))
            if y is not None:
                yield (x, y)
