# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Search for a cheap addition-subtraction chain: signed digits over a small dictionary of odd multiples.

For every dictionary of a bounded size the cheapest recoding of n is found exactly (dynamic programming from the low
end), then the cheapest chain that makes the dictionary (uniform-cost search). The budget counts steps, so the result
depends on the settings only, never on the machine.
"""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass

Step = tuple[str, int, int, int]


@dataclass(frozen=True)
class Settings:
    """Costs in Fp multiplications (cyclotomic squaring, Fp12 product), bounds of the dictionary, budget in steps."""

    doubling: int = 18
    addition: int = 54
    max_odd: int = 31
    max_size: int = 2
    budget: int = 10_000_000


SMALL_SETTINGS = Settings(max_odd=15, max_size=1, budget=200_000)


@dataclass(frozen=True)
class Found:
    dictionary: tuple[int, ...]
    digits: tuple[int, ...]  # most significant first, each 0 or +- an entry of the dictionary
    steps: tuple[Step, ...]
    cost: int
    spent: int  # search steps


class _Exhausted(Exception):
    pass


class _Budget:
    def __init__(self, steps: int) -> None:
        self.steps, self.spent = steps, 0

    def spend(self, n: int = 1) -> None:
        self.spent += n
        if self.spent > self.steps:
            raise _Exhausted


def search(n: int, settings: Settings) -> Found:
    """The cheapest chain for n >= 1 within the settings. The empty dictionary comes first, so there always is one."""
    budget = _Budget(settings.budget)
    best: tuple[int, tuple[int, ...], tuple[int, ...], tuple[tuple[str, int, int, int], ...]] | None = None
    odd = range(3, settings.max_odd + 1, 2)
    try:
        for size in range(settings.max_size + 1):
            for extra in itertools.combinations(odd, size):
                # Each entry of the dictionary takes an addition of its own and the first doubling.
                floor = size * settings.addition + (settings.doubling if size else 0)
                raw, digits = _recode(n, (1, *extra), settings, budget)
                if best is not None and raw + floor >= best[0]:
                    continue
                limit = best[0] - raw if best is not None else None
                made = _make_dictionary(extra, settings, limit, budget)
                if made is not None:
                    best = (raw + made[0], (1, *extra), digits, made[1])
    except _Exhausted:
        if best is None:
            raise ValueError(f"a budget of {settings.budget} steps finds no chain for {n}") from None
    cost, dictionary, digits, making = best
    return Found(dictionary, digits, compile_steps(making, digits), cost, min(budget.spent, budget.steps))


def _recode(n: int, dictionary: tuple[int, ...], settings: Settings, budget: _Budget) -> tuple[int, tuple[int, ...]]:
    """Cheapest signed recoding; the leading digit is free, being read from the dictionary."""
    choice: dict[int, tuple[int, int, int]] = {
        d: (0, d, 0) for d in dictionary
    }  # m -> cost, digit, shift to the next m
    stack = [n]
    while stack:
        m = stack[-1]
        if m in choice:
            stack.pop()
            continue
        budget.spend()
        options = []
        if m % 2 == 0:
            shift = (m & -m).bit_length() - 1
            options.append((0, shift, m >> shift, shift * settings.doubling))
        else:
            for d in dictionary:
                for digit in (d, -d):
                    rest = m - digit
                    if rest <= 0:
                        continue
                    shift = (rest & -rest).bit_length() - 1
                    if rest >> shift < m:
                        options.append((digit, shift, rest >> shift, shift * settings.doubling + settings.addition))
        missing = [nxt for _, _, nxt, _ in options if nxt not in choice]
        if missing:
            stack += missing
            continue
        stack.pop()
        choice[m] = min((choice[nxt][0] + step, digit, shift) for digit, shift, nxt, step in options)
    digits: list[int] = []
    m = n
    while choice[m][2]:
        _, digit, shift = choice[m]
        digits += [digit] + [0] * (shift - 1)
        m = (m - digit) >> shift
    digits.append(m)
    return choice[n][0], tuple(reversed(digits))


Making = tuple[tuple[str, int, int, int], ...]  # (op, value made, operand, operand or 1 for a doubling)


def _make_dictionary(
    wanted: tuple[int, ...], settings: Settings, limit: int | None, budget: _Budget
) -> tuple[int, Making] | None:
    """Cheapest chain from 1 that makes every wanted value, if below limit. Each missing value costs an addition."""
    top = 2 * max(wanted, default=1)
    heap: list[tuple[int, int, _Ordered, Making]] = [(len(wanted) * settings.addition, 0, _Ordered([1]), ())]
    seen: set[frozenset[int]] = set()
    while heap:
        _, cost, have, made = heapq.heappop(heap)
        if have in seen:
            continue
        seen.add(have)
        budget.spend()
        if all(w in have for w in wanted):
            return cost, made
        steps: dict[int, tuple[int, tuple[str, int, int, int]]] = {}
        values = sorted(have)
        for a in values:
            steps.setdefault(2 * a, (settings.doubling, ("dbl", 2 * a, a, 1)))
        for a, b in itertools.combinations(values, 2):
            steps.setdefault(a + b, (settings.addition, ("add", a + b, b, a)))
            steps.setdefault(b - a, (settings.addition, ("sub", b - a, b, a)))
        for value, (price, step) in sorted(steps.items()):
            if value in have or value > top:
                continue
            after = cost + price
            floor = after + settings.addition * sum(w not in have and w != value for w in wanted)
            if limit is None or floor < limit:
                heapq.heappush(heap, (floor, after, _Ordered(have | {value}), (*made, step)))
    return None


class _Ordered(frozenset):
    """A set of chain values with a total order, so that the search order is fixed."""

    def __lt__(self, other: object) -> bool:
        return sorted(self) < sorted(other)  # type: ignore[arg-type]


def compile_steps(making: Making, digits: tuple[int, ...]) -> tuple[Step, ...]:
    """Steps over few registers. Values: 0 is the input, then one per operation; doublings in a row are merged."""
    ops: list[tuple[str, int, int]] = []  # (op, operand value id, operand value id or count)
    ids = {1: 0}
    for op, value, a, b in making:
        ops.append((op, ids[a], 1 if op == "dbl" else ids[b]))
        ids[value] = len(ops)
    acc = ids[digits[0]]
    for digit in digits[1:]:
        ops.append(("dbl", acc, 1))
        acc = len(ops)
        if digit:
            ops.append(("add" if digit > 0 else "sub", acc, ids[abs(digit)]))
            acc = len(ops)
    return _allocate(_merge_doublings(ops))


def _merge_doublings(ops: list[tuple[str, int, int]]) -> list[tuple[int, tuple[str, int, int]]]:
    """(value id, op) list in which a doubling of a value used nowhere else is folded into its operand's doubling."""
    uses: dict[int, int] = {}
    for op, a, b in ops:
        for operand in (a,) if op == "dbl" else (a, b):
            uses[operand] = uses.get(operand, 0) + 1
    merged: dict[int, tuple[str, int, int]] = {}
    for value, (op, a, b) in enumerate(ops, 1):
        if op == "dbl" and uses[a] == 1 and a in merged and merged[a][0] == "dbl":
            _, a, count = merged.pop(a)
            b += count
        merged[value] = (op, a, b)
    return list(merged.items())


def _allocate(ops: list[tuple[int, tuple[str, int, int]]]) -> tuple[Step, ...]:
    """Registers by last use; register 0 keeps the input."""
    last_use: dict[int, int] = {}
    for i, (_, (op, a, b)) in enumerate(ops):
        for operand in (a,) if op == "dbl" else (a, b):
            last_use[operand] = i
    where, free, steps = {0: 0}, [], []
    allocated = 1
    for i, (value, (op, a, b)) in enumerate(ops):
        operands = (a,) if op == "dbl" else (a, b)
        sources = [where[operand] for operand in operands]
        for operand in set(operands) - {0}:
            if last_use[operand] == i:
                heapq.heappush(free, where[operand])
        if not free:
            heapq.heappush(free, allocated)
            allocated += 1
        where[value] = heapq.heappop(free)
        steps.append((op, where[value], sources[0], b if op == "dbl" else sources[1]))
    return tuple(steps)
