# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tower, groups and maps, checked on elements and points rather than by their formulas."""

from __future__ import annotations

from typing import Any

from gen.params import CurveSpec
from gen.recheck.checks import Checks, ints
from gen.recheck.families import FAMILIES
from gen.recheck.groups import Affine, Group, PrimeLine, QuadraticLine
from gen.recheck.numbers import jacobi
from gen.recheck.tower import Fp2, Tower

TRIES = 8  # twist points on which orders and maps are tried


def check_tower(checks: Checks, spec: CurveSpec, tower: Tower, params: dict[str, Any]) -> None:
    """xi by its norm to Fp; gamma_{i,j} by raising w to the p-th power i times in Fp12."""
    p = tower.p
    table = params["tower"]
    xi = ints(table["xi"])
    checks.equal("tower.xi", xi, (spec.xi[0] % p, spec.xi[1] % p))
    norm = (xi[0] ** 2 + xi[1] ** 2) % p
    # (p^2-1)/2 = (p+1) (p-1)/2 and xi^(p+1) = Norm(xi): squares are those of square norm; cubes likewise, 3 | p - 1.
    checks.equal("tower.xi: Jacobi symbol of the norm", jacobi(norm, p), -1)
    checks.true("tower.xi", p % 3 == 1 and pow(norm, (p - 1) // 3, p) != 1, "is a cube")
    image = tower.embed((1, 0), 1)
    for i in (1, 2, 3):
        image = tower.pow(image, p)  # w^(p^i)
        gammas = ints(table[f"gamma{i}"])
        checks.equal(f"tower.gamma{i}", len(gammas), 5)
        power = tower.one()
        for j, gamma in enumerate(gammas, 1):
            power = tower.mul(power, image)
            value = gamma if i != 2 else (gamma, 0)
            checks.equal(f"tower.gamma{i}[{j - 1}]", tower.embed(value, j), power)
            checks.true(f"tower.gamma{i}[{j - 1}]", all(0 <= c < p for c in value), "is not reduced")


def sample_points(tower: Tower, group: Group) -> list[Affine]:
    """Some points of y^2 = x^3 + b' over Fp2, whatever their order: x = 1 + k u, and y by p^2 = 9 mod 16 or trial."""
    points: list[Affine] = []
    for k in range(1, tower.p):
        x = (1, k)
        y = square_root(tower, tower.add2(tower.mul2(tower.mul2(x, x), x), group.b))
        if y is not None:
            points.append((x, y))
        if len(points) == TRIES:
            break
    return points


def square_root(tower: Tower, a: Fp2) -> Fp2 | None:
    """A root in Fp2 by Adj and Rodriguez-Henriquez, eprint 2012/685, algorithm 9 (p = 3 mod 4), or None."""
    p = tower.p

    def power(base: Fp2, e: int) -> Fp2:
        result = (1, 0)
        for bit in bin(e)[2:]:
            result = tower.mul2(result, result)
            if bit == "1":
                result = tower.mul2(result, base)
        return result

    a1 = power(a, (p - 3) // 4)
    x0 = tower.mul2(a1, a)
    alpha = tower.mul2(a1, x0)
    if alpha == (p - 1, 0):
        root = tower.mul2((0, 1), x0)
    else:
        root = tower.mul2(power(tower.add2((1, 0), alpha), (p - 1) // 2), x0)
    return root if tower.mul2(root, root) == a else None


def check_groups(checks: Checks, spec: CurveSpec, tower: Tower, params: dict[str, Any], proofs: dict[str, Any]) -> None:
    p = tower.p
    family, table = params["family"], params["groups"]
    r, h2 = ints(family["r"]), ints(family["h2"])
    b = ints(table["b"])
    checks.equal("groups.b", b, spec.b % p)
    twist_b = ints(table["twist_b"])
    if table["twist"] == "D":
        checks.equal("groups.twist_b times xi", tower.mul2(twist_b, tower.xi), (b, 0))
        other_b = tower.mul2((b, 0), tower.xi)
    else:
        checks.equal("groups.twist", table["twist"], "M")
        checks.equal("groups.twist_b", twist_b, tower.mul2((b, 0), tower.xi))
        other_b = tower.mul2((b, 0), tower.inv2(tower.xi))
    checks.equal("groups.twist_b3", ints(table["twist_b3"]), tower.add2(twist_b, tower.add2(twist_b, twist_b)))
    order = ints(table["twist_order"])
    checks.equal("groups.twist_order", order, r * h2)

    recorded = proofs["twist"]
    orders = ints(recorded["sextic_orders"])
    checks.equal("twist.type", recorded["type"], table["twist"])
    checks.equal("twist.order", ints(recorded["order"]), order)
    checks.true("twist.order", order in orders, f"{order} is not among the six orders")
    twist, other = Group(QuadraticLine(tower), twist_b), Group(QuadraticLine(tower), other_b)
    other_order = ints(recorded["other_type_order"])
    checks.true(
        "twist.other_type_order",
        other_order in orders and other_order != order,
        f"{other_order} is not one of the other orders",
    )
    points = sample_points(tower, twist)
    for group, n, label in ((twist, order, "taken"), (other, other_order, "not taken")):
        tried = points if group is twist else sample_points(tower, other)
        checks.true(
            f"twist {label}", all(group.mul(q, n) is None for q in tried), f"{n} does not kill the points tried"
        )
        left = [m for m in orders if m != n and all(group.mul(q, m) is None for q in tried)]
        checks.true(f"twist {label}", not left, f"the orders {left} are not excluded by the points tried")

    e1 = Group(PrimeLine(p), b)
    g1, g2 = ints(table["g1"]), ints(table["g2"])
    # #E lies in [p+1 - 2 sqrt(p), p+1 + 2 sqrt(p)] and is a multiple of r: r (h1 - 1) and r (h1 + 1) lie outside.
    h1 = ints(family["h1"])
    below, above = (p + 1 - r * (h1 - 1), r * (h1 + 1) - p - 1)
    checks.true(
        "groups.g1",
        min(below, above) > 0 and min(below, above) ** 2 > 4 * p,
        "r does not fix the order of E by Hasse's bound",
    )
    checks.true("groups.g1", e1.contains(g1) and e1.mul(g1, r) is None, "is not a point of order r on E")
    checks.true("groups.g2", twist.contains(g2) and twist.mul(g2, r) is None, "is not a point of order r on the twist")
    if spec.g1 is not None and spec.g2 is not None:
        checks.equal("groups.g1", g1, (spec.g1[0] % p, spec.g1[1] % p))
        checks.equal("groups.g2", g2, tuple((c[0] % p, c[1] % p) for c in spec.g2))
    else:
        checks.equal("groups.g1", g1, _first_g1(e1, p, h1))
        checks.equal("groups.g2", g2, _first_g2(tower, twist, h2))


def _first_g1(curve: Group, p: int, h1: int) -> Affine:
    """The rule `generators = "first"`: x = 0, 1, 2, ..., the smaller root, times h1."""
    for x in range(p):
        square = (x**3 + curve.b) % p
        if square and jacobi(square, p) != 1:
            continue
        root = pow(square, (p + 1) // 4, p)
        point = curve.mul((x, min(root, -root % p)), h1)
        if point is not None:
            return point
    return None


def _first_g2(tower: Tower, twist: Group, h2: int) -> Affine:
    """The rule `generators = "first"`: x = u, 1+u, 2+u, ..., the root with the smaller (imaginary, real), times h2."""
    for k in range(tower.p):
        y = square_root(tower, tower.add2(tower.mul2(tower.mul2((k, 1), (k, 1)), (k, 1)), twist.b))
        if y is None:
            continue
        roots = (y, tower.sub2((0, 0), y))
        point = twist.mul(((k, 1), min(roots, key=lambda c: (c[1], c[0]))), h2)
        if point is not None:
            return point
    return None


def check_maps(checks: Checks, tower: Tower, params: dict[str, Any]) -> None:
    """psi from its definition: untwist to E(Fp12), raise the coordinates to the p-th power there, twist back."""
    p, r, t = tower.p, ints(params["family"]["r"]), ints(params["family"]["t"])
    table, groups = params["endomorphisms"], params["groups"]
    twist = Group(QuadraticLine(tower), ints(groups["twist_b"]))
    divided = groups["twist"] == "M"
    psi_x, psi_y, psi3_x, psi3_y = (ints(table[key]) for key in ("psi_x", "psi_y", "psi3_x", "psi3_y"))
    psi2_x = ints(table["psi2_x"])
    q = sample_points(tower, twist)[0]
    assert q is not None

    def psi(point: Affine) -> Affine:
        assert point is not None
        return tower.mul2(tower.conj2(point[0]), psi_x), tower.mul2(tower.conj2(point[1]), psi_y)

    for name, power, coordinate, image in (("psi_x", 2, q[0], psi(q)[0]), ("psi_y", 3, q[1], psi(q)[1])):
        # Untwisted coordinate c w^power (D), or c / w^power = (c/xi) w^(6-power) (M).
        if divided:
            lift = lambda c, k=power: tower.embed(tower.mul2(c, tower.inv2(tower.xi)), 6 - k)  # noqa: E731
        else:
            lift = lambda c, k=power: tower.embed(c, k)  # noqa: E731
        checks.equal(f"endomorphisms.{name}", lift(image), tower.pow(lift(coordinate), p))
    twice, thrice = psi(psi(q)), psi(psi(psi(q)))
    checks.equal("endomorphisms.psi2_x", (tower.mul2(q[0], (psi2_x, 0)), tower.sub2((0, 0), q[1])), twice)
    checks.equal(
        "endomorphisms.psi3",
        (tower.mul2(tower.conj2(q[0]), psi3_x), tower.mul2(tower.conj2(q[1]), psi3_y)),
        thrice,
    )
    reduced = [*psi_x, *psi_y, *psi3_x, *psi3_y, psi2_x]
    checks.true("endomorphisms", all(0 <= c < p for c in reduced), "psi's constants are not reduced")
    relation = twist.add(twist.add(twice, twist.neg(twist.mul(psi(q), t))), twist.mul(q, p))
    checks.equal("endomorphisms: psi^2 - t psi + p on a twist point", relation, None)
    g2 = ints(groups["g2"])
    checks.equal("endomorphisms: psi on G2", psi(g2), twist.mul(g2, p % r))

    beta, lam = ints(table["beta"]), ints(table["lambda"])
    checks.true("endomorphisms.beta", 1 < beta < p and pow(beta, 3, p) == 1, "is no primitive cube root of 1 modulo p")
    checks.true("endomorphisms.lambda", 1 < lam < r and pow(lam, 3, r) == 1, "is no primitive cube root of 1 modulo r")
    g1 = ints(groups["g1"])
    e1 = Group(PrimeLine(p), ints(groups["b"]))
    checks.equal("endomorphisms.lambda", e1.mul(g1, lam), (beta * g1[0] % p, g1[1]))
    # Of the two roots the one with the short vectors.
    for a, b in FAMILIES[params["family"]["name"]].short_vectors(ints(params["family"]["z"])):
        checks.equal("endomorphisms.lambda", (a + b * lam) % r, 0)
