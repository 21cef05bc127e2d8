# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Verifies the generated constants of a curve as they lie on disk.

Nothing of gen.derive is imported: gen/recheck derives every constant a second time, by another method and over other
representations, and re-checks the proofs. So an error in a derivation, a changed digit in params.json, proofs.json,
curve.h, vectors.h or a file of any engine folder, and a parameter file that no longer fits are all found.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gen import verify_fields
from gen.params import CurveSpec, WeierstrassSpec, load
from gen.recheck import engines, exponents, family, headers, kernels, lanes, manifest, maps, proofs, weierstrass
from gen.recheck.checks import Checks, ints
from gen.recheck.tower import Tower

GENERATED = Path(__file__).resolve().parent.parent / "generated"


def verify(name: str, generated: Path = GENERATED) -> tuple[int, list[str]]:
    """Number of checks made for a curve, and the problems found."""
    folder = generated / name
    spec = load(name)
    try:
        tables = [json.loads((folder / file).read_bytes()) for file in ("params.json", "proofs.json")]
        texts = [(folder / file).read_text(encoding="utf-8") for file in ("curve.h", "vectors.h")]
    except (OSError, ValueError, RecursionError) as err:
        return 0, [f"the generated files cannot be read: {err}"]
    if isinstance(spec, WeierstrassSpec):
        count, problems = weierstrass.check(spec, tables[0], tables[1], texts[0], texts[1])
    else:
        count, problems = verify_texts(spec, tables[0], tables[1], texts[0], texts[1])
    checks = Checks()
    found = engine_texts(checks, folder)
    checks.true("engines", bool(found), f"no engine has a folder in generated/{name}")
    try:
        numbers = engines.numbers_of(spec, tables[0])
    except (KeyError, TypeError):
        return count + checks.count, [*problems, *checks.problems, "params.json: mont_bits of a field is missing"]
    for engine, files in found.items():
        engines.check_engine(checks, numbers, engine, files)
        checks.true(f"{engine}: files", bool(files), "the folder is empty")
        for file in sorted(file for file in files if file.endswith(".S")):
            where = f"{engine}/{file}"
            checks.section(where, lambda w=where, t=files[file]: kernels.check_kernels(checks, tables[0], w, t))
        checks.section(engine, lambda e=engine, f=files: checks.problems.extend(verify_fields.check(numbers, e, f)))
        if "lanes_kernels.c" in files:
            checks.section(f"{engine}/kernels", lambda f=files: lanes.check_lanes(checks, tables[0], f))
    return count + checks.count, problems + checks.problems


def engine_texts(checks: Checks, folder: Path) -> dict[str, dict[str, str]]:
    """Engine -> file name -> content, of every folder below a curve's; what cannot be read is a problem."""
    found: dict[str, dict[str, str]] = {}
    for engine in sorted(path for path in folder.iterdir() if path.is_dir()):
        found[engine.name] = {}
        for path in sorted(engine.iterdir()):
            try:
                found[engine.name][path.name] = path.read_text(encoding="utf-8")
            except (OSError, ValueError) as err:
                reason = getattr(err, "strerror", None) or err
                checks.true(f"{engine.name}/{path.name}", False, f"cannot be read: {reason}")
    return found


def verify_manifest(name: str, root: Path = GENERATED.parent) -> tuple[int, list[str]]:
    """The same for what generated/MANIFEST.json says of a curve."""
    checks = Checks()
    manifest.check_manifest(checks, load(name), root)
    return checks.count, checks.problems


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
        "seed_power": lambda: exponents.check_seed_power(checks, spec, params),
        "criterion": lambda: proofs.check_criteria(checks, params, proof),
        "standalone": lambda: proofs.check_standalone(checks, spec, params, proof),
        "fold": lambda: proofs.check_fold(checks, spec, params, proof),
        "curve.h": lambda: headers.check_curve_header(checks, params, curve_h),
        "vectors.h": lambda: headers.check_vectors(checks, tower, params, vectors_h),
    }.items():
        checks.section(title, run)
    return checks.count, checks.problems
