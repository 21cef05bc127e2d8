# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Prints a straight-line program as C over the word operations of src/core/word.h and src/core/ct.h."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from gen.ir import CONST, INPUT, Fact, Program, Word

LINE = 112
"""Longest line of an unrolled body, indentation included."""


class _Names:
    """C variable names: a word keeps its hint's name, and a name is free again once its word is dead."""

    def __init__(self, reserved: set[str]) -> None:
        self.reserved = reserved
        self.free: dict[str, list[str]] = {}
        self.used: dict[str, int] = {}
        self.declared: list[str] = []

    def take(self, hint: str) -> str:
        pool = self.free.setdefault(hint, [])
        if pool:
            pool.sort(key=lambda name: (len(name), name))
            return pool.pop(0)
        while True:
            count = self.used.get(hint, 0)
            self.used[hint] = count + 1
            name = hint if count == 0 else f"{hint}_{count}"
            if name not in self.reserved:
                self.declared.append(name)
                return name

    def give(self, hint: str, name: str) -> None:
        self.free[hint].append(name)


def literal(value: int) -> str:
    """A 64-bit constant in C."""
    return str(value) if value < 10 else f"UINT64_C({value:#x})"


def body(program: Program, places: Mapping[str, str], cast: str = "") -> list[str]:
    """Lines of the C function body.

    places maps each input and output to a C expression: of an array of words ("a->l"), of one word in memory
    ("(uint64_t)a->l[2]"), or of an argument handed in by value. The output "return" becomes the return value. `cast` is
    put before every value stored. All inputs are read before anything is written, so outputs may alias inputs.
    """
    if program.word_bits != 64:
        raise ValueError(f"{program.name}: the C printer has words of 64 bits, not {program.word_bits}")
    live = program.live_ops()
    keep = set(map(id, live))
    last: dict[int, int] = {}
    for position, op in enumerate(live):
        for word in (*op.ins, *op.outs):
            last[word.index] = position
    for _, nat in program.outputs:
        for word in nat.words:
            last[word.index] = len(live)

    by_value = {nat.words[0].index: places[name] for name, nat in program.inputs if "->" not in places[name]}
    names = _Names(set(by_value.values()) | {"a", "b", "r"})
    name_of: dict[int, str] = {}
    lines: list[str] = []
    constants: dict[int, int] = {}

    def expr(word: Word) -> str:
        if word.index in constants:
            return literal(constants[word.index])
        return by_value.get(word.index) or name_of[word.index]

    # Loads first, as constants of the function.
    loads: list[str] = []
    for name, nat in program.inputs:
        if nat.words[0].index in by_value:
            continue
        for i, word in enumerate(nat.words):
            if word.index in last:
                variable = names.take(word.hint)
                names.declared.remove(variable)
                name_of[word.index] = variable
                place = places[name] if places[name].endswith("]") else f"{places[name]}[{i}]"
                loads.append(f"{variable} = {place}")
    loaded = set(name_of)
    if loads:
        lines.extend(_wrap("const uint64_t", loads))

    statements: list[str] = []
    position = -1
    for item in program.items:
        if isinstance(item, Fact):
            if item.text:
                statements.extend(f"/* {part} */" for part in textwrap.wrap(item.text, LINE - 10))
            continue
        if id(item) not in keep:
            continue
        position += 1
        if item.kind == CONST:
            constants[item.outs[0].index] = item.imm
            continue
        if item.kind == INPUT:
            continue
        ins = [expr(word) for word in item.ins]
        for word in {word.index: word for word in item.ins}.values():
            if last[word.index] == position and word.index in name_of and word.index not in loaded:
                names.give(word.hint, name_of[word.index])
        read = last[item.outs[0].index] > position
        outs = []
        for word in item.outs:
            # A low word that nothing reads has no variable; a high word or carry needs one, to be pointed at.
            variable = names.take(word.hint) if read or word is not item.outs[0] else ""
            name_of[word.index] = variable
            outs.append(variable)
        statements.append(_statement(item.kind, outs, ins, item.imm, read))
        for word in item.outs:
            if last[word.index] <= position and name_of[word.index]:
                names.give(word.hint, name_of[word.index])
    for name, nat in program.outputs:
        if name == "return":
            statements.append(f"return (int){expr(nat.words[0])};")
        else:
            statements.extend(f"{places[name]}[{i}] = {cast}{expr(word)};" for i, word in enumerate(nat.words))
    if names.declared:
        lines.extend(_wrap("uint64_t", names.declared))
    return lines + statements


def _wrap(start: str, parts: list[str]) -> list[str]:
    """A declaration of several names, broken after commas only."""
    lines, current = [], start
    for i, part in enumerate(parts):
        piece = part + (";" if i + 1 == len(parts) else ",")
        if len(current) + 1 + len(piece) > LINE - 4 and current.strip():
            lines.append(current)
            current = "   "
        current += " " + piece
    return [*lines, current]


def _statement(kind: str, outs: list[str], ins: list[str], imm: int, read: bool) -> str:
    target = f"{outs[0]} = " if read else "(void)"
    match kind:
        case "mac" if ins[0] == ins[3] == "0":
            return f"{target}lsm_mul(&{outs[1]}, {ins[1]}, {ins[2]});"
        case "mac":
            return f"{target}lsm_mac(&{outs[1]}, {', '.join(ins)});"
        case "adc":
            return f"{target}lsm_adc(&{outs[1]}, {', '.join(ins)});"
        case "sbb":
            return f"{target}lsm_sbb(&{outs[1]}, {', '.join(ins)});"
        case "mullo":
            return f"{outs[0]} = {ins[0]} * {ins[1]};"
        case "sum":
            return f"{outs[0]} = {ins[0]} + {ins[1]};"
        case "mask":
            return f"{outs[0]} = lsm_ct_mask({ins[0]});"
        case "pin":
            return f"{outs[0]} = lsm_ct_barrier({ins[0]});"
        case "select":
            return f"{outs[0]} = lsm_ct_select({', '.join(ins)});"
        case "and":
            return f"{outs[0]} = {ins[0]} & {ins[1]};"
        case "or":
            return f"{outs[0]} = {ins[0]} | {ins[1]};"
        case "xor":
            return f"{outs[0]} = {ins[0]} ^ {ins[1]};"
        case "funnel":
            high, low = ins
            if high == "0":
                return f"{outs[0]} = {low} >> {imm};"
            if low == "0":
                return f"{outs[0]} = {high} << {64 - imm};"
            return f"{outs[0]} = ({low} >> {imm}) | ({high} << {64 - imm});"
        case "nonzero":
            return f"{outs[0]} = lsm_nonzero({ins[0]});"
    raise ValueError(f"no C form of the operation {kind}")
