# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Products modulo p = 2^k - c in plain form: 2^k = c modulo p, so what stands above bit k is multiplied by c and added
to what stands below (Menezes, van Oorschot, Vanstone, "Handbook of Applied Cryptography", 1996, algorithm 14.47).

n words hold s spare bits above p, k = 64 n - s. A product of 2n words is folded at bit 64 n first, where it needs no
shift, with c*2^s in one word. The quotient q of the rest by 2^k is then a word, and one fold at bit k serves as the
conditional subtraction too: for t = q*2^k + low, low < 2^k, and u = low + (q + 1)*c,

    t = (u - 2^k) + (q + 1)*p = (u - c) + q*p,

so that t mod p = u - 2^k if u reaches 2^k, else u - c. Both are below p as long as (q + 1)*c <= p.
"""

from __future__ import annotations

from gen.derive.field import FieldModel
from gen.ir import Nat, Program
from gen.strategies import Need, Strategy
from gen.strategies.common import element, multiply_wide, square_wide

MOST_FOLDS = 3
"""Folds at bit k, the last one included: each takes k - log2(c) bits off t, and costs a multiplication."""


def difference_of(field: FieldModel) -> int:
    """c = 2^k - p."""
    return (1 << field.bits) - field.modulus


def _product(prog: Program, a: Nat, factor: int) -> Nat:
    """a*factor for one word a, with a single word multiplication."""
    word = prog.const(factor)
    bound = a.hi * factor
    if bound < prog.base:
        return Nat((prog.mullo(a.words[0], word, "f"),), 0, bound)
    return Nat(prog.mul(a.words[0], word), 0, bound)


def _split(prog: Program, t: Nat, field: FieldModel) -> tuple[Nat, Nat]:
    """(low, q) with t = q*2^k + low, low < 2^k; q is one word."""
    n, k, bits = field.limbs, field.bits, prog.word_bits
    words = (t.words + (prog.zero,) * n)[:n]
    if field.spare_bits:
        top = prog.and_(words[n - 1], prog.const((1 << k % bits) - 1), f"t{n - 1}")
        words = (*words[: n - 1], top)
    return Nat(words, 0, min(t.hi, (1 << k) - 1)), prog.shifted(t, k, "q")


def reduce_fold(prog: Program, t: Nat, field: FieldModel, biased: bool = False) -> Nat:
    """t mod p, fully reduced; biased: for t - c mod p, t >= c.

    The sum with (q + 1)*c waits for q, and so does the 1 that is added to it. Where q takes a shift, that is for s > 0,
    the caller adds c to t early instead, which costs no time: then q is that of t + c, and u = low + q*c. The folds
    before leave t >= c, as they add at least c wherever they take anything away.
    """
    n, k, c = field.limbs, field.bits, difference_of(field)
    wide = c << field.spare_bits
    while t.hi >> k >= prog.base:
        low = Nat(t.words[:n], 0, field.radix - 1)
        high = Nat(t.words[n:], 0, t.hi // field.radix)
        t = prog.add_product_chained(low, high, prog.const(wide))
        prog.fact(t, f"folded at bit {prog.word_bits * n}: t < 2^{t.hi.bit_length()}")
    plus = 0 if biased else 1
    folds = 1
    while ((t.hi >> k) + plus) * c > field.modulus:
        folds += 1
        if folds > MOST_FOLDS:
            prog.refuse(
                f"after {MOST_FOLDS - 1} folds at bit {k} (q + 1)*c may be above p, q = {t.hi >> k:#x}, c = {c:#x}"
            )
        low, q = _split(prog, t, field)
        t = prog.add(low, _product(prog, q, c), "t")
        prog.fact(t, f"folded at bit {k}: t < 2^{t.hi.bit_length()}")
    low, q = _split(prog, t, field)
    if plus:
        q = Nat((prog.sum(q.words[0], prog.const(1), q.hi + 1, "q"),), 0, q.hi + 1)
    added = _product(prog, q, c)
    u = prog.add_bounded(low, added, low.hi + added.hi, "u")
    prog.fact(u, f"u = low + {'q' if biased else '(q + 1)'}*c: u - 2^{k} if that is not negative, else u - c")
    words, _ = prog.sub_borrow(Nat(u.words[:n], 0, field.radix - 1), prog.constant(c), n, "s")
    mask = prog.mask(prog.shifted(u, k, "k").words[0])
    chosen = [prog.select(mask, x, y, f"r{i}") for i, (x, y) in enumerate(zip(u.words[:n], words, strict=True))]
    if field.spare_bits:
        chosen[-1] = prog.and_(chosen[-1], prog.const((1 << k % prog.word_bits) - 1), f"r{n - 1}")
    return Nat(tuple(chosen), 0, field.modulus - 1)


def _bias(field: FieldModel) -> int:
    return difference_of(field) if field.spare_bits else 0


def _mul(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_mul", field.word_bits)
    bias = _bias(field)
    product = multiply_wide(prog, element(prog, field, "a"), element(prog, field, "b"), "q", bias)
    prog.output("r", reduce_fold(prog, product, field, bias > 0), field.limbs)
    return prog


def _sqr(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_sqr", field.word_bits)
    bias = _bias(field)
    square = square_wide(prog, element(prog, field, "a"), "q", bias)
    prog.output("r", reduce_fold(prog, square, field, bias > 0), field.limbs)
    return prog


def _to_mont(field: FieldModel) -> Program:
    """a mod p for any a the words hold: R = 1."""
    prog = Program(f"{field.name}_to_mont", field.word_bits)
    a = prog.input("a", field.limbs, field.radix - 1)
    prog.output("r", reduce_fold(prog, a, field), field.limbs)
    return prog


def _from_mont(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_from_mont", field.word_bits)
    prog.output("r", element(prog, field, "a"), field.limbs)
    return prog


PSEUDO_MERSENNE = Need(
    "p = 2^k - c with c*2^s < 2^W for s spare bits",
    lambda field: difference_of(field) << field.spare_bits < field.word_base,
    lambda field: f"c has {difference_of(field).bit_length()} bits, s = {field.spare_bits}",
)

STRATEGIES = (
    Strategy(
        "fold",
        "mul",
        "full product, what is above 2^k multiplied by c = 2^k - p",
        (PSEUDO_MERSENNE,),
        _mul,
        True,
    ),
    Strategy(
        "fold",
        "sqr",
        "square with each cross product once, what is above 2^k multiplied by c = 2^k - p",
        (PSEUDO_MERSENNE,),
        _sqr,
        True,
    ),
    Strategy("fold", "to_mont", "a mod p, by c = 2^k - p", (PSEUDO_MERSENNE,), _to_mont, True),
    Strategy("copy", "from_mont", "the words as they are", (), _from_mont, True),
)
