# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Building blocks of the kernels: rows of products, squares, Montgomery reduction, conditional subtraction.

n words a number. A row adds x*m to a running number t, the low halves along the carry chain in CF and the high halves,
one word further left, along the one in OF; both chains begin clear at the row's `zero`, and end in the top word.

Every number carries its bound. A row that might outgrow its words is refused, and a carry is only left out where the
bounds show that it is never set; what is shown here is asserted again by the emulator at every run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gen.derive.field import FieldModel
from gen.emit.x86.asm import Asm, Carry
from gen.emit.x86.isa import Mem, Operand, Reg
from gen.strategies import Refusal

BITS = 64
BASE = 1 << BITS
TOP = BASE - 1
ROOMY = 4
"""Up to so many words all of a kernel's values fit into the registers; beyond, those that are needed last wait on the
stack."""


@dataclass(frozen=True)
class Number:
    """A natural number up to `hi` in little-endian words, and the most that each word can be."""

    words: tuple[Operand, ...]
    hi: int
    most: tuple[int, ...]


def number(words: Sequence[Operand], hi: int) -> Number:
    """A number of which only the bound is known."""
    most = tuple(min(TOP, hi >> BITS * i) for i in range(len(words)))
    if hi >> BITS * len(words):
        raise Refusal(f"a number up to {hi:#x} does not fit into {len(words)} words")
    return Number(tuple(words), hi, most)


def constant(asm: Asm, name: str, value: int, count: int) -> Number:
    """A number that is known."""
    values = tuple(value >> BITS * i & TOP for i in range(count))
    return Number(tuple(asm.constant(name, values)), value, values)


@dataclass(frozen=True)
class Modulus:
    """The constants of one field."""

    field: FieldModel
    p: Number
    n0: Mem
    """-1/p mod 2^64."""
    shift: Number
    """2^-64 mod p."""

    def fast_rows(self, limit: int, x_hi: int = 0) -> tuple[int, int]:
        """How many of the n reduction rows of a number up to `limit` may be fast and still leave less than 2p, and the
        most that they leave.

        A fast row replaces t by t/2^64 + t_0*s with s = 2^-64 mod p, t_0 being the low word: as s*2^64 = 1 mod p,
        that is t/2^64 mod p, without the multiplication that an exact row needs to find its m, and with a shorter way
        from one low word to the next. It adds m*(s*2^64 - 1) with m = t_0 though, where an exact row adds m*p; for
        p = -1 mod 2^64 that is the same, and every row may be fast. With k fast rows before n - k exact ones the
        result is at most
        (limit + sum_{i<k} (2^64 - 1)*(s*2^64 - 1)*2^(64i) + sum_{i>=k} (2^64 - 1)*p*2^(64i))/R.
        With x_hi the rows are those of a product x*y, x <= x_hi, else those of the low words of a number; either way
        each must fit into n + 1 words.
        """
        field = self.field
        p, n, step = field.modulus, field.limbs, self.shift.hi * BASE - 1
        for k in range(n if step == p else n - 1, -1, -1):
            fast = sum(TOP * step * BASE**i for i in range(k))
            exact = sum(TOP * p * BASE**i for i in range(k, n))
            most = (limit + fast + exact) // field.radix
            if most < 2 * p and self._rows_fit(k, x_hi):
                return k, most
        raise Refusal(f"{field.name}: a number up to {limit:#x} is not below 2p after its reduction (p = {p:#x})")

    def _rows_fit(self, k: int, x_hi: int) -> bool:
        t = 0 if x_hi else self.field.radix - 1
        for i in range(self.field.limbs):
            product = t + TOP * x_hi
            t = (product >> BITS) + TOP * self.shift.hi if i < k else product + TOP * self.field.modulus
            if max(product, t) >> BITS * (self.field.limbs + 1):
                return False
            t >>= 0 if i < k else BITS
        return True


