# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Ethereum precompiles of BN254, bytes in and bytes out: ecAdd and ecMul (EIP-196), ecPairing (EIP-197).

Numbers are 32 bytes, big-endian. A point of G1 is x, y; a point of G2 is x then y, each with its imaginary part first.
All zeros is the point at infinity. A coordinate of p or more is rejected. Time depends on the input, which is public on
a chain.

Input is any bytes-like object. bytes, and writable contiguous buffers as of a bytearray, are read where they are,
without a copy and without the GIL: another thread must not write to them meanwhile. Other buffers are copied first.

engine: one of `limbsmith.engines()`; None, the default, takes the one in use. All give the same results.
"""

from __future__ import annotations

import ctypes
from typing import Any, Union

from ._library import MAX_LENGTH, NO_ITEM, engines, library
from .errors import Status, error_of

__all__ = ["add", "add_gas", "mul", "mul_gas", "pairing", "pairing_gas"]

BytesLike = Union[bytes, bytearray, memoryview]


def add(data: BytesLike, *, engine: str | None = None) -> bytes:
    """a + b in G1, 64 bytes. data: a, b; shorter than 128 bytes it is padded with zeros on the right, longer it is cut.

    Raises NotCanonicalError, NotOnCurveError; EngineError; TypeError if data is no bytes-like object.
    """
    return _call("add", 64, data, engine)


def mul(data: BytesLike, *, engine: str | None = None) -> bytes:
    """[k]a in G1, 64 bytes. data: a, k; shorter than 96 bytes it is padded with zeros on the right, longer it is cut.

    Raises NotCanonicalError, NotOnCurveError; EngineError; TypeError if data is no bytes-like object.
    """
    return _call("mul", 64, data, engine)


def pairing(data: BytesLike, *, engine: str | None = None) -> bytes:
    """1 if the product of e(P_i, Q_i) is 1, else 0, as a number of 32 bytes.

    data: pairs of 192 bytes, P_i in G1 and Q_i in G2; no pair at all gives 1. A pair that holds infinity contributes
    nothing, and its other point must be valid all the same.

    Raises LengthError, NotCanonicalError, NotOnCurveError, NotInSubgroupError; EngineError; TypeError if data is no
    bytes-like object.
    """
    return _call("pairing", 32, data, engine)


def add_gas(length: int) -> int:
    """The gas of an addition with length bytes of input, valid or not (EIP-1108)."""
    return _gas("add", length)


def mul_gas(length: int) -> int:
    """The gas of a multiplication with length bytes of input, valid or not (EIP-1108)."""
    return _gas("mul", length)


def pairing_gas(length: int) -> int:
    """The gas of a pairing with length bytes of input, valid or not (EIP-1108)."""
    return _gas("pairing", length)


def _call(call: str, size: int, data: BytesLike, engine: str | None) -> bytes:
    if engine is not None and engine not in engines():
        raise error_of(call, Status.ENGINE)
    source, length = _source(data)
    out = ctypes.create_string_buffer(size)
    item = ctypes.c_size_t()
    function = getattr(library, f"lsm_evm_bn254_{call}_on")
    status = function(engine and engine.encode(), out, size, source, length, ctypes.byref(item))
    if status:
        raise error_of(call, status, None if item.value == NO_ITEM else item.value)
    return out.raw


def _source(data: BytesLike) -> tuple[Any, int]:
    """What ctypes passes as the pointer, and the length; the former keeps the memory alive."""
    if isinstance(data, bytes):
        return data, len(data)
    view = memoryview(data)
    if view.readonly or not view.c_contiguous:
        copy = view.tobytes()
        return copy, len(copy)
    if view.nbytes == 0:
        return None, 0
    return ctypes.byref(ctypes.c_char.from_buffer(view)), view.nbytes


def _gas(call: str, length: int) -> int:
    if not 0 <= length <= MAX_LENGTH:  # ctypes would take it modulo 2^64
        raise ValueError(f"{call}_gas: a length of {length} bytes")
    return int(getattr(library, f"lsm_evm_bn254_{call}_gas")(length))
