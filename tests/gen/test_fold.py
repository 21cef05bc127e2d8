# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The folded subgroup test on the toy of seed 1, run on all 97 * 109 points of the twist with incomplete formulas."""

from __future__ import annotations

from math import gcd

import pytest

from curvelib import model
from gen.derive.algebra import Curve, QuadraticField
from gen.derive.subgroup import norm
from gen.model import CurveModel

Fp2 = tuple[int, int]
Projective = tuple[Fp2, Fp2, Fp2]
ZERO: Fp2 = (0, 0)


class Ladder:
    """The Miller loop's point arithmetic: homogeneous coordinates, formulas that assume the general case."""

    def __init__(self, name: str) -> None:
        self.m = model(name)
        self.f = QuadraticField(self.m.p)
        self.curve = Curve(self.f, self.m.groups.twist_b)

    def scale(self, a: Fp2, k: int) -> Fp2:
        return self.f.mul(a, self.f.of(k))

    def double(self, t: Projective) -> Projective:
        """x3 = 2XY(Y^2 - 9b'Z^2), y3 = (Y^2 + 9b'Z^2)^2 - 12(3b'Z^2)^2, z3 = 8Y^3Z."""
        f, (x, y, z) = self.f, t
        yy = f.mul(y, y)
        e = f.mul(self.m.groups.twist_b3, f.mul(z, z))
        e3 = self.scale(e, 3)
        x3 = self.scale(f.mul(f.mul(x, y), f.sub(yy, e3)), 2)
        total = f.add(yy, e3)
        y3 = f.sub(f.mul(total, total), self.scale(f.mul(e, e), 12))
        return x3, y3, self.scale(f.mul(f.mul(yy, y), z), 8)

    def add(self, t: Projective, q: tuple[Fp2, Fp2]) -> tuple[Projective, Fp2, Fp2]:
        """The sum and the line's L, O: x3 = L H, y3 = O (L^2 X - H) - L^3 Y, z3 = L^3 Z."""
        f, (x, y, z), (x2, y2) = self.f, t, q
        o, slope = f.sub(y, f.mul(y2, z)), f.sub(x, f.mul(x2, z))
        d = f.mul(slope, slope)
        e, g = f.mul(slope, d), f.mul(x, d)
        h = f.sub(f.add(e, f.mul(z, f.mul(o, o))), self.scale(g, 2))
        y3 = f.sub(f.mul(o, f.sub(g, h)), f.mul(y, e))
        return (f.mul(slope, h), y3, f.mul(z, e)), slope, o

    def psi(self, q: tuple[Fp2, Fp2]) -> tuple[Fp2, Fp2]:
        f, endo = self.f, self.m.endo
        return f.mul(f.conj(q[0]), endo.psi_x), f.mul(f.conj(q[1]), endo.psi_y)

    def forms(self, q: tuple[Fp2, Fp2]) -> dict[str, bool]:
        """Whether the line form and the addition form accept q, and the latter without its guard."""
        f, negative = self.f, self.curve.neg
        t: Projective = (*q, f.of(1))
        for digit in self.m.pairing.loop_digits[1:]:
            t = self.double(t)
            if digit:
                t, _, _ = self.add(t, q if digit == 1 else negative(q))
        if self.m.pairing.loop < 0:
            t = (t[0], f.neg(t[1]), t[2])
        one, two, three = self.psi(q), self.psi(self.psi(q)), self.psi(self.psi(self.psi(q)))
        before, _, _ = self.add(t, one)
        minus_two = negative(two)
        after, slope, o = self.add(before, minus_two)
        constant = f.sub(f.mul(o, minus_two[0]), f.mul(slope, minus_two[1]))
        value = f.add(f.sub(f.mul(slope, three[1]), f.mul(o, three[0])), constant)
        target = negative(three)
        same = after[0] == f.mul(after[2], target[0]) and after[1] == f.mul(after[2], target[1])
        return {
            "line": before[2] != ZERO and slope != ZERO and value == ZERO,
            "add": after[2] != ZERO and same,
            "unguarded": same,
        }


def twist_points(ladder: Ladder) -> list[tuple[Fp2, Fp2]]:
    p, f = ladder.m.p, ladder.f
    roots: dict[Fp2, list[Fp2]] = {}
    for c0 in range(p):
        for c1 in range(p):
            roots.setdefault(f.mul((c0, c1), (c0, c1)), []).append((c0, c1))
    xs = ((c0, c1) for c0 in range(p) for c1 in range(p))
    return [(x, y) for x in xs for y in roots.get(ladder.curve.rhs(x), ())]


@pytest.fixture(scope="module")
def verdicts() -> dict[str, dict[int, tuple[int, int]]]:
    """form -> order of the point -> (accepted, all)."""
    ladder = Ladder("toy_bn_z1")
    points = twist_points(ladder)
    assert len(points) == 97 * 109 - 1
    table: dict[str, dict[int, tuple[int, int]]] = {}
    for q in points:
        order = next((n for n in (97, 109) if ladder.curve.mul(q, n) is None), 97 * 109)
        for form, accepted in ladder.forms(q).items():
            row = table.setdefault(form, {})
            yes, total = row.get(order, (0, 0))
            row[order] = (yes + accepted, total + 1)
    return table


def test_the_form_taken_accepts_the_group_of_order_r_and_nothing_else(verdicts: dict) -> None:
    assert model("toy_bn_z1").fold.choice == "add"
    assert verdicts["add"] == {97: (96, 96), 109: (0, 108), 97 * 109: (0, 96 * 108)}


