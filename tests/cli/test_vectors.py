# SPDX-License-Identifier: Apache-2.0 OR MIT
"""vectors: what passes, and every way in which a run must not look like success."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.cli.support import TWIST_X1, G, P, Q, g2_hex, mul, word

ADD = {"Name": "2G", "Input": word(*G, *G), "Expected": word(*mul(2)), "Gas": 150}
ADD_BAD = {"Name": "off", "Input": word(1, 1), "ExpectedError": "not_on_curve", "Gas": 150}
MUL = {"Name": "5G", "Input": word(*G, 5), "Expected": word(*mul(5)), "Gas": 6000}
PAIRING = {"Name": "one", "Input": word(*G) + g2_hex(Q), "Expected": word(0), "Gas": 79000}

Record = dict[str, Any]


def write(folder: Path, name: str, records: Any) -> str:
    path = folder / name
    path.write_text(json.dumps(records))
    return str(path)


def test_files_and_total(run: Run, tmp_path: Path) -> None:
    paths = [
        write(tmp_path, "bn254_add.json", [ADD, ADD_BAD]),
        write(tmp_path, "bn256ScalarMul.json", [MUL]),
        write(tmp_path, "pairing.json", [PAIRING | {"Op": "bn254_pairing"}]),
    ]
    done = run("vectors", *paths)
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.splitlines() == [
        f"{paths[0]}: 2 passed, 0 failed",
        f"{paths[1]}: 1 passed, 0 failed",
        f"{paths[2]}: 1 passed, 0 failed",
        "4 passed, 0 failed",
    ]
    assert run("vectors", "--engine", "c64", *paths).returncode == 0


@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("bn256Add.json", ADD),
        ("bn254_add.json", ADD),
        ("bn254-add-more.json", ADD),
        ("alt_bn128_add.json", ADD),
        ("altbn128Add.json", ADD),
        ("fail-bn256Add.json", ADD_BAD),
        ("ecAdd.json", ADD),
        ("BN254_ADD.JSON", ADD),
        ("bn256ScalarMul.json", MUL),
        ("bn254_mul.json", MUL),
        ("bn254_scalar_mul.json", MUL),
        ("alt_bn128_mul.json", MUL),
        ("bn256Pairing.json", PAIRING),
        ("bn254_pairing_2.json", PAIRING),
    ],
)
def test_operation_from_the_file_name(run: Run, tmp_path: Path, name: str, record: Record) -> None:
    assert run("vectors", write(tmp_path, name, [record])).returncode == 0


@pytest.mark.parametrize(
    "name",
    ["blake2f.json", "bls12_381_g1_add.json", "modexp.json", "bn254_reported.json", "add.json", "bn254_address.json"],
)
def test_unknown_operation_from_the_file_name(run: Run, tmp_path: Path, name: str) -> None:
    done = run("vectors", write(tmp_path, name, [ADD]))
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "0 passed, 1 failed"
    assert "unknown operation" in done.stderr


def test_op_option(run: Run, tmp_path: Path) -> None:
    plain = write(tmp_path, "vectors.json", [ADD])
    assert run("vectors", "--op", "bn254_add", plain).returncode == 0
    assert run("vectors", "--op", "bn254_mul", plain).returncode == 1
    mixed = write(tmp_path, "mixed.json", [ADD | {"Op": "bn254_add"}, MUL | {"Op": "bn254_mul"}])
    done = run("vectors", "--op", "bn254_mul", mixed)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "1 passed, 0 failed, 1 skipped"
    # nothing left to run
    done = run("vectors", "--op", "bn254_pairing", mixed)
    assert done.returncode == 1 and "no vectors ran" in done.stderr
    assert run("vectors", "--op", "blake2f", plain).returncode == 1


FAILING: list[tuple[Record, str]] = [
    (ADD | {"Expected": word(*mul(3))}, "wrong result from byte 0 on"),
    (ADD | {"Expected": word(*mul(2))[:-2] + "00"}, "wrong result from byte 63 on"),
    (ADD | {"Expected": ""}, "0 bytes expected, the operation gives 64"),
    (ADD | {"Expected": word(*mul(2)) + "00"}, "65 bytes expected"),
    (ADD | {"Gas": 500}, "gas 150, expected 500"),
    (ADD | {"Gas": "150"}, "Gas is no count"),
    (ADD_BAD | {"ExpectedError": "not_canonical"}, "not_on_curve, expected not_canonical"),
    (ADD_BAD | {"ExpectedError": "not_in_subgroup"}, "not_on_curve, expected not_in_subgroup"),
    (ADD_BAD | {"ExpectedError": "invalid_length"}, "not_on_curve, expected invalid_length"),
    (ADD_BAD | {"ExpectedError": ""}, "ExpectedError is no text"),
    (ADD_BAD | {"ExpectedError": None}, "ExpectedError is no text"),
    (ADD_BAD | {"ExpectedError": True}, "ExpectedError is no text"),
    (ADD_BAD | {"Input": word(*G)}, "success, expected failure (not_on_curve)"),
    (ADD_BAD | {"Input": word(*G), "ExpectedError": "other"}, "success, expected failure (other)"),
    ({"Name": "x", "Input": word(1, 1), "Expected": word(0, 0)}, "not_on_curve, expected success"),
    ({"Name": "x", "Input": word(*G)}, "record without an expectation"),
    (ADD | {"ExpectedError": "other"}, "record with both"),
    (ADD | {"Expected": None}, "Expected is not a string"),
    (ADD | {"Expected": "0"}, "Expected: odd number"),
    (ADD | {"Input": "zz"}, "Input: character 1 is 'z'"),
    (ADD | {"Input": 5}, "Input is not a string"),
    ({"Name": "x", "Expected": word(0, 0)}, "record without Input"),
    (ADD | {"Op": "sha256"}, "unknown operation sha256"),
    (ADD | {"Op": "bn254_add_"}, "unknown operation bn254_add_"),
    (ADD | {"Op": ""}, "unknown operation"),
    (ADD | {"Op": 6}, "Op is not a string"),
    (ADD | {"Item": 0}, "Item is no index beside an ExpectedError"),
    (ADD_BAD | {"Item": -1}, "Item is no index beside an ExpectedError"),
    (ADD_BAD | {"Item": 1}, "item 0 is bad, expected item 1"),
    (ADD_BAD | {"Item": 2**32}, f"item 0 is bad, expected item {2**32}"),
]


def test_the_bad_item(run: Run, tmp_path: Path) -> None:
    assert run("vectors", write(tmp_path, "bn254_add.json", [ADD_BAD | {"Item": 0}])).returncode == 0
    pairs = [word(*G) + g2_hex(Q), word(1, 1) + g2_hex(Q)]
    second = {"Name": "second", "Input": "".join(pairs), "ExpectedError": "not_on_curve", "Item": 1}
    long = {"Name": "long", "Input": "00", "ExpectedError": "invalid_length", "Item": 0}
    path = write(tmp_path, "bn254_pairing.json", [second, long])
    done = run("vectors", "--list-failures", path)
    assert "FAILED long: invalid_length for no item, expected item 0" in done.stdout
    assert done.stdout.splitlines()[-1] == "1 passed, 1 failed"


@pytest.mark.parametrize(("record", "reason"), FAILING, ids=[f"{i}-{f[1][:30]}" for i, f in enumerate(FAILING)])
def test_failures_are_listed(run: Run, tmp_path: Path, record: Record, reason: str) -> None:
    path = write(tmp_path, "bn254_add.json", [ADD, record])
    done = run("vectors", "--list-failures", path)
    assert done.returncode == 1
    assert f"{path}: FAILED {record['Name']}: {reason}" in done.stdout
    assert done.stdout.splitlines()[-1] == "1 passed, 1 failed"
    quiet = run("vectors", path)
    assert quiet.returncode == 1 and "FAILED" not in quiet.stdout and "--list-failures" in quiet.stderr


def test_other_error_text_demands_failure_only(run: Run, tmp_path: Path) -> None:
    records = [ADD_BAD | {"ExpectedError": text} for text in ("other", "bn256: malformed point", "argument", "ok")]
    assert run("vectors", write(tmp_path, "bn254_add.json", records)).returncode == 0


def test_every_machine_code(run: Run, tmp_path: Path) -> None:
    records = [
        {"Name": "length", "Input": "00", "ExpectedError": "invalid_length"},
        {"Name": "canonical", "Input": word(P, 0) + g2_hex(Q), "ExpectedError": "not_canonical"},
        {"Name": "curve", "Input": word(1, 1) + g2_hex(Q), "ExpectedError": "not_on_curve"},
        {"Name": "subgroup", "Input": word(*G) + g2_hex(TWIST_X1), "ExpectedError": "not_in_subgroup"},
    ]
    assert run("vectors", write(tmp_path, "bn254_pairing.json", records)).returncode == 0


@pytest.mark.parametrize("content", ["[]", "{}", "", "[1", "[null]", '[{"Name": "x", "Name": "y"}]', '["x"]', "[[]]"])
def test_files_that_hold_no_vectors(run: Run, tmp_path: Path, content: str) -> None:
    good = write(tmp_path, "bn254_mul.json", [MUL])
    path = tmp_path / "bn254_add.json"
    path.write_text(content)
    done = run("vectors", good, str(path), good)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "2 passed, 1 failed"


def test_missing_file_does_not_stop_the_others(run: Run, tmp_path: Path) -> None:
    good = write(tmp_path, "bn254_mul.json", [MUL])
    done = run("vectors", str(tmp_path / "bn254_add.json"), good)
    assert done.returncode == 1 and "cannot open" in done.stderr
    assert done.stdout.splitlines()[-1] == "1 passed, 1 failed"


def test_wrong_usage_and_missing_engine(run: Run, tmp_path: Path) -> None:
    good = write(tmp_path, "bn254_mul.json", [MUL])
    assert run("vectors").returncode == 2
    for engine in ("steam", "", "C64"):
        done = run("vectors", "--engine", engine, good)
        assert done.returncode == 1 and "passed" not in done.stdout


def test_a_name_cannot_forge_the_result(run: Run, tmp_path: Path) -> None:
    record = ADD | {"Name": "x\n9 passed, 0 failed\n" + "y" * 1000, "Expected": word(0, 0)}
    done = run("vectors", "--list-failures", write(tmp_path, "bn254_add.json", [record]))
    assert done.returncode == 1
    assert len(done.stdout.splitlines()) == 3 and max(len(line) for line in done.stdout.splitlines()) < 500


def test_unnamed_records_are_numbered(run: Run, tmp_path: Path) -> None:
    done = run("vectors", "--list-failures", write(tmp_path, "bn254_add.json", [ADD, {"Input": "", "Expected": ""}]))
    assert "FAILED #1:" in done.stdout


def test_huge_input(run: Run, tmp_path: Path) -> None:
    big = ADD | {"Name": "big", "Input": ADD["Input"] + "cd" * 8_000_000}
    assert run("vectors", write(tmp_path, "bn254_add.json", [big])).returncode == 0
    big = {"Name": "big", "Input": "00" * 192 * 10_000, "Expected": word(1), "Gas": 45000 + 34000 * 10_000}
    assert run("vectors", write(tmp_path, "bn254_pairing.json", [big])).returncode == 0
