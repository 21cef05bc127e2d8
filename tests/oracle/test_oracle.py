# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The oracle against facts it was not built from, and the committed vectors against the oracle."""

from __future__ import annotations

from math import prod
from pathlib import Path

import pytest
from sympy import isprime

import cases_common
import make_curve_vectors
import make_pairing_vectors
import make_vectors
import oracle_curve
import oracle_evm
import vector_file
from oracle_curve import BN254, G1, G2, H2_PRIMES, TOYS, Curve


def test_bn254_parameters() -> None:
    assert BN254.p == 0x30644E72E131A029B85045B68181585D97816A916871CA8D3C208C16D87CFD47  # EIP-196
    assert BN254.r == 0x30644E72E131A029B85045B68181585D2833E84879B9709143E1F593F0000001
    assert BN254.twist == "D"
    assert BN254.in_g2(G2) and BN254.on_g1(G1) and BN254.mul(G1, BN254.r) is None
    assert prod(H2_PRIMES) == BN254.h2 and all(isprime(q) for q in H2_PRIMES)


def test_glv_constants() -> None:
    x, y = G1
    assert BN254.mul(G1, cases_common.LAMBDA) == (cases_common.BETA * x % BN254.p, y)
    assert all((a + b * cases_common.LAMBDA) % BN254.r == 0 for a, b in cases_common.LATTICE)


@pytest.mark.parametrize("curve", TOYS, ids=lambda c: c.name)
def test_toy_pairing(curve: Curve) -> None:
    """Orders, bilinearity and non-degeneracy; on both twist types."""
    assert isprime(curve.p) and isprime(curve.r) and curve.p % 4 == 3
    candidates = (curve.lift_g1(x) for x in range(1, 50))
    a = next(q for point in candidates if point and (q := curve.mul(point, curve.h1)))
    points = (curve.lift_g2((i, 1)) for i in range(50))
    b = next(q for point in points if point and (q := curve.mul2(point, curve.h2)))
    assert curve.mul(a, curve.r) is None and curve.in_g2(b)
    base = curve.pairing_product([(a, b)])
    assert base != curve.fp12.one and curve.fp12.pow(base, curve.r) == curve.fp12.one
    for i, j in ((2, 1), (1, 2), (5, 7), (curve.r - 1, 1), (11, curve.r - 3)):
        expected = curve.fp12.pow(base, i * j % curve.r)
        assert curve.pairing_product([(curve.mul(a, i), curve.mul2(b, j))]) == expected


def test_both_twist_types_are_covered() -> None:
    assert {curve.twist for curve in TOYS} == {"D", "M"}


def test_whole_group_of_the_smallest_toy() -> None:
    """Toy z = 1: exactly r points over Fp, exactly r * h2 on the twist, exactly r of these in G2."""
    curve = TOYS[0]
    p = curve.p
    assert 1 + sum(curve.on_g1((x, y)) for x in range(p) for y in range(p)) == curve.r == 97
    lifted = [q for i in range(p) for j in range(p) if (q := curve.lift_g2((i, j)))]
    everything = {point for q in lifted for point in (q, curve.neg2(q))}
    assert len(everything) + 1 == curve.r * curve.h2 == 97 * 109
    assert 1 + sum(curve.in_g2(q) for q in sorted(everything)) == 97


def test_off_curve_point_that_passes_the_group_relations() -> None:
    """(4x, 8y) is killed by r and satisfies the psi relation, yet is no point of the twist: the curve check matters."""
    fake = ((4 * G2[0][0] % BN254.p, 4 * G2[0][1] % BN254.p), (8 * G2[1][0] % BN254.p, 8 * G2[1][1] % BN254.p))
    assert BN254.mul2(fake, BN254.r) is None and not BN254.on_twist(fake) and not BN254.in_g2(fake)


@pytest.mark.parametrize("op", sorted(oracle_evm.OPERATIONS))
def test_committed_vectors(op: str) -> None:
    assert make_vectors.main(["--quick", "--op", op]) == 0


def test_vectors_of_other_curves() -> None:
    """The committed files are what the oracle gives; bn256 is the one of the package documentation."""
    curve = make_curve_vectors.BN256
    assert curve.p.bit_length() == 256 and isprime(curve.p) and isprime(curve.r) and curve.h2 % 13 == 0
    assert isprime(make_curve_vectors.NOGAMI.p) and isprime(make_curve_vectors.NOGAMI.r)
    assert make_curve_vectors.main(["--check"]) == 0


def test_bls12_381_parameters() -> None:
    curve, g, h = oracle_curve.BLS12_381, oracle_curve.BLS12_381_G1, oracle_curve.BLS12_381_G2
    # RFC 9380, sections 8.8.1 and 8.8.2
    assert curve.p == 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
    assert curve.r == 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
    assert isprime(curve.p) and isprime(curve.r) and curve.twist == "M"
    assert curve.in_g1(g) and curve.in_g2(h)


def test_bls12_381_vectors_are_the_oracles() -> None:
    assert make_pairing_vectors.main(["--check"]) == 0


def test_another_text_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "x.json"
    for number, arguments, code in ((1, ["--check"], 1), (1, [], 0), (1, ["--check"], 0), (2, ["--check"], 1)):
        assert vector_file.command("", file, lambda number=number: [{"a": number}], arguments) == code
    assert file.read_text() == '[\n{"a":1}\n]\n'
    assert "x.json: not what the oracle gives" in capsys.readouterr().err
