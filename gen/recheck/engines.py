# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The constants of an engine's folder, read back as text: each is computed here from the seed of the parameter file.

Functions are not looked at; gen.verify_fields and gen.recheck.kernels execute them. The table in the C of the lane
kernels is not computed again, as only the kernels give its rows a meaning: the manifest's hash is all that holds it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gen.params import CurveSpec, WeierstrassSpec
from gen.recheck.checks import Checks
from gen.recheck.families import FAMILIES
from gen.recheck.headers import MACRO, TABLE

WORD, GCD_LIMB, LANE_LIMB = 64, 62, 52
CPU_BITS = {
    "bmi2": 0,
    "adx": 1,
    "avx2": 2,
    "avx512f": 3,
    "avx512dq": 4,
    "avx512bw": 5,
    "avx512vl": 6,
    "avx512ifma": 7,
    "avx512vbmi": 8,
}
INSTRUCTIONS = {"bmi2": r"\bmulx", "adx": r"\bad[co]x", "avx512ifma": r"madd52"}  # what shows that a feature is used
NUMBER = re.compile(r"U?INT64_C\((0x[0-9a-f]+|[0-9]+)\)|\b(0x[0-9a-f]+|[0-9]+)\b")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
GCD_TABLE = re.compile(
    r"GCD_MODULUS = \{\s*\{\{(.*?)\}\},\s*\{\{(.*?)\}\},\s*U?INT64_C\((0x[0-9a-f]+)\),\s*\};", re.DOTALL
)
ROOT_TABLES = re.compile(r"static const uint(?:8|16)_t ROOT_\w+\[\] = \{(.*?)\}", re.DOTALL)


@dataclass(frozen=True)
class Numbers:
    """The numbers a curve's fields rest on."""

    name: str
    p: int
    r: int
    xi: tuple[int, int] | None  # None: no tower
    mont_bits: tuple[int, int]  # of p and of r: R = 2^mont_bits


def numbers_of(spec: CurveSpec | WeierstrassSpec, params: Mapping[str, Any]) -> Numbers:
    """By the family's other formulas, from the parameter file; the forms of the elements, which are a choice of the
    planner, from params.json."""
    forms = (params["fp"]["mont_bits"], params["fr"]["mont_bits"])
    if isinstance(spec, WeierstrassSpec):
        return Numbers(spec.name, spec.p, spec.r, None, forms)
    orders = FAMILIES[spec.family].orders(spec.z)
    return Numbers(spec.name, orders.p, orders.r, (spec.xi[0] % orders.p, spec.xi[1] % orders.p), forms)


