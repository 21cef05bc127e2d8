# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The commands of docs/new-curve.md run in a copy of the repository, in order, and print what the page shows."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from curvelib import ROOT

PAGE = (ROOT / "docs/new-curve.md").read_text(encoding="utf-8")
REFUSED = "# refused"
NEEDS_GIT = pytest.mark.skipif(
    not (ROOT / ".git").exists() or not shutil.which("git"), reason="no git, or no checkout: it lists what to copy"
)


@dataclass(frozen=True)
class Block:
    """Commands, and the lines that have to be among what they print."""

    commands: tuple[str, ...]
    shown: tuple[str, ...]
    long: bool


def blocks() -> list[Block]:
    found = re.findall(r"(<!-- long -->\n)?```sh\n(.*?)```\n(?:```text\n(.*?)```\n)?", PAGE, re.DOTALL)
    return [Block(tuple(code.splitlines()), tuple(text.splitlines()), bool(mark)) for mark, code, text in found]


def copy_of_the_tree(to: Path) -> Path:
    """What is committed or about to be: a build needs nearly all of it."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in listed.stdout.splitlines():
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    return to


def run_page(folder: Path, long: bool) -> None:
    tree, tools = copy_of_the_tree(folder / "tree"), folder / "bin"
    tools.mkdir()
    (tools / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (tools / "python3").chmod(0o755)
    for block in blocks():
        if block.long and not long:
            continue
        printed = ""
        for command in block.commands:
            ran = subprocess.run(
                ["sh", "-c", f'PATH="$0:$PATH"; {command}', str(tools)],
                cwd=tree,
                capture_output=True,
                text=True,
                timeout=1800,
                check=False,
            )
            printed += ran.stdout + ran.stderr
            assert (ran.returncode != 0) == command.endswith(REFUSED), f"{command}\n{printed}"
        for line in block.shown:
            assert line in printed, f"{block.commands}: {line!r} is not in\n{printed}"


def test_the_page_has_commands_of_every_kind() -> None:
    found = blocks()
    commands = [command for block in found for command in block.commands]
    for verb in ("search", "new", "show", "diff", "generate", "verify", "search-chain", "field"):
        assert any(command.startswith(f"python3 -m gen {verb} ") for command in commands), verb
    assert [block.long for block in found].count(True) == 1
    assert sum(command.endswith(REFUSED) for command in commands) == 1
    assert PAGE.count("```sh\n") == len(found)
    assert PAGE.count("```text\n") == sum(bool(block.shown) for block in found)


@NEEDS_GIT
def test_the_commands_of_the_page(tmp_path: Path) -> None:
    run_page(tmp_path, long=False)


@pytest.mark.full
@NEEDS_GIT
def test_the_commands_of_the_page_with_the_build(tmp_path: Path) -> None:
    run_page(tmp_path, long=True)
