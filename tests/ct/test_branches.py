# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Disassembles the compiled field functions and looks for branches that secret data could decide.

Every function of the contracts is compiled out of line, by each compiler present, at -O2 and -O3:

- shape "straight": one basic block. No jump of any kind and no call.
- shapes "loops" and "calls": loops with fixed, public counts, and calls. A conditional jump must go backwards, which is
  what a loop whose count is known to be at least one compiles to; a selection turned into a branch goes forwards. That
  the loops' counters are public is seen from the source, where every count is a constant or stands in a constant table,
  and checked by running (test_taint.py).
- shape "vartime" is free.
"""

from __future__ import annotations

import json
import platform
import re
import subprocess
from pathlib import Path

import pytest

import fieldlib
from curvelib import model
from fieldlib import COMPILERS
from gen.engines import engine_files

BUILDS = [(compiler, level) for compiler in COMPILERS for level in ("-O2", "-O3")]
# The forms that other machines and compilers use, forced on this one.
OTHER_FORMS = [
    *((compiler, "-DLSM_NO_INT128") for compiler in COMPILERS),
    *((compiler, "-DLSM_CARRY=LSM_CARRY_C") for compiler in COMPILERS),
    *((compiler, "-DLSM_CARRY=LSM_CARRY_CLANG") for compiler in COMPILERS if compiler == "clang"),
]
CURVES = ["bn254", "bn256", "toy_bn_z1", "secp256k1", "p256"]
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(?:(?:notrack|bnd|rep\w*|lock|cs|data16)\s+)*([a-z]\w*)\s*(.*)$")
# Instructions whose time depends on their operands.
SLOW = {"div", "divq", "divl", "idiv", "idivq", "idivl", "loop", "loope", "loopne", "jrcxz", "jecxz"}


def disassemble(objects: Path) -> dict[str, list[tuple[int, str, str]]]:
    """Function -> (address, mnemonic, operands), over all objects of a folder."""
    functions: dict[str, list[tuple[int, str, str]]] = {}
    for file in sorted(objects.glob("*.o")):
        text = subprocess.run(
            ["objdump", "-d", "--no-show-raw-insn", str(file)], check=True, capture_output=True, text=True
        ).stdout
        current: list[tuple[int, str, str]] = []
        for line in text.splitlines():
            if head := re.match(r"^[0-9a-f]+ <(.+)>:$", line):
                current = functions.setdefault(head[1], [])
            elif found := INSTRUCTION.match(line):
                current.append((int(found[1], 16), found[2], found[3]))
    return functions


def offences(code: list[tuple[int, str, str]], shape: str) -> list[str]:
    """Instructions that the shape of a function forbids."""
    if shape == "vartime":
        return []
    bad = []
    for address, mnemonic, operands in code:
        shown = f"{address:x}: {mnemonic} {operands}"
        if mnemonic in SLOW or (shape == "straight" and mnemonic.startswith(("j", "call"))):
            bad.append(shown)
        elif mnemonic.startswith("j") and mnemonic not in ("jmp", "jmpq"):
            target = re.match(r"([0-9a-f]+)", operands)
            if target is None or int(target[1], 16) > address:
                bad.append(shown)
    return bad


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ct")


def compiled(
    folder: Path, curve: str, compiler: str, *flags: str, engine: str = "c64"
) -> tuple[dict[str, str], dict[str, list]]:
    files = engine_files(model(curve), engine)
    place = folder / f"{curve}-{engine}-{compiler}{''.join(flags)}"
    code = disassemble(fieldlib.build(place, files, compiler, list(flags), shared=False))
    contracts = json.loads(files["contracts.json"])["functions"]
    return {contract["function"]: contract["shape"] for contract in contracts}, code


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize(("compiler", "level"), BUILDS)
def test_no_branch_depends_on_data(objects: Path, curve: str, compiler: str, level: str) -> None:
    check(curve, *compiled(objects, curve, compiler, level))


@pytest.mark.parametrize(("compiler", "form"), OTHER_FORMS)
def test_no_branch_in_the_other_forms(objects: Path, compiler: str, form: str) -> None:
    check("bn254", *compiled(objects, "bn254", compiler, "-O2", form))


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the kernels are for x86-64")
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("curve", ["bn254", "bn256"])
def test_no_branch_in_the_kernels(objects: Path, compiler: str, curve: str) -> None:
    check(curve, *compiled(objects, curve, compiler, "-O2", engine="adx"), engine="adx")


def check(curve: str, shapes: dict[str, str], code: dict[str, list], engine: str = "c64") -> None:
    """All functions of a build."""
    seen, problems = 0, []
    for name, shape in shapes.items():
        inline = f"t_{name}"
        symbol = f"lsm_{curve}_{engine}_{name}"
        body = code.get(symbol) or code.get(inline)
        assert body, f"{name} is in no object"
        seen += len(body)
        problems += [f"{name} ({shape}): {line}" for line in offences(body, shape)]
    # What the compiler kept out of line from the composed functions belongs to them.
    statics = [name for name in code if not name.startswith(("lsm_", "t_"))]
    for name in statics:
        problems += [f"{name}: {line}" for line in offences(code[name], "loops")]
    assert not problems, "\n".join(problems)
    assert seen > 20 * len(shapes)


TERNARY = """
#include <stdint.h>
void select_words(uint64_t *r, const uint64_t *a, const uint64_t *b, uint64_t x, uint64_t y) {
    uint64_t borrow = x < y;
    for (int i = 0; i < 4; i++) r[i] = borrow ? a[i] : b[i];
}
uint64_t divide(uint64_t a, uint64_t b) { return a / b; }
uint64_t branch(uint64_t a, uint64_t (*f)(uint64_t)) { if (a & 1) return f(a); return a; }
"""


def test_the_test_sees_branches(tmp_path: Path) -> None:
    """A ternary on a borrow, which gcc 12 compiles to a jump, a division and a plain branch are all found."""
    (tmp_path / "bad.c").write_text(TERNARY, encoding="utf-8")
    found = 0
    for compiler in COMPILERS:
        subprocess.run([compiler, "-O2", "-c", "bad.c", "-o", f"{compiler}.o"], cwd=tmp_path, check=True)
        code = disassemble(tmp_path)
        assert offences(code["divide"], "loops"), compiler
        assert offences(code["branch"], "loops"), compiler
        found += bool(offences(code["select_words"], "straight"))
        (tmp_path / f"{compiler}.o").unlink()
    assert found, "no compiler here turns the ternary into a jump: the example needs an update"
