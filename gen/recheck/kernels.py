# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The committed assembler files: each kernel runs in the emulator and gives what the formula says, over integers."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from gen import emulate
from gen.recheck.checks import Checks, ints

RUNS = 60

Values = Sequence[int]
Formula = Callable[[Values, Values], Values]


def _formulas(p: int, inverse_radix: int, xi: Values | None) -> dict[str, tuple[int, Formula]]:
    """Function -> (operands, formula) on words: products carry the factor 1/R. xi is None for a
    curve without a tower."""

    def product(a: Values, b: Values) -> Values:
        if len(a) == 1:
            return (a[0] * b[0] * inverse_radix,)
        return ((a[0] * b[0] - a[1] * b[1]) * inverse_radix, (a[0] * b[1] + a[1] * b[0]) * inverse_radix)

    formulas: dict[str, tuple[int, Formula]] = {
        "add": (2, lambda a, b: [x + y for x, y in zip(a, b, strict=True)]),
        "sub": (2, lambda a, b: [x - y for x, y in zip(a, b, strict=True)]),
        "dbl": (1, lambda a, b: [2 * x for x in a]),
        "mul": (2, product),
        "sqr": (1, lambda a, b: product(a, a)),
    }
    if xi is not None:
        x, y = xi
        formulas["mul_xi"] = (1, lambda a, b: (x * a[0] - y * a[1], y * a[0] + x * a[1]))
    return formulas


def check_kernels(checks: Checks, params: dict[str, Any], where: str, text: str) -> None:
    """Every kernel of one file, on edge and random values and over its own operands."""
    try:
        parsed = emulate.parse(text)
    except emulate.EmulatorError as err:
        checks.true(where, False, str(err))
        return
    for name in parsed.functions:
        field, _, function = name.partition("_")
        model = params["fr" if field == "fr" else "fp"]
        n, p = model["limbs"], ints(model["modulus"])
        xi = ints(params["tower"]["xi"]) if "tower" in params else None
        formulas = _formulas(p, pow(1 << model["mont_bits"], -1, p), xi)
        if function not in formulas:
            checks.true(f"{where}: {name}", False, "nothing says what it computes")
            continue
        operands, formula = formulas[function]
        try:
            wrong = _first_wrong(parsed, name, operands, formula, 2 if field == "fp2" else 1, n, p)
        except emulate.EmulatorError as err:
            wrong = str(err)
        checks.true(f"{where}: {name}", wrong is None, wrong or "")


def _first_wrong(
    parsed: emulate.Text, name: str, operands: int, formula: Formula, parts: int, n: int, p: int
) -> str | None:
    chance = random.Random(name)
    top = p >> 64 * (n - 1) << 64 * (n - 1)
    edges = [0, 1, p - 1, p - 2, p // 2, top - 1, (1 << p.bit_length() - 1) - 1, (1 << 64 * (n - 1)) - 1, top]
    edges = [value for value in edges if value < p]  # of a single word, top = p
    for run in range(RUNS):
        a, b = (
            tuple(chance.choice(edges) if chance.random() < 0.6 else chance.randrange(p) for _ in range(parts))
            for _ in range(2)
        )
        areas = (("r", "a", "b"), ("a", "a", "b"), ("b", "a", "b"), ("r", "a", "a"), ("a", "a", "a"))[run % 5]
        if areas[1] == areas[2]:
            b = a
        words = [tuple(value >> 64 * i & (1 << 64) - 1 for value in v for i in range(n)) for v in (a, b)]
        arguments = [emulate.Array(areas[0], (0,) * (n * parts), written=True)]
        arguments += [emulate.Array(areas[1 + k], words[k]) for k in range(operands)]
        if operands == 1 and areas[0] == "b":
            continue
        out = emulate.run(parsed, name, arguments, {areas[0]: n * parts})[areas[0]]
        got = [sum(w << 64 * i for i, w in enumerate(out[k * n : (k + 1) * n])) for k in range(parts)]
        want = [value % p for value in formula(a, b)]
        if got != want:
            return f"gives {[hex(v) for v in got]} for {[hex(v) for v in (*a, *b)]}, must be {[hex(v) for v in want]}"
    return None
