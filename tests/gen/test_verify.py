# SPDX-License-Identifier: Apache-2.0 OR MIT
"""verify finds every changed value: each leaf of params.json and proofs.json, each constant of the headers."""

from __future__ import annotations

import copy
import json
import re
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from curvelib import CURVES, PROSE, ROOT, Path_, composite_with_a_point, leaves, model, mutate
from gen.outputs.curve_header import curve_header
from gen.outputs.params_json import params
from gen.outputs.proofs_json import proofs
from gen.outputs.vectors_header import vectors_header
from gen.params import load
from gen.recheck.checks import Checks
from gen.recheck.headers import TABLE
from gen.recheck.proofs import _check_curve_certificate, check_primality, check_standalone
from gen.verify import verify_texts

# Both families, both twist types, both signs of the seed, a composite cofactor.
LONG = pytest.param("toy_bls12_zm1928", marks=pytest.mark.full)  # its primes have 64 bits, those of the others few
MUTATED = ("toy_bn_z1", "toy_bn_z7", "toy_bls12_z4", "toy_bn_zm7", LONG)


def outputs(name: str) -> tuple[dict[str, Any], dict[str, Any], str, str]:
    m = model(name)
    return params(m), proofs(m), curve_header(m), vectors_header(m)


@pytest.mark.parametrize("name", CURVES)
def test_what_the_generator_makes_is_right(name: str) -> None:
    count, problems = verify_texts(load(name), *outputs(name))
    assert problems == []
    assert count > 250


@pytest.mark.parametrize("name", MUTATED)
def test_every_changed_value_is_found(name: str) -> None:
    spec, tables = load(name), outputs(name)
    missed = []
    for which in (0, 1):
        for path in leaves(tables[which]):
            mutated = list(tables)
            mutated[which] = mutate(tables[which], path)
            if not verify_texts(spec, *mutated)[1]:
                missed.append(path)
    assert missed == []


@pytest.mark.parametrize("name", MUTATED[:3])
def test_every_missing_key_is_found(name: str) -> None:
    spec, tables = load(name), outputs(name)
    for which in (0, 1):
        for section, inner in tables[which].items():
            if section in PROSE or not isinstance(inner, dict):
                continue
            for key in inner:
                if key in PROSE:
                    continue
                mutated = copy.deepcopy(list(tables))
                del mutated[which][section][key]
                assert verify_texts(spec, *mutated)[1], f"{section}.{key}"


@pytest.mark.parametrize(
    "path",
    [
        ("fp", "R2"),
        ("tower", "gamma3", 4, 1),
        ("endomorphisms", "psi3_x", 1),
        ("endomorphisms", "lambda"),
        ("glv", "g", 0),
        ("chain", "steps", 5, 3),
    ],
    ids=str,
)
def test_bn254_a_changed_value_is_found(path: Path_) -> None:
    tables = list(outputs("bn254"))
    tables[0] = mutate(tables[0], path)
    _, problems = verify_texts(load("bn254"), *tables)
    assert any(str(path[0]) in problem for problem in problems)


@pytest.mark.parametrize("name", ["toy_bn_z1", "toy_bn_z7", "toy_bls12_z4"])
def test_every_changed_constant_of_curve_h_is_found(name: str) -> None:
    """Each number of each table, the hexadecimal ones by a flipped last digit; and each macro."""
    spec, tables = load(name), outputs(name)
    text = tables[2]
    spots = [
        (match.start(4) + number.start(), number.group())
        for match in TABLE.finditer(text)
        for number in re.finditer(r"(?<=0x)[0-9a-f]+|CHAIN_DBL|\b-?[0-9]+(?=[,}])", match.group(4))
    ]
    spots += [
        (m.start(1), m.group(1))
        for m in re.finditer(r"^#define (?:CURVE|GLV|ATE|Z_CHAIN|SUBGROUP)\w* (.*[0-9A-Z])", text, re.M)
    ]
    assert len(spots) > 70
    missed = []
    for at, old in spots:
        last = old[-1]
        new = old[:-1] + ("1" if last == "0" else "0" if last.isalnum() else "1")
        mutated = text[:at] + new + text[at + len(old) :]
        if not verify_texts(spec, tables[0], tables[1], mutated, tables[3])[1]:
            missed.append((text[max(0, at - 40) : at], old, new))
    assert missed == []


@pytest.mark.parametrize("name", ["toy_bn_z1", "toy_bn_zm7", "toy_bls12_z4"])
def test_every_changed_byte_of_vectors_h_is_found(name: str) -> None:
    spec, tables = load(name), outputs(name)
    text = tables[3]
    for match in re.compile(r"0x[0-9a-f]{2}\b").finditer(text, text.index("#ifndef")):
        byte = int(match.group(), 16) ^ 1
        mutated = text[: match.start()] + f"0x{byte:02x}" + text[match.end() :]
        assert verify_texts(spec, *tables[:3], mutated)[1], f"byte at {match.start()}"


