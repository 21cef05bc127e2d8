# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The EVM calls of BN254 on py_ecc's optimized curve, and the operations below them; commands as in gnark/main.go."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from py_ecc.optimized_bn128 import (
    FQ,
    FQ2,
    FQ12,
    add,
    b,
    b2,
    curve_order,
    field_modulus,
    final_exponentiate,
    is_inf,
    is_on_curve,
    multiply,
    normalize,
    pairing,
)


class Refused(Exception):
    """A call's input is not valid."""


def number(data: bytes) -> int:
    n = int.from_bytes(data, "big")
    if n >= field_modulus:
        raise Refused
    return n


def decode_fp2(data: bytes) -> FQ2:
    return FQ2([number(data[32:64]), number(data[:32])])


def decode_g1(data: bytes) -> tuple:
    x, y = FQ(number(data[:32])), FQ(number(data[32:64]))
    if x == y == FQ(0):
        return FQ(1), FQ(1), FQ(0)
    if not is_on_curve((x, y, FQ(1)), b):
        raise Refused
    return x, y, FQ(1)


def decode_g2(data: bytes) -> tuple:
    x, y = decode_fp2(data[:64]), decode_fp2(data[64:128])
    if x == y == FQ2.zero():
        return FQ2.one(), FQ2.one(), FQ2.zero()
    point = (x, y, FQ2.one())
    if not is_on_curve(point, b2) or not in_subgroup(point):
        raise Refused
    return point


def in_subgroup(point: tuple) -> bool:
    return is_inf(multiply(point, curve_order))


def encode(*values: FQ | int) -> bytes:
    return b"".join(int(value).to_bytes(32, "big") for value in values)


def encode_g1(point: tuple) -> bytes:
    return bytes(64) if is_inf(point) else encode(*normalize(point))


def ecadd(data: bytes) -> bytes:
    data = data[:128].ljust(128, b"\0")
    return encode_g1(add(decode_g1(data[:64]), decode_g1(data[64:])))


def ecmul(data: bytes) -> bytes:
    data = data[:96].ljust(96, b"\0")
    return encode_g1(multiply(decode_g1(data[:64]), int.from_bytes(data[64:], "big") % curve_order))


def ecpairing(data: bytes) -> bytes:
    if len(data) % 192:
        raise Refused
    product = FQ12.one()
    for i in range(0, len(data), 192):
        p, q = decode_g1(data[i : i + 64]), decode_g2(data[i + 64 : i + 192])
        product *= pairing(q, p, final_exponentiate=False)
    return encode(final_exponentiate(product) == FQ12.one())


def fp2_mul(data: bytes) -> bytes:
    c0, c1 = (decode_fp2(data[:64]) * decode_fp2(data[64:])).coeffs
    return encode(c1, c0)


CALLS: dict[str, Callable[[bytes], bytes]] = {
    "bn254_add": ecadd,
    "bn254_mul": ecmul,
    "bn254_pairing": ecpairing,
    "fp_mul": lambda data: encode(FQ(number(data[:32])) * FQ(number(data[32:]))),
    "fp_sqr": lambda data: encode(FQ(number(data)) ** 2),
    "fp_inv": lambda data: encode(FQ(1) / FQ(number(data))),
    "fp2_mul": fp2_mul,
}
TIMED_CALLS = ("ecadd", "ecmul", "ecpairing_1", "ecpairing_2", "ecpairing_4", "ecpairing_8")


def load(path: str) -> list[tuple[str, str, bytes]]:
    parts = [line.split() for line in Path(path).read_text().splitlines()]
    return [(name, call, bytes.fromhex(data)) for name, call, data in parts]


def answer(path: str) -> None:
    for _name, call, data in load(path):
        try:
            print(CALLS[call](data).hex())
        except Refused:
            print("refused")


def steps(op: str, pairs: list[bytes]) -> Callable[[int], object]:
    """Step i of a chain: on the result of the step before or on another input."""
    p, q = [decode_g1(pair[:64]) for pair in pairs], [decode_g2(pair[64:]) for pair in pairs]
    f = [pairing(b_, a, final_exponentiate=False) for a, b_ in zip(p, q, strict=True)]
    state = {"x": p[0][0], "x2": q[0][0], "x12": f[0]}

    def step(key: str, value: object) -> None:
        state[key] = value

    return {
        "fp_mul": lambda i: step("x", state["x"] * p[i][1]),
        "fp_sqr": lambda i: step("x", state["x"] ** 2),
        "fp_inv": lambda i: step("x", FQ(1) / state["x"] + p[i][1]),
        "fp2_mul": lambda i: step("x2", state["x2"] * q[i][1]),
        "fp12_mul": lambda i: step("x12", state["x12"] * f[i]),
        "g2_subgroup": lambda i: in_subgroup(q[i]),
        "miller_loop": lambda i: pairing(q[i], p[i], final_exponentiate=False),
        "final_exp": lambda i: final_exponentiate(f[i]),
    }[op]


CHAINS = ("fp_mul", "fp_sqr", "fp_inv", "fp2_mul", "fp12_mul", "g2_subgroup", "miller_loop", "final_exp")


def time_operation(path: str, op: str, least: float, rounds: int) -> None:
    records = load(path)
    inputs = [record for record in records if record[0].startswith(f"{op}_")]
    if op in CHAINS:
        pairs = [data for name, _call, data in records if name.startswith("ecpairing_1_")]
        step, count = steps(op, pairs), len(pairs)
    else:
        count = len(inputs)

        def step(i: int) -> object:
            return CALLS[inputs[i][1]](inputs[i][2])

    def run(n: int) -> float:
        start = time.perf_counter_ns()
        for i in range(n):
            step(i % count)
        return time.perf_counter_ns() - start

    n = 1
    while run(n) < least:
        n *= 2
    times = [run(n) / n for _ in range(rounds)]
    print(f"{statistics.median(times):.1f} {min(times):.1f}")


def main() -> None:
    match sys.argv[1:]:
        case ["ops"]:
            print("\n".join(TIMED_CALLS + CHAINS))
        case ["answer", path]:
            answer(path)
        case ["time", path, op, least, rounds]:
            time_operation(path, op, float(least), int(rounds))
        case _:
            sys.exit("usage: py_ecc_peer.py ops | answer FILE | time FILE OP NANOSECONDS ROUNDS")


if __name__ == "__main__":
    main()
