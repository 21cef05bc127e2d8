# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Makes tests/data/points_CURVE.json from the oracle: the calls of <limbsmith/CURVE.h>, bytes in and bytes out.

A record: Name, Op, Input, then Expected, or ExpectedError (the code of lsm_status_string). Ops: g1_add, g1_mul, g2_add,
g2_mul (points, then a scalar of 32 bytes), g1_decode, g2_decode (Expected is the point again), pairing (pairs; Expected
is 01 or 00). 13 divides the cofactor of the twist of bn256 and bls12_381: without its guard, the line form of the
subgroup test takes such points of the former.
"""

from __future__ import annotations

import hashlib
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from oracle_curve import BLS12_381, Curve, G1Point, G2Point
from vector_file import DATA, command

BN256 = Curve("bn256", 1868033**3, 3, (3, 1))  # golang.org/x/crypto/bn256, package documentation
NOGAMI = Curve("bn254_nogami", -(2**62 + 2**55 + 1), 2, (1, 1))  # Nogami and others, Pairing 2008
CURVES = (BN256, NOGAMI, BLS12_381)
SCALAR_BYTES = 32


def number(label: str) -> int:
    """A "random" number: SHA-512 of a label, so that the file is a function of this text."""
    return int.from_bytes(hashlib.sha512(label.encode()).digest(), "big")


@dataclass(frozen=True)
class Points:
    """Points of one curve, and their encodings."""

    curve: Curve

    @property
    def size(self) -> int:
        """Bytes of a coordinate."""
        return -(-self.curve.p.bit_length() // 8)

    def g1_bytes(self, a: G1Point) -> bytes:
        return b"".join(n.to_bytes(self.size, "big") for n in a or (0, 0))

    def g2_bytes(self, a: G2Point) -> bytes:
        x, y = a or ((0, 0), (0, 0))
        return b"".join(n.to_bytes(self.size, "big") for n in (x[1], x[0], y[1], y[0]))

    def pairs_bytes(self, pairs: list[tuple[G1Point, G2Point]]) -> bytes:
        return b"".join(self.g1_bytes(a) + self.g2_bytes(b) for a, b in pairs)

    def curve_point(self, label: str) -> G1Point:
        """A point of E of any order."""
        x = number(label)
        while (point := self.curve.lift_g1(x % self.curve.p)) is None:
            x += 1
        return point if number(label + " sign") % 2 else self.curve.neg(point)

    def g1_point(self, label: str) -> G1Point:
        point = self.curve_point(label)
        return point if self.curve.h1 == 1 else self.curve.mul(point, self.curve.h1)

    def twist_point(self, label: str) -> G2Point:
        """A point of the twist of any order."""
        p = self.curve.p
        c0, c1 = number(label + " c0") % p, number(label + " c1") % p
        while (point := self.curve.lift_g2((c0, c1))) is None:
            c0 = (c0 + 1) % p
        return point

    def g2_point(self, label: str) -> G2Point:
        return self.curve.mul2(self.twist_point(label), self.curve.h2)

    def order_13(self, label: str) -> G2Point:
        """A point of order 13, which divides h2."""
        h2, power = self.curve.h2, 1
        while h2 % 13 == 0:
            h2, power = h2 // 13, power * 13
        point = self.curve.mul2(self.twist_point(label), self.curve.r * h2)
        while point is not None and (next_point := self.curve.mul2(point, 13)) is not None:
            point = next_point
        if point is None:
            raise ValueError(f"{label}: another label is needed")
        return point


def records(curve: Curve) -> list[dict[str, str]]:
    of, made = Points(curve), []
    g1_bytes, g2_bytes = of.g1_bytes, of.g2_bytes

    def add(op: str, name: str, data: bytes, expected: bytes | str) -> None:
        key = "ExpectedError" if isinstance(expected, str) else "Expected"
        shown = expected if isinstance(expected, str) else expected.hex()
        made.append({"Name": f"{op}_{name}", "Op": op, "Input": data.hex(), key: shown})

    points = [None, *(of.g1_point(f"g1 {i}") for i in range(4))]
    for i, a in enumerate(points):
        for j, b in enumerate([*points, curve.neg(a)]):
            add("g1_add", f"{i}_{j}", g1_bytes(a) + g1_bytes(b), g1_bytes(curve.add(a, b)))
    scalars = [0, 1, 2, 3, 15, 16, 17, curve.r - 1, curve.r, curve.r + 1, 2**256 - 1, 2**255, (1 << 128) - 1]
    scalars += [number(f"scalar {i}") >> 256 for i in range(8)]
    for i, k in enumerate(scalars):
        a = points[1 + i % 4]
        add("g1_mul", f"{i}", g1_bytes(a) + k.to_bytes(SCALAR_BYTES, "big"), g1_bytes(curve.mul(a, k)))
    seconds = [None, *(of.g2_point(f"g2 {i}") for i in range(3))]
    for i, a in enumerate(seconds):
        for j, b in enumerate([*seconds, curve.neg2(a)]):
            add("g2_add", f"{i}_{j}", g2_bytes(a) + g2_bytes(b), g2_bytes(curve.add2(a, b)))
    for i, k in enumerate(scalars[::2]):
        a = seconds[1 + i % 3]
        add("g2_mul", f"{i}", g2_bytes(a) + k.to_bytes(SCALAR_BYTES, "big"), g2_bytes(curve.mul2(a, k)))

    outside = {"twist": of.twist_point("twist")}
    if curve.h2 % 13 == 0:
        small = of.order_13("order 13 a")
        outside |= {"order_13": small, "order_13_neg": curve.neg2(small)}
        outside |= {"order_13r": curve.add2(small, seconds[1]), "order_13_doubled": curve.mul2(small, 2)}
    for name, point in outside.items():
        assert curve.on_twist(point) and not curve.in_g2(point)
        add("g2_decode", name, g2_bytes(point), "not_in_subgroup")
        for n, pairs in enumerate(([(points[1], point)], [(points[1], seconds[1]), (points[2], point)])):
            add("pairing", f"{name}_{n}", of.pairs_bytes(pairs), "not_in_subgroup")
    if curve.h1 != 1:
        any_order = of.curve_point("curve")
        for name, point in {"curve": any_order, "order_h1": curve.mul(any_order, curve.r)}.items():
            assert curve.on_g1(point) and not curve.in_g1(point)
            add("g1_decode", name, g1_bytes(point), "not_in_subgroup")
            add("pairing", name, of.pairs_bytes([(point, seconds[1])]), "not_in_subgroup")
        for i, point in enumerate(points):
            add("g1_decode", f"{i}", g1_bytes(point), g1_bytes(point))
    for i, point in enumerate(seconds):
        add("g2_decode", f"{i}", g2_bytes(point), g2_bytes(point))
    wrong = bytearray(g2_bytes(seconds[1]))
    wrong[-1] ^= 1
    add("g2_decode", "off_twist", bytes(wrong), "not_on_curve")
    for part in range(4):  # x + p names the same residue, where it fits
        raw = bytearray(g2_bytes(seconds[1]))
        raw[part * of.size : (part + 1) * of.size] = curve.p.to_bytes(of.size, "big")
        add("g2_decode", f"coordinate_{part}_is_p", bytes(raw), "not_canonical")

    a, b, c = points[1], points[2], points[3]
    q, s = seconds[1], seconds[2]
    k = number("bilinear") % curve.r
    products = {
        "none": [],
        "one": [(a, q)],
        "infinity": [(None, q), (a, None)],
        "opposite": [(a, q), (curve.neg(a), q)],
        "scalar": [(curve.mul(a, k), q), (curve.neg(a), curve.mul2(q, k))],
        "scalar_off": [(curve.mul(a, k), q), (curve.neg(a), curve.mul2(q, k + 1))],
        "three": [(a, q), (b, q), (curve.neg(curve.add(a, b)), q)],
        "three_off": [(a, q), (b, q), (curve.neg(c), q)],
        "second_group": [(a, q), (a, s), (a, curve.neg2(curve.add2(q, s)))],
    }
    for name, pairs in products.items():
        add("pairing", name, of.pairs_bytes(pairs), bytes([curve.pairing_is_one(pairs)]))
    return made


def main(argv: list[str] | None = None) -> int:
    return max(command(__doc__, DATA / f"points_{curve.name}.json", partial(records, curve), argv) for curve in CURVES)


if __name__ == "__main__":
    sys.exit(main())
