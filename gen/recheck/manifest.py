# SPDX-License-Identifier: Apache-2.0 OR MIT
"""generated/MANIFEST.json against the files on disk: what it says of one curve, and of the files of no curve."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from gen.params import CurveSpec, WeierstrassSpec
from gen.recheck.checks import Checks

MANIFEST = "generated/MANIFEST.json"


def check_manifest(checks: Checks, spec: CurveSpec | WeierstrassSpec, root: Path) -> None:
    """Every file the manifest names has the hash it says, and it names every file of the curve and its inputs."""
    try:
        table: dict[str, Any] = json.loads((root / MANIFEST).read_bytes())
    except (OSError, ValueError, RecursionError) as err:
        checks.true(MANIFEST, False, f"cannot be read: {getattr(err, 'strerror', None) or err}")
        return
    try:
        checks.section(MANIFEST, lambda: _check(checks, spec, root, table))
    except OSError as err:
        checks.true(MANIFEST, False, f"cannot be compared: {err}")


def _check(checks: Checks, spec: CurveSpec | WeierstrassSpec, root: Path, table: dict[str, Any]) -> None:
    files: dict[str, str] = table["files"]
    checks.true(f"{MANIFEST}: format", isinstance(table["format"], int), f"{table['format']!r} is no number")
    folder = root / "generated" / spec.name
    banner = (folder / "curve.h").read_text(encoding="utf-8")
    said = f"limbsmith's generator (format {table['format']})"
    checks.true(f"{MANIFEST}: format", said in banner, f"curve.h is not of {said!r}")
    for path, sha256 in files.items():
        parts = path.split("/")
        if parts[0] == "generated" and len(parts) > 2 and parts[1] != spec.name:
            continue  # of another curve
        if path.startswith("include/limbsmith/") and parts[-1] != f"{spec.name}.h":
            continue
        _compare(checks, root, path, sha256)
    for file in sorted(folder.rglob("*")):
        path = file.relative_to(root).as_posix()
        checks.true(f"{MANIFEST}: {path}", file.is_dir() or path in files, "is on disk, but not in the manifest")
    inputs = table["inputs"][spec.name]
    named = {spec.file}
    if isinstance(spec, CurveSpec) and (root / (chain := f"gen/chains/{abs(spec.z)}.json")).is_file():
        named.add(chain)
    checks.equal(f"{MANIFEST}: inputs of {spec.name}", sorted(inputs), sorted(named))
    for path, sha256 in inputs.items():
        _compare(checks, root, path, sha256)


def _compare(checks: Checks, root: Path, path: str, sha256: str) -> None:
    try:
        found = hashlib.sha256((root / path).read_bytes()).hexdigest()
    except OSError as err:
        checks.true(f"{MANIFEST}: {path}", False, f"the file cannot be read: {err.strerror}")
        return
    checks.true(f"{MANIFEST}: {path}", found == sha256, f"the file's sha256 is {found}, the manifest says {sha256}")
