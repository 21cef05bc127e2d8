# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The calls: the project's vectors on every engine, every kind of input, every error, many threads."""

from __future__ import annotations

import array
import os
import pickle
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import limbsmith
from limbsmith import evm_bn254
from vectors import SIZE, VECTORS, Vector

CALLS = {"add": evm_bn254.add, "mul": evm_bn254.mul, "pairing": evm_bn254.pairing}
GAS = {"add": evm_bn254.add_gas, "mul": evm_bn254.mul_gas, "pairing": evm_bn254.pairing_gas}
CODES = {
    "invalid_length": limbsmith.LengthError,
    "not_canonical": limbsmith.NotCanonicalError,
    "not_on_curve": limbsmith.NotOnCurveError,
    "not_in_subgroup": limbsmith.NotInSubgroupError,
}
G = bytes(31) + b"\1" + bytes(31) + b"\2"  # (1, 2), the generator of G1
PAIR = next(v.data for v in VECTORS if v.call == "pairing" and len(v.data) == 192 and v.expected)


def outcome(vector: Vector, data: object, engine: str | None = None) -> object:
    """The bytes, or the class of the error."""
    try:
        return CALLS[vector.call](data, engine=engine)  # type: ignore[arg-type]
    except limbsmith.BadInputError as reason:
        assert reason.call == vector.call
        assert vector.item in (None, reason.item), vector.name
        return type(reason)


def wanted(vector: Vector) -> object:
    return vector.expected if vector.error is None else CODES[vector.error]


@pytest.mark.parametrize("engine", [None, *limbsmith.engines()])
def test_vectors(engine: str | None) -> None:
    assert len(VECTORS) > 2000
    assert {type(wanted(v)) for v in VECTORS} == {bytes, type}
    assert sum(1 for v in VECTORS if v.item) > 100
    wrong = [v.name for v in VECTORS if outcome(v, v.data, engine) != wanted(v)]
    assert wrong == []


def test_gas() -> None:
    priced = [v for v in VECTORS if v.gas is not None]
    assert len(priced) > 2000
    assert [v.name for v in priced if GAS[v.call](len(v.data)) != v.gas] == []
    for length in (-1, 2**64, 2**64 + 192):
        with pytest.raises(ValueError, match=f"{length} bytes"):
            evm_bn254.pairing_gas(length)


def kinds(data: bytes) -> dict[str, object]:
    """The same bytes as every kind of bytes-like object."""
    spread = bytearray(2 * len(data))
    spread[::2] = data
    return {
        "bytearray": bytearray(data),
        "memoryview, writable": memoryview(bytearray(b"x" + data + b"x"))[1:-1],
        "memoryview, read-only": memoryview(b"x" + data + b"x")[1:-1],
        "memoryview, every other byte": memoryview(spread)[::2],
        "array": array.array("B", data),
        "array of wider items": array.array("Q", data) if len(data) % 8 == 0 else bytearray(data),
    }


@pytest.mark.parametrize("call", CALLS)
def test_bytes_like(call: str) -> None:
    """Every kind of object gives what bytes give, for long, short and empty inputs, and is left as it was."""
    for vector in [v for v in VECTORS if v.call == call][::25]:
        for kind, data in kinds(vector.data).items():
            assert outcome(vector, data) == wanted(vector), (vector.name, kind)
            assert memoryview(data).tobytes() == vector.data, (vector.name, kind)  # type: ignore[arg-type]
    empty = b"" if call != "pairing" else bytes(31) + b"\1"
    for kind, data in {"bytes": b"", **kinds(b"")}.items():
        assert CALLS[call](data) == (empty or bytes(64)), kind  # type: ignore[arg-type]


def test_writable_input_is_free_afterwards() -> None:
    data = bytearray(G + G)
    evm_bn254.add(data)
    data.clear()  # BufferError while something holds the buffer
    data += G[:63]
    with pytest.raises(limbsmith.NotOnCurveError):
        evm_bn254.add(data)
    data.clear()


