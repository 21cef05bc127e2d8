# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One exception for each status of the C library (<limbsmith/status.h>)."""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """The status codes of the C library."""

    OK = 0
    LENGTH = 1
    NOT_CANONICAL = 2
    NOT_ON_CURVE = 3
    NOT_IN_SUBGROUP = 4
    ARGUMENT = 5
    OUTPUT = 6
    ENGINE = 7


class LimbsmithError(Exception):
    """What every error of a call is.

    call: the call that failed, as "add".
    status: the number that the C library returned.
    item: the index, from 0, of the point (add, mul) or pair (pairing) that decided the status; None if none did.
    """

    meaning = "a status this package does not know"

    def __init__(self, call: str, status: int, item: int | None = None) -> None:
        super().__init__(call, status, item)  # as arguments, so that the exception can be pickled
        self.call = call
        self.status = status
        self.item = item

    def __str__(self) -> str:
        where = "" if self.item is None else f", item {self.item}"
        return f"{self.call}{where}: {self.meaning} (status {int(self.status)})"


class BadInputError(LimbsmithError, ValueError):
    """The input is to blame: for a contract, failure. Whatever else a call raises must not be reported as one."""


class LengthError(BadInputError):
    """The input of a pairing is no multiple of 192 bytes."""

    meaning = "the length is no multiple of 192 bytes"


class NotCanonicalError(BadInputError):
    """A coordinate is p or more."""

    meaning = "a coordinate is p or more"


class NotOnCurveError(BadInputError):
    """A point is not on its curve."""

    meaning = "the point is not on its curve"


class NotInSubgroupError(BadInputError):
    """A point of G2 is on the twist, but not of order r."""

    meaning = "the point of G2 is not of order r"


class ArgumentError(LimbsmithError):
    """The C library was called with a null pointer: a fault of this package."""

    meaning = "a null pointer"


class OutputError(LimbsmithError):
    """The C library was given too little room: a fault of this package."""

    meaning = "too little room for the result"


class EngineError(LimbsmithError):
    """No engine of that name, or not for this machine, or its self-test failed."""

    meaning = "the engine is not built in, or not for this machine, or fails its self-test"


_BY_STATUS: dict[int, type[LimbsmithError]] = {
    Status.LENGTH: LengthError,
    Status.NOT_CANONICAL: NotCanonicalError,
    Status.NOT_ON_CURVE: NotOnCurveError,
    Status.NOT_IN_SUBGROUP: NotInSubgroupError,
    Status.ARGUMENT: ArgumentError,
    Status.OUTPUT: OutputError,
    Status.ENGINE: EngineError,
}


def error_of(call: str, status: int, item: int | None = None) -> LimbsmithError:
    """The exception for a status that is not OK."""
    return _BY_STATUS.get(status, LimbsmithError)(call, status, item)
