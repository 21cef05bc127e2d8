# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Curves without a pairing: known multiples from their standards' curves, every refusal, and what gen verify finds."""

from __future__ import annotations

import json
import re

import pytest

from curvelib import ROOT, leaves, mutate
from gen.derive.weierstrass import plain_curve
from gen.model import build
from gen.params import CURVES_DIR, ParamError, WeierstrassSpec, load, parse
from gen.recheck.weierstrass import Line, check

NAMES = ("secp256k1", "p256")
# 2G and 3G as public test vectors of both curves give them (x, then y), not computed by this project.
MULTIPLES = {
    "secp256k1": {
        2: (
            0xC6047F9441ED7D6D3045406E95C07CD85C778E4B8CEF3CA7ABAC09B95C709EE5,
            0x1AE168FEA63DC339A3C58419466CEAEEF7F632653266D0E1236431A950CFE52A,
        ),
        3: (
            0xF9308A019258C31049344F85F89D5229B531C845836F99B08601F113BCE036F9,
            0x388F7B0F632DE8140FE337E62A37F3566500A99934C2231B6CB9FD7584B8E672,
        ),
    },
    "p256": {
        2: (
            0x7CF27B188D034F7E8A52380304B51AC3C08969E277F21B35A60B48FC47669978,
            0x07775510DB8ED040293D9AC69F7430DBBA7DADE63CE982299E04B79D227873D1,
        ),
        3: (
            0x5ECBE4D1A6330A44C8F7EF951D4BF165E6C6B721EFADA985FB41661BC6E7FD6C,
            0x8734640C4998FF7E374B06CE1A64A2ECD82AB036384FB83D9A79B127A27D5032,
        ),
    },
}


def spec_of(name: str) -> WeierstrassSpec:
    spec = load(name)
    assert isinstance(spec, WeierstrassSpec)
    return spec


def edited(name: str, **values: str) -> WeierstrassSpec:
    text = (CURVES_DIR / f"{name}.toml").read_text(encoding="utf-8")
    for key, value in values.items():
        text, count = re.subn(rf"(?m)^{key} = .*$", f"{key} = {value}", text)
        assert count == 1
    spec = parse(text.encode(), f"{name}.toml", name)
    assert isinstance(spec, WeierstrassSpec)
    return spec


@pytest.mark.parametrize("name", NAMES)
def test_known_multiples(name: str) -> None:
    spec = spec_of(name)
    curve, line = plain_curve(spec), Line(spec.p, spec.a, spec.b)
    for k, point in MULTIPLES[name].items():
        assert curve.mul(spec.g1, k) == point == line.mul(spec.g1, k)
    for k in (1, 5, spec.r - 1, spec.r // 3, 2**200 + 1):
        assert curve.mul(spec.g1, k) == line.mul(spec.g1, k)


@pytest.mark.parametrize("name", NAMES)
def test_another_implementation_agrees(name: str) -> None:
    ec = pytest.importorskip(
        "cryptography.hazmat.primitives.asymmetric.ec",
        reason="this interpreter lacks the package cryptography (in .venv: tests/requirements.lock)",
    )
    spec = spec_of(name)
    curve = {"secp256k1": ec.SECP256K1, "p256": ec.SECP256R1}[name]()
    for k in (1, 2, 0xDEADBEEF, spec.r - 1, spec.r // 7):
        numbers = ec.derive_private_key(k, curve).public_key().public_numbers()
        assert plain_curve(spec).mul(spec.g1, k) == (numbers.x, numbers.y)


@pytest.mark.parametrize(
    ("name", "values", "key", "says"),
    [
        (
            "p256",
            {"p": '"115792089210356248762697446949407573530086143415290314195533631308867097853953"'},
            "p",
            "prime",
        ),
        ("p256", {"p": '"13"'}, "p", "13 is 1 mod 4"),
        ("p256", {"a": "-2"}, "a", "-2 is neither 0 nor -3"),
        ("p256", {"b": "0"}, "b", "0 is not in 1..p-1"),
        ("p256", {"b": "2"}, "b", "the curve is singular"),
        ("p256", {"b": "3"}, "generator", "not on the curve: y^2 - x^3 - ax - b = "),
        (
            "p256",
            {"r": '"115792089210356248762697446949407573529996955224135760342422259061068512044371"'},
            "r",
            "prime",
        ),
        ("p256", {"r": '"1000003"'}, "r", "r times the generator is not infinity"),
        ("secp256k1", {"a": "-3"}, "generator", "not on the curve"),
        ("secp256k1", {"b": '"7.0"'}, "b", "is not an integer"),
    ],
)
def test_refusals(name: str, values: dict[str, str], key: str, says: str) -> None:
    with pytest.raises(ParamError) as refused:
        build(edited(name, **values))
    assert refused.value.key == key
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("b", "r", "generator", "says"),
    [
        (58, 503, "[1, 168]", "r = p = 503: on such a curve discrete logarithms are easy"),
        (51, 523, "[1, 7]", "r divides p^87 - 1: the embedding degree must be above 100"),
    ],
)
def test_weak_curves_of_prime_order_are_refused(b: int, r: int, generator: str, says: str) -> None:
    """Over F_503, where all points can be counted."""
    points = [(x, y) for x in range(503) for y in range(503) if (y * y - x**3 + 3 * x - b) % 503 == 0]
    assert len(points) + 1 == r
    text = (
        f'name = "weak"\ntitle = "weak"\nfamily = "weierstrass"\np = 503\na = -3\nb = {b}\nr = {r}\n'
        f'generator = {generator}\n[[citations]]\nwhat = "w"\nwhere = "w"\n'
    )
    with pytest.raises(ParamError, match=re.escape(says)):
        build(parse(text.encode(), "weak.toml", "weak"))


@pytest.mark.parametrize("name", NAMES)
def test_verify_finds_every_changed_value(name: str) -> None:
    """Each value of both tables, each number and macro of curve.h, a byte of each number of vectors.h."""
    folder = ROOT / "generated" / name
    spec = spec_of(name)
    tables = [json.loads((folder / file).read_bytes()) for file in ("params.json", "proofs.json")]
    curve_h, vectors_h = ((folder / file).read_text(encoding="utf-8") for file in ("curve.h", "vectors.h"))
    assert check(spec, *tables, curve_h, vectors_h)[1] == []
    for which in (0, 1):
        for path in leaves(tables[which]):
            changed = [mutate(table, path) if i == which else table for i, table in enumerate(tables)]
            assert check(spec, *changed, curve_h, vectors_h)[1], path
    digits = r"UINT64_C\(0x[0-9a-f]*([0-9a-f])\)|^#define (?:CURVE|GLV)\w* .*([0-9])$"
    for match in re.finditer(digits, curve_h, re.MULTILINE):
        at = match.start(match.lastindex)
        wrong = curve_h[:at] + ("1" if curve_h[at] == "0" else "0") + curve_h[at + 1 :]
        assert check(spec, *tables, wrong, vectors_h)[1], match.group()
    # 7 is prime to the 32 bytes of a number.
    for match in [*re.compile(r"0x[0-9a-f]([0-9a-f])\b").finditer(vectors_h, vectors_h.index("#ifndef"))][::7]:
        wrong = vectors_h[: match.start(1)] + f"{int(match[1], 16) ^ 1:x}" + vectors_h[match.end(1) :]
        assert check(spec, *tables, curve_h, wrong)[1], match.start()
