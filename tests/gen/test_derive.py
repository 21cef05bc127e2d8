# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Derived constants against numbers of the standards and of the literature, and against identities for every seed."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from curvelib import BLS12, BN, CURVES, composite_with_a_point, edited, model
from gen.derive.algebra import Curve, PrimeField, QuadraticField
from gen.derive.factor import factor_bounded
from gen.derive.glv import derive_glv, reduce_lattice
from gen.derive.pairing import naf
from gen.derive.primality import CurveCertificate, certify, certify_by_curve
from gen.derive.subgroup import norm
from gen.derive.trinomial import derive_standalone
from gen.model import build
from gen.outputs.curve_header import curve_header
from gen.params import ParamError

SEEDS = st.integers(min_value=-(2**64), max_value=2**64).filter(lambda z: z != 0)

# EIP-196 and EIP-197 state p and r.
P = 21888242871839275222246405745257275088696311157297823662689037894645226208583
R = 21888242871839275222246405745257275088548364400416034343698204186575808495617


def family(z: int) -> tuple[int, int]:
    return 36 * z**4 + 36 * z**3 + 24 * z**2 + 6 * z + 1, 36 * z**4 + 36 * z**3 + 18 * z**2 + 6 * z + 1


def test_bn254_primes_are_the_standards() -> None:
    m = model("bn254")
    assert (m.p, m.r) == (P, R)
    assert m.family.t == m.p + 1 - m.r == 147946756881789318990833708069417712967


def test_bn254_nogami_is_the_published_curve() -> None:
    """p and r as the Haskell package mcl prints them for its Fp254BNb, and that curve's b and twist."""
    m = model("bn254_nogami")
    assert m.p == 16798108731015832284940804142231733909889187121439069848933715426072753864723
    assert m.r == 16798108731015832284940804142231733909759579603404752749028378864165570215949
    assert (m.groups.b, m.xi, m.groups.twist) == (2, (1, 1), "D")
    assert (m.chain.doublings, m.chain.additions) == (62, 2)


def test_bn254_twist() -> None:
    """b' = 3/(9+u) as EIP-197 states it; a D twist."""
    m = model("bn254")
    assert m.groups.twist == "D"
    assert m.groups.twist_b == (
        19485874751759354771024239261021720505790618469301721065564631296452457478373,
        266929791119991161246907387137283842545076965332900288569378510910307636690,
    )
    assert m.groups.twist_order == m.r * (2 * m.p - m.r)


def test_bn254_montgomery_data() -> None:
    m = model("bn254")
    assert m.fp.R == 0x0E0A77C19A07DF2F666EA36F7879462C0A78EB28F5C70B3DD35D438DC58F0D9D
    assert m.fp.R2 == 0x06D89F71CAB8351F47AB1EFF0A417FF6B5E71911D44501FBF32CFC5B538AFA89
    assert m.fp.R3 == 0x20FD6E902D592544EF7F0B0C0ADA0AFB62F210E6A7283DB6B1CD6DAFDA1530DF
    assert m.fp.n0 == 0x87D20782E4866389
    assert (m.fp.spare_bits, model("bn256").fp.spare_bits) == (2, 0)


def test_bn254_frobenius_and_psi() -> None:
    m = model("bn254")
    gamma12 = (
        21575463638280843010398324269430826099269044274347216827212613867836435027261,
        10307601595873709700152284273816112264069230130616436755625194854815875713954,
    )
    gamma13 = (
        2821565182194536844548159561693502659359617185244120367078079554186484126554,
        3505843767911556378687030309984248845540243509899259641013678093033130930403,
    )
    gamma32 = (
        3772000881919853776433695186713858239009073593817195771773381919316419345261,
        2236595495967245188281701248203181795121068902605861227855261137820944008926,
    )
    assert m.tower.gamma1[1:3] == (gamma12, gamma13)
    assert m.tower.gamma2[1] == 21888242871839275220042445260109153167277707414472061641714758635765020556616
    assert m.tower.gamma2[2] == P - 1
    assert m.tower.gamma3[1] == gamma32
    assert (m.endo.psi_x, m.endo.psi_y, m.endo.psi3_x) == (gamma12, gamma13, gamma32)
    assert m.endo.psi2_x == m.tower.gamma2[1]


