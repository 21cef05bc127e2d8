# SPDX-License-Identifier: Apache-2.0 OR MIT
"""BLS12 curves: p, r and h2 from the discriminant and the orders of the twists, not from their polynomials."""

from __future__ import annotations

from collections.abc import Sequence

from gen.recheck.orders import Family, Orders


def orders(z: int) -> Orders:
    """4p = t^2 + 3V^2 with t = z + 1, V = (z - 1)(2z^2 - 1)/3, and r = (p + 1 - t)/h1 with h1 = (z - 1)^2/3. Over Fp2,
    4p^2 = (t^2 - 2p)^2 + 3 (tV)^2: of the twists of order p^2 + 1 - (t^2 - 2p +- 3tV)/2 one is a multiple of r."""
    t = z + 1
    v = _exactly((z - 1) * (2 * z * z - 1), 3)
    p = _exactly(t * t + 3 * v * v, 4)
    h1 = _exactly((z - 1) ** 2, 3)
    r = _exactly(p + 1 - t, h1)
    twists = [p * p + 1 - _exactly(t * t - 2 * p + sign * 3 * t * v, 2) for sign in (1, -1)]
    right = [n for n in twists if n % r == 0]
    if len(right) != 1:
        raise ValueError(f"{len(right)} of the twists have a multiple of r points")
    return Orders(p, r, t, h1, right[0] // r)


def _exactly(a: int, b: int) -> int:
    quotient, rest = divmod(a, b)
    if rest:
        raise ValueError(f"{b} does not divide {a}")
    return quotient


def cheapest(digits: Sequence[int]) -> str | None:
    """In units of 4 multiplications of Fp2: 9 for a step, 7 for an addition. The non-adjacent form of n has the digits
    of (3n - n)/2, taken bit by bit."""
    n = 0
    for digit in digits:
        n = 2 * n + digit
    signed = (3 * n ^ n) >> 1
    found, *others = (
        9 * length + 7 * weight
        for length, weight in (
            (len(digits), sum(map(abs, digits))),
            (signed.bit_length(), signed.bit_count()),
            (n.bit_length(), n.bit_count()),
        )
    )
    return None if found == min(others) else f"cost {found}, the cheaper of binary and non-adjacent ones {min(others)}"


BLS12 = Family(
    name="bls12",
    orders=orders,
    short_vectors=lambda z: {(z * z - 1, -1), (1, z * z)},
    loop=lambda z: z,
    recodes=cheapest,
    hard=((1, -2, 0, 2, -1, 3), (1, -2, 0, 2, -1), (1, -2, 1, 0), (1, -2, 1)),
    multiple=(3,),
    criterion=lambda z: (-z, 1),
    g1_criterion=lambda z: (1 - z * z, 1),
    forms={"end": (), "none": ()},
    norms=lambda z: {},
    vanishing=lambda z: (-z, 1),
    after_loop=lambda loop, p: [],
)
