# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A refusal says what would do instead, where that can be found in seconds."""

from __future__ import annotations

from dataclasses import replace

from gen.derive.choose import nearest_seed, seed_test, smallest_b, smallest_xi
from gen.derive.families import FAMILIES
from gen.derive.family import derive_family
from gen.derive.trinomial import derive_standalone
from gen.params import CurveSpec, ParamError


def with_proposal(spec: CurveSpec, err: ParamError) -> ParamError:
    """The same refusal, with a value that fits added to its reason if there is one."""
    try:
        text = _proposal(spec, err.key.split("[")[0])
    except ParamError:
        text = None  # more than this key is wrong
    return err if text is None else ParamError(err.file, err.key, f"{err.reason}; {text}")


def _proposal(spec: CurveSpec, key: str) -> str | None:
    kind = FAMILIES[spec.family]
    if key == "z":
        if seed_test(kind)(spec.z) is not None:
            return None
        found = nearest_seed(kind, spec.z)
        return None if found is None else f"the nearest seed whose p and r are such primes is {found.z}"
    if key in ("subgroup_fold", "subgroup_criterion"):
        family, free = derive_family(spec, kind), replace(spec, fold=None, criterion=None)
        if key == "subgroup_fold":
            choice = kind.fold(free, family, kind.pairing(free, family)).choice
        else:
            choice = derive_standalone(free, family, kind.trinomial and kind.trinomial(family.z)).choice
        return f'"{choice}" is sound, and taken without this key'
    if key in ("generators.g1", "generators.g2"):
        return 'generators = "first" takes points that fit'
    family = derive_family(spec, kind)
    if key == "non_residue":
        xi, _ = smallest_xi(family.p)
        return None if xi is None else f"{xi[0]} + {'' if xi[1] == 1 else xi[1]}u would do"
    if key == "b":
        b = smallest_b(family.p, family.t)
        return None if b is None else f"the smallest b that fits is {b}"
    return None