def test_bn254_scalar_splitting() -> None:
    m, z = model("bn254"), 4965661367192848881
    assert m.endo.beta == 2203960485148121921418603742825762020974279258880205651966
    assert m.endo.lam == 4407920970296243842393367215006156084916469457145843978461
    signed = {v if v[0] > 0 else (-v[0], -v[1]) for v in m.glv.v}
    assert signed == {(6 * z * z + 4 * z + 1, 2 * z + 1), (2 * z + 1, -(6 * z * z + 2 * z))}
    assert (m.glv.bits, m.glv.limbs) == (126, 2)
    assert 0.4347 < m.glv.bound / 2**127 < 0.4348


def test_bn254_loop_and_chain() -> None:
    m = model("bn254")
    assert len(m.pairing.loop_digits) == 66
    assert sum(d != 0 for d in m.pairing.loop_digits) == 22
    assert (m.chain.doublings, m.chain.additions) == (62, 13)


def test_bn254_bezout_cofactors_are_the_polynomials_of_the_seed() -> None:
    m, z = model("bn254"), 4965661367192848881
    assert m.criterion.bezout_a == (
        12 * z**3 + 12 * z**2 + 5 * z + 1,
        6 * z**3 - z,
        -(6 * z**3 + 6 * z**2 + z),
        6 * z**3 + 6 * z**2 + 2 * z,
    )
    assert m.criterion.bezout_b == (
        24 * z**4 + 12 * z**3 + z**2,
        -(18 * z**4 + 18 * z**3 + 4 * z**2),
        12 * z**4 + 12 * z**3 + 4 * z**2,
    )


def test_cofactor_primes_found_by_the_bounded_search() -> None:
    m = model("bn254")
    assert m.h2_factors.primes == (10069, 5864401)
    assert m.h2_factors.rest == 1875725156269 * 197620364512881247228717050342013327560683201906968909
    assert model("bn256").h2_factors.primes[:2] == (13, 7369)
    assert model("toy_bn_z1").h2_factors.primes == (109,)


@given(st.integers(min_value=1, max_value=2**80))
def test_factors_multiply_to_the_number(n: int) -> None:
    found = factor_bounded(n)
    product = found.rest
    for q in found.primes:
        assert sympy.isprime(q)
        product *= q
    assert product == n
    assert found.rest == 1 or not sympy.isprime(found.rest)


@pytest.mark.parametrize("name", CURVES)
def test_orders_of_the_toys_and_the_points_of_the_others(name: str) -> None:
    """Generators have order r and are not infinity; on toys the points of E are counted one by one."""
    m = model(name)
    e1, e2 = Curve(PrimeField(m.p), m.groups.b), Curve(QuadraticField(m.p), m.groups.twist_b)
    for curve, point in ((e1, m.groups.g1), (e2, m.groups.g2)):
        assert curve.contains(point)
        assert curve.mul(point, m.r) is None
    if m.p < 10**6:
        roots = {}
        for y in range(m.p):
            roots.setdefault(y * y % m.p, []).append(y)
        assert 1 + sum(len(roots.get((x**3 + m.groups.b) % m.p, ())) for x in range(m.p)) == m.r * m.family.h1


def test_the_twist_of_the_smallest_toy_counted_point_by_point() -> None:
    m = model("toy_bn_z1")
    field = QuadraticField(m.p)
    squares: dict[tuple[int, int], int] = {}
    for c0 in range(m.p):
        for c1 in range(m.p):
            square = field.mul((c0, c1), (c0, c1))
            squares[square] = squares.get(square, 0) + 1
    curve = Curve(field, m.groups.twist_b)
    points = 1 + sum(squares.get(curve.rhs((c0, c1)), 0) for c0 in range(m.p) for c1 in range(m.p))
    assert points == m.groups.twist_order == 97 * 109


