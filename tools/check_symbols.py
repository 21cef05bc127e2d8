#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the libraries define, export and need, read with nm and objdump.

usage: check_symbols.py BUILD_FOLDER
The archive defines only symbols that begin with lsm_; the shared library exports exactly the functions that the public
headers declare; neither needs anything but memcpy, memset and what the compiler adds for itself; no symbol is writable
data but the engine pointer.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from lint import files, finish, without_comments

# memmove is what compilers make of some struct copies.
NEEDED = {"memcpy", "memset", "memmove"}
COMPILER = re.compile(r"^(__stack_chk_\w+|_GLOBAL_OFFSET_TABLE_|__mem\w+_chk)$")
ENGINE_POINTER = "selected"  # src/api/engines.c


def nm(path: Path, *options: str) -> list[tuple[str, str]]:
    """(type letter, name) of each symbol."""
    text = subprocess.run(["nm", "-P", *options, path], capture_output=True, text=True, check=True).stdout
    fields = (line.split() for line in text.splitlines())
    return [(f[1], f[0].split("@")[0]) for f in fields if len(f) >= 2 and len(f[1]) == 1]


def declared() -> set[str]:
    """Functions that the public headers mark LSM_API."""
    names: set[str] = set()
    for path in files("include/limbsmith", suffixes=(".h",)):
        code = re.sub(r"(?m)^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", without_comments(path.read_text()))
        for statement in code.split(";"):
            if "LSM_API" in statement and (match := re.search(r"(\w+)\s*\(", statement.split("LSM_API", 1)[1])):
                names.add(match[1])
    return names


def archive_problems(path: Path) -> Iterator[str]:
    symbols = nm(path)
    defined = {symbol for kind, symbol in symbols if kind.isupper() and kind != "U"}
    for symbol in sorted(defined):
        if not symbol.startswith("lsm_"):
            yield f"{path.name} defines {symbol}, which lacks the prefix lsm_"
    for symbol in sorted({symbol for kind, symbol in symbols if kind == "U"} - defined - NEEDED):
        if not COMPILER.match(symbol):
            yield f"{path.name} needs {symbol}; the library uses no libc beyond {', '.join(sorted(NEEDED))}"
    for symbol in writable(path):
        if re.sub(r"\.\d+$", "", symbol) != ENGINE_POINTER:
            yield f"{path.name} has the writable object {symbol}; the engine pointer is the only global state"


def writable(path: Path) -> list[str]:
    """Objects in sections that stay writable once relocations are done."""
    text = subprocess.run(["objdump", "-t", path], capture_output=True, text=True, check=True).stdout
    section = r"(?:\.(?:data|bss|tdata|tbss)|\*COM\*)(?!\.rel\.ro)\S*"
    found = re.findall(rf"(?m)^[0-9a-f]+ .{{7}} {section}\t\S+\s+(?:\.hidden )?(\S+)$", text)
    return sorted(symbol for symbol in found if not symbol.startswith("."))


def shared_problems(path: Path) -> Iterator[str]:
    exported = {symbol for kind, symbol in nm(path, "-D") if kind.isupper() and kind not in "UVW"}
    wanted = declared()
    for symbol in sorted(exported - wanted):
        yield f"{path.name} exports {symbol}, which no public header declares"
    for symbol in sorted(wanted - exported):
        yield f"{path.name} does not export {symbol}, which a public header declares"


def main() -> None:
    if len(sys.argv) != 2:
        print("usage: check_symbols.py BUILD_FOLDER", file=sys.stderr)
        sys.exit(2)
    build = Path(sys.argv[1])
    archive, shared = build / "liblimbsmith.a", build / "liblimbsmith.so"
    problems = [*archive_problems(archive), *shared_problems(shared)]
    fine = f"{len(declared())} functions exported, as declared; every symbol begins with lsm_"
    finish("check_symbols", problems, fine)


if __name__ == "__main__":
    main()
