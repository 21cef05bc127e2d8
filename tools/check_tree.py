#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every hand-written file states its licence, and no file names a machine.

No private paths, no registry's address, no notes to self.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from lint import ROOT, arguments, files, finish, name

LICENCE = "SPDX-License-Identifier: Apache-2.0 OR MIT"
CODE = set(
    ".c .h .inc .S .py .sh .cmake .in .j2 .circom .mjs .toml .go .mod .java .properties .xml .rs .js .ts .html".split()
)
NAMES = {"CMakeLists.txt", "tools", ".npmrc", ".gitignore", ".gitattributes"}  # tools: the list in bindings/*
NO_LICENCE_LINE = {"limbsmith.pc.in"}  # installed as it is, where a comment would be noise

# What no file may hold, and why. The one file that may name the folder of vectors says so itself.
LEAKS = {
    r"(?<![\w.])/(?:work|root|home|tmp|Users)/[\w.]": "a path of one machine",
    r"\.\./shared": "a folder outside the project",
    r"https?://(?:[\w.-]*\.)?(?:pypi|pythonhosted|npmjs|debian|ubuntu|golang|crates)\.\w+": "an address of a registry",
    r"https?://repo1?\.maven": "an address of a registry",
    r"\b(?:TODO|FIXME|XXX)\b": "a note to self; file an issue",
    r"\blocalhost\b|\b\d{1,3}(?:\.\d{1,3}){3}\b": "a host",
    r"(?m)^(?:<{7}|>{7}) ": "a merge conflict",
}
MAY = {".ci/run": r"\.\./shared", "tools/check_tree.py": ".*"}


def is_code(path: Path) -> bool:
    if path.suffix in CODE or path.name in NAMES:
        return path.name not in NO_LICENCE_LINE
    return not path.suffix and path.read_bytes()[:2] == b"#!"


def problems(path: Path) -> Iterator[str]:
    raw = path.read_bytes()
    if b"\0" in raw:
        yield f"{name(path)}: a binary file"
        return
    text = raw.decode()
    if is_code(path) and path.stat().st_size and LICENCE not in "\n".join(text.split("\n")[:6]):
        # Generated files and templates carry the line in their banner.
        banner = path.suffix == ".j2" and "{{ banner }}" in text
        markdown = path.name.endswith(".md.j2")
        if not banner and not markdown:
            yield f"{name(path)}: no line with {LICENCE} at its top"
    if b"\r" in raw:
        yield f"{name(path)}: carriage returns"
    for pattern, what in LEAKS.items():
        if re.fullmatch(MAY.get(name(path), "(?!)"), pattern) or MAY.get(name(path)) == pattern:
            continue
        for match in re.finditer(pattern, text):
            yield f"{name(path)}:{text.count(chr(10), 0, match.start()) + 1}: {what}: {match[0]}"


def main() -> None:
    arguments(__doc__).parse_args()
    paths = [path for path in files() if path != ROOT / "LICENSE-APACHE"]
    found = [problem for path in paths for problem in problems(path)]
    finish("check_tree", found, f"{len(paths)} files state their licence and name no machine")


if __name__ == "__main__":
    main()
