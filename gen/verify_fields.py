# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Checks the functions of the generated field files: every straight-line one is read back from its C text and executed
on edge and pseudo-random values against the equation of its contract. Their constants are gen.recheck.engines' work."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from gen.emit.readback import WORD, ReadbackError, StraightLine, read_functions

if TYPE_CHECKING:
    from gen.recheck.engines import Numbers

ROUNDS = 24
KERNEL = re.compile(r"^LSM_ASM_FUNCTION\((\w+)\)", re.MULTILINE)
"""A function in assembler: gen.recheck.kernels runs it."""


def check(numbers: Numbers, engine: str, texts: Mapping[str, str]) -> list[str]:
    """Problems found in the files (name -> text) of generated/<curve>/<engine>/, empty if there are none."""
    if not any(name.startswith(("fp.", "fr.", "fp2.")) for name in texts):
        return []  # an engine over the fields of another one
    problems = [
        f"{engine}/{name}{suffix}: missing"
        for name in ("fp", "fr", *(() if numbers.xi is None else ("fp2",)))
        for suffix in (".h", ".c")
        if name + suffix not in texts
    ]
    if problems:
        return problems
    kernels = {name for file, text in texts.items() if file.endswith(".S") for name in KERNEL.findall(text)}
    radices = [1 << bits for bits in numbers.mont_bits]
    for name, modulus, radix in zip(("fp", "fr"), (numbers.p, numbers.r), radices, strict=True):
        functions = read_functions(texts[f"{name}.h"] + texts[f"{name}.c"])
        found = _check_field(name, modulus, radix, functions, kernels)
        problems += [f"{engine}/{name}: {problem}" for problem in found]
    if numbers.xi is None:
        return problems
    found = _check_fp2(numbers.p, radices[0], numbers.xi, read_functions(texts["fp2.c"]), kernels)
    return problems + [f"{engine}/fp2: {problem}" for problem in found]


def _values(p: int, seed: str) -> list[int]:
    rng = random.Random(seed)
    top = p.bit_length()
    values = [0, 1, p - 1, p - 2, (p - 1) // 2, (p + 1) // 2, ((1 << top) - 1) % p]
    values += [((1 << k) - 1) % p for k in (63, 64, 128, 192) if k < top]
    values += [(-(1 << k)) % p for k in (64, 128, 192) if k < top]
    values += [rng.randrange(p) for _ in range(ROUNDS)]
    return values


def _store(place: str, value: int, limbs: int) -> dict[str, int]:
    return {f"{place}[{i}]": (value >> (64 * i)) & WORD for i in range(limbs)}


def _load(cells: dict[str, int], place: str, limbs: int) -> int:
    return sum(cells[f"{place}[{i}]"] << (64 * i) for i in range(limbs))


def _check_field(
    name: str, p: int, radix: int, functions: dict[str, StraightLine], kernels: set[str]
) -> list[str]:
    """Problems with the functions of one field whose elements a are the words a*radix mod p."""
    limbs = -(-p.bit_length() // 64)
    most = (1 << 64 * limbs) - 1
    back = pow(radix, -1, p)
    half = (p + 1) // 2
    unary: dict[str, Callable[[int], int]] = {
        "neg": lambda a: -a,
        "dbl": lambda a: 2 * a,
        "halve": lambda a: a * half,
        "sqr": lambda a: a * a * back,
        "to_mont": lambda a: a * radix,
        "from_mont": lambda a: a * back,
    }
    binary: dict[str, Callable[[int, int], int]] = {
        "add": lambda a, b: a + b,
        "sub": lambda a, b: a - b,
        "mul": lambda a, b: a * b * back,
    }
    problems = []
    values = _values(p, f"{name} {p}")
    expected = {f"{name}_{key}" for key in (*unary, *binary, "select", "cneg", "is_zero", "eq")}
    for missing in sorted(expected - kernels - functions.keys()):
        problems.append(f"{missing} is missing or not straight-line word arithmetic")
    if problems:
        return problems

    def one(key: str, a: int, b: int, wanted: int, mask: int = 0) -> str | None:
        if f"{name}_{key}" not in functions:
            return None  # a kernel
        cells = _store("a->l", a, limbs) | _store("b->l", b, limbs) | _store("r->l", 0, limbs)
        try:
            after, flag = functions[f"{name}_{key}"].run(cells, {"mask": mask})
        except (ReadbackError, KeyError) as error:
            return f"{name}_{key} cannot be executed: {error}"
        found = flag if key in ("is_zero", "eq") else _load(after, "r->l", limbs)
        return None if found == wanted else f"{name}_{key} of {a:#x}, {b:#x} gives {found:#x}, expected {wanted:#x}"

    def trial(a: int, b: int) -> list[str | None]:
        results = [one(key, a, 0, rule(a) % p) for key, rule in unary.items()]
        results += [one(key, a, b, rule(a, b) % p) for key, rule in binary.items()]
        results += [one("select", a, b, b), one("select", a, b, a, WORD), one("cneg", a, 0, a)]
        results += [one("cneg", a, 0, -a % p, WORD), one("is_zero", a, 0, int(a == 0)), one("eq", a, b, int(a == b))]
        return [*results, one("eq", a, a, 1), one("to_mont", most - a, 0, (most - a) * radix % p)]

    partners = values[3:] + values[:3]
    for a, b in zip(values, partners, strict=True):
        problems += [problem for problem in trial(a, b) if problem]
        if problems:
            return problems[:3]
    return problems


def _check_fp2(
    p: int, radix: int, xi: tuple[int, int], functions: dict[str, StraightLine], kernels: set[str]
) -> list[str]:
    limbs = -(-p.bit_length() // 64)
    back = pow(radix, -1, p)
    x, y = xi
    values = _values(p, f"fp2 {p}")
    n = len(values)
    for key in ("fp2_mul", "fp2_sqr", "fp2_mul_xi"):
        if key not in functions and key not in kernels:
            return [f"{key} is missing or not straight-line word arithmetic"]
    for i in range(n):
        a0, a1, b0, b1 = (values[(i * step + shift) % n] for step, shift in ((1, 0), (3, 1), (5, 2), (7, 3)))
        if i < 4:
            # All ends of the ranges at once.
            a0, a1, b0, b1 = ((p - 1) * (i & 1), (p - 1) * (i >> 1), p - 1, (p - 1) * (i & 1))
        cells: dict[str, int] = {}
        for place, value in (("a->c0.l", a0), ("a->c1.l", a1), ("b->c0.l", b0), ("b->c1.l", b1)):
            cells |= _store(place, value, limbs)
        cells |= _store("r->c0.l", 0, limbs) | _store("r->c1.l", 0, limbs)
        for key, wanted in (
            ("fp2_mul", ((a0 * b0 - a1 * b1) * back, (a0 * b1 + a1 * b0) * back)),
            ("fp2_sqr", ((a0 * a0 - a1 * a1) * back, 2 * a0 * a1 * back)),
            ("fp2_mul_xi", (x * a0 - y * a1, y * a0 + x * a1)),
        ):
            if key not in functions:
                continue
            try:
                after, _ = functions[key].run(cells)
            except (ReadbackError, KeyError) as error:
                return [f"{key} cannot be executed: {error}"]
            found = (_load(after, "r->c0.l", limbs), _load(after, "r->c1.l", limbs))
            if found != (wanted[0] % p, wanted[1] % p):
                return [f"{key} of ({a0:#x}, {a1:#x}), ({b0:#x}, {b1:#x}) is wrong"]
    return []
