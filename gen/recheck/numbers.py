# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Primality, Jacobi symbol, determinants and polynomials over Z, written here and not taken from SymPy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction


def first_primes(count: int) -> list[int]:
    primes: list[int] = []
    n = 2
    while len(primes) < count:
        if all(n % q for q in primes):
            primes.append(n)
        n += 1
    return primes


BASES = first_primes(64)


def is_prime(n: int) -> bool:
    """Miller-Rabin with the first 64 primes: proven below 3.3 * 10^24 (Sorenson, Webster 2015), beyond it wrong with a
    probability below 4^-64 for a number not chosen against these bases. BPSW, which derive uses, is another test."""
    if n < 2:
        return False
    for q in BASES:
        if n % q == 0:
            return n == q
    odd, twos = n - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in BASES:
        x = pow(base, odd, n)
        if x in (1, n - 1):
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def jacobi(a: int, n: int) -> int:
    """Jacobi symbol for odd n > 0, by reciprocity."""
    a %= n
    sign = 1
    while a:
        while a % 2 == 0:
            a //= 2
            if n % 8 in (3, 5):
                sign = -sign
        a, n = n, a
        if a % 4 == 3 and n % 4 == 3:
            sign = -sign
        a %= n
    return sign if n == 1 else 0


def determinant(rows: Sequence[Sequence[int]]) -> int:
    """Bareiss's elimination: exact over Z."""
    m = [list(row) for row in rows]
    sign, previous = 1, 1
    for k in range(len(m) - 1):
        pivot = next((i for i in range(k, len(m)) if m[i][k]), None)
        if pivot is None:
            return 0
        if pivot != k:
            m[k], m[pivot] = m[pivot], m[k]
            sign = -sign
        for i in range(k + 1, len(m)):
            for j in range(k + 1, len(m)):
                m[i][j] = (m[i][j] * m[k][k] - m[i][k] * m[k][j]) // previous
        previous = m[k][k]
    return sign * m[-1][-1]


def norm(coeffs: Sequence[int], ring: Sequence[int]) -> int:
    """Norm of c(X) in Z[X]/(g), g monic: determinant of multiplication by c."""
    n = len(ring) - 1
    row = [*coeffs, *[0] * n][:n]
    rows = []
    for _ in range(n):
        rows.append(row)
        top = row[-1]
        row = [low - top * c for low, c in zip([0, *row[:-1]], ring)]  # times X, X^n = X^n - g
    return determinant(rows)


def poly_mul(a: Sequence[int], b: Sequence[int]) -> list[int]:
    out = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] += x * y
    return out


def poly_add(a: Sequence[int], b: Sequence[int]) -> list[int]:
    size = max(len(a), len(b))
    return [(a[i] if i < len(a) else 0) + (b[i] if i < len(b) else 0) for i in range(size)]


def reduced(a: Sequence[int]) -> list[int]:
    """Modulo X^4 - X^2 + 1: four coefficients."""
    out = [*a, 0, 0, 0, 0]
    for power in range(len(out) - 1, 3, -1):
        out[power - 2] += out[power]
        out[power - 4] -= out[power]
    return out[:4]


def trimmed(a: Sequence[int]) -> list[int]:
    """Without zeros at the top."""
    out = list(a)
    while out and out[-1] == 0:
        out.pop()
    return out


TERM = re.compile(r"(-?)([0-9]*)(?:(z)(?:\^([0-9]+))?)?(?:/([0-9]+))?")


def polynomial_of_text(text: str) -> list[Fraction]:
    """Coefficients, the highest first, of a polynomial as banners write it: "36z^4 + 6z + 1", "z^6/3 - 2z^5/3"."""
    found: dict[int, Fraction] = {}
    for term in text.replace(" - ", " + -").split(" + "):
        match = TERM.fullmatch(term)
        if match is None:
            raise ValueError(f"{term!r} is no term of a polynomial in z")
        sign, coefficient, letter, power, divisor = match.groups()
        exponent = 0 if letter is None else int(power or 1)
        found[exponent] = Fraction(int(sign + (coefficient or "1")), int(divisor or 1))
    return [found.get(i, Fraction(0)) for i in range(max(found), -1, -1)]


def eval_polynomial_text(text: str, z: int) -> Fraction:
    """Its value."""
    value = Fraction(0)
    for coefficient in polynomial_of_text(text):
        value = value * z + coefficient
    return value
