# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Verifies the generated constants of a curve as they lie on disk.

Nothing of gen.derive is imported: gen/recheck derives every constant a second time, by another method and over other
representations, and re-checks the proofs. So an error in a derivation, a changed digit in params.json, proofs.json,
curve.h or vectors.h, and a parameter file that no longer fits are all found.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gen.params import CurveSpec, load
from gen.recheck import exponents, family, headers, kernels, maps, proofs
from gen.recheck.checks import Checks, ints
from gen.recheck.tower import Tower

GENERATED = Path(__file__).resolve().parent.parent / "generated"


def verify(name: str, generated: Path = GENERATED) -> tuple[int, list[str]]:
    """Number of checks made for a curve, and the problems found."""
    folder = generated / name
    try:
        tables = [json.loads((folder / file).read_bytes()) for file in ("params.json", "proofs.json")]
        texts = [(folder / file).read_text(encoding="utf-8") for file in ("curve.h", "vectors.h")]
    except (OSError, ValueError) as err:
        return 0, [f"the generated files cannot be read: {err}"]
    count, problems = verify_texts(load(name), tables[0], tables[1], texts[0], texts[1])
    checks = Checks()
    for path in sorted(folder.glob("*/*.S")):
        where = path.relative_to(folder).as_posix()
        text = path.read_text(encoding="utf-8")
        checks.section(where, lambda where=where, text=text: kernels.check_kernels(checks, tables[0], where, text))
    return count + checks.count, problems + checks.problems


def verify_texts(
    spec: CurveSpec, params: dict[str, Any], proof: dict[str, Any], curve_h: str, vectors_h: str
) -> tuple[int, list[str]]:
    """The same over given contents."""
    checks = Checks()
    checks.section("family", lambda: family.check_family(checks, spec, params))
    try:
        tower = Tower(ints(params["family"]["p"]), ints(params["tower"]["xi"]))
    except (KeyError, TypeError, ValueError, IndexError) as err:
        return checks.count, [*checks.problems, f"tower: cannot be set up: {type(err).__name__}: {err}"]
    if checks.problems:
        # The rest costs time and would only repeat that p, r or h2 is wrong.
        return checks.count, checks.problems
    for title, run in {
        "primality": lambda: proofs.check_primality(checks, params, proof),
        "tower": lambda: maps.check_tower(checks, spec, tower, params),
        "non_residue": lambda: proofs.check_numbers(checks, spec, tower, params, proof),
        "sextic_orders": lambda: family.check_sextic_orders(checks, tower.p, ints(proof["twist"]["sextic_orders"])),
        "groups": lambda: maps.check_groups(checks, spec, tower, params, proof),
        "endomorphisms": lambda: maps.check_maps(checks, tower, params),
        "glv": lambda: exponents.check_glv(checks, params, proof),
        "pairing": lambda: exponents.check_pairing(checks, params, proof),
        "chain": lambda: exponents.check_chain(checks, params),
        "criterion": lambda: proofs.check_criterion(checks, params, proof),
        "fold": lambda: proofs.check_fold(checks, spec, params, proof),
        "curve.h": lambda: headers.check_curve_header(checks, params, curve_h),
        "vectors.h": lambda: headers.check_vectors(checks, tower, params, vectors_h),
    }.items():
        checks.section(title, run)
    return checks.count, checks.problems
