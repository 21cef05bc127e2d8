# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The library as one file: it compiles alone, without flags, and gives the right answers on every engine it holds."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WARNINGS = "-Wall -Wextra -Wpedantic -Werror".split()
OUTPUT = {"add": 64, "mul": 64, "pairing": 32}
MINGW = "x86_64-w64-mingw32-gcc"


def run(*command: str | Path, given: str = "", env: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, input=given, capture_output=True, text=True, env=env)
    assert done.returncode == 0, f"{command[0]}:\n{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("amalgamation")
    run(ROOT / "tools/amalgamate", "--out", out)
    return out


@pytest.fixture(scope="module")
def portable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("portable")
    run(ROOT / "tools/amalgamate", "--portable", "--out", out)
    return out


@pytest.fixture(scope="module")
def library(folder: Path) -> ctypes.CDLL:
    made = folder / "one.so"
    run("cc", *WARNINGS, "-std=c11", "-O1", "-fPIC", "-shared", folder / "limbsmith_bn254.c", "-o", made)
    loaded = ctypes.CDLL(str(made))
    for name in ("version", "engine_name_at", "status_string"):
        getattr(loaded, f"lsm_{name}").restype = ctypes.c_char_p
    return loaded


def engines(library: ctypes.CDLL) -> list[bytes]:
    return [library.lsm_engine_name_at(i) for i in range(library.lsm_engine_count())]


def test_every_engine_is_in(library: ctypes.CDLL) -> None:
    program = json.loads(run(os.environ.get("LIMBSMITH", ROOT / "build/dev/limbsmith"), "info", "--json"))
    built = [engine["name"] for engine in program["engines"]]
    assert [name.decode() for name in engines(library)] == [name for name in built if name != "lanes_emu"]
    assert library.lsm_selftest() == 0


@pytest.mark.parametrize("call", OUTPUT)
def test_vectors(library: ctypes.CDLL, call: str) -> None:
    """All committed vectors on every engine this machine runs: bytes, codes, and zeros on an error."""
    function = getattr(library, f"lsm_evm_bn254_{call}_on")
    records = json.loads((ROOT / f"tests/data/bn254_{call}.json").read_text())
    ran = 0
    for engine in engines(library):
        if not library.lsm_engine_supported(engine):
            continue
        for record in records:
            given = bytes.fromhex(record["Input"])
            out = ctypes.create_string_buffer(b"\xa5" * OUTPUT[call], OUTPUT[call])
            status = function(engine, out, ctypes.c_size_t(len(out)), given, ctypes.c_size_t(len(given)), None)
            code = library.lsm_status_string(status).decode()
            assert code == record.get("ExpectedError", "ok"), (engine, record["Name"])
            assert out.raw.hex() == record.get("Expected", "00" * OUTPUT[call]), (engine, record["Name"])
            ran += 1
    assert ran >= len(records)


def test_nothing_is_exported_but_the_interface(folder: Path, library: ctypes.CDLL) -> None:
    header = (folder / "limbsmith_bn254.h").read_text()
    exported = {line.split()[-1] for line in run("nm", "-D", "--defined-only", folder / "one.so").splitlines()}
    assert exported == {name for name in exported if f" {name}(" in header or f"*{name}(" in header}
    assert {"lsm_evm_bn254_pairing", "lsm_version"} <= exported


def compiler(name: str) -> Callable[..., str]:
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed: skipped, not passed")
    return lambda *arguments: run(name, *arguments)


@pytest.mark.parametrize("name", ["clang", "musl-gcc", MINGW, "aarch64-linux-gnu-gcc"])
def test_other_compilers(portable: Path, name: str) -> None:
    """The portable file under other compilers and for other systems."""
    compile_ = compiler(name)
    compile_(*WARNINGS, "-std=c11", "-O1", "-c", portable / "limbsmith_bn254.c", "-o", portable / f"{name}.o")


