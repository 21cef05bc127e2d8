# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The same bytes whatever the hash seed, the locale, the working folder and the interpreter."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from curvelib import ROOT
from gen.params import curve_names

# Prints one hash over all files that would be written, without touching the disk.
DIGEST = """
import hashlib
from gen import tree
from gen.params import curve_names
files = tree.generate(curve_names()).files
print(hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest(), len(files))
"""


def digest(python: str = sys.executable, cwd: Path = ROOT, **env: str) -> str:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"} | env
    run = subprocess.run(
        [python, "-c", DIGEST], cwd=cwd, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.fixture(scope="module")
def reference() -> str:
    return digest(PYTHONHASHSEED="0")


@pytest.mark.parametrize("seed", ["1", "4294967295"])
def test_hash_seeds(reference: str, seed: str) -> None:
    assert digest(PYTHONHASHSEED=seed) == reference


@pytest.mark.parametrize("locale", ["C", "C.UTF-8", "tr_TR.UTF-8"])
def test_locales(reference: str, locale: str) -> None:
    assert digest(LC_ALL=locale, LANG=locale, PYTHONUTF8="0", PYTHONCOERCECLOCALE="0") == reference


def test_working_folder(reference: str, tmp_path: Path) -> None:
    assert digest(cwd=tmp_path) == reference


def other_pythons() -> list[str]:
    """Interpreters of another version that can import the generator's dependencies."""
    found, versions = [], {sys.version_info[:2]}
    candidates = [shutil.which(f"python3.{minor}") for minor in range(11, 16)] + ["/usr/bin/python3"]
    probe = "import sys, sympy, jinja2; print(*sys.version_info[:2])"
    for python in candidates:
        if python is None or not Path(python).exists():
            continue
        run = subprocess.run([python, "-c", probe], capture_output=True, text=True, check=False)
        if run.returncode == 0 and tuple(map(int, run.stdout.split())) not in versions:
            versions.add(tuple(map(int, run.stdout.split())))
            found.append(python)
    return found


def test_another_interpreter(reference: str) -> None:
    pythons = other_pythons()
    if not pythons:
        pytest.skip("no second Python version that can import sympy and jinja2")
    for python in pythons:
        assert digest(python) == reference


def generated_files() -> list[Path]:
    """What carries the generator's banner or lies in its folder: of the public headers, those of curves."""
    headers = (ROOT / "include/limbsmith" / f"{name}.h" for name in curve_names())
    files = [*(ROOT / "generated").rglob("*"), ROOT / "docs/derivation.md", *headers]
    return [path for path in files if path.is_file()]


def test_manifest_names_every_file_and_its_hash() -> None:
    manifest = json.loads((ROOT / "generated/MANIFEST.json").read_bytes())
    on_disk = {
        path.relative_to(ROOT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in generated_files()
        if path.name != "MANIFEST.json"
    }
    assert manifest["files"] == on_disk
    for files in manifest["inputs"].values():
        for path, sha256 in files.items():
            assert hashlib.sha256((ROOT / path).read_bytes()).hexdigest() == sha256


def test_outputs_hold_no_trace_of_the_machine() -> None:
    for path in generated_files():
        text = path.read_bytes()
        text.decode("ascii")
        assert b"\r" not in text
        assert text.endswith(b"\n")
        assert not re.search(rb"(?<!\w)" + re.escape(bytes(ROOT)), text)
