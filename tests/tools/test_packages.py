# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What other projects take: the sources by FetchContent, and what tools/package makes, the same in every run."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tools import lint

ROOT = Path(__file__).resolve().parents[2]
CONSUMER = ROOT / "tests/external/consumer"
PROGRAM = Path(os.environ.get("LIMBSMITH", ROOT / "build/dev/limbsmith"))
VERSION = ".".join(re.findall(r"#define LSM_VERSION_\w+ (\d+)", (ROOT / "include/limbsmith/version.h").read_text()))


def run(*command: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(map(str, command))}:\n{done.stdout[-2000:]}{done.stderr[-4000:]}"
    return done.stdout


def need(*commands: str) -> None:
    for command in commands:
        if not shutil.which(command):
            pytest.skip(f"{command} is not installed: skipped, not passed")


def consume(folder: Path, *arguments: str, env: dict[str, str] | None = None) -> list[str]:
    """Build and run the project that takes the library as the arguments say; the programs that ran."""
    run("cmake", "-S", CONSUMER, "-B", folder, *arguments)
    run("cmake", "--build", folder, "-j", "2")
    said = run("ctest", "--test-dir", folder, "--no-tests=error", "--output-on-failure", env=env)
    return sorted(re.findall(r"(\w+) \.+ +Passed", said))


# ---- FetchContent ----


@pytest.mark.parametrize(
    "form",
    ["SOURCE_DIR", pytest.param("GIT_REPOSITORY", marks=pytest.mark.full), pytest.param("URL", marks=pytest.mark.full)],
)
def test_fetch_content(tmp_path: Path, form: str, request: pytest.FixtureRequest) -> None:
    """From a folder, and from a checkout and an archive as they come from elsewhere, though by file: no network."""
    need("c++")
    if form == "SOURCE_DIR":
        arguments = [form, ROOT]
    elif form == "GIT_REPOSITORY":
        arguments = [form, f"file://{request.getfixturevalue('checkouts')[0]}", "GIT_TAG", "release"]
    else:
        archive = request.getfixturevalue("packages")[0] / f"limbsmith-{VERSION}.tar.gz"
        arguments = [form, archive, "URL_HASH", f"SHA256={hashlib.sha256(archive.read_bytes()).hexdigest()}"]
    fetch = ";".join(map(str, arguments))
    # One engine and one library of the two, so that it is quick.
    ran = consume(tmp_path / "build", f"-DLIMBSMITH_FETCH={fetch}", "-DLIBRARIES=limbsmith", "-DLSM_ENGINES=")
    assert ran == ["c_limbsmith", "cxx_limbsmith"]
    # The library is a guest there: it brings no program and installs nothing.
    assert not list((tmp_path / "build").rglob("limbsmith-config.cmake"))
    assert "limbsmith_program" not in run("cmake", "--build", tmp_path / "build", "--target", "help")


@pytest.mark.full
@pytest.mark.parametrize("shared", ["OFF", "ON"])
def test_windows(tmp_path: Path, shared: str, wine: dict[str, str]) -> None:
    """CMake with MinGW: the static library, and the DLL beside the programs that import it."""
    tools = {"C": "x86_64-w64-mingw32-gcc", "CXX": "x86_64-w64-mingw32-g++"}
    need(*tools.values())
    build = tmp_path / "build"
    options = [
        "-DCMAKE_SYSTEM_NAME=Windows",
        f"-DCMAKE_CROSSCOMPILING_EMULATOR={wine['WINE']}",
        f"-DCMAKE_RUNTIME_OUTPUT_DIRECTORY={build}/bin",
        "-DCMAKE_EXE_LINKER_FLAGS=-static-libgcc -static-libstdc++",
        *(f"-DCMAKE_{language}_COMPILER={compiler}" for language, compiler in tools.items()),
    ]
    source = [f"-DLIMBSMITH_SOURCE={ROOT}", f"-DBUILD_SHARED_LIBS={shared}", "-DLIBRARIES=limbsmith"]
    assert consume(build, *options, *source, env=wine) == ["c_limbsmith", "cxx_limbsmith"]
    assert len([*(build / "bin").glob("*.dll")]) == (shared == "ON")
    imports = run("x86_64-w64-mingw32-objdump", "-p", build / "bin/c_limbsmith.exe")
    assert ("DLL Name: liblimbsmith.dll" in imports) == (shared == "ON")
    # The kernels of the other engines follow the System V calling convention.
    assert [*build.rglob("lsm_bn254_c64_objs.dir")]
    assert not [*build.rglob("lsm_bn254_adx_objs.dir"), *build.rglob("lsm_bn254_lanes_objs.dir")]


