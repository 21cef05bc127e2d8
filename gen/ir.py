# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Straight-line programs over machine words, with a proved integer range for every value.

Two levels. A `Word` is one SSA value with the interval it lies in. A `Nat` is a natural number written in several
words, with an interval of its own, which is usually far tighter than what the words' intervals give: that the top
carry of a Montgomery row is zero can only be seen from the whole number. Every operation on a `Nat` is an exact
equation over the integers; it computes the interval of the result first, decides from it how many words the result
needs, and so *proves* which carries are zero. A carry that is not proved zero is kept; nothing is ever dropped
silently, and `Program.refuse` raises `RangeError` with the numbers when a program asks for something unproved.

Operations (base = 2^word_bits, all results are naturals below the base):

    mac   lo + base*hi = t + a*b + c            adc   s + base*carry  = a + b + carry_in
    mullo lo = a*b mod base                     sbb   d - base*borrow = a - b - borrow_in
    sum   s = a + b, proved to be below base    mask  base-1 if the bit is one, else 0 (value barrier)
    and, or, xor                                shr   a >> k;  funnel: (hi:lo) >> k mod base
    select  a if the mask is all ones, else b   nonzero: 1 if a is not zero, else 0
    pin     a itself, behind the value barrier
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

CONST = "const"
INPUT = "input"


class RangeError(ValueError):
    """Something that the ranges do not prove was asked for."""


@dataclass(frozen=True, eq=False)
class Word:
    """One SSA value: a natural number in [lo, hi], hi < 2^word_bits."""

    index: int
    lo: int
    hi: int
    hint: str

    @property
    def constant(self) -> int | None:
        """The value, if the range leaves only one."""
        return self.lo if self.lo == self.hi else None


@dataclass(frozen=True)
class Op:
    """One word operation: outs = kind(ins; imm)."""

    kind: str
    outs: tuple[Word, ...]
    ins: tuple[Word, ...]
    imm: int = 0


@dataclass(frozen=True)
class Fact:
    """At this place of the program the number written in `words` lies in [lo, hi]; `text` is told to the reader."""

    words: tuple[Word, ...]
    lo: int
    hi: int
    text: str


@dataclass(frozen=True)
class Nat:
    """A natural number in [lo, hi] written in little-endian words."""

    words: tuple[Word, ...]
    lo: int
    hi: int


