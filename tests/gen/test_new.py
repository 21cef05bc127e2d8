# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`gen new`, `gen search` and `gen diff`: a parameter file from a seed, seeds from a weight, what a change changes."""

from __future__ import annotations

import re
import time
import tomllib
from pathlib import Path

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from curvelib import ROOT, TOYS, model, run_gen, text_of
from gen.derive.algebra import Curve, PrimeField, QuadraticField
from gen.derive.choose import (
    expression,
    has_order,
    nearest_seed,
    seed_test,
    smallest_b,
    smallest_xi,
    sparse_seeds,
    square_or_cube,
)
from gen.derive.families import FAMILIES
from gen.derive.pairing import naf
from gen.model import build
from gen.newcurve import choose, parameter_file
from gen.numbers import integer
from gen.outputs.difference import changed_files, changed_values
from gen.params import FOLDS, ParamError, curve_names, parse
from gen.tree import curve_files

BN = FAMILIES["bn"]
UNSEEN = "-(2^62 - 2^56 + 2^29 - 1)"  # of no parameter set here


def weight(z: int) -> int:
    return sum(digit != 0 for digit in naf(abs(z)))


PAIRINGS = [name for name in curve_names() if tomllib.loads(text_of(name))["family"] in FOLDS]


@pytest.mark.parametrize("name", PAIRINGS)
def test_new_finds_what_others_chose_for_a_seed_or_something_smaller(name: str) -> None:
    """Standards and libraries chose by hand what the rules choose: EIP-197's b = 3 and xi = 9 + u, for one."""
    table = tomllib.loads(text_of(name))
    made = choose(name, table["family"], str(table["z"]))
    chosen = tomllib.loads(parameter_file(made))
    assert (int(chosen["z"]), chosen["generators"]) == (int(table["z"]), "first")
    assert chosen["b"] <= table["b"] and chosen["non_residue"][0] <= table["non_residue"][0]
    assert chosen["non_residue"][1] == 1
    if name in ("bn254", "bn254_nogami", "bls12_381"):
        assert (chosen["b"], chosen["non_residue"]) == (table["b"], table["non_residue"])


def test_a_seed_never_seen_before(tmp_path: Path) -> None:
    """From the seed to a checked file in less than a minute, which holds for the generator as it stands."""
    start = time.monotonic()
    run = run_gen("new", "unseen", f"--seed={UNSEEN}", "--out", str(tmp_path))
    assert run.returncode == 0, run.stderr
    assert time.monotonic() - start < 60
    path = tmp_path / "unseen.toml"
    assert f"wrote {path}" in run.stdout and "twist" in run.stdout and "the first of 1 + u, 2 + u" in run.stdout
    made = build(parse(path.read_bytes(), "unseen.toml", "unseen"))
    assert made.z == integer(UNSEEN, 64)
    text = path.read_text()
    assert f"twist type {made.groups.twist}" in text
    assert f"# ({made.groups.g1[0]}, {made.groups.g1[1]})\n" in text and f"# x = {made.groups.g2[0][0]}\n" in text
    before = path.read_bytes()
    again = run_gen("new", "unseen", "--seed=-3", "--out", str(tmp_path))
    assert again.returncode == 1 and "--force" in again.stderr and path.read_bytes() == before
    assert run_gen("show", str(path)).returncode == 0


def test_an_existing_file_is_replaced_with_force_only(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("mine\n")
    arguments = ("new", "mine", "--seed=-3", "--out", str(tmp_path))
    run = run_gen(*arguments)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1].startswith("gen new: refused: command line: NAME: mine.toml is there already")
    assert path.read_text() == "mine\n"
    assert run_gen(*arguments, "--force").returncode == 0
    assert tomllib.loads(path.read_text())["z"] == "-3"


