# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Checks the generated field files as they lie on disk: constants against the modulus, and every straight-line function
read back from its C text and executed on edge and pseudo-random values against the equation of its contract."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from gen.emit.readback import WORD, ReadbackError, StraightLine, read_functions

if TYPE_CHECKING:
    from gen.model import CurveModel

GENERATED = Path(__file__).resolve().parent.parent / "generated"
ENGINE = "c64"
ROUNDS = 24


def check(model: CurveModel, generated: Path = GENERATED) -> list[str]:
    """Problems found in generated/<curve>/c64/, empty if there are none."""
    folder = generated / model.name / ENGINE
    problems: list[str] = []
    texts: dict[str, str] = {}
    for name in ("fp", "fr", "fp2"):
        for suffix in (".h", ".c"):
            try:
                texts[name + suffix] = (folder / (name + suffix)).read_text(encoding="utf-8")
            except OSError as error:
                problems.append(f"{model.name}/{ENGINE}/{name}{suffix}: {error}")
    if problems:
        return problems
    for name, modulus in (("fp", model.p), ("fr", model.r)):
        found = _check_constants(name, modulus, texts[f"{name}.h"], texts[f"{name}.c"])
        found += _check_field(name, modulus, read_functions(texts[f"{name}.h"] + texts[f"{name}.c"]))
        problems += [f"{model.name}/{ENGINE}/{name}: {problem}" for problem in found]
    found = _check_fp2(model.p, model.xi, read_functions(texts["fp2.c"]))
    problems += [f"{model.name}/{ENGINE}/fp2: {problem}" for problem in found]
    return problems


def _numbers(text: str, pattern: str, bits: int) -> int | None:
    """The number whose words stand in the initialiser after `pattern`."""
    match = re.search(pattern + r"\s*=?\s*\{\{(.*?)\}\}", text, flags=re.S)
    if match is None:
        return None
    words = [int(word, 16) for word in re.findall(r"U?INT64_C\((0x[0-9a-f]+)\)", match[1])]
    return sum(word << (bits * i) for i, word in enumerate(words))


def _check_constants(name: str, p: int, header: str, source: str) -> list[str]:
    big = name.upper()
    limbs = -(-p.bit_length() // 64)
    radix = 1 << (64 * limbs)
    problems = []

    def expect(what: str, found: int | None, wanted: int) -> None:
        if found != wanted:
            problems.append(f"{what} is {'missing' if found is None else hex(found)}, expected {wanted:#x}")

    def macro(key: str) -> int | None:
        match = re.search(rf"#define {key} (?:UINT64_C\()?(0x[0-9a-f]+|\d+)", header + source)
        return int(match[1], 0) if match else None

    expect(f"{big}_LIMBS", macro(f"{big}_LIMBS"), limbs)
    expect(f"{big}_BITS", macro(f"{big}_BITS"), p.bit_length())
    expect(f"{big}_BYTES", macro(f"{big}_BYTES"), -(-p.bit_length() // 8))
    n0 = macro(f"{big}_N0")
    if n0 is None or (n0 * p + 1) & WORD:
        problems.append(f"{big}_N0 is no negative inverse of the modulus modulo 2^64")
    expect(f"{big}_P", _numbers(header, rf"{big}_P", 64), p)
    expect(f"{big}_ONE", _numbers(header, rf"{big}_ONE", 64), radix % p)
    expect(f"{big}_R2", _numbers(header, rf"{big}_R2", 64), radix * radix % p)
    table = source[source.index("GCD_MODULUS = {") :] if "GCD_MODULUS = {" in source else ""
    parts = re.findall(r"\{\{(.*?)\}\}", table, flags=re.S)[:2]
    if len(parts) == 2:
        numbers = [
            sum(int(word, 16) << (62 * i) for i, word in enumerate(re.findall(r"INT64_C\((0x[0-9a-f]+)\)", part)))
            for part in parts
        ]
        expect("the inversion's modulus", numbers[0], p)
        expect("the inversion's start value", numbers[1], radix * radix % p)
    else:
        problems.append("the inversion's table is missing")
    inverse = re.search(r"\}\},\s*UINT64_C\((0x[0-9a-f]+)\),\s*\};", source)
    if inverse is None or (int(inverse[1], 16) * p - 1) % (1 << 62):
        problems.append("the inversion's 1/p mod 2^62 is wrong")
    if name == "fp":
        problems += _check_power(p, source)
    return problems


def _check_power(p: int, source: str) -> list[str]:
    """The windows of the root must spell the exponent (p - 3)/4."""
    tables = [
        [int(value) for value in match.split(",")]
        for match in re.findall(r"static const uint8_t ROOT_\w+\[\] = \{(.*?)\}", source, flags=re.S)
    ]
    start = re.search(r"t = odd\[(\d+)\];", source)
    last = re.search(r"#define ROOT_LAST_SQUARINGS (\d+)", source)
    if len(tables) != 2 or start is None or last is None:
        return ["the windows of the root are missing"]
    exponent = 2 * int(start[1]) + 1
    for squarings, factor in zip(*tables, strict=True):
        exponent = (exponent << squarings) + 2 * factor + 1
    exponent <<= int(last[1])
    return [] if exponent == (p - 3) // 4 else [f"the windows of the root spell {exponent:#x}, not (p - 3)/4"]


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


def _check_field(name: str, p: int, functions: dict[str, StraightLine]) -> list[str]:
    limbs = -(-p.bit_length() // 64)
    radix = 1 << (64 * limbs)
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
    expected = [*unary, *binary, "select", "cneg", "is_zero", "eq"]
    for missing in sorted(f"{name}_{key}" for key in expected if f"{name}_{key}" not in functions):
        problems.append(f"{missing} is missing or not straight-line word arithmetic")
    if problems:
        return problems

    def one(key: str, a: int, b: int, wanted: int, mask: int = 0) -> str | None:
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
        return [*results, one("eq", a, a, 1), one("to_mont", radix - 1 - a, 0, (radix - 1 - a) * radix % p)]

    partners = values[3:] + values[:3]
    for a, b in zip(values, partners, strict=True):
        problems += [problem for problem in trial(a, b) if problem]
        if problems:
            return problems[:3]
    return problems


def _check_fp2(p: int, xi: tuple[int, int], functions: dict[str, StraightLine]) -> list[str]:
    limbs = -(-p.bit_length() // 64)
    back = pow(1 << (64 * limbs), -1, p)
    x, y = xi
    values = _values(p, f"fp2 {p}")
    n = len(values)
    for key in ("fp2_mul", "fp2_sqr", "fp2_mul_xi"):
        if key not in functions:
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
            try:
                after, _ = functions[key].run(cells)
            except (ReadbackError, KeyError) as error:
                return [f"{key} cannot be executed: {error}"]
            found = (_load(after, "r->c0.l", limbs), _load(after, "r->c1.l", limbs))
            if found != (wanted[0] % p, wanted[1] % p):
                return [f"{key} of ({a0:#x}, {a1:#x}), ({b0:#x}, {b1:#x}) is wrong"]
    return []
