# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`vectors` judges a library, so it is given bad ones: each fault must be seen, and named."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# where the files of an engine lie that takes another's fields
FOLDERS = {"lanes": ["lanes", "adx"], "lanes_emu": ["lanes_emu", "c64", "lanes"]}

# an off-curve point, and a pairing whose product is one
OFF_CURVE = {"Name": "off", "Op": "bn254_add", "Input": "01", "ExpectedError": "not_on_curve"}
TRUE = {"Name": "true", "Op": "bn254_pairing", "Input": "", "Expected": f"{1:064x}"}


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = os.environ.get("LIMBSMITH")
    if not program:
        pytest.skip("LIMBSMITH does not name the program")
    library = Path(program).with_name("liblimbsmith.a")
    compiler = shutil.which("cc")
    if not library.exists() or compiler is None or shutil.which("pkg-config") is None:
        pytest.skip("needs the static library beside the program, cc and pkg-config")
    folder = tmp_path_factory.mktemp("faulty")
    query = ["pkg-config", "--cflags", "--libs", "jansson"]
    jansson = subprocess.run(query, capture_output=True, text=True, check=True)
    generated = ROOT / "generated" / "bn254"
    facts = json.loads(subprocess.run([program, "info", "--json"], capture_output=True, text=True, check=True).stdout)
    engines = [engine["name"] for engine in facts["engines"]]
    common = [compiler, "-std=c11", "-D_GNU_SOURCE", "-O1", "-w", f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}"]
    sources = sorted((ROOT / "tools" / "limbsmith").glob("*.c"))
    # as the build does: bench_engine.c once for each engine of the library, on its include path
    for engine in engines:
        target = ["-c", str(ROOT / "tools/limbsmith/bench_engine.c"), "-o", str(folder / f"{engine}.o")]
        folders = [generated, *(generated / folder for folder in FOLDERS.get(engine, [engine]))]
        subprocess.run([*common, *(f"-I{folder}" for folder in folders), *target], check=True)
    command = [*common, f"-I{generated}", f"-DLSM_CURVE_ENGINES={' '.join(f'X({engine})' for engine in engines)}"]
    command += ["-o", str(folder / "limbsmith"), *(str(folder / f"{engine}.o") for engine in engines)]
    command += [str(path) for path in sources if path.name != "bench_engine.c"]
    # the first definition of a symbol wins
    command += [str(ROOT / "tests" / "cli" / "faulty_library.c"), "-Wl,--allow-multiple-definition", str(library)]
    done = subprocess.run([*command, *jansson.stdout.split()], capture_output=True, text=True, check=False)
    if done.returncode != 0 and "asan" in done.stderr:
        pytest.skip("the library is built with sanitizers")
    assert done.returncode == 0, done.stderr
    return folder / "limbsmith"


def run(program: Path, fault: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"FAULT": fault}
    return subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("fault", "record", "reason"),
    [
        ("output on failure", OFF_CURVE, "failure with output: byte 63 is not zero"),
        ("beyond", OFF_CURVE, "byte 0 behind the output was written"),
        ("far beyond", OFF_CURVE, "byte 31 behind the output was written"),
        ("input", OFF_CURVE, "the call changed its input"),
        ("success", OFF_CURVE, "success, expected failure (not_on_curve)"),
        ("engine", OFF_CURVE | {"ExpectedError": "other"}, "engine is no verdict on the input"),
        ("success", TRUE, "wrong result from byte 31 on"),
        ("none", TRUE, "not_on_curve, expected success"),
    ],
)
def test_fault_is_seen(faulty: Path, tmp_path: Path, fault: str, record: dict[str, str], reason: str) -> None:
    path = tmp_path / "vectors.json"
    path.write_text(json.dumps([record]))
    done = run(faulty, fault, "vectors", "--list-failures", str(path))
    assert done.returncode == 1 and f"FAILED {record['Name']}: {reason}" in done.stdout, done


def test_no_fault_is_seen_where_there_is_none(faulty: Path, tmp_path: Path) -> None:
    path = tmp_path / "vectors.json"
    path.write_text(json.dumps([OFF_CURVE]))
    assert run(faulty, "none", "vectors", str(path)).returncode == 0


@pytest.mark.parametrize("fault", ["none", "success"])
def test_bench_does_not_time_wrong_answers(faulty: Path, fault: str) -> None:
    done = run(faulty, fault, "bench", "--rounds", "1", "--ms", "1", "--filter", "ecpairing_2")
    assert done.returncode == 1 and done.stdout == "" and "wrong answer" in done.stderr
