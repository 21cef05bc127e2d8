# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Input families for ecAdd and ecMul."""

from __future__ import annotations

from collections.abc import Iterator

from cases_common import (
    BETA,
    BN254,
    G1,
    G1_BYTES,
    LAMBDA,
    LATTICE,
    O_BYTES,
    TOP,
    Case,
    P,
    R,
    Z,
    filler,
    g1_point,
    more_bad_coordinates,
    number,
    off_curve_g1,
    raw_g1,
)
from oracle_curve import G1Point
from oracle_evm import encode_g1, word

LAST_LENGTH = 400  # the length sweeps run over 0..400 bytes


def add_cases() -> Iterator[Case]:
    yield from _add_group_law()
    yield from _add_lengths()
    yield from _add_bad()


def _add_group_law() -> Iterator[Case]:
    add, neg, mul = BN254.add, BN254.neg, BN254.mul

    def case(family: str, label: str, a: G1Point, b: G1Point) -> Case:
        return family, label, encode_g1(a) + encode_g1(b)

    yield case("inf_inf", "", None, None)
    for i in range(12):
        yield case("generic", "", g1_point(f"a{i}"), g1_point(f"b{i}"))
    named = [("G", G1), ("nG", neg(G1)), ("p0", g1_point("p0")), ("p1", g1_point("p1"))]
    # extreme coordinates: the smallest and the largest x on the curve
    named += [(f"small_x{i}", _first_on_curve(range(2 + 40 * i, P))) for i in range(2)]
    named += [("large_x", _first_on_curve(range(P - 1, 0, -1)))]
    for label, a in named:
        phi, phi2 = mul(a, LAMBDA), mul(a, LAMBDA * LAMBDA % R)
        yield case("inf_p", label, None, a)
        yield case("p_inf", label, a, None)
        yield case("p_p", label, a, a)
        yield case("p_minus_p", label, a, neg(a))
        yield case("minus_p_minus_p", label, neg(a), neg(a))
        yield case("p_2p", label, a, mul(a, 2))
        yield case("p_minus_2p", label, a, mul(a, -2))
        yield case("2p_minus_p", label, mul(a, 2), neg(a))
        yield case("same_y", label + "_phi", a, phi)  # equal y, other x: slope 0
        yield case("same_y", label + "_phi2", phi, phi2)
        yield case("opposite_y", label, a, neg(phi))
    for k in range(16):
        yield case("small_multiples", f"{k}_{k + 1}", mul(G1, k), mul(G1, k + 1))
    for k in range(3):
        a = g1_point(f"half{k}")
        yield case("sum_is_second", "", mul(a, 2), mul(a, -1))
        yield case("sum_is_g", "", a, add(G1, neg(a)))
    yield case("montgomery_forms", "x_is_R", *_with_x_near(2**256 % P))
    yield case("montgomery_forms", "x_is_Rinv", *_with_x_near(pow(2**256, -1, P)))
    # dx = R^-1 mod p or 1: the inversion meets the Montgomery forms of 1 and of R
    yield from (case("inversion_of", label, a, b) for label, a, b in _with_dx())


def _first_on_curve(xs: range) -> G1Point:
    return next(point for x in xs if (point := BN254.lift_g1(x)) is not None)


def _with_x_near(x: int) -> tuple[G1Point, G1Point]:
    while BN254.lift_g1(x) is None:
        x += 1
    return BN254.lift_g1(x), g1_point("near")


def _with_dx() -> Iterator[tuple[str, G1Point, G1Point]]:
    """Pairs of points whose x differ by d, for d that are special to Montgomery arithmetic."""
    r_inv = pow(2**256, -1, P)
    for label, d in (("one", 1), ("minus_one", P - 1), ("Rinv", r_inv), ("R", 2**256 % P), ("two", 2)):
        x = number(f"dx {label}", P)
        while BN254.lift_g1(x) is None or BN254.lift_g1((x + d) % P) is None:
            x += 1
        yield label, BN254.lift_g1(x), BN254.lift_g1((x + d) % P)


