# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One binary on processors of several generations, as qemu models them: nothing illegal, and the right engine."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
from pathlib import Path

import pytest

# A model, and the best engine it can run. qemu models no AVX-512 in user mode.
MODELS = [
    ("qemu64", "c64"),  # x86-64 as it was in 2003, nearly
    ("Nehalem", "c64"),
    ("Haswell", "c64"),  # BMI2, but no ADX
    ("Broadwell", "adx"),
    ("EPYC", "adx"),
]


def on(model: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["qemu-x86_64", "-cpu", model, os.environ["LIMBSMITH"], *arguments], capture_output=True, text=True, timeout=300
    )


pytestmark = [
    pytest.mark.skipif("LIMBSMITH" not in os.environ, reason="LIMBSMITH does not name the program"),
    pytest.mark.skipif(platform.machine() != "x86_64", reason="not x86-64: skipped, not passed"),
    pytest.mark.skipif(not shutil.which("qemu-x86_64"), reason="qemu-x86_64 is not installed: skipped, not passed"),
]


@pytest.mark.parametrize(("model", "expected"), MODELS)
def test_engine(model: str, expected: str) -> None:
    done = on(model, "info", "--json")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    built = {engine["name"]: engine for engine in said["engines"]}
    assert said["selected"] == (expected if expected in built else "c64")
    assert said["self_test"] == "passed"
    assert {name for name, engine in built.items() if engine["supported"]} <= {"c64", "lanes_emu", expected}
    assert said["reason"]


@pytest.mark.parametrize(("model", "expected"), MODELS[1:4])
def test_calls(model: str, expected: str, tmp_path: Path) -> None:
    """Every tenth vector of each call; an engine that the processor lacks is refused, not replaced."""
    folder = Path(__file__).resolve().parents[1] / "data"
    for path in sorted(folder.glob("bn254_*.json")):
        sample = tmp_path / path.name
        step = 100 if "pairing" in path.stem else 10
        sample.write_text(json.dumps(json.loads(path.read_text())[::step]))
        done = on(model, "vectors", str(sample))
        assert done.returncode == 0, done.stdout + done.stderr
        assert " 0 failed" in done.stdout
    done = on(model, "vectors", "--engine", "lanes", str(sample))
    assert done.returncode != 0
    assert "lanes" in done.stderr
