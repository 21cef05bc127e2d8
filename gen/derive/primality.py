# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Primality certificates, from a curve with a point of known prime order (below) or from a partly factored n - 1
(Brillhart, Lehmer, Selfridge, Math. Comp. 29, 1975).

Let F be a product of known prime powers dividing n - 1, and for each prime q of F let some a satisfy a^(n-1) = 1 mod n
and gcd(a^((n-1)/q) - 1, n) = 1. Then every prime factor of n is 1 mod F (Pocklington). If F^2 > n, n is prime; if
F^3 > n, write n = 1 + c1 F + c2 F^2 with c1, c2 < F: n is prime exactly if c1^2 - 4 c2 is no square.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd, isqrt

import sympy

from gen.derive.algebra import Curve, PrimeField
from gen.derive.factor import factor_bounded

SURE = 1 << 64  # below it SymPy's test is proven
WITNESSES = 100


@dataclass(frozen=True)
class Certificate:
    """n = 1 mod F for F = product(q^e); one witness per prime."""

    n: int
    factored: int  # F
    primes: tuple[tuple[int, int, int], ...]  # q, e, witness a
    discriminant: int | None  # c1^2 - 4 c2, or None where F^2 > n


@dataclass(frozen=True)
class CurveCertificate:
    """A point of y^2 = x^3 + b modulo n and a prime q > (n^(1/4) + 1)^2 that kills it. Were a prime factor of n at most
    sqrt(n), the curve modulo it would have fewer than q points: n is prime (Goldwasser, Kilian, STOC 1986)."""

    n: int
    b: int
    point: tuple[int, int]
    order: int


def certify_by_curve(n: int, b: int, point: tuple[int, int], order: int) -> CurveCertificate | None:
    """`order` must have a certificate of its own. The last step of order*point adds opposite points, all others are
    right modulo each factor of n, or raise: so the multiple is infinity modulo each of them."""
    curve = Curve(PrimeField(n), b)
    try:
        killed = curve.contains(point) and curve.mul(point, order - 1) == curve.neg(point)
    except ValueError:
        return None
    return CurveCertificate(n, b, point, order) if killed and (isqrt(order) - 1) ** 4 > n else None


def certify(n: int) -> Certificate | None:
    """A certificate, or None if the bounded search for factors of n - 1 does not reach the cube root of n."""
    powers: dict[int, int] = {}
    for q in factor_bounded(n - 1).primes:
        if q < SURE:
            powers[q] = powers.get(q, 0) + 1
    chosen, factored = [], 1
    for q, e in sorted(powers.items(), reverse=True):
        witness = next((a for a in sympy.primerange(2, WITNESSES) if _holds(n, q, int(a))), None)
        if witness is None:
            continue
        chosen.append((q, e, int(witness)))
        factored *= q**e
        if factored**2 > n:
            break
    if factored**3 <= n:
        return None
    discriminant = None
    if factored**2 <= n:
        c2, c1 = divmod((n - 1) // factored, factored)
        discriminant = c1 * c1 - 4 * c2
        if discriminant >= 0 and isqrt(discriminant) ** 2 == discriminant:
            return None
    return Certificate(n, factored, tuple(chosen), discriminant)


def _holds(n: int, q: int, a: int) -> bool:
    return pow(a, n - 1, n) == 1 and gcd(pow(a, (n - 1) // q, n) - 1, n) == 1
