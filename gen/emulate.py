# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs x86-64 kernels before any assembler sees them. It reads the printed text, not the program it was printed from,
so the printer is checked too, and it knows nothing of gen.emit.

A run is stricter than a processor. Registers, flags and stack words that nothing has written cannot be read; pointers
are no numbers, so an address can only be an argument plus a fixed offset (hence the time of a kernel depends on no
value: there are no branches either); only what was handed over may be touched; callee-saved registers and the stack
pointer must come back; a comment "CF is 0: ..." is an assertion.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

BITS = 64
BASE = 1 << BITS
TOP = BASE - 1
ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")
CALLEE_SAVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")


class EmulatorError(AssertionError):
    """The text does what no kernel may do, or cannot be read."""


@dataclass(frozen=True)
class Pointer:
    """An address: a named piece of memory and a word in it."""

    area: str
    index: int


Value = int | Pointer


@dataclass(frozen=True)
class Memory:
    """A memory operand: base register, or the name of a constant, and a byte offset."""

    base: str
    constant: bool
    offset: int


Place = str | int | Memory
"""A register's name, an immediate, or memory."""


@dataclass(frozen=True)
class Line:
    """One instruction or assertion; `number` counts the lines of the text."""

    number: int
    name: str
    operands: tuple[Place, ...]


@dataclass
class Function:
    """One kernel as read from the text."""

    name: str
    lines: list[Line] = field(default_factory=list)


@dataclass
class Text:
    """All kernels and constants of one file."""

    functions: dict[str, Function] = field(default_factory=dict)
    constants: dict[str, list[int]] = field(default_factory=dict)


_REGISTER = re.compile(r"%(r(?:ax|bx|cx|dx|si|di|bp|sp|8|9|1[0-5]))$")
_LOW_HALF = re.compile(r"%(e(?:ax|bx|cx|dx|si|di|bp)|r(?:8|9|1[0-5])d)$")
_MEMORY = re.compile(r"(-?\d*)\(%(r\w+)\)$")
_CONSTANT = re.compile(r"LSM_ASM_LOCAL\((\w+)\)(?: \+ (\d+))?\(%rip\)$")
_CLEAR = re.compile(r"/\* (CF|OF) is 0: ")


def _place(text: str, number: int) -> Place:
    if match := _REGISTER.match(text):
        return match[1]
    if match := _LOW_HALF.match(text):
        return match[1]
    if text.startswith("$"):
        return int(text[1:], 0)
    if match := _CONSTANT.match(text):
        return Memory(match[1], True, int(match[2] or 0))
    if match := _MEMORY.match(text):
        return Memory(match[2], False, int(match[1] or 0))
    raise EmulatorError(f"line {number}: cannot read the operand {text}")


def parse(text: str) -> Text:
    """Reads a file of kernels."""
    result = Text()
    current: Function | None = None
    label: str | None = None
    in_comment = False
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if in_comment or (line.startswith("/*") and "*/" not in line):
            in_comment = "*/" not in line
            continue
        if match := re.match(r"LSM_ASM_FUNCTION\((\w+)\)$", line):
            current = result.functions[match[1]] = Function(match[1])
        elif match := re.match(r"LSM_ASM_END\((\w+)\)$", line):
            if current is None or current.name != match[1]:
                raise EmulatorError(f"line {number}: end of {match[1]}, which has not begun")
            current = None
        elif match := re.match(r"LSM_ASM_LOCAL\((\w+)\):$", line):
            label = match[1]
            result.constants[label] = []
        elif match := re.match(r"\.quad (\w+)$", line):
            if label is None:
                raise EmulatorError(f"line {number}: a constant without a name")
            result.constants[label].append(int(match[1], 0))
        elif current is not None:
            if match := _CLEAR.match(line):
                current.lines.append(Line(number, "assert0", (match[1],)))
            elif line.startswith(("/*", ".cfi_")) or not line:
                continue
            elif match := re.match(r"([a-z]+)(?: (.*))?$", line):
                operands = tuple(
                    _place(part.strip(), number) for part in re.split(r",(?![^(]*\))", match[2] or "") if part
                )
                current.lines.append(Line(number, match[1], operands))
            else:
                raise EmulatorError(f"line {number}: cannot read {line}")
    if current is not None:
        raise EmulatorError(f"{current.name}: no end")
    return result


