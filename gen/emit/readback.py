# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads the straight-line C functions of a generated file back and executes them on Python integers.

Independent of the printer: only the text counts. The subset of C is what straight-line code needs: words of 64 bits,
their operators, and the operations of src/core/word.h and src/core/ct.h. Anything else is an error.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

WORD = (1 << 64) - 1


class ReadbackError(ValueError):
    """The text is not the subset of C that straight-line functions are printed in."""


@dataclass(frozen=True)
class Statement:
    """target, and for two-result operations the target of the second result; None for a discarded first result."""

    target: str | None
    second: str | None
    value: ast.expr


@dataclass(frozen=True)
class StraightLine:
    """One function: statements in order; memory words are named like "a->l[0]"."""

    name: str
    statements: tuple[Statement, ...]

    def run(self, memory: Mapping[str, int], arguments: Mapping[str, int] | None = None) -> tuple[dict[str, int], int]:
        """Memory after the function, and the returned value (0 for void)."""
        values = dict(arguments or {})
        cells = dict(memory)
        for statement in self.statements:
            results = _evaluate(statement.value, values, cells)
            targets = [statement.target, statement.second]
            pair = results if isinstance(results, tuple) else (results, None)
            for target, value in zip(targets, pair, strict=True):
                if target is None or value is None:
                    continue
                if target in memory or "->" in target:
                    cells[target] = value
                else:
                    values[target] = value
        return cells, values.get("return", 0)


def _mac(t: int, a: int, b: int, c: int) -> tuple[int, int]:
    total = t + a * b + c
    return total & WORD, total >> 64


def _adc(a: int, b: int, carry: int) -> tuple[int, int]:
    if carry > 1:
        raise ReadbackError(f"carry {carry}")
    total = a + b + carry
    return total & WORD, total >> 64


def _sbb(a: int, b: int, borrow: int) -> tuple[int, int]:
    if borrow > 1:
        raise ReadbackError(f"borrow {borrow}")
    total = a - b - borrow
    return total & WORD, int(total < 0)


def _mask(bit: int) -> int:
    if bit > 1:
        raise ReadbackError(f"mask of {bit}")
    return -bit & WORD


PAIRS: dict[str, Callable[..., tuple[int, int]]] = {
    "lsm_mac": _mac,
    "lsm_mul": lambda a, b: _mac(0, a, b, 0),
    "lsm_adc": _adc,
    "lsm_sbb": _sbb,
}
SINGLES: dict[str, Callable[..., int]] = {
    "lsm_ct_mask": _mask,
    "lsm_ct_barrier": lambda x: x,
    "lsm_ct_select": lambda mask, a, b: b ^ ((a ^ b) & mask),
    "lsm_nonzero": lambda a: int(a != 0),
    "UINT64_C": lambda a: a,
}
OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Mult: lambda a, b: a * b,
    ast.BitAnd: lambda a, b: a & b,
    ast.BitOr: lambda a, b: a | b,
    ast.BitXor: lambda a, b: a ^ b,
    ast.LShift: lambda a, b: a << b,
    ast.RShift: lambda a, b: a >> b,
}


def _evaluate(node: ast.expr, values: Mapping[str, int], cells: Mapping[str, int]) -> int | tuple[int, int]:
    def number(part: ast.expr) -> int:
        result = _evaluate(part, values, cells)
        if isinstance(result, tuple):
            raise ReadbackError("an operation with two results inside an expression")
        return result

    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.Name(id=name):
            return values[name]
        case ast.Subscript(value=ast.Name(id="cell"), slice=ast.Constant(value=str(name))):
            return cells[name]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return OPERATORS[type(op)](number(left), number(right)) & WORD
        case ast.Call(func=ast.Name(id=name), args=args) if name in PAIRS:
            return PAIRS[name](*(number(arg) for arg in args))
        case ast.Call(func=ast.Name(id=name), args=args) if name in SINGLES:
            return SINGLES[name](*(number(arg) for arg in args))
    raise ReadbackError(f"cannot execute {ast.unparse(node)}")


_MEMORY = re.compile(r"[A-Za-z_]\w*->(?:c[01]\.)?l\[\d+\]")
_ASSIGNMENT = re.compile(
    r"^(?P<target>\(void\)|return \(int\)|(?:const uint64_t )?[\w>\-.\[\]]+ = )(?P<value>.+)$", re.S
)
_SECOND = re.compile(r"\(&(\w+), ")


def _statement(text: str) -> Statement:
    match = _ASSIGNMENT.match(text)
    if match is None:
        raise ReadbackError(f"not an assignment: {text}")
    target = match["target"].removeprefix("const uint64_t ").removesuffix(" = ")
    value = match["value"]
    second = _SECOND.search(value)
    value = _SECOND.sub("(", value, count=1)
    value = _MEMORY.sub(lambda cell: f"cell[{cell[0]!r}]", value)
    named = {"(void)": None, "return (int)": "return"}.get(target, target)
    try:
        return Statement(named, second[1] if second else None, ast.parse(value, mode="eval").body)
    except SyntaxError as error:
        raise ReadbackError(f"cannot read {text}") from error


def read_functions(text: str) -> dict[str, StraightLine]:
    """All functions of a generated file whose body is straight-line word arithmetic, by name."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    functions = {}
    for match in re.finditer(r"^(?:LSM_INLINE )?(?:void|int) (\w+)\([^)]*\) \{\n(.*?)^\}", text, flags=re.S | re.M):
        name, body = match[1], match[2]
        if "uint64_t" not in body or re.search(r"\b(for|if|while)\b", body):
            continue
        statements = []
        try:
            for part in (" ".join(piece.split()) for piece in body.split(";")):
                if not part or re.fullmatch(r"LSM_F[PR]_CHECK\(.*\)", part) or re.fullmatch(r"uint64_t [\w, ]+", part):
                    continue
                if part.startswith("const uint64_t "):
                    statements.extend(_statement(piece) for piece in part.removeprefix("const uint64_t ").split(", "))
                else:
                    statements.append(_statement(part))
        except ReadbackError:
            # Functions composed of calls are no straight-line word arithmetic; the caller names those it expects.
            continue
        functions[name] = StraightLine(name, tuple(statements))
    return functions
