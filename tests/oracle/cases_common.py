# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Shared pieces of the vector families: deterministic numbers, bad coordinates, points off the curve, GLV data."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache

from oracle_curve import BN254, G1, G2, G1Point, G2Point
from oracle_evm import encode_g1, word

Case = tuple[str, str, bytes]  # family, label ("" to number it), input

P, R, Z = BN254.p, BN254.r, BN254.z
TOP = 2**256

# The endomorphism (x, y) -> (beta x, y) = [lambda] on G1, and the lattice of (1, lambda); from z, checked
# in test_oracle.py.
BETA = (18 * Z**3 + 18 * Z**2 + 9 * Z + 1) % P
LAMBDA = (36 * Z**3 + 18 * Z**2 + 6 * Z + 1) % R
LATTICE = ((6 * Z**2 + 4 * Z + 1, 2 * Z + 1), (-(2 * Z + 1), 6 * Z**2 + 2 * Z))


def number(label: str, bound: int) -> int:
    """A number in [0, bound) that depends on nothing but the label."""
    blocks = (hashlib.sha256(f"{label}/{i}".encode()).digest() for i in range(3))
    return int.from_bytes(b"".join(blocks), "big") % bound


@cache
def g1_point(label: str) -> G1Point:
    """A point of G1 whose logarithm nobody chose: the first lifted x after a hash."""
    x = number(f"g1 {label}", P)
    while (point := BN254.lift_g1(x)) is None:
        x += 1
    return point


@cache
def g2_point(label: str) -> G2Point:
    """A point of G2 with known order r: a lifted twist point times the cofactor."""
    x0, x1 = number(f"g2 {label}", P), number(f"g2i {label}", P)
    while (point := BN254.lift_g2((x0, x1))) is None:
        x0 += 1
    return BN254.mul2(point, BN254.h2)


def bad_coordinates(value: int) -> Iterator[tuple[str, int]]:
    """Integers in [p, 2^256) to put where `value` stands: aliases of it, limits, flag bits of other formats."""
    for k in range(1, 6):
        if value + k * P < TOP:
            yield f"plus{k}p", value + k * P
    yield "p", P
    yield "max", TOP - 1
    for flag in (0x80, 0x40, 0xC0):
        yield f"flag{flag:02x}", value | flag << 248


def more_bad_coordinates(value: int) -> Iterator[tuple[str, int]]:
    """A few more limits, for the fields where the file may be longer."""
    yield from bad_coordinates(value)
    yield "p_plus1", P + 1
    yield "2p", 2 * P
    yield "2p_minus1", 2 * P - 1
    yield "5p", 5 * P
    yield "top_bit", 2**255
    yield "bit254", 2**254
    yield "flagE0", value | 0xE0 << 248
    yield "low_limb_ones", (P >> 64 << 64) | (2**64 - 1)


def off_curve_g1() -> Iterator[tuple[str, tuple[int, int]]]:
    """Canonical coordinates, not on y^2 = x^3 + 3 and not (0, 0)."""
    x, y = G1
    yield "4x_8y", (4 * x, 8 * y)  # on y^2 = x^3 + 3*64
    yield "swapped", (y, x)
    yield "1_1", (1, 1)
    yield "1_3", (1, 3)
    yield "x0", (0, 1)
    yield "x0_y2", (0, 2)
    yield "x0_y_sqrt_like", (0, pow(3, (P + 1) // 4, P))
    yield "y0", (1, 0)
    yield "y0_cbrt_like", (pow(P - 3, (P + 2) // 9, P), 0)
    yield "pm1_pm1", (P - 1, P - 1)
    yield "pm1_0", (P - 1, 0)
    yield "0_pm1", (0, P - 1)
    yield "x_plus1", (g1_point("off")[0] + 1, g1_point("off")[1])
    yield "y_plus1", (g1_point("off")[0], g1_point("off")[1] + 1)
    yield "y_bit", (g1_point("off")[0], g1_point("off")[1] ^ 1 << 200)
    yield "beta_y", (g1_point("off")[0], BETA * g1_point("off")[1] % P)
    yield "flag20", (1 | 0x20 << 248, 2)
    for b in (2, 4, 24, P - 3):  # points of other curves y^2 = x^3 + b
        x = number(f"other curve {b}", P)
        while (y := BN254.fp.sqrt((x**3 + b) % P)) is None:
            x += 1
        yield f"curve_b{b if b < 100 else 'minus3'}", (x, y)


def filler(size: int, seed: str = "filler") -> bytes:
    """Bytes that must not matter."""
    out = b""
    block = 0
    while len(out) < size:
        out += hashlib.sha256(f"{seed} {block}".encode()).digest()
        block += 1
    return out[:size]


def raw_g1(x: int, y: int) -> bytes:
    return word(x) + word(y)


G1_BYTES = encode_g1(G1)
O_BYTES = bytes(64)
__all__ = [
    "BETA", "BN254", "G1", "G1_BYTES", "G2", "LAMBDA", "LATTICE", "O_BYTES", "TOP", "Case", "P", "R", "Z",
    "bad_coordinates", "filler", "g1_point", "g2_point", "more_bad_coordinates", "number", "off_curve_g1", "raw_g1",
]