def test_the_line_form_would_accept_points_of_order_109(verdicts: dict) -> None:
    """Which is why the generator refuses it: gcd(Norm(6z+2+X-X^3), r h2) = 109."""
    assert verdicts["line"][97] == (96, 96)
    assert verdicts["line"][109][0] > 0


@pytest.mark.parametrize("name", ["toy_bn_zm3", "toy_bn_zm7", "toy_bn_z7"])
def test_forms_accept_the_group_of_order_r_on_the_other_toys(name: str) -> None:
    """Points of every order class reached from a few twist points: both forms agree with multiplication by r."""
    ladder = Ladder(name)
    m = ladder.m
    divisors = {1, m.r, *m.h2_factors.primes, *(q * m.r for q in m.h2_factors.primes)}
    tried = accepted = 0
    for index, point in enumerate(ladder.curve.points()):
        if index == 40:
            break
        for divisor in divisors:
            q = ladder.curve.mul(point, m.groups.twist_order // divisor if index % 2 else divisor)
            if q is None:
                continue
            member = ladder.curve.mul(q, m.r) is None
            forms = ladder.forms(q)
            assert forms["line"] == forms["add"] == member
            tried, accepted = tried + 1, accepted + member
    assert accepted > 20
    assert tried - accepted > 20


def test_without_its_guard_bn256_accepts_points_of_order_13() -> None:
    """13 divides bn256's cofactor, and the loop meets an exceptional addition on those points."""
    ladder = Ladder("bn256")
    m = ladder.m
    point = next(q for q in (ladder.curve.mul(c, m.groups.twist_order // 13) for c in ladder.curve.points()) if q)
    forms = ladder.forms(point)
    assert forms["unguarded"]
    assert not forms["add"]


def exceptional_relations(m: CurveModel) -> list[tuple[int, ...]]:
    """c with c(psi)Q = 0 where an addition of the Miller loop meets equal or opposite points: mQ and +-Q, then
    (6z+2)Q and +-psi(Q), then T' = (6z+2)Q + psi(Q) and +-psi^2(Q)."""
    relations, multiple = [], 1
    for digit in m.pairing.loop_digits[1:]:
        multiple *= 2
        if digit:
            relations += [(multiple - 1,), (multiple + 1,)]
            multiple += digit
    multiple = m.pairing.loop
    return relations + [(multiple, s) for s in (1, -1)] + [(multiple, 1, s) for s in (1, -1)]


def exceptional_primes(m: CurveModel, relation: tuple[int, ...]) -> list[int]:
    """Prime orders of points that may satisfy the relation: psi acts on them by a root of X^4 - X^2 + 1 and of
    X^2 - tX + p, its characteristic equation on the twist."""
    common = gcd(norm(relation), m.groups.twist_order)
    assert gcd(common, m.r) == 1
    found = []
    for q in {q for q in m.h2_factors.primes if common % q == 0}:
        common //= gcd(common, q**4)
        roots = [e for e in range(q) if (e**4 - e**2 + 1) % q == 0 and (e * e - m.family.t * e + m.p) % q == 0]
        if any(sum(c * e**i for i, c in enumerate(relation)) % q == 0 for e in roots):
            found.append(q)
    assert common == 1
    return found


@pytest.mark.parametrize("name", ["bn254", "toy_bn_z7", "toy_bn_zm3", "toy_bn_zm7"])
def test_no_point_of_the_twist_meets_the_guard_of_the_line_form(name: str) -> None:
    """Only T' = -psi^2(Q), or Z = 0 from an earlier exception, make the last line vanish everywhere. The guard is for
    other seeds: bn256 with the line form has such points."""
    m = model(name)
    assert m.fold.choice == "line"
    last = (m.pairing.loop, 1, -1)  # opposite points: a vertical line, on which psi^3(Q) is not
    assert [c for c in exceptional_relations(m) if exceptional_primes(m, c) and c != last] == []
    if name == "bn254":
        assert {gcd(norm(c), m.groups.twist_order) for c in exceptional_relations(m)} == {1}


def test_the_loop_of_bn256_has_exceptional_points() -> None:
    m = model("bn256")
    met = [(c, exceptional_primes(m, c)) for c in exceptional_relations(m)]
    assert ((2171,), [13]) in met


@pytest.mark.parametrize(("name", "prime"), [("toy_bn_zm3", 13), ("toy_bn_zm7", 37)])
def test_the_trinomial_meets_exceptional_additions(name: str, prime: int) -> None:
    """[4z]Q = +-Q or psi([2z]Q) = +-Q on points of a small order, which tests/unit/test_g2.c visits on these curves."""
    m = model(name)
    relations = [(4 * m.z, 0), (0, 2 * m.z)]
    shifted = [(c[0] + sign, *c[1:]) for c in relations for sign in (1, -1)]
    assert {q for c in shifted for q in exceptional_primes(m, c)} == {prime}


def test_a_point_off_the_curve_can_satisfy_the_criteria() -> None:
    """(4x, 8y) lies on y^2 = x^3 + 64 b'. The relations hold there: the curve equation must be checked first."""
    m = model("bn254")
    f = QuadraticField(m.p)
    moved = (f.mul(m.groups.g2[0], (4, 0)), f.mul(m.groups.g2[1], (8, 0)))
    twist = Curve(f, m.groups.twist_b)
    assert not twist.contains(moved)
    other = Curve(f, f.mul(m.groups.twist_b, (64, 0)))
    assert other.contains(moved)
    ladder = Ladder("bn254")
    powers = [moved]
    for _ in range(3):
        powers.append(ladder.psi(powers[-1]))
    for vector in (m.criterion.f, m.standalone.trinomial.c):
        total = None
        for power, coefficient in zip(powers, vector):
            total = other.add(total, other.mul(power, coefficient))
        assert total is None
