# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The steps of src/core/gcd.h at the ends of the ranges that its comments prove. Inversions of random numbers stay far
from them: without some of these corrections every one still comes out right."""

from __future__ import annotations

import ctypes
import random
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from curvelib import ROOT
from fieldlib import COMPILERS
from gen.derive.field import FieldModel, field_model
from gen.plan import plan_inversion
from gen.strategies.limbs import limb_count

WRAPPER = """
#include "core/gcd.h"
void t_de(lsm_gcd_num *d, lsm_gcd_num *e, const lsm_gcd_matrix *t, const lsm_gcd_modulus *m);
void t_de(lsm_gcd_num *d, lsm_gcd_num *e, const lsm_gcd_matrix *t, const lsm_gcd_modulus *m) {
    lsm_gcd_update_de(d, e, t, m);
}
void t_normalize(lsm_gcd_num *d, const lsm_gcd_num *f, const lsm_gcd_modulus *m);
void t_normalize(lsm_gcd_num *d, const lsm_gcd_num *f, const lsm_gcd_modulus *m) { lsm_gcd_normalize(d, f, m); }
int t_vartime(lsm_gcd_num *r, const lsm_gcd_num *x, const lsm_gcd_modulus *m);
int t_vartime(lsm_gcd_num *r, const lsm_gcd_num *x, const lsm_gcd_modulus *m) {
    return lsm_gcd_inverse_vartime(r, x, m);
}
"""
LIMB = 62
TOP = 1 << LIMB
MODULI = {
    "bn254": 0x30644E72E131A029B85045B68181585D97816A916871CA8D3C208C16D87CFD47,
    "secp256k1": 2**256 - 2**32 - 977,
    "p521": 2**521 - 1,
    "one word": 2**64 - 59,
    "small": 103,
}


@dataclass
class Steps:
    """The compiled steps for one modulus, on integers."""

    compiled: ctypes.CDLL
    field: FieldModel

    def number(self, value: int) -> ctypes.Array[ctypes.c_int64]:
        """Limbs of 62 bits, the sign in the top one."""
        n = limb_count(self.field)
        limbs = [value >> LIMB * i & TOP - 1 for i in range(n - 1)] + [value >> LIMB * (n - 1)]
        return (ctypes.c_int64 * n)(*limbs)

    def value(self, limbs: ctypes.Array[ctypes.c_int64]) -> int:
        assert all(0 <= limb < TOP for limb in limbs[:-1])
        return sum(limb << LIMB * i for i, limb in enumerate(limbs))

    def modulus(self) -> ctypes.Array[ctypes.c_int64]:
        p = self.field.modulus
        words = [*self.number(p), *self.number(self.field.R2), pow(p, -1, TOP)]
        return (ctypes.c_int64 * len(words))(*words)


@pytest.fixture(scope="module", params=MODULI.items(), ids=MODULI)
def steps(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Steps:
    field = field_model("fp", request.param[1])
    counts = plan_inversion(field)
    folder = tmp_path_factory.mktemp("gcd")
    (folder / "steps.c").write_text(WRAPPER, encoding="utf-8")
    sizes = {"WORDS": field.limbs, "BATCHES": counts.batches, "STEPS": counts.steps, "START": counts.start}
    sizes["VARTIME_BATCHES"] = counts.vartime_batches
    defines = [f"-DLSM_GCD_{name}={value}" for name, value in sizes.items()]
    command = [COMPILERS[0], "-std=c11", "-O1", "-Wall", "-fPIC", "-shared", *defines, f"-I{ROOT / 'src'}"]
    subprocess.run([*command, str(folder / "steps.c"), "-o", str(folder / "steps.so")], check=True)
    return Steps(ctypes.CDLL(str(folder / "steps.so")), field)


def rows() -> Iterator[tuple[int, int]]:
    """Rows of a transition: |u| + |v| <= 2^62, the largest ones first."""
    chance = random.Random(62)
    for split in (0, 1, TOP // 2, TOP - 1, TOP, *(chance.randrange(TOP) for _ in range(6))):
        for a in (split, -split):
            yield from ((a, TOP - split), (a, split - TOP))
    yield (0, 0)


def test_cofactors_stay_in_their_range(steps: Steps) -> None:
    """(u d + v e)/2^62 mod p, in (-2p, p) for any d and e in there."""
    p = steps.field.modulus
    chance = random.Random(p)
    ends = [-2 * p + 1, p - 1, 0, -p, -1, 1, chance.randrange(-2 * p + 1, p), chance.randrange(-2 * p + 1, p)]
    given = list(rows())
    inverse = pow(TOP, -1, p)
    for i, (u, v) in enumerate(given):
        q, r = given[(7 * i + 3) % len(given)]
        matrix = (ctypes.c_int64 * 4)(u, v, q, r)
        for d in ends:
            for e in ends:
                first, second = steps.number(d), steps.number(e)
                steps.compiled.t_de(first, second, matrix, steps.modulus())
                for found, row in ((steps.value(first), (u, v)), (steps.value(second), (q, r))):
                    assert -2 * p < found < p, (d, e, row)
                    assert (found - (row[0] * d + row[1] * e) * inverse) % p == 0, (d, e, row)


def test_any_cofactor_is_brought_into_the_field(steps: Steps) -> None:
    p = steps.field.modulus
    chance = random.Random(p)
    ends = [-2 * p + 1, -p - 1, -p, -p + 1, -1, 0, 1, p - 1, *(chance.randrange(-2 * p + 1, p) for _ in range(20))]
    for d in ends:
        for f in (1, -1):
            number = steps.number(d)
            steps.compiled.t_normalize(number, steps.number(f), steps.modulus())
            assert steps.value(number) == f * d % p, (d, f)


def test_the_variable_time_inversion_needs_no_other(steps: Steps) -> None:
    """It ends by itself. p and p - 2^j share their top words, so that the greater one is guessed wrongly and a negative
    number has to be turned round, which a random x asks for once in 2^30 times or so."""
    p = steps.field.modulus
    chance = random.Random(p)
    near = [p - (1 << j) for j in range(steps.field.bits - 1)] + [p - 2 * j for j in range(1, min(60, p // 2))]
    for x in [1, 2, p // 2, *near, *(chance.randrange(1, p) for _ in range(500))]:
        out = steps.number(0)
        assert steps.compiled.t_vartime(out, steps.number(x), steps.modulus()) == 1, x
        assert steps.value(out) == steps.field.R2 * pow(x, -1, p) % p, x