@pytest.mark.parametrize("data", [None, 5, "00", [0] * 128, 1.5])
def test_not_bytes_like(data: object) -> None:
    for call in CALLS.values():
        with pytest.raises(TypeError):
            call(data)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "data", "error", "item"),
    [
        ("add", b"\xff" * 32, limbsmith.NotCanonicalError, 0),
        ("add", G + b"\xff" * 32, limbsmith.NotCanonicalError, 1),
        ("add", G + G[:63] + b"\3", limbsmith.NotOnCurveError, 1),
        ("mul", G[:63] + b"\3", limbsmith.NotOnCurveError, 0),
        ("pairing", PAIR + PAIR[:191] + bytes([PAIR[191] ^ 1]), limbsmith.NotOnCurveError, 1),
        ("pairing", PAIR[:-1], limbsmith.LengthError, None),
    ],
)
def test_errors(call: str, data: bytes, error: type[limbsmith.LimbsmithError], item: int | None) -> None:
    with pytest.raises(error) as caught:
        CALLS[call](data)
    reason = caught.value
    assert (type(reason), reason.call, reason.item) == (error, call, item)
    assert isinstance(reason, limbsmith.BadInputError)
    assert isinstance(reason, ValueError)
    assert str(reason).startswith(f"{call}{'' if item is None else f', item {item}'}: ")
    assert str(reason).endswith(f"(status {int(reason.status)})")
    again = pickle.loads(pickle.dumps(reason))
    assert (type(again), str(again), again.item) == (error, str(reason), item)


def test_one_exception_for_each_status() -> None:
    from limbsmith.errors import error_of

    classes = [type(error_of("add", status)) for status in limbsmith.Status if status != limbsmith.Status.OK]
    assert len({*classes}) == len(classes) == 7
    assert limbsmith.LimbsmithError not in classes
    blaming = [each for each in classes if issubclass(each, limbsmith.BadInputError)]
    assert blaming == list(CODES.values())
    assert type(error_of("add", 99)) is limbsmith.LimbsmithError


@pytest.mark.parametrize("engine", ["", "none", "c64\0", "C64"])
def test_unknown_engine(engine: str) -> None:
    with pytest.raises(limbsmith.EngineError):
        evm_bn254.add(b"", engine=engine)


def test_threads() -> None:
    """Sixteen threads, mixed calls, good and bad inputs."""
    sample = VECTORS[::9]

    def work(start: int) -> list[str]:
        order = sample[start:] + sample[:start]
        return [v.name for v in order if outcome(v, v.data) != wanted(v)]

    with ThreadPoolExecutor(16) as pool:
        starts = [i * len(sample) // 16 for i in range(16)]
        assert [wrong for each in pool.map(work, starts) for wrong in each] == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without fork")
def test_fork() -> None:
    """The child of a process that has computed computes as well. In a process of its own: pytest's has threads."""
    code = """
import os
from limbsmith import evm_bn254
evm_bn254.add(b"")
child = os.fork()
assert evm_bn254.pairing(b"")[31] == 1
raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) if child else 7)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 7, done.stderr  # the child's, by way of the parent


def test_the_gil_is_released() -> None:
    """While one thread is in a long call, another goes on."""
    many = PAIR * 6000
    span: list[float] = []

    def long_call() -> None:
        span.append(time.monotonic())
        evm_bn254.pairing(many)
        span.append(time.monotonic())

    thread = threading.Thread(target=long_call)
    ticks = []
    thread.start()
    while thread.is_alive():
        ticks.append(time.monotonic())
        time.sleep(0.001)
    start, end = span
    third = (end - start) / 3
    assert any(start + third < tick < end - third for tick in ticks), "nothing ran in the middle of the call"


def test_sizes() -> None:
    assert {call: len(CALLS[call](b"")) for call in CALLS} == SIZE