def check_engine(checks: Checks, numbers: Numbers, engine: str, texts: Mapping[str, str]) -> None:
    """`texts`: file name -> content of generated/<curve>/<engine>/."""
    _section(checks, engine, "engine_id.h", texts, lambda where, text: _identity(checks, where, numbers, engine, texts))
    own_fields = any(re.fullmatch(r"f[pr]2?\.[hcS]", name) for name in texts)  # else those of another engine
    if own_fields:
        for name, modulus, bits in zip(("fp", "fr"), (numbers.p, numbers.r), numbers.mont_bits, strict=True):
            _section(checks, engine, f"{name}.h", texts, _field_header(checks, name, modulus, bits))
            _section(checks, engine, f"{name}.c", texts, _field_source(checks, name, modulus, 1 << bits))
        if numbers.xi is not None:
            _section(checks, engine, "fp2.h", texts, _extension_header(checks, numbers, numbers.xi))
    if own_fields or "lanes_kernels.c" in texts:
        _section(checks, engine, "contracts.json", texts, _contracts(checks, numbers, engine, own_fields))
    for name in sorted(texts):
        if name.endswith(".h") and name not in ("engine_id.h", "fp.h", "fr.h", "fp2.h"):
            limbs = -(-numbers.p.bit_length() // LANE_LIMB)
            _section(checks, engine, name, texts, _other_header(checks, {"LANES_LIMBS": str(limbs)}))


def _section(checks: Checks, engine: str, file: str, texts: Mapping[str, str], run: Any) -> None:
    where = f"{engine}/{file}"
    if file not in texts:
        checks.true(where, False, "missing")
    else:
        checks.section(where, lambda: run(where, texts[file]))


def _read(text: str) -> list[int]:
    return [int(typed or plain, 0) for typed, plain in NUMBER.findall(text)]


def _words(value: int, count: int) -> list[int]:
    return [value >> (WORD * i) & (1 << WORD) - 1 for i in range(count)]


def _macros(text: str) -> dict[str, str]:
    """Macros with a value; those that put a prefix before a function's name are none."""
    found = {name: COMMENT.sub("", value).strip() for name, value in MACRO.findall(text)}
    return {name: value for name, value in found.items() if value != f"NS({name})"}


def _constants(checks: Checks, where: str, text: str, expected: Mapping[str, tuple[str, list[int]]]) -> None:
    """Exactly the expected static constants stand in a header, each with its type and its words."""
    found = {name: (kind, _read(body)) for kind, name, _, body in TABLE.findall(text)}
    for name in sorted(expected.keys() | found.keys()):
        checks.equal(f"{where}: {name}", _shown(found.get(name)), _shown(expected.get(name)))
    checks.equal(f"{where}: number of constants", len(re.findall(r"^static const ", text, re.MULTILINE)), len(expected))


def _shown(constant: tuple[str, list[int]] | None) -> str:
    return "not there" if constant is None else f"{constant[0]} {{{', '.join(map(hex, constant[1]))}}}"


def _equal_macros(checks: Checks, where: str, text: str, expected: Mapping[str, str]) -> None:
    found = _macros(text)
    for name in sorted(expected.keys() | found.keys()):
        checks.equal(f"{where}: {name}", found.get(name, "not there"), expected.get(name, "not there"))


def _identity(checks: Checks, where: str, numbers: Numbers, engine: str, texts: Mapping[str, str]) -> None:
    text = texts["engine_id.h"]
    used = {feature for feature, sign in INSTRUCTIONS.items() if any(re.search(sign, _code(t)) for t in texts.values())}
    needs = re.search(
        r"^#define LSM_ENGINE_CPU_NEEDS \S+ /\* ([a-z0-9, ]+): bits of api/cpu\.h \*/$", text, re.MULTILINE
    )
    names = needs[1].split(", ") if needs else []
    checks.true(
        f"{where}: LSM_ENGINE_CPU_NEEDS",
        used <= set(names),
        f"names {', '.join(names) or 'nothing'}, but the kernels use {', '.join(sorted(used))}",
    )
    expected = {
        "LSM_CURVE": numbers.name,
        "LSM_CURVE_NAME": f'"{numbers.name}"',
        "LSM_ENGINE": engine,
        "LSM_ENGINE_NAME": f'"{engine}"',
    }
    if needs:
        expected["LSM_ENGINE_CPU_NEEDS"] = f"{sum(1 << CPU_BITS[name] for name in names):#x}u"
    _equal_macros(checks, where, text, expected)


def _code(text: str) -> str:
    return COMMENT.sub("", text)


def _limbs(modulus: int) -> int:
    """Words of the field."""
    return -(-modulus.bit_length() // WORD)


def _field_header(checks: Checks, name: str, modulus: int, mont_bits: int) -> Any:
    big = f"LSM_{name.upper()}"
    limbs, radix = _limbs(modulus), 1 << mont_bits

    def run(where: str, text: str) -> None:
        constants = {
            f"{big}_P": (f"{name}_raw", modulus),
            f"{big}_ZERO": (name, 0),
            f"{big}_ONE": (name, radix % modulus),
            f"{big}_R2": (name, radix * radix % modulus),
        }
        _constants(checks, where, text, {key: (kind, _words(n, limbs)) for key, (kind, n) in constants.items()})
        n0 = -pow(modulus, -1, 1 << WORD) % (1 << WORD)
        macros = {
            f"{big}_LIMBS": str(limbs),
            f"{big}_MONT_BITS": str(mont_bits),
            f"{big}_BITS": str(modulus.bit_length()),
            f"{big}_BYTES": str(-(-modulus.bit_length() // 8)),
            f"{big}_N0": f"UINT64_C({n0:#x})",
        }
        _equal_macros(checks, where, text, macros)
        low = f"_Static_assert((uint64_t)({big}_N0 * UINT64_C({modulus % (1 << WORD):#x})) == UINT64_MAX,"
        checks.true(f"{where}: {big}_N0", low in text, f"the assertion {low!r} is missing")

    return run


def _extension_header(checks: Checks, numbers: Numbers, xi: tuple[int, int]) -> Any:
    limbs, radix = _limbs(numbers.p), 1 << numbers.mont_bits[0]

    def pair(value: tuple[int, int]) -> tuple[str, list[int]]:
        return "fp2", [word for part in value for word in _words(part * radix % numbers.p, limbs)]

    def run(where: str, text: str) -> None:
        constants = {"LSM_FP2_ZERO": pair((0, 0)), "LSM_FP2_ONE": pair((1, 0)), "LSM_FP2_XI": pair(xi)}
        _constants(checks, where, text, constants)
        _equal_macros(checks, where, text, {})

    return run


def _other_header(checks: Checks, known: Mapping[str, str]) -> Any:
    def run(where: str, text: str) -> None:
        _constants(checks, where, text, {})
        found = _macros(text)
        for name in sorted(found):
            checks.equal(f"{where}: {name}", found[name], known.get(name, "not there"))

    return run


def _field_source(checks: Checks, name: str, modulus: int, radix: int) -> Any:
    """The numbers of the inversion, and of the root in fp."""
    bits = modulus.bit_length()

    def run(where: str, text: str) -> None:
        table = GCD_TABLE.search(text)
        checks.true(f"{where}: GCD_MODULUS", table is not None, "the inversion's table is missing")
        if table is not None:
            for what, body, value in (("modulus", table[1], modulus), ("start", table[2], radix * radix % modulus)):
                found = sum(limb << GCD_LIMB * i for i, limb in enumerate(_read(body)))
                checks.equal(f"{where}: GCD_MODULUS: {what}", hex(found), hex(value))
            inverse = pow(modulus, -1, 1 << GCD_LIMB)
            checks.equal(f"{where}: GCD_MODULUS: 1/p mod 2^62", hex(int(table[3], 16)), hex(inverse))
        macros = _macros(re.sub(r"^# +define", "#define", text, flags=re.MULTILINE))
        start, batches, steps, vartime = (
            int(macros[f"LSM_GCD_{key}"]) for key in ("START", "BATCHES", "STEPS", "VARTIME_BATCHES")
        )
        checks.equal(f"{where}: LSM_GCD_WORDS", macros["LSM_GCD_WORDS"], f"LSM_{name.upper()}_LIMBS")
        # eprint 2019/266: theorem 11.2 for delta = 1 at the start; 590 for delta = 1/2 and up to 256 bits.
        checks.true(f"{where}: LSM_GCD_START", start == 2 or (start == 1 and bits <= 256), f"{start} has no bound here")
        enough = 590 if start == 1 else (49 * bits + 80) // 17 if bits < 46 else (49 * bits + 57) // 17
        checks.true(f"{where}: LSM_GCD_STEPS", 0 < steps <= GCD_LIMB, f"{steps} is not in 1..{GCD_LIMB}")
        checks.true(
            f"{where}: LSM_GCD_BATCHES", batches * steps >= enough, f"{batches} of {steps} are below {enough} divsteps"
        )
        checks.true(f"{where}: LSM_GCD_VARTIME_BATCHES", vartime > 0, f"{vartime} is not positive")
        if name == "fp":
            _check_root(checks, where, modulus, text)

    return run


def _check_root(checks: Checks, where: str, p: int, text: str) -> None:
    """The windows of the root must spell the exponent (p - 3)/4."""
    tables = [_read(body) for body in ROOT_TABLES.findall(text)]
    start = re.search(r"t = odd\[(\d+)\];", text)
    last = re.search(r"#define ROOT_LAST_SQUARINGS (\d+)", text)
    count = re.search(r"fp odd\[(\d+)\]", text)
    if len(tables) != 2 or start is None or last is None or count is None:
        checks.true(f"{where}: ROOT", False, "the windows of the root are missing")
        return
    largest = max([int(start[1]), *tables[1]])
    checks.true(f"{where}: ROOT_FACTORS", largest < int(count[1]), f"{largest} is beyond the {count[1]} odd powers")
    checks.true(f"{where}: ROOT_SQUARINGS", min(tables[0], default=1) > 0, "a step has no squaring")
    exponent = 2 * int(start[1]) + 1
    for squarings, factor in zip(*tables, strict=True):
        exponent = (exponent << min(squarings, 4096)) + 2 * factor + 1
    exponent <<= min(int(last[1]), 4096)
    checks.true(f"{where}: ROOT", exponent == (p - 3) // 4, f"the windows spell {exponent:#x}, not (p - 3)/4")


def _contracts(checks: Checks, numbers: Numbers, engine: str, fields: bool) -> Any:
    """The head of contracts.json, of fields or of lane kernels."""

    def run(where: str, text: str) -> None:
        table = json.loads(text)
        expected = {
            "curve": numbers.name,
            "engine": engine,
            "modulus_p": hex(numbers.p),
        }
        if fields:
            expected["modulus_r"] = hex(numbers.r)
        for key, value in expected.items():
            checks.equal(f"{where}: {key}", table[key], value)
        limbs = -(-numbers.p.bit_length() // LANE_LIMB)
        forms = [f"Montgomery form, R = 2^{bits}" if bits else "plain form, R = 1" for bits in numbers.mont_bits]
        wanted = f"p: {forms[0]}; r: {forms[1]};" if fields else f"R = 2^{LANE_LIMB * limbs} (p)"
        checks.true(f"{where}: representation", wanted in table["representation"], f"does not say {wanted!r}")

    return run
