# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Input families for ecPairing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from math import prod

from cases_common import (
    BETA,
    BN254,
    G1,
    G2,
    LAMBDA,
    TOP,
    Case,
    P,
    R,
    bad_coordinates,
    filler,
    g1_point,
    g2_point,
    more_bad_coordinates,
    number,
    off_curve_g1,
    raw_g1,
)
from oracle_curve import H2_PRIMES, G1Point, G2Point
from oracle_evm import encode_g1, encode_g2, word
from oracle_fields import Fp2

LAST_LENGTH = 400
Pair = tuple[G1Point, G2Point]


def pair(a: G1Point, b: G2Point) -> bytes:
    return encode_g1(a) + encode_g2(b)


def pairs(items: list[Pair]) -> bytes:
    return b"".join(pair(a, b) for a, b in items)


def pairing_cases() -> Iterator[Case]:
    yield from _valid_small()
    yield from _infinity()
    yield from _bilinear()
    yield from _many()
    yield from _lengths()
    yield from _noncanonical()
    yield from _off_curve()
    yield from _subgroup()
    yield from _order_of_checks()


def _valid_small() -> Iterator[Case]:
    neg, neg2, mul, mul2 = BN254.neg, BN254.neg2, BN254.mul, BN254.mul2
    p, q = g1_point("pair"), g2_point("pair")
    for label, a, b in (("G", G1, G2), ("p", p, q)):
        yield "basic", f"{label}_one_pair", pairs([(a, b)])
        yield "basic", f"{label}_same_twice", pairs([(a, b), (a, b)])
        yield "basic", f"{label}_neg1", pairs([(a, b), (neg(a), b)])
        yield "basic", f"{label}_neg2", pairs([(a, b), (a, neg2(b))])
        yield "basic", f"{label}_neg_first", pairs([(neg(a), b), (a, b)])
        yield "basic", f"{label}_both_neg", pairs([(a, b), (neg(a), neg2(b))])
        yield "basic", f"{label}_neg_neg_cancel", pairs([(neg(a), neg2(b)), (neg(a), b)])
        yield "basic", f"{label}_three", pairs([(a, b), (mul(a, 2), b), (mul(a, -3), b)])
        yield "basic", f"{label}_three_q", pairs([(a, b), (a, mul2(b, 2)), (a, mul2(b, -3))])
        yield "basic", f"{label}_three_off_by_one", pairs([(a, b), (mul(a, 2), b), (mul(a, -4), b)])
        yield "basic", f"{label}_move_2", pairs([(mul(a, 2), b), (neg(a), mul2(b, 2))])
        yield "basic", f"{label}_move_r_minus_1", pairs([(mul(a, R - 1), b), (a, b)])
    # endomorphisms: e([lambda]P, Q) e(-P, [lambda]Q), with the images written down instead of multiplied
    phi = (BETA * p[0] % P, p[1])
    yield "endomorphism", "phi", pairs([(phi, q), (neg(p), mul2(q, LAMBDA))])
    yield "endomorphism", "phi_beta2", pairs([(p, (BN254.fp2.mul(q[0], (BETA * BETA % P, 0)), q[1])), (neg(phi), q)])
    yield "endomorphism", "psi", pairs([(mul(p, P), q), (neg(p), psi(q))])
    yield "endomorphism", "psi2", pairs([(mul(p, P * P), q), (neg(p), psi(psi(q)))])
    yield "endomorphism", "psi_not_one", pairs([(p, q), (neg(p), psi(q))])


