# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which functions of an engine are kernels in assembler, and the proof by trial that each computes what the portable
program of the same function computes: its printed text runs in the emulator beside the program's interpreter."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gen import emulate, interp
from gen.derive.field import FieldModel
from gen.emit.x86 import gas
from gen.emit.x86.alloc import Kernel
from gen.emit.x86.kernels import KernelStrategy, choose_kernels
from gen.ir import Program
from gen.kernel_inputs import aimed, edge_values, factor_values, full_values
from gen.strategies import Refusal

TRIALS = 60
"""Runs of each kernel whenever it is generated; the tests run more."""


class KernelError(AssertionError):
    """A kernel does not compute what its program computes."""


@dataclass(frozen=True)
class PlannedKernel:
    """A kernel of one field, and its text."""

    symbol: str
    strategy: KernelStrategy
    kernel: Kernel
    text: str
    """Assembler lines, constants included: what the emulator reads."""

    @property
    def multiplications(self) -> int:
        """Word multiplications."""
        return self.kernel.count("mulx", "imul")


def plan_kernels(
    field: FieldModel, kind: str, xi: tuple[int, int] | None, programs: Mapping[str, Program], trials: int = TRIALS
) -> dict[str, PlannedKernel]:
    """The kernels of one field, keyed by function; each has been run beside its program."""
    prefix = field.name if kind == "field" else "fp2"
    planned = {}
    for strategy in choose_kernels(field, kind, xi):
        item = plan_kernel(field, strategy, f"{prefix}_{strategy.function}")
        compare(item, field, programs[strategy.function], trials)
        planned[strategy.function] = item
    return planned


def plan_kernel(field: FieldModel, strategy: KernelStrategy, symbol: str) -> PlannedKernel:
    """One kernel, not yet run."""
    kernel = strategy.build(field, symbol)
    text = "\n".join([*gas.constant_lines([kernel]), *gas.kernel_lines(kernel)]) + "\n"
    return PlannedKernel(symbol, strategy, kernel, text)


def refusal(fields: Iterable[tuple[FieldModel, str]], xi: tuple[int, int] | None) -> str | None:
    """Why these fields cannot have kernels, or None."""
    try:
        for field, kind in fields:
            choose_kernels(field, kind, xi)
    except Refusal as reason:
        return str(reason)
    return None


ALIASES = ((), ("r", "a"), ("r", "b"), ("a", "b"), ("r", "a", "b"))
"""Parameters that are the same memory."""


def compare(item: PlannedKernel, field: FieldModel, program: Program, trials: int, text: str | None = None) -> None:
    """Runs the kernel on edge and random values, and on factors of edge values, under every aliasing, beside its
    program; raises at a difference.

    `text` stands in for the kernel's own, which lets tests spoil it.
    """
    parsed = emulate.parse(item.text if text is None else text)
    chance = random.Random(f"{item.symbol} {field.modulus:x}")
    full = full_values(field)
    edges = edge_values(field)
    near = [value for factor in item.strategy.factors for value in factor_values(field, factor)]
    inputs = item.strategy.parameters[1:]
    aliases = [pair for pair in ALIASES if set(pair) <= {"r", *inputs}]
    for trial in range(trials):
        same = aliases[trial // 2 % len(aliases)]
        values: dict[str, tuple[int, ...]] = {}
        pool = full if trial % 5 == 1 else near if trial % 2 and near else edges
        for name in inputs:
            if name == "b" and {"a", "b"} <= set(same):
                values[name] = values["a"]
                continue
            values[name] = tuple(
                chance.choice(pool) if pool is not edges or chance.random() < 0.6 else chance.randrange(field.modulus)
                for _ in range(item.strategy.parts)
            )
        if trial % 3 == 2 and item.strategy.function in ("mul", "sqr"):
            aim = aimed(field, item.strategy.function, item.strategy.parts, {"a", "b"} <= set(same), chance)
            values = {name: aim[name] for name in inputs}
        got = call(parsed, item, field, values, same)
        want = _reference(item, program, values)
        if got != want:
            shown = ", ".join(f"{name} = {tuple(map(hex, value))}" for name, value in values.items())
            raise KernelError(
                f"{item.symbol} ({item.strategy.name}): {tuple(map(hex, got))}, the program gives "
                f"{tuple(map(hex, want))}, for {shown}, same memory: {', '.join(same) or 'none'}"
            )


def call(
    parsed: emulate.Text,
    item: PlannedKernel,
    field: FieldModel,
    values: Mapping[str, Sequence[int]],
    same: Sequence[str] = (),
) -> tuple[int, ...]:
    """One run in the emulator: the parts of the result."""
    n = field.limbs
    arguments: list[emulate.Array | int] = []
    for name in item.strategy.parameters:
        area = same[0] if name in same else name
        words = tuple(word for value in values.get(name, (0,) * item.strategy.parts) for word in field.words(value))
        arguments.append(emulate.Array(area, words, written=name == "r"))
    area = same[0] if "r" in same else "r"
    out = emulate.run(parsed, item.symbol, arguments, {area: n * item.strategy.parts})[area]
    return tuple(
        sum(word << (field.word_bits * i) for i, word in enumerate(out[k * n : (k + 1) * n]))
        for k in range(item.strategy.parts)
    )


def _reference(item: PlannedKernel, program: Program, values: Mapping[str, Sequence[int]]) -> tuple[int, ...]:
    """The program's results; a program of one field element serves each part of an Fp2 element by itself."""
    parts = item.strategy.parts
    if parts == 1:
        return (interp.run(program, {name: value[0] for name, value in values.items()})["r"],)
    if item.strategy.componentwise:
        return tuple(interp.run(program, {name: value[k] for name, value in values.items()})["r"] for k in range(parts))
    out = interp.run(program, {f"{name}{k}_": part for name, value in values.items() for k, part in enumerate(value)})
    return tuple(out[f"r{k}_"] for k in range(parts))
