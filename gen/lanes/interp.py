# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs a lane program on Python integers and asserts every interval that was derived for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gen.lanes.ir import LIMB, LIMB_BITS, LIMB_MASK, Instr, Program


def split(value: int, limbs: int) -> list[int]:
    """The limbs of a number, lowest first; the highest takes what is left."""
    low = [value >> (LIMB_BITS * i) & LIMB_MASK for i in range(limbs - 1)]
    return [*low, value >> (LIMB_BITS * (limbs - 1))]


def run(program: Program, inputs: Mapping[str, Sequence[int]]) -> dict[str, list[int]]:
    """Values per lane of the outputs, given values per lane of the inputs."""
    limbs = {port.name: [split(v, len(port.limbs)) for v in inputs[port.name]] for port in program.inputs}
    for port in program.inputs:
        for value, (low, high) in zip(inputs[port.name], port.bounds):
            assert low <= value <= high, f"{program.name}: input {port.name} outside its contract"
    state: list[list[int]] = []
    for index, instr in enumerate(program.instrs):
        lanes = _step(instr, state, limbs)
        for lane, value in enumerate(lanes):
            assert instr.lo[lane] <= value <= instr.hi[lane], (
                f"{program.name}: instruction {index} ({instr.op}), lane {lane}: "
                f"{value} outside [{instr.lo[lane]}, {instr.hi[lane]}]"
            )
        state.append(lanes)
    for numbers, bounds in program.claims:
        for lane, (low, high) in enumerate(bounds):
            value = _join(state, numbers, lane)
            assert low <= value <= high, f"{program.name}: a value of {value} outside [{low}, {high}]"
    return {port.name: [_join(state, port.limbs, lane) for lane in range(port.width)] for port in program.outputs}


def _join(state: list[list[int]], limbs: Sequence[int], lane: int) -> int:
    return sum(state[x][lane] << (LIMB_BITS * i) for i, x in enumerate(limbs))


def _step(instr: Instr, state: list[list[int]], limbs: dict[str, list[list[int]]]) -> list[int]:
    args = [state[x] for x in instr.args]
    imm = instr.imm
    match instr.op:
        case "load":
            port, limb = imm  # type: ignore[misc]
            return [number[limb] for number in limbs[port]]
        case "load_pair":
            port, limb, pair, _ = imm  # type: ignore[misc]
            return [limbs[port][2 * pair + (k & 1)][limb] for k in range(instr.width)]
        case "load_twice":
            port, limb = imm  # type: ignore[misc]
            return [number[limb] for number in limbs[port]] * 2
        case "const":
            return list(imm)  # type: ignore[call-overload]
        case "add":
            return [x + y for x, y in zip(*args)]
        case "sub":
            return [x - y for x, y in zip(*args)]
        case "add_masked" | "sub_masked":
            keep, a, b = args
            sign = 1 if instr.op == "add_masked" else -1
            return [a[i] + sign * b[i] if imm >> i & 1 else keep[i] for i in range(instr.width)]  # type: ignore[operator]
        case "shl":
            return [x << imm for x in args[0]]  # type: ignore[operator]
        case "shl_lanes":
            return [x << n for x, n in zip(args[0], imm)]  # type: ignore[call-overload]
        case "sar":
            return [x >> imm for x in args[0]]  # type: ignore[operator]
        case "and52":
            return [x & LIMB_MASK for x in args[0]]
        case "madd_lo" | "madd_hi":
            acc, a, b = args
            assert imm or all(0 <= x < LIMB for x in a), "a factor of more than 52 bits"
            assert all(0 <= y < LIMB for y in b), "a factor of more than 52 bits"
            products = [(x & LIMB_MASK) * y for x, y in zip(a, b)]
            part = [v >> LIMB_BITS if instr.op == "madd_hi" else v & LIMB_MASK for v in products]
            return [x + y for x, y in zip(acc, part)]
        case "mul":
            return [x * y for x, y in zip(*args)]
        case "permute":
            return [args[0][k] for k in imm]  # type: ignore[attr-defined]
        case "permute2" | "blend":
            both = args[0] + args[1]
            return [both[k] for k in imm]  # type: ignore[attr-defined]
        case "concat":
            return args[0] + args[1]
        case "half":
            return args[0][4 * imm : 4 * imm + 4]  # type: ignore[operator]
    raise ValueError(instr.op)
