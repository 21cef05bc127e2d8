# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Small prime factors by a search with a budget in steps: the same on every machine. No proof rests on them."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import sympy

TRIAL_LIMIT = 1 << 16
RHO_STEPS = 1 << 18  # a step is one map x -> x^2 + 1; a third of a second for a 256-bit number
RHO_BATCH = 1 << 10  # differences multiplied together before each gcd


@dataclass(frozen=True)
class Factorisation:
    """n = product(primes) * rest; rest is 1 or a composite left unfactored."""

    primes: tuple[int, ...]  # ascending, with multiplicity
    rest: int


def factor_bounded(n: int) -> Factorisation:
    primes = []
    for q in sympy.primerange(2, TRIAL_LIMIT):
        while n % q == 0:
            primes.append(int(q))
            n //= q
    budget = RHO_STEPS
    todo, composite = [n], 1
    while todo:
        m = todo.pop()
        if m == 1:
            continue
        if sympy.isprime(m):
            primes.append(m)
            continue
        divisor, budget = _rho(m, budget)
        if divisor is None:
            composite *= m
        else:
            todo += [divisor, m // divisor]
    return Factorisation(tuple(sorted(primes)), composite)


def _rho(n: int, budget: int) -> tuple[int | None, int]:
    """Pollard's rho, Brent's form (BIT 20, 1980), x^2 + 1 from 2: a proper divisor or None, and the budget left."""
    x = y = 2
    length = 1
    while budget > 0:
        x = y
        done = 0
        while done < length and budget > 0:
            start, product = y, 1
            count = min(RHO_BATCH, length - done, budget)
            for _ in range(count):
                y = (y * y + 1) % n
                product = product * (x - y) % n
            done += count
            budget -= count
            if gcd(product, n) == 1:
                continue
            # The batch holds a hit: walk it again one by one, which separates factors that the product merged.
            y = start
            for _ in range(count):
                y = (y * y + 1) % n
                divisor = gcd(x - y, n)
                if divisor == n:
                    return None, budget
                if divisor > 1:
                    return divisor, budget
        length *= 2
    return None, budget
