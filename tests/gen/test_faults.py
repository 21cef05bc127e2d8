# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What goes wrong around the generator - files, streams, monstrous input - ends in one line and exit code 1."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from curvelib import ROOT, copy_repository, edited, model, run_gen, text_of
from gen import cli, files, tree
from gen.model import build
from gen.params import MAX_BITS, ParamError, curve_names, parse

TOY = "toy_bn_z1"
FULL = Path("/dev/full")
P = 103  # of TOY


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_repository(tmp_path_factory.mktemp("repository"))


def one_line(run: subprocess.CompletedProcess[str], *expected: str) -> None:
    assert run.returncode == 1
    assert "Traceback" not in run.stderr
    assert "Exception" not in run.stderr
    line = run.stderr.rstrip("\n").splitlines()[-1]
    for text in expected:
        assert text in line


def shell(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", command, "sh", sys.executable], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("command", ["show bn254", "show bn254 --json", f"search-chain {TOY}"])
@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
def test_a_full_standard_output(command: str) -> None:
    one_line(shell(f'"$1" -m gen {command} >/dev/full'), "standard output: No space left on device", "make room")


@pytest.mark.parametrize("command", ["show bn254", f"check {TOY}", "--help"])
def test_a_closed_standard_output(command: str) -> None:
    one_line(shell(f'"$1" -m gen {command} >&-'), "gen: the standard output is closed")


def test_streams_that_nobody_reads() -> None:
    assert shell(f'"$1" -m gen check {TOY} 2>&-').returncode == 0
    assert shell('"$1" -m gen check bn999 2>&-').returncode == 1
    assert shell('"$1" -m gen check bn999 2>/dev/full').returncode == 1
    run = shell('{ "$1" -m gen show bn254; echo "code $?" >&2; } | true')
    assert run.stderr == "code 1\n"


def test_a_folder_in_place_of_a_file(shared: Path, tmp_path: Path) -> None:
    root = copy_repository(tmp_path / "r", shared)
    header, other = root / f"generated/{TOY}/curve.h", root / f"generated/{TOY}/vectors.h"
    header.unlink()
    header.mkdir()
    other.write_bytes(b"old\n")
    check = run_gen("check", TOY, root=root)
    assert check.returncode == 1
    assert f"generated/{TOY}/curve.h: missing: a folder stands in its place; move that away first" in check.stderr
    one_line(
        run_gen("generate", TOY, root=root), f"gen generate: generated/{TOY}/curve.h: Is a directory; move the folder"
    )
    assert other.read_bytes() == b"old\n"  # nothing is written if that is seen beforehand
    one_line(run_gen("verify", TOY, root=root))
    header.rmdir()
    assert run_gen("generate", TOY, root=root).returncode == 0
    assert run_gen("check", root=root).returncode == 0


def test_a_file_in_place_of_a_folder(shared: Path, tmp_path: Path) -> None:
    root = copy_repository(tmp_path / "r", shared)
    for path in (root / f"generated/{TOY}/c64").iterdir():
        path.unlink()
    (root / f"generated/{TOY}/c64").rmdir()
    (root / f"generated/{TOY}/c64").write_text("")
    one_line(run_gen("generate", TOY, root=root), f"generated/{TOY}/c64", "move the file")
    one_line(run_gen("verify", TOY, root=root))


def test_a_folder_in_place_of_the_manifest(shared: Path, tmp_path: Path) -> None:
    root = copy_repository(tmp_path / "r", shared)
    (root / "generated/MANIFEST.json").unlink()
    (root / "generated/MANIFEST.json").mkdir()
    one_line(run_gen("generate", TOY, root=root), "generated/MANIFEST.json: Is a directory")
    one_line(run_gen("verify", TOY, root=root))
    one_line(run_gen("check", TOY, root=root))


@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS, errno.ENOSPC])
def test_a_file_that_cannot_be_written(
    shared: Path, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shared / f"generated/{TOY}/curve.h"
    before = path.read_bytes()

    def fail(self: Path, data: bytes) -> int:
        with self.open("wb") as out:
            out.write(data[: len(data) // 2])
        raise OSError(code, os.strerror(code))  # as write() raises it: without a name

    monkeypatch.setattr(Path, "write_bytes", fail)
    monkeypatch.setattr(cli, "ROOT", shared)
    made = tree.Tree({f"generated/{TOY}/curve.h": "new\n"}, ())
    monkeypatch.setattr(cli, "_show", lambda args: tree.write(made, shared))
    assert cli.main(["show", TOY]) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"gen show: generated/{TOY}/curve.h: {os.strerror(code)}; ")
    assert told.count("\n") == 1
    assert path.read_bytes() == before
    assert not list(path.parent.glob(".*"))


def test_an_interruption_leaves_whole_files(
    shared: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Interrupted in the second file: the first is new, the second is as it was, the manifest too."""
    names = [f"generated/{TOY}/{name}" for name in ("curve.h", "params.json", "vectors.h")]
    before = {name: (shared / name).read_bytes() for name in [*names, tree.MANIFEST]}
    write = Path.write_bytes
    written: list[str] = []

    def interrupted(self: Path, data: bytes) -> int:
        written.append(self.name)
        if len(written) == 2:
            write(self, data[:2])
            raise KeyboardInterrupt
        return write(self, data)

    monkeypatch.setattr(Path, "write_bytes", interrupted)
    made = tree.Tree(dict.fromkeys([tree.MANIFEST, *names], "new\n"), ())
    monkeypatch.setattr(cli, "_generate", lambda args: tree.write(made, shared))
    assert cli.main(["generate", TOY]) == 130
    monkeypatch.undo()
    after = {name: (shared / name).read_bytes() for name in before}
    (shared / names[0]).write_bytes(before[names[0]])
    assert after == before | {names[0]: b"new\n"}
    assert not list((shared / "generated" / TOY).glob(".*"))
    assert capsys.readouterr().err.startswith("gen generate: interrupted; every file is whole")


def test_write_file_replaces_whole_files(tmp_path: Path) -> None:
    path = tmp_path / "a/b/c.h"
    files.write_file(path, b"1")
    files.write_file(path, b"2")
    assert path.read_bytes() == b"2"
    assert [p.name for p in path.parent.iterdir()] == ["c.h"]


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('z = "1"', f'z = "{"1" * 5000}"', "z", "a number of 5000 characters"),
        ('z = "1"', f'z = "{"1" * 1000}"', "z", "a number of 3319 bits"),
        ('z = "1"', f"z = {'1' * 5000}", "syntax", r"line \d+: a number is too long"),
        ('z = "1"', f"z = 0x{'f' * 5000}", "z", "a number of 20000 bits"),
        ("b = 5", f"b = 0x{'f' * 5000}", "b", "a number of 20000 bits"),
        ('z = "1"', f"z = {'[' * 20000}", "syntax", "nested too deeply"),
        ('z = "1"', f"z = {'{a=' * 20000}", "syntax", "nested too deeply"),
        ('z = "1"', f"z = [0x{'f' * 5000}]", "z", "this list is not an integer"),
        ('z = "1"', f'z = "{"x" * 5000}"', "z", r"\.\.\. \(5002 characters\) is not an integer"),
        ('z = "1"', 'z = "1"\n"a\\nb" = 1', r"'a\\nb'", "unknown key"),
        ('z = "1"', f'z = "1"\n{"a" * 5000} = 1', "'a+", "unknown key"),
        ('z = "1"', f'z = "1"\n{"a." * 5000}a = 1', "a", "unknown key"),
    ],
    ids=lambda value: value[:20],
)
def test_monstrous_input_is_refused_in_one_short_line(
    tmp_path: Path, old: str, new: str, key: str, reason: str
) -> None:
    text = text_of(TOY)
    assert text.count(f"\n{old}") == 1
    path = tmp_path / f"{TOY}.toml"
    path.write_text(text.replace(f"\n{old}", f"\n{new}"))
    run = run_gen("show", str(path))
    one_line(run)
    assert re.match(rf"gen show: refused: {TOY}\.toml: {key}[^:]*: .*{reason}", run.stderr), run.stderr
    assert len(run.stderr) < 600
    assert run.stderr.count("\n") == 1


def test_a_path_that_is_no_parameter_file(tmp_path: Path) -> None:
    loop = tmp_path / "loop.toml"
    loop.symlink_to(loop)
    for path in ("/", ".", str(tmp_path), str(loop), str(tmp_path / ("x" * 400)), "/dev/null"):
        one_line(run_gen("show", path), "gen show: refused: ")


def test_deep_json_on_disk_is_no_traceback(shared: Path, tmp_path: Path) -> None:
    root = copy_repository(tmp_path / "r", shared)
    (root / f"generated/{TOY}/params.json").write_text("[" * 100000)
    one_line(run_gen("verify", TOY, root=root))
    assert run_gen("check", "toy_bn_z7", root=root).returncode == 0
    (root / f"generated/{TOY}/params.json").write_text('{"a": ' + "1" * 5000 + "}")
    one_line(run_gen("verify", TOY, root=root))


@pytest.mark.parametrize(
    ("old", "new", "key", "number"),
    [
        ("b = 5", f"b = {5 + P}", "b", str(5 + P)),
        ("b = 5", f"b = {P}", "b", str(P)),
        ("non_residue = [2, 1]", f"non_residue = [{2 + P}, 1]", "non_residue[0]", str(2 + P)),
        ("non_residue = [2, 1]", f"non_residue = [2, {1 + P}]", "non_residue[1]", str(1 + P)),
        ("non_residue = [2, 1]", f"non_residue = [{2 - 2 * P}, 1]", "non_residue[0]", str(2 - 2 * P)),
        ("non_residue = [2, 1]", f"non_residue = [2, {-P}]", "non_residue[1]", str(-P)),
    ],
)
def test_unreduced_numbers_are_refused(old: str, new: str, key: str, number: str) -> None:
    spec = edited(TOY, (old, new))
    with pytest.raises(ParamError) as caught:
        build(spec)
    assert caught.value.key == key
    assert caught.value.reason.startswith(f"{number} is not ")
    assert f"p = {P}" in caught.value.reason


def test_unreduced_generators_are_refused() -> None:
    p = model("bn254").p
    for old, new, key in (
        ('g1 = ["1", "2"]', f'g1 = ["{p + 1}", "2"]', "generators.g1[0]"),
        ('g1 = ["1", "2"]', f'g1 = ["1", "{2 - 2 * p}"]', "generators.g1[1]"),
    ):
        with pytest.raises(ParamError) as caught:
            build(edited("bn254", (old, new)))
        assert caught.value.key == key


def test_the_longest_numbers_are_read() -> None:
    spec = parse(text_of(TOY).replace("\nb = 5", f'\nb = "{2**MAX_BITS - 1}"').encode(), "f.toml", TOY)
    assert spec.b == 2**MAX_BITS - 1


@pytest.mark.parametrize("verb", ["check", "verify"])
def test_a_run_over_one_curve_says_what_it_did_not_look_at(shared: Path, verb: str) -> None:
    run = run_gen(verb, "toy_bn_z7", root=shared)
    assert run.returncode == 0
    others = ", ".join(name for name in curve_names() if name != "toy_bn_z7")
    assert f"gen {verb}: not looked at: {others} in generated/" in run.stderr


@pytest.mark.parametrize("verb", ["check", "verify"])
def test_a_curves_hash_in_the_manifest_is_looked_at(shared: Path, verb: str) -> None:
    path = shared / "generated/MANIFEST.json"
    before = path.read_text()
    at = re.search(rf'"generated/{TOY}/c64/fp2\.h": "([0-9a-f])', before)
    assert at is not None
    path.write_text(before[: at.start(1)] + ("1" if at[1] != "1" else "2") + before[at.end(1) :])
    mine, other = (run_gen(verb, name, root=shared) for name in (TOY, "toy_bn_z7"))
    path.write_text(before)
    assert mine.returncode == 1
    assert "generated/MANIFEST.json: " in mine.stderr
    assert other.returncode == 0
    assert "not looked at: " in other.stderr
