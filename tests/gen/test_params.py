# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Parameter files that are malformed are refused with the file, the key and the reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curvelib import CURVES, edited, text_of
from gen.params import ParamError, load, parse

FILE = "gen/curves/bn254.toml"


@pytest.mark.parametrize("name", CURVES)
def test_every_curve_loads(name: str) -> None:
    spec = load(name)
    assert spec.name == name
    assert spec.file == f"gen/curves/{name}.toml"
    assert spec.citations


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('z = "4965661367192848881"', "", "z", "missing"),
        ("b = 3", "", "b", "missing"),
        ("b = 3", "b = 3\nB = 3", "B", "unknown key"),
        ("b = 3", "b = 3\nr = 17", "r", "unknown key"),
        ("b = 3", "b = 0", "b", "not positive"),
        ("b = 3", "b = -3", "b", "not positive"),
        ("b = 3", "b = 3.0", "b", "not an integer"),
        ("b = 3", "b = true", "b", "not an integer"),
        ("b = 3", 'b = "0x3"', "b", "not an integer"),
        ("b = 3", "b = 3\nb = 4", "syntax", "not valid TOML"),
        ("b = 3", "b = = 3", "syntax", "not valid TOML"),
        ('z = "4965661367192848881"', 'z = "0"', "z", "0 gives"),
        ('z = "4965661367192848881"', 'z = "04"', "z", "not an integer"),
        ('z = "4965661367192848881"', 'z = "18446744073709551616"', "z", "65 bits"),
        ('family = "bn"', 'family = "kss16"', "family", "unknown; known: bn, bls12"),
        ('family = "bn"', 'family = "bls12"\nsubgroup_fold = "line"', "subgroup_fold", "known: end, none"),
        ('name = "bn254"', 'name = "bn255"', "name", "differs from the file's name"),
        ('name = "bn254"', 'name = "BN254"', "name", "lower case"),
        ('family = "bn"', 'family = "bn"\nsubgroup_fold = "circle"', "subgroup_fold", "known: line, add, none"),
        ('family = "bn"', 'family = "bn"\nsubgroup_criterion = "x"', "subgroup_criterion", "known: trinomial, seed"),
        ('family = "bn"', 'family = "bn"\nseed_power = "x"', "seed_power", "known: chain, compressed"),
        ("non_residue = [9, 1]", "non_residue = [9]", "non_residue", "two integers"),
        ("non_residue = [9, 1]", "non_residue = [9, 1, 0]", "non_residue", "two integers"),
        ("non_residue = [9, 1]", 'non_residue = [9, "u"]', "non_residue[1]", "not an integer"),
        ('g1 = ["1", "2"]', "", "generators.g1", "missing"),
        ('g1 = ["1", "2"]', 'g1 = ["1"]', "generators.g1", "two integers"),
        ('g1 = ["1", "2"]', 'g1 = ["1", "2"]\ng3 = 1', "generators.g3", "unknown key"),
        ('where = "EIP-196"', "", "citations[0].where", "missing"),
        ('where = "EIP-196"', 'where = ""', "citations[0].where", "non-empty line"),
        ('where = "EIP-196"', 'where = "*/ int x;"', "citations[0].where", "printed in C comments"),
    ],
)
def test_refused(old: str, new: str, key: str, reason: str) -> None:
    with pytest.raises(ParamError) as caught:
        edited("bn254", (old, new))
    assert caught.value.file == FILE
    assert caught.value.key == key
    assert reason in caught.value.reason
    assert str(caught.value).startswith(f"{FILE}: {key}: ")


def test_generators_by_an_unknown_rule() -> None:
    with pytest.raises(ParamError, match="generators: 'last' is unknown"):
        edited("toy_bn_z1", ('generators = "first"', 'generators = "last"'))


def test_no_citation() -> None:
    text = text_of("toy_bn_z1")
    with pytest.raises(ParamError, match="citations: missing"):
        parse(text[: text.index("[[citations]]")].encode(), "f.toml", "toy_bn_z1")


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(ParamError, match=r"gen/curves/bn255\.toml: file: cannot be read .*curves here: .*bn254"):
        load("bn255")


@given(st.binary(max_size=200))
def test_no_bytes_make_it_fail_otherwise(raw: bytes) -> None:
    with pytest.raises(ParamError):
        parse(raw, "f.toml", "f")


@given(
    st.recursive(
        st.integers() | st.text(max_size=5) | st.booleans(), lambda inner: st.lists(inner, max_size=3), max_leaves=6
    )
)
def test_no_value_of_a_key_makes_it_fail_otherwise(value: object) -> None:
    """Any TOML value in place of the generators: accepted shapes parse, all others are refused by name."""
    text = text_of("toy_bn_z1").replace('generators = "first"', f"generators = {_toml(value)}")
    try:
        parse(text.encode(), "f.toml", "toy_bn_z1")
    except ParamError as err:
        assert err.key.startswith(("generators", "syntax"))


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    if isinstance(value, str):
        return '"' + "".join(c if c.isalnum() and c.isascii() else "?" for c in value) + '"'
    return str(value)