@pytest.mark.parametrize(
    ("name", "twist", "fold"),
    [
        ("bn254", "D", "line"),
        ("bn256", "D", "add"),
        ("bn254_nogami", "D", "line"),
        ("toy_bn_z1", "D", "add"),
        ("toy_bn_z7", "M", "line"),
        ("toy_bn_zm3", "D", "line"),
        ("toy_bn_zm7", "D", "line"),
        ("bls12_381", "M", "end"),
        ("toy_bls12_z4", "D", "end"),
        ("toy_bls12_zm1928", "M", "end"),
    ],
)
def test_twist_types_and_folds(name: str, twist: str, fold: str) -> None:
    assert (model(name).groups.twist, model(name).fold.choice) == (twist, fold)


@given(SEEDS)
def test_the_criteria_have_norms_r_and_4r_for_every_seed(z: int) -> None:
    p, r = family(z)
    assert norm((z + 1, z, z, -2 * z)) == r
    assert norm((1, 2 * z, 0, -4 * z - 1)) == 4 * r
    assert (2 * p - r) % 2 == 1  # h2 is coprime to 4
    assert norm((6 * z + 2, 1, -1, 1)) == 36 * family(z)[1]


@given(SEEDS)
def test_the_final_exponents_identity_for_every_seed(z: int) -> None:
    p, r = family(z)
    digits = (12 * z**3 + 12 * z**2 + 6 * z + 1, 12 * z**3 + 6 * z**2 + 4 * z, 12 * z**3 + 6 * z**2 + 6 * z)
    digits = (*digits, 12 * z**3 + 6 * z**2 + 4 * z - 1)
    assert sum(d * p**i for i, d in enumerate(digits)) * r == 2 * z * (6 * z**2 + 3 * z + 1) * (p**4 - p**2 + 1)


@given(st.integers(min_value=1, max_value=2**70))
def test_naf(n: int) -> None:
    digits = naf(n)
    assert sum(d << i for i, d in enumerate(reversed(digits))) == n
    assert digits[0] == 1
    assert all(a * b == 0 for a, b in pairwise(digits))


@given(st.integers(min_value=2, max_value=2**130), st.data())
def test_lattice_reduction(r: int, data: st.DataObject) -> None:
    """A basis of the same lattice, reduced: |v0| <= |v1| and the projection at most a half."""
    lam = data.draw(st.integers(min_value=1, max_value=r - 1))
    (a, b), (c, d) = reduce_lattice(r, lam)
    assert abs(a * d - b * c) == r
    assert (a + b * lam) % r == (c + d * lam) % r == 0
    assert a * a + b * b <= c * c + d * d
    assert 2 * abs(a * c + b * d) <= a * a + b * b


def split(m, k: int) -> tuple[int, int]:
    v, half = m.glv.v, 1 << (m.glv.shift - 1)
    c = [(k * g + half) >> m.glv.shift for g in m.glv.g]
    return k - c[0] * v[0][0] - c[1] * v[1][0], -c[0] * v[0][1] - c[1] * v[1][1]


@pytest.mark.parametrize("name", CURVES)
def test_scalars_split_within_the_bound(name: str) -> None:
    """Every scalar of the small toys; extremes and a fixed sample of the others."""
    m = model(name)
    sample = random.Random(1)
    scalars = range(m.r) if m.r < 10**5 else [0, 1, m.r - 1, m.endo.lam] + [sample.randrange(m.r) for _ in range(2000)]
    for k in scalars:
        k1, k2 = split(m, k)
        assert (k1 + m.endo.lam * k2 - k) % m.r == 0
        assert max(abs(k1), abs(k2)) <= m.glv.bound < 2**m.glv.bits


@given(st.integers(min_value=3, max_value=2**64), st.data())
def test_rounding_bound_holds_for_any_lattice(r: int, data: st.DataObject) -> None:
    lam = data.draw(st.integers(min_value=1, max_value=r - 1))
    k = data.draw(st.integers(min_value=0, max_value=r - 1))
    glv = derive_glv(r, lam, 1, 64)
    assert min(glv.g) >= 0
    c = [(k * g + (1 << (glv.shift - 1))) >> glv.shift for g in glv.g]
    k1, k2 = k - c[0] * glv.v[0][0] - c[1] * glv.v[1][0], -c[0] * glv.v[0][1] - c[1] * glv.v[1][1]
    assert (k1 + lam * k2 - k) % r == 0
    assert max(abs(k1), abs(k2)) <= glv.bound


