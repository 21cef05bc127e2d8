# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Kernels of Fp2 = Fp[u]/(u^2 + 1)."""

from __future__ import annotations

from collections.abc import Callable

from gen.derive.field import FieldModel
from gen.emit.x86 import rows
from gen.emit.x86.asm import Asm, Carry
from gen.emit.x86.isa import Mem, Reg
from gen.emit.x86.strategy import FEW_WORDS, KernelStrategy
from gen.strategies import Need, radix_holds


def _fp2_mul(asm: Asm, field: FieldModel) -> None:
    """Three products, two reductions: t0 = a0*b0, t1 = a1*b1, t2 = (a0 + a1)*(b0 + b1), c1 = t2 - t0 - t1 <= 2p^2 and
    c0 = t0 - t1 + K with a multiple K >= p^2 of p*R/2^64, the least one, whose low words are zero."""
    n, top = field.limbs, field.modulus - 1
    r, a, b_in = (asm.argument(name) for name in ("r", "a", "b_in"))
    b = asm.load(b_in, "b")
    p = rows.modulus(asm, field)
    unit = field.radix // rows.BASE
    lift = rows.constant(asm, f"{field.name}_lift", -(-field.modulus // unit) * field.modulus, n + 1)
    a0, a1 = asm.words(a, 0, n), asm.words(a, n, n)
    b0, b1 = asm.words(b, 0, n), asm.words(b, n, n)
    asm.comment("sa = a0 + a1, sb = b0 + b1 <= 2p - 2")
    sums = []
    for x, y, name in ((a0, a1, "sa"), (b0, b1, "sb")):
        words = asm.loads(x, name)
        asm.dropped(rows.add(asm, words, y), "a sum of two elements is below 2p < R")
        sums.append(asm.slots(n))
        rows.store(asm, sums[-1], words)
    asm.comment("t1 = a1*b1")
    t1 = asm.slots(2 * n)
    rows.wide(asm, rows.number(a1, top), rows.number(b1, top), "v", t1)
    asm.comment("t0 = a0*b0")
    t0 = asm.slots(2 * n)
    words = rows.wide(asm, rows.number(a0, top), rows.number(b0, top), "u", t0)
    asm.comment("c0 = t0 - t1 + K, p^2 <= K")
    if n > rows.ROOMY:
        words = [*asm.loads(t0[:n], "u"), *asm.slots(n)]
        asm.cancelled(_take(asm, words, t0, t1))
    else:
        asm.cancelled(rows.sub(asm, words, t1))
    asm.cancelled(rows.add_stored(asm, words[n - 1 :], lift.words))
    rows.store(asm, asm.words(r, 0, n), rows.reduce_wide(asm, words, p, top**2 + lift.hi * unit))
    asm.comment("t2 = sa*sb")
    words = rows.product(asm, rows.number(sums[0], 2 * top), rows.number(sums[1], 2 * top), "w")
    asm.comment("c1 = t2 - t0 - t1 = a0*b1 + a1*b0 <= 2p^2")
    asm.dropped(rows.sub_stored(asm, words, t0), "t2 - t0 = a0*b1 + a1*b0 + a1*b1")
    asm.dropped(rows.sub_stored(asm, words, t1), "c1 = a0*b1 + a1*b0")
    rows.store(asm, asm.words(r, n, n), rows.reduce_wide(asm, words, p, 2 * top**2))


def _fp2_mul_carry(asm: Asm, field: FieldModel) -> None:
    """The same for sums a0 + a1, b0 + b1 that are reduced, and differences modulo p*R: where one borrows, p is added to
    the upper words. So everything that is reduced is below p*R."""
    n, top, limit = field.limbs, field.modulus - 1, field.modulus * field.radix - 1
    r, a, b_in = (asm.argument(name) for name in ("r", "a", "b_in"))
    b = asm.load(b_in, "b")
    p = rows.modulus(asm, field)
    a0, a1 = asm.words(a, 0, n), asm.words(a, n, n)
    b0, b1 = asm.words(b, 0, n), asm.words(b, n, n)
    sums = []
    for x, y, name in ((a0, a1, "sa"), (b0, b1, "sb")):
        asm.comment(f"{name} = {x[0].base.name}0 + {x[0].base.name}1 mod p")
        words = _sum(asm, p, x, y)
        sums.append(asm.slots(n))
        rows.store(asm, sums[-1], words)
    asm.comment("t1 = a1*b1")
    t1 = asm.slots(2 * n)
    rows.wide(asm, rows.number(a1, top), rows.number(b1, top), "v", t1)
    asm.comment("t0 = a0*b0")
    t0 = asm.slots(2 * n)
    words = rows.wide(asm, rows.number(a0, top), rows.number(b0, top), "u", t0)
    asm.comment("c0 = t0 - t1 mod p*R")
    if n > rows.ROOMY:
        words = [*asm.loads(t0[:n], "u"), *asm.slots(n)]
        borrow = _take(asm, words, t0, t1)
    else:
        borrow = rows.sub(asm, words, t1)
    rows.add_back(asm, words[n:], borrow, p)
    rows.store(asm, asm.words(r, 0, n), rows.reduce_wide(asm, words, p, limit))
    asm.comment("t2 = sa*sb")
    words = rows.product(asm, rows.number(sums[0], top), rows.number(sums[1], top), "w")
    asm.comment("c1 = t2 - t0 - t1 mod p*R")
    for other in (t0, t1):
        rows.add_back(asm, words[n:], rows.sub_stored(asm, words, other), p)
    rows.store(asm, asm.words(r, n, n), rows.reduce_wide(asm, words, p, limit))


def _take(asm: Asm, words: list, x: list[Mem], y: list[Mem]) -> Carry:
    """words = x - y modulo 2^(128 n), given x in the lower half of words already; the upper half lies in memory. The
    borrow."""
    n = len(words) // 2
    carry = rows.sub(asm, words[:n], y[:n])
    for word, high, other in zip(words[n:], x[n:], y[n:], strict=True):
        reg = asm.load(high, "h")
        carry = asm.sbb(reg, other, carry)
        asm.mov(word, reg)
    return carry


def _fp2_sqr(asm: Asm, field: FieldModel) -> None:
    """c0 = (a0 + a1)*(a0 - a1 + p), at most 9/4*p^2 (where a0 = p, a1 = p/2), c1 = (2*a0)*a1 <= 2p^2; sums and
    difference stay below 2p, unreduced."""
    n, top = field.limbs, field.modulus - 1
    r, a = (asm.argument(name) for name in ("r", "a"))
    p = rows.modulus(asm, field)
    a0, a1 = asm.words(a, 0, n), asm.words(a, n, n)
    plus, twice = asm.slots(n), asm.slots(n)
    asm.comment("2*a0, a0 + a1, a0 + (p - a1): all below 2p")
    first = asm.loads(a0, "x")
    words = asm.loads(first, "s")
    asm.dropped(rows.add(asm, words, a1), "a sum of two elements is below 2p < R")
    rows.store(asm, plus, words)
    minus = asm.loads(p.p.words, "d")
    asm.dropped(rows.sub(asm, minus, a1), "a1 < p")
    asm.dropped(rows.add(asm, minus, first), "below 2p < R")
    asm.dropped(rows.add(asm, first, first), "below 2p < R")
    rows.store(asm, twice, first)
    if n > rows.ROOMY + 1:
        stored = asm.slots(n)
        rows.store(asm, stored, minus)
        minus = stored
    c0 = rows.montgomery(asm, rows.number(plus, 2 * top), rows.number(minus, 2 * top + 1), p, 9 * field.modulus**2 // 4)
    rows.store(asm, asm.words(r, 0, n), rows.reduce_once(asm, c0.words, p))
    c1 = rows.montgomery(asm, rows.number(twice, 2 * top), rows.number(a1, top), p, 2 * field.modulus**2)
    rows.store(asm, asm.words(r, n, n), rows.reduce_once(asm, c1.words, p))


def _fp2_sqr_carry(asm: Asm, field: FieldModel) -> None:
    """c0 = (a0 + a1)*(a0 - a1), c1 = (2*a0)*a1, of sums and a difference that are reduced."""
    n, top = field.limbs, field.modulus - 1
    r, a = (asm.argument(name) for name in ("r", "a"))
    p = rows.modulus(asm, field)
    a0, a1 = asm.words(a, 0, n), asm.words(a, n, n)
    factors = []
    for step, y, what in ((_sum, a1, "a0 + a1"), (_difference, a1, "a0 - a1"), (_sum, a0, "2*a0")):
        asm.comment(f"{what} mod p")
        words = step(asm, p, a0, y)
        factors.append(asm.slots(n))
        rows.store(asm, factors[-1], words)
    plus, minus, twice = factors
    for k, x, y in ((0, plus, minus), (1, twice, a1)):
        asm.comment(f"c{k}")
        words = rows.reduce_wide(asm, rows.product(asm, rows.number(x, top), rows.number(y, top), "t"), p, top**2)
        rows.store(asm, asm.words(r, k * n, n), words)


def _sum(asm: Asm, p: rows.Modulus, x: list[Mem], y: list[Mem]) -> list[Reg]:
    return rows.add_mod(asm, asm.loads(x, "t"), y, p, 2 * p.field.modulus - 2)


def _difference(asm: Asm, p: rows.Modulus, x: list[Mem], y: list[Mem]) -> list[Reg]:
    t = asm.loads(x, "t")
    rows.add_back(asm, t, rows.sub(asm, t, y), p)
    return t


def _componentwise(
    step: Callable[..., list[Reg]], binary: bool, twice: bool = False
) -> Callable[[Asm, FieldModel], None]:
    """A kernel that treats both parts of an Fp2 element alike."""

    def build(asm: Asm, field: FieldModel) -> None:
        n = field.limbs
        r, *inputs = (asm.argument(name) for name in (("r", "a", "b") if binary else ("r", "a")))
        p = rows.modulus(asm, field)
        for part in (0, 1):
            asm.comment(f"c{part}")
            operands = [asm.words(x, part * n, n) for x in inputs]
            words = step(asm, p, *operands, *(operands if twice else ()))
            rows.store(asm, asm.words(r, part * n, n), words)

    return build


def _estimate_shift(field: FieldModel) -> int:
    return max(0, field.bits - 54)


def _left(field: FieldModel, v: int) -> int:
    """The most that v - q*p is, for the estimate q of floor(v/p)."""
    e = _estimate_shift(field)
    return field.modulus + (field.modulus * (v >> e) >> 64) + (1 << e) + 1


def _small_combination(
    asm: Asm, p: rows.Modulus, plus: tuple[int, list[Mem]], other: tuple[int, list[Mem]]
) -> list[Reg]:
    """k*x + m*y mod p for small integers k >= 1 and m, by an estimate of the quotient by p from the top bits.

    v = k*x + |m|*y, or k*x + |m|*(p - y) for m < 0. With h = floor(v/2^e), e = bits of p - 54 or 0, and
    mu = floor(2^(64 + e)/p): q = floor(h*mu/2^64) <= v/p, and v/p - q < 1 + 2^e/p + h/2^64, which leaves less than 2p,
    and hardly more than p.
    """
    field = p.field
    n, modulus = field.limbs, field.modulus
    (k, x), (m, y) = plus, other
    v = rows.scaled(asm, rows.number(x, modulus - 1), k, "v")
    addend: list = y
    if m < 0:
        addend = asm.loads(p.p.words, "n")
        asm.dropped(rows.sub(asm, addend, y), "y < p")
        if n > rows.ROOMY:
            stored = asm.slots(n)
            rows.store(asm, stored, addend)
            addend = stored
    v = rows.add_scaled(asm, v, rows.number(addend, modulus), abs(m), "v")
    e = _estimate_shift(field)
    mu = (1 << 64 + e) // modulus
    assert v.hi >> e < 1 << 63 and mu < 1 << 64
    assert _left(field, v.hi) < min(2 * modulus, field.radix)
    asm.comment(f"v <= {v.hi // modulus + 1}p; q = floor(h*mu/2^64) is floor(v/p) or one less")
    place, shift = divmod(e, 64)
    h = asm.load(v.words[place], "h")
    if shift:
        asm.shrd(h, v.words[place + 1], shift)
    q, unused = Reg("q"), Reg("unused")
    asm.multiplier(h)
    asm.mulx(q, unused, asm.constant(f"{field.name}_mu", (mu,))[0])
    sink = None if n <= rows.ROOMY else asm.slots(n)
    product = rows.low_product(asm, p.p, q, v.hi // modulus, "e", sink)
    words = list(v.words[:n])
    asm.cancelled(rows.sub(asm, words, product))
    return rows.reduce_once(asm, words, p)


Part = Callable[[Asm, rows.Modulus, list[Mem], list[Mem]], list[Reg]]


def _both_parts(part0: Part, part1: Part, first0: bool) -> Callable[[Asm, FieldModel], None]:
    """A kernel whose parts each depend on both of a's, so that neither may be written before both are read. The part
    with the negation, which needs more registers, comes first."""

    def build(asm: Asm, field: FieldModel) -> None:
        n = field.limbs
        r, a = (asm.argument(name) for name in ("r", "a"))
        p = rows.modulus(asm, field)
        parts: dict[int, list] = {}
        for k in (0, 1) if first0 else (1, 0):
            parts[k] = (part1 if k else part0)(asm, p, asm.words(a, 0, n), asm.words(a, n, n))
            if n > rows.ROOMY and len(parts) == 1:
                stored = asm.slots(n)
                rows.store(asm, stored, parts[k])
                parts[k] = stored
        for k, words in sorted(parts.items(), key=lambda item: isinstance(item[1][0], Mem)):
            rows.store(asm, asm.words(r, k * n, n), asm.loads(words, "w") if isinstance(words[0], Mem) else words)

    return build


def mul_xi_kernel(xi: tuple[int, int]) -> KernelStrategy:
    """(a0 + a1*u)*(x + y*u) = (x*a0 - y*a1) + (y*a0 + x*a1)*u."""
    x, y = xi
    reach = abs(x) + abs(y)
    if x == 1 and abs(y) == 1:
        return KernelStrategy(
            "adx_unit_parts",
            "mul_xi",
            "a sum and a difference of the parts",
            (FEW_WORDS,),
            ("r", "a"),
            2,
            _both_parts(
                lambda asm, p, a0, a1: (_difference if y > 0 else _sum)(asm, p, a0, a1),
                lambda asm, p, a0, a1: _sum(asm, p, a0, a1) if y > 0 else _difference(asm, p, a1, a0),
                True,
            ),
        )
    return KernelStrategy(
        "adx_small_quotient",
        "mul_xi",
        "small multiples without reduction, quotient estimated from the top bits",
        (
            FEW_WORDS,
            Need(
                "less than R left where the estimated quotient is one too small",
                lambda field: _left(field, reach * field.modulus) < field.radix,
                lambda field: f"R/p = {field.radix / field.modulus:.4f}",
            ),
            Need(
                f"1 <= x <= 16, 1 <= |y| <= 16 for xi = x + y*u (here {x}, {y})",
                lambda field: 1 <= x <= 16 and 1 <= abs(y) <= 16,
                lambda field: f"xi = ({x}, {y})",
            ),
        ),
        ("r", "a"),
        2,
        _both_parts(
            lambda asm, p, a0, a1: _small_combination(asm, p, (x, a0), (-y, a1)),
            lambda asm, p, a0, a1: _small_combination(asm, p, (x, a1), (y, a0)),
            y > 0,
        ),
        factors=(x, abs(y)),
    )


FP2_KERNELS = (
    KernelStrategy(
        "adx_karatsuba",
        "mul",
        "three products, two reductions (lazy Karatsuba)",
        (FEW_WORDS, radix_holds(4, "2p * 2p below R^2 and 2p^2 below R*p")),
        ("r", "a", "b"),
        2,
        _fp2_mul,
    ),
    KernelStrategy(
        "adx_karatsuba_carry",
        "mul",
        "three products, two reductions (lazy Karatsuba), sums reduced, differences modulo p*R",
        (FEW_WORDS,),
        ("r", "a", "b"),
        2,
        _fp2_mul_carry,
    ),
    KernelStrategy(
        "adx_complex",
        "sqr",
        "two products of unreduced sums, each reduced once",
        (FEW_WORDS, radix_holds(4, "2p * 2p below R*p")),
        ("r", "a"),
        2,
        _fp2_sqr,
    ),
    KernelStrategy(
        "adx_complex_carry",
        "sqr",
        "two products of reduced sums",
        (FEW_WORDS,),
        ("r", "a"),
        2,
        _fp2_sqr_carry,
    ),
    KernelStrategy(
        "adx_parts",
        "add",
        "both parts in one kernel",
        (FEW_WORDS,),
        ("r", "a", "b"),
        2,
        _componentwise(_sum, True),
        True,
    ),
    KernelStrategy(
        "adx_parts",
        "sub",
        "both parts in one kernel",
        (FEW_WORDS,),
        ("r", "a", "b"),
        2,
        _componentwise(_difference, True),
        True,
    ),
    KernelStrategy(
        "adx_parts",
        "dbl",
        "both parts in one kernel",
        (FEW_WORDS,),
        ("r", "a"),
        2,
        _componentwise(_sum, False, True),
        True,
    ),
)
