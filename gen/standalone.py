# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`gen field`: the arithmetic of one prime field as C that needs nothing else.

The files are those of a curve's field (templates/field.*.j2) without the namespace of an engine, beside copies of the
headers of src/core that they include; so a strategy or a proof is the same in both.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import sympy

from gen.derive.field import FieldModel, field_model
from gen.engines import FieldContext, kernel_file
from gen.functions import Function, field_functions
from gen.kernels import PlannedKernel, plan_kernels
from gen.numbers import NumberError, integer
from gen.outputs.jsontext import dump
from gen.params import MAX_BITS, ParamError
from gen.plan import Choice, PlanError, choose_form, plan_field, plan_inversion, plan_power
from gen.render import FORMAT, comment_block, render
from gen.strategies import Refusal

CORE = Path(__file__).resolve().parent.parent / "src" / "core"
CORE_HEADERS = ("bytes.h", "ct.h", "gcd.h", "signed62.h", "verify.h", "word.h")
NO_NAMESPACE = """/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A field alone: its functions have no other name than their own. */
#ifndef LSM_CORE_NS_H
#define LSM_CORE_NS_H
#define NS(name) name
#endif
"""
ENGINES = ("c64", "adx")
WHERE = "command line"  # stands for the file in messages

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
KEYWORDS = frozenset(
    "auto break case char const continue default do double else enum extern float for goto if inline int long register "
    "restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm typeof "
    "bool true false class delete friend new private protected public template this throw try using virtual".split()
)
TRIAL = 1 << 16
"""Bound of the search for a factor to show; a composite without one is refused all the same."""
VECTORS = 24
"""Known answers of the test program."""


@dataclass(frozen=True)
class FieldOrder:
    """What was ordered."""

    name: str
    modulus: int
    written: str  # the modulus as it was given
    engine: str
    test: bool
    forced: tuple[tuple[str, str], ...] = ()  # function and strategy


def order(name: str, written: str, engine: str = "c64", test: bool = False, forced: Sequence[str] = ()) -> FieldOrder:
    """Checks the arguments; refuses by raising ParamError with the number and the rule."""
    if not NAME.fullmatch(name):
        raise ParamError(
            WHERE, "--name", f"{name[:60]!r} is not up to 40 lower case letters, digits and _ after a letter"
        )
    if name in KEYWORDS or name.endswith("_t") or name.startswith("lsm_"):
        raise ParamError(WHERE, "--name", f"{name!r} is taken: words of C, names in _t (POSIX) and lsm_ (src/core)")
    if engine not in ENGINES:
        raise ParamError(WHERE, "--engine", f"{engine!r} is unknown; a field alone has {', '.join(ENGINES)}")
    try:
        modulus = integer(written, MAX_BITS)
    except NumberError as err:
        raise ParamError(WHERE, "--modulus", str(err)) from None
    _refuse_modulus(modulus)
    for text in forced:
        if not re.fullmatch(r"[a-z_]+=[a-z0-9_]+", text):
            raise ParamError(WHERE, "--strategy", f"{text[:60]!r} is not FUNCTION=STRATEGY, as mul=mont_carry")
    pairs = tuple(sorted((function, name) for function, _, name in (text.partition("=") for text in forced)))
    return FieldOrder(name, modulus, " ".join(written.split()), engine, test, pairs)


def _refuse_modulus(modulus: int) -> None:
    rule = f"an odd prime of 2 to {MAX_BITS} bits is needed"

    def refused(why: str) -> ParamError:
        return ParamError(WHERE, "--modulus", f"{modulus} {why}; {rule}")

    if modulus < 3:
        raise refused("is below 3")
    if modulus.bit_length() > MAX_BITS:
        raise refused(f"has {modulus.bit_length()} bits, {-(-modulus.bit_length() // 64)} words of 64")
    if modulus % 2 == 0:
        raise refused("is even: Montgomery form divides by 2^64 modulo it")
    if not sympy.isprime(modulus):
        factor = next((q for q in sympy.primerange(3, TRIAL) if modulus % q == 0), None)
        why = f"= {factor} * {modulus // factor}" if factor else "is composite (a strong pseudoprime test fails)"
        raise refused(f"{why}, not a prime{_nearest(modulus)}")


def _nearest(modulus: int) -> str:
    if modulus.bit_length() > 512:
        return ""  # the search takes seconds there
    below, above = int(sympy.prevprime(modulus)), int(sympy.nextprime(modulus))
    return f" (the nearest are {modulus} - {modulus - below} and {modulus} + {above - modulus})"


@dataclass(frozen=True)
class Made:
    """The files, and what was chosen for them."""

    field: FieldModel
    form: str
    """Why the elements have the form they have."""
    plan: dict[str, Choice]
    kernels: dict[str, PlannedKernel]
    root: bool
    """Whether there are square roots: p = 3 mod 4, and the exponent (p - 3)/4 is not 0."""
    files: dict[str, str]  # path below the output folder -> text


