# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Steps that several strategies share: conditional subtraction, products, Montgomery reduction."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gen.derive.field import FieldModel
from gen.ir import Nat, Program, Word


def element(prog: Program, field: FieldModel, name: str) -> Nat:
    """A fully reduced input."""
    return prog.input(name, field.limbs, field.modulus - 1)


def multiple(value: int, modulus: int) -> str:
    """A bound as a multiple of p for comments, rounded up: "1.190p"."""
    thousandths = -(-value * 1000 // modulus)
    return f"{thousandths // 1000}.{thousandths % 1000:03d}p"


def reduce_once(prog: Program, t: Nat, field: FieldModel) -> Nat:
    """t mod p for t < 2p: subtract p, keep t where that borrows. The choice is a mask."""
    if t.hi >= 2 * field.modulus:
        prog.refuse(f"one conditional subtraction cannot reduce a value up to {multiple(t.hi, field.modulus)}")
    return reduce_fully(prog, t, field)


def reduce_fully(prog: Program, t: Nat, field: FieldModel) -> Nat:
    """t mod p by as many conditional subtractions of p as the bound on t asks for."""
    p = field.modulus
    while t.hi >= p:
        prog.fact(t, f"t <= {multiple(t.hi, p)}: subtract p, add it back if that borrows")
        rest = max(t.hi - p, p - 1)
        words, borrow = prog.sub_borrow(t, prog.constant(p), prog.width(t.hi), "s")
        t = add_back(prog, words[: prog.width(rest)], prog.mask(borrow), field, rest)
    return prog.resize(t, field.limbs)


def add_back(prog: Program, words: Sequence[Word], mask: Word, field: FieldModel, hi: int) -> Nat:
    """words + (p if mask else 0) mod base^len(words), which the caller's equation puts into [0, hi].

    All words of p are masked and pinned before the chain: gcc 12 would else sink each `and` between two additions,
    saving and restoring the carry flag around it. A selection between the two candidates by xor takes half as many
    instructions again.
    """
    p = prog.constant(field.modulus, len(words))
    masked = [prog.and_(word, mask, f"q{i}") for i, word in enumerate(p.words)]
    pinned = [prog.pin(word, f"q{i}") for i, word in enumerate(masked)]
    out: list[Word] = []
    carry = prog.zero
    for i, word in enumerate(words):
        total, carry = prog.adc(word, pinned[i], carry, f"r{i}")
        out.append(total)
    nat = Nat(tuple(out), 0, hi)
    prog.fact(nat, "")
    return nat


def multiply_wide(prog: Program, a: Nat, b: Nat, hint: str, addend: int = 0) -> Nat:
    """a*b + a constant of one word, exact, row by row."""
    low: list[Word] = []
    row = prog.constant(addend) if addend else None
    hi_total = a.hi * b.hi + addend
    for i, word in enumerate(b.words):
        row = prog.add_product_chained(row, a, word, hint, extra=i)
        low.append(row.words[0])
        row = Nat(row.words[1:], 0, row.hi >> prog.word_bits)
    assert row is not None
    product = Nat(tuple(low) + row.words, 0, hi_total)
    count = prog.width(hi_total)
    return prog.resize(product, max(count, 1)) if count < len(product.words) else product


def square_wide(prog: Program, a: Nat, hint: str, addend: int = 0) -> Nat:
    """a^2 + a constant of one word, exact: the products a_i*a_j with i < j once, doubled, then the squares a_i^2."""
    n = len(a.words)
    bits = prog.word_bits
    low: list[Word] = [prog.zero]
    row: Nat | None = None
    # Row i: a_i times the words above it, at place 2i + 1.
    for i in range(n - 1):
        above = Nat(a.words[i + 1 :], 0, a.hi >> (bits * (i + 1)))
        row = prog.add_product_chained(row, above, a.words[i], hint, extra=2 * i + 1)
        row = prog.resize(row, max(len(row.words), 2))
        low.extend(row.words[:2])
        row = Nat(row.words[2:] or (prog.zero,), 0, row.hi >> (2 * bits))
    cross = Nat(tuple((low + list(row.words if row else ()) + [prog.zero] * 2 * n)[: 2 * n]), 0, a.hi * a.hi // 2)
    # 2 * sum_{i<j} a_i*a_j*base^(i+j) <= a^2.
    doubled = prog.add_bounded(cross, cross, a.hi * a.hi, hint)
    if addend:  # the low word of the cross products is zero
        doubled = Nat((prog.const(addend), *doubled.words[1:]), 0, doubled.hi + addend)
    squares: list[Word] = []
    for i, word in enumerate(a.words):
        squares.extend(prog.mul(word, word, i))
    diagonal = Nat(tuple(squares), 0, a.hi * a.hi)
    total = a.hi * a.hi + addend
    square = prog.add_bounded(prog.resize(doubled, min(2 * n, len(doubled.words))), diagonal, total, hint)
    prog.fact(square, "the square" if not addend else f"the square and {addend}")
    return square


def montgomery_shift(prog: Program, t: Nat, field: FieldModel, row: int | None = None) -> Nat:
    """(t + m*p)/base with m = t_0 * n0 mod base: the low word vanishes because n0*p = -1 mod base."""
    p = prog.constant(field.modulus, field.limbs)
    assert (field.n0 * field.modulus + 1) % prog.base == 0
    m = prog.mullo(t.words[0], prog.const(field.n0), "m")
    summed = prog.add_product_chained(t, p, m)
    prog.fact(Nat(summed.words[:1], 0, 0), "")
    words = summed.words[1:] or (prog.zero,)
    shifted = Nat(words, 0, summed.hi >> prog.word_bits)
    if row is not None:
        prog.fact(shifted, f"after row {row}: t <= {multiple(shifted.hi, field.modulus)}")
    return shifted


Shift = Callable[[Program, Nat, FieldModel], Nat]


def reduce_wide(prog: Program, t: Nat, field: FieldModel, shift: Shift = montgomery_shift) -> Nat:
    """(t + m*p)/R for a double-width t: the low n words are reduced alone, n shifts, then the high ones are added.

    (t_low + m*p)/R <= p for any t_low < R, so the rows never need a further word, whatever the modulus.
    """
    n = field.limbs
    low_words = (t.words + (prog.zero,) * n)[:n]
    low = Nat(low_words, 0, min(t.hi, field.radix - 1))
    for _ in range(n):
        low = shift(prog, low, field)
    high_words = t.words[n:] or (prog.zero,)
    high = Nat(high_words, 0, t.hi // field.radix)
    total = prog.add(low, high, "t")
    # The sum of the two bounds forgets that they belong together: (t + m*p)/R <= (t.hi + (R-1)*p)/R.
    bound = (t.hi + (field.radix - 1) * field.modulus) // field.radix
    total = Nat(total.words, 0, min(total.hi, bound))
    return prog.resize(total, prog.width(total.hi))


def rows_bound(terms: Sequence[tuple[Nat, Nat]], field: FieldModel) -> int:
    """After all n rows t = (sum a*b + m*p)/R exactly, with m <= R - 1."""
    return (sum(a.hi * b.hi for a, b in terms) + (field.radix - 1) * field.modulus) // field.radix


def rows_interleaved(prog: Program, terms: Sequence[tuple[Nat, Nat]], field: FieldModel) -> Nat:
    """sum a*b/R by n rows, products and reduction side by side, without a carry word.

    Row i: t = (t + sum_j a_j*b_j[i] + m*p)/base. The last word of a row is the sum of the carries of all chains;
    that it fits into a word follows from the bound on t, else the program is refused.
    """
    n = field.limbs
    p = prog.constant(field.modulus, n)
    t = prog.constant(0, n)
    for i in range(n):
        hi = t.hi + sum(a.hi * b.words[i].hi for a, b in terms) + (prog.base - 1) * field.modulus
        bound = hi >> prog.word_bits
        if bound >= field.radix:
            prog.refuse(
                f"row {i} may reach {bound:#x}, {bound.bit_length()} bits, and has no carry word beyond "
                f"{n} words of {prog.word_bits} bits"
            )
        carries = [prog.zero] * (len(terms) + 1)
        words: list[Word] = []
        m: Word | None = None
        for j in range(n):
            x = t.words[j]
            for k, (a, b) in enumerate(terms):
                x, carries[k] = prog.mac(x, a.words[j], b.words[i], carries[k], f"x{j}")
            if m is None:
                m = prog.mullo(x, prog.const(field.n0), "m")
            x, carries[-1] = prog.mac(x, m, p.words[j], carries[-1], f"t{j - 1}" if j else "z")
            if j == 0:
                prog.fact(Nat((x,), 0, 0), "")
            else:
                words.append(x)
        top = carries[0]
        limit = bound >> (prog.word_bits * (n - 1))
        for carry in carries[1:]:
            top = prog.sum(top, carry, limit, f"t{n - 1}")
        words.append(top)
        t = Nat(tuple(words), 0, bound)
        if i == n - 1:
            t = Nat(t.words, 0, min(bound, rows_bound(terms, field)))
        prog.fact(t, f"after row {i}: t <= {multiple(t.hi, field.modulus)}")
    return t


def rows_chained(prog: Program, terms: Sequence[tuple[Nat, Nat]], field: FieldModel) -> Nat:
    """sum a*b/R by n rows, in each first the products, then the reduction, every product row added by carry chains.

    Row i: t = (t + sum_j a_j*b_j[i] + m*p)/base, with as many words as the bound on t asks for.
    """
    t = Nat((), 0, 0)
    for i in range(field.limbs):
        for a, b in terms:
            t = prog.add_product_chained(t, a, b.words[i])
        t = montgomery_shift(prog, t, field, row=i)
    return Nat(t.words, 0, min(t.hi, rows_bound(terms, field)))
