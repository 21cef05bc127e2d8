# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Loads the C library and declares what is called of it. ctypes.CDLL releases the GIL for the time of a call."""

from __future__ import annotations

import ctypes
import sys
from importlib.metadata import version
from pathlib import Path

from .errors import error_of

PATH = Path(__file__).with_name(
    {"win32": "limbsmith.dll", "darwin": "liblimbsmith.dylib"}.get(sys.platform, "liblimbsmith.so")
)
EVM_ARGUMENTS = (
    ctypes.c_char_p,  # engine
    ctypes.c_void_p,  # out
    ctypes.c_size_t,
    ctypes.c_void_p,  # in
    ctypes.c_size_t,
    ctypes.POINTER(ctypes.c_size_t),  # bad item
)
MAX_LENGTH = NO_ITEM = ctypes.c_size_t(-1).value


def _load() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL(str(PATH))
    except OSError as reason:
        raise ImportError(f"limbsmith: cannot load {PATH}: {reason}. Is the package installed?") from reason
    for name in ("version", "engine_name", "engine_reason"):
        getattr(library, f"lsm_{name}").restype = ctypes.c_char_p
    library.lsm_engine_count.restype = ctypes.c_size_t
    library.lsm_engine_name_at.argtypes = [ctypes.c_size_t]
    library.lsm_engine_name_at.restype = ctypes.c_char_p
    library.lsm_engine_supported.argtypes = [ctypes.c_char_p]
    library.lsm_selftest_on.argtypes = [ctypes.c_char_p]
    for call in ("add", "mul", "pairing"):
        getattr(library, f"lsm_evm_bn254_{call}_on").argtypes = EVM_ARGUMENTS
        gas = getattr(library, f"lsm_evm_bn254_{call}_gas")
        gas.argtypes = [ctypes.c_size_t]
        gas.restype = ctypes.c_uint64
    found, wanted = library.lsm_version().decode(), version("limbsmith")
    if found != wanted:
        raise ImportError(f"limbsmith: {PATH} is of version {found}, the package of version {wanted}")
    if library.lsm_selftest_on(None) != 0:
        raise ImportError(f"limbsmith: {PATH} gives wrong answers in its self-test, or the machine computes wrongly")
    return library


library = _load()
__version__: str = library.lsm_version().decode()


def engine() -> str:
    """The engine in use, as "c64"."""
    return str(library.lsm_engine_name().decode())


def engine_reason() -> str:
    """Why this engine was chosen, in a few words."""
    return str(library.lsm_engine_reason().decode())


def engines() -> tuple[str, ...]:
    """The engines that this machine can run, the preferred one first."""
    built_in = [library.lsm_engine_name_at(i) for i in range(library.lsm_engine_count())]
    return tuple(each.decode() for each in built_in if library.lsm_engine_supported(each))


def selftest() -> None:
    """Known answers, good and bad inputs, on every engine that this machine can run; EngineError if one is wrong."""
    status = library.lsm_selftest()
    if status:
        raise error_of("selftest", status)
