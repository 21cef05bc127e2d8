# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Integers as a person writes them on the command line: digits, 0x..., or an expression such as 2^255-19."""

from __future__ import annotations

import ast

LONGEST = 2000
"""Characters of an expression: enough for any number here, in digits too."""


class NumberError(ValueError):
    """The text is no integer expression; says what is wrong with it."""


def integer(text: str, max_bits: int) -> int:
    """The value of digits, 0x..., + - * ^ (or **) and brackets; nothing else is understood, nothing is executed.

    No number on the way is longer than twice max_bits, so that no text takes long.
    """
    if len(text) > LONGEST:
        raise NumberError(f"{len(text)} characters; at most {LONGEST} are read")
    try:
        tree = ast.parse(text.strip().replace("^", "**"), mode="eval")
        return _value(tree.body, 2 * max_bits)
    except NumberError:
        raise
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NumberError(f"{_shown(text)} is not an integer: digits, 0x..., + - * ^ and brackets") from None


def _value(node: ast.expr, limit: int) -> int:
    match node:
        case ast.Constant(value=value) if type(value) is int:
            result = value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            result = -_value(operand, limit)
        case ast.BinOp(left=left, op=op, right=right):
            a, b = _value(left, limit), _value(right, limit)
            match op:
                case ast.Add():
                    result = a + b
                case ast.Sub():
                    result = a - b
                case ast.Mult():
                    result = a * b
                case ast.Pow():
                    result = _power(a, b, limit)
                case _:
                    raise NumberError(f"{ast.unparse(node)[:60]}: the operations are + - * ^")
        case _:
            raise NumberError(f"{ast.unparse(node)[:60]} is not an integer: digits, 0x..., + - * ^ and brackets")
    if result.bit_length() > limit:
        raise NumberError(f"a number of {result.bit_length()} bits on the way; at most {limit} are computed with")
    return result


def _power(a: int, b: int, limit: int) -> int:
    if b < 0:
        raise NumberError(f"the exponent {b} is negative")
    if abs(a) > 1 and (a.bit_length() - 1) * b > limit:
        raise NumberError(f"{a}^{b} is longer than {limit} bits")
    return a**b


def _shown(text: str) -> str:
    return repr(text) if len(text) <= 60 else repr(text[:57]) + "..."