def test_what_is_given_is_kept() -> None:
    chosen = tomllib.loads(parameter_file(choose("mine", "bn", "7", "6,1", "29", 'A title with "quotes"', "a source")))
    assert (chosen["b"], chosen["non_residue"], chosen["title"]) == (29, [6, 1], 'A title with "quotes"')
    assert chosen["citations"][0] == {"what": "seed", "where": "a source"}


@pytest.mark.parametrize(
    ("arguments", "key", "reason"),
    [
        (("mine", "bn", "4"), "z", r"p = .* = 11929 is not prime for z = 4; the nearest seed .* is \d"),
        (("mine", "bn", "0"), "z", "0 gives p = r = 1"),
        (("mine", "bn", "2^64"), "z", r"\|z\| has 65 bits"),
        (("mine", "bn", "two"), "--seed", "'?two'? is not an integer"),
        (("Mine", "bn", "7"), "name", "'Mine' is not lower case"),
        (("mine", "bn", "7", "1"), "--xi", "'1' is not A,B"),
        (("mine", "bn", "7", "0,1"), "non_residue", r"is a square in Fp2.*; \d \+ u would do"),
        (("mine", "bn", "7", "200000,1"), r"non_residue\[0\]", "200000 is not .* p = 100003"),
        (("mine", "bn", "7", None, "2"), "b", r"does not have r = \d+ points.*; the smallest b that fits is \d"),
        (("mine", "bn", "7", None, "0"), "b", "0 is not positive"),
        (("mine", "bn", "7", None, None, "a\nb"), "title", "line of ASCII text"),
    ],
)
def test_what_new_refuses(arguments: tuple[str, ...], key: str, reason: str) -> None:
    with pytest.raises(ParamError, match=f"^command line: {key}: .*{reason}"):
        choose(*arguments)