@cache
def _psi_constants() -> tuple[Fp2, Fp2]:
    f = BN254.fp2
    return f.pow(BN254.xi, (P - 1) // 3), f.pow(BN254.xi, (P - 1) // 2)


def psi(q: G2Point) -> G2Point:
    """Untwist, Frobenius, twist (D twist): acts as p on G2."""
    f = BN254.fp2
    cx, cy = _psi_constants()
    (x0, x1), (y0, y1) = q
    return f.mul((x0, -x1 % P), cx), f.mul((y0, -y1 % P), cy)


def _infinity() -> Iterator[Case]:
    p, q = g1_point("inf"), g2_point("inf")
    kinds: dict[str, Pair] = {"PQ": (p, q), "OQ": (None, q), "PO": (p, None), "OO": (None, None)}
    yield "empty", "", b""
    for label, item in kinds.items():
        yield "infinity_1", label, pairs([item])
    for one, two in product(kinds, repeat=2):
        yield "infinity_2", f"{one}_{two}", pairs([kinds[one], kinds[two]])
    cancel = [(p, q), (BN254.neg(p), q)]
    for position in range(3):
        for label in ("OQ", "PO", "OO"):
            items = list(cancel)
            items.insert(position, kinds[label])
            yield "infinity_in_true", f"{label}_{position}", pairs(items)
    for count in (3, 4, 5, 8, 9):
        yield "all_infinity", f"{count}", pairs([kinds[("OQ", "PO", "OO")[i % 3]] for i in range(count)])
    yield "infinity_around", "", pairs([kinds["OO"]] * 4 + cancel[:1] + [kinds["PO"]] * 4 + cancel[1:] + [kinds["OQ"]])


def _bilinear() -> Iterator[Case]:
    mul, mul2 = BN254.mul, BN254.mul2
    for i in range(8):
        a, b = number(f"bil a{i}", R), number(f"bil b{i}", R)
        p, q = g1_point(f"bil{i}"), g2_point(f"bil{i}")
        yield "bilinear", f"ab_{i}", pairs([(mul(p, a), mul2(q, b)), (mul(p, -a * b % R), q)])
        yield "bilinear", f"swap_{i}", pairs([(mul(p, a), q), (BN254.neg(p), mul2(q, a))])
        yield "bilinear_off", f"{i}", pairs([(mul(p, a), mul2(q, b)), (mul(p, (1 - a * b) % R), q)])
    p, q, s = g1_point("add p"), g2_point("add q"), g2_point("add s")
    t = g1_point("add t")
    yield "bilinear", "add1", pairs([(p, q), (t, q), (BN254.neg(BN254.add(p, t)), q)])
    yield "bilinear", "add2", pairs([(p, q), (p, s), (BN254.neg(p), BN254.add2(q, s))])
    yield "random_pairs", "2", pairs([(p, q), (t, s)])
    yield "random_pairs", "3", pairs([(p, q), (t, s), (p, s)])


def _many() -> Iterator[Case]:
    """1..20 pairs with sum a_i * b_i = 0, and the same with one unit more: true and false for every count."""
    for count in range(1, 21):
        total = 0
        items: list[Pair] = []
        for i in range(count - 1):
            a, b = number(f"many {count} a{i}", R), number(f"many {count} b{i}", R)
            items.append((BN254.mul(G1, a), BN254.mul2(G2, b)))
            total += a * b
        last = -total % R
        yield "many_true", f"{count}", pairs([*items, (BN254.mul(G1, last), G2)])
        if count % 4 == 1 or count < 5:
            yield "many_false", f"{count}", pairs([*items, (BN254.mul(G1, last + 1), G2)])
    for count in (2, 4, 16):  # the same pair again and again; then its inverse
        yield "repeated", f"{count}", pairs([(G1, G2)] * count + [(BN254.mul(G1, -count % R), G2)])
    twelve = [(g1_point(f"tw{i}"), g2_point(f"tw{i}")) for i in range(6)]
    yield "interleaved", "", pairs(twelve + [(BN254.neg(a), b) for a, b in reversed(twelve)])


def _lengths() -> Iterator[Case]:
    good = pairs([(G1, G2), (BN254.neg(G1), G2)]) + filler(LAST_LENGTH, "pairing")
    for size in range(LAST_LENGTH + 1):
        yield "length", f"{size}", good[:size]
    for size in (64, 128, 191, 192, 193, 383, 384, 385, 575, 576, 577, 1920, 1921):
        yield "length_zeros", f"{size}", bytes(size)
    bad = b"\xff" * 500
    for size in (1, 191, 193, 383, 385):  # the length is checked before anything is parsed
        yield "length_then_bad", f"{size}", bad[:size]
    yield "length_extra", "1", pair(G1, G2) + b"\x00"
    yield "length_extra", "64", pair(G1, G2) + bytes(64)


def _replace(data: bytes, index: int, value: int) -> bytes:
    """The 32-byte word at `index` replaced."""
    return data[: 32 * index] + word(value) + data[32 * index + 32 :]


WORDS = ("g1x", "g1y", "g2x1", "g2x0", "g2y1", "g2y0")


def _noncanonical() -> Iterator[Case]:
    full = pair(g1_point("nc"), g2_point("nc"))
    bases = {"PQ": full, "OQ": bytes(64) + full[64:], "PO": full[:64] + bytes(128), "OO": bytes(192)}
    for label, base in bases.items():
        source = more_bad_coordinates if label == "PQ" else bad_coordinates
        for index, name in enumerate(WORDS):
            value = int.from_bytes(base[32 * index : 32 * index + 32], "big")
            for bad_label, bad in source(value):
                if label == "PQ" or bad_label in ("plus1p", "max", "flag40", "p"):
                    yield "noncanonical", f"{label}_{name}_{bad_label}", _replace(base, index, bad)
    cancel = pairs([(g1_point("nc"), g2_point("nc")), (BN254.neg(g1_point("nc")), g2_point("nc"))])
    for index in range(12):  # a true product whose words are aliased one at a time
        value = int.from_bytes(cancel[32 * index : 32 * index + 32], "big")
        yield "noncanonical_in_true", f"{index}", _replace(cancel, index, value + P)


def _scaled_g2(k: int) -> G2Point:
    """(k^2 x, k^3 y) of the generator: on the curve with k^6 b', still satisfies the psi relation, killed by r."""
    (x0, x1), (y0, y1) = G2
    return (k**2 * x0 % P, k**2 * x1 % P), (k**3 * y0 % P, k**3 * y1 % P)


def off_curve_g2() -> Iterator[tuple[str, G2Point]]:
    (x0, x1), (y0, y1) = G2
    yield "4x_8y", _scaled_g2(2)
    yield "9x_27y", _scaled_g2(3)
    yield "scaled_big", _scaled_g2(number("scale", P))
    yield "x_swapped", ((x1, x0), (y0, y1))
    yield "y_swapped", ((x0, x1), (y1, y0))
    yield "both_swapped", ((x1, x0), (y1, y0))
    yield "x_conj", ((x0, -x1 % P), (y0, y1))
    yield "y_conj", ((x0, x1), (y0, -y1 % P))
    yield "conj", ((x0, -x1 % P), (y0, -y1 % P))
    yield "y_conj_neg", ((x0, x1), (-y0 % P, y1))
    yield "x_y_exchanged", ((y0, y1), (x0, x1))
    yield "x_zero", ((0, 0), (y0, y1))
    yield "y_zero", ((x0, x1), (0, 0))
    yield "only_one", ((0, 0), (1, 0))
    yield "only_u", ((0, 0), (0, 1))
    yield "x_one_only", ((1, 0), (0, 0))
    yield "g1_embedded", ((1, 0), (2, 0))
    yield "pm1", ((P - 1, P - 1), (P - 1, P - 1))
    for index in range(4):
        c = [x0, x1, y0, y1]
        c[index] ^= 1
        yield f"bit_{index}", ((c[0], c[1]), (c[2], c[3]))
    f = BN254.fp2
    other_twist = f.mul((3, 0), BN254.xi)
    for label, constant in (("b_is_3", (3, 0)), ("b_is_3xi", other_twist)):
        x = (number(f"twist {label}", P), 1)
        while (y := f.sqrt(f.add(f.mul(f.mul(x, x), x), constant))) is None:
            x = (x[0] + 1, 1)
        yield label, (x, y)


def _off_curve() -> Iterator[Case]:
    p, q = g1_point("oc"), g2_point("oc")
    for label, (x, y) in off_curve_g1():
        bad = raw_g1(x, y)
        yield "g1_off_curve", label, bad + encode_g2(q)
        yield "g1_off_curve_g2_inf", label, bad + bytes(128)
    yield "g1_off_curve_last", "", pairs([(p, q), (BN254.neg(p), q)]) + raw_g1(4, 16) + encode_g2(q)
    for label, bad in off_curve_g2():
        yield "g2_off_curve", label, pair(p, bad)
        yield "g2_off_curve_g1_inf", label, pair(None, bad)
    for label, bad in list(off_curve_g2())[:3]:  # they would cancel, were the curve equation not checked
        yield "g2_off_curve_cancels", label, pairs([(p, bad), (BN254.neg(p), bad)])
        yield "g2_off_curve_last", label, pairs([(p, q), (BN254.neg(p), q), (p, bad)])


@cache
def order_point(factors: tuple[int, ...], with_r: bool, variant: int = 0) -> G2Point:
    """A twist point whose order is exactly the product of the given primes of h2, times r if asked."""
    order = prod(factors) * (R if with_r else 1)
    x0 = variant
    while True:
        point = BN254.lift_g2((x0, 1))
        x0 += 1000
        if point is None:
            continue
        point = BN254.mul2(point, R * BN254.h2 // order)
        primes = [*factors, *([R] if with_r else [])]
        if all(BN254.mul2(point, order // q) is not None for q in primes):
            return point


def order_classes() -> Iterator[tuple[str, tuple[int, ...], bool]]:
    """Every non-empty set of cofactor primes, without and with an r component."""
    for mask in range(1, 16):
        factors = tuple(q for i, q in enumerate(H2_PRIMES) if mask >> i & 1)
        label = "*".join(f"q{i}" for i in range(4) if mask >> i & 1)
        yield label, factors, False
        yield f"r*{label}", factors, True


def _subgroup() -> Iterator[Case]:
    p, q = g1_point("sub"), g2_point("sub")
    good = [(p, q), (BN254.neg(p), q)]
    for label, factors, with_r in order_classes():
        bad = order_point(factors, with_r)
        yield "g2_order", f"{label}", pair(p, bad)
        yield "g2_order", f"{label}_neg", pair(G1, BN254.neg2(bad))
        yield "g2_order_g1_inf", f"{label}", pair(None, bad)
        yield "g2_order_last", f"{label}", pairs([*good, (p, bad)])
        yield "g2_order_cancels", f"{label}", pairs([(p, bad), (BN254.neg(p), bad)])
        if len(factors) == 1:
            for variant in range(1, 7):
                other = order_point(factors, with_r, variant)
                yield "g2_order_more", f"{label}_{variant}", pair(p, other)
            yield "g2_order_first", f"{label}", pairs([(p, bad), *good])
            yield "g2_order_between_inf", f"{label}", pairs([(None, None), (None, bad), (p, None)])
    tiny = order_point(H2_PRIMES[:1], False)
    for k in (2, 3, 5034, 5035, 10067, 10068):  # other points of the same small group
        yield "g2_order_multiples", f"{k}", pair(p, BN254.mul2(tiny, k))
    yield "g2_order_sum_is_good", "", pairs([(p, BN254.add2(q, tiny)), (p, BN254.neg2(tiny)), (BN254.neg(p), q)])
    x1 = BN254.lift_g2((1, 0))
    yield "g2_order_lifted", "x1", pair(G1, x1)
    yield "g2_order_lifted", "x1_neg", pair(G1, BN254.neg2(x1))
    for i in range(6):  # plain lifted points: all components at once
        x0 = number(f"lift {i}", P)
        while (point := BN254.lift_g2((x0, i))) is None:
            x0 += 1
        yield "g2_order_lifted", f"{i}", pair(p, point)
    # the bad pair at every place of a longer call, across the borders of any batch
    for count in (9, 17):
        for place in range(count) if count == 9 else (0, 7, 8, 15, 16):
            items: list[Pair] = [(G1, G2)] * count
            items[place] = (G1, tiny if place % 2 else BN254.add2(q, tiny))
            yield "g2_order_place", f"{count}_{place}", pairs(items)


def _order_of_checks() -> Iterator[Case]:
    p, q = g1_point("ord"), g2_point("ord")
    g1 = {
        "ok": encode_g1(p), "inf": bytes(64), "nc": raw_g1(p[0], p[1] + P), "off": raw_g1(4, 16),
        "both": raw_g1(4 + P, 16),
    }
    off2 = encode_g2(_scaled_g2(2))
    g2 = {
        "ok": encode_g2(q), "inf": bytes(128), "off": off2,
        "nc": _replace(encode_g2(q), 3, q[1][0] + P), "both": _replace(off2, 0, TOP - 1),
        "sub": encode_g2(order_point(H2_PRIMES[:1], False)), "subr": encode_g2(order_point(H2_PRIMES[1:2], True)),
    }
    for a, b in product(g1, g2):
        yield "checks_in_pair", f"{a}_{b}", g1[a] + g2[b]
    kinds = {
        "g1nc": g1["nc"] + g2["ok"], "g1off": g1["off"] + g2["ok"], "g2nc": g1["ok"] + g2["nc"],
        "g2off": g1["ok"] + g2["off"], "sub": g1["ok"] + g2["sub"], "subr": g1["ok"] + g2["subr"],
        "infsub": g1["inf"] + g2["sub"], "infnc": g1["inf"] + g2["nc"], "offinf": g1["off"] + g2["inf"],
    }
    for one, two in product(kinds, repeat=2):  # the first bad pair decides
        yield "checks_two_pairs", f"{one}_{two}", kinds[one] + kinds[two]
    good = g1["ok"] + g2["ok"]
    for one, two in (("sub", "g1nc"), ("infsub", "g2off"), ("subr", "g1off"), ("g2off", "sub"), ("infsub", "g2nc")):
        yield "checks_later", f"{one}_good_{two}", kinds[one] + good + kinds[two]
        yield "checks_later", f"good_{one}_{two}", good + kinds[one] + kinds[two]
    many = good * 8  # the bad point in the first batch, the undecodable one after it
    yield "checks_later", "many_sub_nc", many + kinds["sub"] + many + kinds["g2nc"]
    yield "checks_later", "sub_many_nc", kinds["sub"] + many + kinds["g1nc"]
    yield "checks_later", "many_nc_sub", many + kinds["g1nc"] + kinds["sub"]
    yield "checks_length_first", "", kinds["g1nc"] + kinds["sub"] + b"\x00"
