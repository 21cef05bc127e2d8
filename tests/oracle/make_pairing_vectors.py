# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Makes tests/data/bls12_381_pairing.json from the oracle: pairing checks, true, false and refused.

Points as the library's encoding has them: 48 bytes a coordinate, big-endian, in Fp2 the imaginary part first, all zeros
for infinity. "Expected" is 1 or 0 for the product of the pairings, else "ExpectedError" names the first thing wrong in
the first bad pair, and "Item" is its index: not canonical, not on the curve, not in the subgroup; G1 before G2.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from oracle_curve import BLS12_381, BLS12_381_G1, BLS12_381_G2, G1Point, G2Point
from vector_file import DATA, command

FILE = DATA / "bls12_381_pairing.json"
SIZE = 48
C = BLS12_381
Pair = tuple[G1Point, G2Point]


def number(label: str) -> int:
    """A number below r that follows from its label."""
    return int.from_bytes(hashlib.sha512(label.encode()).digest(), "big") % C.r


def encoded(pairs: list[Pair]) -> bytes:
    out = b""
    for a, b in pairs:
        x, y = a or (0, 0)
        u, v = b or ((0, 0), (0, 0))
        out += b"".join(n.to_bytes(SIZE, "big") for n in (x, y, u[1], u[0], v[1], v[0]))
    return out


def answer(data: bytes) -> dict[str, int | str]:
    """What a pairing check has to say about the bytes."""
    pairs: list[Pair] = []
    for start in range(0, len(data), 6 * SIZE):
        n = [int.from_bytes(data[start + i * SIZE : start + (i + 1) * SIZE], "big") for i in range(6)]
        a: G1Point = (n[0], n[1]) if any(n[:2]) else None
        b: G2Point = ((n[3], n[2]), (n[5], n[4])) if any(n[2:]) else None
        for coordinates, on, inside in ((n[:2], C.on_g1(a), C.in_g1), (n[2:], C.on_twist(b), C.in_g2)):
            if max(coordinates) >= C.p:
                return {"ExpectedError": "not_canonical", "Item": len(pairs)}
            if not on:
                return {"ExpectedError": "not_on_curve", "Item": len(pairs)}
            if not inside(a if len(coordinates) == 2 else b):
                return {"ExpectedError": "not_in_subgroup", "Item": len(pairs)}
        pairs.append((a, b))
    return {"Expected": int(C.pairing_is_one([(a, b) for a, b in pairs if a is not None and b is not None]))}


def cases() -> dict[str, bytes]:
    g, h = BLS12_381_G1, BLS12_381_G2
    a, b = number("a"), number("b")
    ag, bh = C.mul(g, a), C.mul2(h, b)
    true = [(ag, bh), (C.neg(C.mul(g, a * b % C.r)), h)]
    small1 = C.mul(next(q for x in range(100) if (q := C.lift_g1(x))), C.r)
    order3: G1Point = (0, 2)
    points2 = (C.lift_g2((i, 1)) for i in range(1, 100))
    outside2 = next(q for q in points2 if q is not None)
    order13 = next(q for i in range(1, 100) if (p := C.lift_g2((i, 2))) and (q := C.mul2(p, C.r * C.h2 // 169)))
    order13 = order13 if C.mul2(order13, 13) is None else C.mul2(order13, 13)
    off1, off2 = (ag[0], ag[1] ^ 1), (bh[0], (bh[1][0] ^ 1, bh[1][1]))
    found = {
        "product_of_two_is_one": encoded(true),
        "product_of_two_is_not_one": encoded([(ag, bh), (C.neg(C.mul(g, (a * b + 1) % C.r)), h)]),
        "one_pair": encoded([(g, h)]),
        "opposite_points": encoded([(ag, bh), (C.neg(ag), bh)]),
        "opposite_points_of_the_twist": encoded([(ag, bh), (ag, C.neg2(bh))]),
        "three_pairs": encoded([(C.mul(g, 2), h), (C.mul(g, 3), h), (C.mul(g, C.r - 5), h)]),
        "infinity_in_g1": encoded([(None, bh)]),
        "infinity_in_g2": encoded([(ag, None)]),
        "infinity_beside_a_product_of_one": encoded([*true, (None, None)]),
        "infinity_beside_a_pair": encoded([(g, h), (None, h)]),
        "g1_off_the_curve": encoded([(off1, bh)]),
        "g2_off_the_twist": encoded([(ag, off2)]),
        "g1_of_order_3": encoded([(order3, bh)]),
        "g1_outside": encoded([(C.add(ag, order3), bh)]),
        "g1_of_cofactor_order": encoded([(small1, bh)]),
        "g2_outside": encoded([(ag, outside2)]),
        "g2_of_order_13": encoded([(ag, order13)]),
        "g2_outside_by_order_13": encoded([(ag, C.add2(bh, order13))]),
        "g2_outside_beside_infinity": encoded([(None, outside2)]),
        "second_pair_is_bad": encoded([(g, h), (ag, outside2), (off1, h)]),
    }
    for i, name in enumerate(("x", "y", "x1", "x0", "y1", "y0")):
        good, start, end = found["one_pair"], i * SIZE, (i + 1) * SIZE
        moved = int.from_bytes(good[start:end], "big") + C.p
        found[f"{name}_plus_p"] = good[:start] + moved.to_bytes(SIZE, "big") + good[end:]
    return found


def records() -> list[dict[str, int | str]]:
    return [{"Name": name, "Input": data.hex(), **answer(data)} for name, data in cases().items()]


def main(argv: list[str] | None = None) -> int:
    return command(__doc__, FILE, records, argv)


if __name__ == "__main__":
    sys.exit(main())
