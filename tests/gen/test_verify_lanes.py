# SPDX-License-Identifier: Apache-2.0 OR MIT
"""verify runs the committed lane kernels: a changed constant, instruction or contract is found."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from curvelib import ROOT
from gen.recheck import lanes
from gen.recheck.checks import Checks

FOLDER = ROOT / "generated/bn254"
FILES = ("lanes_kernels.c", "lanes_kernels.h", "contracts.json")
PARAMS = json.loads((FOLDER / "params.json").read_text())
WORD = re.compile(r"UINT64_C\((0x[0-9a-f]+)\)")
KERNEL = "lanes_fp12_conj"


def texts() -> dict[str, str]:
    return {name: (FOLDER / "lanes" / name).read_text() for name in FILES}


def problems(changed: dict[str, str]) -> list[str]:
    checks = Checks()
    lanes.check_lanes(checks, PARAMS, changed)
    return checks.problems


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernels are many; these tests change one and look at it alone."""
    every = lanes.catalogue
    monkeypatch.setattr(lanes, "catalogue", lambda model: [k for k in every(model) if f"lanes_{k.name}" == KERNEL])


@pytest.mark.parametrize("curve", ["bn254", "bn254_nogami"])
def test_the_committed_kernels_are_right(curve: str) -> None:
    checks = Checks()
    folder = ROOT / "generated" / curve
    found = {name: (folder / "lanes" / name).read_text() for name in FILES}
    lanes.check_lanes(checks, json.loads((folder / "params.json").read_text()), found)
    assert checks.problems == []
    assert checks.count > 100


def test_every_operation_of_the_vectors_is_known() -> None:
    header = (ROOT / "src/lanes/ifma_emu.h").read_text()
    names = set(re.findall(r"LV_FUNCTION \S+ lv(?:8|4|##n##)_(\w+)\(", header))
    assert len(names) > 20
    assert names == {*lanes.OPERATIONS, *lanes.FREE, "permute", "store"}


@pytest.mark.parametrize("digit", [0, 1])
@pytest.mark.parametrize("row", [0, 7, 100, -1])
def test_a_changed_constant_is_found(row: int, digit: int) -> None:
    """One bit of the lowest non-zero word of a row."""
    found = texts()
    source = found["lanes_kernels.c"]
    words = list(WORD.finditer(source))
    rows = [words[i : i + 8] for i in range(0, len(words), 8)]
    word = next(w for w in rows[row] if w[1] != "0x0")
    changed = hex(int(word[1], 16) ^ (1 << 51 * digit))
    found["lanes_kernels.c"] = source[: word.start(1)] + changed + source[word.end(1) :]
    assert problems(found)


def body(source: str) -> tuple[int, int]:
    """Where the kernel's statements begin and end."""
    start = source.index("{", source.index(f"void {KERNEL}("))
    return start, source.index("\n}\n", start)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("lv4_add(", "lv4_sub(", KERNEL),
        ("lv4_sar(", "lv4_shl(", "leaves 64 bits"),
        ("lv4_store(r, ", "lv4_store(r + 4, ", KERNEL),
        ("    const lv4", "    if (f[0]) {}\n    const lv4", "is no statement of a kernel"),
    ],
)
@pytest.mark.usefixtures("only")
def test_a_changed_statement_is_found(old: str, new: str, what: str) -> None:
    found = texts()
    source = found["lanes_kernels.c"]
    start, end = body(source)
    assert old in source[start:end]
    found["lanes_kernels.c"] = source[:start] + source[start:end].replace(old, new, 1) + source[end:]
    assert any(KERNEL in problem and what in problem for problem in problems(found))


def narrower(entry: dict[str, Any]) -> None:
    number = entry["ensures"][0]["numbers"][0]
    number["max"] = hex(int(number["max"], 16) - 1)


def wider(entry: dict[str, Any]) -> None:
    number = entry["requires"][0]["numbers"][0]
    number["max"] = hex(int(number["max"], 16) + 1)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (narrower, "the ranges of contracts.json"),
        (wider, "the ranges of contracts.json"),
        (lambda entry: entry.update(aliasing="results overlap no input"), "wrong about aliasing"),
        (lambda entry: entry["cost"].update(others=0), "cost"),
        (lambda entry: entry.update(head=entry["head"].replace("const ", "")), "head"),
        (lambda entry: entry.update(function="lanes_other"), "kernels"),
    ],
)
@pytest.mark.usefixtures("only")
def test_a_changed_contract_is_found(change: Callable[[dict[str, Any]], None], what: str) -> None:
    found = texts()
    document = json.loads(found["contracts.json"])
    change(next(entry for entry in document["kernels"] if entry["function"] == KERNEL))
    found["contracts.json"] = json.dumps(document)
    told = problems(found)
    assert any(what in problem for problem in told)
