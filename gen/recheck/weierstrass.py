# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A curve without a pairing, re-checked: the group in projective coordinates, other constants by their equations."""

from __future__ import annotations

from typing import Any

from gen.params import WeierstrassSpec
from gen.recheck.checks import Checks, ints
from gen.recheck.exponents import check_split
from gen.recheck.family import check_field, check_labels
from gen.recheck.headers import MACRO, tables, words_of
from gen.recheck.numbers import is_prime
from gen.recheck.proofs import check_primality

DEGREES = 100
Projective = tuple[int, int, int]  # (X : Y : Z), Z = 0 at infinity


class Line:
    """y^2 = x^3 + a x + b over Fp; points (X : Y : Z) = (X/Z, Y/Z), by chord and tangent without division."""

    def __init__(self, p: int, a: int, b: int) -> None:
        self.p, self.a, self.b = p, a, b

    def contains(self, x: int, y: int) -> bool:
        return (y * y - (x * x + self.a) * x - self.b) % self.p == 0

    def add(self, q: Projective, s: Projective) -> Projective:
        (x1, y1, z1), (x2, y2, z2), p = q, s, self.p
        if z1 == 0 or z2 == 0:
            return s if z1 == 0 else q
        u, v = (y2 * z1 - y1 * z2) % p, (x2 * z1 - x1 * z2) % p
        if v == 0 and u != 0:
            return (0, 1, 0)
        if v == 0:  # the tangent: slope u/v = (3 x^2 + a z^2)/(2 y z)
            u, v = (3 * x1 * x1 + self.a * z1 * z1) % p, 2 * y1 * z1 % p
            z2, x2 = z1, x1
        common = z1 * z2
        # x3 = (u/v)^2 - x1 - x2, y3 = (u/v)(x1 - x3) - y1, all over v^3 z1 z2
        w = (u * u * common - v * v * (x1 * z2 + x2 * z1)) % p
        return (v * w % p, (u * (v * v * x1 * z2 - w) - v**3 * y1 * z2) % p, v**3 * common % p)

    def mul(self, point: tuple[int, int], k: int) -> tuple[int, int] | None:
        acc: Projective = (0, 1, 0)
        power: Projective = (*point, 1)
        while k:  # from the lowest bit
            if k & 1:
                acc = self.add(acc, power)
            power = self.add(power, power)
            k >>= 1
        x, y, z = acc
        if z == 0:
            return None
        inverse = pow(z, self.p - 2, self.p)
        return (x * inverse % self.p, y * inverse % self.p)


def check(
    spec: WeierstrassSpec, params: dict[str, Any], proofs: dict[str, Any], curve_h: str, vectors_h: str
) -> tuple[int, list[str]]:
    """Number of checks, and the problems found."""
    checks = Checks()
    line = Line(spec.p, spec.a, spec.b)
    for title, run in {
        "group": lambda: _check_group(checks, spec, params, proofs, line),
        "fp": lambda: check_field(checks, "fp", params["fp"], spec.p, None),
        "fr": lambda: check_field(checks, "fr", params["fr"], spec.r, None),
        "primality": lambda: check_primality(checks, params, proofs),
        "endomorphisms": lambda: _check_endomorphism(checks, spec, params, line),
        "curve.h": lambda: _check_header(checks, spec, params, curve_h),
        "vectors.h": lambda: _check_vectors(checks, spec, line, vectors_h),
    }.items():
        checks.section(title, run)
    return checks.count, checks.problems


def _check_group(
    checks: Checks, spec: WeierstrassSpec, params: dict[str, Any], proofs: dict[str, Any], line: Line
) -> None:
    p, r = spec.p, spec.r
    check_labels(checks, spec, params)
    checks.equal("proofs.curve", proofs["curve"], spec.name)
    family = {"name": spec.family, "p": str(p), "r": str(r)}
    checks.equal("family", params["family"], family)
    checks.equal("groups", params["groups"], {"a": str(spec.a), "b": str(spec.b), "g1": [str(c) for c in spec.g1]})
    for name, n in (("p", p), ("r", r)):
        checks.true(name, is_prime(n), f"{n} is not prime")
    checks.true("groups", (4 * spec.a**3 + 27 * spec.b**2) % p != 0, "the curve is singular")
    checks.true("groups.g1", line.contains(*spec.g1), "off the curve")
    checks.equal("r times the generator", line.mul(spec.g1, r), None)
    trace = p + 1 - r
    checks.equal("proof order.trace", ints(proofs["order"]["trace"]), trace)
    checks.true("order", trace * trace <= 4 * p and (2 * r - p - 1) ** 2 > 4 * p, "Hasse's bound does not fix it")
    checks.true("order", trace not in (0, 1), f"the trace {trace} makes discrete logarithms easier")
    checks.equal("proof embedding_degree.above", proofs["embedding_degree"]["above"], DEGREES)
    checks.true("embedding degree", all(pow(p, k, r) != 1 for k in range(1, DEGREES + 1)), "is small")


