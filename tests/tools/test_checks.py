# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The checks of tools/ find what they are there for: each gets a sample with one fault, and one without."""

from __future__ import annotations

import importlib
import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

import pytest

from tools import lint

TOOLS = Path(__file__).resolve().parents[2] / "tools"


@pytest.fixture
def check(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(TOOLS))

    def load(name: str) -> ModuleType:
        return importlib.import_module(f"check_{name}")

    return load


def text_of(problems: Iterable[str]) -> str:
    return "\n".join(problems)


@pytest.mark.parametrize(
    ("template", "complaint"),
    [
        ("{% set x = y %}", "computes"),
        ("{{ limbs - 1 }}", "arithmetic"),
        ("{{ bits // word }}", "arithmetic"),
        ("{% for i in range(4) %}{% endfor %}", "the number 4"),
        ("uint64_t x = 0x30644e72;", "the number 0x30644e72"),
        ("r->l[{{ i }}] = t;", "a single limb"),
        ("unsigned __int128 t;", "128-bit"),
        ("t = lsm_mac(&c, t, a, b);", "carry helper"),
        ("t = a >> n;", "a shift"),
        ("t += a;", "in place"),
        ("/* 2^64 >> anything, 0x1234 */ fp_mul(&t[1], a, {{ glv[0] }}); {% if x == 0 %}{% endif %}", ""),
    ],
)
def test_templates(check, tmp_path: Path, template: str, complaint: str) -> None:
    path = tmp_path / "sample.h.j2"
    path.write_text(template)
    found = text_of(check("templates").problems(path))
    assert complaint in found
    assert bool(found) == bool(complaint)


@pytest.mark.parametrize(
    ("line", "fine"),
    [
        ("#define GAS 45000", False),
        ("#define GAS 45000 /* EIP-1108 */", True),
        ("#define N 12345 /* = 3 * 4115 */", True),
        ("#define N 12346 /* = 3 * 4115 */", False),
        ("x & 0xffffffff", True),
        ("x & 0xfffffffe", False),
        ("// 45000 only in a comment", True),
    ],
)
def test_magic(check, tmp_path: Path, line: str, fine: bool) -> None:
    path = tmp_path / "sample.c"
    path.write_text(f"\n{line}\n")
    assert (text_of(check("magic").problems(path)) == "") == fine


@pytest.mark.parametrize(
    ("own", "header", "fine"),
    [
        ("tower", "fp2.h", True),
        ("tower", "curve/g1.h", False),
        ("curve", "tower/fp6.h", True),
        ("core", "fp.h", False),
        ("field", "core/ct.h", True),
        ("pairing", "limbsmith/evm.h", False),
        ("engine", "limbsmith/status.h", True),
        ("api", "engine/engine.h", True),
        ("api", "curve/g1.h", False),
        ("api", "fp.h", False),
        ("engine", "api/cpu.h", False),
        ("include", "limbsmith/status.h", True),
        ("include", "core/word.h", False),
    ],
)
def test_layers(check, own: str, header: str, fine: bool) -> None:
    layers = check("layers")
    assert layers.allowed(own, layers.layer_of_header(header), header) == fine


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("int x;\n", "no line with"),
        ("/* {licence} */\nint x; /* see /{work}/x */\n", "a path of one machine"),
        ("/* {licence} */\n/* {todo}: later */\n", "a note to self"),
        ("/* {licence} */\nint x;\n", ""),
    ],
)
def test_tree(check, tmp_path: Path, text: str, complaint: str) -> None:
    tree = check("tree")
    path = tmp_path / "sample.c"
    # The faults are put together here, so that this file does not hold them itself.
    path.write_text(text.format(licence=tree.LICENCE, work="wo" + "rk", todo="TO" + "DO"))
    found = text_of(tree.problems(path))
    assert complaint in found
    assert bool(found) == bool(complaint)


@pytest.mark.parametrize("name", ["a.c", "CMakeLists.txt", "tools", "go.mod", "page.html", "x.properties", ".npmrc"])
def test_each_kind_of_file_states_its_licence(check, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("x\n")
    assert "no line with" in text_of(check("tree").problems(tmp_path / name))
    (tmp_path / "data.json").write_text("{}\n")
    assert text_of(check("tree").problems(tmp_path / "data.json")) == ""


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("int wrong_prefix(void) { return 1; }", "lacks the prefix"),
        ("extern void *malloc(unsigned long); void *lsm_x(void) { return malloc(1); }", "needs malloc"),
        ("static int count; int lsm_x(void) { return ++count; }", "the writable object count"),
        ("int lsm_y = 3;", "the writable object lsm_y"),
        ("static const char *const t[] = {\"a\"}; const char *lsm_x(int i) { return t[i]; }", ""),
    ],
)
def test_symbols(check, tmp_path: Path, source: str, complaint: str) -> None:
    path = tmp_path / "sample.c"
    path.write_text(source)
    for command in (["cc", "-fPIC", "-c", "sample.c"], ["ar", "rc", "libx.a", "sample.o"]):
        subprocess.run(command, cwd=tmp_path, check=True)
    found = text_of(check("symbols").archive_problems(tmp_path / "libx.a"))
    assert complaint in found
    assert bool(found) == bool(complaint)


