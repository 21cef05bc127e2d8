# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Calls and what they must give: the JSON files of tests/data and, where it is set, of the folder LSM_VECTORS."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).resolve().parents[3] / "tests/data"
SIZE = {"add": 64, "mul": 64, "pairing": 32}


@dataclass(frozen=True)
class Vector:
    name: str
    call: str
    data: bytes
    expected: bytes | None  # None where an error is expected
    error: str | None  # the machine code of <limbsmith/status.h>; None for any error
    gas: int | None
    item: int | None  # the bad point or pair; None where no item decided or the file does not say


def load() -> list[Vector]:
    folders = [DATA, *(Path(each) for each in [os.environ.get("LSM_VECTORS")] if each)]
    found = []
    for path in (path for folder in folders for path in sorted(folder.glob("bn254_*.json"))):
        for entry in json.loads(path.read_text()):
            call = entry.get("Op", path.stem).removeprefix("bn254_")
            expected = bytes.fromhex(entry["Expected"]) if "Expected" in entry else None
            if call not in SIZE or (expected is None) != ("ExpectedError" in entry):
                raise ValueError(f"{path.name}, {entry['Name']}: an unknown call, or not one of result and error")
            name = f"{path.name}: {entry['Name']}"
            data = bytes.fromhex(entry["Input"])
            error, gas, item = (entry.get(key) for key in ("ExpectedError", "Gas", "Item"))
            found.append(Vector(name, call, data, expected, error, gas, item))
    return found


VECTORS = load()
