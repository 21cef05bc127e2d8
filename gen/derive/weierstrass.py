# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Curves y^2 = x^3 + a x + b of prime order without a pairing: what must hold, and the endomorphism where a = 0."""

from __future__ import annotations

from dataclasses import dataclass

import sympy

from gen.derive.algebra import Curve, Point, PrimeField
from gen.derive.glv import GlvModel, derive_glv
from gen.params import WeierstrassSpec

DEGREES = 100
"""A pairing into a field of a degree up to this would weaken the discrete logarithm (SEC 1, section 3.1.1)."""


@dataclass(frozen=True)
class PlainCurve(Curve[int]):
    """Curve with a coefficient a."""

    a: int

    def rhs(self, x: int) -> int:
        return (x * x * x + self.a * x + self.b) % self.field.p

    def add(self, a: Point, b: Point) -> Point:
        p = self.field.p
        if a is None or b is None or a[0] != b[0] or (a[1] + b[1]) % p == 0:
            return super().add(a, b)
        slope = (3 * a[0] * a[0] + self.a) * pow(2 * a[1], -1, p) % p
        x = (slope * slope - 2 * a[0]) % p
        return (x, (slope * (a[0] - x) - a[1]) % p)


@dataclass(frozen=True)
class EndomorphismOfCurve:
    """(beta x, y) = [lambda](x, y), and the splitting of scalars by it."""

    beta: int
    lam: int
    glv: GlvModel


def plain_curve(spec: WeierstrassSpec) -> PlainCurve:
    return PlainCurve(PrimeField(spec.p), spec.b, spec.a)


def check_weierstrass(spec: WeierstrassSpec) -> None:
    """Raises where the numbers are no curve of prime order r that is fit for use."""
    p, r, a, b = spec.p, spec.r, spec.a, spec.b
    for key, value in (("p", p), ("r", r)):
        if value < 5 or not sympy.isprime(value):
            raise spec.refusal(key, f"{value} is not a prime of 5 or more")
    if p % 4 != 3:
        raise spec.refusal("p", f"{p} is {p % 4} mod 4; square roots here need p = 3 mod 4")
    if a not in (0, -3):
        raise spec.refusal("a", f"{a} is neither 0 nor -3; the doubling is written for these two")
    if not 0 < b < p:
        raise spec.refusal("b", f"{b} is not in 1..p-1 for p = {p}; it is {b % p} modulo p")
    if (4 * a**3 + 27 * b * b) % p == 0:
        raise spec.refusal("b", f"4a^3 + 27b^2 = 0 modulo p for a = {a}, b = {b}: the curve is singular")
    for i, entry in enumerate(spec.g1):
        if not 0 <= entry < p:
            raise spec.refusal(f"generator[{i}]", f"{entry} is not in 0..p-1 for p = {p}")
    curve = plain_curve(spec)
    x, y = spec.g1
    if not curve.contains(spec.g1):
        rest = (y * y - curve.rhs(x)) % p
        raise spec.refusal("generator", f"not on the curve: y^2 - x^3 - ax - b = {rest} modulo p, must be 0")
    if curve.mul(spec.g1, r) is not None:
        raise spec.refusal("r", f"r times the generator is not infinity (r = {r})")
    # A point of prime order r fixes #E = r if r lies in Hasse's interval p + 1 -+ 2 sqrt(p) and 2r beyond it.
    if (r - p - 1) ** 2 > 4 * p or (2 * r - p - 1) ** 2 <= 4 * p:
        raise spec.refusal("r", f"r = {r} is not the number of points: Hasse's bound for p = {p} does not fix it")
    if r == p:
        raise spec.refusal("r", f"r = p = {p}: on such a curve discrete logarithms are easy")
    power = 1
    for degree in range(1, DEGREES + 1):
        power = power * p % r
        if power == 1:
            raise spec.refusal("r", f"r divides p^{degree} - 1: the embedding degree must be above {DEGREES}")


def derive_endomorphism(spec: WeierstrassSpec, limbs: int, word_bits: int) -> EndomorphismOfCurve | None:
    """For a = 0 and p = 1 mod 3; beta is the power (p-1)/3 of the least number whose power it is not 1."""
    p, r = spec.p, spec.r
    if spec.a != 0 or p % 3 != 1 or r % 3 != 1:
        return None
    beta = next(root for root in (pow(n, (p - 1) // 3, p) for n in range(2, p)) if root != 1)
    lam = next(root for root in (pow(n, (r - 1) // 3, r) for n in range(2, r)) if root != 1)
    image = (beta * spec.g1[0] % p, spec.g1[1])
    curve = plain_curve(spec)
    if curve.mul(spec.g1, lam) != image:
        lam = lam * lam % r
    if curve.mul(spec.g1, lam) != image:
        raise spec.refusal("b", f"(beta x, y) is no multiple of the generator by a cube root of one, beta = {beta}")
    return EndomorphismOfCurve(beta, lam, derive_glv(r, lam, limbs, word_bits))
