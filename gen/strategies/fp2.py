# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Products in Fp2 = Fp[u]/(u^2 + 1) on words: fewer reductions than three or two calls of fp_mul."""

from __future__ import annotations

from collections.abc import Callable

from gen.derive.field import FieldModel
from gen.ir import Nat, Program
from gen.strategies import Need, Strategy, radix_holds
from gen.strategies.additive import difference
from gen.strategies.common import (
    element,
    multiple,
    multiply_wide,
    reduce_fully,
    reduce_once,
    reduce_wide,
    rows_chained,
)


def _mul_inputs(prog: Program, field: FieldModel) -> tuple[Nat, Nat, Nat, Nat]:
    return (
        element(prog, field, "a0_"),
        element(prog, field, "a1_"),
        element(prog, field, "b0_"),
        element(prog, field, "b1_"),
    )


def _complement(prog: Program, a: Nat, field: FieldModel, hint: str) -> Nat:
    """p - a in [1, p]: a negation without a reduction."""
    return prog.sub(prog.constant(field.modulus, field.limbs), a, hint)


def _mul_sums(field: FieldModel) -> Program:
    """c0 = a0*b0 + (p - a1)*b1, c1 = a0*b1 + a1*b0: each one Montgomery reduction of a sum of two products."""
    prog = Program("fp2_mul", field.word_bits)
    a0, a1, b0, b1 = _mul_inputs(prog, field)
    n1 = _complement(prog, a1, field, "n1_")
    c0 = reduce_fully(prog, rows_chained(prog, [(a0, b0), (n1, b1)], field), field)
    c1 = reduce_fully(prog, rows_chained(prog, [(a0, b1), (a1, b0)], field), field)
    prog.output("r0_", c0, field.limbs)
    prog.output("r1_", c1, field.limbs)
    return prog


def _mul_karatsuba(field: FieldModel) -> Program:
    """t0 = a0*b0, t1 = (p - a1)*b1, c0 = t0 + t1 <= 2p^2, c1 = (a0 + a1)*(b0 + b1) - t0 + t1 <= 3p^2.

    c1 = a0*b1 + a1*b0 + p*b1: with p - a1 in place of -a1 neither sum is ever negative, so no masks are needed.
    """
    prog = Program("fp2_mul", field.word_bits)
    p = field.modulus
    a0, a1, b0, b1 = _mul_inputs(prog, field)
    n1 = _complement(prog, a1, field, "n1_")
    t0 = multiply_wide(prog, a0, b0, "u")
    t1 = multiply_wide(prog, n1, b1, "v")
    t2 = multiply_wide(prog, prog.add(a0, a1, "sa"), prog.add(b0, b1, "sb"), "y")
    c0 = reduce_once(prog, reduce_wide(prog, prog.add(t0, t1, "e"), field), field)
    prog.output("r0_", c0, field.limbs)
    difference = prog.sub_known(t2, t0, "f")
    # t2 - t0 = a0*b1 + a1*b0 + a1*b1 <= 3(p-1)^2, and adding t1 = p*b1 - a1*b1 leaves a0*b1 + a1*b0 + p*b1.
    total = prog.add(Nat(difference.words, 0, 3 * (p - 1) ** 2), t1, "g")
    c1_wide = Nat(total.words, 0, 2 * (p - 1) ** 2 + p * (p - 1))
    prog.fact(c1_wide, "c1 before reduction: a0*b1 + a1*b0 + p*b1 <= 3p^2")
    c1 = reduce_once(prog, reduce_wide(prog, c1_wide, field), field)
    prog.output("r1_", c1, field.limbs)
    return prog


def _sqr_complex(field: FieldModel) -> Program:
    """c0 = (a0 + a1)*(a0 - a1 + p), c1 = (2*a0)*a1; sums and difference stay below 2p, unreduced."""
    prog = Program("fp2_sqr", field.word_bits)
    a0, a1 = element(prog, field, "a0_"), element(prog, field, "a1_")
    plus = prog.add(a0, a1, "s")
    minus = prog.add(a0, _complement(prog, a1, field, "n"), "d")
    twice = prog.add(a0, a0, "e")
    prog.output("r0_", reduce_once(prog, rows_chained(prog, [(plus, minus)], field), field), field.limbs)
    prog.output("r1_", reduce_once(prog, rows_chained(prog, [(twice, a1)], field), field), field.limbs)
    return prog


def _sqr_complex_carry(field: FieldModel) -> Program:
    """The same products of reduced sums, for moduli without spare bits."""
    prog = Program("fp2_sqr", field.word_bits)
    a0, a1 = element(prog, field, "a0_"), element(prog, field, "a1_")
    plus = reduce_once(prog, prog.add(a0, a1, "s"), field)
    minus = difference(prog, a0, a1, field)
    twice = reduce_once(prog, prog.add(a0, a0, "e"), field)
    prog.output("r0_", reduce_once(prog, rows_chained(prog, [(plus, minus)], field), field), field.limbs)
    prog.output("r1_", reduce_once(prog, rows_chained(prog, [(twice, a1)], field), field), field.limbs)
    return prog


