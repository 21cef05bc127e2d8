#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hand-written C holds no unexplained number of five or more digits, tests/ aside: there they are inputs and answers.

A number may stand if it is a mask of low bits, or if a comment on the same line or the one above explains it:
    #define PAIRING_BASE_GAS 45000 /* EIP-1108 */
    ... 12345 /* = 3 * 4115 */           an equation is evaluated and must hold
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from lint import arguments, files, finish, name, without_comments

LITERAL = re.compile(r"(?<![\w.])(0[xX][0-9a-fA-F]{5,}|[1-9][0-9]{4,})[uUlL]*(?![\w.])")


def value(text: str) -> int:
    """An integer expression over + - * ** // and brackets."""

    def walk(node: ast.expr) -> int:
        match node:
            case ast.Constant(value=int(number)):
                return number
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -walk(operand)
            case ast.BinOp(left=left, op=op, right=right):
                a, b = walk(left), walk(right)
                match op:
                    case ast.Add():
                        return a + b
                    case ast.Sub():
                        return a - b
                    case ast.Mult():
                        return a * b
                    case ast.Pow():
                        return a**b
                    case ast.FloorDiv():
                        return a // b
        raise ValueError(text)

    return walk(ast.parse(text.replace("^", "**"), mode="eval").body)


def explained(number: int, comment: str) -> bool:
    if equation := re.search(r"=\s*([-+*/^()0-9x\s]*[0-9)])\s*\*/", comment):
        return value(equation[1].strip()) == number
    return bool(comment.strip())


def problems(path: Path) -> Iterator[str]:
    original = path.read_text().split("\n")
    for index, line in enumerate(without_comments("\n".join(original)).split("\n")):
        for match in LITERAL.finditer(line):
            number = int(match[1], 0)
            if number & (number + 1) == 0:
                continue
            above = original[index - 1].strip() if index else ""
            comment = "".join(re.findall(r"/\*.*?\*/|//.*", original[index])) or (above if above.endswith("*/") else "")
            if not explained(number, comment):
                where = f"{name(path)}:{index + 1}"
                yield f"{where}: {match[1]} needs a comment that says what it is, or an equation that holds"


def main() -> None:
    arguments(__doc__).parse_args()
    paths = files("src", "include", "bindings", "tools", suffixes=(".c", ".h", ".inc"))
    found = [problem for path in paths for problem in problems(path)]
    finish("check_magic", found, f"{len(paths)} files, every large number explained")


if __name__ == "__main__":
    main()
