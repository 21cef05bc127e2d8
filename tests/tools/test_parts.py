# SPDX-License-Identifier: Apache-2.0 OR MIT
"""tools/parts.sh: a part that failed in any of its steps is reported, and fails the whole run."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def run(body: str) -> subprocess.CompletedProcess[str]:
    script = f"set -euo pipefail; source tools/env.sh; source tools/parts.sh; {body}; summary"
    return subprocess.run(["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)


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
