# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Gives every virtual register a machine register. The kernels are straight lines, so live ranges are intervals and
handing out registers in order is optimal; a kernel that needs more than there are is refused, never spilled silently.
"""

from __future__ import annotations

from dataclasses import dataclass

from gen.emit.x86.asm import Asm, AsmError, Instr, Item
from gen.emit.x86.isa import CALLEE_SAVED, EFFECTS, REGISTERS, Mem, Operand, Reg


@dataclass(frozen=True)
class Kernel:
    """A kernel with machine registers: ready to print."""

    name: str
    items: tuple[Item, ...]
    place: dict[Reg, str]
    saved: tuple[str, ...]
    """Callee-saved registers it uses."""
    frame: int
    constants: dict[str, tuple[int, ...]]
    pressure: int
    """Most registers in use at one time."""

    @property
    def instructions(self) -> int:
        """Of the body, without saving and restoring registers."""
        return sum(isinstance(item, Instr) for item in self.items)

    def count(self, *names: str) -> int:
        """How many instructions have one of these names."""
        return sum(isinstance(item, Instr) and item.name in names for item in self.items)


def _touched(item: Instr) -> tuple[list[Reg], list[Reg]]:
    """Registers read and written, an operand's base and mulx's rdx aside."""
    reads: list[Reg] = []
    writes: list[Reg] = []
    for role, operand in zip(EFFECTS[item.name].roles, item.operands, strict=True):
        if isinstance(operand, Mem):
            if isinstance(operand.base, Reg):
                reads.append(operand.base)
        elif isinstance(operand, Reg):
            if "r" in role:
                reads.append(operand)
            if "w" in role:
                writes.append(operand)
    return reads, writes


def _ranges(asm: Asm) -> tuple[dict[Reg, int], dict[Reg, int]]:
    """First and last place of every register; arguments begin before the first instruction."""
    first = dict.fromkeys(asm.arguments, -1)
    last = dict(first)
    multiplier: Reg | None = None
    for place, item in enumerate(asm.items):
        if not isinstance(item, Instr):
            continue
        reads, writes = _touched(item)
        if item.name == "mulx":
            assert multiplier is not None
            reads = [*reads, multiplier]
        for reg in reads:
            if reg not in first:
                raise AsmError(f"{asm.name}: {item.name} reads {reg.name}, which nothing has written")
            last[reg] = place
        for reg in writes:
            first.setdefault(reg, place)
            last[reg] = place
            if reg.fixed == "rdx":
                multiplier = reg
    return first, last


def allocate(asm: Asm) -> Kernel:
    """The kernel with machine registers."""
    asm.finish()
    first, last = _ranges(asm)
    fixed: dict[str, list[tuple[int, int, Reg]]] = {}
    for reg in first:
        if reg.fixed is not None:
            for start, end, other in fixed.get(reg.fixed, []):
                if first[reg] < end and start < last[reg]:
                    raise AsmError(f"{asm.name}: {reg.name} and {other.name} both want {reg.fixed}")
            fixed.setdefault(reg.fixed, []).append((first[reg], last[reg], reg))

    place: dict[Reg, str] = {reg: reg.fixed for reg in asm.arguments if reg.fixed}
    live: dict[str, Reg] = {reg.fixed: reg for reg in asm.arguments if reg.fixed and last[reg] >= 0}
    pressure = len(live)

    def open_for(machine: str, start: int, end: int) -> bool:
        if machine in live:
            return False
        return all(end <= begin or start >= stop for begin, stop, _ in fixed.get(machine, []))

    for index, item in enumerate(asm.items):
        if not isinstance(item, Instr):
            continue
        _, writes = _touched(item)
        # Reads happen before writes, so what dies here may be overwritten by this very instruction.
        for machine, reg in list(live.items()):
            if last[reg] <= index and reg not in writes:
                del live[machine]
        for reg in writes:
            if first[reg] != index or reg in asm.arguments:
                continue
            if reg.fixed is not None:
                machine = reg.fixed
            else:
                wish = [place[op] for op in item.operands[1:] if isinstance(op, Reg)] if item.name == "mov" else []
                options = [m for m in (*wish, *REGISTERS) if open_for(m, index, last[reg])]
                if not options:
                    names = ", ".join(f"{m}: {r.name}" for m, r in sorted(live.items()))
                    raise AsmError(f"{asm.name}: no register left for {reg.name} ({names})")
                machine = options[0]
            place[reg] = machine
            live[machine] = reg
        pressure = max(pressure, len(live))
        for machine, reg in list(live.items()):
            if last[reg] <= index:
                del live[machine]
    used = set(place.values())
    items = tuple(item for item in asm.items if not _needless(item, place))
    saved = tuple(machine for machine in CALLEE_SAVED if machine in used)
    bases = {op.base for item in items if isinstance(item, Instr) for op in item.operands if isinstance(op, Mem)}
    constants = {name: words for name, words in asm.constants.items() if name in bases}
    return Kernel(asm.name, items, place, saved, asm.frame, constants, pressure)


def _needless(item: Item, place: dict[Reg, str]) -> bool:
    """A move of a register to itself."""
    if not isinstance(item, Instr) or item.name != "mov":
        return False
    operands: tuple[Operand, ...] = item.operands
    return all(isinstance(op, Reg) for op in operands) and len({place[op] for op in operands}) == 1  # type: ignore[index]
