# SPDX-License-Identifier: Apache-2.0 OR MIT
"""E: y^2 = x^3 + b, its twist E', the generators, and the maps psi on the twist and phi on E."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from math import isqrt

from gen.derive.algebra import Curve, Fp2, Point, PrimeField, QuadraticField
from gen.derive.family import Family, FamilyModel
from gen.derive.tower import TowerModel
from gen.params import CurveSpec

ORDER_TEST_POINTS = 32


@dataclass(frozen=True)
class GroupModel:
    b: int
    twist: str  # "D": b' = b/xi, "M": b' = b*xi
    twist_b: Fp2
    twist_b3: Fp2  # 3*b', for the projective doubling
    twist_order: int  # #E'(Fp2) = r * h2
    other_twist_order: int  # of the twist not taken, found the same way
    sextic_orders: tuple[int, ...]  # the six orders a curve y^2 = x^3 + c over Fp2 can have, ascending
    g1: tuple[int, int]
    g2: tuple[Fp2, Fp2]


@dataclass(frozen=True)
class EndomorphismModel:
    """psi on E' with psi^2 - t psi + p = 0, phi(x, y) = (beta x, y) = [lambda](x, y) on G1."""

    psi_x: Fp2  # psi(x, y) = (conj(x) psi_x, conj(y) psi_y)
    psi_y: Fp2
    psi2_x: int  # psi^2(x, y) = (psi2_x x, -y)
    psi3_x: Fp2  # psi^3(x, y) = (conj(x) psi3_x, conj(y) psi3_y)
    psi3_y: Fp2
    beta: int
    lam: int


