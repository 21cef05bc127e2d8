# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Products element by element: eight numbers of Fp or four of Fp2. The other kernels are made of such products; alone
they are what engines are compared by, in tests and in benchmarks."""

from __future__ import annotations

from gen.lanes.field import LIMBS, LaneField
from gen.lanes.kernel import Kernel, Values
from gen.lanes.number import KernelBuilder, Number
from gen.lanes.products import COLUMNS, Columns, fp2_mul, fp2_sqr, product
from gen.lanes.reference import Fp2, Reference

WIDTH = 8
A, B = ("a", ("a",)), ("b", ("b",))


def square(a: Number) -> Columns:
    """a*a in every lane: a product of two different limbs once, and doubled."""
    a, program = a.normal(), a.kernel.program
    limbs: list[int | None] = [None] * COLUMNS
    for i in range(LIMBS):
        for high in (False, True):
            for j in range(i):
                limbs[i + j + high] = program.multiply_add(limbs[i + j + high], a.limbs[j], a.limbs[i], high)
    limbs = [x if x is None else program.shift_left(x, 1) for x in limbs]
    for i in range(LIMBS):
        for high in (False, True):
            limbs[2 * i + high] = program.multiply_add(limbs[2 * i + high], a.limbs[i], a.limbs[i], high)
    return Columns(a.kernel, limbs, [(low * low, top * top) for low, top in a.values])


def _pairs(lanes: list[int]) -> list[Fp2]:
    return list(zip(lanes[::2], lanes[1::2]))


def fp_mul(field: LaneField, bound: int) -> Kernel:
    k = KernelBuilder("fp_mul8", field, 0)
    k.output("r", product(k.input("a", WIDTH, bound), k.input("b", WIDTH, bound)).folded(), bound)

    def check(v: Values, r: Values) -> None:
        assert r["r"] == [x * y % field.p for x, y in zip(v["a"], v["b"])], "not the products"

    return Kernel("fp_mul8", k.program, "r = a*b in Fp, eight times.", (A, B), check, in_place=True)


def fp_sqr(field: LaneField, bound: int) -> Kernel:
    k = KernelBuilder("fp_sqr8", field, 0)
    k.output("r", square(k.input("a", WIDTH, bound)).folded(), bound)

    def check(v: Values, r: Values) -> None:
        assert r["r"] == [x * x % field.p for x in v["a"]], "not the squares"

    return Kernel("fp_sqr8", k.program, "r = a^2 in Fp, eight times.", (A,), check, in_place=True)


def fp2_mul4(field: LaneField, ref: Reference, bound: int) -> Kernel:
    k = KernelBuilder("fp2_mul4", field, ref.xi[0])
    k.output("r", fp2_mul(k.input("a", WIDTH, bound), k.input("b", WIDTH, bound)), bound)

    def check(v: Values, r: Values) -> None:
        expected = [ref.mul(x, y) for x, y in zip(_pairs(v["a"]), _pairs(v["b"]))]
        assert _pairs(r["r"]) == expected, "not the products"

    return Kernel("fp2_mul4", k.program, "r = a*b in Fp2, four times.", (A, B), check, in_place=True)


def fp2_sqr4(field: LaneField, ref: Reference, bound: int) -> Kernel:
    k = KernelBuilder("fp2_sqr4", field, ref.xi[0])
    k.output("r", fp2_sqr(k.input("a", WIDTH, bound)), bound)

    def check(v: Values, r: Values) -> None:
        assert _pairs(r["r"]) == [ref.mul(x, x) for x in _pairs(v["a"])], "not the squares"

    return Kernel("fp2_sqr4", k.program, "r = a^2 in Fp2, four times.", (A,), check, in_place=True)
