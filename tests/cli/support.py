# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the tests of the command-line program share: points, files, and a Groth16 statement with known logarithms."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

P = 21888242871839275222246405745257275088696311157297823662689037894645226208583
R = 21888242871839275222246405745257275088548364400416034343698204186575808495617

Point = tuple[int, int]

G: Point = (1, 2)
# the generator of G2 (EIP-197), real part first
Q = (
    (
        10857046999023057135944570762232829481370756359578518086990519993285655852781,
        11559732032986387107991004021392285783925812861821192530917403151452391805634,
    ),
    (
        8495653923123431417604973247489272438418190587263600148770280649306958101930,
        4082367875863433681332203403145435568316851327593401208105741076214120093531,
    ),
)
# on the twist and outside the subgroup: x = 1
TWIST_X1 = (
    (1, 0),
    (
        0x2869111D5381F072F8E2728FDB825A51AADD70E52C9830E9AB4B871C0531F1BB,
        0x0D1271953ED9EA0836846E70A1934187998C7F790CB4D7511B7F8DA82DE048A4,
    ),
)


def add(a: Point | None, b: Point | None) -> Point | None:
    """The sum in affine coordinates, None being infinity."""
    if a is None or b is None:
        return a or b
    if a[0] == b[0]:
        if (a[1] + b[1]) % P == 0:
            return None
        slope = 3 * a[0] * a[0] * pow(2 * a[1], -1, P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def mul(k: int, a: Point | None = G) -> Point:
    total = None
    k %= R
    while k:
        if k & 1:
            total = add(total, a)
        a = add(a, a)
        k >>= 1
    assert total is not None
    return total


def word(*numbers: int) -> str:
    return "".join(f"{n:064x}" for n in numbers)


def g2_hex(q: tuple[tuple[int, int], tuple[int, int]]) -> str:
    (x0, x1), (y0, y1) = q
    return word(x1, x0, y1, y0)


def g1_json(a: Point) -> list[str]:
    return [str(a[0]), str(a[1]), "1"]


def g2_json(q: tuple[tuple[int, int], tuple[int, int]]) -> list[list[str]]:
    return [[str(c) for c in q[0]], [str(c) for c in q[1]], ["1", "0"]]


class Statement:
    """A Groth16 statement whose four G2 points are the generator, so that the equation
    e(A, B) = e(alpha, beta) e(V, gamma) e(C, delta) says A = alpha + V + C.

    Good for testing the program; no proof system would do that.
    """

    def __init__(self, public: list[int]) -> None:
        alpha, c, ic = 1234567, R - 987654321, [5**i * 7919 for i in range(1, len(public) + 2)]
        v = ic[0] + sum(x * k for x, k in zip(public, ic[1:]))
        self.key: dict[str, Any] = {
            "protocol": "groth16",
            "curve": "bn128",
            "nPublic": len(public),
            "vk_alpha_1": g1_json(mul(alpha)),
            "vk_beta_2": g2_json(Q),
            "vk_gamma_2": g2_json(Q),
            "vk_delta_2": g2_json(Q),
            "IC": [g1_json(mul(k)) for k in ic],
        }
        self.proof: dict[str, Any] = {
            "pi_a": g1_json(mul(alpha + v + c)),
            "pi_b": g2_json(Q),
            "pi_c": g1_json(mul(c)),
            "protocol": "groth16",
            "curve": "bn128",
        }
        self.public: Any = [str(x) for x in public]

    def copy(self) -> Statement:
        return copy.deepcopy(self)

    def write(self, folder: Path) -> list[str]:
        paths = []
        for name in ("key", "proof", "public"):
            path = folder / f"{name}.json"
            path.write_text(json.dumps(getattr(self, name)))
            paths.append(str(path))
        return paths
