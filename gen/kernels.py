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
from gen.emit.x86.kernels import FIELD_KERNELS, FP2_KERNELS, KernelStrategy, mul_xi_kernel
from gen.ir import Program
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


def strategies_for(kind: str, xi: tuple[int, int] | None) -> tuple[KernelStrategy, ...]:
    """The kernels of a prime field (kind "field") or of Fp2 (kind "fp2"), which needs xi."""
    if kind == "field" or xi is None:
        return FIELD_KERNELS
    return (*FP2_KERNELS, mul_xi_kernel(xi))


def plan_kernels(
    field: FieldModel, kind: str, xi: tuple[int, int] | None, programs: Mapping[str, Program], trials: int = TRIALS
) -> dict[str, PlannedKernel]:
    """The kernels of one field, keyed by function; each has been run beside its program."""
    prefix = field.name if kind == "field" else "fp2"
    planned = {}
    for strategy in strategies_for(kind, xi):
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
            for strategy in strategies_for(kind, xi):
                strategy.check(field)
    except Refusal as reason:
        return str(reason)
    return None


def edge_values(field: FieldModel) -> list[int]:
    """Elements at the borders of carries: 0, 1, p - 1, words of ones, single bits, Montgomery one."""
    p, bits = field.modulus, field.word_bits
    values = {0, 1, 2, p - 1, p - 2, (p - 1) // 2, (p + 1) // 2, field.R, field.R2, p - field.R}
    for i in range(1, field.limbs):
        values |= {(1 << bits * i) - 1, 1 << bits * i, p - (1 << bits * i), p >> bits * i << bits * i}
    return sorted({value for value in values if 0 <= value < p} | set(full_values(field)))


def factor_values(field: FieldModel, factor: int) -> list[int]:
    """Elements with one word whose product with a small factor ends just below a multiple of 2^64, the others full."""
    bits, n = field.word_bits, field.limbs
    full = full_values(field)[1]
    values = []
    for i in range(n):
        for j in range(1, factor + 1):
            word = ((j << bits) - 1) // factor
            values.append(full & ~(((1 << bits) - 1) << bits * i) | word << bits * i)
    return [value for value in values if value < field.modulus]


def full_values(field: FieldModel) -> list[int]:
    """Elements all of whose words are as large as can be: the carries that are rarest otherwise."""
    low = field.word_bits * (field.limbs - 1)
    return [field.modulus - 1, (field.modulus >> low << low) - 1, (1 << field.bits - 1) - 1]


ALIASES = ((), ("r", "a"), ("r", "b"), ("a", "b"), ("r", "a", "b"))
"""Parameters that are the same memory."""


def compare(item: PlannedKernel, field: FieldModel, program: Program, trials: int, text: str | None = None) -> None:
    """Runs the kernel on edge and random values, under every aliasing, beside its program; raises at a difference.

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
