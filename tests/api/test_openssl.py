# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Point calls of curves that OpenSSL has too, through the shared library, against OpenSSL (package cryptography)."""

import ctypes
import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

ec = pytest.importorskip(
    "cryptography.hazmat.primitives.asymmetric.ec",
    reason="this interpreter lacks the package cryptography (in .venv: tests/requirements.lock)",
)
# name -> OpenSSL's curve, order (SEC 2, version 2, sections 2.4.1 and 2.4.2)
CURVES = {
    "secp256k1": (ec.SECP256K1(), 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141),
    "p256": (ec.SECP256R1(), 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551),
}
OK, NOT_CANONICAL, NOT_ON_CURVE = 0, 2, 3  # limbsmith/status.h


@pytest.fixture(params=sorted(CURVES))
def curve(request: pytest.FixtureRequest) -> tuple[str, Callable[..., int]]:
    """The name of a curve, and its calls by name."""
    program = os.environ.get("LIMBSMITH")
    library = Path(program).resolve().parent / "liblimbsmith.so" if program else None
    if library is None or not library.exists():
        pytest.skip("no liblimbsmith.so beside the program that LIMBSMITH names")
    loaded = ctypes.CDLL(str(library))
    return request.param, lambda name, *args: getattr(loaded, f"lsm_{request.param}_g1_{name}")(*args)


def expected(name: str, k: int) -> bytes:
    """k times the generator by OpenSSL; zeros for infinity."""
    group, order = CURVES[name]
    if k % order == 0:
        return bytes(64)
    numbers = ec.derive_private_key(k % order, group).public_key().public_numbers()
    return numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")


def point(call: Callable[..., int], encoded: bytes) -> ctypes.Array:
    words = (ctypes.c_uint64 * 8)()
    assert call("decode", words, encoded) == OK
    return words


def encoded(call: Callable[..., int], words: ctypes.Array) -> bytes:
    out = ctypes.create_string_buffer(64)
    call("encode", out, words)
    return out.raw


def scalars(order: int) -> list[int]:
    chosen = random.Random(20)
    edges = [0, 1, 2, 3, 15, 16, 31, 32, 2**64, 2**128 - 1, 2**255, 2**256 - 1]
    return [*edges, order - 2, order - 1, order, order + 1, *(chosen.getrandbits(256) for _ in range(60))]


@pytest.mark.parametrize("multiply", ["mul", "mul_vartime"])
def test_multiplication(curve: tuple[str, Callable[..., int]], multiply: str) -> None:
    name, call = curve
    result = (ctypes.c_uint64 * 8)()
    for base in (1, 0x1234567, CURVES[name][1] - 1):
        start = point(call, expected(name, base))
        for k in scalars(CURVES[name][1]):
            call(multiply, result, start, k.to_bytes(32, "big"))
            assert encoded(call, result) == expected(name, k * base), f"[{k:#x}] [{base:#x}]G"


@pytest.mark.parametrize("add", ["add", "add_vartime"])
def test_addition(curve: tuple[str, Callable[..., int]], add: str) -> None:
    name, call = curve
    order = CURVES[name][1]
    result = (ctypes.c_uint64 * 8)()
    pairs = zip(scalars(order), scalars(order)[::-1], strict=True)
    for a, b in [(0, 0), (0, 5), (5, 0), (5, 5), (5, order - 5), *pairs]:
        call(add, result, point(call, expected(name, a)), point(call, expected(name, b)))
        assert encoded(call, result) == expected(name, a + b), f"[{a:#x}]G + [{b:#x}]G"


def test_bytes_that_are_no_point(curve: tuple[str, Callable[..., int]]) -> None:
    name, call = curve
    good = expected(name, 77)
    words = (ctypes.c_uint64 * 8)(*range(8))
    assert call("decode", words, good[:-1] + bytes([good[-1] ^ 1])) == NOT_ON_CURVE
    assert not any(words)
    assert call("decode", words, good[:32] + b"\xff" * 32) == NOT_CANONICAL
    assert not any(words)
