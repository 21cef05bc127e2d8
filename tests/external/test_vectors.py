# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The public test vectors in the folder $LSM_VECTORS, through the program: precompile calls and Groth16 proofs.

Precompile files are `bn254_*.json` (go-ethereum's format), proofs are `groth16/*.json`: snarkjs's three files in one
object, with the pairing call that a Solidity verifier would make of them. Run by tools/test, with -s, so that the
counts are seen.
"""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

R = 21888242871839275222246405745257275088548364400416034343698204186575808495617  # order of BN254's groups (EIP-197)
FOLDER = Path(os.environ.get("LSM_VECTORS", "/nonexistent"))
PROGRAM = os.environ.get("LIMBSMITH", "limbsmith")

if not FOLDER.is_dir():
    pytest.skip("LSM_VECTORS names no folder: skipped, not passed", allow_module_level=True)

CALLS = sorted(FOLDER.glob("bn254_*.json"))
PROOFS = sorted((FOLDER / "groth16").glob("*.json"))
RAN = {"calls": 0, "proofs": 0}


def run(*arguments: str | Path, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PROGRAM, *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=300)


def test_there_is_something_to_run() -> None:
    assert CALLS, f"no bn254_*.json in {FOLDER}"
    assert PROOFS, f"no groth16/*.json in {FOLDER}"


@pytest.mark.parametrize("path", CALLS, ids=lambda path: path.stem)
def test_calls(path: Path) -> None:
    """Every record passes, and the program says that it ran as many as the file holds."""
    count = len(json.loads(path.read_text()))
    done = run("vectors", path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(rf"\b{count} passed\b", done.stdout), f"{count} records in the file, but: {done.stdout}"
    RAN["calls"] += count
    print(f"\nvectors: {path.name}: {count} ran", end="")


def split(folder: Path, record: dict) -> list[Path]:
    """snarkjs's three files of a record, in the program's order."""
    paths = []
    for name in ("verification_key", "proof", "public"):
        path = folder / f"{name}.json"
        path.write_text(json.dumps(record[name]))
        paths.append(path)
    return paths


@pytest.mark.parametrize("path", PROOFS, ids=lambda path: path.stem)
def test_proofs(path: Path, tmp_path: Path) -> None:
    """The proof's verdict, its pairing call alone, and that other public inputs are refused."""
    record = json.loads(path.read_text())
    done = run("groth16-verify", *split(tmp_path, record))
    assert done.returncode == (0 if record["Valid"] else 1), done.stdout + done.stderr

    call = run("ecpairing", "-", stdin=record["PairingInput"])
    assert call.returncode == 0, call.stderr
    assert call.stdout.strip().removeprefix("0x") == record["PairingExpected"].removeprefix("0x")

    for index, value in enumerate(record["public"]):
        changed = dict(record, public=list(record["public"]))
        changed["public"][index] = str((int(value) + 1) % R)
        assert run("groth16-verify", *split(tmp_path, changed)).returncode == 1
        changed["public"][index] = str(int(value) + R)
        assert run("groth16-verify", *split(tmp_path, changed)).returncode == 2
    RAN["proofs"] += 1
    print(f"\nvectors: groth16/{path.name}: verified, {2 * len(record['public'])} changed inputs refused", end="")


def test_all_of_them_ran() -> None:
    """The last test: says how many there were."""
    print(f"\nvectors: {RAN['calls']} calls and {RAN['proofs']} proofs ran", end="")
    assert RAN["proofs"] == len(PROOFS)
