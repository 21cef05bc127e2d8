# SPDX-License-Identifier: Apache-2.0 OR MIT
"""groth16-verify: valid, invalid, and every kind of malformed file with the name of the field."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.support import TWIST_X1, P, Q, R, Statement, g1_json, g2_json, mul

PUBLIC = [33, R - 1, 2**251 + 12345]

Change = Callable[[Statement], Any]


@pytest.fixture(scope="module")
def good() -> Statement:
    return Statement(PUBLIC)


@pytest.mark.parametrize("public", [[], [0], PUBLIC])
def test_valid(run: Run, tmp_path: Path, public: list[int]) -> None:
    done = run("groth16-verify", *Statement(public).write(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "valid\n", "")


def test_trace_tells_every_call(run: Run, tmp_path: Path, good: Statement) -> None:
    done = run("groth16-verify", "--trace", *good.write(tmp_path))
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[-1] == "valid"
    calls = [line.split()[2] for line in lines if " 0x0" in line]
    assert calls == ["ecMul", "ecAdd"] * 3 + ["ecPairing"]
    assert "768 bytes" in lines[6] and "181000 gas" in lines[6] and "1 (the product is one)" in lines[6]
    total = 3 * (6000 + 150) + 181000
    assert lines[7].startswith(f"total 7 calls, {total} gas, ")


def changed(good: Statement, change: Change) -> Statement:
    statement = good.copy()
    change(statement)
    return statement


def set_in(part: str, *path: str | int, value: Any) -> Change:
    """A change of one value inside the key, the proof or the public inputs."""

    def change(statement: Statement) -> None:
        target = getattr(statement, part)
        for step in path[:-1]:
            target = target[step]
        target[path[-1]] = value

    return change


def delete(part: str, *path: str | int) -> Change:
    def change(statement: Statement) -> None:
        target = getattr(statement, part)
        for step in path[:-1]:
            target = target[step]
        del target[path[-1]]

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (set_in("public", 0, value="34"), "invalid_proof: the pairing product is not one"),
        (set_in("public", 1, value="0"), "invalid_proof: "),
        (set_in("proof", "pi_a", value=g1_json(mul(3))), "invalid_proof: "),
        (set_in("proof", "pi_c", value=g1_json(mul(3))), "invalid_proof: "),
        (set_in("key", "IC", 2, value=g1_json(mul(3))), "invalid_proof: "),
        (set_in("proof", "pi_a", 1, value="2"), "not_on_curve: pi_a: "),
        (set_in("proof", "pi_c", 0, value="2"), "not_on_curve: pi_c: "),
        (set_in("proof", "pi_c", value=["0", "0", "1"]), "not_on_curve: pi_c: "),
        (set_in("proof", "pi_b", 1, 1, value="2"), "not_on_curve: pi_b: "),
        (set_in("proof", "pi_b", value=[["0", "0"], ["0", "0"], ["1", "0"]]), "not_on_curve: pi_b: "),
        (set_in("proof", "pi_b", value=g2_json(TWIST_X1)), "not_in_subgroup: pi_b: "),
    ],
)
def test_invalid(run: Run, tmp_path: Path, good: Statement, change: Change, message: str) -> None:
    done = run("groth16-verify", *changed(good, change).write(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"limbsmith: groth16-verify: {message}"), done.stderr


# part whose file is named, change, field and reason
MALFORMED: list[tuple[str, Change, str]] = [
    # protocol, curve, counts
    ("key", delete("key", "protocol"), "protocol: is missing"),
    ("key", set_in("key", "protocol", value="plonk"), 'protocol: is "plonk", not "groth16"'),
    ("key", set_in("key", "protocol", value=1), "protocol: is an integer"),
    ("key", delete("key", "curve"), "curve: is missing"),
    ("key", set_in("key", "curve", value="bls12381"), 'curve: is "bls12381"'),
    ("proof", set_in("proof", "protocol", value="fflonk"), 'protocol: is "fflonk"'),
    ("proof", delete("proof", "protocol"), "protocol: is missing"),
    ("proof", set_in("proof", "curve", value="bls12381"), 'curve: is "bls12381"'),
    ("key", delete("key", "nPublic"), "nPublic: is missing"),
    ("key", set_in("key", "nPublic", value="3"), "nPublic: is a string"),
    ("key", set_in("key", "nPublic", value=3.0), "nPublic: is a number with fraction"),
    ("key", set_in("key", "nPublic", value=-1), "nPublic: is -1, no count"),
    ("key", set_in("key", "nPublic", value=2**40), "nPublic: is 1099511627776, no count"),
    ("key", set_in("key", "nPublic", value=2), "IC: has 4 points (nPublic + 1 are needed), not 3"),
    ("key", set_in("key", "nPublic", value=2**31 - 1), "IC: has 4 points"),
    ("key", delete("key", "IC", 3), "IC: has 3 points"),
    ("key", lambda s: s.key["IC"].append(g1_json(mul(2))), "IC: has 5 points"),
    ("key", delete("key", "IC"), "IC: is missing"),
    ("key", set_in("key", "IC", value={}), "IC: is an object, not an array"),
    ("public", delete("public", 0), "public: has 2 values (nPublic of the verification key), not 3"),
    ("public", lambda s: s.public.append("0"), "public: has 4 values"),
    ("public", lambda s: s.public.clear(), "public: has 0 values"),
    # public inputs
    ("public", set_in("public", 0, value=str(PUBLIC[0] + R)), "public[0]: is not below the modulus"),
    ("public", set_in("public", 2, value=str(R)), "public[2]: is not below the modulus r (2188"),
    ("public", set_in("public", 2, value=str(2**256 + 33)), "public[2]: is not below the modulus"),
    ("public", set_in("public", 1, value="9" * 100_000), "public[1]: is not below the modulus"),
    ("public", set_in("public", 0, value="-1"), "public[0]: is negative"),
    ("public", set_in("public", 0, value=""), "public[0]: is empty"),
    ("public", set_in("public", 0, value="0x21"), "public[0]: is not a decimal number (0x21)"),
    ("public", set_in("public", 0, value=" 33"), "public[0]: is not a decimal number"),
    ("public", set_in("public", 0, value="33 "), "public[0]: is not a decimal number"),
    ("public", set_in("public", 0, value="+33"), "public[0]: is not a decimal number"),
    ("public", set_in("public", 0, value="33.0"), "public[0]: is not a decimal number"),
    ("public", set_in("public", 0, value="3e1"), "public[0]: is not a decimal number"),
    ("public", set_in("public", 0, value="033"), "public[0]: has a leading zero"),
    ("public", set_in("public", 0, value="\u0663\u0663"), "public[0]: is not a decimal number"),
    ("public", set_in("public", 0, value=33.0), "public[0]: is a number with fraction or exponent"),
    ("public", set_in("public", 0, value=-33), "public[0]: is negative"),
    ("public", set_in("public", 0, value=None), "public[0]: is null"),
    ("public", set_in("public", 0, value=True), "public[0]: is a boolean"),
    ("public", set_in("public", 0, value=["33"]), "public[0]: is an array"),
    ("public", lambda s: setattr(s, "public", {"0": "33"}), "public: is an object, not an array"),
    ("key", lambda s: setattr(s, "key", []), "verification key: is an array, not an object"),
    ("proof", lambda s: setattr(s, "proof", []), "proof: is an array, not an object"),
    # the shape of points
    ("key", delete("key", "vk_alpha_1"), "vk_alpha_1: is missing"),
    ("key", delete("key", "vk_beta_2"), "vk_beta_2: is missing"),
    ("key", delete("key", "vk_gamma_2"), "vk_gamma_2: is missing"),
    ("key", delete("key", "vk_delta_2"), "vk_delta_2: is missing"),
    ("proof", delete("proof", "pi_a"), "pi_a: is missing"),
    ("proof", delete("proof", "pi_b"), "pi_b: is missing"),
    ("proof", delete("proof", "pi_c"), "pi_c: is missing"),
    ("proof", set_in("proof", "pi_a", value="1"), "pi_a: is a string, not an array"),
    ("proof", delete("proof", "pi_a", 2), "pi_a: has 2 coordinates, not 3"),
    ("proof", delete("proof", "pi_b", 2), "pi_b: has 2 coordinates, not 3"),
    ("proof", set_in("proof", "pi_b", 1, value="1"), "pi_b[1]: is a string, not an array"),
    ("proof", delete("proof", "pi_b", 0, 1), "pi_b[0]: has 1 parts, not 2"),
    ("key", set_in("key", "IC", 3, value=7), "IC[3]: is an integer, not an array"),
    ("key", set_in("key", "IC", 3, 0, value=[]), "IC[3][0]: is an array, not a decimal"),
    # coordinates
    ("key", set_in("key", "vk_alpha_1", 0, value=str(P)), "vk_alpha_1[0]: is not below the modulus p (2188"),
    ("key", set_in("key", "vk_alpha_1", 1, value="x"), "vk_alpha_1[1]: is not a decimal number"),
    ("key", set_in("key", "vk_beta_2", 0, 1, value=str(P)), "vk_beta_2[0][1]: is not below the modulus"),
    ("key", set_in("key", "vk_gamma_2", 1, 0, value=str(P + 1)), "vk_gamma_2[1][0]: is not below the modulus"),
    ("key", set_in("key", "vk_delta_2", 1, 1, value=str(2**256)), "vk_delta_2[1][1]: is not below the modulus"),
    ("key", set_in("key", "IC", 3, 1, value=str(P)), "IC[3][1]: is not below the modulus"),
    ("proof", lambda s: s.proof["pi_a"].__setitem__(0, str(int(s.proof["pi_a"][0]) + P)), "pi_a[0]: is not below"),
    ("proof", lambda s: s.proof["pi_c"].__setitem__(1, str(int(s.proof["pi_c"][1]) + P)), "pi_c[1]: is not below"),
    ("proof", set_in("proof", "pi_b", 0, 0, value=str(Q[0][0] + P)), "pi_b[0][0]: is not below"),
    # projective z
    ("proof", set_in("proof", "pi_a", value=["0", "1", "0"]), "pi_a[2]: is not 1"),
    ("proof", set_in("proof", "pi_c", 2, value="2"), "pi_c[2]: is not 1"),
    ("proof", set_in("proof", "pi_b", 2, value=["0", "0"]), "pi_b[2][0]: is not 1"),
    ("proof", set_in("proof", "pi_b", 2, value=["1", "1"]), "pi_b[2][1]: is not 0"),
    ("key", set_in("key", "vk_alpha_1", 2, value="0"), "vk_alpha_1[2]: is not 1"),
    ("key", set_in("key", "vk_delta_2", 2, 0, value="2"), "vk_delta_2[2][0]: is not 1"),
    ("key", set_in("key", "IC", 1, 2, value="0"), "IC[1][2]: is not 1"),
    ("key", set_in("key", "IC", 1, 2, value=str(P + 1)), "IC[1][2]: is not below the modulus"),
    # a verification key that is none
    ("key", set_in("key", "vk_alpha_1", 0, value="5"), "vk_alpha_1: not_on_curve: "),
    ("key", set_in("key", "vk_beta_2", 0, 0, value="5"), "vk_beta_2: not_on_curve: "),
    ("key", set_in("key", "vk_gamma_2", value=g2_json(TWIST_X1)), "vk_gamma_2: not_in_subgroup: "),
    ("key", set_in("key", "vk_delta_2", value=g2_json(TWIST_X1)), "vk_delta_2: not_in_subgroup: "),
    ("key", set_in("key", "IC", 3, 1, value="5"), "IC[3]: not_on_curve: "),
    ("key", set_in("key", "IC", 0, value=["0", "0", "1"]), "IC[0]: not_on_curve: "),
]


@pytest.mark.parametrize(("part", "change", "message"), MALFORMED, ids=[f"{m[0]}-{m[2][:40]}" for m in MALFORMED])
def test_malformed(run: Run, tmp_path: Path, good: Statement, part: str, change: Change, message: str) -> None:
    done = run("groth16-verify", *changed(good, change).write(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    start = "limbsmith: groth16-verify: malformed: "
    assert done.stderr.startswith(start) and f"{part}.json: {message}" in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1 and len(done.stderr) < 600


def test_json_integers_are_exact_or_refused(run: Run, tmp_path: Path, good: Statement) -> None:
    paths = changed(good, set_in("public", 0, value=33)).write(tmp_path)
    assert run("groth16-verify", *paths).returncode == 0
    # larger ones would lose digits in many JSON readers
    Path(paths[2]).write_text(f'["33", {PUBLIC[1]}, "{PUBLIC[2]}"]')
    done = run("groth16-verify", *paths)
    assert done.returncode == 2 and "bad JSON: line 1" in done.stderr


@pytest.mark.parametrize("index", [0, 1, 2])
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "bad JSON: line 1, column 0"),
        ('{"a": 1,\n  "b": }', "bad JSON: line 2, column "),
        ("[1, 2", "bad JSON: line 1"),
        ("{} {}", "bad JSON: line 1"),
        ('{"a": 1, "a": 1}', "duplicate object key"),
        ('["\\u0000"]', "bad JSON: line 1"),
        ("[" * 100_000, "bad JSON: line 1"),
        ("null", "bad JSON: line 1"),
        ('["\x01\n"]', "bad JSON: line 1"),
        (f"[{R}]", "too big integer (large numbers are given as strings)"),
    ],
)
def test_bad_json(run: Run, tmp_path: Path, good: Statement, index: int, text: str, reason: str) -> None:
    paths = good.write(tmp_path)
    Path(paths[index]).write_text(text)
    done = run("groth16-verify", *paths)
    assert (done.returncode, done.stdout) == (2, "")
    assert Path(paths[index]).name in done.stderr and reason in done.stderr
    assert done.stderr.count("\n") == 1


def test_duplicate_key_in_a_proof(run: Run, tmp_path: Path, good: Statement) -> None:
    paths = good.write(tmp_path)
    text = json.dumps(good.proof)
    Path(paths[1]).write_text(text[:-1] + ', "pi_a": ' + json.dumps(g1_json(mul(3))) + "}")
    done = run("groth16-verify", *paths)
    assert done.returncode == 2 and "duplicate" in done.stderr


def test_wrong_usage(run: Run, tmp_path: Path, good: Statement) -> None:
    paths = good.write(tmp_path)
    assert run("groth16-verify").returncode == 2
    assert run("groth16-verify", *paths[:2]).returncode == 2
    assert run("groth16-verify", *paths, paths[0]).returncode == 2
    for i in range(3):
        missing = [*paths[:i], str(tmp_path / "none.json"), *paths[i + 1 :]]
        done = run("groth16-verify", *missing)
        assert done.returncode == 2 and "none.json: cannot open" in done.stderr
        folder = [*paths[:i], str(tmp_path), *paths[i + 1 :]]
        assert run("groth16-verify", *folder).returncode == 2
    # files in the wrong order
    assert run("groth16-verify", paths[1], paths[0], paths[2]).returncode == 2
    assert run("groth16-verify", paths[2], paths[1], paths[0]).returncode == 2


def test_proof_without_curve_is_accepted(run: Run, tmp_path: Path, good: Statement) -> None:
    assert run("groth16-verify", *changed(good, delete("proof", "curve")).write(tmp_path)).returncode == 0