class _Machine:
    """Registers, flags and memory of one run."""

    def __init__(self, text: Text, function: Function, areas: dict[str, list[int | None]], writable: set[str]) -> None:
        self.function = function
        self.registers: dict[str, Value] = {}
        self.flags: dict[str, int | None] = {"CF": None, "OF": None}
        self.areas = areas
        self.writable = writable
        self.constants = text.constants
        self.stack: dict[int, Value] = {}
        self.line = Line(0, "", ())

    def fail(self, what: str) -> EmulatorError:
        return EmulatorError(f"{self.function.name}, line {self.line.number} ({self.line.name}): {what}")

    # ---- places ----

    def _slot(self, memory: Memory) -> tuple[str, int]:
        if memory.offset % 8:
            raise self.fail(f"offset {memory.offset} is no multiple of a word")
        if memory.constant:
            return f"const {memory.base}", memory.offset // 8
        pointer = self.registers.get(memory.base)
        if not isinstance(pointer, Pointer):
            raise self.fail(f"{memory.base} holds no address")
        return pointer.area, pointer.index + memory.offset // 8

    def read(self, place: Place) -> Value:
        if isinstance(place, int):
            return place % BASE
        if isinstance(place, str):
            if place not in self.registers:
                raise self.fail(f"{place} is read and was never written")
            return self.registers[place]
        area, index = self._slot(place)
        if area == "stack":
            pointer = self.registers["rsp"]
            assert isinstance(pointer, Pointer)
            if not pointer.index <= index < 0 or index not in self.stack:
                raise self.fail(f"stack word {index} is read and was never written")
            return self.stack[index]
        words = self.constants.get(area[6:], []) if area.startswith("const ") else self.areas[area]
        if not 0 <= index < len(words) or words[index] is None:
            raise self.fail(f"word {index} of {area} is read and is not there")
        value = words[index]
        assert value is not None
        return value

    def number(self, place: Place) -> int:
        value = self.read(place)
        if not isinstance(value, int):
            raise self.fail(f"{place} is an address, not a number")
        return value

    def write(self, place: Place, value: Value) -> None:
        if isinstance(place, str):
            self.registers[place] = value
            return
        if isinstance(place, int):
            raise self.fail("an immediate cannot be written")
        area, index = self._slot(place)
        if area == "stack":
            pointer = self.registers["rsp"]
            assert isinstance(pointer, Pointer)
            if not pointer.index <= index < 0:
                raise self.fail(f"stack word {index} is outside the frame")
            self.stack[index] = value
            return
        if area not in self.writable or not isinstance(value, int):
            raise self.fail(f"{area} may not be written" if area not in self.writable else "an address is stored")
        if not 0 <= index < len(self.areas[area]):
            raise self.fail(f"word {index} of {area} is not there")
        self.areas[area][index] = value

    def flag(self, name: str) -> int:
        value = self.flags[name]
        if value is None:
            raise self.fail(f"{name} is read and holds nothing")
        return value

    # ---- instructions, operands in the order of the text ----

    def addition(self, src: Place, dst: Place, carry: int) -> None:
        a, b = self.number(dst), self.number(src)
        total = a + b + carry
        result = total % BASE
        self.write(dst, result)
        self.flags["CF"] = total >> BITS
        self.flags["OF"] = ((a ^ result) & (b ^ result)) >> (BITS - 1)

    def subtraction(self, src: Place, dst: Place, borrow: int) -> None:
        a, b = self.number(dst), self.number(src)
        total = a - b - borrow
        result = total % BASE
        self.write(dst, result)
        self.flags["CF"] = int(total < 0)
        self.flags["OF"] = ((a ^ b) & (a ^ result)) >> (BITS - 1)

    def one_flag(self, src: Place, dst: Place, flag: str) -> None:
        total = self.number(dst) + self.number(src) + self.flag(flag)
        self.write(dst, total % BASE)
        self.flags[flag] = total >> BITS

    def stack_pointer(self, words: int) -> None:
        pointer = self.registers["rsp"]
        assert isinstance(pointer, Pointer)
        self.registers["rsp"] = Pointer("stack", pointer.index + words)
        # What lies below the stack pointer is gone: a signal handler may overwrite it at any time.
        for index in [i for i in self.stack if i < pointer.index + words]:
            del self.stack[index]


def _mov(m: _Machine, src: Place, dst: Place) -> None:
    m.write(dst, m.read(src))


def _mulx(m: _Machine, src: Place, lo: Place, hi: Place) -> None:
    product = m.number("rdx") * m.number(src)
    m.write(lo, product % BASE)
    m.write(hi, product >> BITS)


def _imul(m: _Machine, src: Place, dst: Place) -> None:
    m.write(dst, m.number(dst) * m.number(src) % BASE)
    m.flags.update(CF=None, OF=None)


def _logic(operation: Callable[[int, int], int]) -> Callable[[_Machine, Place, Place], None]:
    def run(m: _Machine, src: Place, dst: Place) -> None:
        m.write(dst, operation(m.number(dst), m.number(src)))
        m.flags.update(CF=0, OF=0)

    return run


def _xorl(m: _Machine, src: Place, dst: Place) -> None:
    if src != dst or not isinstance(dst, str):
        raise m.fail("xorl only clears a register here")
    m.write(_full(dst), 0)
    m.flags.update(CF=0, OF=0)


def _full(half: str) -> str:
    return half[:-1] if half.startswith("r") else "r" + half[1:]


