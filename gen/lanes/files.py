# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The generated files that hold the lane kernels of a curve."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

from gen.emit import lanes as emit
from gen.lanes.catalogue import kernels
from gen.lanes.field import LIMBS, R_BITS, LaneField
from gen.lanes.ir import LIMB_BITS
from gen.lanes.kernel import try_kernel
from gen.render import banner, render

if TYPE_CHECKING:
    from gen.model import CurveModel

TRIALS = 6
"""Runs of each kernel against its reference whenever it is generated; the tests run more."""


def kernel_files(model: CurveModel) -> dict[str, str]:
    """File name -> text. Every kernel has been run."""
    made = kernels(model)
    for kernel in made:
        try_kernel(kernel, LaneField(model.p), Random(kernel.name), TRIALS)
    constants = emit.Constants()
    context = {
        "banner": banner(model, "kernels in lanes of radix 2^52"),
        "limbs": LIMBS,
        "limb_bits": LIMB_BITS,
        "r_bits": R_BITS,
        "kernels": [
            {
                "symbol": f"lanes_{kernel.name}",
                "comment": emit.comment(kernel, model.p),
                "head": emit.head(kernel),
                "text": emit.function(kernel, constants),
            }
            for kernel in made
        ],
    }
    context["constants"] = constants.table()
    contracts = {
        "curve": model.name,
        "engine": "lanes",
        "modulus_p": f"{model.p:#x}",
        "representation": f"Montgomery form, R = 2^{R_BITS} (p); {LIMBS} limbs of {LIMB_BITS} bits, all in "
        f"[0, 2^{LIMB_BITS}), each over the lanes of a number; values from 0 to max, which is given for every lane",
        "kernels": [emit.contract(kernel, model.p) for kernel in made],
    }
    files = {name: render(f"{name}.j2", context) for name in ("lanes_kernels.h", "lanes_kernels.c")}
    return files | {"contracts.json": json.dumps(contracts, indent=2) + "\n"}
