# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Collects what was compared and what did not hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Checks:
    def __init__(self) -> None:
        self.count = 0
        self.problems: list[str] = []

    def equal(self, what: str, found: Any, expected: Any) -> None:
        self.true(what, found == expected, f"is {_short(found)}, must be {_short(expected)}")

    def true(self, what: str, holds: bool, otherwise: str) -> None:
        self.count += 1
        if not holds:
            self.problems.append(f"{what}: {otherwise}")

    def section(self, title: str, run: Callable[[], None]) -> None:
        """Runs a group of checks; data too broken to be read is one more problem, never a traceback."""
        try:
            run()
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, ArithmeticError) as err:
            self.problems.append(f"{title}: cannot be checked: {type(err).__name__}: {err}")


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 200 else f"{text[:120]}...{text[-60:]} ({len(text)} characters)"


def ints(value: Any) -> Any:
    """Decimal text, nested in lists, as integers in tuples."""
    if isinstance(value, list):
        return tuple(ints(v) for v in value)
    if isinstance(value, str):
        return int(value)
    raise TypeError(f"decimal text or a list of it is expected, found {value!r}")
