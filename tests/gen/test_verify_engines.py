# SPDX-License-Identifier: Apache-2.0 OR MIT
"""verify names every constant of an engine's folder that is not what it must be, and every file not in the manifest."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path

import pytest

from curvelib import CURVES, ROOT, model, numbers
from gen.engines import engine_files, engines_of
from gen.recheck.checks import Checks
from gen.recheck.engines import CPU_BITS, check_engine
from gen.tree import owner
from gen.verify import engine_texts, verify, verify_manifest

MUTATED = ("toy_bn_z1", "bn254")
CONSTANT = re.compile(r"static const (?:fp|fp_raw|fr|fr_raw|fp2) (\w+) = \{.*?\};", re.DOTALL)
MACRO = re.compile(r"^#define (LSM_F[PR]_(?:LIMBS|MONT_BITS|BITS|BYTES|N0)) .*$", re.MULTILINE)
HEADERS = {"fp.h": 9, "fr.h": 9, "fp2.h": 3}


@functools.cache
def files(curve: str, engine: str) -> dict[str, str]:
    return engine_files(model(curve), engine)


def problems(curve: str, engine: str, texts: dict[str, str]) -> list[str]:
    checks = Checks()
    check_engine(checks, numbers(curve), engine, texts)
    return checks.problems


def engines(curve: str) -> list[str]:
    return [engine for engine in engines_of(model(curve)) if "fp.h" in files(curve, engine)]


def other_digit(text: str, at: int) -> str:
    return text[:at] + ("1" if text[at] != "1" else "2") + text[at + 1 :]


def spots(text: str) -> list[tuple[str, int]]:
    """Name, and place of a digit: the first, a middle and the last of each word of each constant and macro."""
    found = []
    for match in [*CONSTANT.finditer(text), *MACRO.finditer(text)]:
        body = match.group().split("/*")[0]
        numbers = re.finditer(r"(?<=0x)[0-9a-f]+|(?<= )[0-9]+\b", body)
        for number in numbers:
            start, end = match.start() + number.start(), match.start() + number.end()
            found += [(match[1], at) for at in sorted({start, (start + end) // 2, end - 1})]
    return found


@pytest.mark.parametrize("curve", CURVES)
def test_what_the_generator_makes_is_right(curve: str) -> None:
    for engine in engines_of(model(curve)):
        assert problems(curve, engine, files(curve, engine)) == []


@pytest.mark.parametrize("header", sorted(HEADERS))
@pytest.mark.parametrize("curve", MUTATED)
def test_every_changed_digit_of_a_header_is_named(curve: str, header: str) -> None:
    for engine in engines(curve):
        text = files(curve, engine)[header]
        places = spots(text)
        assert len({name for name, _ in places}) == HEADERS[header]
        for name, at in places:
            told = problems(curve, engine, files(curve, engine) | {header: other_digit(text, at)})
            assert any(problem.startswith(f"{engine}/{header}: {name}: ") for problem in told), (name, at, told)


@pytest.mark.parametrize(
    ("file", "old", "new", "what"),
    [
        ("fp.h", "static const fp LSM_FP_ONE", "static const fp_raw LSM_FP_ONE", "LSM_FP_ONE: is fp_raw"),
        ("fp.h", "static const fp LSM_FP_ONE", "static const fp LSM_FP_UNE", "LSM_FP_ONE: is not there"),
        (
            "fp.h",
            "static const fp LSM_FP_ZERO",
            "static const fp LSM_FP_TWO = {{UINT64_C(0x2)}};\nstatic const fp LSM_FP_ZERO",
            "LSM_FP_TWO",
        ),
        ("fp.h", "LSM_FP_N0 * UINT64_C(0x3", "LSM_FP_N0 * UINT64_C(0x4", "LSM_FP_N0: the assertion"),
        ("fr.h", "#define LSM_FR_BYTES 32", "#define LSM_FR_BYTES 32 + 1", "LSM_FR_BYTES: is 32 + 1"),
        ("fp2.h", "#define fp2_sqr", "#define LSM_PARTS 2\n#define fp2_sqr", "LSM_PARTS: is 2, must be not there"),
        ("engine_id.h", "LSM_CURVE bn254", "LSM_CURVE bn256", "LSM_CURVE: is bn256"),
        ("engine_id.h", '"bn254"', '"bn255"', "LSM_CURVE_NAME"),
        ("engine_id.h", "LSM_ENGINE adx", "LSM_ENGINE c64", "LSM_ENGINE: is c64"),
        ("engine_id.h", '"adx"', '"adx2"', "LSM_ENGINE_NAME"),
        ("engine_id.h", "0x3u", "0x1u", "LSM_ENGINE_CPU_NEEDS: is 0x1u, must be 0x3u"),
        ("engine_id.h", "0x3u /* bmi2, adx:", "0x1u /* bmi2:", "LSM_ENGINE_CPU_NEEDS: names bmi2, but"),
        ("contracts.json", '"modulus_r": "0x30', '"modulus_r": "0x31', "modulus_r"),
        ("contracts.json", '"modulus_p": "0x30', '"modulus_p": "0x31', "modulus_p"),
        ("contracts.json", '"curve": "bn254"', '"curve": "bn255"', "curve"),
        ("contracts.json", '"engine": "adx"', '"engine": "c64"', "engine"),
        ("contracts.json", "R = 2^256", "R = 2^255", "representation"),
        ("fp.h", "LSM_FP_MONT_BITS 256", "LSM_FP_MONT_BITS 0", "LSM_FP_MONT_BITS: is 0"),
        ("contracts.json", "p: Montgomery form, R = 2^256", "p: plain form, R = 1", "representation"),
        ("contracts.json", '"functions": [', '"functions": ', "cannot be checked"),
        ("fp.c", "INT64_C(0x1e05aa45a1c72a34)", "INT64_C(0x1e05aa45a1c72a35)", "GCD_MODULUS: modulus"),
        ("fp.c", "INT64_C(0x332cfc5b538afa89)", "INT64_C(0x332cfc5b538afa88)", "GCD_MODULUS: start"),
        ("fr.c", "    UINT64_C(0x", "    UINT64_C(0x1", "GCD_MODULUS: 1/p mod 2^62"),
        ("fr.c", "#define LSM_GCD_BATCHES 10", "#define LSM_GCD_BATCHES 9", "LSM_GCD_BATCHES"),
        ("fr.c", "#define LSM_GCD_STEPS 59", "#define LSM_GCD_STEPS 69", "LSM_GCD_STEPS"),
        ("fr.c", "#define LSM_GCD_START 1", "#define LSM_GCD_START 3", "LSM_GCD_START"),
        ("fr.c", "#define LSM_GCD_WORDS LSM_FR_LIMBS", "#define LSM_GCD_WORDS 5", "LSM_GCD_WORDS"),
        ("fp.c", "    t = odd[", "    t = odd[1", "ROOT"),
        ("fp.c", "fp odd[16]", "fp odd[15]", "ROOT_FACTORS"),
        ("fp.c", "    10, 8, 5", "    10, 8, 6", "ROOT: the windows spell"),
        ("fp.c", "#define ROOT_LAST_SQUARINGS 0", "#define ROOT_LAST_SQUARINGS 1", "ROOT: the windows spell"),
    ],
)
def test_a_changed_value_is_named(file: str, old: str, new: str, what: str) -> None:
    text = files("bn254", "adx")[file]
    assert old in text, f"{old} is no longer in {file}: the mutation needs an update"
    told = problems("bn254", "adx", files("bn254", "adx") | {file: text.replace(old, new, 1)})
    assert any(problem.startswith(f"adx/{file}: ") and what in problem for problem in told), told


def test_macros_of_other_headers_are_looked_at() -> None:
    for engine in engines_of(model("bn254")):
        texts = files("bn254", engine)
        for file in texts:
            if file.endswith(".h") and "#define LANES_LIMBS 5" in texts[file]:
                told = problems("bn254", engine, texts | {file: texts[file].replace("LIMBS 5", "LIMBS 4")})
                assert told == [f"{engine}/{file}: LANES_LIMBS: is 4, must be 5"]
    told = problems("bn254", "c64", files("bn254", "c64") | {"more.h": "#define MORE 3\nstatic const int X = {4};\n"})
    assert [problem.split(": is")[0] for problem in told] == [
        "c64/more.h: X",
        "c64/more.h: number of constants",
        "c64/more.h: MORE",
    ]


def test_missing_files_are_named() -> None:
    for file in ("engine_id.h", "fp.h", "fr.c", "fp2.h", "contracts.json"):
        rest = {name: text for name, text in files("toy_bn_z1", "c64").items() if name != file}
        assert problems("toy_bn_z1", "c64", rest) == [f"c64/{file}: missing"]


def test_an_engine_over_the_fields_of_another_has_an_identity_only() -> None:
    identity = files("toy_bn_z1", "c64")["engine_id.h"].replace("c64", "over")
    assert problems("toy_bn_z1", "over", {"engine_id.h": identity}) == []
    assert problems("toy_bn_z1", "other", {"engine_id.h": identity})


def test_the_bits_are_those_of_the_library() -> None:
    header = (ROOT / "src/api/cpu.h").read_text(encoding="utf-8")
    assert {name: int(bit) for bit, name in re.findall(r'X\(LSM_CPU_\w+, (\d+), "(\w+)"\)', header)} == CPU_BITS


def place(root: Path, curve: str) -> Path:
    """A repository with one curve: as generated, the manifest of all."""
    for file in [
        f"generated/{curve}/{p.relative_to(ROOT / 'generated' / curve)}"
        for p in (ROOT / "generated" / curve).rglob("*")
    ]:
        if (ROOT / file).is_file():
            (root / file).parent.mkdir(parents=True, exist_ok=True)
            (root / file).write_bytes((ROOT / file).read_bytes())
    for file in (
        "generated/MANIFEST.json",
        "generated/.clang-format",
        "docs/derivation.md",
        f"gen/curves/{curve}.toml",
    ):
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_bytes((ROOT / file).read_bytes())
    return root / "generated" / curve


def test_folders_are_discovered_and_unreadable_files_are_named(tmp_path: Path) -> None:
    curve = "toy_bn_z1"
    folder = place(tmp_path, curve)
    assert verify(curve, tmp_path / "generated")[1] == []
    (folder / "c128").mkdir()
    told = verify(curve, tmp_path / "generated")[1]
    assert "c128/engine_id.h: missing" in told
    (folder / "c128").rmdir()
    (folder / "c64/fp2.h").unlink()
    (folder / "c64/fp2.h").mkdir()
    told = verify(curve, tmp_path / "generated")[1]
    assert any(problem.startswith("c64/fp2.h: cannot be read: ") for problem in told)
    (folder / "c64/fp2.h").rmdir()
    (folder / "c64/fp2.h").write_bytes(b"\xff")
    assert any(
        problem.startswith("c64/fp2.h: cannot be read: ") for problem in verify(curve, tmp_path / "generated")[1]
    )


def test_the_manifest_and_the_files_agree(tmp_path: Path) -> None:
    curve = "toy_bn_z1"
    folder = place(tmp_path, curve)
    manifest = tmp_path / "generated/MANIFEST.json"
    count, told = verify_manifest(curve, tmp_path)
    assert told == []
    assert count > 15
    table = json.loads(manifest.read_bytes())
    for path, sha256 in table["files"].items():
        changed = json.dumps(table | {"files": table["files"] | {path: other_digit(sha256, 5)}})
        manifest.write_text(changed)
        told = verify_manifest(curve, tmp_path)[1]
        ours = owner(path) in (curve, None)
        assert len(told) == int(ours)
        assert all(problem.startswith(f"generated/MANIFEST.json: {path}: the file's sha256 is ") for problem in told)
    for change, what in (
        ({"format": 2}, "format"),
        ({"inputs": {}}, "cannot be checked"),
        ({"inputs": {curve: {}}}, f"inputs of {curve}"),
        ({"inputs": {curve: {f"gen/curves/{curve}.toml": "0" * 64}}}, f"gen/curves/{curve}.toml"),
        (
            {"files": {k: v for k, v in table["files"].items() if not k.endswith("z1/c64/fp.c")}},
            f"{curve}/c64/fp.c: is on",
        ),
    ):
        manifest.write_text(json.dumps(table | change))
        assert any(what in problem for problem in verify_manifest(curve, tmp_path)[1])
    for text in ("[]", "{", "[" * 100000):
        manifest.write_text(text)
        assert verify_manifest(curve, tmp_path)[1]
    manifest.write_text(json.dumps(table))
    (folder / "c64/fp.c").unlink()
    assert any(
        f"{curve}/c64/fp.c: the file cannot be read" in problem for problem in verify_manifest(curve, tmp_path)[1]
    )
    (folder / "curve.h").unlink()
    assert verify_manifest(curve, tmp_path)[1]
    manifest.unlink()
    assert verify_manifest(curve, tmp_path)[1][0].startswith("generated/MANIFEST.json: cannot be read")


def test_the_folder_of_an_engine_is_read_whole() -> None:
    checks = Checks()
    found = engine_texts(checks, ROOT / "generated/bn254")
    assert checks.problems == []
    assert set(found) == {path.name for path in (ROOT / "generated/bn254").iterdir() if path.is_dir()}
