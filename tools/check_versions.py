#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The packages of every language carry the version that include/limbsmith/version.h states.

A folder in bindings/ with a package file of a known kind must state it there, and so must every page that tells how to
install one.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from lint import ROOT, arguments, finish, name

# The package files of a binding, and where each states the version: the first group of every match.
STATED = {
    "pom.xml": r"<artifactId>limbsmith(?:-bench)?</artifactId>\s*<version>([^<$]+)</version>",
    "pyproject.toml": r'(?m)^version = "([^"]+)"',
    "Cargo.toml": r'(?m)^version = "([^"]+)"|^limbsmith(?:-sys)? = \{[^}\n]*version = "=?([^"]+)"',
    "package.json": r'(?m)^  "version": "([^"]+)"',
}
# Pages: a dependency as each tool writes it.
INSTALLED = (
    r"<artifactId>limbsmith</artifactId>\s*<version>([^<]+)</version>|org\.limbsmith:limbsmith:([\d.]+)"
    r"|limbsmith-(\d+\.\d+\.\d+)[.-](?:tar|cdx|linux)"
    r'|limbsmith==([\d.]+)|(?m:^limbsmith = (?:\{[^}\n]*version = )?"=?([\d.]+)")'
)


def library_version(root: Path) -> str:
    text = (root / "include/limbsmith/version.h").read_text()
    return ".".join(re.findall(r"#define LSM_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text))


def problems(root: Path) -> Iterator[str]:
    wanted = library_version(root)
    kept = [path for path in sorted((root / "bindings").rglob("*")) if path.is_file() and not built(path, root)]
    for path in (path for path in kept if path.name in STATED):
        found = versions(STATED[path.name], path)
        if not found and path.parent.parent == root / "bindings":
            yield f"{name(path)}: states no version"
        yield from (f"{name(path)}: version {each}, the library's is {wanted}" for each in found if each != wanted)
    pages = [root / "README.md", *(root / "docs").rglob("*.md"), *(path for path in kept if path.suffix == ".md")]
    for path in (path for path in sorted(pages) if path.is_file()):
        found = versions(INSTALLED, path)
        yield from (f"{name(path)}: installs {each}, the library is of {wanted}" for each in found if each != wanted)


def versions(pattern: str, path: Path) -> list[str]:
    return [next(filter(None, match.groups())) for match in re.finditer(pattern, path.read_text())]


def built(path: Path, root: Path) -> bool:
    """In a folder that a tool fills."""
    return bool({"target", "node_modules", "build", "dist", ".venv"} & {*path.relative_to(root).parts})


def main() -> None:
    arguments(__doc__).parse_args()
    finish("check_versions", problems(ROOT), f"every package is of version {library_version(ROOT)}")


if __name__ == "__main__":
    main()
