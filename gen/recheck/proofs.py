# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The proofs: polynomials expanded by hand, norms as determinants, the choice of the folded test made again."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, isqrt
from typing import Any

from gen.params import CurveSpec
from gen.recheck.checks import Checks, ints
from gen.recheck.families import FAMILIES
from gen.recheck.numbers import BASES, is_prime, norm, poly_add, poly_mul, trimmed
from gen.recheck.tower import Tower

G = (1, 0, -1, 0, 1)  # psi^4 - psi^2 + 1 = 0 on E'(Fp2)
G1 = (1, 1, 1)  # phi^2 + phi + 1 = 0 on E(Fp)


def check_numbers(
    checks: Checks, spec: CurveSpec, tower: Tower, params: dict[str, Any], proofs: dict[str, Any]
) -> None:
    checks.equal("proofs.curve", proofs["curve"], spec.name)
    for key in ("z", "p", "r", "h1", "h2"):
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
        if "order" in table:
            _check_curve_certificate(checks, what, n, table, params, proofs)
            continue
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


def _check_curve_certificate(
    checks: Checks, what: str, n: int, table: dict[str, Any], params: dict[str, Any], proofs: dict[str, Any]
) -> None:
    """Over Z/n in Jacobian coordinates: Z of q*P is 0 modulo n, Z of no partial sum shares a factor with n."""
    order, b, point = ints(table["order"]), ints(table["b"]), ints(table["point"])
    checks.equal(f"{what}.order", order, ints(params["family"]["r"]))
    checks.true(f"{what}.order", proofs["primality"]["r"] is not None, "is not proved prime")
    checks.equal(f"{what}.b", b, ints(params["groups"]["b"]))
    checks.equal(f"{what}.point", point, ints(params["groups"]["g1"]))
    root = isqrt(order) - 1
    checks.true(f"{what}.order", root**4 > n, "is not above (n^(1/4) + 1)^2")
    checks.equal(f"{what}.point", (point[1] ** 2 - point[0] ** 3 - b) % n, 0)
    x, y, z = point[0], point[1], 1
    product = 1
    for bit in bin(order - 1)[3:]:
        # dbl-2009-l, madd-2004-hmv of the Explicit-Formulas Database; every Z, a product of denominators, is prime to n
        s, m = 4 * x * y * y % n, 3 * x * x % n
        x, y, z = (m * m - 2 * s) % n, (m * (3 * s - m * m) - 8 * y**4) % n, 2 * y * z % n
        product = product * z % n
        if bit == "1":
            h, r = (point[0] * z * z - x) % n, (point[1] * z**3 - y) % n
            x3 = (r * r - h**3 - 2 * x * h * h) % n
            x, y, z = x3, (r * (x * h * h - x3) - y * h**3) % n, z * h % n
            product = product * z % n
    checks.equal(f"{what}: a Z that shares a factor with n", gcd(product, n), 1)
    minus = ((x - point[0] * z * z) % n, (y + point[1] * z**3) % n)
    checks.equal(f"{what}: (order - 1) P against -P", minus, (0, 0))