@pytest.mark.parametrize(
    ("name", "old", "new", "key", "reason"),
    [
        (
            "bn254",
            'z = "4965661367192848881"',
            'z = "4965661367192848883"',
            "z",
            "is not prime for z = 4965661367192848883",
        ),
        ("bn254", 'z = "4965661367192848881"', 'z = "4965661367192848880"', "z", "is not prime"),
        ("toy_bn_z1", 'z = "1"', 'z = "-1"', "non_residue", "is a square in Fp2"),
        ("bn254", "non_residue = [9, 1]", "non_residue = [1, 1]", "non_residue", "xi = 1 + 1*u is a square in Fp2"),
        ("bn254", "non_residue = [9, 1]", "non_residue = [2, 1]", "non_residue", "xi = 2 + 1*u is a cube in Fp2"),
        ("bn254", "non_residue = [9, 1]", "non_residue = [0, 0]", "non_residue", "is zero"),
        ("bn254", "non_residue = [9, 1]", "non_residue = [5, 0]", "non_residue", "is a square"),
        ("bn254", "b = 3", "b = 4", "b", "y^2 = x^3 + 4 does not have r = "),
        ("toy_bn_z1", "b = 5", "b = 103", "b", "is 0 modulo p"),
        (
            "bn254",
            'g1 = ["1", "2"]',
            'g1 = ["1", "3"]',
            "generators.g1",
            "is not on y^2 = x^3 + 3: y^2 - x^3 - b = 5 modulo p",
        ),
        (
            "bn254",
            '"11559732032986387107991004021392285783925812861821192530917403151452391805634"',
            '"1"',
            "generators.g2",
            "not on the twist",
        ),
        (
            "toy_bn_z1",
            'family = "bn"',
            'family = "bn"\nsubgroup_fold = "line"',
            "subgroup_fold",
            "gcd(Norm(6z+2+X-X^3), r*h2) = 109, must be 1",
        ),
        ("bn256", 'family = "bn"', 'family = "bn"\nsubgroup_fold = "line"', "subgroup_fold", "= 13, must be 1"),
    ],
)
def test_numbers_that_make_no_curve_are_refused(name: str, old: str, new: str, key: str, reason: str) -> None:
    with pytest.raises(ParamError) as caught:
        build(edited(name, (old, new)))
    assert (caught.value.file, caught.value.key) == (f"gen/curves/{name}.toml", key)
    assert reason in caught.value.reason


def test_an_even_seed_with_prime_orders_is_refused_for_p_mod_4() -> None:
    z = next(z for z in range(2, 1000, 2) if all(sympy.isprime(n) for n in family(z)))
    with pytest.raises(ParamError, match=f"z: p = {family(z)[0]} is 1 mod 4"):
        build(edited("toy_bn_z1", ('z = "1"', f'z = "{z}"')))


def test_a_generator_outside_the_subgroup_is_refused() -> None:
    spec = edited("bn254")
    m = model("bn254")
    curve = Curve(QuadraticField(m.p), m.groups.twist_b)
    with pytest.raises(ParamError, match=r"generators\.g2: on the twist, but r times it is not infinity"):
        build(replace(spec, g2=next(curve.points())))


@pytest.mark.parametrize("form", ["line", "add", "none"])
def test_a_sound_form_can_be_forced(form: str) -> None:
    fold = build(edited("toy_bn_z7", ('family = "bn"', f'family = "bn"\nsubgroup_fold = "{form}"'))).fold
    assert (fold.choice, fold.forced) == (form, True)


@pytest.mark.parametrize("name", BLS12)
def test_a_family_without_a_cheaper_criterion_takes_the_seeds(name: str) -> None:
    standalone = model(name).standalone
    assert (standalone.choice, standalone.forced, standalone.trinomial) == ("seed", False, None)


@pytest.mark.parametrize("name", BN)
def test_the_cheaper_criterion_is_taken(name: str) -> None:
    standalone = model(name).standalone
    assert (standalone.choice, standalone.forced) == ("trinomial", False)
    assert standalone.cost["trinomial"] < standalone.cost["seed"]
    assert standalone.trinomial.cofactor == 4


