# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The package: loading, and `python -m limbsmith`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import limbsmith
from limbsmith import _library

PACKAGE = Path(limbsmith.__file__).parent


def run(*arguments: str, folder: Path | None = None) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, cwd=folder)
    return done.returncode, done.stdout, done.stderr


def test_info_and_selftest() -> None:
    code, out, _ = run("-m", "limbsmith", "info")
    assert code == 0
    for word in (limbsmith.__version__, f"{limbsmith.engine()} ({limbsmith.engine_reason()})", str(_library.PATH)):
        assert word in out
    assert ", ".join(limbsmith.engines()) in out
    code, out, _ = run("-m", "limbsmith", "selftest")
    assert code == 0
    assert out.endswith(f"passed on {', '.join(limbsmith.engines())}\n")
    assert run("-m", "limbsmith")[0] == run("-m", "limbsmith", "other")[0] == 2
    assert limbsmith.engine() in limbsmith.engines()
    assert "c64" in limbsmith.engines()


def test_a_failed_selftest_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from limbsmith import __main__

    monkeypatch.setattr(_library.library, "lsm_selftest", lambda: 7)
    monkeypatch.setattr(sys, "argv", ["limbsmith", "selftest"])
    assert __main__.main() == 1
    assert "self-test" in capsys.readouterr().err


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The package once more, to be damaged."""
    shutil.copytree(PACKAGE, tmp_path / "limbsmith", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


STAND_IN = """
#define EVM(call) int lsm_evm_bn254_##call##_on(void) { return 0; } long lsm_evm_bn254_##call##_gas(void) { return 0; }
EVM(add) EVM(mul) EVM(pairing)
const char *lsm_version(void) { return VERSION; }
const char *lsm_engine_name(void) { return "x"; }
const char *lsm_engine_reason(void) { return "x"; }
const char *lsm_engine_name_at(void) { return "x"; }
int lsm_engine_count(void) { return 1; }
int lsm_engine_supported(void) { return 1; }
int lsm_selftest_on(void) { return SELFTEST; }
"""


def stand_in(library: Path, version: str, selftest: int) -> None:
    """Replace the library by one with every name that the package declares."""
    library.unlink()
    defines = [f'-DVERSION="{version}"', f"-DSELFTEST={selftest}"]
    command = ["cc", "-shared", "-fPIC", *defines, "-xc", "-", "-o", library]
    subprocess.run(command, input=STAND_IN, text=True, check=True)


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("missing", "cannot load"),
        ("garbage", "cannot load"),
        ("version", "is of version 9.9.9, the package of version"),
        ("selftest", "wrong answers in its self-test"),
        ("none", ""),
    ],
)
def test_a_library_that_must_not_be_used(copy: Path, fault: str, message: str) -> None:
    library = copy / "limbsmith" / _library.PATH.name
    if fault == "missing":
        library.unlink()
    elif fault == "garbage":
        library.write_bytes(b"no library")
    elif fault != "none":
        stand_in(library, "9.9.9" if fault == "version" else limbsmith.__version__, int(fault == "selftest"))
    code, _, error = run("-c", "import limbsmith", folder=copy)
    assert code == (0 if fault == "none" else 1)
    assert message in error
    assert fault == "none" or "ImportError: limbsmith: " in error
