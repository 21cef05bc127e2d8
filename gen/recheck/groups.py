# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Points on E over Fp and on its twist over Fp2 in Jacobian coordinates, and a plain ate pairing between them."""

from __future__ import annotations

from typing import Any

from gen.recheck.tower import Fp2, Fp12, Tower

Affine = tuple[Any, Any] | None
Jacobian = tuple[Any, Any, Any]


class PrimeLine:
    """Fp with the operations points need."""

    def __init__(self, p: int) -> None:
        self.p = p
        self.zero, self.one = 0, 1

    def add(self, a: int, b: int) -> int:
        return (a + b) % self.p

    def sub(self, a: int, b: int) -> int:
        return (a - b) % self.p

    def mul(self, a: int, b: int) -> int:
        return a * b % self.p

    def inv(self, a: int) -> int:
        return pow(a, self.p - 2, self.p)


class QuadraticLine:
    """Fp2 with the operations points need."""

    def __init__(self, tower: Tower) -> None:
        self.zero, self.one = (0, 0), (1, 0)
        self.add, self.sub, self.mul, self.inv = tower.add2, tower.sub2, tower.mul2, tower.inv2


class Group:
    """y^2 = x^3 + b; formulas add-2007-bl and dbl-2009-l of the Explicit-Formulas Database, all cases handled."""

    def __init__(self, field: Any, b: Any) -> None:
        self.f, self.b = field, b

    def contains(self, q: Affine) -> bool:
        f = self.f
        return q is None or f.mul(q[1], q[1]) == f.add(f.mul(f.mul(q[0], q[0]), q[0]), self.b)

    def neg(self, q: Affine) -> Affine:
        return None if q is None else (q[0], self.f.sub(self.f.zero, q[1]))

    def mul(self, q: Affine, k: int) -> Affine:
        if q is None or k == 0:
            return None
        base = q if k > 0 else self.neg(q)
        f = self.f
        point: Jacobian = (base[0], base[1], f.one)
        acc: Jacobian = (f.one, f.one, f.zero)
        for i in range(abs(k).bit_length()):
            if abs(k) >> i & 1:
                acc = self._add(acc, point)
            point = self._double(point)
        return self._affine(acc)

    def add(self, a: Affine, b: Affine) -> Affine:
        if a is None or b is None:
            return b if a is None else a
        return self._affine(self._add((*a, self.f.one), (*b, self.f.one)))

    def _affine(self, q: Jacobian) -> Affine:
        f = self.f
        if q[2] == f.zero:
            return None
        inverse = f.inv(q[2])
        square = f.mul(inverse, inverse)
        return (f.mul(q[0], square), f.mul(q[1], f.mul(square, inverse)))

    def _double(self, q: Jacobian) -> Jacobian:
        f = self.f
        x, y, z = q
        if z == f.zero or y == f.zero:
            return (f.one, f.one, f.zero)
        yy = f.mul(y, y)
        xyy = f.mul(x, yy)
        s = f.add(f.add(xyy, xyy), f.add(xyy, xyy))
        xx = f.mul(x, x)
        m = f.add(f.add(xx, xx), xx)
        x3 = f.sub(f.sub(f.mul(m, m), s), s)
        y4 = f.mul(yy, yy)
        y4x8 = f.add(f.add(f.add(y4, y4), f.add(y4, y4)), f.add(f.add(y4, y4), f.add(y4, y4)))
        yz = f.mul(y, z)
        return (x3, f.sub(f.mul(m, f.sub(s, x3)), y4x8), f.add(yz, yz))

    def _add(self, a: Jacobian, b: Jacobian) -> Jacobian:
        f = self.f
        if a[2] == f.zero:
            return b
        if b[2] == f.zero:
            return a
        za2, zb2 = f.mul(a[2], a[2]), f.mul(b[2], b[2])
        u1, u2 = f.mul(a[0], zb2), f.mul(b[0], za2)
        s1, s2 = f.mul(a[1], f.mul(zb2, b[2])), f.mul(b[1], f.mul(za2, a[2]))
        h, r = f.sub(u2, u1), f.sub(s2, s1)
        if h == f.zero:
            return self._double(a) if r == f.zero else (f.one, f.one, f.zero)
        hh = f.mul(h, h)
        hhh = f.mul(hh, h)
        v = f.mul(u1, hh)
        x3 = f.sub(f.sub(f.mul(r, r), hhh), f.add(v, v))
        return (x3, f.sub(f.mul(r, f.sub(v, x3)), f.mul(s1, hhh)), f.mul(f.mul(a[2], b[2]), h))


def ate_miller(tower: Tower, twist: str, loop: int, g1: tuple[int, int], g2: tuple[Fp2, Fp2]) -> Fp12:
    """f_{|loop|,Q}(P) of the plain ate pairing, loop = t - 1: affine lines, nothing merged, no Frobenius steps. Another
    pairing than the library's (inverted for a negative loop), but equal to 1 for the same products."""
    bits = bin(abs(loop))[3:]
    f, t = tower.one(), g2
    for bit in bits:
        f = tower.mul(f, f)
        value, t = _line(tower, twist, t, t, g1)
        f = tower.mul(f, value)
        if bit == "1":
            value, t = _line(tower, twist, t, g2, g1)
            f = tower.mul(f, value)
    return f


def _line(
    tower: Tower, twist: str, a: tuple[Fp2, Fp2], b: tuple[Fp2, Fp2], at: tuple[int, int]
) -> tuple[Fp12, tuple[Fp2, Fp2]]:
    """The line through two points of the twist (the tangent if equal) at a point of E, and their sum."""
    t = tower
    if a == b:
        slope = t.mul2(t.mul2((3, 0), t.mul2(a[0], a[0])), t.inv2(t.add2(a[1], a[1])))
    else:
        slope = t.mul2(t.sub2(b[1], a[1]), t.inv2(t.sub2(b[0], a[0])))
    x = t.sub2(t.sub2(t.mul2(slope, slope), a[0]), b[0])
    y = t.sub2(t.mul2(slope, t.sub2(a[0], x)), a[1])
    constant = t.sub2(t.mul2(slope, a[0]), a[1])
    by_x = t.mul2(slope, (-at[0] % t.p, 0))
    by_y = (at[1], 0)
    # Untwisting: x w^2, y w^3, slope w for D; divided by the same for M, and the line then times w^3.
    powers = (0, 1, 3) if twist == "D" else (3, 2, 0)
    parts = [t.embed(value, power) for value, power in zip((by_y, by_x, constant), powers)]
    return [sum(column) % t.p for column in zip(*parts)], (x, y)
