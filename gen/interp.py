# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs a straight-line program on Python integers and asserts every declared range on the way."""

from __future__ import annotations

from collections.abc import Mapping

from gen.ir import CONST, INPUT, Fact, Op, Program


class InterpError(AssertionError):
    """A value left its declared range: the program or its ranges are wrong."""


def _evaluate(op: Op, ins: list[int], program: Program) -> list[int]:
    base, bits = program.base, program.word_bits
    match op.kind:
        case "mac":
            t, a, b, c = ins
            total = t + a * b + c
            return [total % base, total >> bits]
        case "adc":
            total = sum(ins)
            return [total % base, total >> bits]
        case "sbb":
            a, b, borrow = ins
            total = a - b - borrow
            return [total % base, -(total >> bits)]
        case "mullo":
            return [ins[0] * ins[1] % base]
        case "sum":
            return [ins[0] + ins[1]]
        case "mask":
            return [(base - 1) * ins[0]]
        case "and":
            return [ins[0] & ins[1]]
        case "or":
            return [ins[0] | ins[1]]
        case "xor":
            return [ins[0] ^ ins[1]]
        case "select":
            mask, a, b = ins
            if mask not in (0, base - 1):
                raise InterpError(f"{program.name}: select with the mask {mask:#x}")
            return [a if mask else b]
        case "funnel":
            return [((ins[0] << bits | ins[1]) >> op.imm) % base]
        case "pin":
            return [ins[0]]
        case "nonzero":
            return [int(ins[0] != 0)]
    raise InterpError(f"{program.name}: unknown operation {op.kind}")


def run(program: Program, inputs: Mapping[str, int]) -> dict[str, int]:
    """Outputs of the program as integers; raises InterpError when a range or a fact does not hold."""
    values: dict[int, int] = {}
    bits = program.word_bits
    expected = {name for name, _ in program.inputs}
    if expected != set(inputs):
        raise InterpError(f"{program.name}: inputs {sorted(inputs)}, expected {sorted(expected)}")
    for name, nat in program.inputs:
        if not nat.lo <= inputs[name] <= nat.hi:
            raise InterpError(f"{program.name}: input {name} = {inputs[name]:#x} outside [{nat.lo:#x}, {nat.hi:#x}]")
        for i, word in enumerate(nat.words):
            values[word.index] = (inputs[name] >> (bits * i)) % program.base
    for item in program.items:
        if isinstance(item, Fact):
            value = sum(values[word.index] << (bits * i) for i, word in enumerate(item.words))
            if not item.lo <= value <= item.hi:
                raise InterpError(
                    f"{program.name}: {item.text or 'number'} = {value:#x} outside [{item.lo:#x}, {item.hi:#x}]"
                )
            continue
        if item.kind == INPUT:
            outs = [values[word.index] for word in item.outs]
        elif item.kind == CONST:
            outs = [item.imm]
        else:
            outs = _evaluate(item, [values[word.index] for word in item.ins], program)
        for word, value in zip(item.outs, outs, strict=True):
            if not word.lo <= value <= word.hi:
                raise InterpError(
                    f"{program.name}: {word.hint}.{word.index} = {value:#x} outside [{word.lo:#x}, {word.hi:#x}]"
                )
            values[word.index] = value
    return {
        name: sum(values[word.index] << (bits * i) for i, word in enumerate(nat.words))
        for name, nat in program.outputs
    }