def test_true_and_false_pairing_cannot_be_exchanged() -> None:
    tables = list(outputs("toy_bn_z7"))
    tables[3] = (
        tables[3]
        .replace("PAIRING_TRUE", "PAIRING_X")
        .replace("PAIRING_FALSE", "PAIRING_TRUE")
        .replace("PAIRING_X", "PAIRING_FALSE")
    )
    assert any("VEC_PAIRING" in problem for problem in verify_texts(load("toy_bn_z7"), *tables)[1])


@pytest.mark.parametrize(
    "change",
    [
        {"z": 7},
        {"b": 6},
        {"xi": (3, 1)},
        {"title": "another"},
        {"g1": (1, 2), "g2": ((1, 0), (1, 0))},
        {"fold": "none"},
        {"criterion": "seed"},
    ],
    ids=str,
)
def test_parameters_changed_without_regenerating_are_found(change: dict[str, Any]) -> None:
    _, problems = verify_texts(replace(load("toy_bn_z1"), **change), *outputs("toy_bn_z1"))
    assert problems


def test_an_unsound_fold_is_found() -> None:
    tables = copy.deepcopy(list(outputs("toy_bn_z1")))
    tables[0]["subgroup"]["fold"] = tables[1]["fold"]["choice"] = "line"
    _, problems = verify_texts(load("toy_bn_z1"), *tables)
    assert any("line is unsound here" in problem for problem in problems)


def test_an_unsound_criterion_is_found() -> None:
    """With an even h2 the trinomial would accept more than G2."""
    params_, proofs_, _, _ = copy.deepcopy(outputs("toy_bn_z7"))
    params_["family"]["h2"] = str(2 * int(params_["family"]["h2"]))
    checks = Checks()
    check_standalone(checks, load("toy_bn_z7"), params_, proofs_)
    assert "standalone.choice: trinomial is unsound here" in checks.problems


def by_curve(n: int, b: int, point: tuple[int, int], order: int, r_proved: bool = True) -> list[str]:
    """What the re-check says of such a proof that n is prime; nothing is asked of r but to be there."""
    family = {"p": str(n), "r": str(order)}
    params_ = {"family": family, "groups": {"b": str(b), "g1": [str(c) for c in point]}}
    proof = {"order": str(order), "b": str(b), "point": [str(c) for c in point]}
    checks = Checks()
    _check_curve_certificate(checks, "p", n, proof, params_, {"primality": {"r": {} if r_proved else None}})
    return checks.problems


def test_a_curve_proves_primes_only() -> None:
    """The proof of bls12_381's p, and what is no proof, one hypothesis of the theorem broken at a time."""
    m = model("bls12_381")
    p, b, g, r = m.p, m.groups.b, m.groups.g1, m.r
    assert by_curve(p, b, g, r) == []
    assert by_curve(p, b, g, r, r_proved=False) == ["p.order: is not proved prime"]
    assert [problem[:26] for problem in by_curve(p, b, g, r + 2)] == ["p: (order - 1) P against -"]
    assert any("p.point: is" in problem for problem in by_curve(p, b + 1, g, r))
    assert by_curve(p, b, (0, 2), 3)[0] == "p.order: is not above (n^(1/4) + 1)^2"
    problems = by_curve(*composite_with_a_point())
    assert any("shares a factor with n: is 103, must be 1" in problem for problem in problems)


@pytest.mark.parametrize("name", ["bn254", "bls12_381"])
def test_every_changed_number_of_a_primality_proof_is_found(name: str) -> None:
    params_, proofs_, _, _ = outputs(name)
    for path in leaves(proofs_["primality"]):
        checks = Checks()
        changed = proofs_ | {"primality": mutate(proofs_["primality"], path)}
        checks.section("primality", lambda table=changed, checks=checks: check_primality(checks, params_, table))
        assert checks.problems, path


def test_nothing_of_derive_is_imported() -> None:
    code = "import sys, gen.verify; print([m for m in sys.modules if m.startswith('gen.derive')])"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_files_that_cannot_be_read_are_a_problem(tmp_path) -> None:
    from gen.verify import verify

    assert verify("toy_bn_z1", tmp_path)[1][0].startswith("the generated files cannot be read")
    for file in ("params.json", "proofs.json"):
        (tmp_path / "toy_bn_z1").mkdir(exist_ok=True)
        (tmp_path / "toy_bn_z1" / file).write_text(json.dumps([]))
    for file in ("curve.h", "vectors.h"):
        (tmp_path / "toy_bn_z1" / file).write_text("")
    assert verify("toy_bn_z1", tmp_path)[1]
