#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the libraries define, export and need, read with nm and objdump.

The archive defines only symbols that begin with lsm_; the shared library exports exactly the functions that the public
headers of its curves declare; neither needs anything but memcpy, memset and what the compiler adds for itself; all the
writable data is one engine pointer a curve.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from lint import ROOT, arguments, files, finish, without_comments

# memmove is what compilers make of some struct copies.
NEEDED = {"memcpy", "memset", "memmove"}
COMPILER = re.compile(r"^(__stack_chk_\w+|_GLOBAL_OFFSET_TABLE_|__mem\w+_chk)$")
EVM_CURVE = "bn254"
ENGINE_POINTER = "selected"  # src/api/curve_engines.c


def nm(path: Path, *options: str) -> list[tuple[str, str]]:
    """(type letter, name) of each symbol."""
    text = subprocess.run(["nm", "-P", *options, path], capture_output=True, text=True, check=True).stdout
    fields = (line.split() for line in text.splitlines())
    return [(f[1], f[0].split("@")[0]) for f in fields if len(f) >= 2 and len(f[1]) == 1]


def built_curves(build: Path) -> set[str]:
    """The curves this build holds."""
    cache = build / "CMakeCache.txt"
    match = re.search(r"(?m)^LSM_CURVES:\w+=(.+)$", cache.read_text() if cache.is_file() else "")
    return set(match[1].split(";")) if match else set()


def declared(curves: set[str]) -> set[str]:
    """Functions that the public headers of these curves, and those of all, mark LSM_API."""
    names: set[str] = set()
    others = {path.stem for path in (ROOT / "gen/curves").glob("*.toml")} - curves
    others |= set() if EVM_CURVE in curves else {"evm"}
    for path in files("include/limbsmith", suffixes=(".h",)):
        if path.stem in others:
            continue
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
            yield f"{path.name} has the writable object {symbol}; the engine pointers are the only global state"


def writable(path: Path) -> list[str]:
    """Objects in sections that stay writable once relocations are done."""
    text = subprocess.run(["objdump", "-t", path], capture_output=True, text=True, check=True).stdout
    section = r"(?:\.(?:data|bss|tdata|tbss)|\*COM\*)(?!\.rel\.ro)\S*"
    found = re.findall(rf"(?m)^[0-9a-f]+ .{{7}} {section}\t\S+\s+(?:\.hidden )?(\S+)$", text)
    return sorted(symbol for symbol in found if not symbol.startswith("."))


def shared_problems(path: Path, wanted: set[str]) -> Iterator[str]:
    exported = {symbol for kind, symbol in nm(path, "-D") if kind.isupper() and kind not in "UVW"}
    for symbol in sorted(exported - wanted):
        yield f"{path.name} exports {symbol}, which no public header declares"
    for symbol in sorted(wanted - exported):
        yield f"{path.name} does not export {symbol}, which a public header declares"


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("build", type=Path, help="the build tree")
    build = parser.parse_args().build
    curves = built_curves(build)
    if not curves:
        sys.exit(f"check_symbols: {build} is no build folder of this project: its cache names no LSM_CURVES")
    wanted = declared(curves)
    archive, shared = build / "liblimbsmith.a", build / "liblimbsmith.so"
    problems = [*archive_problems(archive), *shared_problems(shared, wanted)]
    fine = f"{', '.join(sorted(curves))}: {len(wanted)} functions exported, as declared; every symbol begins with lsm_"
    finish("check_symbols", problems, fine)


if __name__ == "__main__":
    main()
