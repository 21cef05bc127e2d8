# SPDX-License-Identifier: Apache-2.0 OR MIT
"""limbsmith: the Ethereum precompiles of BN254 (alt_bn128).

The calls are in `limbsmith.evm_bn254`: add, mul, pairing, and their gas. Every error is a `LimbsmithError`; the ones
that blame the input, which are a failed contract to the EVM, are `BadInputError`.

Importing the package loads the C library that comes with it and runs its self-test, or raises ImportError with a
reason.
"""

from . import evm_bn254
from ._library import __version__, engine, engine_reason, engines, selftest
from .errors import (
    ArgumentError,
    BadInputError,
    EngineError,
    LengthError,
    LimbsmithError,
    NotCanonicalError,
    NotInSubgroupError,
    NotOnCurveError,
    OutputError,
    Status,
)

__all__ = [
    "ArgumentError",
    "BadInputError",
    "EngineError",
    "LengthError",
    "LimbsmithError",
    "NotCanonicalError",
    "NotInSubgroupError",
    "NotOnCurveError",
    "OutputError",
    "Status",
    "__version__",
    "engine",
    "engine_reason",
    "engines",
    "evm_bn254",
    "selftest",
]