def modulus(asm: Asm, field: FieldModel) -> Modulus:
    """The constants as operands."""
    name, n = field.name, field.limbs
    shift = pow(BASE, -1, field.modulus)
    return Modulus(
        field,
        constant(asm, f"{name}_modulus", field.modulus, n),
        asm.constant(f"{name}_n0", (field.n0,))[0],
        constant(asm, f"{name}_shift", shift, -(-shift.bit_length() // BITS)),
    )


def first_row(asm: Asm, x: Number, m: Operand, m_most: int, hint: str) -> Number:
    """x*m for m <= m_most: a new number of one word more."""
    asm.multiplier(m)
    t = [Reg(f"{hint}0"), Reg(f"{hint}1")]
    asm.mulx(t[1], t[0], x.words[0])
    carry = None
    for j, word in enumerate(x.words[1:], 1):
        lo, hi = Reg("lo"), Reg(f"{hint}{j + 1}")
        asm.mulx(hi, lo, word)
        carry = asm.add(t[j], lo) if carry is None else asm.adc(t[j], lo, carry)
        t.append(hi)
    if carry is not None:
        asm.dropped(asm.adc(t[-1], 0, carry), "a product of n words and one word fits into n + 1")
    return number(t, x.hi * m_most)


def add_row(asm: Asm, t: Number, x: Number, m_most: int, hint: str) -> Number:
    """t + x*multiplier, the multiplier <= m_most, in one word more than x has, which the bounds must allow."""
    n = len(x.words)
    total = number([Reg("none")] * (n + 1), t.hi + x.hi * m_most)
    words = [word for word in t.words[: n + 1] if isinstance(word, Reg)]
    most = list(t.most)
    zero = Reg("zero")
    low, high = asm.zero(zero)
    high_may_be_set = False
    for j, factor in enumerate(x.words):
        lo, hi = Reg("lo"), Reg("hi")
        hi_most = x.most[j] * m_most >> BITS
        new = j + 1 == len(words)
        if x.most[j] == 0 and not new:  # a word of a constant: nothing but the carries passes
            lo = hi = zero
        else:
            asm.mulx(hi, lo, factor)
        low = asm.adcx(words[j], lo, low)
        if new:
            hi.name = f"{hint}{j + 1}"
            words.append(hi)
            most.append(hi_most + high_may_be_set)
            if high_may_be_set:
                high = asm.adox(hi, zero, high)
            high_may_be_set = False
        else:
            high = asm.adox(words[j + 1], hi, high)
            reach = most[j + 1] + hi_most + high_may_be_set
            high_may_be_set = reach > TOP
            most[j + 1] = min(reach, TOP)
    asm.dropped(high, f"t + x*m is below 2^{BITS * (n + 1)}")
    asm.dropped(asm.adcx(words[n], zero, low), f"t + x*m is below 2^{BITS * (n + 1)}")
    return number(words, total.hi)


def shifted(t: Number) -> Number:
    """t/2^64, rounded down."""
    return Number(t.words[1:], t.hi >> BITS, t.most[1:])


def reduce_row(asm: Asm, t: Number, p: Modulus, fast: bool, hint: str) -> Number:
    """t/2^64 mod p in n words, or in n + 1 if the row is fast (in n again for p = -1 mod 2^64)."""
    m = asm.multiplier(t.words[0])
    if fast:
        return add_row(asm, shifted(t), p.shift, TOP, hint)
    asm.imul(m, p.n0)
    return shifted(add_row(asm, t, p.p, TOP, hint))


def montgomery(asm: Asm, x: Number, y: Number, p: Modulus, limit: int, hint: str = "t") -> Number:
    """x*y/R mod p in [0, 2p), row by row, product and reduction in turn; x*y <= limit."""
    fast, most = p.fast_rows(limit, x.hi)
    t: Number | None = None
    for i, factor in enumerate(y.words):
        asm.comment(f"row {i}: t = (t + x*y{i})/2^64 mod p, {'fast' if i < fast else 'exact'}")
        if t is None:
            t = first_row(asm, x, factor, y.most[i], hint)
        else:
            asm.multiplier(factor)
            t = add_row(asm, t, x, y.most[i], hint)
        t = reduce_row(asm, t, p, i < fast, hint)
    assert t is not None
    return number(t.words[: p.field.limbs], most)


def wide(asm: Asm, x: Number, y: Number, hint: str, sink: Sequence[Mem] | None = None) -> list[Operand]:
    """x*y in as many words as both have. With `sink`, words are stored there as soon as they are final."""
    done: list[Operand] = []
    t: Number | None = None
    for i, factor in enumerate(y.words):
        if t is None:
            t = first_row(asm, x, factor, y.most[i], hint)
        else:
            asm.multiplier(factor)
            t = add_row(asm, t, x, y.most[i], hint)
        done.append(t.words[0])
        if sink is not None:
            asm.mov(sink[i], done[i])
        t = shifted(t)
    assert t is not None
    for word in t.words:
        if sink is not None:
            asm.mov(sink[len(done)], word)
        done.append(word)
    return done


def product(asm: Asm, x: Number, y: Number, hint: str) -> list[Operand]:
    """x*y in 2n words, of which the upper ones are on the stack where registers are short."""
    n = len(x.words)
    if n <= ROOMY:
        return wide(asm, x, y, hint)
    sink = asm.slots(2 * n)
    wide(asm, x, y, hint, sink)
    return [*asm.loads(sink[:n], hint), *sink[n:]]


def square(asm: Asm, x: Number, hint: str, sink: Sequence[Mem] | None = None) -> list[Operand]:
    """x^2: each product x_i*x_j with i < j once, all doubled along CF while the squares x_i^2 join along OF. With
    `sink`, of 2n words, products wait there to be doubled, and the upper n words of the result stay there."""
    n = len(x.words)
    if n == 1:
        return wide(asm, x, x, hint)
    t: list[Operand | None] = [None] * (2 * n)
    window: Number | None = None
    for i in range(n - 1):
        others = number(x.words[i + 1 :], x.hi >> BITS * (i + 1))
        if window is None:
            window = first_row(asm, others, x.words[0], x.most[0], hint)
        else:
            asm.multiplier(x.words[i])
            window = add_row(asm, shifted(shifted(window)), others, x.most[i], hint)
        for k, word in enumerate(window.words):
            place = 2 * i + 1 + k
            t[place] = word
            if sink is not None and (k < 2 or i == n - 2):
                t[place] = sink[place]
                asm.mov(sink[place], word)
    zero = Reg("zero")
    double, squares = asm.zero(zero)
    assert window is not None
    doubles_into_top = 2 * window.most[-1] + 1 > TOP
    for i in range(n):
        factor = asm.multiplier(x.words[i])
        lo, hi = Reg("lo"), Reg("hi")
        asm.mulx(hi, lo, factor)
        for k, part in ((2 * i, lo), (2 * i + 1, hi)):
            word = t[k]
            if k == 0:
                t[0] = lo
            elif word is None:
                # The top word holds nothing yet; into it go the carries of the doubling and of the squares.
                t[k] = part
                if doubles_into_top:
                    double = asm.adcx(part, zero, double)
                squares = asm.adox(part, zero, squares)
            else:
                reg = asm.load(word, f"{hint}{k}") if isinstance(word, Mem) else word
                assert isinstance(reg, Reg)
                double = asm.adcx(reg, reg, double)
                squares = asm.adox(reg, part, squares)
                t[k] = reg
            if sink is not None and k >= n:
                asm.mov(sink[k], t[k])
                t[k] = sink[k]
    asm.dropped(double, "x^2 fits into 2n words")
    asm.dropped(squares, "x^2 fits into 2n words")
    return [word for word in t if word is not None]


def reduce_wide(asm: Asm, t: Sequence[Operand], p: Modulus, limit: int, hint: str = "t") -> list[Reg]:
    """t/R mod p for t <= limit in 2n words: the low words are reduced, to at most p, then the high ones join."""
    n = p.field.limbs
    fast, most = p.fast_rows(limit)
    low = number(t[:n], p.field.radix - 1)
    for i in range(n):
        asm.comment(f"reduce word {i}, {'fast' if i < fast else 'exact'}")
        low = reduce_row(asm, low, p, i < fast, hint)
    return add_mod(asm, low.words[:n], t[n:], p, most)


def low_half(asm: Asm, x: Number, y: Sequence[Operand], hint: str) -> list[Reg]:
    """x*y mod R for a constant x: n rows, each one word shorter than the one before."""
    n = len(x.words)
    asm.multiplier(y[0])
    t = [Reg(f"{hint}0")]
    carry: Carry | None = None
    for j, factor in enumerate(x.words):
        lo = Reg("lo") if j else t[0]
        hi = Reg(f"{hint}{j + 1}") if j + 1 < n else Reg("unused")
        asm.mulx(hi, lo, factor)
        if j:
            carry = asm.add(t[j], lo) if carry is None else asm.adc(t[j], lo, carry)
        if j + 1 < n:
            t.append(hi)
    if carry is not None:
        asm.cancelled(carry)
    for i in range(1, n):
        asm.multiplier(y[i])
        low, high = asm.zero(Reg("zero"))
        for j, factor in enumerate(x.words[: n - i]):
            lo, hi = Reg("lo"), Reg("hi")
            last = i + j + 1 == n
            asm.mulx(Reg("unused") if last else hi, lo, factor)
            low = asm.adcx(t[i + j], lo, low)
            if not last:
                high = asm.adox(t[i + j + 1], hi, high)
        asm.cancelled(low)
        asm.cancelled(high)
    return t


def reduce_pseudo_mersenne(asm: Asm, t: Sequence[Operand], p: Modulus, limit: int) -> list[Reg]:
    """t/R mod p for p = R - c, c < 2^64, and t <= limit < p*R in 2n words: with m = t/c mod R it is m + (t - m*c)/R.

    m*c = t_low + b*R, where b is the upper word of m_top*c and a carry into it from the words below; what they add to
    the lower word gives the top word of t_low, so the carry is there if that is less. Of a single word no words are
    below.
    """
    n, modulus, radix = p.field.limbs, p.field.modulus, p.field.radix
    inverse = constant(asm, f"{p.field.name}_c_inverse", pow(radix - modulus, -1, radix), n)
    asm.comment("m = t/c mod R")
    m = low_half(asm, inverse, t[:n], "m")
    asm.comment("m - b, where m*c = t_low + b*R; that is (t_low + m*p)/R, at most p")
    low, high = Reg("low"), Reg("high")
    asm.multiplier(m[-1])
    asm.mulx(high, low, asm.constant(f"{p.field.name}_c", (radix - modulus,))[0])
    carry = asm.sub(asm.load(t[n - 1], "top"), low) if n > 1 else None
    for i, word in enumerate(m):
        carry = asm.sub(word, high) if carry is None else asm.sbb(word, 0 if i else high, carry)
    assert carry is not None
    asm.dropped(carry, "(t_low + m*p)/R is not negative")
    return add_mod(asm, m, t[n:], p, (limit + (radix - 1) * modulus) // radix)


def reduce_fold(asm: Asm, t: Sequence[Operand], p: Modulus, limit: int) -> list[Reg]:
    """t mod p for p = 2^k - c, c*2^s < 2^64 with s = 64 n - k, and t <= limit in 2n words, by 2^k = c: what is above
    bit 64 n is multiplied by c*2^s, then the quotient q of that by 2^k, by c. For t < p^2, t_high < 2^(k - s), so that
    q <= c + 2^s is one word. Of a single word, p can be so small that q is a word at once, and c so large in comparison
    that 2p takes more than one fold at bit k."""
    n, k, s = p.field.limbs, p.field.bits, p.field.spare_bits
    c = (1 << k) - p.field.modulus
    if limit >> k < BASE:
        rest = number(t, limit)
    else:
        asm.comment(f"t = t_low + t_high*c*2^{s}" if s else "t = t_low + t_high*c")
        asm.multiplier(asm.constant(f"{p.field.name}_fold", (c << s,))[0])
        low, high = number(t[:n], p.field.radix - 1), number(t[n:], limit // p.field.radix)
        rest = add_row(asm, low, high, c << s, "t")
    while True:
        assert rest.hi >> k < BASE
        most = (1 << k) - 1 + (rest.hi >> k) * c
        words = list(rest.words)
        q = words.pop()
        assert isinstance(q, Reg)
        if s:
            asm.comment(f"q = t/2^{k}, t = t mod 2^{k}")
            top, quotient = words[n - 1], asm.load(words[n - 1], "q")
            assert isinstance(top, Reg)
            asm.shrd(quotient, q, k % BITS)
            asm.and_(top, asm.constant(f"{p.field.name}_below", ((1 << k % BITS) - 1,))[0])
            q = quotient
        asm.comment("t + q*c < 2p" if most < 2 * p.field.modulus else "t + q*c")
        asm.multiplier(q)
        hi, lo = Reg("hi"), Reg("lo")
        asm.mulx(hi, lo, asm.constant(f"{p.field.name}_c", (c,))[0])
        addend = [lo, hi, *[0] * (n - 1)]
        if most < 2 * p.field.modulus:  # q*c <= p: of a single word, hi is 0
            return add_mod(asm, words, addend[:n], p, most)
        if most >= rest.hi:
            raise Refusal(f"{p.field.name}: folding a number up to {rest.hi:#x} at bit {k} leaves up to {most:#x}")
        words.append(asm.load(0, "over"))
        asm.dropped(add(asm, words, addend), "t + q*c fits into n + 1 words")
        rest = number(words, most)


def add(asm: Asm, t: Sequence[Operand], addend: Sequence[Operand]) -> Carry:
    """t += addend; the carry."""
    return _chain(asm.add, asm.adc, t, addend)


def sub(asm: Asm, t: Sequence[Operand], other: Sequence[Operand]) -> Carry:
    """t -= other; the borrow."""
    return _chain(asm.sub, asm.sbb, t, other)


def add_stored(asm: Asm, t: Sequence[Operand], addend: Sequence[Operand]) -> Carry:
    """The same where words of t may lie in memory, and stay there."""
    return _chain(asm.add, asm.adc, t, addend, asm)


def sub_stored(asm: Asm, t: Sequence[Operand], other: Sequence[Operand]) -> Carry:
    """t -= other likewise."""
    return _chain(asm.sub, asm.sbb, t, other, asm)


def _chain(first, later, t: Sequence[Operand], other: Sequence[Operand], asm: Asm | None = None) -> Carry:
    carry: Carry | None = None
    for word, operand in zip(t, other, strict=True):
        stored = isinstance(word, Mem)
        assert asm is not None or not stored
        reg = asm.load(word, "w") if stored else word  # moves leave the carry alone
        carry = first(reg, operand) if carry is None else later(reg, operand, carry)
        if stored:
            asm.mov(word, reg)
    assert carry is not None
    return carry


def scaled(asm: Asm, x: Number, k: int, hint: str) -> Number:
    """k*x in one word more, or a copy of x for k = 1."""
    if k == 1:
        return number(asm.loads(x.words, hint), x.hi)
    return first_row(asm, x, k, k, hint)


def add_scaled(asm: Asm, t: Number, x: Number, k: int, hint: str) -> Number:
    """t + k*x in one word more than x has."""
    n = len(x.words)
    if k != 1:
        asm.multiplier(k)
        return add_row(asm, t, x, k, hint)
    words = list(t.words)
    carry = add(asm, words[:n], x.words)
    if len(words) == n:
        top = asm.load(0, f"{hint}{n}")  # a move, which leaves the carry alone
        words.append(top)
    asm.dropped(asm.adc(words[n], 0, carry), "t + x fits into n + 1 words")
    return number(words, t.hi + x.hi)


def low_product(
    asm: Asm, x: Number, m: Operand, m_most: int, hint: str, sink: Sequence[Mem] | None = None
) -> list[Operand]:
    """x*m modulo 2^(64 n) for a constant x and a small m <= m_most, of which all values are tried for carries. With
    `sink`, words are stored there as soon as they are final."""
    asm.multiplier(m)
    n = len(x.words)
    t = [Reg(f"{hint}0"), Reg(f"{hint}1")]
    asm.mulx(t[1], t[0], x.words[0])
    if sink is not None:
        asm.mov(sink[0], t[0])
    carry: Carry | None = None
    for j in range(1, n):
        lo = Reg("lo")
        if j + 1 < n:
            t.append(Reg(f"{hint}{j + 1}"))
            asm.mulx(t[-1], lo, x.words[j])
        else:
            # Only the low half is wanted, and mulx leaves the carry alone, which imul would not.
            asm.mulx(Reg("unused"), lo, x.words[j])
        carry = asm.add(t[j], lo) if carry is None else asm.adc(t[j], lo, carry)
        if j + 1 < n and not any(_carries(x, value, j) for value in range(m_most + 1)):
            asm.dropped(carry, f"no factor up to {m_most} has a carry here")
            carry = None
        if sink is not None:
            asm.mov(sink[j], t[j])
    if carry is not None:
        asm.cancelled(carry)
    return list(t[:n] if sink is None else sink)


def _carries(x: Number, m: int, j: int) -> bool:
    """Whether adding the halves of x_i*m up to word j leaves a carry; x is constant, so `most` is its value."""
    low = sum(word << BITS * i for i, word in enumerate(x.most[: j + 1])) * m
    high = x.most[j] * m >> BITS
    return low >> BITS * (j + 1) != high


def add_mod(asm: Asm, t: Sequence[Operand], addend: Sequence[Operand], p: Modulus, most: int) -> list[Reg]:
    """t + addend mod p for a sum of at most `most` < 2p. The words of t are spent."""
    if most >= 2 * p.field.modulus:
        raise Refusal(f"{p.field.name}: a sum up to {most:#x} is not below 2p")
    carry = add(asm, t, addend)
    if most < p.field.radix:
        asm.dropped(carry, "the sum is below 2p and below R")
        return reduce_once(asm, t, p)
    over = Reg("over")
    asm.mask(over, carry)
    return reduce_once(asm, t, p, over)


def add_back(asm: Asm, t: Sequence[Operand], borrow: Carry, p: Modulus) -> None:
    """t += p if the subtraction that left t borrowed, modulo 2^(64 n); words of t may lie in memory, and stay there."""
    mask = Reg("mask")
    asm.mask(mask, borrow)
    addend: list[Operand] = []
    for i, word in enumerate(p.p.words):
        reg = asm.load(word, "q")
        asm.and_(reg, mask)
        if i < len(t) - ROOMY - 1:
            place = asm.slots(1)[0]
            asm.mov(place, reg)
            addend.append(place)
        else:
            addend.append(reg)
    asm.cancelled(add_stored(asm, t, addend))


def reduce_once(asm: Asm, t: Sequence[Operand], p: Modulus, over: Reg | None = None) -> list[Reg]:
    """t mod p for t < 2p; with `over`, which is spent, t has a further word, 0 or all ones for 1."""
    asm.comment("t < 2p: subtract p, undone where that borrows")
    if over is not None and len(t) > ROOMY + 1:
        rest, t = list(t), asm.slots(len(t))
        store(asm, t, rest)
    else:
        rest = asm.loads(t, "s")
    borrow = sub(asm, rest, p.p.words)
    if over is not None:
        borrow = asm.sbb(over, 0, borrow)  # only 0 borrows
    for word, old in zip(rest, t, strict=True):
        asm.cmovc(word, old, borrow)
    return rest


def store(asm: Asm, target: Sequence[Mem], words: Sequence[Operand]) -> None:
    """target = words."""
    for place, word in zip(target, words, strict=True):
        asm.mov(place, word)