def _add_lengths() -> Iterator[Case]:
    generic = encode_g1(g1_point("len a")) + encode_g1(g1_point("len b"))
    tail = filler(LAST_LENGTH)
    for size in range(LAST_LENGTH + 1):
        yield "length", f"{size}", (generic + tail)[:size]
    for size in range(129):  # here cutting leaves valid points more often
        yield "length_zeros", f"{size}", bytes(size)
    for size in range(64, 129):
        yield "length_g_inf", f"{size}", (G1_BYTES + O_BYTES)[:size]
    for size in [0, 31, 32, 33, 63, *range(120, 129)]:
        yield "length_g_g", f"{size}", (G1_BYTES + G1_BYTES)[:size]
    for size in (129, 160, 192, 256, 384, 400):
        yield "length_long_ff", f"{size}", generic + b"\xff" * (size - 128)
    yield "length_short_w", "p", word(P)
    yield "length_short_w", "1", word(1)
    yield "length_short_w", "g_w1", G1_BYTES + word(1)
    yield "length_short_w", "g_w0", G1_BYTES + word(0)
    for zeros in (1, 2, 8, 31):  # a point whose last bytes are zero survives the cut
        y_point = _with_trailing_zeros(zeros)
        if y_point is not None:
            whole = G1_BYTES + encode_g1(y_point)
            yield "length_trailing_zero", f"{zeros}_cut", whole[: 128 - zeros]
            yield "length_trailing_zero", f"{zeros}_short", whole[: 127 - zeros]


def _with_trailing_zeros(count: int) -> G1Point:
    """A point whose y ends in `count` zero bytes: y = k * 256^count with y^2 - 3 a cube."""
    if count > 8:
        return None
    p_third = (P - 1) // 3
    k = 1
    while True:
        y = k << (8 * count)
        cube = (y * y - 3) % P
        if pow(cube, p_third, P) == 1:
            x = _cube_root(cube)
            if x is not None:
                return (x, y)
        k += 1


