# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The order in which a program's instructions are printed. Compilers keep it more or less."""

from __future__ import annotations

from gen.lanes.ir import Instr, Program

READY = ("load", "load_pair", "load_twice", "const")
"""Taken as ready when they are needed."""

ISSUE, MULTIPLY_ISSUE = 4, 2
"""Vector instructions, and multiplications among them, that start in a cycle."""

WINDOW, LOOP_WINDOW, WHOLE = 60, 20, 1 << 20
"""How far the order looks ahead, in instructions: measured (Zen 5). The further, the more values are alive and the more
of them are spilled, so that a kernel is faster alone and its code longer. LOOP_WINDOW is for the Miller loop, of which
one iteration is about as long as the cache of instructions; WHOLE for short kernels. See docs/performance.md."""


def latency(instr: Instr) -> int:
    """In cycles, measured on Zen 5."""
    match instr.op:
        case "madd_lo" | "madd_hi":
            return 4
        case "mul":
            return 3
        case "permute":
            within_pairs = all(k // 2 == i // 2 for i, k in enumerate(instr.imm))  # type: ignore[arg-type]
            return 2 if within_pairs else 5
        case "permute2" | "concat":
            return 5
        case "half":
            return 5 if instr.imm else 0
    return 2


def heights(program: Program, order: list[int]) -> dict[int, int]:
    """How long it takes from each instruction to the last result that depends on it."""
    height: dict[int, int] = dict.fromkeys(order, 0)
    for x in reversed(order):
        height[x] += latency(program.instrs[x])
        for arg in program.instrs[x].args:
            height[arg] = max(height[arg], height[x])
    return height


def schedule(program: Program, window: int = WINDOW) -> list[int]:
    """Live instructions in an order that respects their operands.

    window 0: program order. Otherwise as a machine would start them if it looked that far ahead and chose those from
    which it is furthest to the results: neighbours then depend on each other less, what holds up the results comes
    early, and few values more are alive at a time.
    """
    order = program.live()
    if not window:
        return order
    height = heights(program, order)
    done = {x: 0 for x in order if program.instrs[x].op in READY}
    waiting = [x for x in order if x not in done]
    result: list[int] = []
    placed: set[int] = set()

    def place(x: int) -> None:
        # loads and constants come just before their first user
        for arg in program.instrs[x].args:
            if arg not in placed:
                assert program.instrs[arg].op in READY
                place(arg)
        placed.add(x)
        result.append(x)

    cycle = 0
    while waiting:
        room, multiplications, started = ISSUE, MULTIPLY_ISSUE, []
        for x in sorted(waiting[:window], key=lambda x: -height[x]):
            instr = program.instrs[x]
            multiplies = instr.op in ("madd_lo", "madd_hi", "mul")
            if (
                room
                and (multiplications or not multiplies)
                and all(done.get(arg, cycle + 1) <= cycle for arg in instr.args)
            ):
                room -= 1
                multiplications -= multiplies
                started.append(x)
                done[x] = cycle + latency(instr)
        for x in started:
            place(x)
        if started:
            gone = set(started)
            waiting = [x for x in waiting if x not in gone]
        cycle += 1
    return result + [x for x in order if x not in placed]
