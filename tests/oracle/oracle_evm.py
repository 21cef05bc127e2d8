# SPDX-License-Identifier: Apache-2.0 OR MIT
"""EIP-196 and EIP-197 on bytes, with this project's error codes and its order of checks.

Consensus fixes only success or failure; the code a doubly bad input carries is the project's convention:
  add, mul   each point in input order: both coordinates < p, then the curve equation;
  pairing    the length first; then pair by pair: G1 coordinates, G1 curve, G2 coordinates, G2 curve, G2 subgroup.
The item is the index of the point (add, mul) or pair that decided.
"""

from __future__ import annotations

from oracle_curve import BN254, G1Point, G2Point

INVALID_LENGTH = "invalid_length"
NOT_CANONICAL = "not_canonical"
NOT_ON_CURVE = "not_on_curve"
NOT_IN_SUBGROUP = "not_in_subgroup"

TRUE = bytes(31) + b"\x01"
FALSE = bytes(32)


class PrecompileError(Exception):
    """Carries the machine code of a rejected input, and the index of the item that decided it; None if none did."""

    def __init__(self, code: str, item: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.item = item


def word(k: int) -> bytes:
    return k.to_bytes(32, "big")


def encode_g1(a: G1Point) -> bytes:
    return bytes(64) if a is None else word(a[0]) + word(a[1])


def encode_g2(a: G2Point) -> bytes:
    """Imaginary coefficient first."""
    if a is None:
        return bytes(128)
    return word(a[0][1]) + word(a[0][0]) + word(a[1][1]) + word(a[1][0])


def _coordinates(data: bytes, item: int) -> list[int]:
    values = [int.from_bytes(data[i : i + 32], "big") for i in range(0, len(data), 32)]
    if any(v >= BN254.p for v in values):
        raise PrecompileError(NOT_CANONICAL, item)
    return values


def decode_g1(data: bytes, item: int) -> G1Point:
    x, y = _coordinates(data, item)
    if (x, y) == (0, 0):
        return None
    if not BN254.on_g1((x, y)):
        raise PrecompileError(NOT_ON_CURVE, item)
    return (x, y)


def decode_g2(data: bytes, item: int) -> G2Point:
    x1, x0, y1, y0 = _coordinates(data, item)
    if (x0, x1, y0, y1) == (0, 0, 0, 0):
        return None
    point = ((x0, x1), (y0, y1))
    if not BN254.on_twist(point):
        raise PrecompileError(NOT_ON_CURVE, item)
    return point


def _fit(data: bytes, size: int) -> bytes:
    return data[:size] + bytes(max(size - len(data), 0))


def add(data: bytes) -> bytes:
    data = _fit(data, 128)
    a = decode_g1(data[:64], 0)
    b = decode_g1(data[64:], 1)
    return encode_g1(BN254.add(a, b))


def mul(data: bytes) -> bytes:
    data = _fit(data, 96)
    a = decode_g1(data[:64], 0)
    return encode_g1(BN254.mul(a, int.from_bytes(data[64:], "big")))


def pairing(data: bytes) -> bytes:
    if len(data) % 192:
        raise PrecompileError(INVALID_LENGTH)
    pairs: list[tuple[G1Point, G2Point]] = []
    for item, start in enumerate(range(0, len(data), 192)):
        a = decode_g1(data[start : start + 64], item)
        b = decode_g2(data[start + 64 : start + 192], item)
        if not BN254.in_g2(b):
            raise PrecompileError(NOT_IN_SUBGROUP, item)
        pairs.append((a, b))
    return TRUE if BN254.pairing_is_one(pairs) else FALSE


def gas(op: str, length: int) -> int:
    """EIP-1108."""
    return {"add": 150, "mul": 6000, "pairing": 45000 + 34000 * (length // 192)}[op]


OPERATIONS = {"add": add, "mul": mul, "pairing": pairing}
