# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The power z of the final exponentiation: digits, the count that decides, what may be forced, and its verification."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from curvelib import CURVES, ROOT, edited, model
from gen.model import build
from gen.params import CurveSpec, ParamError, load_pairing
from gen.recheck.checks import Checks
from gen.recheck.exponents import check_seed_power
from gen.seedpower import inversion_words, signed_digits

FAMILY = 'family = "bn"'
COMPRESSED = {"bn254_nogami", "bls12_381", "toy_bn_zm3", "toy_bn_zm7", "toy_bls12_zm1928"}


def value_of(digits: tuple[tuple[int, int], ...], unit: int) -> int:
    value, weight = unit, 1
    for squarings, sign in digits:
        weight <<= squarings
        value += sign * weight
    return value


def test_digits_sum_to_the_number() -> None:
    for n in (*range(1, 2000), 2**64 - 1, 2**63, 0xD201000000010000):
        digits, unit = signed_digits(n)
        assert value_of(digits, unit) == n
        assert not digits or digits[-1][1] == 1
    assert signed_digits(2**62 + 2**55 + 1) == (((55, 1), (7, 1)), 1)
    assert signed_digits(7) == (((3, 1),), -1)
    assert signed_digits(1) == ((), 1)


@pytest.mark.parametrize("name", CURVES)
def test_the_count_decides_where_nothing_is_forced(name: str) -> None:
    power = model(name).seed_power
    assert (power.choice == "compressed") == (name in COMPRESSED)
    if not power.forced:
        assert power.words[power.choice] == min(power.words.values())
    header = (ROOT / "generated" / name / "curve.h").read_text()
    assert ("#define Z_DIGITS_LEN" in header) == (name in COMPRESSED)


def test_the_count_by_hand() -> None:
    m = model("bn254_nogami")
    # 62 squarings and 2 products of Fp12; a product of Fp2 takes 104 word products, a square 72, one of Fp 36 (28 + 4n)
    assert m.seed_power.words["chain"] == 62 * 9 * 72 + 2 * 18 * 104
    # 10 batches, 5 limbs of 62 bits, 590 divsteps
    assert inversion_words(m.fp) == 10 * (10 * 5 + 2) + 590 * 5
    rest = m.seed_power.words["compressed"] - inversion_words(m.fp)
    squares, products = 62 * 6 + 2 * 4, 2 * 3 + 3 + 2 * 18
    assert 2 * 36 + 2 * 30 <= rest - squares * 72 - products * 104 <= 4 * 36  # the norm and its two products


def test_either_can_be_forced() -> None:
    forced = build(edited("bn254", (FAMILY, FAMILY + '\nseed_power = "compressed"'))).seed_power
    assert (forced.choice, forced.forced) == ("compressed", True)
    assert forced.reason == "chain: 64512 against 94106 word multiplications"
    chain = build(edited("bn254_nogami", (FAMILY, FAMILY + '\nseed_power = "chain"'))).seed_power
    assert chain.choice == "chain" and chain.reason.startswith("compressed: ")
    with pytest.raises(ParamError, match=r"seed_power: \|z\| = 1 needs no squaring; only the chain serves"):
        build(edited("toy_bn_z1", (FAMILY, FAMILY + '\nseed_power = "compressed"')))
    assert model("toy_bn_z1").seed_power.reason == "compressed: |z| = 1 needs no squaring"


def problems(spec: CurveSpec, params: dict[str, Any]) -> list[str]:
    checks = Checks()
    check_seed_power(checks, spec, params)
    return list(checks.problems)


def test_verification_finds_wrong_digits() -> None:
    spec = load_pairing("bn254_nogami")
    params = json.loads((ROOT / "generated/bn254_nogami/params.json").read_bytes())
    assert not problems(spec, params)
    for change in (
        lambda power: power.update(unit=-1),
        lambda power: power["digits"].pop(),
        lambda power: power["digits"][0].__setitem__(0, 54),
        lambda power: power["digits"][0].__setitem__(1, -1),
        lambda power: power.update(forced=True),
    ):
        spoiled = copy.deepcopy(params)
        change(spoiled["seed_power"])
        assert problems(spec, spoiled)
    del params["seed_power"]
    assert problems(edited("bn254_nogami", (FAMILY, FAMILY + '\nseed_power = "compressed"')), params)
