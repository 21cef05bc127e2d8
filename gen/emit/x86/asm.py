# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The assembler language: virtual registers, and carries as values.

An instruction that leaves a carry returns a `Carry`; one that takes a carry in is handed it. A carry lives in a flag,
and there is one carry flag and one overflow flag: taking in a carry whose flag something else has written since is an
error here, long before an assembler or a processor sees it. So is a carry that nobody takes: it must be `dropped`,
with the reason why it is zero (which the emulator then checks at every run) or why it does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gen.emit.x86.isa import ARGUMENTS, CF, EFFECTS, FRAME, OF, Mem, Operand, Reg


class AsmError(ValueError):
    """The kernel is wrong; the text names it and the instruction."""


@dataclass(eq=False)
class Carry:
    """The carry of one instruction, in the flag CF or OF."""

    flag: str
    origin: str
    settled: bool = False
    """Taken in by an instruction, or dropped."""


@dataclass(frozen=True)
class Instr:
    """One instruction."""

    name: str
    operands: tuple[Operand, ...]


@dataclass(frozen=True)
class Comment:
    """A line for the reader."""

    text: str


@dataclass(frozen=True)
class Clear:
    """At this place the flag is zero, for a reason; the emulator asserts it."""

    flag: str
    why: str


Item = Instr | Comment | Clear


