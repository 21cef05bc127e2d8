# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The instructions the kernels use: which operands they read and write, and what they do to the carry flags.

Operands stand in Intel's order, destination first. All are 64 bits wide.
"""

from __future__ import annotations

from dataclasses import dataclass

CF, OF = "CF", "OF"

# System V calling convention, the same on ELF and Mach-O.
ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")
CALLEE_SAVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")
CALLER_SAVED = ("rax", "rcx", "r8", "r9", "r10", "r11", "rsi", "rdi", "rdx")
REGISTERS = (*CALLER_SAVED, *CALLEE_SAVED)


@dataclass(eq=False)
class Reg:
    """A virtual register: one name for one live range. `fixed` demands a certain machine register."""

    name: str
    fixed: str | None = None


@dataclass(frozen=True)
class Mem:
    """A 64-bit word in memory: behind a pointer register, in the kernel's frame, or among the constants."""

    base: Reg | str
    """A register that holds a pointer, FRAME, or the name of a constant."""
    index: int
    """In words."""


FRAME = "frame"
Operand = Reg | Mem | int


@dataclass(frozen=True)
class Effect:
    """What an instruction does."""

    roles: tuple[str, ...]
    """For each operand: r read, w written, rw both."""
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    spoils: tuple[str, ...] = ()
    """Flags that hold nothing of use afterwards."""


_BOTH = (CF, OF)

EFFECTS: dict[str, Effect] = {
    "mov": Effect(("w", "r")),
    "mulx": Effect(("w", "w", "r")),  # hi, lo, source; the other factor is in rdx
    "adcx": Effect(("rw", "r"), (CF,), (CF,)),
    "adox": Effect(("rw", "r"), (OF,), (OF,)),
    "add": Effect(("rw", "r"), (), (CF,), (OF,)),
    "adc": Effect(("rw", "r"), (CF,), (CF,), (OF,)),
    "sub": Effect(("rw", "r"), (), (CF,), (OF,)),
    "sbb": Effect(("rw", "r"), (CF,), (CF,), (OF,)),
    "cmovc": Effect(("rw", "r"), (CF,)),
    "and": Effect(("rw", "r"), (), _BOTH),
    "imul": Effect(("rw", "r"), (), (), _BOTH),
    "shrd": Effect(("rw", "r", "r"), (), (), _BOTH),
    "zero": Effect(("w",), (), _BOTH),  # xor of a register with itself: needs no input, clears both flags
    "mask": Effect(("w",), (CF,), (CF,), (OF,)),  # sbb of a register with itself: all ones if the carry is set, else 0
}
