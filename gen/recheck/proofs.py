# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The proofs: polynomials expanded by hand, norms as determinants, the choice of the folded test made again."""

from __future__ import annotations

from math import gcd, isqrt
from typing import Any

from gen.params import CurveSpec
from gen.recheck.checks import Checks, ints
from gen.recheck.families import FAMILIES
from gen.recheck.numbers import BASES, cyclotomic_norm, is_prime, poly_add, poly_mul, trimmed
from gen.recheck.tower import Tower

G = (1, 0, -1, 0, 1)


def check_numbers(
    checks: Checks, spec: CurveSpec, tower: Tower, params: dict[str, Any], proofs: dict[str, Any]
) -> None:
    checks.equal("proofs.curve", proofs["curve"], spec.name)
    for key in ("z", "p", "r", "h2"):
        checks.equal(f"numbers.{key}", proofs["numbers"][key], params["family"][key])
    p = tower.p
    table = proofs["non_residue"]
    norm = (tower.xi[0] ** 2 + tower.xi[1] ** 2) % p
    checks.equal("non_residue.xi", ints(table["xi"]), tower.xi)
    checks.equal("non_residue.square_exponent", 2 * ints(table["square_exponent"]), p * p - 1)
    checks.equal("non_residue.cube_exponent", 3 * ints(table["cube_exponent"]), p * p - 1)
    checks.equal("non_residue.square_value", ints(table["square_value"]), (p - 1, 0))
    checks.equal("non_residue.square_value", pow(norm, (p - 1) // 2, p), p - 1)
    checks.equal("non_residue.cube_value", ints(table["cube_value"]), (pow(norm, (p - 1) // 3, p), 0))
    checks.true("non_residue.cube_value", ints(table["cube_value"]) != (1, 0), "is 1: xi is a cube")


def check_primality(checks: Checks, params: dict[str, Any], proofs: dict[str, Any]) -> None:
    """Certificates of p and r: every line of the theorem's hypothesis, factors of n - 1 by trial division."""
    for name in ("p", "r"):
        n, table = ints(params["family"][name]), proofs["primality"][name]
        if table is None:
            continue  # p and r have passed the probabilistic test; nothing more is claimed
        what = f"primality.{name}"
        factored, product = ints(table["factored"]), 1
        for q, e, a in ints(table["primes_exponents_witnesses"]):
            checks.true(what, 1 < q < 1 << 64 and is_prime(q), f"{q} is no prime below 2^64, where the test is proven")
            checks.true(what, _is_witness(n, q, a), f"{a} is no witness for {q}")
            smaller = [b for b in BASES if b < a and _is_witness(n, q, b)]
            checks.true(what, a in BASES and not smaller, f"{a} is not the smallest prime that is a witness for {q}")
            product *= q**e
        checks.equal(f"{what}.factored", factored, product)
        checks.equal(f"{what}: (n - 1) mod factored", (n - 1) % factored, 0)
        if table["discriminant"] is None:
            checks.true(what, factored**2 > n, "the factored part is below the square root")
            continue
        c2, rest = divmod(n, factored**2)
        c1, one = divmod(rest, factored)
        checks.true(what, factored**3 > n and one == 1, "the factored part is below the cube root")
        checks.equal(f"{what}.discriminant", ints(table["discriminant"]), c1 * c1 - 4 * c2)
        root = isqrt(max(0, c1 * c1 - 4 * c2))
        checks.true(what, root * root != c1 * c1 - 4 * c2, "the discriminant is a square")


def _is_witness(n: int, q: int, a: int) -> bool:
    """a^((n-1)/q) differs from 1 modulo every prime factor of n, and its q-th power is 1."""
    power = pow(a, (n - 1) // q, n)
    return pow(power, q, n) == 1 and gcd(power - 1, n) == 1


def check_criterion(checks: Checks, params: dict[str, Any], proofs: dict[str, Any]) -> None:
    z, p, r, h2 = (ints(params["family"][key]) for key in ("z", "p", "r", "h2"))
    family = FAMILIES[params["family"]["name"]]
    table = proofs["criterion"]
    g, f = ints(table["g"]), ints(table["f"])
    checks.equal("criterion.g", g, G)
    checks.equal("criterion.f", f, family.criterion(z))
    checks.equal("criterion.resultant", ints(table["resultant"]), r)
    checks.equal("criterion: norm of f", cyclotomic_norm(f), r)
    a, b = ints(table["bezout_a"]), ints(table["bezout_b"])
    checks.equal("criterion: A f + B g", trimmed(poly_add(poly_mul(a, f), poly_mul(b, g))), [r])
    checks.true(
        "criterion.bezout_a", len(trimmed(a)) <= 4 and len(trimmed(b)) <= 3, "A and B are not the smallest cofactors"
    )
    value = 0
    for c in reversed(f):
        value = (value * p + c) % r
    checks.equal("criterion: f(p) mod r", value, 0)
    checks.equal("criterion.f_at_p_mod_r", ints(table["f_at_p_mod_r"]), 0)
    checks.equal("criterion: g(p) mod r", (p**4 - p**2 + 1) % r, 0)
    checks.equal("criterion: gcd(r, h2)", gcd(r, h2), 1)


def check_standalone(checks: Checks, spec: CurveSpec, params: dict[str, Any], proofs: dict[str, Any]) -> None:
    """The trinomial, a multiple of the seed's relation: exact if what its norm has besides r is coprime to h2."""
    z, p, r, h2 = (ints(params["family"][key]) for key in ("z", "p", "r", "h2"))
    family = FAMILIES[params["family"]["name"]]
    table = proofs["standalone"]
    proof, sound = table["trinomial"], False
    checks.equal("standalone.trinomial", proof is not None, family.trinomial is not None)
    if family.trinomial is not None:
        c = family.trinomial(z)
        norm = cyclotomic_norm(c)
        checks.equal("standalone.c", ints(proof["c"]), c)
        checks.equal("standalone.resultant", ints(proof["resultant"]), norm)
        checks.equal("standalone.cofactor", ints(proof["cofactor"]) * r, norm)
        checks.equal("standalone.gcd", ints(proof["gcd"]), gcd(norm // r, h2))
        a, b = ints(proof["bezout_a"]), ints(proof["bezout_b"])
        checks.equal("standalone: A c + B g", trimmed(poly_add(poly_mul(a, c), poly_mul(b, G))), [norm])
        smallest = len(trimmed(a)) <= 4 and len(trimmed(b)) <= 3
        checks.true("standalone.bezout_a", smallest, "A and B are not the smallest cofactors")
        value = sum(n * p**i for i, n in enumerate(c)) % r
        checks.equal("standalone.c_at_p_mod_r", ints(proof["c_at_p_mod_r"]), value)
        sound = norm % r == 0 and gcd(norm // r, h2) == 1 and value == 0
        # in products and squares of Fp2, and products by an element of Fp: doublings 3 and 4, additions 12 and 4, mixed
        # ones 8 and 3, psi 2 products, psi^2 one by an element of Fp
        dbl, add, mixed, psi = 3 * 3 + 4 * 2, 12 * 3 + 4 * 2, 8 * 3 + 3 * 2, 2 * 3
        cost = {"seed": dbl + 2 * add + mixed + 2 * psi + 2, "trinomial": 2 * (dbl + mixed + psi)}
        checks.equal("standalone.cost", table["cost"], cost)
    choice = table["choice"]
    checks.true("standalone.choice", choice == "seed" or (choice == "trinomial" and sound), f"{choice} is unsound here")
    checks.equal("standalone.choice", choice, spec.criterion or ("trinomial" if sound else "seed"))
    checks.equal("standalone.forced", table["forced"], spec.criterion is not None)
    checks.equal("subgroup.standalone", params["subgroup"]["standalone"], choice)


def check_fold(checks: Checks, spec: CurveSpec, params: dict[str, Any], proofs: dict[str, Any]) -> None:
    z, p, r, h2 = (ints(params["family"][key]) for key in ("z", "p", "r", "h2"))
    family = FAMILIES[params["family"]["name"]]
    table = proofs["fold"]
    found = {}
    for name, relation in family.norms(z).items():
        norm = cyclotomic_norm(relation.vector)
        if relation.over_r:
            checks.equal(f"fold.{name}.norm mod r", norm % r, 0)
            found[name] = gcd(norm // r, h2)
        else:
            found[name] = gcd(norm, r * h2)
        checks.equal(f"fold.{name}.vector", ints(table[name]["vector"]), relation.vector)
        checks.equal(f"fold.{name}.norm", ints(table[name]["norm"]), norm)
        checks.equal(f"fold.{name}.gcd", ints(table[name]["gcd"]), found[name])
    # p acts as psi on G2, so the relation must vanish there: valid points pass.
    relation = family.vanishing(z)
    checks.equal("fold: the relation at p mod r", sum(c * p**i for i, c in enumerate(relation)) % r, 0)
    for form, names in family.forms.items():
        if names:
            checks.equal(f"fold.{form}_needs", tuple(table[f"{form}_needs"]), names)
    sound = [form for form, names in family.forms.items() if all(found[name] == 1 for name in names)]
    choice = table["choice"]
    checks.true("fold.choice", choice in sound, f"{choice} is unsound here, sound are {sound}")
    checks.equal("fold.choice", choice, spec.fold or sound[0])
    checks.equal("fold.forced", table["forced"], spec.fold is not None)
    checks.equal("subgroup.fold", params["subgroup"]["fold"], choice)
    checks.equal("subgroup.forced", params["subgroup"]["forced"], table["forced"])
    _check_ladder(checks, params, r)


def _check_ladder(checks: Checks, params: dict[str, Any], r: int) -> None:
    """No addition of the Miller loop is exceptional for a point of order r: not equal, opposite or infinity."""
    p, loop = ints(params["family"]["p"]), ints(params["pairing"]["loop"])
    m = 0
    met = []
    for digit in params["pairing"]["loop_naf"]:
        m = 2 * m
        if digit and m:
            met.append((m, digit))
        m += digit
    met += FAMILIES[params["family"]["name"]].after_loop(loop, p)
    bad = [(a, b) for a, b in met if a % r == 0 or (a - b) % r == 0 or (a + b) % r == 0]
    checks.true("fold: Miller loop", not bad, f"meets the exceptional additions {bad}")
