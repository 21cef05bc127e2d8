# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs the field functions on inputs that valgrind treats as secret: no jump and no address may depend on them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import fieldlib
from curvelib import model
from fieldlib import COMPILERS, ROOT
from gen.engines import engine_files

HEADER = Path("/usr/include/valgrind/memcheck.h")
CPU_INFO = Path("/proc/cpuinfo")
CPU_FLAGS = CPU_INFO.read_text(encoding="utf-8") if CPU_INFO.exists() else ""
pytestmark = pytest.mark.skipif(
    shutil.which("valgrind") is None or not HEADER.exists(), reason="valgrind with its headers is not installed"
)


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(("curve", "engine"), [(c, e) for c in ("bn254", "bn256") for e in ("c64", "adx")])
def test_secret_inputs_decide_nothing(tmp_path: Path, compiler: str, curve: str, engine: str) -> None:
    if engine == "adx" and " adx " not in CPU_FLAGS:
        pytest.skip("this machine has no ADX")
    files = engine_files(model(curve), engine)
    folder = fieldlib.build(tmp_path, files, compiler, ["-O2", "-gdwarf-4"], shared=False)
    program = tmp_path / "taint"
    objects = [folder / f"{name}.o" for name in ("fp", "fr", "fp2")] + sorted(folder.glob("*_kernels.o"))
    sources = [str(ROOT / "tests/ct/taint.c"), *map(str, objects)]
    includes = [f"-I{ROOT / 'src'}", f"-I{folder}"]
    subprocess.run([compiler, "-std=gnu11", "-O2", *includes, *sources, "-o", str(program)], check=True)

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = ["valgrind", "--quiet", "--error-exitcode=9", str(program), *arguments]
        return subprocess.run(command, capture_output=True, text=True)

    good = run()
    assert good.returncode == 0, good.stderr
    bad = run("vartime")
    assert bad.returncode == 9, "the variable-time inversion was not noticed: the test sees nothing"
