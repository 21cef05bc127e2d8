# SPDX-License-Identifier: Apache-2.0 OR MIT
"""curve.h and vectors.h read back as text and compared with the values they must hold."""

from __future__ import annotations

import re
from typing import Any

from gen.recheck.checks import Checks, ints
from gen.recheck.groups import Group, PrimeLine, QuadraticLine, ate_miller
from gen.recheck.tower import Tower

WORD = 64
TABLE = re.compile(r"static const (\w+) (\w+)((?:\[[^\]]*\])*) =\s*(\{.*?\});", re.DOTALL)
MACRO = re.compile(r"^#define (\w+) (.+)$", re.MULTILINE)
NUMBER = re.compile(r"UINT64_C\((0x[0-9a-f]+)\)|(CHAIN_\w+)|(0x[0-9a-f]+|-?[0-9]+)")
CHAIN_OPS = {"CHAIN_DBL": "dbl", "CHAIN_ADD": "add", "CHAIN_SUB": "sub"}


def tables(text: str) -> dict[str, tuple[str, list[Any]]]:
    """name -> (type, its numbers in order) for every static const."""
    out = {}
    for kind, name, _, body in TABLE.findall(text):
        out[name] = (kind, [op or int(word or number, 0) for word, op, number in NUMBER.findall(body)])
    return out


def words_of(value: int, count: int) -> list[int]:
    value %= 1 << (WORD * count)
    return [(value >> (WORD * i)) % (1 << WORD) for i in range(count)]


def _flat(value: Any) -> list[int]:
    return [value] if isinstance(value, int) else [n for v in value for n in _flat(v)]


