# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Help, version, wrong usage, info and bench."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from tests.cli.conftest import Run

COMMANDS = ["ecadd", "ecmul", "ecpairing", "groth16-verify", "vectors", "info", "bench"]


def test_overview_names_every_command(run: Run) -> None:
    for arguments in (["--help"], ["-h"], ["help"]):
        done = run(*arguments)
        assert done.returncode == 0 and done.stderr == ""
        assert all(f"  {command} " in done.stdout for command in COMMANDS)


def test_version(run: Run) -> None:
    done = run("--version")
    assert done.returncode == 0
    name, version = done.stdout.split()
    assert name == "limbsmith" and version.count(".") == 2


def test_no_command_is_wrong_usage(run: Run) -> None:
    done = run()
    assert done.returncode == 2 and done.stdout == "" and "usage" in done.stderr


def test_unknown_command_is_wrong_usage(run: Run) -> None:
    done = run("frobnicate\nx")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("limbsmith: unknown command frobnicate?x")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_and_wrong_options_of_each_command(run: Run, command: str) -> None:
    for help_arguments in ([command, "--help"], [command, "-h"], ["help", command]):
        done = run(*help_arguments)
        assert done.returncode == 0 and done.stderr == ""
        assert done.stdout.startswith(f"usage: limbsmith {command} ")
    done = run(command, "--frobnicate")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith(f"limbsmith: {command}: --frobnicate: unknown")


@pytest.mark.parametrize("arguments", [["vectors", "--op"], ["bench", "--filter"]])
def test_option_without_its_argument(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2 and "needs an argument" in done.stderr


def test_option_with_an_argument_it_does_not_take(run: Run) -> None:
    done = run("info", "--json=yes")
    assert done.returncode == 2 and "takes no argument" in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")  # noqa: PTH110
def test_output_that_nobody_receives_is_no_success() -> None:
    program = os.environ.get("LIMBSMITH")
    if not program:
        pytest.skip("LIMBSMITH does not name the program")
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run([program, "ecpairing", ""], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and "cannot write" in done.stderr


def test_info(run: Run) -> None:
    done = run("info")
    assert done.returncode == 0
    for line in ("version ", "curves ", "engines ", "selected ", "cpu features", "self-test      passed"):
        assert line in done.stdout
    facts = json.loads(run("info", "--json").stdout)
    assert facts["curves"][0] == "bn254" and facts["self_test"] == "passed"
    assert facts["selected"] in [engine["name"] for engine in facts["engines"] if engine["supported"]]
    assert "c64" in [engine["name"] for engine in facts["engines"]]
    assert facts["reason"] and isinstance(facts["cpu_features"], list)
    assert run("info", "extra").returncode == 2


def test_bench_json(run: Run) -> None:
    done = run("bench", "--json", "--filter", "fp_", "--rounds", "3")
    assert done.returncode == 0
    report = json.loads(done.stdout)
    assert report["rounds"] == 3
    names = [row["name"] for row in report["results"]]
    assert "fp_mul" in names and all("fp_" in name for name in names)
    for row in report["results"]:
        assert row["engine"] == report["engine"]
        assert 0 < row["min_ns"] <= row["ns"] <= row["max_ns"]
        assert row["cycles"] is None or row["cycles"] > 0


def test_bench_has_every_row(run: Run) -> None:
    wanted = "fp_mul fp2_mul fp12_sqr ecadd ecmul ecpairing_1 ecpairing_2 ecpairing_4 ecpairing_8 g2_subgroup".split()
    wanted += "miller_loop final_exp groth16_contract".split()
    rows = json.loads(run("bench", "--json", "--rounds", "1", "--engine", "c64").stdout)["results"]
    assert set(wanted) <= {row["name"] for row in rows}
    assert {row["engine"] for row in rows} == {"c64"}


def test_bench_refusals(run: Run) -> None:
    assert run("bench", "--engine", "steam").returncode == 1
    assert run("bench", "--filter", "no such row").returncode == 1
    assert run("bench", "--rounds", "0").returncode == 2
    assert run("bench", "--rounds", "3x").returncode == 2
    assert run("bench", "--ms", "-1").returncode == 2
    assert run("bench", "extra").returncode == 2


def test_bench_inputs_are_good_vectors(run: Run) -> None:
    records = json.loads(run("bench", "--print-inputs").stdout)
    assert {record["Op"] for record in records} == {"bn254_add", "bn254_mul", "bn254_pairing"}
    assert len({record["Name"] for record in records}) == len(records)
    pairing = next(record for record in records if record["Name"] == "ecpairing_2_0")
    assert run("ecpairing", pairing["Input"]).stdout == "00" * 31 + "01\n"