def _small_multiple(prog: Program, total: Nat | None, factor: int, a: Nat, field: FieldModel, hint: str) -> Nat | None:
    """total + factor*a modulo p for a small integer factor; a negative one multiplies p - a instead."""
    if factor == 0:
        return total
    if factor < 0:
        a = _complement(prog, a, field, f"n{hint}")
    if abs(factor) == 1:
        return a if total is None else prog.add(total, a, hint)
    return prog.add_product(total, a, prog.const(abs(factor)), hint)


def reduce_small(prog: Program, v: Nat, field: FieldModel, hint: str) -> Nat:
    """v mod p for a v of few multiples of p: an estimate of the quotient from the top bits, one subtraction.

    h = floor(v/2^k) with at most W - 8 bits, mu = floor(2^(W+k)/p), q = floor(h*mu/2^W) <= v/p. What is lost:
    v/p - q < 1 + 2^k/p + v/2^(W+k), the last two terms together a small fraction (the first of them is 0 for k = 0).
    """
    p, bits = field.modulus, prog.word_bits
    if v.hi < 2 * p:
        return reduce_once(prog, v, field)
    k = max(0, v.hi.bit_length() - (bits - 8))
    mu = (1 << (bits + k)) // p
    place, shift = divmod(k, bits)
    words = (*v.words, prog.zero)
    h = prog.funnel(words[place + 1], words[place], shift, "h") if shift else words[place]
    q = prog.mac(prog.zero, h, prog.const(mu), prog.zero, "h", "q")[1]
    product = prog.add_product(None, prog.constant(p, field.limbs), q, "e")
    # v - q*p < p + (2^k if k else 0) + v*p/2^(W+k) <= bound
    bound = p + (1 << k if k else 0) + v.hi * p // (1 << (bits + k)) + 1
    rest = Nat(prog.sub_known(v, product, hint).words, 0, min(bound, v.hi))
    rest = prog.resize(rest, prog.width(rest.hi))
    prog.fact(rest, f"quotient estimated: rest <= {multiple(rest.hi, p)}")
    return reduce_once(prog, rest, field)


def mul_xi_builder(xi: tuple[int, int]) -> Callable[[FieldModel], Program]:
    """Builder of (a0 + a1*u)*(x + y*u) = (x*a0 - y*a1) + (y*a0 + x*a1)*u for small integers x, y."""
    x, y = xi

    def build(field: FieldModel) -> Program:
        prog = Program("fp2_mul_xi", field.word_bits)
        a0, a1 = element(prog, field, "a0_"), element(prog, field, "a1_")
        for name, hint, (k0, k1) in (("r0_", "v", (x, -y)), ("r1_", "y", (y, x))):
            # Products first, then what is only added.
            terms = sorted(((k0, a0), (k1, a1)), key=lambda term: -abs(term[0]))
            v: Nat | None = None
            for factor, a in terms:
                v = _small_multiple(prog, v, factor, a, field, hint)
            assert v is not None
            prog.fact(v, f"{hint} <= {multiple(v.hi, field.modulus)}")
            prog.output(name, reduce_small(prog, v, field, hint), field.limbs)
        return prog

    return build


def mul_xi_strategy(xi: tuple[int, int]) -> Strategy:
    """Multiplication by the non-residue of a curve."""
    return Strategy(
        "small_quotient",
        "mul_xi",
        "small multiples without reduction, quotient estimated from the top bits",
        (
            Need(
                f"|x|, |y| <= 64 for xi = x + y*u (here {xi[0]}, {xi[1]})",
                lambda field: max(map(abs, xi)) <= 64,
                lambda field: f"xi = ({xi[0]}, {xi[1]})",
            ),
        ),
        mul_xi_builder(xi),
    )


STRATEGIES = (
    Strategy(
        "fp2_sums",
        "mul",
        "two sums of two products, each reduced once",
        (radix_holds(3, "rows of a sum of two products stay below 3p and need no further word"),),
        _mul_sums,
        False,
    ),
    Strategy(
        "fp2_sums_carry",
        "mul",
        "two sums of two products with carry words, as many subtractions as the bound asks for",
        (),
        _mul_sums,
        False,
    ),
    Strategy(
        "fp2_karatsuba",
        "mul",
        "three products, two reductions (lazy Karatsuba)",
        (radix_holds(4, "2p * 2p and 3p^2 below R*p"),),
        _mul_karatsuba,
        False,
    ),
    Strategy(
        "fp2_complex",
        "sqr",
        "two products of unreduced sums, each reduced once",
        (radix_holds(4, "2p * 2p below R*p"),),
        _sqr_complex,
        False,
    ),
    Strategy("fp2_complex_carry", "sqr", "two products of reduced sums", (), _sqr_complex_carry, False),
)
