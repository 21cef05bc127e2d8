# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The libraries that `compare` measures beside ours: how each is had from its package manager and built.

Every one becomes a program with the same three commands (`ops`, `answer FILE`, `time FILE OP NANOSECONDS ROUNDS`), see
gnark/main.go. What is downloaded and built stays in build/bench, so that a second run is quick.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORK = HERE.parent.parent / "build" / "bench"


class Missing(Exception):
    """This peer cannot be had here; the text is the reason, in one line."""


@dataclass(frozen=True)
class Peer:
    """A program that runs one library."""

    name: str
    version: str
    command: list[str]
    compiler: str
    flags: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    slow: bool = False  # an interpreted one: few inputs and few repetitions


def output(command: list[str], **more: object) -> str:
    """The first line a command prints, or Missing."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload]
    except OSError as error:
        raise Missing(f"{command[0]}: {error.strerror}") from None
    lines = [line for line in (done.stdout if done.returncode == 0 else done.stderr).splitlines() if line.strip()]
    if done.returncode != 0:
        # compilers say what is wrong in the first line with "error", package managers in the last
        wrong = [line for line in lines if re.match(r"(?i)\s*(error|npm err)", line)] or lines[-1:] or ["it failed"]
        raise Missing(f"{Path(command[0]).name}: {wrong[0].strip()[:160]}")
    return lines[0] if lines else ""


def record(path: Path, key: str, value: object) -> None:
    """Put one more part into a result file of `compare`, or into a new file."""
    document = json.loads(path.read_text()) if path.exists() else {}
    document[key] = value
    path.write_text(json.dumps(document, indent=1) + "\n")


def needs(program: str, what: str) -> None:
    if shutil.which(program) is None:
        raise Missing(f"needs {what} (the command {program})")


def gnark() -> Peer:
    """gnark-crypto, with its assembly."""
    needs("go", "Go")
    program = WORK / "gnark"
    output(["go", "build", "-trimpath", "-o", str(program), "."], cwd=HERE / "gnark")
    version = re.search(r"gnark-crypto v(\S+)", (HERE / "gnark" / "go.mod").read_text())
    assert version is not None
    return Peer("gnark", version[1], [str(program)], output(["go", "env", "GOVERSION"], cwd=HERE / "gnark"))


RUST_FLAGS = "-C target-cpu=native"


def cargo_lock(folder: Path) -> None:
    """Cargo.lock for the packages of packages.lock, whose source is whatever registry cargo is set up with.

    A newer release of something below a peer may be out by now: cargo is told to take the pinned one.
    """
    lock = folder / "Cargo.lock"
    lines = [line for line in (HERE / "rust" / "packages.lock").read_text().splitlines() if not line.startswith("#")]
    wanted = {(name, version): checksum for name, version, checksum in map(str.split, lines)}
    lock.unlink(missing_ok=True)
    output(["cargo", "generate-lockfile", "--quiet"], cwd=folder)
    package = r'^name = "(.*)"\nversion = "(.*)"\nsource = ".*"\nchecksum = "(.*)"$'
    for name, version, _checksum in re.findall(package, lock.read_text(), re.MULTILINE):
        pins = [pin[1] for pin in wanted if pin[0] == name]
        if (name, version) not in wanted and len(pins) == 1:
            output(["cargo", "update", "--quiet", "--package", f"{name}@{version}", "--precise", pins[0]], cwd=folder)
    for name, version, checksum in re.findall(package, lock.read_text(), re.MULTILINE):
        if wanted.get((name, version)) != checksum:
            lock.unlink()
            raise Missing(f"cargo: {name} {version} is not what packages.lock names")


def rust_folder() -> Path:
    """A copy of rust/ with its lock file."""
    needs("cargo", "Rust")
    folder = WORK / "rust"
    shutil.copytree(HERE / "rust", folder, dirs_exist_ok=True)
    if (
        not (folder / "Cargo.lock").exists()
        or (folder / "Cargo.lock").stat().st_mtime < (HERE / "rust" / "packages.lock").stat().st_mtime
    ):
        cargo_lock(folder)
    return folder


def rust_program(feature: str, program: str, archive: Path | None = None) -> Path:
    """A program of rust/, compiled with one feature, and linked to an archive if that is given."""
    folder = rust_folder()
    environment = {"RUSTFLAGS": RUST_FLAGS, "CARGO_TARGET_DIR": str(folder / "target")}
    if archive is not None:
        name = archive.stem.removeprefix("lib")
        environment["RUSTFLAGS"] += f" -L native={archive.parent} -l static={name}"
        # cargo does not look at the archive; the program reads this, so it is built anew when the archive changes.
        environment["LINKED_SHA256"] = hashlib.sha256(archive.read_bytes()).hexdigest()
    output(
        ["cargo", "build", "--locked", "--quiet", "--release", "--features", feature, "--bin", program],
        cwd=folder,
        env={**os.environ, **environment},
    )
    return folder / "target" / "release" / program


def crate_version(package: str) -> str:
    """The version of a crate that rust/Cargo.toml asks for."""
    manifest = (HERE / "rust" / "Cargo.toml").read_text()
    version = re.search(rf'^{package} = .*version = "=([^"]*)"', manifest, re.MULTILINE)
    assert version is not None
    return version[1]


def rust(library: str, package: str) -> Peer:
    """One of the crates, by the feature of rust/Cargo.toml that selects it."""
    program = WORK / library
    shutil.copy2(rust_program(library, "peers"), program)
    version = crate_version(package)
    return Peer(library, version, [str(program)], output(["rustc", "--version"]), f"{RUST_FLAGS}, fat LTO")


def virtual_environment(folder: Path, lock: Path) -> Path:
    """The interpreter of a virtual environment that holds what the lock file names."""
    stamp = folder / "filled"
    if not stamp.exists() or stamp.read_text() != lock.read_text():
        output([sys.executable, "-m", "venv", "--clear", str(folder)])
        pip = [str(folder / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check", "--no-input"]
        output([*pip, "--require-hashes", "--only-binary=:all:", "--no-deps", "--requirement", str(lock)])
        stamp.write_text(lock.read_text())
    return folder / "bin" / "python"


PYTHON_LOCK = HERE / "python" / "requirements.lock"


def python_packages() -> Path:
    """The interpreter that has the Python peers."""
    return virtual_environment(WORK / "venv", PYTHON_LOCK)


def pinned(name: str) -> str:
    found = re.search(rf"^{name}==([^ ]+)", PYTHON_LOCK.read_text(), re.MULTILINE)
    assert found is not None
    return found[1]


def py_ecc() -> Peer:
    """py_ecc, on its optimized curve."""
    python = python_packages()
    version = output([str(python), "--version"])
    return Peer("py_ecc", pinned("py_ecc"), [str(python), str(HERE / "python" / "py_ecc_peer.py")], version, slow=True)


def capi(library: str, path: str, version: str, environment: dict[str, str] | None = None) -> Peer:
    """A shared library with mcl's or Constantine's C interface."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        raise Missing("needs a C compiler")
    program = WORK / "capi"
    sources = [str(HERE / "capi" / name) for name in ("main.c", "mcl.c", "constantine.c")]
    output([compiler, "-std=gnu11", "-O2", "-o", str(program), *sources, "-ldl"])
    command = [str(program), library, path]
    output([*command, "ops"], env={**os.environ, **(environment or {})})
    return Peer(library, version, command, "as the library comes", environment=environment or {})