def _shrd(m: _Machine, count: Place, high: Place, low: Place) -> None:
    if not isinstance(count, int) or not 0 < count < BITS:
        raise m.fail("shift count")
    m.write(low, ((m.number(high) << BITS | m.number(low)) >> count) % BASE)
    m.flags.update(CF=None, OF=None)


def _sbb(m: _Machine, src: Place, dst: Place) -> None:
    if src == dst and isinstance(dst, str):
        # The old value does not matter, so it need not be there.
        borrow = m.flag("CF")
        m.write(dst, TOP * borrow)
        m.flags["OF"] = None
        return
    m.subtraction(src, dst, m.flag("CF"))


def _cmovc(m: _Machine, src: Place, dst: Place) -> None:
    value, other = m.read(src), m.read(dst)
    m.write(dst, value if m.flag("CF") else other)


def _push(m: _Machine, src: Place) -> None:
    value = m.read(src)
    m.stack_pointer(-1)
    m.write(Memory("rsp", False, 0), value)


def _pop(m: _Machine, dst: Place) -> None:
    m.write(dst, m.read(Memory("rsp", False, 0)))
    m.stack_pointer(1)


def _sub(m: _Machine, src: Place, dst: Place) -> None:
    if dst == "rsp":
        assert isinstance(src, int)
        m.stack_pointer(-src // 8)
        m.flags.update(CF=None, OF=None)
    else:
        m.subtraction(src, dst, 0)


def _add(m: _Machine, src: Place, dst: Place) -> None:
    if dst == "rsp":
        assert isinstance(src, int)
        m.stack_pointer(src // 8)
        m.flags.update(CF=None, OF=None)
    else:
        m.addition(src, dst, 0)


def _assert0(m: _Machine, flag: Place) -> None:
    assert isinstance(flag, str)
    if m.flag(flag):
        raise m.fail(f"{flag} is set and was said to be 0")


_INSTRUCTIONS: dict[str, Callable[..., None]] = {
    "movq": _mov,
    "mulxq": _mulx,
    "imulq": _imul,
    "addq": _add,
    "adcq": lambda m, src, dst: m.addition(src, dst, m.flag("CF")),
    "subq": _sub,
    "sbbq": _sbb,
    "adcxq": lambda m, src, dst: m.one_flag(src, dst, "CF"),
    "adoxq": lambda m, src, dst: m.one_flag(src, dst, "OF"),
    "cmovcq": _cmovc,
    "andq": _logic(lambda a, b: a & b),
    "xorl": _xorl,
    "shrdq": _shrd,
    "pushq": _push,
    "popq": _pop,
    "assert0": _assert0,
}


@dataclass(frozen=True)
class Array:
    """An argument: words handed over by address. Arguments with one `area` are the same memory."""

    area: str
    words: tuple[int, ...]
    written: bool = False
    """May be written; its words before the call count as never written unless another argument shares the memory."""


def run(text: Text, name: str, arguments: Sequence[Array | int], results: dict[str, int]) -> dict[str, tuple[int, ...]]:
    """Calls a kernel. `results` names the areas to hand back and how many words of each must have been written."""
    function = text.functions[name]
    areas: dict[str, list[int | None]] = {}
    writable: set[str] = set()
    for argument in arguments:
        if isinstance(argument, Array) and argument.written:
            writable.add(argument.area)
            areas[argument.area] = [None] * len(argument.words)
    for argument in arguments:
        if isinstance(argument, Array) and not argument.written:
            areas[argument.area] = list(argument.words)
    inputs = {area: list(words) for area, words in areas.items()}
    machine = _Machine(text, function, areas, writable)
    kept: dict[str, Value] = {register: Pointer(f"caller's {register}", 0) for register in CALLEE_SAVED}
    machine.registers.update(kept)
    machine.registers["rsp"] = Pointer("stack", 0)
    for register, argument in zip(ARGUMENTS, arguments, strict=False):
        machine.registers[register] = Pointer(argument.area, 0) if isinstance(argument, Array) else argument
    returned = False
    for line in function.lines:
        machine.line = line
        if returned:
            raise machine.fail("code after the return")
        if line.name == "ret":
            returned = True
            continue
        if line.name not in _INSTRUCTIONS:
            raise machine.fail("an instruction the emulator does not know")
        _INSTRUCTIONS[line.name](machine, *line.operands)
    if not returned:
        raise machine.fail("the function does not return")
    for register, value in kept.items():
        if machine.registers[register] != value:
            raise machine.fail(f"{register} was not restored")
    if machine.registers["rsp"] != Pointer("stack", 0):
        raise machine.fail("the stack pointer was not restored")
    for area, before in inputs.items():
        if area not in writable and areas[area] != before:
            raise machine.fail(f"{area} was changed")
    out: dict[str, tuple[int, ...]] = {}
    for area, count in results.items():
        words = areas[area][:count]
        if any(word is None for word in words):
            raise machine.fail(f"not every word of {area} was written")
        out[area] = tuple(word for word in words if word is not None)
    return out
