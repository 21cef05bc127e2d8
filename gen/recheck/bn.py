# SPDX-License-Identifier: Apache-2.0 OR MIT
"""BN curves: p and r not from their polynomials but from the discriminant."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from gen.recheck.numbers import poly_mul, reduced
from gen.recheck.orders import Family, Norm, Orders


def orders(z: int) -> Orders:
    """4p = t^2 + 3 (6z^2 + 4z + 1)^2 and r = p + 1 - t for t = 6z^2 + 1; #E(Fp2) = (p+1-t)(p+1+t), and the twist of E'
    is the one with (p+1-t)(p-1+t) points."""
    t = 6 * z * z + 1
    p = (t * t + 3 * (6 * z * z + 4 * z + 1) ** 2) // 4
    return Orders(p, p + 1 - t, t, 1, p - 1 + t)


def adjacent(digits: Sequence[int]) -> str | None:
    return None if all(a * b == 0 for a, b in pairwise(digits)) else "has adjacent non-zero digits"


def norms(z: int) -> dict[str, Norm]:
    loop = 6 * z + 2
    return {
        "ate": Norm((loop, 1, -1, 1), True),
        "line_first": Norm((loop, 1, 0, -1), False),
        "line_second": Norm((1, 1), False),
    }


BN = Family(
    name="bn",
    orders=orders,
    short_vectors=lambda z: {(6 * z * z + 4 * z + 1, 2 * z + 1), (-(2 * z + 1), 6 * z * z + 2 * z)},
    loop=lambda z: 6 * z + 2,
    recodes=adjacent,
    hard=((12, 12, 6, 1), (12, 6, 4, 0), (12, 6, 6, 0), (12, 6, 4, -1)),
    multiple=(12, 6, 2, 0),
    criterion=lambda z: (z + 1, z, z, -2 * z),
    g1_criterion=None,
    forms={"line": ("ate", "line_first", "line_second"), "add": ("ate",), "none": ()},
    norms=norms,
    vanishing=lambda z: (6 * z + 2, 1, -1, 1),
    after_loop=lambda loop, p: [(loop, p), (loop + p, -p * p)],
    trinomial=lambda z: tuple(reduced(poly_mul((z + 1, z, z, -2 * z), (1, 0, 0, -1)))),
)