@dataclass
class Program:
    """A straight-line program under construction, and after it a finished one."""

    name: str
    word_bits: int = 64
    items: list[Op | Fact] = field(default_factory=list)
    inputs: list[tuple[str, Nat]] = field(default_factory=list)
    outputs: list[tuple[str, Nat]] = field(default_factory=list)
    _count: int = 0
    _constants: dict[int, Word] = field(default_factory=dict)

    @property
    def base(self) -> int:
        """2^word_bits."""
        return 1 << self.word_bits

    def ops(self) -> Iterator[Op]:
        """The operations in order."""
        return (item for item in self.items if isinstance(item, Op))

    def cost(self, kind: str = "mul") -> int:
        """How many word operations of a kind; "mul" counts mac and mullo with two variable or constant factors."""
        kinds = ("mac", "mullo") if kind == "mul" else (kind,)
        return sum(op.kind in kinds for op in self.live_ops())

    def live_ops(self) -> list[Op]:
        """The operations whose results reach an output."""
        needed = {word.index for _, nat in self.outputs for word in nat.words}
        live: list[Op] = []
        for op in reversed(list(self.ops())):
            if any(out.index in needed for out in op.outs):
                live.append(op)
                needed.update(word.index for word in op.ins)
        live.reverse()
        return live

    # ---- words ----------------------------------------------------------------------------------------------

    def _word(self, lo: int, hi: int, hint: str) -> Word:
        if not 0 <= lo <= hi < self.base:
            raise RangeError(f"{self.name}: {hint} in [{lo:#x}, {hi:#x}] does not fit into a word")
        word = Word(self._count, lo, hi, hint)
        self._count += 1
        return word

    def _emit(self, kind: str, outs: Sequence[Word], ins: Sequence[Word], imm: int = 0) -> None:
        self.items.append(Op(kind, tuple(outs), tuple(ins), imm))

    def const(self, value: int) -> Word:
        """The word with this value."""
        if value not in self._constants:
            self._constants[value] = word = self._word(value, value, f"k{value:x}")
            self.items.insert(0, Op(CONST, (word,), (), value))
        return self._constants[value]

    @property
    def zero(self) -> Word:
        """The word 0."""
        return self.const(0)

    def mac(self, t: Word, a: Word, b: Word, c: Word, hint: str, high_hint: str = "c") -> tuple[Word, Word]:
        """(lo, hi) with lo + base*hi = t + a*b + c."""
        low = t.lo + a.lo * b.lo + c.lo
        high = t.hi + a.hi * b.hi + c.hi
        lo = self._word(low, high, hint) if high < self.base else self._word(0, self.base - 1, hint)
        hi = self._word(low >> self.word_bits, high >> self.word_bits, high_hint)
        self._emit("mac", (lo, hi), (t, a, b, c))
        return lo, hi

    def mul(self, a: Word, b: Word, index: int = 0) -> tuple[Word, Word]:
        """(lo, hi) with lo + base*hi = a*b, named l and h with an index."""
        return self.mac(self.zero, a, b, self.zero, f"l{index}", f"h{index}")

    def mullo(self, a: Word, b: Word, hint: str) -> Word:
        """a*b mod base."""
        out = self._word(0, self.base - 1, hint)
        self._emit("mullo", (out,), (a, b))
        return out

    def adc(self, a: Word, b: Word, carry: Word, hint: str) -> tuple[Word, Word]:
        """(s, carry_out) with s + base*carry_out = a + b + carry."""
        if carry.hi > 1:
            raise RangeError(f"{self.name}: carry into {hint} may be {carry.hi}")
        low, high = a.lo + b.lo + carry.lo, a.hi + b.hi + carry.hi
        s = self._word(low, high, hint) if high < self.base else self._word(0, self.base - 1, hint)
        out = self._word(low >> self.word_bits, high >> self.word_bits, "k")
        self._emit("adc", (s, out), (a, b, carry))
        return s, out

    def sbb(self, a: Word, b: Word, borrow: Word, hint: str) -> tuple[Word, Word]:
        """(d, borrow_out) with d - base*borrow_out = a - b - borrow."""
        if borrow.hi > 1:
            raise RangeError(f"{self.name}: borrow into {hint} may be {borrow.hi}")
        low, high = a.lo - b.hi - borrow.hi, a.hi - b.lo - borrow.lo
        d = self._word(low, high, hint) if low >= 0 else self._word(0, self.base - 1, hint)
        out = self._word(int(high < 0), int(low < 0), "w")
        self._emit("sbb", (d, out), (a, b, borrow))
        return d, out

    def sum(self, a: Word, b: Word, limit: int, hint: str) -> Word:
        """a + b where a bound on the whole number proves a + b <= limit < base."""
        if limit >= self.base:
            raise RangeError(f"{self.name}: {hint} = a + b may reach {limit:#x}, base {self.base:#x}")
        out = self._word(0, min(limit, a.hi + b.hi), hint)
        self._emit("sum", (out,), (a, b))
        return out

    def mask(self, bit: Word, hint: str = "mask") -> Word:
        """All ones if the bit is one, else zero, behind the value barrier."""
        if bit.hi > 1:
            raise RangeError(f"{self.name}: mask of a word that may be {bit.hi}")
        out = self._word(0, self.base - 1, hint)
        self._emit("mask", (out,), (bit,))
        return out

    def pin(self, a: Word, hint: str) -> Word:
        """a, held in a register at this place: compilers may not move its computation to where it is used."""
        out = self._word(a.lo, a.hi, hint)
        self._emit("pin", (out,), (a,))
        return out

    def and_(self, a: Word, b: Word, hint: str) -> Word:
        """Bitwise and."""
        out = self._word(0, min(a.hi, b.hi), hint)
        self._emit("and", (out,), (a, b))
        return out

    def select(self, mask: Word, a: Word, b: Word, hint: str) -> Word:
        """a if mask is all ones, b if it is zero."""
        out = self._word(min(a.lo, b.lo), max(a.hi, b.hi), hint)
        self._emit("select", (out,), (mask, a, b))
        return out

    def funnel(self, high: Word, low: Word, shift: int, hint: str) -> Word:
        """(high*base + low) >> shift, mod base; 0 < shift < word_bits."""
        if not 0 < shift < self.word_bits:
            raise RangeError(f"{self.name}: shift by {shift}")
        lo, hi = (high.lo << self.word_bits | low.lo) >> shift, (high.hi << self.word_bits | low.hi) >> shift
        out = self._word(lo, hi, hint) if hi < self.base else self._word(0, self.base - 1, hint)
        self._emit("funnel", (out,), (high, low), shift)
        return out

    def nonzero(self, a: Word, hint: str = "nz") -> Word:
        """1 if a is not zero, else 0."""
        out = self._word(int(a.lo > 0), int(a.hi > 0), hint)
        self._emit("nonzero", (out,), (a,))
        return out

    def or_(self, a: Word, b: Word, hint: str) -> Word:
        """Bitwise or."""
        top = (1 << max(a.hi.bit_length(), b.hi.bit_length())) - 1
        out = self._word(max(a.lo, b.lo), top, hint)
        self._emit("or", (out,), (a, b))
        return out

    def xor(self, a: Word, b: Word, hint: str) -> Word:
        """Bitwise exclusive or."""
        top = (1 << max(a.hi.bit_length(), b.hi.bit_length())) - 1
        out = self._word(0, top, hint)
        self._emit("xor", (out,), (a, b))
        return out

    # ---- whole numbers --------------------------------------------------------------------------------------

    def width(self, bound: int) -> int:
        """Words needed for naturals up to bound (at least one)."""
        return max(1, -(-bound.bit_length() // self.word_bits))

    def input(self, name: str, limbs: int, hi: int) -> Nat:
        """A natural number in [0, hi] handed in as `limbs` words."""
        if hi >> (self.word_bits * limbs):
            raise RangeError(f"{self.name}: input {name} up to {hi:#x} in {limbs} words")
        words = []
        for i in range(limbs):
            top = min(self.base - 1, hi >> (self.word_bits * i))
            words.append(self._word(0, top, f"{name}{i}"))
        self._emit(INPUT, words, ())
        nat = Nat(tuple(words), 0, hi)
        self.inputs.append((name, nat))
        return nat

    def input_word(self, name: str, hi: int) -> Word:
        """A single word in [0, hi] handed in by value."""
        word = self._word(0, hi, name)
        self._emit(INPUT, (word,), ())
        self.inputs.append((name, Nat((word,), 0, hi)))
        return word

    def output(self, name: str, nat: Nat, limbs: int) -> None:
        """Hand out a number in `limbs` words."""
        if nat.hi >> (self.word_bits * limbs):
            raise RangeError(f"{self.name}: output {name} up to {nat.hi:#x} in {limbs} words")
        self.fact(nat, "")
        self.outputs.append((name, self.resize(nat, limbs)))

    def resize(self, nat: Nat, limbs: int) -> Nat:
        """The same number in exactly `limbs` words; words cut off are proved zero by the number's bound."""
        if nat.hi >> (self.word_bits * limbs):
            raise RangeError(f"{self.name}: {nat.hi:#x} does not fit into {limbs} words")
        words = (nat.words + (self.zero,) * limbs)[:limbs]
        return Nat(words, nat.lo, nat.hi)

    def constant(self, value: int, limbs: int | None = None) -> Nat:
        """A constant number."""
        limbs = self.width(value) if limbs is None else limbs
        words = tuple(self.const((value >> (self.word_bits * i)) % self.base) for i in range(limbs))
        return Nat(words, value, value)

    def shifted(self, nat: Nat, count: int, hint: str) -> Nat:
        """nat >> count, where its bound leaves one word of it; that bound is the word's range."""
        lo, hi = nat.lo >> count, nat.hi >> count
        if hi >= self.base:
            raise RangeError(f"{self.name}: {hint} = {nat.hi:#x} >> {count} does not fit into a word")
        place, shift = divmod(count, self.word_bits)
        low, high = ((*nat.words, self.zero, self.zero, *[self.zero] * place)[place + i] for i in (0, 1))
        if shift:
            word = self._word(lo, hi, hint)
            self._emit("funnel", (word,), (high, low), shift)
            low = word
        return Nat((low,), lo, hi)

    def fact(self, nat: Nat, text: str) -> None:
        """Record the range of a number: asserted by the interpreter, told in a comment if text is given."""
        self.items.append(Fact(nat.words, nat.lo, nat.hi, text))

    def refuse(self, what: str) -> None:
        """Raise: the ranges do not prove what the program needs."""
        raise RangeError(f"{self.name}: {what}")

    def add(self, a: Nat, b: Nat, hint: str = "s") -> Nat:
        """a + b, exact, in as many words as its bound needs."""
        lo, hi = a.lo + b.lo, a.hi + b.hi
        count = max(len(a.words), len(b.words))
        words, carry = [], self.zero
        for i in range(count):
            left = a.words[i] if i < len(a.words) else self.zero
            right = b.words[i] if i < len(b.words) else self.zero
            word, carry = self.adc(left, right, carry, f"{hint}{i}")
            words.append(word)
        # hi < base^count proves the last carry zero; otherwise it is the next word.
        if self.width(hi) > count:
            words.append(carry)
        return Nat(tuple(words), lo, hi)

    def sub_borrow(self, a: Nat, b: Nat, count: int, hint: str = "d") -> tuple[tuple[Word, ...], Word]:
        """Words of a - b mod base^count and the borrow (1 exactly if a < b); both numbers fit into count words."""
        left, right = self.resize(a, count), self.resize(b, count)
        words, borrow = [], self.zero
        for i in range(count):
            word, borrow = self.sbb(left.words[i], right.words[i], borrow, f"{hint}{i}")
            words.append(word)
        return tuple(words), borrow

    def sub(self, a: Nat, b: Nat, hint: str = "d") -> Nat:
        """a - b for a >= b, proved by the ranges."""
        if a.lo < b.hi:
            raise RangeError(f"{self.name}: a - b with a >= {a.lo:#x}, b <= {b.hi:#x} may be negative")
        return self.sub_known(a, b, hint)

    def sub_known(self, a: Nat, b: Nat, hint: str = "d") -> Nat:
        """a - b where the caller's equation, not the ranges, proves a >= b; asserted by the interpreter."""
        count = max(len(a.words), len(b.words))
        words, _ = self.sub_borrow(a, b, count, hint)
        nat = Nat(words, max(0, a.lo - b.hi), a.hi - b.lo)
        nat = self.resize(nat, min(count, self.width(nat.hi)))
        self.fact(nat, "")
        return nat

    def add_product(self, t: Nat | None, a: Nat, b: Word, hint: str = "t", extra: int = 0) -> Nat:
        """t + a*b for one word b: one row of a schoolbook product, exact."""
        t = t or Nat((), 0, 0)
        lo, hi = t.lo + a.lo * b.lo, t.hi + a.hi * b.hi
        count = self.width(hi)
        words: list[Word] = []
        carry = self.zero
        for i in range(len(a.words)):
            addend = t.words[i] if i < len(t.words) else self.zero
            word, carry = self.mac(addend, a.words[i], b, carry, f"{hint}{i + extra}")
            words.append(word)
        place = len(a.words)
        if place < count and place >= len(t.words):
            words.append(carry)
        elif place < len(t.words):
            # The remaining words of t take the carry; the bound on the whole says where it must have ended.
            if count == place + 1:
                top = hi >> (self.word_bits * place)
                words.append(self.sum(t.words[place], carry, top, f"{hint}{place + extra}"))
            else:
                word, bit = self.adc(t.words[place], carry, self.zero, f"{hint}{place + extra}")
                words.append(word)
                for i in range(place + 1, len(t.words)):
                    word, bit = self.adc(t.words[i], self.zero, bit, f"{hint}{i + extra}")
                    words.append(word)
                if len(words) < count:
                    words.append(bit)
        return Nat(tuple(words[:count]), lo, hi)

    def add_product_chained(self, t: Nat | None, a: Nat, b: Word, hint: str = "t", extra: int = 0) -> Nat:
        """t + a*b like add_product, with all products first and then two carry chains: one over the high halves, one
        word up, then one over the low halves. Fewer additions than a chain of mac, more values alive.

        The high halves go first because the topmost of them absorbs the carries: high <= base - 2.
        """
        pairs = [self.mul(word, b, i) for i, word in enumerate(a.words)]
        product = a.hi * b.hi
        lows = Nat(tuple(low for low, _ in pairs), 0, min(product, self.base ** len(pairs) - 1))
        highs = Nat((self.zero, *(high for _, high in pairs)), 0, product)
        t = t or Nat((), 0, 0)
        if not t.words:
            total = self.add_bounded(lows, highs, product, hint, extra)
        else:
            total = self.add_bounded(t, highs, t.hi + product, hint, extra)
            total = self.add_bounded(total, lows, t.hi + product, hint, extra)
        return Nat(total.words, t.lo + a.lo * b.lo, t.hi + product)

    def add_bounded(self, a: Nat, b: Nat, hi: int, hint: str, extra: int = 0) -> Nat:
        """a + b where the caller's equation proves a + b <= hi, in the words that hi needs."""
        count = self.width(hi)
        words: list[Word] = []
        carry: Word = self.zero
        for i in range(count):
            left = a.words[i] if i < len(a.words) else self.zero
            right = b.words[i] if i < len(b.words) else self.zero
            if right is self.zero and carry is self.zero:
                words.append(left)
            elif left is self.zero and carry is self.zero:
                words.append(right)
            elif left is self.zero and right is self.zero:
                words.append(carry)
                carry = self.zero
            else:
                word, carry = self.adc(left, right, carry, f"{hint}{i + extra}")
                words.append(word)
        nat = Nat(tuple(words), 0, hi)
        self.fact(nat, "")
        return nat

    def pretty(self) -> str:
        """The program as text, one operation a line, with the ranges."""
        lines = [f"program {self.name} (words of {self.word_bits} bits)"]

        def show(word: Word) -> str:
            if word.constant is not None:
                return f"{word.constant:#x}"
            return f"{word.hint}.{word.index}"

        for item in self.items:
            if isinstance(item, Fact):
                text = f"  {item.text}" if item.text else ""
                lines.append(f"    # [{', '.join(map(show, item.words))}] in [{item.lo:#x}, {item.hi:#x}]{text}")
            elif item.kind == INPUT:
                lines.append("    input " + ", ".join(f"{show(w)} <= {w.hi:#x}" for w in item.outs))
            elif item.kind != CONST:
                outs = ", ".join(f"{show(w)} in [{w.lo:#x}, {w.hi:#x}]" for w in item.outs)
                imm = f"; {item.imm}" if item.imm else ""
                lines.append(f"    {outs} = {item.kind}({', '.join(map(show, item.ins))}{imm})")
        for name, nat in self.outputs:
            lines.append(f"    output {name} = [{', '.join(map(show, nat.words))}] in [{nat.lo:#x}, {nat.hi:#x}]")
        return "\n".join(lines) + "\n"