# The engines, then one answer a line: the machine code of the status and the bytes.
WINDOWS_PROGRAM = """
#include "limbsmith_bn254.h"
#include <stdio.h>
#include <string.h>

int main(void) {
    static uint8_t in[1 << 16], out[64];
    static char line[sizeof in * 2 + 16], call[8];
    for (size_t i = 0; i < lsm_engine_count(); i++) printf("%s ", lsm_engine_name_at(i));
    puts(lsm_status_string(lsm_selftest()));
    while (fgets(line, sizeof line, stdin)) {
        int at = 0;
        unsigned byte;
        size_t n = 0;
        if (sscanf(line, "%7s %n", call, &at) != 1) return 1;
        for (; sscanf(line + at, "%2x", &byte) == 1; at += 2) in[n++] = (uint8_t)byte;
        size_t size = strcmp(call, "pairing") ? 64 : 32;
        lsm_status status = !strcmp(call, "add")   ? lsm_evm_bn254_add(out, size, in, n)
                            : !strcmp(call, "mul") ? lsm_evm_bn254_mul(out, size, in, n)
                                                   : lsm_evm_bn254_pairing(out, size, in, n);
        printf("%s ", lsm_status_string(status));
        for (size_t i = 0; i < size; i++) printf("%02x", out[i]);
        puts("");
    }
    return 0;
}
"""


@pytest.fixture(scope="module")
def windows_program(folder: Path) -> Path:
    """Compiled from the file with all engines in it."""
    compile_ = compiler(MINGW)
    (folder / "windows.c").write_text(WINDOWS_PROGRAM)
    sources = (folder / "windows.c", folder / "limbsmith_bn254.c")
    compile_(*WARNINGS, "-std=c11", "-O1", f"-I{folder}", *sources, "-o", folder / "windows.exe")
    return folder / "windows.exe"


def test_windows_has_the_portable_engine_alone(windows_program: Path) -> None:
    """The kernels of the others follow the System V calling convention, which Windows does not have."""
    defined = run(MINGW.replace("-gcc", "-nm"), "--defined-only", windows_program)
    assert "lsm_bn254_c64_" in defined
    assert "lsm_bn254_adx_" not in defined
    assert "lsm_bn254_lanes_" not in defined


def test_vectors_on_windows(windows_program: Path, wine: dict[str, str]) -> None:
    records = [
        (call, record)
        for call in OUTPUT
        for record in json.loads((ROOT / f"tests/data/bn254_{call}.json").read_text())
    ]
    given = "".join(f"{call} {record['Input']}\n" for call, record in records)
    head, *answers = run(wine["WINE"], windows_program, given=given, env=wine).splitlines()
    assert head == "c64 ok"
    assert len(answers) == len(records) > 100
    for (call, record), answer in zip(records, answers, strict=True):
        wanted = record.get("ExpectedError", "ok"), record.get("Expected", "00" * OUTPUT[call])
        assert tuple(answer.split()) == wanted, (call, record["Name"])


def test_a_curve_without_precompiles(tmp_path: Path) -> None:
    run(ROOT / "tools/amalgamate", "--curve", "bn256", "--out", tmp_path)
    run("cc", *WARNINGS, "-std=c11", "-O1", "-c", tmp_path / "limbsmith_bn256.c", "-o", tmp_path / "bn256.o")
    defined = run("nm", "-g", "--defined-only", tmp_path / "bn256.o")
    assert "lsm_bn256_pairing_check" in defined
    assert "lsm_evm" not in defined


def test_header_from_cpp(folder: Path, portable: Path) -> None:
    """A C++ program that includes the header, linked with the C file."""
    compile_ = compiler("c++")
    main = portable / "main.cpp"
    main.write_text(
        '#include "limbsmith_bn254.h"\n#include <cstdio>\n'
        "int main() { unsigned char out[64], in[1] = {0};\n"
        "std::puts(lsm_status_string(lsm_evm_bn254_add(out, sizeof out, in, 1))); return lsm_selftest(); }\n"
    )
    run("cc", "-O1", "-c", portable / "limbsmith_bn254.c", "-o", portable / "c.o")
    compile_(*WARNINGS, "-std=c++11", f"-I{portable}", main, portable / "c.o", "-o", portable / "main")
    assert run(portable / "main") == "ok\n"


def test_refusal() -> None:
    done = subprocess.run([ROOT / "tools/amalgamate", "--curve", "toy_bn_z1"], capture_output=True, text=True)
    assert done.returncode == 2
    assert "toy_bn_z1" in done.stderr
