# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the re-check knows of a family of curves: its numbers and relations, by other formulas than gen.derive's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Vector = tuple[int, ...]


@dataclass(frozen=True)
class Orders:
    """t: trace of E over Fp; #E(Fp) = r h1, #E'(Fp2) = r h2."""

    p: int
    r: int
    t: int
    h1: int
    h2: int


@dataclass(frozen=True)
class Norm:
    """A relation c(psi)Q = 0 of a folded subgroup test: its norm over r must be prime to h2, or its norm to r h2."""

    vector: Vector
    over_r: bool


@dataclass(frozen=True)
class Family:
    name: str
    orders: Callable[[int], Orders]
    """Of the seed."""
    short_vectors: Callable[[int], set[tuple[int, int]]]
    """Two vectors (a, b), a + b lambda = 0 mod r, that span the lattice."""
    loop: Callable[[int], int]
    recodes: Callable[[Sequence[int]], str | None]
    """What is wrong with the loop's digits besides their value, or None."""
    hard: tuple[tuple[int, ...], ...]
    """Digits of the hard part's exponent as polynomials in z, highest coefficient first."""
    multiple: tuple[int, ...]
    """... = multiple * (p^4 - p^2 + 1)/r."""
    criterion: Callable[[int], Vector]
    g1_criterion: Callable[[int], Vector] | None
    """None where h1 = 1."""
    forms: dict[str, tuple[str, ...]]
    """Forms of the folded subgroup test, the cheapest first, and the norms that each needs."""
    norms: Callable[[int], dict[str, Norm]]
    vanishing: Callable[[int], Vector]
    """The relation by which the cheapest form accepts: 0 on G2, where psi is p."""
    after_loop: Callable[[int, int], list[tuple[int, int]]]
    """Additions that follow the loop, from its length and p: the multiple of Q at hand and the multiple added."""
    trinomial: Callable[[int], Vector] | None = None
    """Of the seed: the cheaper relation of the standalone subgroup test, if there is one."""
