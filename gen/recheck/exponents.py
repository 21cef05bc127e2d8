# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Scalar splitting, loop digits, final exponent and addition chain."""

from __future__ import annotations

import json
from fractions import Fraction
from math import gcd
from pathlib import Path
from typing import Any

import sympy

from gen.params import CurveSpec
from gen.recheck.checks import Checks, ints
from gen.recheck.families import FAMILIES
from gen.recheck.numbers import polynomial_of_text

CHAINS_DIR = Path(__file__).resolve().parent.parent / "chains"


def check_split(checks: Checks, params: dict[str, Any], lam: int, r: int) -> None:
    """Basis, rounding factors and bound fit together; the split is tried where it is worst."""
    table = params["glv"]
    v, g = ints(table["v"]), ints(table["g"])
    shift, bits, limbs, bound = table["shift"], table["bits"], table["limbs"], ints(table["bound"])
    checks.true("glv.v", all((a + b * lam) % r == 0 for a, b in v), "is not in the lattice")
    determinant = v[0][0] * v[1][1] - v[0][1] * v[1][0]
    checks.equal("glv.v: determinant", abs(determinant), r)
    checks.equal("glv.shift", shift, 64 * (params["fr"]["limbs"] + 1))
    for i, exact in enumerate((Fraction(v[1][1], determinant), Fraction(-v[0][1], determinant))):
        checks.true(
            f"glv.g[{i}]",
            exact >= 0 and g[i] == int(exact * 2**shift + Fraction(1, 2)),
            f"is not the rounded 2^{shift} * {exact}",
        )
        checks.true(f"glv.g[{i}]", 0 <= g[i] < 1 << shift, "does not fit")
    slack = Fraction(1, 2) + Fraction(r, 2 ** (shift + 1))
    worst = max((abs(v[0][i]) + abs(v[1][i])) * slack for i in (0, 1))
    checks.equal("glv.bound", bound, int(worst))
    checks.true("glv.bits", 2 ** (bits - 1) <= bound < 2**bits, f"{bits} is not the length of {bound}")
    checks.true(
        "glv.limbs",
        64 * (limbs - 1) <= bits < 64 * limbs,
        f"{limbs} words are not the fewest for {bits} bits and a sign",
    )
    # Where k g / 2^shift is halfway between integers the rounding error is largest.
    scalars = {0, 1, 2, lam, r - lam, r - 1, r // 2, r // 2 + 1}
    for i in (0, 1):
        for n in (1, 3, 5, 7, 2 * (r // 3) + 1):
            if g[i]:
                halfway = (n << (shift - 1)) // g[i]
                scalars |= {halfway, halfway + 1}
    for k in sorted(s for s in scalars if s < r):
        c = [(k * g[i] + (1 << (shift - 1))) >> shift for i in (0, 1)]
        k1 = k - c[0] * v[0][0] - c[1] * v[1][0]
        k2 = -c[0] * v[0][1] - c[1] * v[1][1]
        checks.true(
            "glv", (k1 + lam * k2 - k) % r == 0 and max(abs(k1), abs(k2)) <= bound, f"splits {k} into {k1}, {k2}"
        )


def check_glv(checks: Checks, params: dict[str, Any], proofs: dict[str, Any]) -> None:
    """The basis from the trace's short vectors instead of by reduction; the split tried where it is worst."""
    family = FAMILIES[params["family"]["name"]]
    z, r = ints(params["family"]["z"]), ints(params["family"]["r"])
    lam = ints(params["endomorphisms"]["lambda"])
    table, proof = params["glv"], proofs["glv"]
    v = ints(table["v"])
    short = family.short_vectors(z)
    checks.equal("glv.v up to sign", {max(w, (-w[0], -w[1])) for w in v}, {max(w, (-w[0], -w[1])) for w in short})
    check_split(checks, params, lam, r)
    checks.equal("proof glv.lambda", ints(proof["lambda"]), lam)
    checks.equal("proof glv.v", ints(proof["v"]), v)
    checks.equal("proof glv.determinant", ints(proof["determinant"]), v[0][0] * v[1][1] - v[0][1] * v[1][0])
    checks.equal("proof glv.bound", ints(proof["bound"]), ints(table["bound"]))


def check_pairing(checks: Checks, params: dict[str, Any], proofs: dict[str, Any]) -> None:
    """The final exponent as an identity of polynomials in z, evaluated only afterwards."""
    family = FAMILIES[params["family"]["name"]]
    z, p, r = (ints(params["family"][key]) for key in ("z", "p", "r"))
    table, proof = params["pairing"], proofs["final_exponent"]
    loop = ints(table["loop"])
    checks.equal("pairing.loop", loop, family.loop(z))
    loop_digits = table["loop_digits"]
    checks.equal("pairing.loop_digits", sum(d << i for i, d in enumerate(reversed(loop_digits))), abs(loop))
    checks.true(
        "pairing.loop_digits",
        loop_digits[0] == 1 and set(loop_digits) <= {-1, 0, 1},
        "must begin with 1 and hold -1, 0, 1 only",
    )
    wrong = family.recodes(loop_digits)
    checks.true("pairing.loop_digits", wrong is None, wrong or "")

    digits, multiple, quotient = ints(table["hard_digits"]), ints(table["hard_multiple"]), ints(proof["quotient"])
    x = sympy.Symbol("x")
    poly = {key: sympy.Poly(polynomial_of_text(params[key]["polynomial"]), x) for key in ("fp", "fr")}
    hard = [sympy.Poly(c, x) for c in family.hard]
    factor = sympy.Poly(family.multiple, x)
    left = sum((h * poly["fp"] ** i for i, h in enumerate(hard)), sympy.Poly(0, x)) * poly["fr"]
    checks.true(
        "pairing: the exponent's identity",
        (left - factor * (poly["fp"] ** 4 - poly["fp"] ** 2 + 1)).is_zero,
        "fails as polynomials in z",
    )
    checks.equal("pairing.hard_digits", digits, tuple(int(h.eval(z)) for h in hard))
    checks.equal("pairing.hard_multiple", multiple, int(factor.eval(z)))
    checks.equal("final_exponent.digits", ints(proof["digits"]), digits)
    checks.equal("final_exponent.multiple", ints(proof["multiple"]), multiple)
    checks.equal("final_exponent.quotient times r", quotient * r, p**4 - p**2 + 1)
    checks.equal("final_exponent", sum(d * p**i for i, d in enumerate(digits)), multiple * quotient)
    checks.equal("final_exponent: gcd(multiple, r)", gcd(multiple, r), 1)


def check_seed_power(checks: Checks, spec: CurveSpec, params: dict[str, Any]) -> None:
    """The digits are summed up to |z|, and what the parameter file forces is what is written."""
    power = params.get("seed_power")
    if power is None:
        checks.true("seed_power", spec.seed_power != "compressed", "compressed is forced, but no digits are written")
        return
    checks.true("seed_power", spec.seed_power != "chain", "the chain is forced, but digits are written")
    value, weight = power["unit"], 1
    checks.true("seed_power.unit", value in (-1, 0, 1), f"{value} is no digit")
    for squarings, sign in power["digits"]:
        checks.true("seed_power.digits", 0 < squarings < 256, f"{squarings} squarings")
        checks.true("seed_power.digits", sign in (-1, 1), f"{sign} is no sign")
        weight *= 2**squarings
        value += sign * weight
    checks.equal("seed_power.digits", value, abs(ints(params["family"]["z"])))
    checks.equal("seed_power.digits: the highest", power["digits"][-1][1], 1)
    checks.equal("seed_power.forced", power["forced"], spec.seed_power is not None)


def check_chain(checks: Checks, params: dict[str, Any]) -> None:
    """Replays the chain on integers, keeping for each register the value it holds."""
    table = params["chain"]
    target = abs(ints(params["family"]["z"]))
    checks.equal("chain.target", ints(table["target"]), target)
    held: dict[int, int] = {0: 1}
    doublings = additions = 0
    for op, dst, a, b in table["steps"]:
        checks.true("chain.steps", dst != 0, "writes register 0, which holds the input")
        if op == "dbl":
            checks.true("chain.steps", b > 0, "doubles no times")
            held[dst] = held[a] * 2**b
            doublings += b
        else:
            checks.true("chain.steps", op in ("add", "sub"), f"has the unknown operation {op!r}")
            held[dst] = held[a] + held[b] if op == "add" else held[a] - held[b]
            additions += 1
    checks.equal("chain.result", held[table["result"]], target)
    checks.equal("chain.regs", table["regs"], len(held))
    checks.equal("chain.regs", sorted(held), list(range(len(held))))
    checks.equal("chain.doublings", table["doublings"], doublings)
    checks.equal("chain.additions", table["additions"], additions)
    path = CHAINS_DIR / f"{target}.json"
    if not path.exists():
        checks.equal("chain.source", table["source"], "search with the small budget")
        return
    checks.equal("chain.source", table["source"], f"gen/chains/{path.name}")
    committed = json.loads(path.read_bytes())
    checks.equal("chain.steps", table["steps"], committed["steps"])
    value = 0
    for digit in committed["digits"].split():
        value = 2 * value + int(digit)
        checks.true(
            f"{path.name}: digits",
            int(digit) == 0 or abs(int(digit)) in committed["dictionary"],
            f"{digit} is not in the dictionary",
        )
    checks.equal(f"{path.name}: digits", value, target)
    settings = committed["settings"]
    cost = doublings * settings["doubling"] + additions * settings["addition"]
    checks.equal(f"{path.name}: cost", committed["cost"], cost)
