# SPDX-License-Identifier: Apache-2.0 OR MIT
"""tests/data/groth16: the program answers every line of the table in its README as the table says."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[1] / "data" / "groth16"
ROWS = re.findall(r"(?m)^\| `([\w./]+)` \| `([\w./]+)` \| (\d) \|", (DATA / "README.md").read_text())


def test_every_tampered_file_is_in_the_table() -> None:
    named = {name for row in ROWS for name in row[:2]}
    assert {f"tampered/{path.name}" for path in (DATA / "tampered").iterdir()} | {"proof.json", "public.json"} == named


@pytest.mark.parametrize(("proof", "public", "code"), ROWS)
def test_verdict(proof: str, public: str, code: str) -> None:
    program = os.environ.get("LIMBSMITH")
    if not program:
        pytest.skip("LIMBSMITH does not name the program")
    files = [DATA / "verification_key.json", DATA / proof, DATA / public]
    done = subprocess.run([program, "groth16-verify", *files], capture_output=True, text=True, timeout=60)
    assert done.returncode == int(code), done.stderr
    assert bool(done.stderr) == (code != "0")
    assert not re.search(r"\bvalid\b", done.stdout) or code == "0"
