#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Templates lay out files, Python decides: no template holds limb arithmetic, a number of the curve, or a computation.

Allowed: literal C text that calls field functions, values put in with {{ }}, loops over lists, tests of flags. Comments
may say anything.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from lint import ROOT, arguments, files, finish, name, without_comments

# 0, 1 and 2 count and index; 64 is the word of the engine's C type; 201112L asks for C11.
NUMBERS = {"0", "1", "2", "64", "201112L"}

LIMB_ARITHMETIC = {
    r"__int128|\bu?int128": "a 128-bit integer",
    r"\blsm_(?:adc|sbb|mac|mul|add|sub|carry|borrow)\w*\s*\(": "a carry helper",
    r"(?:->|\.)l\s*\[": "a single limb",
    r"<<|>>": "a shift",
    r"\^|~": "a bit operation",
    r"[-+*|&^]=": "an update in place",
}


def template_expressions(text: str) -> Iterator[tuple[int, str, str]]:
    for match in re.finditer(r"\{([{%])-?(.*?)-?[}%]\}", text, re.DOTALL):
        yield text.count("\n", 0, match.start()) + 1, match[1], match[2]


def problems(path: Path) -> Iterator[str]:
    text = path.read_text()
    prose = path.suffixes[:1] == [".md"]  # a text for readers: it may count and index, not compute
    for line, kind, expression in template_expressions(text):
        where = f"{name(path)}:{line}"
        bare = re.sub(r"\"(?:\\.|[^\"])*\"|'(?:\\.|[^'])*'", '""', expression)
        if kind == "%" and re.match(r"\s*set\b", bare):
            yield f"{where}: {{% set %}} computes; compute it in Python"
        if re.search(r"[+*/]|(?<![\w.])-|%|(?<!\|)\|\s*(?:int|float|abs|round|sum)\b", bare):
            yield f"{where}: arithmetic in a template expression: {expression.strip()}"
        for number in re.findall(r"(?<![\w.])\d\w*", bare):
            if number not in NUMBERS and not prose:
                yield f"{where}: the number {number} in a template expression"
    if prose:
        return
    plain = re.sub(r"\{([{%#])(.*?)[}%#]\}", lambda m: "@" + "\n" * m[0].count("\n"), text, flags=re.DOTALL)
    for line, commented in enumerate(without_comments(plain).split("\n"), 1):
        code = re.sub(r'"(?:\\.|[^"])*"', '""', commented)
        where = f"{name(path)}:{line}"
        for pattern, what in LIMB_ARITHMETIC.items():
            if re.search(pattern, code):
                yield f"{where}: limb arithmetic ({what}): {code.strip()}"
        for number in re.findall(r"(?<![\w.])\d\w*", code):
            if number not in NUMBERS:
                yield f"{where}: the number {number}: {code.strip()}"


def main() -> None:
    arguments(__doc__).parse_args()
    paths = files("templates")
    found = [problem for path in paths for problem in problems(path)]
    if not paths:
        found.append(f"no templates below {ROOT / 'templates'}")
    finish("check_templates", found, f"{len(paths)} templates hold no arithmetic and no numbers")


if __name__ == "__main__":
    main()