# ---- what tools/package makes ----


@pytest.fixture(scope="module")
def checkouts(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The project's files as they are here, as the same commit in two folders, filled in opposite orders."""
    need("git")
    made = [tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("two") / "a/longer path"]
    files = lint.files()
    for folder, order in zip(made, (files, files[::-1]), strict=True):
        for path in order:
            copy = folder / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
            copy.chmod(0o755 if os.access(path, os.X_OK) else 0o644)
        who = {f"GIT_{role}_{what}": "limbsmith" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        when = {f"GIT_{role}_DATE": "1700000000 +0000" for role in ("AUTHOR", "COMMITTER")}
        for arguments in (["init", "-q", "-b", "release"], ["add", "-A"], ["commit", "-q", "-m", "All files"]):
            run("git", *arguments, cwd=folder, env={**os.environ, **who, **when})
    return made


@pytest.fixture(scope="module")
def packages(checkouts: list[Path], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The folders of the packages, each made by another kind of user."""
    need("dpkg-deb", "dpkg-shlibdeps", "file")
    users = [
        {"TZ": "UTC", "LC_ALL": "C"},
        {"TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8", "HOME": str(tmp_path_factory.mktemp("home")), "CFLAGS": ""},
    ]
    environment = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    for checkout, user, mask in zip(checkouts, users, (0o022, 0o077), strict=True):
        before = os.umask(mask)
        try:
            kinds = ["source", "binary", "deb"]
            run(checkout / "tools/package", *kinds, cwd=checkout, env=environment | user)
        finally:
            os.umask(before)
    return [checkout / "build/packages" for checkout in checkouts]


@pytest.fixture
def root(packages: list[Path], tmp_path: Path) -> Path:
    """A scratch root with the three packages installed by dpkg; their dependencies are this system's."""
    if os.getuid():
        pytest.skip("dpkg installs as root only: skipped, not passed")
    admin = tmp_path / "var/lib/dpkg"
    for folder in ("info", "updates", "triggers"):
        (admin / folder).mkdir(parents=True)
    shutil.copyfile("/var/lib/dpkg/status", admin / "status")
    run("dpkg", f"--root={tmp_path}", "--install", *packages[0].glob("*.deb"))
    return tmp_path


@pytest.mark.full
def test_two_builds_give_the_same_bytes(packages: list[Path]) -> None:
    first, second = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in packages)
    architecture = run("dpkg", "--print-architecture").strip()
    assert {*first} == {*second}
    assert {f"limbsmith-{VERSION}.tar.gz", f"limbsmith_{VERSION}-1_{architecture}.deb"} < {*first}
    assert len(first) == 5
    assert [name for name in first if first[name] != second[name]] == []


def field(package: Path, name: str) -> str:
    return run("dpkg-deb", "--field", package, name).strip()


@pytest.mark.full
def test_debian_packages(packages: list[Path], tmp_path: Path) -> None:
    """Names, dependencies and files; what dpkg-shlibdeps finds, and lintian."""
    found = {path.name.split("_")[0]: path for path in packages[0].glob("*.deb")}
    soname = "liblimbsmith" + ".".join(VERSION.split(".")[:2])  # until version 1
    assert {*found} == {soname, "liblimbsmith-dev", "limbsmith"}
    assert field(found["liblimbsmith-dev"], "Depends") == f"{soname} (= {VERSION}-1)"
    assert re.fullmatch(r"libc6 \(.*\), libjansson4 \(.*\)", field(found["limbsmith"], "Depends"))
    contents = {name: run("dpkg-deb", "--contents", path) for name, path in found.items()}
    assert f"/liblimbsmith.so.{VERSION}\n" in contents[soname]
    assert not re.search(r"/liblimbsmith\.(a|so) |\.h\n|/bin/", contents[soname])
    for file in ("liblimbsmith.a", "liblimbsmith.so ->", "limbsmith.pc", "limbsmith-config.cmake", "bls12_381.h"):
        assert f"/{file}" in contents["liblimbsmith-dev"]
    assert re.search(r" \./usr/bin/limbsmith\n", contents["limbsmith"])
    for name, text in contents.items():
        assert f"./usr/share/doc/{name}/copyright\n" in text

    # The library states its dependency itself (cmake/LimbsmithPackage.cmake says why); here the one that is computed.
    run("dpkg-deb", "--extract", found[soname], tmp_path)
    (tmp_path / "debian").mkdir()
    (tmp_path / "debian/control").touch()
    library = next(tmp_path.rglob(f"liblimbsmith.so.{VERSION}"))
    computed = run("dpkg-shlibdeps", "-O", library, cwd=tmp_path).strip().removeprefix("shlibs:Depends=")
    floors = [re.fullmatch(r"libc6 \(>= ([\d.]+)\)", text) for text in (computed, field(found[soname], "Depends"))]
    assert all(floors), computed
    run("dpkg", "--compare-versions", floors[1][1], "ge", floors[0][1])

    need("lintian")
    about_debians_own_archive = "initial-upload-closes-no-bugs"
    options = ["--fail-on", "error,warning", "--suppress-tags", about_debians_own_archive]
    user = ["--allow-root"] if os.getuid() == 0 else []
    assert run("lintian", *options, *user, *found.values()) == ""


@pytest.mark.full
def test_installed_debian_packages(root: Path, tmp_path: Path) -> None:
    assert run(root / "usr/bin/limbsmith", "--version") == f"limbsmith {VERSION}\n"
    config = next((root / "usr/lib").rglob("limbsmith.pc")).parent
    env = {**os.environ, "PKG_CONFIG_PATH": str(config)}
    flags = run("pkg-config", "--cflags", "--libs", "limbsmith", env=env).split()
    run("cc", CONSUMER / "consumer.c", "-o", tmp_path / "consumer", *flags)
    run(tmp_path / "consumer", env={**os.environ, "LD_LIBRARY_PATH": str(config.parent)})
    ran = consume(tmp_path / "consumer_build", f"-DCMAKE_PREFIX_PATH={root}/usr")
    assert {"c_shared", "c_static", "c_limbsmith"} <= {*ran}


@pytest.mark.full
def test_binary_archive(packages: list[Path], tmp_path: Path) -> None:
    (archive,) = packages[0].glob(f"limbsmith-{VERSION}-*.tar.gz")
    run("tar", "-C", tmp_path, "-xf", archive)
    unpacked = tmp_path / archive.name.removesuffix(".tar.gz")
    assert run(unpacked / "bin/limbsmith", "--version") == f"limbsmith {VERSION}\n"
    ran = consume(tmp_path / "build", f"-DCMAKE_PREFIX_PATH={unpacked}")
    assert {"c_shared", "c_static", "c_limbsmith"} <= {*ran}


def test_manual_page_names_the_commands() -> None:
    """The commands of `limbsmith --help` and no others."""
    text = (ROOT / "tools/limbsmith/limbsmith.1").read_text()
    listed = re.findall(r"(?m)^\.TP\n\.B (\S+)$", text)
    commands = re.findall(r"(?m)^  ([a-z]\S+) ", run(PROGRAM, "--help"))
    assert listed == commands
    assert len(commands) > 5
