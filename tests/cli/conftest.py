# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The program under test is the one that the environment variable LIMBSMITH names."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def run() -> Run:
    program = os.environ.get("LIMBSMITH")
    if not program:
        pytest.skip("LIMBSMITH does not name the program")

    def call(*arguments: str, stdin: str | bytes = "") -> subprocess.CompletedProcess[str]:
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        done = subprocess.run([program, *arguments], input=data, capture_output=True, timeout=300)
        # a crash (negative code) is never an expected answer
        assert done.returncode in (0, 1, 2), done
        return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    return call