@dataclass
class Asm:
    """A kernel under construction."""

    name: str
    items: list[Item] = field(default_factory=list)
    arguments: list[Reg] = field(default_factory=list)
    constants: dict[str, tuple[int, ...]] = field(default_factory=dict)
    frame: int = 0
    """Words of stack."""
    _flags: dict[str, Carry | None] = field(default_factory=lambda: {CF: None, OF: None})
    _carries: list[Carry] = field(default_factory=list)
    _rdx: Reg | None = None

    # ---- operands ------------------------------------------------------------------------------------------------

    def argument(self, name: str) -> Reg:
        """The next argument of the function, in its register."""
        reg = Reg(name, ARGUMENTS[len(self.arguments)])
        self.arguments.append(reg)
        return reg

    def slots(self, count: int) -> list[Mem]:
        """Words on the stack."""
        start = self.frame
        self.frame += count
        return [Mem(FRAME, start + i) for i in range(count)]

    def words(self, base: Reg, start: int, count: int) -> list[Mem]:
        """Words behind a pointer."""
        return [Mem(base, start + i) for i in range(count)]

    def constant(self, name: str, values: Sequence[int]) -> list[Mem]:
        """Words of a named constant."""
        values = tuple(values)
        if self.constants.setdefault(name, values) != values:
            raise AsmError(f"{self.name}: the constant {name} has two values")
        return [Mem(name, i) for i in range(len(values))]

    def load(self, source: Operand, name: str) -> Reg:
        """A new register with this value."""
        reg = Reg(name)
        self.mov(reg, source)
        return reg

    def loads(self, sources: Sequence[Operand], name: str) -> list[Reg]:
        """New registers with these values."""
        return [self.load(source, f"{name}{i}") for i, source in enumerate(sources)]

    # ---- instructions --------------------------------------------------------------------------------------------

    def _where(self, name: str) -> str:
        return f"{self.name}, instruction {sum(isinstance(item, Instr) for item in self.items)} ({name})"

    def _emit(self, name: str, *operands: Operand, takes: Carry | None = None) -> None:
        effect = EFFECTS[name]
        where = self._where(name)
        if len(operands) != len(effect.roles):
            raise AsmError(f"{where}: {len(operands)} operands")
        if sum(isinstance(operand, Mem) for operand in operands) > 1:
            raise AsmError(f"{where}: two operands in memory")
        if bool(effect.reads) != (takes is not None):
            raise AsmError(f"{where}: a carry {'is needed' if effect.reads else 'is not taken'}")
        if takes is not None:
            if takes.flag not in effect.reads:
                raise AsmError(f"{where}: takes {effect.reads[0]}, was handed {takes.flag} of {takes.origin}")
            if self._flags[takes.flag] is not takes:
                current = self._flags[takes.flag]
                by = current.origin if current else "an instruction that leaves no carry"
                raise AsmError(f"{where}: the carry of {takes.origin} in {takes.flag} was overwritten by {by}")
            takes.settled = True
        for flag in (*effect.writes, *effect.spoils):
            self._flags[flag] = None
        self.items.append(Instr(name, operands))

    def _carry(self, flag: str, where: str, settled: bool = False) -> Carry:
        carry = Carry(flag, where, settled)
        self._flags[flag] = carry
        self._carries.append(carry)
        return carry

    def _arithmetic(self, name: str, dst: Reg, src: Operand, takes: Carry | None, flag: str = CF) -> Carry:
        where = self._where(name)
        self._emit(name, dst, src, takes=takes)
        return self._carry(flag, where)

    def mov(self, dst: Reg | Mem, src: Operand) -> None:
        """dst = src; flags stay."""
        self._emit("mov", dst, src)

    def multiplier(self, src: Operand) -> Reg:
        """Puts the factor of the following products into rdx."""
        self._rdx = Reg("m", "rdx")
        self.mov(self._rdx, src)
        return self._rdx

    def mulx(self, hi: Reg, lo: Reg, src: Operand) -> None:
        """hi:lo = src * multiplier; flags stay."""
        if self._rdx is None:
            raise AsmError(f"{self._where('mulx')}: no multiplier")
        if hi is lo:
            raise AsmError(f"{self._where('mulx')}: one register for both halves")
        self._emit("mulx", hi, lo, src)

    def imul(self, dst: Reg, src: Operand) -> None:
        """dst = dst*src mod 2^64; spoils the flags."""
        self._emit("imul", dst, src)

    def add(self, dst: Reg, src: Operand) -> Carry:
        """dst += src."""
        return self._arithmetic("add", dst, src, None)

    def adc(self, dst: Reg, src: Operand, carry: Carry) -> Carry:
        """dst += src + carry."""
        return self._arithmetic("adc", dst, src, carry)

    def sub(self, dst: Reg, src: Operand) -> Carry:
        """dst -= src."""
        return self._arithmetic("sub", dst, src, None)

    def sbb(self, dst: Reg, src: Operand, borrow: Carry) -> Carry:
        """dst -= src + borrow."""
        return self._arithmetic("sbb", dst, src, borrow)

    def adcx(self, dst: Reg, src: Operand, carry: Carry) -> Carry:
        """dst += src + carry, in CF alone."""
        return self._arithmetic("adcx", dst, src, carry)

    def adox(self, dst: Reg, src: Operand, carry: Carry) -> Carry:
        """dst += src + carry, in OF alone."""
        return self._arithmetic("adox", dst, src, carry, OF)

    def cmovc(self, dst: Reg, src: Operand, carry: Carry) -> None:
        """dst = src if the carry is set."""
        self._emit("cmovc", dst, src, takes=carry)

    def mask(self, dst: Reg, borrow: Carry) -> None:
        """dst = all ones if the borrow is set, else 0; the borrow stays in CF and is not needed further."""
        self._emit("mask", dst, takes=borrow)

    def and_(self, dst: Reg, src: Operand) -> None:
        """dst &= src."""
        self._emit("and", dst, src)

    def shrd(self, low: Reg, high: Reg, count: int) -> None:
        """low = (high:low) >> count mod 2^64."""
        self._emit("shrd", low, high, count)

    def zero(self, dst: Reg) -> tuple[Carry, Carry]:
        """dst = 0; two carries that are zero, in CF and in OF."""
        where = self._where("zero")
        self._emit("zero", dst)
        return self._carry(CF, where, settled=True), self._carry(OF, where, settled=True)

    def dropped(self, carry: Carry, why: str) -> None:
        """Nobody takes this carry because it is zero; said right behind the instruction that leaves it."""
        if self._flags[carry.flag] is not carry:
            raise AsmError(f"{self._where('dropped')}: the carry of {carry.origin} is gone already")
        carry.settled = True
        self.items.append(Clear(carry.flag, why))

    def cancelled(self, carry: Carry) -> None:
        """Nobody takes this carry because the sum is meant modulo a power of 2^64."""
        carry.settled = True

    def comment(self, text: str) -> None:
        """A line for the reader."""
        self.items.append(Comment(text))

    def finish(self) -> None:
        """Refuses a kernel that lost a carry."""
        lost = [carry for carry in self._carries if not carry.settled]
        if lost:
            raise AsmError(f"{self.name}: nobody takes the carry of {lost[0].origin} in {lost[0].flag}")
