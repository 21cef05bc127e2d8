#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The layers of ARCHITECTURE.md, on the include graph of the C code and the import graph of the generator.

C:       core <- field (generated) <- tower <- curve <- pairing <- lanes <- engine <- api -> include/limbsmith
         A file includes its own layer and those to its left; no cycles; api sees engines only through engine/engine.h;
         public headers include each other, <stdint.h> and <stddef.h> only. Curve names and CPU feature macros stay at
         the edges.
Python:  params <- derive <- ir <- strategies <- plan, model, emit, render <- outputs; what re-checks the constants does
         not import what derives them.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from lint import ROOT, arguments, files, finish, name, without_comments

ORDER = ("core", "field", "tower", "curve", "pairing", "lanes", "engine", "api")

# libc and compiler headers, each with the files that may include it; None: any file in src.
SYSTEM: dict[str, set[str] | None] = {
    "stdint.h": None,
    "stddef.h": None,
    "string.h": None,  # memcpy, memset
    "stdio.h": {"src/core/verify.h"},  # messages of range assertions, LSM_VERIFY builds only
    "stdlib.h": {"src/core/verify.h"},
    "immintrin.h": {"src/core/word.h", "src/lanes/ifma.h"},  # add with carry; vectors
    "intrin.h": {"src/core/word.h"},
    "cpuid.h": {"src/api/cpu.c"},
    "stdatomic.h": {"src/api/curve_engines.c"},  # the engine pointer
}
SYSTEM_OF_PUBLIC = {"stdint.h", "stddef.h"}

# Generated headers by base name; each engine has its own copy, found through the include path.
GENERATED = {
    "engine_id.h": "core",
    "fp.h": "field",
    "fr.h": "field",
    "fp2.h": "field",
    "curve.h": "field",
    "vectors.h": "vectors",
    "api_curve.h": "api",
    "lanes_kernels.h": "lanes",
    "lanes_kernels.c": "lanes",
}

# One direct exception: the namespace comes from the engine's generated identity.
EXCEPTIONS = {("src/core/ns.h", "engine_id.h")}

# Where a curve may be named: its public header, its API file, the engine list and the self-test beside it.
EDGES = ("include/limbsmith/", "src/api/")


def includes(path: Path) -> Iterator[tuple[str, bool]]:
    """(header, in angle brackets) of each include line."""
    for match in re.finditer(r'^[ \t]*#[ \t]*include[ \t]*(?:<([^>]+)>|"([^"]+)")', path.read_text(), re.MULTILINE):
        yield (match[1] or match[2], match[1] is not None)