def _is_witness(n: int, q: int, a: int) -> bool:
    """a^((n-1)/q) differs from 1 modulo every prime factor of n, and its q-th power is 1."""
    power = pow(a, (n - 1) // q, n)
    return pow(power, q, n) == 1 and gcd(power - 1, n) == 1


def check_criteria(checks: Checks, params: dict[str, Any], proofs: dict[str, Any]) -> None:
    """Of G2 in Z[psi], and of G1 in Z[phi] where E has more than r points."""
    family = FAMILIES[params["family"]["name"]]
    z, p, r, h1, h2 = (ints(params["family"][key]) for key in ("z", "p", "r", "h1", "h2"))
    lam = ints(params["endomorphisms"]["lambda"])
    checks.equal("criterion: g(p) mod r", (p**4 - p**2 + 1) % r, 0)
    checks.equal("criterion: gcd(r, h2)", gcd(r, h2), 1)
    _check_criterion(checks, "criterion", proofs["criterion"], G, family.criterion(z), r, "p", p)
    checks.equal("g1_criterion: is there where h1 > 1", "g1_criterion" in proofs, h1 > 1)
    if family.g1_criterion is not None:
        checks.equal("g1_criterion: g(lambda) mod r", (lam * lam + lam + 1) % r, 0)
        checks.equal("g1_criterion: gcd(r, h1)", gcd(r, h1), 1)
        f = family.g1_criterion(z)
        _check_criterion(checks, "g1_criterion", proofs["g1_criterion"], G1, f, r, "lambda", lam)


def _check_criterion(
    checks: Checks,
    name: str,
    table: dict[str, Any],
    ring: Sequence[int],
    relation: Sequence[int],
    r: int,
    eigenvalue: str,
    at: int,
) -> None:
    g, f = ints(table["g"]), ints(table["f"])
    checks.equal(f"{name}.g", g, ring)
    checks.equal(f"{name}.f", f, relation)
    checks.equal(f"{name}.resultant", ints(table["resultant"]), r)
    checks.equal(f"{name}: norm of f", norm(f, ring), r)
    a, b = ints(table["bezout_a"]), ints(table["bezout_b"])
    checks.equal(f"{name}: A f + B g", trimmed(poly_add(poly_mul(a, f), poly_mul(b, g))), [r])
    checks.true(
        f"{name}.bezout_a",
        len(trimmed(a)) < len(ring) and len(trimmed(b)) < len(f),
        "A and B are not the smallest cofactors",
    )
    value = 0
    for c in reversed(f):
        value = (value * at + c) % r
    checks.equal(f"{name}: f({eigenvalue}) mod r", value, 0)
    checks.equal(f"{name}.f_at_{eigenvalue}_mod_r", ints(table[f"f_at_{eigenvalue}_mod_r"]), 0)


def check_standalone(checks: Checks, spec: CurveSpec, params: dict[str, Any], proofs: dict[str, Any]) -> None:
    """The trinomial, a multiple of the seed's relation: exact if what its norm has besides r is coprime to h2."""
    z, p, r, h2 = (ints(params["family"][key]) for key in ("z", "p", "r", "h2"))
    family = FAMILIES[params["family"]["name"]]
    table = proofs["standalone"]
    proof, sound, cost = table["trinomial"], False, {}
    checks.equal("standalone.trinomial", proof is not None, family.trinomial is not None)
    if family.trinomial is not None:
        c = family.trinomial(z)
        resultant = norm(c, G)
        checks.equal("standalone.c", ints(proof["c"]), c)
        checks.equal("standalone.resultant", ints(proof["resultant"]), resultant)
        checks.equal("standalone.cofactor", ints(proof["cofactor"]) * r, resultant)
        checks.equal("standalone.gcd", ints(proof["gcd"]), gcd(resultant // r, h2))
        a, b = ints(proof["bezout_a"]), ints(proof["bezout_b"])
        checks.equal("standalone: A c + B g", trimmed(poly_add(poly_mul(a, c), poly_mul(b, G))), [resultant])
        smallest = len(trimmed(a)) <= 4 and len(trimmed(b)) <= 3
        checks.true("standalone.bezout_a", smallest, "A and B are not the smallest cofactors")
        value = sum(n * p**i for i, n in enumerate(c)) % r
        checks.equal("standalone.c_at_p_mod_r", ints(proof["c_at_p_mod_r"]), value)
        sound = resultant % r == 0 and gcd(resultant // r, h2) == 1 and value == 0
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
        value = norm(relation.vector, G)
        if relation.over_r:
            checks.equal(f"fold.{name}.norm mod r", value % r, 0)
            found[name] = gcd(value // r, h2)
        else:
            found[name] = gcd(value, r * h2)
        checks.equal(f"fold.{name}.vector", ints(table[name]["vector"]), relation.vector)
        checks.equal(f"fold.{name}.norm", ints(table[name]["norm"]), value)
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
    for digit in params["pairing"]["loop_digits"]:
        m = 2 * m
        if digit and m:
            met.append((m, digit))
        m += digit
    met += FAMILIES[params["family"]["name"]].after_loop(loop, p)
    bad = [(a, b) for a, b in met if a % r == 0 or (a - b) % r == 0 or (a + b) % r == 0]
    checks.true("fold: Miller loop", not bad, f"meets the exceptional additions {bad}")
