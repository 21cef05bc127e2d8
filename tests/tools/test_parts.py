# SPDX-License-Identifier: Apache-2.0 OR MIT
"""tools/parts.sh: a part that failed in any of its steps fails the whole run, by name; what is skipped is shown."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(body: str) -> subprocess.CompletedProcess[str]:
    script = f"set -euo pipefail; source tools/env.sh; source tools/parts.sh; {body}; summary"
    # Not the list of the run that these tests are a part of.
    env = {name: value for name, value in os.environ.items() if name != "PARTS"}
    return subprocess.run(["bash", "-c", script], cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def test_a_part_that_passes() -> None:
    done = run("part one true; skip two 'no tool'")
    assert done.returncode == 0
    assert "parts: 1 passed, 0 failed, 1 skipped" in done.stdout


@pytest.mark.parametrize("step", ["build", "run_ctest", "build/emu/limbsmith"])
def test_each_step_of_the_emulated_lanes_can_fail(step: str) -> None:
    """The steps replaced by stand-ins, one of which fails."""
    stand_ins = "".join(
        f"function {name} {{ {'false' if name == step else 'true'}; }}; "
        for name in ("build", "run_ctest", "build/emu/limbsmith")
    )
    done = run(f"{stand_ins} part lanes emulated_lanes")
    assert done.returncode == 1
    assert "parts: 0 passed, 1 failed" in done.stdout


def test_bindings(tmp_path: Path) -> None:
    """One that fails, one that passes and skips something, one without its tools, one without a test."""
    tests = {
        "bad": "exit 3",
        "good": f"source {ROOT}/tools/env.sh; source {ROOT}/tools/parts.sh; skip 'good, part of it' 'no machine'; pwd",
        "lacking": "true",
    }
    for language, body in tests.items():
        folder = tmp_path / language
        folder.mkdir()
        (folder / "test").write_text(f"#!/usr/bin/env bash\n{body}\n")
        (folder / "test").chmod(0o755)
    (tmp_path / "lacking" / "tools").write_text("# comment\nbash bash\nno-such-command a-package another\n")
    (tmp_path / "not-tested").mkdir()
    done = run(f"PYTHON=python3; bindings {tmp_path}")
    assert done.returncode == 1
    assert str(tmp_path / "good") in done.stdout
    assert "passed   binding: good" in done.stdout
    assert "FAILED   binding: bad (exit 3" in done.stdout
    assert "skipped, not passed   binding: lacking: not installed: no-such-command" in done.stdout
    assert "skipped, not passed   good, part of it: no machine" in done.stdout
    assert "parts: 1 passed, 1 failed, 2 skipped" in done.stdout


def test_packages_of_a_missing_tool(tmp_path: Path) -> None:
    (tmp_path / "tools").write_text("bash bash\nno-such-command a-package another\n")
    command = f"source tools/env.sh; binding_lacks {tmp_path} package"
    listed = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=True)
    assert listed.stdout.split() == ["a-package", "another"]
