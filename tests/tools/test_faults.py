# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every planted fault still finds its text: tools/check --full, which plants them, is not run with every change."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_text_of_every_fault_is_there() -> None:
    spec = importlib.util.spec_from_file_location("faults_list", ROOT / "tests/faults/faults.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # a dataclass looks its module up
    spec.loader.exec_module(module)
    assert len(module.FAULTS) > 60
    gone = [
        fault.name
        for fault in module.FAULTS
        if (ROOT / fault.file).read_text(encoding="utf-8").count(fault.old) <= fault.nth
    ]
    assert gone == []