def layer_of_file(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    if parts[0] == "include":
        return "include"
    if parts[0] == "generated":
        return GENERATED.get(path.name, "field")
    return parts[1]


def layer_of_header(header: str) -> str | None:
    if header.startswith("limbsmith/"):
        return "include"
    if "/" in header:
        return header.split("/")[0]
    return GENERATED.get(header)


def allowed(own: str, other: str, header: str) -> bool:
    if own == "include":
        return other == "include"
    if other == "include":
        # The status codes are the only part of the public interface that layers below the API know.
        return own == "api" or (header == "limbsmith/status.h" and own in ("curve", "engine"))
    if other == "vectors":
        return own == "api"
    if own == "vectors":
        return False  # bytes only
    if own == "api":
        return other == "api" or header == "engine/engine.h"
    return other in ORDER and ORDER.index(other) <= ORDER.index(own)


def c_problems(paths: list[Path]) -> Iterator[str]:
    for path in paths:
        own = layer_of_file(path)
        if own not in (*ORDER, "include", "vectors"):
            yield f"{name(path)}: no layer is called {own}"
            continue
        for header, angle in includes(path):
            where = f"{name(path)} ({own}) includes {header}"
            if angle and not header.startswith("limbsmith/"):
                users = SYSTEM.get(header, set())
                if own == "include" and header not in SYSTEM_OF_PUBLIC:
                    yield f"{where}: public headers need only {' and '.join(sorted(SYSTEM_OF_PUBLIC))}"
                elif users is not None and name(path) not in users:
                    yield f"{where}: not a header that this file may use"
                continue
            if (name(path), header) in EXCEPTIONS:
                continue
            other = layer_of_header(header)
            if other is None:
                yield f"{where}: neither a path below src nor a generated header"
            elif not allowed(own, other, header):
                yield f"{where} ({other}): that is not to its left"


def cycles(paths: list[Path]) -> Iterator[str]:
    """Include cycles among the hand-written headers."""
    graph = {name(p).removeprefix("src/"): [h for h, _ in includes(p)] for p in paths if p.is_relative_to(ROOT / "src")}
    done: set[str] = set()

    def visit(header: str, trail: list[str]) -> Iterator[str]:
        if header in trail:
            yield "include cycle: " + " -> ".join([*trail[trail.index(header) :], header])
        elif header in graph and header not in done:
            for other in graph[header]:
                yield from visit(other, [*trail, header])
            done.add(header)

    for header in graph:
        yield from visit(header, [])


def edge_problems(paths: list[Path]) -> Iterator[str]:
    curves = sorted(path.stem for path in (ROOT / "gen/curves").glob("*.toml"))
    named = re.compile(r"(?<![A-Za-z0-9])(" + "|".join(curves) + r")(?![A-Za-z0-9])", re.IGNORECASE)
    feature = re.compile(r"__(ADX|BMI2?|AVX\w*|SSE\w*|ARM_\w+)__")
    for path in paths:
        if name(path).startswith(("generated/", *EDGES)):
            continue
        for number, line in enumerate(without_comments(path.read_text()).split("\n"), 1):
            if match := named.search(line):
                places = ", ".join(EDGES)
                yield f"{name(path)}:{number}: names the curve {match[1]}; only {places} and the engine list may"
            if match := feature.search(line):
                yield f"{name(path)}:{number}: tests {match[0]}; the engine is chosen at run time, by src/api"


PYTHON_ORDER = {
    "gen.params": 0,
    "gen.files": 0,
    "gen.numbers": 0,
    "gen.derive": 1,
    "gen.propose": 2,
    "gen.ir": 3,
    "gen.interp": 3,
    "gen.contracts": 3,
    "gen.emulate": 3,
    "gen.strategies": 4,
    "gen.plan": 5,
    "gen.model": 5,
    "gen.render": 5,
    "gen.emit": 5,
    "gen.lanes": 5,
    "gen.costs": 5,
    "gen.seedpower": 5,
    "gen.outputs": 6,
    "gen.kernel_inputs": 5,
    "gen.kernels": 6,
    "gen.engines": 7,
    "gen.functions": 7,
    "gen.tree": 8,
    "gen.standalone": 8,
    "gen.newcurve": 8,
    "gen.recheck": 8,
    "gen.verify": 8,
    "gen.verify_fields": 8,
    "gen.commands": 9,
    "gen.cli": 9,
}


def python_layer(module: str) -> int | None:
    return PYTHON_ORDER.get(".".join(module.split(".")[:2]))


def imports(path: Path) -> Iterator[str]:
    package = path.relative_to(ROOT).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level]) if node.level else ""
            module = ".".join(part for part in (base, node.module) if part)
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def python_problems() -> Iterator[str]:
    for path in files("gen", suffixes=(".py",)):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        own = python_layer(module)
        if own is None and module not in ("gen", "gen.__main__"):
            yield f"{name(path)}: no layer holds {module}"
        for other in sorted(set(imports(path))):
            if module.startswith(("gen.recheck", "gen.verify")) and other.startswith("gen.derive"):
                yield f"{name(path)} imports {other}: a second method must not use the first"
            reached = python_layer(other)
            if own is not None and reached is not None and reached > own:
                yield f"{name(path)} imports {other}, which is to its right"
            if module.startswith("gen.params") and other.startswith("gen.derive"):
                yield f"{name(path)} imports {other}: parameters are what a file states"


def main() -> None:
    arguments(__doc__).parse_args()
    paths = files("src", "include", "generated", suffixes=(".c", ".h", ".inc"))
    problems = [*c_problems(paths), *cycles(paths), *edge_problems(paths), *python_problems()]
    finish("check_layers", problems, f"{len(paths)} C files and the generator keep to their layers")


if __name__ == "__main__":
    main()
