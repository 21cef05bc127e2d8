# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The families of curves that the generator knows, by the name a parameter file gives (gen.params.FOLDS)."""

from __future__ import annotations

from gen.derive.bls12 import BLS12
from gen.derive.bn import BN
from gen.derive.family import Family

FAMILIES: dict[str, Family] = {family.name: family for family in (BN, BLS12)}
