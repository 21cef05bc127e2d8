# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The families of curves by name."""

from __future__ import annotations

from gen.recheck.bls12 import BLS12
from gen.recheck.bn import BN
from gen.recheck.orders import Family

FAMILIES: dict[str, Family] = {family.name: family for family in (BN, BLS12)}