def _check_endomorphism(checks: Checks, spec: WeierstrassSpec, params: dict[str, Any], line: Line) -> None:
    endo = params["endomorphisms"]
    expected = spec.a == 0 and spec.p % 3 == 1
    checks.equal("endomorphisms", endo is not None, expected)
    if endo is None:
        checks.true("glv", "glv" not in params, "there is nothing to split by")
        return
    beta, lam = ints(endo["beta"]), ints(endo["lambda"])
    for name, root, modulus in (("beta", beta, spec.p), ("lambda", lam, spec.r)):
        checks.true(name, 0 < root < modulus and (root * root + root + 1) % modulus == 0, "is no cube root of one")
    x, y = spec.g1
    checks.equal("[lambda]G", line.mul(spec.g1, lam), (beta * x % spec.p, y))
    check_split(checks, params, lam, spec.r)
    v0, v1 = ints(params["glv"]["v"])
    dot = abs(v0[0] * v1[0] + v0[1] * v1[1])
    checks.true("glv.v", 2 * dot <= v0[0] ** 2 + v0[1] ** 2 <= v1[0] ** 2 + v1[1] ** 2, "the basis is not reduced")


def _check_header(checks: Checks, spec: WeierstrassSpec, params: dict[str, Any], text: str) -> None:
    fp, fr = params["fp"], params["fr"]

    def mont(value: int) -> list[int]:
        return words_of((value << fp["mont_bits"]) % spec.p, fp["limbs"])

    expected: dict[str, tuple[str, list[Any]]] = {
        "CURVE_B": ("fp", mont(spec.b)),
        "CURVE_G1_X": ("fp", mont(spec.g1[0])),
        "CURVE_G1_Y": ("fp", mont(spec.g1[1])),
    }
    macros = {
        "CURVE_HAS_TWIST": 0,
        "CURVE_A_IS_MINUS3": int(spec.a == -3),
        "CURVE_HAS_ENDOMORPHISM": int(params["endomorphisms"] is not None),
    }
    if params["endomorphisms"] is not None:
        glv, endo = params["glv"], params["endomorphisms"]
        expected |= {
            "CURVE_BETA": ("fp", mont(ints(endo["beta"]))),
            "CURVE_LAMBDA": ("fr_raw", words_of(ints(endo["lambda"]), fr["limbs"])),
            "GLV_G": ("uint64_t", [w for n in ints(glv["g"]) for w in words_of(n, fr["limbs"] + 1)]),
            "GLV_V": ("uint64_t", [w for v in ints(glv["v"]) for n in v for w in words_of(n, glv["limbs"])]),
        }
        macros |= {"GLV_SHIFT": glv["shift"], "GLV_BITS": glv["bits"], "GLV_LIMBS": glv["limbs"]}
    found = tables(text)
    for name in sorted(expected.keys() | found.keys()):
        checks.equal(f"curve.h: {name}", found.get(name), expected.get(name))
    read = dict(MACRO.findall(text))
    for name, value in macros.items():
        checks.equal(f"curve.h: {name}", read.get(name), str(value))
    for name, field in (("FP", fp), ("FR", fr)):
        assertion = f"_Static_assert(LSM_{name}_LIMBS == {field['limbs']} && LSM_{name}_BITS == {field['bits']},"
        checks.true(f"curve.h: {name}", assertion in text, f"the assertion {assertion!r} is missing")


def _check_vectors(checks: Checks, spec: WeierstrassSpec, line: Line, text: str) -> None:
    data = {name: bytes(numbers) for name, (_, numbers) in tables(text).items()}
    checks.equal("vectors.h: names", set(data), {"VEC_ADD_IN", "VEC_ADD_OUT", "VEC_MUL_IN", "VEC_MUL_OUT"})
    size, scalar = -(-spec.p.bit_length() // 8), -(-spec.r.bit_length() // 8)
    sizes = {"VEC_ADD_IN": 4 * size, "VEC_ADD_OUT": 2 * size, "VEC_MUL_IN": 2 * size + scalar, "VEC_MUL_OUT": 2 * size}
    checks.equal("vectors.h: sizes", {name: len(raw) for name, raw in data.items()}, sizes)

    def point(name: str, at: int = 0) -> tuple[int, int]:
        raw = data[name][2 * size * at :]
        x, y = int.from_bytes(raw[:size], "big"), int.from_bytes(raw[size : 2 * size], "big")
        checks.true(f"vectors.h: {name}", max(x, y) < spec.p and line.contains(x, y), "off the curve")
        return x, y

    total = line.add((*point("VEC_ADD_IN"), 1), (*point("VEC_ADD_IN", 1), 1))
    inverse = pow(total[2], -1, spec.p)
    checks.equal("vectors.h: VEC_ADD", (total[0] * inverse % spec.p, total[1] * inverse % spec.p), point("VEC_ADD_OUT"))
    k = int.from_bytes(data["VEC_MUL_IN"][2 * size :], "big")
    checks.equal("vectors.h: VEC_MUL", line.mul(point("VEC_MUL_IN"), k), point("VEC_MUL_OUT"))
