# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The kernels of a curve, with the bounds they agree on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gen.lanes.elements import fp2_mul4, fp2_sqr4, fp_mul, fp_sqr
from gen.lanes.field import LaneField, root_of_3b
from gen.lanes.g1 import G1Reference, g1_add, g1_dbl, g1_enter, g1_leave, g1_multiple
from gen.lanes.kernel import Kernel
from gen.lanes.reference import Reference
from gen.lanes.steps import Points, enter, g2_add, g2_dbl, g2_last, g2_psi, leave
from gen.lanes.tower import (
    fp12_conj,
    fp12_cyclotomic_sqr,
    fp12_frobenius,
    fp12_mul,
    fp12_mul_line,
    fp12_sqr,
)
from gen.lanes.twist_lines import TwistLineKernels

if TYPE_CHECKING:
    from gen.model import CurveModel


@dataclass(frozen=True)
class Bounds:
    """The largest value of a lane, in units of p, wherever a number of the kind passes between kernels."""

    fp12: float = 4.0
    point: float = 2.0
    line: float = 9.0
    affine: float = 1.001
    g1: float = 8.0


def kernels(model: CurveModel, bounds: Bounds = Bounds()) -> list[Kernel]:
    field = LaneField(model.p)
    ref = Reference(model.p, model.xi, model.groups.twist_b)
    points = Points(ref, model.groups.g2)
    fp12, point, line, affine = (field.multiple(b) for b in (bounds.fp12, bounds.point, bounds.line, bounds.affine))
    result = [
        fp12_sqr(field, ref, fp12, fp12),
        fp12_mul(field, ref, fp12, fp12),
        fp12_cyclotomic_sqr(field, ref, fp12, fp12),
        fp12_conj(field, ref, fp12, fp12),
        *(fp12_frobenius(field, ref, fp12, fp12, power) for power in (1, 2, 3)),
    ]
    result.append(fp12_mul_line(field, ref, fp12, fp12, line))
    for width in (4, 8):
        result += [enter(field, ref, width, affine), leave(field, ref, width, fp12)]
    result += [
        g2_dbl(field, ref, points, 8, point, line, affine),
        g2_add(field, ref, points, 8, point, line, affine),
    ]
    twist = TwistLineKernels(field, ref, points, point, line, affine)
    result += twist.all(16 * field.p - 1) + twist.lines(16 * field.p - 1)
    # once per group of pairs each
    result += [g2_psi(field, ref, 8, affine), g2_last(field, ref, points, 8, point, line, affine)]
    result += [make(field, point) for make in (fp_mul, fp_sqr)]
    result += [make(field, ref, point) for make in (fp2_mul4, fp2_sqr4)]
    return [*result, *_g1_kernels(model, field, affine, field.multiple(bounds.g1))]


def _g1_kernels(model: CurveModel, field: LaneField, affine: int, bound: int) -> list[Kernel]:
    ref = G1Reference(model.p, root_of_3b(model.p, model.groups.b), model.groups.g1)
    return [
        g1_enter(field, ref, affine),
        g1_dbl(field, ref, bound),
        g1_add(field, ref, bound, affine),
        g1_multiple(field, ref, model.endo.beta, bound, affine),
        g1_leave(field, ref, bound),
    ]
