# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Ways to compute one field function, each with what it needs and a builder of its straight-line program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gen.derive.field import FieldModel
from gen.ir import Program


class Refusal(ValueError):
    """A strategy cannot serve a modulus; the text says which need is unmet, with the numbers."""


@dataclass(frozen=True)
class Need:
    """One precondition of a strategy on the modulus."""

    text: str
    """The precondition in words, with p for the modulus and R for the Montgomery radix."""
    holds: Callable[[FieldModel], bool]
    numbers: Callable[[FieldModel], str]
    """The actual numbers, told when the need is unmet."""


@dataclass(frozen=True)
class Strategy:
    """One way to compute `function`."""

    name: str
    function: str
    summary: str
    """One line for the reader of the generated code."""
    needs: tuple[Need, ...]
    builder: Callable[[FieldModel], Program]
    plain: bool | None = None
    """Whether it works on elements in plain form (True), in Montgomery form (False) or in either (None)."""

    def of_form(self, field: FieldModel) -> bool:
        """Whether it works on the form of the field's elements."""
        return self.plain in (None, field.plain)

    def check(self, field: FieldModel) -> None:
        """Raise Refusal if a need is unmet."""
        if not self.of_form(field):
            raise Refusal(
                f"strategy {self.name} for {field.name}_{self.function} works in "
                f"{'plain' if self.plain else 'Montgomery'} form; {field.name} is in {field.form}"
            )
        for need in self.needs:
            if not need.holds(field):
                raise Refusal(
                    f"strategy {self.name} for {field.name}_{self.function} needs {need.text}; "
                    f"{need.numbers(field)} (p = {field.modulus:#x})"
                )

    def build(self, field: FieldModel) -> Program:
        """The program; refused with the numbers if a need is unmet."""
        self.check(field)
        return self.builder(field)


def spare_bits(count: int) -> Need:
    """At least `count` unused bits above the modulus in its top word."""
    return Need(
        f"{count} spare bit{'s' if count > 1 else ''} in the top word (p < 2^(W*n - {count}))",
        lambda field: field.spare_bits >= count,
        lambda field: f"p has {field.bits} bits in {field.limbs} words of {field.word_bits}: {field.spare_bits} spare",
    )


def radix_holds(multiples: int, what: str) -> Need:
    """R > multiples * p, so that `what` fits."""
    return Need(
        f"R > {multiples}p ({what})",
        lambda field: field.radix > multiples * field.modulus,
        lambda field: f"R/p = {field.radix / field.modulus:.4f}",
    )