@pytest.mark.parametrize("name", ["bn254", "bn256", "bn254_nogami", *TOYS])
def test_squares_cubes_and_orders_by_slower_means(name: str) -> None:
    """Euler's criterion with the whole exponent, and points times the order."""
    m = model(name)
    field, base = QuadraticField(m.p), PrimeField(m.p)
    for real in range(1, 8):
        square = field.pow((real, 1), (m.p**2 - 1) // 2) == (1, 0)
        cube = field.pow((real, 1), (m.p**2 - 1) // 3) == (1, 0)
        assert square_or_cube((real, 1), m.p) == ("a square" if square else "a cube" if cube else None)
    for b in range(1, 8):
        curve = Curve(base, b)
        points = [point for point, _ in zip(curve.points(), range(8))]
        assert has_order(m.p, m.family.t, b) == all(curve.mul(point, m.r) is None for point in points)
    assert square_or_cube((0, 0), m.p) == "0"
    right = [b for b in range(1, 11) if has_order(m.p, m.family.t, b)]
    assert not right or smallest_b(m.p, m.family.t) == right[0]


def test_the_smallest_xi_says_why_not_the_ones_before() -> None:
    xi, refused = smallest_xi(model("bn254").p)
    assert xi == (9, 1)
    assert len(refused) == 8 and all(re.fullmatch(r"[1-8] \+ u is a (square|cube)", text) for text in refused)


@given(st.integers(min_value=-(2**64), max_value=2**64).filter(lambda z: z != 0))
def test_expressions_of_seeds_read_back(z: int) -> None:
    assert integer(expression(z), 70) == z
    assert expression(z).count("2^") + ("1" in re.findall(r"(?<!\^)\b1\b", expression(z))) == weight(z)


def test_the_seed_test_agrees_with_the_definition() -> None:
    test = seed_test(BN)
    for z in range(-3000, 3000):
        p, r = 36 * z**4 + 36 * z**3 + 24 * z**2 + 6 * z + 1, 36 * z**4 + 36 * z**3 + 18 * z**2 + 6 * z + 1
        serves = p % 4 == 3 and p != r and bool(sympy.isprime(p)) and bool(sympy.isprime(r))
        assert (test(z) is not None) == serves, z
    start = 4965661367192848881
    for z in range(start - 400, start + 400):  # beyond the sieve's own primes
        p, r = 36 * z**4 + 36 * z**3 + 24 * z**2 + 6 * z + 1, 36 * z**4 + 36 * z**3 + 18 * z**2 + 6 * z + 1
        assert (test(z) is not None) == (p % 4 == 3 and bool(sympy.isprime(p)) and bool(sympy.isprime(r)))


def test_the_nearest_seed_is_the_nearest() -> None:
    test = seed_test(BN)
    found = nearest_seed(BN, 1000)
    assert found is not None and test(found.z) is not None
    assert all(test(z) is None for z in range(1000 - abs(found.z - 1000) + 1, 1000 + abs(found.z - 1000)))


@pytest.mark.parametrize(("bits", "most"), [(17, 2), (18, 3), (30, 4)])
def test_sparse_seeds_are_all_seeds_of_that_weight(bits: int, most: int) -> None:
    """Against all integers whose p has that length."""
    listed = list(sparse_seeds(BN, bits, most))
    assert len(set(listed)) == len(listed)
    assert [weight(z) for z in listed] == sorted(weight(z) for z in listed)

    def length(z: int) -> int:
        return (36 * z**4 + 36 * z**3 + 24 * z**2 + 6 * z + 1).bit_length()

    wanted = {z for z in range(-600, 600) if z and length(z) == bits and weight(z) <= most}
    assert wanted and {z for z in listed if length(z) == bits} == wanted


def test_search_finds_the_one_seed_of_three_digits() -> None:
    """-(2^62 + 2^55 + 1) of Nogami and others is the only one of weight 3 at 254 bits, with either sign."""
    run = run_gen("search", "--bits", "254", "--weight", "3")
    assert run.returncode == 0
    assert run.stdout == "-(2^62 + 2^55 + 1) = -4647714815446351873: weight 3, xi = 1 + u, b = 2\n"
    assert "all seeds of that weight" in run.stderr


def test_search_is_bounded_and_says_how_far_it_came() -> None:
    run = run_gen("search", "--bits", "254", "--weight", "8", "--budget", "500")
    assert (run.returncode, run.stdout) == (1, "")
    assert "gen search: 0 found, 500 tried, so far" in run.stderr
    run = run_gen("search", "--bits", "254", "--weight", "17")
    assert run.returncode == 1
    assert "refused: command line: --weight: 17 is not between 1 and 16" in run.stderr
    run = run_gen("search", "--bits", "254", "--weight", "3", "--count", "0")
    assert run.returncode == 1
    assert "refused: command line: --count: 0 is not between 1 and 1000" in run.stderr


def test_what_differs_between_two_curves() -> None:
    a, b = model("toy_bn_z7"), model("toy_bn_zm7")
    values = {key: (old, new) for key, old, new in changed_values(a, b)}
    assert values["family.z"] == ("7", "-7") and values["groups.twist"] == ("M", "D")
    assert "fp.word_bits" not in values and not any(key.startswith("_") for key in values)
    files = changed_files(a, curve_files(a), b, curve_files(b))
    assert "generated/CURVE/curve.h" in files["changed"] and files["only toy_bn_z7"] == []
    assert "generated/CURVE/c64/engine_id.h" in files["same"]
    assert sum(map(len, files.values())) == len(curve_files(a))
    assert changed_values(a, a) == [] and changed_files(a, curve_files(a), a, curve_files(a))["changed"] == []


def test_diff_of_a_file_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        text_of("toy_bn_z7").replace("toy_bn_z7", "mine").replace("non_residue = [1, 1]", "non_residue = [6, 1]")
    )
    run = run_gen("diff", "toy_bn_z7", str(path))
    assert run.returncode == 0
    assert "  tower.xi: ['1', '1'] -> ['6', '1']\n" in run.stdout
    assert "changed: generated/CURVE/c64/fp2.c" in run.stdout and "same: generated/CURVE/c64/fp.c" in run.stdout
    assert ROOT.as_posix() not in run.stdout