def mcl() -> Peer:
    """mcl's shared library as the Python package mclbn256 carries it: in hexadecimal, in its only module."""
    modules = list(python_packages().parents[1].glob("lib/python3*/site-packages/mclbn256/mclbn256.py"))
    if not modules:
        raise Missing("the package mclbn256 does not have its module")
    folder = WORK / "mcl"
    folder.mkdir(parents=True, exist_ok=True)
    images = [bytes.fromhex(image) for image in re.findall(r"fromhex\('(7f454c46[0-9a-f]+)'", modules[0].read_text())]
    if len(images) != 2:
        raise Missing("the package mclbn256 does not hold two shared libraries")
    for name, image in zip(("libmclbn256.so", "libmcl.so"), images, strict=True):
        (folder / name).write_bytes(image)
    where = {"LD_LIBRARY_PATH": str(folder)}
    return capi("mcl", str(folder / "libmclbn256.so"), f"of mclbn256 {pinned('mclbn256')}", where)


def mcl_wasm() -> Peer:
    """mcl as WebAssembly, from npm."""
    needs("node", "Node.js")
    needs("npm", "npm")
    folder = WORK / "node"
    shutil.copytree(HERE / "node", folder, dirs_exist_ok=True)
    output(["npm", "ci", "--silent", "--ignore-scripts", "--no-audit", "--no-fund"], cwd=folder)
    version = re.search(r'"mcl-wasm": "([^"]*)"', (folder / "package.json").read_text())
    assert version is not None
    return Peer("mcl-wasm", version[1], ["node", str(folder / "mcl_wasm.mjs")], f"node {output(['node', '--version'])}")


PEERS: dict[str, Callable[[], Peer]] = {
    "gnark": gnark,
    "ark": lambda: rust("ark", "ark-bn254"),
    "halo2curves": lambda: rust("halo2curves", "halo2curves"),
    "halo2curves-asm": lambda: rust("halo2curves-asm", "halo2curves"),
    "substrate-bn": lambda: rust("substrate-bn", "substrate-bn"),
    "mcl": mcl,
    "mcl-wasm": mcl_wasm,
    "py_ecc": py_ecc,
}
C_INTERFACES = ("mcl", "constantine")
