# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which kernels the engine adx has: for each function of a field the first one that the modulus admits."""

from __future__ import annotations

from gen.derive.field import FieldModel
from gen.emit.x86.fp import FIELD_KERNELS
from gen.emit.x86.fp2 import FP2_KERNELS, mul_xi_kernel
from gen.emit.x86.strategy import KernelStrategy
from gen.strategies import Refusal

__all__ = ["FIELD_KERNELS", "FP2_KERNELS", "KernelStrategy", "choose_kernels", "mul_xi_kernel"]


def choose_kernels(field: FieldModel, kind: str, xi: tuple[int, int] | None) -> tuple[KernelStrategy, ...]:
    """The kernels of a prime field (kind "field") or of Fp2 (kind "fp2"), which needs xi: one a function, or a Refusal
    with every reason why there is none."""
    offered = FIELD_KERNELS if kind == "field" or xi is None else (*FP2_KERNELS, mul_xi_kernel(xi))
    chosen: dict[str, KernelStrategy] = {}
    reasons: dict[str, list[str]] = {}
    for strategy in offered:
        if strategy.function in chosen:
            continue
        try:
            strategy.check(field)
        except Refusal as reason:
            reasons.setdefault(strategy.function, []).append(str(reason))
        else:
            chosen[strategy.function] = strategy
    for function, refused in reasons.items():
        if function not in chosen:
            raise Refusal("; ".join(refused))
    return tuple(chosen.values())