def test_exports_are_compared_with_the_headers(check, tmp_path: Path) -> None:
    symbols = check("symbols")
    wanted = symbols.declared({"bn254"})
    assert {"lsm_version", "lsm_evm_bn254_pairing"} <= wanted
    assert not any("bn256" in function for function in wanted)
    assert any("bn256" in function for function in symbols.declared({"bn254", "bn256"}))
    (tmp_path / "x.c").write_text("int lsm_undeclared(void) { return 1; }\nint lsm_version(void) { return 1; }\n")
    subprocess.run(["cc", "-fPIC", "-shared", "-o", "libx.so", "x.c"], cwd=tmp_path, check=True)
    found = text_of(symbols.shared_problems(tmp_path / "libx.so", wanted))
    assert "exports lsm_undeclared" in found
    assert "does not export lsm_evm_bn254_pairing" in found
    assert "lsm_version" not in found


FOLDERS = (".ci", "bindings", "tests", "tools")
COMMANDS = [lint.name(path) for path in lint.files(*FOLDERS) if path.read_bytes()[:2] == b"#!"]


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_say_how_they_are_used(command: str) -> None:
    """Each of them, called from another folder; nothing else happens."""

    def call(argument: str) -> subprocess.CompletedProcess[str]:
        path = Path("..") / command
        return subprocess.run([path, argument], cwd=TOOLS, capture_output=True, text=True, timeout=60)

    usage = re.compile(rf"(?m)^usage: (?:{re.escape(command)}|{re.escape(Path(command).name)})(?: |$)")
    done = call("--help")
    assert done.returncode == 0, done.stderr
    assert usage.search(done.stdout)
    if command != "tools/bench/publish":  # which hands its arguments on
        wrong = call("--nonsense")
        assert wrong.returncode == 2, wrong.stdout + wrong.stderr
        assert usage.search(wrong.stderr)


def test_python_is_the_one_that_setup_found() -> None:
    """tools/test hands its interpreter on; the modules it promised import here."""
    for module in ("sympy", "jinja2", "hypothesis"):
        assert importlib.util.find_spec(module), f"{module} missing in {sys.executable}"


@pytest.mark.parametrize(
    ("file", "text", "complaint"),
    [
        ("bindings/java/pom.xml", "<artifactId>limbsmith</artifactId>\n  <version>1.2.3</version>", ""),
        ("bindings/java/pom.xml", "<artifactId>limbsmith</artifactId>\n  <version>1.2.4</version>", "version 1.2.4"),
        ("bindings/python/pyproject.toml", '[project]\nversion = "1.2.3"', ""),
        ("bindings/python/pyproject.toml", '[project]\nversion = "1.2.2"', "version 1.2.2"),
        ("bindings/python/pyproject.toml", '[project]\nname = "limbsmith"', "states no version"),
        ("bindings/python/build/pyproject.toml", '[project]\nversion = "1.2.2"', ""),
        ("bindings/rust/Cargo.toml", '[workspace.package]\nversion = "0.2.3"', "version 0.2.3"),
        ("bindings/rust/a/Cargo.toml", 'limbsmith-sys = { path = "..", version = "=1.2.2" }', "version 1.2.2"),
        ("bindings/rust/a/Cargo.toml", 'limbsmith-sys = { path = "..", version = "=1.2.3" }', ""),
        ("docs/embedding/x.md", "'org.limbsmith:limbsmith:1.2.2'", "installs 1.2.2"),
        ("bindings/java/README.md", "<artifactId>limbsmith</artifactId><version>1.0.0</version>", "installs 1.0.0"),
        ("README.md", "pip install limbsmith==1.2.3", ""),
        ("docs/packaging.md", "URL limbsmith-1.2.3.tar.gz", ""),
        ("docs/packaging.md", "URL limbsmith-1.2.4-linux-x86_64.tar.gz", "installs 1.2.4"),
        ("README.md", "pip install limbsmith==1.2.30", "installs 1.2.30"),
        ("README.md", 'limbsmith = "1.2"', "installs 1.2,"),
    ],
)
def test_versions(check, tmp_path: Path, file: str, text: str, complaint: str) -> None:
    header = tmp_path / "include/limbsmith/version.h"
    header.parent.mkdir(parents=True)
    lines = (f"#define LSM_VERSION_{part} {i + 1}\n" for i, part in enumerate(("MAJOR", "MINOR", "PATCH")))
    header.write_text("".join(lines))
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    found = text_of(check("versions").problems(tmp_path))
    assert complaint in found
    assert bool(found) == bool(complaint)
