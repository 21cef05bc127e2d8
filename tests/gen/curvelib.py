# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Helpers of the generator's tests: edited parameter files, built models, a copy of the repository to run in."""

from __future__ import annotations

import copy
import functools
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sympy

from gen.model import CurveModel, build
from gen.params import CURVES_DIR, CurveSpec, load, parse
from gen.recheck.engines import Numbers, numbers_of

ROOT = Path(__file__).resolve().parents[2]
TOYS = ("toy_bn_z1", "toy_bn_z7", "toy_bn_zm3", "toy_bn_zm7")  # BN; those of BLS12 are toy_bls12_*
BN = ("bn254", "bn256", "bn254_nogami", *TOYS)
BLS12 = ("bls12_381", "toy_bls12_z4", "toy_bls12_zm1928")
CURVES = (*BN, *BLS12)
PROSE = ("_generated", "claim", "relation", "gcd_of", "not_taken")  # keys of text for readers
Path_ = tuple[Any, ...]  # of a value in nested tables
COPIED = ("gen", "templates", "generated", "include", "docs")


def text_of(name: str) -> str:
    return (CURVES_DIR / f"{name}.toml").read_text(encoding="utf-8")


def edited(name: str, *replacements: tuple[str, str]) -> CurveSpec:
    """The spec of a curve whose file has been edited: each old text must be there, once."""
    text = text_of(name)
    for old, new in replacements:
        assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in {name}.toml"
        text = text.replace(old, new)
    return parse(text.encode(), f"gen/curves/{name}.toml", name)


@functools.cache
def model(name: str) -> CurveModel:
    return build(load(name))


def numbers(name: str) -> Numbers:
    """What verify takes for a curve's numbers."""
    return numbers_of(load(name), json.loads((ROOT / "generated" / name / "params.json").read_bytes()))


def leaves(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """The places of all values but the prose."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key not in PROSE:
                yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves(item, (*path, index))
    else:
        yield path


def changed(value: Any) -> Any:
    if value is None:
        return "1"
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if re.fullmatch(r"-?[0-9]+", value):
        return str(int(value) + 1)
    return value + "x"


def mutate(table: dict[str, Any], path: Path_) -> dict[str, Any]:
    """A copy in which one value is another."""
    table = copy.deepcopy(table)
    inner = table
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = changed(inner[path[-1]])
    return table


def composite_with_a_point() -> tuple[int, int, tuple[int, int], int]:
    """n = p q of two toys with the same b, b, a point of y^2 = x^3 + b modulo n, and a prime order above
    (n^(1/4) + 1)^2 that does not kill it: its binary digits begin with r of the first toy, so that a partial sum is
    infinity modulo one factor."""
    first, second = model("toy_bn_z1"), model("toy_bn_zm3")
    assert first.groups.b == second.groups.b
    p, q = first.p, second.p
    x, y = (
        (a * q * pow(q, -1, p) + b * p * pow(p, -1, q)) % (p * q) for a, b in zip(first.groups.g1, second.groups.g1)
    )
    order = next(m for m in range(first.r << 5, first.r + 1 << 5) if sympy.isprime(m))
    return p * q, first.groups.b, (x, y), order


def copy_repository(to: Path, source: Path = ROOT) -> Path:
    """What the generator reads and writes, so that a test may break it."""
    for folder in COPIED:
        shutil.copytree(source / folder, to / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return to


def run_gen(
    *args: str,
    root: Path = ROOT,
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
    python: str = sys.executable,
) -> subprocess.CompletedProcess[str]:
    """python3 -m gen in a checkout; from another folder through PYTHONPATH."""
    environment = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"} | (env or {})
    return subprocess.run(
        [python, "-m", "gen", *args],
        cwd=cwd or root,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