@pytest.mark.parametrize("choice", ["seed", "trinomial"])
def test_a_sound_criterion_can_be_forced(choice: str) -> None:
    m = build(edited("toy_bn_z7", ('family = "bn"', f'family = "bn"\nsubgroup_criterion = "{choice}"')))
    assert (m.standalone.choice, m.standalone.forced) == (choice, True)
    assert f"#define SUBGROUP_CRITERION SUBGROUP_CRITERION_{choice.upper()}" in curve_header(m)


def test_an_unsound_trinomial_is_not_taken_and_refused_if_forced() -> None:
    """No BN seed has an even h2; this one is made up. Nor does every family have a trinomial."""
    m = model("toy_bn_z7")
    even, c = replace(m.family, h2=2 * m.family.h2), m.standalone.trinomial.c
    standalone = derive_standalone(m.spec, even, c)
    assert (standalone.choice, standalone.trinomial.gcd) == ("seed", 2)
    assert standalone.reason == "trinomial: gcd(Res/r, h2) = gcd(4, h2) = 2, must be 1"
    assert derive_standalone(m.spec, even, None).choice == "seed"
    forced = replace(m.spec, criterion="trinomial")
    cases = ((c, r"gcd\(Res/r, h2\) = "), (None, "the family has none"), ((1, 2, 0, 4), "not a multiple"))
    for relation, reason in cases:
        with pytest.raises(ParamError, match=f"subgroup_criterion: the trinomial .* unsound for z = 7: .*{reason}"):
            derive_standalone(forced, even, relation)


@pytest.mark.parametrize("name", CURVES)
def test_p_and_r_are_proved_prime(name: str) -> None:
    m = model(name)
    for n, certificate in ((m.p, m.prime_p), (m.r, m.prime_r)):
        assert certificate is not None
        assert certificate.n == n
        if isinstance(certificate, CurveCertificate):
            assert name == "bls12_381"
            continue
        assert (n - 1) % certificate.factored == 0
        assert certificate.factored**3 > n


@given(st.integers(min_value=3, max_value=2**64))
def test_certificates_are_given_to_primes_only(n: int) -> None:
    """Carmichael numbers and squares of primes included: whatever is certified is prime."""
    if certify(n) is not None:
        assert sympy.isprime(n)


def test_a_curve_certifies_primes_only() -> None:
    """The proof of bls12_381's p; none with too small an order, a wrong one, or modulo a product."""
    m = model("bls12_381")
    b, g = m.groups.b, m.groups.g1
    assert certify_by_curve(m.p, b, g, m.r) == m.prime_p
    assert certify_by_curve(m.p, b, g, m.r - 2) is None
    assert certify_by_curve(m.p, b, (g[0], g[1] + 1), m.r) is None
    assert certify_by_curve(m.p, b, (0, 2), 3) is None
    small = model("toy_bls12_z4")
    assert certify_by_curve(small.p, small.groups.b, small.groups.g1, small.r) is not None
    n, b, point, order = composite_with_a_point()
    assert Curve(PrimeField(n), b).contains(point)
    assert certify_by_curve(n, b, point, order) is None


def test_a_sum_modulo_a_product_is_right_or_refused() -> None:
    """Two points with the same x, equal modulo one factor and opposite modulo the other: no formula serves both."""
    p, q = (model(name).p for name in ("toy_bn_z1", "toy_bn_zm3"))
    n, b, point, _ = composite_with_a_point()
    y = point[1]
    other = (point[0], (y * q * pow(q, -1, p) - y * p * pow(p, -1, q)) % n)
    curve = Curve(PrimeField(n), b)
    assert curve.contains(other)
    with pytest.raises(ValueError, match="it is no prime"):
        curve.add(point, other)


@pytest.mark.parametrize("n", [561, 1105, 3215031751, 7919**2, 4294967297, 2**61 - 3, 3 * (2**31 - 1)])
def test_composites_get_no_certificate(n: int) -> None:
    assert certify(n) is None
