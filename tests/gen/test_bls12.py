# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The BLS12 family: numbers of the standards, identities for every seed, subgroup criteria point by point, refusals."""

from __future__ import annotations

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from curvelib import edited, model
from gen.derive import bls12
from gen.derive.algebra import Curve, PrimeField, QuadraticField
from gen.derive.pairing import naf
from gen.derive.subgroup import norm
from gen.model import build
from gen.params import ParamError
from gen.recheck.bls12 import cheapest, orders

SEEDS = st.integers(min_value=-(2**62), max_value=2**62).map(lambda n: 12 * n + 4)
SEED = 'z = "-15132376222941642752" # -0xd201000000010000'


def test_bls12_381_is_the_standards_curve() -> None:
    """RFC 9380, sections 8.8.1 and 8.8.2: p, r, the effective cofactor of G1 (1 - z); EIP-2537: r."""
    m = model("bls12_381")
    p = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
    assert (m.z, m.p) == (-0xD201000000010000, p)
    assert m.r == 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
    assert m.family.h1 == 0x396C8C005555E1568C00AAAB0000AAAB
    assert (m.fp.limbs, m.fp.spare_bits, m.fr.limbs, m.fr.spare_bits) == (6, 3, 4, 1)
    assert (m.groups.twist, m.groups.twist_b) == ("M", (4, 4))
    assert m.family.h2 == int(
        "5d543a95414e7f1091d50792876a202cd91de4547085abaa68a205b2e5a7ddfa628f1cb4d9e82ef21537e293a6691ae1616ec6e786f0c70c"
        "f1c38e31c7238e5",
        16,
    )


def test_bls12_381_loop_is_as_short_as_it_can_be() -> None:
    digits = model("bls12_381").pairing.loop_digits
    assert (len(digits), sum(map(abs, digits))) == (64, 6)


@given(SEEDS)
def test_polynomials_and_the_other_formulas_agree_for_every_seed(z: int) -> None:
    found = orders(z)
    polynomials = (bls12.P, bls12.R, bls12.T, bls12.H1, bls12.H2)
    assert (found.p, found.r, found.t, found.h1, found.h2) == tuple(int(poly.eval(z)) for poly in polynomials)
    assert found.p % 4 == 3
    assert found.h1 % 2 == found.h2 % 2 == 1


@given(st.integers(min_value=-(2**64), max_value=2**64))
def test_the_criteria_have_norm_r_for_every_seed(z: int) -> None:
    r = z**4 - z**2 + 1
    x = sympy.Symbol("X")
    assert norm((-z, 1)) == r
    assert sympy.resultant(x**2 + x + 1, x + 1 - z * z) == r


@given(SEEDS)
def test_the_final_exponents_identity_for_every_seed(z: int) -> None:
    p, r = (int(poly.eval(z)) for poly in (bls12.P, bls12.R))
    square = (z - 1) ** 2
    digits = (square * (z**3 - z) + 3, square * (z**2 - 1), square * z, square)
    assert sum(d * p**i for i, d in enumerate(digits)) * r == 3 * (p**4 - p**2 + 1)


@given(st.integers(min_value=1, max_value=2**64))
def test_loop_digits(n: int) -> None:
    digits = bls12.loop_digits(n)
    assert sum(d << i for i, d in enumerate(reversed(digits))) == n
    assert cheapest(digits) is None
    signed, binary = naf(n), [int(bit) for bit in bin(n)[2:]]
    dearer = [other for other in (signed, binary) if _cost(other) > _cost(digits)]
    assert all(cheapest(other) is not None for other in dearer)


def _cost(digits) -> int:
    return bls12.STEP * len(digits) + bls12.ADDITION * sum(map(abs, digits))


