# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What fits a seed: the smallest xi and b, other seeds. `gen new` writes it down, refusals propose it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import sympy

from gen.derive.algebra import Curve, Fp2, PrimeField, QuadraticField
from gen.derive.curve import order_by_points, sextic_orders
from gen.derive.family import Family
from gen.derive.pairing import naf

XI_LIMIT = 64
"""Real parts tried. Of the elements of Fp2 a third is neither square nor cube, so all of them fail about never."""
B_LIMIT = 1000
"""Right sides tried. A sixth of them has the right order."""
SIEVE_LIMIT = 300
"""Primes below it are divided out of p(z) and r(z) by tables before either is computed."""


def square_or_cube(xi: Fp2, p: int) -> str | None:
    """What makes w^6 - xi reducible over Fp2 = Fp[u]/(u^2 + 1), p = 3 mod 4: "a square", "a cube" or "0"; else None."""
    field = QuadraticField(p)
    xi = (xi[0] % p, xi[1] % p)
    if xi == (0, 0):
        return "0"
    if sympy.jacobi_symbol(field.norm(xi), p) == 1:  # xi^((p^2-1)/2) = norm(xi)^((p-1)/2)
        return "a square"
    if field.pow(xi, (p * p - 1) // 3) == (1, 0):
        return "a cube"
    return None


def smallest_xi(p: int) -> tuple[Fp2 | None, tuple[str, ...]]:
    """The first of 1 + u, 2 + u, ... that is neither a square nor a cube, and why those before it are not taken.

    u itself is a square, its norm being 1; the imaginary part 1 keeps multiplication by xi cheap.
    """
    refused = []
    for real in range(1, XI_LIMIT + 1):
        why = square_or_cube((real, 1), p)
        if why is None:
            return (real, 1), tuple(refused)
        refused.append(f"{real} + u is {why}")
    return None, tuple(refused)


def has_order(p: int, t: int, b: int) -> bool:
    """Whether y^2 = x^3 + b over Fp has p + 1 - t points, decided among the six orders that such a curve can have."""
    return b % p != 0 and order_by_points(Curve(PrimeField(p), b % p), sextic_orders(p, t)) == p + 1 - t


def smallest_b(p: int, t: int) -> int | None:
    """The smallest b > 0 for which y^2 = x^3 + b has p + 1 - t points."""
    return next((b for b in range(1, min(B_LIMIT, p)) if has_order(p, t, b)), None)


@dataclass(frozen=True)
class Primes:
    """The primes of a seed that serves."""

    z: int
    p: int
    r: int
    t: int


def seed_test(family: Family) -> Callable[[int], Primes | None]:
    """A test of seeds: p and r prime, p = 3 mod 4. Small factors are recognised from z modulo small primes first."""
    p_of, r_of, t_of = (_Values(poly) for poly in (family.p, family.r, family.t))
    tables = [
        (int(q), frozenset(z for z in range(q) if p_of.top(z) * r_of.top(z) % q == 0))
        for q in sympy.primerange(5, SIEVE_LIMIT)
    ]

    def test(z: int) -> Primes | None:
        if abs(z) > SIEVE_LIMIT**2 and any(z % q in bad for q, bad in tables):
            return None
        p, r, t = p_of(z), r_of(z), t_of(z)
        if p is None or r is None or t is None or p % 4 != 3 or r < 3 or p == r:
            return None
        return Primes(z, p, r, t) if sympy.isprime(r) and sympy.isprime(p) else None

    return test


class _Values:
    """A polynomial's values at integers, None where they are no integers."""

    def __init__(self, poly: sympy.Poly) -> None:
        denominator, cleared = poly.clear_denoms(convert=True)
        self.coeffs, self.denominator = [int(c) for c in cleared.all_coeffs()], int(denominator)

    def top(self, z: int) -> int:
        """The value times the denominator, which has no prime factor above 3."""
        value = 0
        for c in self.coeffs:
            value = value * z + c
        return value

    def length(self, z: int) -> int:
        """Bits of the value at z or -z, whichever is longer."""
        return max(abs(self.top(s * z)).bit_length() for s in (1, -1)) - self.denominator.bit_length() + 1

    def __call__(self, z: int) -> int | None:
        value = self.top(z)
        return None if value % self.denominator else value // self.denominator


def nearest_seed(family: Family, z: int, steps: int = 20_000) -> Primes | None:
    """The seed nearest to z that serves, of equals the one farther from 0; None if `steps` on either side hold none."""
    test = seed_test(family)
    away = 1 if z > 0 else -1
    for distance in range(1, steps):
        for candidate in (z + away * distance, z - away * distance):
            found = test(candidate)
            if found is not None:
                return found
    return None


def sparse_seeds(family: Family, bits: int, weight: int) -> Iterator[int]:
    """Integers of at most `weight` digits in non-adjacent form, fewest first, whose p can have `bits` bits."""
    p_of = _Values(family.p)
    # In non-adjacent form 2/3 * 2^k < |z| < 4/3 * 2^k for the top exponent k.
    tops = [k for k in range(bits) if p_of.length((2 << k) // 3) - 1 <= bits <= p_of.length((4 << k) // 3 + 1)]
    for count in range(1, weight + 1):
        for top in tops:
            for lower in itertools.combinations(range(top - 2, -1, -1), count - 1):
                if any(a - b < 2 for a, b in itertools.pairwise(lower)):
                    continue
                for signs in itertools.product((1, -1), repeat=count):
                    yield signs[0] * (1 << top) + sum(s << e for s, e in zip(signs[1:], lower))


def expression(z: int) -> str:
    """z as a signed sum of powers of two, by its non-adjacent form: -(2^62 + 2^55 + 1)."""
    digits = list(reversed(naf(abs(z))))
    terms = [(digit, f"2^{e}" if e else "1") for e, digit in enumerate(digits) if digit]
    terms.reverse()
    text = terms[0][1] + "".join(f" {'+' if digit > 0 else '-'} {power}" for digit, power in terms[1:])
    return text if z > 0 else f"-({text})" if len(terms) > 1 else f"-{text}"
