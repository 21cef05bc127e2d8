# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Contracts of the generated field functions: said once here, printed as comments and as contracts.json."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

CONSTANT = "constant"
PUBLIC_LOOPS = "constant; loops with fixed, public counts"
VARIABLE = "depends on the value"
STRAIGHT, LOOPS, CALLS = "straight", "loops", "calls"


@dataclass(frozen=True)
class Contract:
    """What one function computes and asks for."""

    name: str
    head: str
    """The C declarator without semicolon."""
    what: str
    requires: str
    ensures: str
    time: str
    cost: str
    strategy: str
    shape: str
    """straight: one basic block, no branch at all; loops: branches of public loop counts only; calls: calls and
    straight code; vartime: anything."""
    inline: bool
    word_multiplications: int | None

    def comment(self) -> str:
        """The documentation block."""
        aliasing = "r may alias any input" if "*r" in self.head else ""
        lines = [self.what]
        lines.append("; ".join(part for part in (self.requires and "requires " + self.requires, aliasing) if part))
        lines[-1] += "." if lines[-1] else ""
        lines.append("ensures " + self.ensures + ".")
        tail = f"time: {self.time}."
        if self.cost:
            tail += f"   cost: {self.cost}" + (f"; strategy {self.strategy}." if self.strategy else ".")
        lines.append(tail)
        wrapped = [part for line in lines if line for part in textwrap.wrap(line, 112)]
        return "/* " + "\n * ".join(wrapped) + " */"

    def data(self) -> dict[str, object]:
        """The same as data."""
        return {
            "function": self.name,
            "head": self.head,
            "computes": self.what.rstrip("."),
            "requires": self.requires,
            "ensures": self.ensures,
            "aliasing": "any" if "*r" in self.head else "no output",
            "time": "variable" if self.time == VARIABLE else "constant",
            "shape": self.shape,
            "strategy": self.strategy,
            "word_multiplications": self.word_multiplications,
            "inline": self.inline,
        }