def test_the_g1_criterion_on_every_point_of_the_smallest_toy() -> None:
    m = model("toy_bls12_z4")
    curve = Curve(PrimeField(m.p), m.groups.b)
    points = [(x, s * y % m.p) for x, y in curve.points() for s in ((1, -1) if y else (1,))]
    assert len(points) + 1 == m.r * m.family.h1
    beta2 = m.endo.beta**2 % m.p
    accepted = 0
    for point in points:
        verdict = (beta2 * point[0] % m.p, point[1]) == curve.mul(point, -m.z * m.z)
        assert verdict == (curve.mul(point, m.r) is None)
        accepted += verdict
    assert accepted + 1 == m.r


@pytest.mark.parametrize("name", ["toy_bls12_z4", "toy_bls12_zm1928"])
def test_the_g2_criterion_on_order_classes(name: str) -> None:
    m = model(name)
    field = QuadraticField(m.p)
    curve = Curve(field, m.groups.twist_b)
    accepted = refused = 0
    points = curve.points()
    for _ in range(10):
        point = next(points)
        for multiple in (1, 2, m.r, m.family.h2):
            q = curve.mul(point, multiple)
            if q is None:
                continue
            psi = (field.mul(field.conj(q[0]), m.endo.psi_x), field.mul(field.conj(q[1]), m.endo.psi_y))
            member = curve.mul(q, m.r) is None
            assert (psi == curve.mul(q, m.z)) == member
            accepted, refused = accepted + member, refused + (not member)
    assert min(accepted, refused) > 5


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        (SEED, 'z = "-15132376222941642751"', "z", "is 2 mod 3; p = (z - 1)^2 (z^4 - z^2 + 1)/3 + z needs z = 1 mod 3"),
        (SEED, 'z = "-15132376222941642749"', "z", "is odd: E then has points of order 2"),
        (SEED, 'z = "-15132376222941642740"', "z", "is not prime"),
        (SEED, 'z = "-2"', "z", "p = 37 is 1 mod 4; the tower Fp[u]/(u^2+1) needs p = 3 mod 4 (z = 0 mod 4)"),
        ("b = 4", "b = 3", "b", "does not have r*h1 = "),
        ("non_residue = [1, 1]", "non_residue = [2, 0]", "non_residue", "is a square in Fp2"),
    ],
)
def test_numbers_that_make_no_curve_are_refused(old: str, new: str, key: str, reason: str) -> None:
    with pytest.raises(ParamError) as caught:
        build(edited("bls12_381", (old, new)))
    assert caught.value.key == key
    assert reason in caught.value.reason


def test_every_b_of_another_order_is_refused_for_its_order() -> None:
    """The points of E counted one by one. For a square b the first point is (0, sqrt(b)), whose order 3 divides h1."""
    m = model("toy_bls12_z4")
    roots = [0] * m.p
    for y in range(m.p):
        roots[y * y % m.p] += 1
    right = wrong_squares = 0
    for b in range(1, 60):
        order = 1 + sum(roots[(x**3 + b) % m.p] for x in range(m.p))
        spec = edited("toy_bls12_z4", ("b = 7", f"b = {b}"))
        if order == m.r * m.family.h1:
            right += 1
            build(spec)
            continue
        wrong_squares += roots[b] != 0
        with pytest.raises(ParamError, match=rf"b: y\^2 = x\^3 \+ {b} does not have r\*h1 = 723 points"):
            build(spec)
    assert min(right, wrong_squares) > 5


def test_a_generator_on_the_curve_but_outside_the_subgroup_is_refused() -> None:
    """(0, 2) has order 3."""
    m = model("bls12_381")
    spec = edited("bls12_381", (f'"{m.groups.g1[0]}"', '"0"'), (f'"{m.groups.g1[1]}"', '"2"'))
    with pytest.raises(ParamError, match=r"generators\.g1: on the curve, but r times it is not infinity"):
        build(spec)


def test_the_standalone_test_can_be_forced() -> None:
    text = ('family = "bls12"', 'family = "bls12"\nsubgroup_fold = "none"')
    fold = build(edited("toy_bls12_z4", text)).fold
    assert (fold.choice, fold.forced) == ("none", True)