def sextic_orders(q: int, t: int) -> dict[str, int]:
    """The six possible orders of a curve y^2 = x^3 + c over a field of q elements, of which one has trace t: with
    4q = t^2 + 3f^2 the traces are +-t and +-(t +- 3f)/2 (Hess, Smart, Vercauteren, eprint 2006/110, section IV)."""
    f = isqrt((4 * q - t * t) // 3)
    if 3 * f * f != 4 * q - t * t:
        raise ArithmeticError(f"4q - t^2 is not three times a square for q = {q}, t = {t}")
    traces = {
        "t": t,
        "-t": -t,
        "(t+3f)/2": (t + 3 * f) // 2,
        "(t-3f)/2": (t - 3 * f) // 2,
        "-(t+3f)/2": -(t + 3 * f) // 2,
        "-(t-3f)/2": -(t - 3 * f) // 2,
    }
    return {label: q + 1 - trace for label, trace in traces.items()}


def order_by_points(curve: Curve, orders: dict[str, int]) -> int | None:
    """The one order of `orders` that kills the first points of the curve, or None if those points leave several."""
    left = sorted(set(orders.values()))
    for point in islice(curve.points(), ORDER_TEST_POINTS):
        left = [n for n in left if curve.mul(point, n) is None]
        if len(left) == 1:
            return left[0]
    return None


def derive_groups(spec: CurveSpec, family: FamilyModel, tower: TowerModel) -> GroupModel:
    base = Curve(PrimeField(family.p), spec.b % family.p)
    g1 = _g1(spec, family, base)
    # Over Fp2 the trace of E is t^2 - 2p.
    orders = sextic_orders(family.p**2, family.t**2 - 2 * family.p)
    twist, twist_curve, other_order = _twist(spec, family, tower, orders)
    g2 = _g2(spec, family, twist_curve)
    field = twist_curve.field
    return GroupModel(
        b=base.b,
        twist=twist,
        twist_b=twist_curve.b,
        twist_b3=field.mul(field.of(3), twist_curve.b),
        twist_order=family.r * family.h2,
        other_twist_order=other_order,
        sextic_orders=tuple(sorted(orders.values())),
        g1=g1,
        g2=g2,
    )


def _g1(spec: CurveSpec, family: FamilyModel, curve: Curve) -> tuple[int, int]:
    p, r = family.p, family.r
    if curve.b == 0:
        raise spec.refusal("b", f"{spec.b} is 0 modulo p = {p}; y^2 = x^3 is no elliptic curve")
    # A point of prime order r fixes #E = r h1 if Hasse's interval p + 1 -+ 2 sqrt(p) holds no other multiple of r.
    if any((r * n - p - 1) ** 2 <= 4 * p for n in (family.h1 - 1, family.h1 + 1)):
        raise spec.refusal("z", f"r = {r} is too small against p = {p} to fix the order of E by Hasse's bound")
    # The first point that h1 does not kill: one whose order divides h1 would say nothing of r, as (0, sqrt(b)) does, of
    # order 3 on every curve.
    first, cleared = next((q, c) for q in curve.points() if (c := curve.mul(q, family.h1)) is not None)
    if curve.mul(cleared, r) is not None:
        order, killed = ("r", r) if family.h1 == 1 else ("r*h1", r * family.h1)
        raise spec.refusal(
            "b",
            f"y^2 = x^3 + {spec.b} does not have {order} = {killed} points: "
            f"{order}*({first[0]}, {first[1]}) is not infinity",
        )
    if spec.g1 is None:
        return cleared
    point = (spec.g1[0] % p, spec.g1[1] % p)
    if not curve.contains(point):
        raise spec.refusal(
            "generators.g1",
            f"({spec.g1[0]}, {spec.g1[1]}) is not on y^2 = x^3 + {spec.b}: y^2 - x^3 - b = "
            f"{(point[1] ** 2 - curve.rhs(point[0])) % p} modulo p, must be 0",
        )
    if curve.mul(point, r) is not None:
        raise spec.refusal("generators.g1", f"on the curve, but r times it is not infinity (r = {r})")
    return point


def _twist(spec: CurveSpec, family: FamilyModel, tower: TowerModel, orders: dict[str, int]) -> tuple[str, Curve, int]:
    """Type, curve and the other type's order: each of b/xi and b*xi is measured, exactly one has r h2 points."""
    field = QuadraticField(family.p)
    b = field.of(spec.b)
    wanted = family.r * family.h2
    candidates = {
        "D": Curve(field, field.mul(b, field.inv(tower.xi))),
        "M": Curve(field, field.mul(b, tower.xi)),
    }
    found = {kind: order_by_points(curve, orders) for kind, curve in candidates.items()}
    for kind, order in found.items():
        if order is None:
            raise spec.refusal("non_residue", f"{ORDER_TEST_POINTS} points do not fix the order of the {kind} twist")
    right = [kind for kind, order in found.items() if order == wanted]
    if len(right) != 1:
        raise spec.refusal(
            "non_residue",
            f"not exactly one of b/xi and b*xi gives a twist of order r*h2 = {wanted}: "
            f"orders {found['D']} and {found['M']}",
        )
    other = next(kind for kind in found if kind != right[0])
    return right[0], candidates[right[0]], found[other]


def _g2(spec: CurveSpec, family: FamilyModel, curve: Curve) -> tuple[Fp2, Fp2]:
    p, r = family.p, family.r
    if spec.g2 is None:
        cleared: Point = None
        points = curve.points()
        while cleared is None:
            cleared = curve.mul(next(points), family.h2)
        return cleared
    point = tuple((c[0] % p, c[1] % p) for c in spec.g2)
    if not curve.contains(point):
        raise spec.refusal("generators.g2", f"not on the twist y^2 = x^3 + {_fp2_text(curve.b)}")
    if curve.mul(point, r) is not None:
        raise spec.refusal("generators.g2", f"on the twist, but r times it is not infinity (r = {r})")
    return point


def _fp2_text(a: Fp2) -> str:
    return f"({a[0]} + {a[1]}*u)"


def derive_endomorphisms(
    spec: CurveSpec, kind: Family, family: FamilyModel, tower: TowerModel, groups: GroupModel
) -> EndomorphismModel:
    p, r = family.p, family.r
    field = QuadraticField(p)
    # Untwisting multiplies x by w^2 and y by w^3 (D) or divides (M); Frobenius turns w^j into gamma_{1,j} w^j.
    psi_x, psi_y = tower.gamma1[1], tower.gamma1[2]
    if groups.twist == "M":
        psi_x, psi_y = field.inv(psi_x), field.inv(psi_y)
    psi2_x = field.norm(psi_x)
    psi3_x = field.mul(psi_x, (psi2_x, 0))
    psi3_y = field.neg(psi_y)  # psi^2 negates y
    betas, lam = kind.endomorphism(family)
    curve = Curve(PrimeField(p), groups.b)
    image = curve.mul(groups.g1, lam)
    beta = next((beta for beta in betas if image == (beta * groups.g1[0] % p, groups.g1[1])), None)
    if beta is None:
        shown = ", ".join(map(str, betas))
        raise spec.refusal("z", f"(beta x, y) is not [lambda](x, y) on G1 for beta = {shown}, lambda = {lam}")
    twist = Curve(field, groups.twist_b)
    image = (field.mul(field.conj(groups.g2[0]), psi_x), field.mul(field.conj(groups.g2[1]), psi_y))
    if image != twist.mul(groups.g2, p % r):
        raise spec.refusal("non_residue", "psi is not multiplication by p on G2")
    return EndomorphismModel(psi_x, psi_y, psi2_x, psi3_x, psi3_y, beta, lam)
