# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a kernel of the engine adx is: the function it computes, what it needs of the modulus, how it is built.

Every kernel computes the same function as the portable strategies (gen.strategies), and is compared with the
interpreter of the program that was planned before it is printed. n is the number of words of a field element.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gen.derive.field import FieldModel
from gen.emit.x86.alloc import Kernel, allocate
from gen.emit.x86.asm import Asm
from gen.strategies import Need, Refusal

MOST = 6
"""Words of an engine's moduli: beyond, a row of a product does not fit into the registers."""


@dataclass(frozen=True)
class KernelStrategy:
    """One kernel."""

    name: str
    function: str
    summary: str
    needs: tuple[Need, ...]
    parameters: tuple[str, ...]
    """Of the C function, the result first."""
    parts: int
    """Field elements in each parameter: 1, or 2 in Fp2."""
    builder: Callable[[Asm, FieldModel], None]
    componentwise: bool = False
    """In Fp2, each part by itself: the program is that of Fp."""
    factors: tuple[int, ...] = ()
    """Small constants it multiplies by: they decide where carries are."""
    plain: bool = False
    """Whether it works on elements in plain form instead of Montgomery form."""

    def check(self, field: FieldModel) -> None:
        """Raise Refusal if a need is unmet."""
        for need in self.needs:
            if not need.holds(field):
                raise Refusal(
                    f"kernel {self.name} for {field.name} needs {need.text}; {need.numbers(field)} "
                    f"(p = {field.modulus:#x})"
                )
        if self.plain != field.plain:
            raise Refusal(
                f"kernel {self.name} works in {'plain' if self.plain else 'Montgomery'} form; "
                f"{field.name} is in {field.form} (p = {field.modulus:#x})"
            )

    def build(self, field: FieldModel, symbol: str) -> Kernel:
        """The kernel with machine registers; refused with the numbers if a need is unmet."""
        self.check(field)
        asm = Asm(symbol)
        try:
            self.builder(asm, field)
        except Refusal as reason:
            raise Refusal(f"kernel {self.name} for {field.name}: {reason} (p = {field.modulus:#x})") from None
        return allocate(asm)


FEW_WORDS = Need(f"{MOST} words at most", lambda field: field.limbs <= MOST, lambda field: f"p has {field.limbs} words")
"""Of a modulus whose kernels get along with the registers."""
