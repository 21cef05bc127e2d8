# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The command line in a copy of the repository: exit codes, messages, what is written, what is caught."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from curvelib import ROOT, TOYS, copy_repository, run_gen

TOY = "toy_bn_z1"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy, generated anew, for tests that restore what they change."""
    root = copy_repository(tmp_path_factory.mktemp("repository"))
    assert run_gen("generate", root=root).returncode == 0
    return root


@pytest.fixture
def copy(shared: Path, tmp_path: Path) -> Path:
    """A copy for one test."""
    return copy_repository(tmp_path, shared)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    path.write_bytes(text.replace(old, new, 1).encode())


@pytest.mark.parametrize("args", [(), ("generate",), ("check",), ("verify",), ("show",), ("search-chain",)])
def test_help(args: tuple[str, ...]) -> None:
    run = run_gen(*args, "--help")
    assert run.returncode == 0
    assert "usage: python3 -m gen" in run.stdout


@pytest.mark.parametrize(
    "args", [(), ("frobnicate",), ("show",), ("check", "--fast"), ("search-chain", TOY, "--budget", "x")]
)
def test_wrong_usage(args: tuple[str, ...]) -> None:
    run = run_gen(*args)
    assert run.returncode == 2
    assert "usage:" in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.parametrize("verb", ["generate", "check", "verify", "show", "search-chain"])
def test_an_unknown_curve(verb: str) -> None:
    run = run_gen(verb, "bn255")
    assert run.returncode == 1
    assert f"gen {verb}: refused: gen/curves/bn255.toml: file: " in run.stderr
    assert "toy_bn_z1" in run.stderr
    assert "Traceback" not in run.stderr


def test_check_and_verify_pass_from_any_folder(shared: Path, tmp_path: Path) -> None:
    assert run_gen("check", root=shared, cwd=tmp_path).returncode == 0
    run = run_gen("verify", *TOYS, root=shared)
    assert run.returncode == 0
    assert re.search(rf"gen verify: {TOY}: \d+ checks passed", run.stderr)


@pytest.mark.parametrize("file", ["curve.h", "vectors.h", "params.json", "proofs.json", "c64/fp.c", "c64/engine_id.h"])
def test_one_changed_digit_in_a_generated_file_is_caught(shared: Path, file: str) -> None:
    path = shared / "generated" / TOY / file
    before = path.read_bytes()
    digits = [m.start() for m in re.finditer(rb"[0-9]", before)]
    at = digits[-1]
    path.write_bytes(before[:at] + (b"1" if before[at : at + 1] != b"1" else b"2") + before[at + 1 :])
    run = run_gen("check", TOY, root=shared)
    path.write_bytes(before)
    assert run.returncode == 1
    assert f"gen check: generated/{TOY}/{file}: differs: line " in run.stderr
    assert f"\n    python3 -m gen generate {TOY}\n" in run.stderr
    assert "Traceback" not in run.stderr


def test_missing_and_stale_files_are_named_and_mended(copy: Path) -> None:
    folder = copy / "generated" / TOY
    (folder / "curve.h").unlink()
    (folder / "old.h").write_text("int x;\n")
    (folder / "gone").mkdir()
    (folder / "gone" / "fp.h").write_text("int y;\n")
    (copy / "docs" / "derivation.md").unlink()
    run = run_gen("check", TOY, root=copy)
    assert run.returncode == 1
    for line in (
        f"generated/{TOY}/curve.h: missing",
        f"generated/{TOY}/old.h: stale",
        f"generated/{TOY}/gone/fp.h: stale",
        "docs/derivation.md: missing",
    ):
        assert line in run.stderr
    mended = run_gen("generate", TOY, root=copy)
    assert mended.returncode == 0
    assert f"wrote generated/{TOY}/curve.h" in mended.stdout
    assert f"removed generated/{TOY}/old.h" in mended.stdout
    assert not (folder / "gone").exists()
    assert run_gen("check", root=copy).returncode == 0


def test_a_folder_of_no_curve_is_stale(copy: Path) -> None:
    (copy / "generated" / "bn999").mkdir()
    (copy / "generated" / "bn999" / "curve.h").write_text("")
    run = run_gen("check", root=copy)
    assert run.returncode == 1
    assert "generated/bn999/curve.h: stale" in run.stderr
    assert "\n    python3 -m gen generate\n" in run.stderr


def test_one_curve_generated_alone_gives_what_all_give(copy: Path) -> None:
    """Starting from an edited curve: the manifest and the document agree with a run over all curves."""
    edit(copy / "gen/curves" / f"{TOY}.toml", "of no use in cryptography", "of no use whatsoever in cryptography")
    assert run_gen("check", root=copy).returncode == 1
    assert run_gen("generate", TOY, root=copy).returncode == 0
    assert run_gen("check", root=copy).returncode == 0


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('z = "4965661367192848881"', 'z = "4965661367192848883"', "z", r"p = 36z\^4 .* is not prime"),
        ("non_residue = [9, 1]", "non_residue = [1, 1]", "non_residue", r"xi = 1 \+ 1\*u is a square"),
        ("b = 3", "b = 4", "b", r"y\^2 = x\^3 \+ 4 does not have r = \d+ points"),
        ("b = 3", "", "b", "missing"),
        ("b = 3", "b = 3\ncofactor = 1", "cofactor", "unknown key"),
    ],
)
def test_changed_parameters_are_refused_and_nothing_is_written(
    shared: Path, old: str, new: str, key: str, reason: str
) -> None:
    path = shared / "gen/curves/bn254.toml"
    before, header = path.read_bytes(), (shared / "generated/bn254/curve.h").read_bytes()
    edit(path, old, new)
    runs = [run_gen(verb, "bn254", root=shared) for verb in ("generate", "check")]
    path.write_bytes(before)
    for run in runs:
        assert run.returncode == 1
        assert re.search(rf"refused: gen/curves/bn254\.toml: {key}: .*{reason}", run.stderr)
        assert "Traceback" not in run.stderr
    assert (shared / "generated/bn254/curve.h").read_bytes() == header


def test_an_unsound_forced_fold_is_refused(shared: Path) -> None:
    path = shared / "gen/curves" / f"{TOY}.toml"
    before = path.read_bytes()
    edit(path, 'family = "bn"', 'family = "bn"\nsubgroup_fold = "line"')
    run = run_gen("generate", TOY, root=shared)
    path.write_bytes(before)
    assert run.returncode == 1
    assert (
        "subgroup_fold: the line form is unsound for z = 1: gcd(Norm(6z+2+X-X^3), r*h2) = 109, must be 1" in run.stderr
    )


def test_verify_finds_a_changed_digit(shared: Path) -> None:
    path = shared / "generated" / TOY / "params.json"
    before = path.read_bytes()
    edit(path, '"h2": "109"', '"h2": "108"')
    run = run_gen("verify", TOY, root=shared)
    path.write_bytes(before)
    assert run.returncode == 1
    assert f"gen verify: {TOY}: family.h2: is 108, must be 109" in run.stderr


def test_changed_values_of_another_curve_are_caught_by_check_of_all(shared: Path) -> None:
    """The document shows every curve; a table changed under it is caught there too."""
    path = shared / "docs/derivation.md"
    before = path.read_bytes()
    edit(path, "109", "108")
    run = run_gen("check", TOY, root=shared)
    path.write_bytes(before)
    assert run.returncode == 1
    assert "gen check: docs/derivation.md: differs" in run.stderr


def test_show() -> None:
    text = run_gen("show", "bn254", "--values").stdout
    for expected in ("EIP-197", "4407920970296243842393367215006156084916469457145843978461", "spare_bits: 2"):
        assert expected in text
    tables = json.loads(run_gen("show", "bn254", "--json").stdout)
    assert tables == {
        kind: json.loads((ROOT / "generated/bn254" / f"{kind}.json").read_bytes()) for kind in ("params", "proofs")
    }


def test_show_of_a_parameter_file_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = (ROOT / "gen/curves/toy_bn_z1.toml").read_text().replace("toy_bn_z1", "mine")
    path.write_text(text)
    run = run_gen("show", str(path))
    assert run.returncode == 0
    assert run.stdout.startswith("mine: ")
    path.write_text(text.replace("b = 5", "b = 6"))
    run = run_gen("show", str(path))
    assert run.returncode == 1
    assert "refused: mine.toml: b: " in run.stderr


def test_search_chain_prints_and_records(copy: Path) -> None:
    printed = run_gen("search-chain", "bn254", "--max-odd", "19", root=copy)
    assert printed.returncode == 0
    summary, _, record = printed.stdout.partition("\n")
    assert "62 doublings, 13 additions" in summary
    assert json.loads(record)["dictionary"] == [1, 15, 19]
    committed = copy / "gen/chains/4965661367192848881.json"
    before = committed.read_bytes()
    run = run_gen("search-chain", "bn254", "--max-odd", "15", "--max-size", "1", "--write", root=copy)
    assert run.returncode == 0
    assert committed.read_bytes() != before
    stale = run_gen("check", "bn254", root=copy)
    assert stale.returncode == 1
    assert "generated/bn254/curve.h: differs" in stale.stderr
    tiny = run_gen("search-chain", "bn254", "--budget", "3", root=copy)
    assert tiny.returncode == 1
    assert "a budget of 3 steps finds no chain" in tiny.stderr


@pytest.mark.parametrize("curve", [TOY, "p256"])
def test_a_curve_outside_the_project(tmp_path: Path, curve: str) -> None:
    """--out writes what the project's own curve has, but for names, banners and, of a toy, the public header."""
    text = (ROOT / f"gen/curves/{curve}.toml").read_text(encoding="utf-8").replace(f'"{curve}"', '"own"')
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    run = run_gen("generate", "--out", str(tmp_path / "out"), str(tmp_path / "own.toml"))
    assert run.returncode == 0, run.stderr
    made = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    here = {path.relative_to(ROOT).as_posix() for path in (ROOT / "generated" / curve).rglob("*") if path.is_file()}
    own = {path.replace(curve, "own") for path in here}
    assert made == own | {"include/limbsmith/own.h", "generated/own/api_curve.h"}
    for path in here:
        if path.endswith((".c", ".h")):
            ours, theirs = (
                (root / name).read_text(encoding="utf-8").split(" */\n", 1)
                for root, name in ((ROOT, path), (tmp_path / "out", path.replace(curve, "own")))
            )
            assert ours[1].replace(curve, "own").replace(curve.upper(), "OWN") == theirs[1]
            assert "regenerate: python3 -m gen generate --out FOLDER own.toml" in theirs[0]


def test_a_curve_outside_wants_one_file(tmp_path: Path) -> None:
    for wrong in ([], [TOY, "bn254"]):
        run = run_gen("generate", "--out", str(tmp_path / "none"), *wrong)
        assert run.returncode == 1
        assert f"one parameter file is expected, not {len(wrong)}" in run.stderr
        assert not (tmp_path / "none").exists()