def make(wanted: FieldOrder) -> Made:
    """Plans and prints the field; refused with the numbers if the engine does not serve the modulus."""
    try:
        form = choose_form(field_model(wanted.name, wanted.modulus), dict(wanted.forced))
        field = form.field
        plan = plan_field(field, dict(wanted.forced))
    except PlanError as err:
        raise ParamError(WHERE, "--strategy", str(err)) from None
    kernels: dict[str, PlannedKernel] = {}
    if wanted.engine == "adx":
        try:
            kernels = plan_kernels(field, "field", (0, 0), {name: choice.program for name, choice in plan.items()})
        except Refusal as err:
            raise ParamError(WHERE, "--engine", f"adx is refused: {err}; c64 serves every modulus") from None
    root = field.modulus % 4 == 3 and field.modulus > 3
    functions = field_functions(field, plan, kernels, "p", root)
    power = plan_power((field.modulus - 3) // 4) if root else None
    context = FieldContext(field, functions, plan_inversion(field), power)
    strategies = [f"{field.name}_{name}: {functions[name].contract.strategy}" for name in plan]
    values = context.values(_banner(wanted, field, "arithmetic", strategies), alone=True)
    name = field.name
    files = {
        f"{name}.h": render("field.h.j2", values),
        f"{name}.c": render("field.c.j2", values),
        "contracts.json": _contracts(wanted, field, functions),
    }
    for header in CORE_HEADERS:
        files[f"core/{header}"] = _core(header)
    if kernels:
        chosen = [f"{name}_{function}: {kernel.strategy.name}" for function, kernel in kernels.items()]
        files[f"{name}.S"] = kernel_file(_banner(wanted, field, "kernels", chosen), functions)
        files["core/asm.h"] = _core("asm.h")
        files["core/ns.h"] = NO_NAMESPACE
    if wanted.test:
        files[f"{name}_test.c"] = _test_program(wanted, field, root)
    return Made(field, form.reason, plan, kernels, root, files)


def _core(header: str) -> str:
    """A header of src/core; its neighbours are named as neighbours, so that no include path is needed."""
    return (CORE / header).read_text(encoding="utf-8").replace('#include "core/', '#include "')


def _banner(wanted: FieldOrder, field: FieldModel, kind: str, strategies: list[str]) -> str:
    options = f" --engine {wanted.engine}" if wanted.engine != "c64" else ""
    options += "".join(f" --strategy {function}={name}" for function, name in wanted.forced)
    options += " --test" if wanted.test else ""
    equal = "" if wanted.written == str(field.modulus) else f"{wanted.written} = "
    lines = [
        f"Generated by limbsmith's generator (format {FORMAT}). Do not edit: change the generator and regenerate.",
        "SPDX-License-Identifier: Apache-2.0 OR MIT",
        "",
        f"{field.name}: {kind} of the prime field of p elements",
        f"p = {equal}{field.modulus:#x}",
        *(f"strategy {line}" for line in strategies),
        f"regenerate: python3 -m gen field --modulus '{wanted.written}' --name {field.name}{options} --out FOLDER",
    ]
    return comment_block(lines)


def _contracts(wanted: FieldOrder, field: FieldModel, functions: dict[str, Function]) -> str:
    return dump(
        {
            "field": field.name,
            "engine": wanted.engine,
            "modulus_p": f"{field.modulus:#x}",
            "representation": f"{field.form}, fully reduced, little-endian 64-bit words",
            "functions": [function.contract.data() for function in functions.values() if function.public],
        }
    )


def vectors(field: FieldModel) -> list[dict[str, int]]:
    """Plain integers a, b with the answers, from Python's own arithmetic: edges first, then a fixed random sample."""
    p = field.modulus
    edge = [0, 1, p - 1, p // 2, p // 2 + 1, 2 % p, (1 << field.bits - 1) - 1, p - 2]
    chance = random.Random(f"{field.name} {p:x}")
    pairs = [(a, edge[-1 - i]) for i, a in enumerate(edge)]
    pairs += [(chance.randrange(p), chance.randrange(p)) for _ in range(VECTORS - len(pairs))]
    return [
        {
            "a": a,
            "b": b,
            "sum": (a + b) % p,
            "difference": (a - b) % p,
            "product": a * b % p,
            "square": a * a % p,
            "inverse": pow(a, -1, p) if a else 0,
        }
        for a, b in pairs
    ]


def _test_program(wanted: FieldOrder, field: FieldModel, root: bool) -> str:
    size = field.num_bytes

    def text(value: int) -> str:
        return '"' + value.to_bytes(size, "big").hex() + '"'

    return render(
        "field_test.c.j2",
        {
            "banner": _banner(wanted, field, "known answers", []),
            "f": field.name,
            "F": field.name.upper(),
            "modulus": text(field.modulus),
            "vectors": [[text(value) for value in vector.values()] for vector in vectors(field)],
            "root": root,
        },
    )
