# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The last batch of the constant-time inversion: random values almost never need it, these do."""

from __future__ import annotations

from pathlib import Path

import pytest

import fieldlib
from curvelib import model
from fieldlib import COMPILERS
from gen.engines import engine_files
from gen.plan import plan_inversion

# Words of BN254 field elements that take many divsteps (a random one takes 512 +- 5): found by fixing eight low bits
# after another such that the numbers shrink as little as possible.
SLOW = {
    "fp": [
        0x2E24A7B22E70659446F9D9A07122BD328EE28C34C7033847D8DED6A75FAB1ADB,
        0x22E6FB78D9B8D24CAFEF2DE94B04D0B28092DE8D8121A0BE9937BA16067F5EB6,
        0x258AA44A0BDB4E32DF994707B215E8C25158F6385F88AC340D2F53E9AF39370E,
        0x2EFA01B6456DD412F9D86A74F14A660D8E679A3920E8B0E1AD0C3021B45C671C,
    ],
    "fr": [
        0x207FFE7AC36370DD59DA928AD587F38B3B0B491488706D3248DBA276CD4DC972,
        0x1E86C01705FDCFCAF768DD00406552C40FA23C7931A70D7186D88DE808271572,
        0x23EA028DA68A1018BF76B620A0EED9CA7A554510892D6555C07656BC39A41504,
    ],
}


def divsteps(x: int, p: int) -> int:
    """Steps until g = 0, delta doubled and started at 1: the map of src/core/gcd.h on whole numbers."""
    delta, f, g, steps = 1, p, x, 0
    while g:
        if g % 2 and delta > 0:
            delta, f, g = 2 - delta, g, (g - f) // 2
        else:
            delta, g = delta + 2, (g + g % 2 * f) // 2
        steps += 1
    return steps


@pytest.mark.parametrize("name", ["fp", "fr"])
def test_values_that_need_the_last_batch_are_inverted(tmp_path: Path, name: str) -> None:
    ours = model("bn254")
    field = ours.fp if name == "fp" else ours.fr
    plan = plan_inversion(field)
    assert plan.start == 1
    assert (plan.batches - 1) * plan.steps < plan.divsteps <= plan.batches * plan.steps
    folder = fieldlib.build(tmp_path, engine_files(ours, "c64"), COMPILERS[0], ["-O2"])
    compiled = fieldlib.load(folder, ours.fp, ours.fr)
    for a in SLOW[name]:
        assert (plan.batches - 1) * plan.steps < divsteps(a, field.modulus) <= plan.divsteps
        inverse = pow(a, -1, field.modulus) * field.R2 % field.modulus
        assert compiled.call(f"{name}_inv", (a,)) == (inverse,), hex(a)
