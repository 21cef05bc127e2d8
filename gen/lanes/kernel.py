# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a lane kernel is: a program, its C parameters, its contract, and a reference modulo p."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from gen.lanes.field import LaneField
from gen.lanes.interp import run
from gen.lanes.ir import Program
from gen.lanes.schedule import WINDOW

Values = Mapping[str, list[int]]
"""Port -> plain field elements per lane (no Montgomery factor)."""


@dataclass(frozen=True)
class Kernel:
    """Its C pointers lead to limbs: a number of width w is five rows of w words, lowest limb first."""

    name: str
    program: Program
    what: str
    params: tuple[tuple[str, tuple[str, ...]], ...]
    """C parameter -> the input ports found behind it, one after the other."""
    check: Callable[[Values, Values], None]
    """Asserts that outputs are right for inputs, both as plain field elements, by arithmetic of its own."""
    sample: Callable[[Random], Values] | None = None
    """Inputs that the kernel requires to be special (points of a curve, say); any values if None."""
    results: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The same for the outputs; a single parameter r with all of them if empty."""
    in_place: bool = False
    """Results may be inputs."""
    rows: bool = False
    """Its last pointer leads to right factors of Fp2 in numbers of a width chosen in C, of which it uses one pair of
    lanes. Two more parameters: width, the words from row to row, and step, those from factor to factor. The imaginary
    number of a factor follows its real one."""
    window: int = WINDOW
    """What it is scheduled with."""

    @property
    def outputs(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return self.results or (("r", tuple(port.name for port in self.program.outputs)),)


class WrongKernel(Exception):
    """A kernel does not compute what its reference does."""


def try_kernel(kernel: Kernel, field: LaneField, rng: Random, rounds: int) -> None:
    """Runs the kernel on corner and random inputs: the interpreter asserts intervals, the reference results."""
    for i in range(rounds):
        inputs = sample_inputs(kernel, field, rng, i)
        try:
            outputs = run(kernel.program, inputs)
            for port in kernel.program.outputs:
                for value, (low, high) in zip(outputs[port.name], port.bounds):
                    assert low <= value <= high, f"output {port.name} outside its contract"
            kernel.check(plain(field, inputs), plain(field, outputs))
        except AssertionError as err:
            raise WrongKernel(f"lane kernel {kernel.name}: {err}") from err


def plain(field: LaneField, values: Values) -> dict[str, list[int]]:
    return {name: [field.from_mont(v) for v in lanes] for name, lanes in values.items()}


def sample_inputs(kernel: Kernel, field: LaneField, rng: Random, index: int) -> dict[str, list[int]]:
    """Representations in the contract: smallest, largest, mixtures, random ones."""
    tops = {port.name: [high for _, high in port.bounds] for port in kernel.program.inputs}
    special = kernel.sample(rng) if kernel.sample else {}
    chosen: dict[str, list[int]] = {}
    for name, limits in tops.items():
        if name in special:
            # a plain value, as any representation of it that the contract admits
            chosen[name] = []
            for value, top in zip(special[name], limits):
                least = field.to_mont(value)
                most = (top - least) // field.p
                chosen[name].append(least + field.p * (most if index % 3 == 0 else rng.randrange(most + 1)))
        elif index < 2:
            chosen[name] = [0 if index == 0 else top for top in limits]
        else:
            chosen[name] = [
                rng.choice((0, 1, field.p, top, top - 1)) if rng.random() < 0.3 else rng.randrange(top + 1)
                for top in limits
            ]
    return chosen
