# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Seed, primes, orders, data of the fields."""

from __future__ import annotations

from math import gcd, isqrt
from typing import Any

from gen.params import CurveSpec, WeierstrassSpec
from gen.recheck.checks import Checks, ints
from gen.recheck.families import FAMILIES
from gen.recheck.numbers import eval_polynomial_text, is_prime

WORD = 64


def check_labels(checks: Checks, spec: CurveSpec | WeierstrassSpec, params: dict[str, Any]) -> None:
    """What params.json repeats of the parameter file's text."""
    checks.equal("curve", params["curve"], spec.name)
    checks.equal("title", params["title"], spec.title)
    checks.equal("citations", params["citations"], [{"what": c.what, "where": c.where} for c in spec.citations])


def check_family(checks: Checks, spec: CurveSpec, params: dict[str, Any]) -> None:
    """p, r and the cofactors by the family's other formulas."""
    family = params["family"]
    z, p, r, t, h1, h2 = (ints(family[key]) for key in ("z", "p", "r", "t", "h1", "h2"))
    orders = FAMILIES[spec.family].orders(spec.z)
    check_labels(checks, spec, params)
    checks.equal("family.name", family["name"], spec.family)
    checks.equal("family.z", z, spec.z)
    checks.equal("family.t", t, orders.t)
    checks.equal("family.p", p, orders.p)
    checks.equal("family.r", r, orders.r)
    checks.equal("family.h1", h1, orders.h1)
    checks.equal("family: r h1", r * h1, p + 1 - t)
    checks.true("family.p", is_prime(p), f"{p} is not prime")
    checks.true("family.r", is_prime(r), f"{r} is not prime")
    checks.equal("family.p mod 4", p % 4, 3)
    checks.true("b", 0 < spec.b < p, f"{spec.b} is not in 1..p-1 for p = {p}")
    checks.true("non_residue", all(-p < entry < p for entry in spec.xi), f"{spec.xi} is not between -p and p = {p}")
    checks.equal("family.h2", h2, orders.h2)
    checks.equal("family: gcd(r, h1 h2)", gcd(r, h1 * h2), 1)
    primes, rest = ints(family["h2_primes"]), ints(family["h2_unfactored"])
    product = rest
    for q in primes:
        product *= q
        checks.true("family.h2_primes", is_prime(q), f"{q} is not prime")
    checks.equal("family.h2_primes", product, h2)
    checks.equal("family.h2_primes", list(primes), sorted(primes))
    checks.true("family.h2_unfactored", rest == 1 or not is_prime(rest), f"{rest} is prime")
    for name, modulus in (("fp", p), ("fr", r)):
        check_field(checks, name, params[name], modulus, z)


def check_field(checks: Checks, name: str, field: dict[str, Any], modulus: int, z: int | None) -> None:
    """z: the seed, where there is one. R, R^2, R^3 by doubling 1 again and again, not at all in
    plain form; n0 by its defining congruence."""
    checks.equal(f"{name}.modulus", ints(field["modulus"]), modulus)
    if z is None:
        checks.equal(f"{name}.polynomial", field["polynomial"], "")
    else:
        checks.equal(f"{name}.polynomial", eval_polynomial_text(field["polynomial"], z), modulus)
    bits = len(bin(modulus)) - 2
    checks.equal(f"{name}.bits", field["bits"], bits)
    checks.equal(f"{name}.word_bits", field["word_bits"], WORD)
    limbs = next(n for n in range(1, 64) if modulus < 1 << (WORD * n))
    checks.equal(f"{name}.limbs", field["limbs"], limbs)
    checks.equal(f"{name}.spare_bits", field["spare_bits"], WORD * limbs - bits)
    checks.true(f"{name}.mont_bits", field["mont_bits"] in (0, WORD * limbs), f"{field['mont_bits']} is no form's")
    value = 1
    for key in ("R", "R2", "R3"):
        for _ in range(field["mont_bits"]):
            value = value * 2 - (modulus if value * 2 >= modulus else 0)
        checks.equal(f"{name}.{key}", ints(field[key]), value)
    n0 = ints(field["n0"])
    checks.true(f"{name}.n0", 0 <= n0 < 1 << WORD, f"{n0} is no word")
    checks.equal(f"{name}.n0", (n0 * modulus + 1) % (1 << WORD), 0)


def check_sextic_orders(checks: Checks, p: int, orders: tuple[int, ...]) -> None:
    """The six orders over Fp2 of the curves with j = 0: their traces T satisfy T^2 + 3F^2 = 4p^2 with T prime to p, as
    E is ordinary, and six is all there are: the six units times one element of norm p^2 (or its conjugate)."""
    q = p * p
    checks.equal("twist.sextic_orders", len(set(orders)), 6)
    checks.equal("twist.sextic_orders", list(orders), sorted(orders))
    for n in orders:
        trace = q + 1 - n
        rest = 4 * q - trace * trace
        whole = rest >= 0 and rest % 3 == 0 and isqrt(rest // 3) ** 2 == rest // 3
        checks.true(
            "twist.sextic_orders", whole and gcd(trace, p) == 1, f"{n} is not the order of a curve with j = 0 over Fp2"
        )
