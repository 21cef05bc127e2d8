# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The order in which a program's instructions are printed. Compilers keep it more or less."""

from __future__ import annotations

from gen.lanes.ir import Instr, Program

LATENCY = {"madd_lo": 4, "madd_hi": 4, "mul": 3, "permute": 3, "permute2": 3, "concat": 3, "half": 3}
"""In cycles, on Zen 4 and Ice Lake; everything else takes one, loads and constants are taken as ready."""

READY = ("load", "load_pair", "load_twice", "const")


WINDOW = 100
"""Measured (Zen 5): kernels compiled by gcc 12 are 5 to 15% faster than in program order, those of clang the same."""


PERMUTATIONS = ("permute", "permute2", "concat", "half")


class _Order:
    """Instructions as they are placed; loads and constants come just before their first user."""

    def __init__(self, program: Program):
        self.program = program
        self.result: list[int] = []
        self.placed: set[int] = set()

    def place(self, x: int) -> None:
        for arg in self.program.instrs[x].args:
            if arg not in self.placed:
                assert self.program.instrs[arg].op in READY
                self.place(arg)
        self.placed.add(x)
        self.result.append(x)

    def whole(self) -> list[int]:
        return self.result + [x for x in self.program.live() if x not in self.placed]


def schedule(program: Program, window: int = WINDOW) -> list[int]:
    """Live instructions in an order that respects their operands.

    window 0: program order. Otherwise as a machine of two vector units would start them if it looked that far ahead,
    the oldest first: neighbours then depend on each other less, and few values more are alive at a time.
    """
    order = program.live()
    if not window:
        return order
    done = {x: 0 for x in order if program.instrs[x].op in READY}
    waiting = [x for x in order if x not in done]
    placing = _Order(program)
    cycle = 0
    while waiting:
        room, started = 2.0, []
        for x in waiting[:window]:
            instr = program.instrs[x]
            cost = instr.width / 8
            if cost <= room and all(done.get(arg, cycle + 1) <= cycle for arg in instr.args):
                room -= cost
                started.append(x)
                done[x] = cycle + LATENCY.get(instr.op, 1)
        for x in started:
            placing.place(x)
        if started:
            gone = set(started)
            waiting = [x for x in waiting if x not in gone]
        cycle += 1
    return placing.whole()


def schedule_by_path(program: Program) -> list[int]:
    """The same for a program whose products wait for each other: of what can start, what is farthest from an output.

    Measured (Zen 5): the kernels of gen/lanes/g1.py are 5 to 10% faster than by the above, gcc 12 and clang 14. The
    machine starts two multiplications, two permutations and four instructions in all a cycle, with Zen 5's latencies.
    """

    def latency(instr: Instr) -> int:
        if instr.op in READY:
            return 0
        return 4 if instr.op.startswith("m") or instr.op in PERMUTATIONS else 2

    order = program.live()
    ahead = dict.fromkeys(order, 0)
    for x in reversed(order):
        ahead[x] += latency(program.instrs[x])
        for arg in program.instrs[x].args:
            ahead[arg] = max(ahead[arg], ahead[x])
    done = {x: 0 for x in order if program.instrs[x].op in READY}
    waiting = sorted((x for x in order if x not in done), key=lambda x: -ahead[x])
    placing = _Order(program)
    cycle = 0
    while waiting:
        room = {"multiply": 2, "permute": 2, "all": 4}
        left = []
        for x in waiting:
            instr = program.instrs[x]
            unit = "multiply" if instr.op.startswith("m") else "permute" if instr.op in PERMUTATIONS else "all"
            if min(room[unit], room["all"]) > 0 and all(done.get(arg, cycle + 1) <= cycle for arg in instr.args):
                for u in {unit, "all"}:
                    room[u] -= 1
                done[x] = cycle + latency(instr)
                placing.place(x)
            else:
                left.append(x)
        waiting = left
        cycle += 1
    return placing.whole()
