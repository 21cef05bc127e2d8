# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the make_*.py share: the form of a file of vectors, and the command that writes or checks one."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent.parent / "data"


def text(records: Iterable[dict[str, Any]]) -> str:
    """One record a line: files that diff well."""
    return "[\n" + ",\n".join(json.dumps(record, separators=(",", ":")) for record in records) + "\n]\n"


def command(purpose: str, file: Path, records: Callable[[], Iterable[dict[str, Any]]], argv: list[str] | None) -> int:
    """The main program of what makes one file. Exit status 1 if --check finds another text."""
    parser = argparse.ArgumentParser(description=purpose, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="recompute everything, compare, write nothing")
    args = parser.parse_args(argv)
    made = text(records()).encode()
    if not args.check:
        file.write_bytes(made)
    elif not file.is_file() or file.read_bytes() != made:
        print(f"{file.name}: not what the oracle gives; without --check it is written", file=sys.stderr)
        return 1
    return 0