def check_curve_header(checks: Checks, params: dict[str, Any], text: str) -> None:
    """Every constant of curve.h against params.json, elements recomputed as value * R mod p."""
    fp, fr = params["fp"], params["fr"]
    p = ints(fp["modulus"])
    groups, endo, glv, chain = params["groups"], params["endomorphisms"], params["glv"], params["chain"]
    z, h2 = ints(params["family"]["z"]), ints(params["family"]["h2"])

    def mont(value: Any) -> list[int]:
        return [w for n in _flat(ints(value)) for w in words_of((n << fp["mont_bits"]) % p, fp["limbs"])]

    h1 = ints(params["family"]["h1"])
    h1_limbs, h2_limbs = (-(-n.bit_length() // WORD) for n in (h1, h2))
    expected: dict[str, tuple[str, list[Any]]] = {
        "CURVE_B": ("fp", mont(groups["b"])),
        "CURVE_TWIST_B": ("fp2", mont(groups["twist_b"])),
        "CURVE_TWIST_B3": ("fp2", mont(groups["twist_b3"])),
        "CURVE_G1_X": ("fp", mont(groups["g1"][0])),
        "CURVE_G1_Y": ("fp", mont(groups["g1"][1])),
        "CURVE_G2_X": ("fp2", mont(groups["g2"][0])),
        "CURVE_G2_Y": ("fp2", mont(groups["g2"][1])),
        "FROBENIUS_GAMMA1": ("fp2", mont(params["tower"]["gamma1"])),
        "FROBENIUS_GAMMA2": ("fp", mont(params["tower"]["gamma2"])),
        "FROBENIUS_GAMMA3": ("fp2", mont(params["tower"]["gamma3"])),
        "PSI_X": ("fp2", mont(endo["psi_x"])),
        "PSI_Y": ("fp2", mont(endo["psi_y"])),
        "PSI2_X": ("fp", mont(endo["psi2_x"])),
        "PSI3_X": ("fp2", mont(endo["psi3_x"])),
        "PSI3_Y": ("fp2", mont(endo["psi3_y"])),
        "CURVE_BETA": ("fp", mont(endo["beta"])),
        "CURVE_LAMBDA": ("fr_raw", words_of(ints(endo["lambda"]), fr["limbs"])),
        "GLV_G": ("uint64_t", [w for n in ints(glv["g"]) for w in words_of(n, fr["limbs"] + 1)]),
        "GLV_V": ("uint64_t", [w for v in ints(glv["v"]) for n in v for w in words_of(n, glv["limbs"])]),
        "ATE_LOOP": ("int8_t", params["pairing"]["loop_digits"]),
        "Z_CHAIN": ("chain_step", _flat_chain(chain["steps"])),
        "CURVE_COFACTOR_H1": ("uint64_t", words_of(h1, h1_limbs)),
        "CURVE_COFACTOR_H2": ("uint64_t", words_of(h2, h2_limbs)),
    }
    power = params.get("seed_power")
    if power is not None:
        squarings, signs = (list(column) for column in zip(*power["digits"], strict=True))
        expected |= {"Z_DIGITS_SQUARINGS": ("uint8_t", squarings), "Z_DIGITS_SIGN": ("int8_t", signs)}
    found = tables(text)
    for name in sorted(expected.keys() | found.keys()):
        checks.equal(f"curve.h: {name}", found.get(name), expected.get(name))
    macros = dict(MACRO.findall(text))
    fold = params["subgroup"]["fold"].upper()
    for name, value in {
        "CURVE_FAMILY_BN": int(params["family"]["name"] == "bn"),
        "CURVE_FAMILY_BLS12": int(params["family"]["name"] == "bls12"),
        "CURVE_TWIST_D": int(groups["twist"] == "D"),
        "CURVE_TWIST_M": int(groups["twist"] == "M"),
        "CURVE_HAS_TWIST": 1,  # a curve with a pairing: two groups, GLV, a = 0
        "CURVE_HAS_ENDOMORPHISM": 1,
        "CURVE_A_IS_MINUS3": 0,
        "CURVE_Z_IS_NEGATIVE": int(z < 0),
        "CURVE_Z_ABS": f"UINT64_C({abs(z):#x})",
        "GLV_SHIFT": glv["shift"],
        "GLV_BITS": glv["bits"],
        "GLV_LIMBS": glv["limbs"],
        "ATE_LOOP_LEN": len(params["pairing"]["loop_digits"]),
        "Z_CHAIN_LEN": len(chain["steps"]),
        "Z_CHAIN_REGS": chain["regs"],
        "Z_CHAIN_RESULT": chain["result"],
        "SUBGROUP_CRITERION_SEED": 0,
        "SUBGROUP_CRITERION_TRINOMIAL": 1,
        "SUBGROUP_CRITERION": f"SUBGROUP_CRITERION_{params['subgroup']['standalone'].upper()}",
        "SUBGROUP_FOLD_NONE": 0,
        "SUBGROUP_FOLD_ADD": 1,
        "SUBGROUP_FOLD_LINE": 2,
        "SUBGROUP_FOLD_END": 3,
        "SUBGROUP_FOLD": f"SUBGROUP_FOLD_{fold}",
        "CURVE_H1_LIMBS": h1_limbs,
        "CURVE_H2_LIMBS": h2_limbs,
    }.items():
        checks.equal(f"curve.h: {name}", macros.get(name), str(value))
    for name, value in (
        ("Z_DIGITS_LEN", power and str(len(power["digits"]))),
        ("Z_DIGITS_UNIT", power and str(power["unit"])),
    ):
        checks.equal(f"curve.h: {name}", macros.get(name), value)
    for name, field in (("LSM_FP", fp), ("LSM_FR", fr)):
        assertion = f"_Static_assert({name}_LIMBS == {field['limbs']} && {name}_BITS == {field['bits']},"
        checks.true(f"curve.h: {name}", assertion in text, f"the assertion {assertion!r} is missing")


def _flat_chain(steps: list[Any]) -> list[Any]:
    names = {op: macro for macro, op in CHAIN_OPS.items()}
    rows = steps or [["dbl", 0, 0, 0]]
    return [value for op, *rest in rows for value in (names.get(op, op), *rest)]


def check_vectors(checks: Checks, tower: Tower, params: dict[str, Any], text: str) -> None:
    """Reads the known answers as a caller would, and evaluates the pairings with the plain ate pairing."""
    p, r, t = tower.p, ints(params["family"]["r"]), ints(params["family"]["t"])
    groups = params["groups"]
    e1 = Group(PrimeLine(p), ints(groups["b"]))
    e2 = Group(QuadraticLine(tower), ints(groups["twist_b"]))
    size, scalar_size = -(-params["fp"]["bits"] // 8), -(-params["fr"]["bits"] // 8)
    data = {name: bytes(numbers) for name, (_, numbers) in tables(text).items()}
    names = {"VEC_ADD_IN", "VEC_ADD_OUT", "VEC_MUL_IN", "VEC_MUL_OUT", "VEC_PAIRING_TRUE_IN", "VEC_PAIRING_FALSE_IN"}
    names |= {"VEC_OUTSIDE_IN"} | (set() if ints(params["family"]["h1"]) == 1 else {"VEC_OUTSIDE_G1_IN"})
    checks.equal("vectors.h: names", set(data), names)

    def number(raw: bytes) -> int:
        return int.from_bytes(raw, "big")

    def g1(raw: bytes, inside: bool = True) -> Any:
        point = (number(raw[:size]), number(raw[size : 2 * size]))
        checks.true("vectors.h", max(point) < p, "a coordinate is not reduced")
        if point == (0, 0):
            return None
        checks.true("vectors.h", e1.contains(point), f"{point} is not on the curve")
        where = "not in G1" if inside else "in G1"
        checks.true("vectors.h", (e1.mul(point, r) is None) == inside, f"{point} is {where}")
        return point

    def g2(raw: bytes) -> Any:
        c = [number(raw[i * size : (i + 1) * size]) for i in range(4)]
        point = ((c[1], c[0]), (c[3], c[2]))
        checks.true(
            "vectors.h", max(c) < p and e2.contains(point) and e2.mul(point, r) is None, f"{point} is not in G2"
        )
        return point

    pair = data["VEC_OUTSIDE_IN"]
    c = [number(pair[i * size : (i + 1) * size]) for i in range(2, 6)]
    outside = ((c[1], c[0]), (c[3], c[2]))
    checks.equal("vectors.h: VEC_OUTSIDE_IN length", len(pair), 6 * size)
    checks.equal("vectors.h: VEC_OUTSIDE_IN, first point", g1(pair[: 2 * size]), ints(groups["g1"]))
    checks.true("vectors.h: VEC_OUTSIDE_IN", max(c) < p and e2.contains(outside), "off the twist")
    checks.true("vectors.h: VEC_OUTSIDE_IN", e2.mul(outside, r) is not None, "in the group of order r")
    if "VEC_OUTSIDE_G1_IN" in data:
        pair = data["VEC_OUTSIDE_G1_IN"]
        checks.equal("vectors.h: VEC_OUTSIDE_G1_IN length", len(pair), 6 * size)
        g1(pair[: 2 * size], inside=False)
        checks.equal("vectors.h: VEC_OUTSIDE_G1_IN, second point", g2(pair[2 * size :]), ints(groups["g2"]))
    add, mul = data["VEC_ADD_IN"], data["VEC_MUL_IN"]
    checks.equal("vectors.h: VEC_ADD", e1.add(g1(add[: 2 * size]), g1(add[2 * size :])), g1(data["VEC_ADD_OUT"]))
    scalar = number(mul[2 * size :])
    checks.equal("vectors.h: VEC_MUL_IN length", len(mul), 2 * size + scalar_size)
    checks.equal("vectors.h: VEC_MUL", e1.mul(g1(mul[: 2 * size]), scalar), g1(data["VEC_MUL_OUT"]))
    for name, truth in (("VEC_PAIRING_TRUE_IN", True), ("VEC_PAIRING_FALSE_IN", False)):
        raw = data[name]
        checks.equal(f"vectors.h: {name} length", len(raw), 12 * size)
        product = tower.one()
        for pair in (raw[: 6 * size], raw[6 * size :]):
            first, second = g1(pair[: 2 * size]), g2(pair[2 * size :])
            if first is not None:
                product = tower.mul(product, ate_miller(tower, groups["twist"], t - 1, first, second))
        value = tower.pow(product, (p**12 - 1) // r)
        checks.equal(f"vectors.h: {name}", value == tower.one(), truth)
        checks.equal(f"vectors.h: {name}: r-th power", tower.pow(value, r), tower.one())