def _cube_root(a: int) -> int | None:
    """p = 1 mod 9 has no one-step formula: p - 1 = 9 * odd-in-3; try the 9th-root-of-unity corrections."""
    s, t = 0, P - 1
    while t % 3 == 0:
        s, t = s + 1, t // 3
    exponent = pow(3, -1, t)
    root = pow(a, exponent, P)  # root^3 = a * (an element of 3-power order)
    non_cube = next(g for g in range(2, 100) if pow(g, (P - 1) // 3, P) != 1)
    step = pow(non_cube, t, P)  # generates the Sylow 3-subgroup, of order 3^s
    for i in range(3**s):
        candidate = root * pow(step, i, P) % P
        if pow(candidate, 3, P) == a:
            return candidate
    return None


def _add_bad() -> Iterator[Case]:
    good = encode_g1(g1_point("good"))
    bases = (("g", G1), ("inf", (0, 0)), ("p", g1_point("bad base")))
    for label, (x, y) in bases:
        for bad_label, bad in more_bad_coordinates(x):
            yield "noncanonical", f"{label}_x1_{bad_label}", raw_g1(bad, y) + good
            yield "noncanonical", f"{label}_x2_{bad_label}", good + raw_g1(bad, y)
        for bad_label, bad in more_bad_coordinates(y):
            yield "noncanonical", f"{label}_y1_{bad_label}", raw_g1(x, bad) + good
            yield "noncanonical", f"{label}_y2_{bad_label}", good + raw_g1(x, bad)
    yield "noncanonical", "inf_pp", raw_g1(P, P) + good
    yield "noncanonical", "inf_pp_second", O_BYTES + raw_g1(P, P)
    yield "noncanonical", "compressed_generator", (0x80 << 248 | 1).to_bytes(32, "big") + bytes(96)
    yield "noncanonical", "infinity_flag", b"\x40" + bytes(63) + G1_BYTES
    for label, (x, y) in off_curve_g1():
        bad = raw_g1(x, y)
        yield "off_curve", f"{label}_first", bad + good
        yield "off_curve", f"{label}_second", good + bad
        yield "off_curve", f"{label}_with_inf", bad + O_BYTES
        yield "off_curve", f"{label}_after_inf", O_BYTES + bad
        yield "off_curve", f"{label}_twice", bad + bad
        yield "off_curve", f"{label}_minus", bad + raw_g1(x, -y % P)
    off, big = raw_g1(4, 16), raw_g1(1 + P, 2)
    both = raw_g1(4, 16 + P)  # off the curve and not canonical: canonical is checked first
    yield "doubly_bad", "off_then_big", off + big
    yield "doubly_bad", "big_then_off", big + off
    yield "doubly_bad", "off_and_big_y", both + good
    yield "doubly_bad", "off_and_big_x", raw_g1(4 + P, 16) + good
    yield "doubly_bad", "off_then_both", off + both
    yield "doubly_bad", "both_then_off", both + off
    yield "doubly_bad", "good_then_both", good + both
    yield "doubly_bad", "off_cut", off + word(P)
    yield "doubly_bad", "big_long", big + good + filler(100)


def mul_cases() -> Iterator[Case]:
    yield from _mul_scalars()
    yield from _mul_lengths()
    yield from _mul_bad()


def special_scalars() -> Iterator[tuple[str, int]]:
    """Scalars worth trying on any point."""
    for k in range(18):
        yield f"{k}", k
    for label, base in (("r", R), ("2r", 2 * R), ("5r", 5 * R), ("p", P), ("lam", LAMBDA), ("r_half", R // 2)):
        for d in (-2, -1, 0, 1, 2):
            yield f"{label}{d:+d}", base + d
    yield "max", TOP - 1
    yield "max-1", TOP - 2
    lam2 = LAMBDA * LAMBDA % R
    for label, k in (
        ("lam2", lam2), ("-lam", R - LAMBDA), ("-lam2", R - lam2), ("2lam", 2 * LAMBDA), ("1+lam", 1 + LAMBDA),
        ("1-lam", (1 - LAMBDA) % R), ("1+lam2", 1 + lam2), ("lam+r", LAMBDA + R), ("lam/2", LAMBDA * pow(2, -1, R) % R),
        ("1/lam", pow(LAMBDA, -1, R)), ("z", Z), ("6z+2", 6 * Z + 2), ("6z2", 6 * Z * Z), ("t", 6 * Z * Z + 1),
        ("1/2", pow(2, -1, R)), ("1/3", pow(3, -1, R)),
    ):
        yield label, k
    # a split k = a + b that an endomorphism multiplication once got wrong
    yield "split_a", 0x1234567890123456789001234567890
    yield "split_k", 0x07B17FCC286B01AF79176AA7DA3A8615020EACDA89A90E4FF5D0A085483F0448


def _mul_scalars() -> Iterator[Case]:
    points: tuple[tuple[str, G1Point], ...] = (("G", G1), ("p", g1_point("mul")), ("inf", None))
    for label, a in points:
        data = encode_g1(a)
        for name, k in special_scalars():
            yield "special", f"{label}*{name}", data + word(k)
    some = encode_g1(g1_point("mul b"))
    for bit in sorted({*range(0, 256, 5), *range(62, 67), *range(124, 131), *range(190, 195), *range(251, 256)}):
        yield "single_bit", f"{bit}", some + word(1 << bit)
    for bits in (63, 64, 65, 126, 127, 128, 129, 191, 192, 193, 253, 254, 255):
        yield "ones", f"{bits}", some + word((1 << bits) - 1)
        yield "ones", f"{bits}_plus", some + word((1 << bits) + 1)
    for byte in (0x55, 0xAA, 0x88, 0x11, 0x0F, 0xF0, 0x1F, 0xEF, 0x7F, 0xFE):
        for size in (8, 16, 32):
            yield "pattern", f"{byte:02x}x{size}", some + word(int.from_bytes(bytes([byte]) * size, "big"))
    # small combinations a + b*lambda: the two accumulators of a GLV ladder meet each other, or a table entry
    for a in range(-4, 5):
        for b in range(-4, 5):
            if a or b:
                yield "glv_small", f"{a}_{b}", some + word((a + b * LAMBDA) % R)
    for shift in (1, 5, 31, 62, 63, 64, 100, 124):
        for a, b in ((1, 1), (1, -1), (15, 15), (-15, 15), (17, 16)):
            yield "glv_shifted", f"{a}_{b}_{shift}", some + word((a + b * LAMBDA << shift) % R)
    yield from _glv_corners(some)
    for i in range(24):
        yield "random", f"{i}", encode_g1(g1_point(f"m{i}")) + word(number(f"scalar {i}", TOP))


def _glv_corners(data: bytes) -> Iterator[Case]:
    """Scalars at the corners of the lattice cell, where the halves are longest and the rounding is about to turn."""
    (v00, v01), (v10, v11) = LATTICE
    for i in (-1, 1):
        for j in (-1, 1):
            corner = ((i * v00 + j * v10) // 2, (i * v01 + j * v11) // 2)
            k = (corner[0] + corner[1] * LAMBDA) % R
            for d in (-1, 0, 1):
                yield "glv_corner", f"{i}_{j}_{d:+d}", data + word((k + d) % R)
    for n, c in enumerate((v11, v01)):  # k * c / r close to an odd multiple of 1/2
        for m in (1, 3, number(f"corner {n}", 2**60) * 2 + 1):
            k = R * m // (2 * c)
            for d in (0, 1):
                yield "glv_rounding", f"{n}_{m if m < 9 else 'big'}_{d}", data + word((k + d) % R)
    for vector in LATTICE:  # in the lattice: multiples of r, so infinity
        yield "glv_zero", "", data + word((vector[0] + vector[1] * LAMBDA) % TOP)


def _mul_lengths() -> Iterator[Case]:
    base = encode_g1(g1_point("mul len")) + word(number("mul len", TOP))
    tail = filler(LAST_LENGTH, "mul")
    for size in range(LAST_LENGTH + 1):
        yield "length", f"{size}", (base + tail)[:size]
    for size in range(97):
        yield "length_zeros", f"{size}", bytes(size)
    for size in range(64, 97):
        yield "length_g_1", f"{size}", (G1_BYTES + b"\x01" + bytes(30) + b"\x05")[:size]
        yield "length_inf", f"{size}", (O_BYTES + b"\xff" * 32)[:size]
    yield "length_long", "128", G1_BYTES + word(5) + word(9)
    for size in (97, 128, 160, 384):
        yield "length_long_ff", f"{size}", base + b"\xff" * (size - 96)
    yield "length_short_w", "p", word(P)
    yield "length_short_w", "1", word(1)


def _mul_bad() -> Iterator[Case]:
    scalars = (("0", 0), ("1", 1), ("r", R), ("full", number("bad scalar", TOP)))
    for label, (x, y) in (("g", G1), ("inf", (0, 0)), ("p", g1_point("mul bad"))):
        for name, k in (scalars[0 if label == "p" else 3],):
            for bad_label, bad in more_bad_coordinates(x):
                yield "noncanonical", f"{label}_x_{bad_label}_{name}", raw_g1(bad, y) + word(k)
            for bad_label, bad in more_bad_coordinates(y):
                yield "noncanonical", f"{label}_y_{bad_label}_{name}", raw_g1(x, bad) + word(k)
    for label, (x, y) in off_curve_g1():
        for name, k in scalars:
            yield "off_curve", f"{label}_{name}", raw_g1(x, y) + word(k)
    for name, k in scalars:
        yield "doubly_bad", name, raw_g1(4, 16 + P) + word(k)
    for k in (0, 9):  # aliases of infinity, whatever the scalar
        for label, x, y in (("p_0", P, 0), ("0_p", 0, P), ("p_p", P, P)):
            yield "noncanonical_inf", f"{label}_{k}", raw_g1(x, y) + word(k)
    yield "beta_image", "", raw_g1(BETA, 2) + word(3)  # (beta, 2) is on the curve: a good input
