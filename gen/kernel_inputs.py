# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The elements that kernels are tried on: those at the borders of carries, and those whose products are."""

from __future__ import annotations

import random

from gen.derive.field import FieldModel


def edge_values(field: FieldModel) -> list[int]:
    """Elements at the borders of carries: 0, 1, p - 1, words of ones, single bits, Montgomery one."""
    p, bits = field.modulus, field.word_bits
    values = {0, 1, 2, p - 1, p - 2, (p - 1) // 2, (p + 1) // 2, field.R, field.R2, p - field.R}
    for i in range(1, field.limbs):
        values |= {(1 << bits * i) - 1, 1 << bits * i, p - (1 << bits * i), p >> bits * i << bits * i}
    return sorted({value for value in values if 0 <= value < p} | set(full_values(field)))


def factor_values(field: FieldModel, factor: int) -> list[int]:
    """Elements with one word whose product with a small factor ends just below a multiple of 2^64, the others full."""
    bits, n = field.word_bits, field.limbs
    full = full_values(field)[1]
    values = []
    for i in range(n):
        for j in range(1, factor + 1):
            word = ((j << bits) - 1) // factor
            values.append(full & ~(((1 << bits) - 1) << bits * i) | word << bits * i)
    return [value for value in values if value < field.modulus]


def full_values(field: FieldModel) -> list[int]:
    """Elements all of whose words are as large as can be: the carries that are rarest otherwise."""
    low = field.word_bits * (field.limbs - 1)
    return [field.modulus - 1, (field.modulus >> low << low) - 1, (1 << field.bits - 1) - 1]


def corner(field: FieldModel, chance: random.Random) -> int:
    """A number below R of words that are 0, ones, a few bits away from either, or random."""
    bits = field.word_bits
    top = (1 << bits) - 1
    value = 0
    for _ in range(field.limbs):
        few = chance.getrandbits(chance.randrange(bits))
        value = value << bits | chance.choice((0, top, few, top - few, chance.getrandbits(bits)))
    return value


def factors(field: FieldModel, chance: random.Random) -> tuple[int, int]:
    """Two elements whose product is aimed at: the low bits of it, or its Montgomery product, are a corner. What a
    reduction carries from word to word depends on the product's words, hardly on the factors'."""
    p, below = field.modulus, 1 << field.bits - 1
    x, aim = chance.randrange(1, p), _aim(field, chance)
    if chance.random() < 0.5:
        return x, aim * field.radix * pow(x, -1, p) % p
    x = min(x | 1, p - 2)  # odd
    return x, aim * pow(x, -1, below) % below


def root(field: FieldModel, chance: random.Random) -> int:
    """An element whose square is aimed at in the same way."""
    p, aim = field.modulus, _aim(field, chance)
    if p % 4 == 3 and chance.random() < 0.5:
        return pow(aim * field.radix, (p + 1) // 4, p)  # of the aim or of its negative
    square, x = aim | 1, 1  # an odd square is 1 mod 8; each step then finds a bit more of its root
    for bit in range(3, field.bits):
        x |= (square - x * x >> bit & 1) << bit - 1
    if chance.random() < 0.25:
        x = x << chance.randrange(field.bits) & (1 << field.bits - 1) - 1  # low words of the square are 0
    return x


def _aim(field: FieldModel, chance: random.Random) -> int:
    """A corner, one of fewer words, or a number that is little above 0 or below p."""
    value = corner(field, chance)
    short = value >> field.word_bits * chance.randrange(field.limbs)
    few = chance.getrandbits(chance.randrange(field.word_bits))
    return chance.choice((value, short, few, abs(field.modulus - few)))


def aimed(
    field: FieldModel, function: str, parts: int, same: bool, chance: random.Random
) -> dict[str, tuple[int, ...]]:
    """Operands of mul or sqr, of Fp (1 part) or Fp2 (2 parts), with such a product; `same`: both are one."""
    p = field.modulus
    if parts == 1:
        x, y = factors(field, chance) if function == "mul" and not same else 2 * (root(field, chance),)
        return {"a": (x,), "b": (y,)}
    half = (p + 1) // 2
    if function == "sqr" or same:
        # c0 = (a0 + a1)*(a0 - a1) or c1 = (2*a0)*a1
        x, y = factors(field, chance)
        a = ((x + y) * half % p, (x - y) * half % p) if chance.random() < 0.5 else (x * half % p, y)
        return {"a": a, "b": a}
    a0, a1 = (chance.randrange(1, p) for _ in range(2))
    c0, c1 = (_aim(field, chance) for _ in range(2))
    scale = field.radix * pow(a0 * a0 + a1 * a1, -1, p)
    return {"a": (a0, a1), "b": ((c0 * a0 + c1 * a1) * scale % p, (c1 * a0 - c0 * a1) * scale % p)}
