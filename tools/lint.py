# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the check_*.py scripts share: the files of the project, C without comments, their help, one way to report."""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


# What is no part of the project in a copy without git (with git, .gitignore says it).
LEAVINGS = {".git", ".venv", "build", "node_modules", "__pycache__", ".pytest_cache", ".ruff_cache", ".hypothesis"}


def files(*folders: str, suffixes: tuple[str, ...] = ()) -> list[Path]:
    """The project's files below these folders (all of it by default): what git tracks, or would."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *folders]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
        paths = [ROOT / name for name in listed if name]
    except (OSError, subprocess.CalledProcessError):  # no git, or a copy without its history
        below = [ROOT / folder for folder in folders] or [ROOT]
        found = (path for folder in below for path in folder.rglob("*"))
        paths = [path for path in found if not LEAVINGS & {*path.relative_to(ROOT).parts}]
    return [path for path in sorted({*paths}) if path.is_file() and (not suffixes or path.suffix in suffixes)]


def name(path: Path) -> str:
    """The path as messages show it."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


def without_comments(text: str) -> str:
    """C text with each comment replaced by its line breaks, so that line numbers stay; strings are kept."""
    token = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
    return token.sub(lambda m: m[0] if m[0][0] in "\"'" else "\n" * m[0].count("\n") or " ", text)


def arguments(purpose: str) -> argparse.ArgumentParser:
    """A check's parser, which shows its purpose, the head of its file, as help."""
    return argparse.ArgumentParser(description=purpose, formatter_class=argparse.RawDescriptionHelpFormatter)


def finish(check: str, problems: Iterable[str], fine: str) -> None:
    """Print every problem and exit 1, or say in one line what was found fine."""
    listed = list(problems)
    for problem in listed:
        print(f"{check}: {problem}", file=sys.stderr)
    if listed:
        sys.exit(1)
    print(f"{check}: {fine}")
