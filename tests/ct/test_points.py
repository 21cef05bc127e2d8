# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The constant-time point calls of the public API under valgrind: secret scalars and points decide no jump, no address.

The library is compiled as it is shipped, engine by engine, and reached through its public header only.
"""

from __future__ import annotations

import platform
import shutil
import subprocess
from pathlib import Path

import pytest

from fieldlib import COMPILERS, ROOT

HEADER = Path("/usr/include/valgrind/memcheck.h")
CPU_INFO = Path("/proc/cpuinfo")
CPU_FLAGS = CPU_INFO.read_text(encoding="utf-8").split() if CPU_INFO.exists() else []
ENGINE_FLAGS = {"adx": ["-mbmi2", "-madx"], "c64": []}
BUILDS = [
    *((engine, compiler, "-O2") for engine in ENGINE_FLAGS for compiler in COMPILERS),
    *(pytest.param("c64", compiler, "-O3", marks=pytest.mark.full) for compiler in COMPILERS),
]
pytestmark = pytest.mark.skipif(
    shutil.which("valgrind") is None or not HEADER.exists(), reason="valgrind with its headers is not installed"
)


def build(folder: Path, engine: str, compiler: str, level: str) -> Path:
    """The test program over a library whose only engine is this one."""
    generated = ROOT / "generated/bn254"
    layers = [ROOT / "src" / layer for layer in ("tower", "curve", "pairing", "engine")]
    sources = [file for place in (generated / engine, *layers) for file in sorted(place.glob("*.[cS]"))]
    sources += [*sorted((ROOT / "src/api").glob("*.c")), ROOT / "tests/ct/points.c"]
    includes = [f"-I{place}" for place in (ROOT / "include", ROOT / "src", generated, generated / engine)]
    defines = [f"-DLSM_CURVE_ENGINES=X({engine})", "-DLSM_STATIC"]
    program = folder / "points"
    command = [compiler, "-std=gnu11", level, "-gdwarf-4", *ENGINE_FLAGS[engine], *includes, *defines]
    subprocess.run([*command, *map(str, sources), "-o", str(program)], check=True)
    return program


def run(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["valgrind", "--quiet", "--error-exitcode=9", str(program), *arguments]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.mark.parametrize(("engine", "compiler", "level"), BUILDS)
def test_secret_points_and_scalars_decide_nothing(tmp_path: Path, engine: str, compiler: str, level: str) -> None:
    if engine == "adx" and not (platform.machine() == "x86_64" and {"adx", "bmi2"} <= set(CPU_FLAGS)):
        pytest.skip("this machine has no ADX")
    program = build(tmp_path, engine, compiler, level)
    done = run(program)
    assert done.returncode == 0, done.stderr
    for call in ("g1_mul", "g2_mul", "g1_add", "g2_add"):
        assert run(program, call).returncode == 9, f"{call}_vartime was not noticed: the test sees nothing"
