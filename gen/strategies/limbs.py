# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Between the words of a field element and the limbs of 62 bits that the inversion works on (src/core/gcd.h)."""

from __future__ import annotations

from gen.derive.field import FieldModel
from gen.ir import Nat, Program, Word
from gen.strategies import Strategy
from gen.strategies.common import element

UNUSED_BITS = 2  # of a limb: its top one is the sign, and |u| + |v| <= 2^62 in the matrices


def limb_bits(field: FieldModel) -> int:
    """Bits of a limb: 62 for words of 64."""
    return field.word_bits - UNUSED_BITS


def limb_count(field: FieldModel) -> int:
    """Limbs for numbers in (-2p, p): two bits beyond the words."""
    return -(-(field.word_bits * field.limbs + 2) // limb_bits(field))


def _slice(prog: Program, words: tuple[Word, ...], bit: int, size: int, hint: str) -> Word:
    """Word holding the bits from `bit` on of a number whose pieces have `size` bits; zero beyond its end."""
    place, shift = divmod(bit, size)
    low = words[place] if place < len(words) else prog.zero
    if shift == 0:
        return low
    high = words[place + 1] if place + 1 < len(words) else prog.zero
    return prog.funnel(high, low, shift, hint)


def _to_limbs(field: FieldModel) -> Program:
    prog = Program(f"{field.name}_to_limbs", field.word_bits)
    a = element(prog, field, "a")
    size = limb_bits(field)
    mask = prog.const((1 << size) - 1)
    limbs = tuple(
        prog.and_(_slice(prog, a.words, size * i, field.word_bits, f"r{i}"), mask, f"r{i}")
        for i in range(limb_count(field))
    )
    prog.output("r", Nat(limbs, 0, prog.base ** len(limbs) - 1), len(limbs))
    return prog


def _from_limbs(field: FieldModel) -> Program:
    """Word i is the bits from 64i on: the rest of one limb and the beginning of the next, shifted up to meet it."""
    prog = Program(f"{field.name}_from_limbs", field.word_bits)
    size, count = limb_bits(field), limb_count(field)
    limbs = [prog.input_word(f"limb{i}", (1 << size) - 1) for i in range(count)]
    words: list[Word] = []
    for i in range(field.limbs):
        place, shift = divmod(field.word_bits * i, size)
        high = limbs[place + 1] if place + 1 < count else prog.zero
        # low >> shift and high << (size - shift) in one funnel: the limb is shifted up by the bits it lacks first.
        low = prog.funnel(limbs[place], prog.zero, field.word_bits - UNUSED_BITS, f"u{i}")
        words.append(prog.funnel(high, low, UNUSED_BITS + shift, f"r{i}"))
    prog.output("r", Nat(tuple(words), 0, field.radix - 1), field.limbs)
    return prog


STRATEGIES = (
    Strategy("slices", "to_limbs", "words cut into limbs", (), _to_limbs),
    Strategy("slices", "from_limbs", "limbs joined to words", (), _from_limbs),
)
