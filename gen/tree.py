# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The generated files as a whole: what they are, how they differ from those on disk, and writing them."""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gen.derive.addchain import CHAINS_DIR
from gen.engines import engine_files, engines_of
from gen.files import write_file
from gen.model import CurveModel, WeierstrassModel, build
from gen.outputs import weierstrass
from gen.outputs.curve_header import curve_header
from gen.outputs.document import DOCUMENT, document
from gen.outputs.jsontext import dump
from gen.outputs.params_json import params
from gen.outputs.proofs_json import proofs
from gen.outputs.public_header import api_header, is_public, public_header
from gen.outputs.vectors_header import vectors_header
from gen.params import CurveSpec, WeierstrassSpec, curve_names, load
from gen.plan import PlanError
from gen.render import FORMAT
from gen.strategies import Refusal

ROOT = Path(__file__).resolve().parent.parent
GENERATED = "generated"
HEADERS = "include/limbsmith"
MANIFEST = f"{GENERATED}/MANIFEST.json"
CLANG_FORMAT = f"{GENERATED}/.clang-format"
CLANG_FORMAT_TEXT = "# Generated files keep the bytes the generator wrote.\nDisableFormat: true\nSortIncludes: Never\n"

Files = dict[str, str]  # path from the repository's root, with / on every system -> text


@dataclass(frozen=True)
class Tree:
    """Everything one run generates, and the folders that hold nothing else."""

    files: Files
    folders: tuple[str, ...]


def curve_files(model: CurveModel | WeierstrassModel, public: bool | None = None) -> Files:
    """The files of one curve; public: with its header and what the API is compiled with (None: unless it is a toy)."""
    public = is_public(model) if public is None else public
    folder = f"{GENERATED}/{model.name}"
    files = {f"{folder}/{name}": text for name, text in _outputs(model).items()}
    if public:
        files[f"{HEADERS}/{model.name}.h"] = public_header(model)
        files[f"{folder}/api_curve.h"] = api_header(model)
    return files | _engines(model)


def _outputs(model: CurveModel | WeierstrassModel) -> Files:
    if isinstance(model, WeierstrassModel):
        return {
            "curve.h": weierstrass.curve_header(model),
            "vectors.h": weierstrass.vectors_header(model),
            "params.json": dump(weierstrass.params(model)),
            "proofs.json": dump(weierstrass.proofs(model)),
        }
    return {
        "curve.h": curve_header(model),
        "vectors.h": vectors_header(model),
        "params.json": dump(params(model)),
        "proofs.json": dump(proofs(model)),
    }


def _engines(model: CurveModel | WeierstrassModel) -> Files:
    files: Files = {}
    for engine in engines_of(model):
        try:
            made = engine_files(model, engine)
        except (PlanError, Refusal) as err:
            forced = getattr(err, "forced", "")
            if forced:
                raise model.spec.refusal(f"strategies.{forced}", str(err)) from None
            key = "z" if isinstance(model, CurveModel) else "p"
            raise model.spec.refusal(key, f"engine {engine} has no arithmetic for these primes: {err}") from None
        files |= {f"{GENERATED}/{model.name}/{engine}/{name}": text for name, text in made.items()}
    return files


def generate(names: Iterable[str], root: Path = ROOT, progress: Callable[[str], None] = lambda _: None) -> Tree:
    """Generates the curves named, in memory.

    Of other curves the manifest's entries and the values in the document stand as they are on disk, so that one curve
    can be regenerated while another's parameters are being worked on.
    """
    names = list(names)
    files: Files = {CLANG_FORMAT: CLANG_FORMAT_TEXT}
    inputs: dict[str, Any] = {}
    told: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
    for name in names:
        progress(name)
        spec = load(name)
        inputs[name] = input_hashes(spec)
        model = build(spec)
        files.update(curve_files(model))
        if isinstance(model, CurveModel):
            told[name] = (params(model), proofs(model))
    for name in curve_names():
        if name not in told and isinstance(load(name), CurveSpec):  # the document is about pairings
            told[name] = _told(name, root)
    files[DOCUMENT] = document({name: told[name] for name in sorted(told)})
    files[MANIFEST] = _manifest(files, inputs, names, root)
    complete = set(names) == set(curve_names())
    return Tree(files, (GENERATED,) if complete else tuple(f"{GENERATED}/{name}" for name in names))


def generate_outside(file: Path) -> Tree:
    """The files of a curve that is no part of this project, whose parameter file lies anywhere; no manifest."""
    model = build(load(file))
    return Tree(curve_files(model, public=True), (f"{GENERATED}/{model.name}",))


def _told(name: str, root: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    folder = root / GENERATED / name
    try:
        return tuple(json.loads((folder / f"{kind}.json").read_bytes()) for kind in ("params", "proofs"))  # type: ignore[return-value]
    except (OSError, ValueError, RecursionError):
        model = build(load(name))
        return params(model), proofs(model)


def input_hashes(spec: CurveSpec | WeierstrassSpec) -> dict[str, str]:
    """The parameter file's hash, and the committed chain's where there is one."""
    hashes = {spec.file: spec.sha256}
    if isinstance(spec, WeierstrassSpec):
        return hashes
    chain = CHAINS_DIR / f"{abs(spec.z)}.json"
    if chain.exists():
        hashes[f"gen/chains/{chain.name}"] = hashlib.sha256(chain.read_bytes()).hexdigest()
    return hashes


def owner(path: str) -> str | None:
    """The curve a generated file belongs to, None for a file of all."""
    folder, _, file = path.rpartition("/")
    if folder == HEADERS:
        return file.removesuffix(".h")
    parts = path.split("/")
    return parts[1] if parts[0] == GENERATED and len(parts) > 2 else None


def _manifest(files: Files, inputs: dict[str, Any], names: list[str], root: Path) -> str:
    """sha256 of every generated file and of every input, and the generator's format number."""
    kept_files: dict[str, str] = {}
    kept_inputs: dict[str, Any] = {}
    others = set(curve_names()) - set(names)
    if others:
        try:
            old = json.loads((root / MANIFEST).read_bytes())
            kept_files = {k: v for k, v in old["files"].items() if owner(k) in others}
            kept_inputs = {k: v for k, v in old["inputs"].items() if k in others}
        except (OSError, ValueError, RecursionError, KeyError, TypeError, AttributeError, IndexError):
            pass
    hashes = kept_files | {path: hashlib.sha256(text.encode()).hexdigest() for path, text in files.items()}
    all_inputs = kept_inputs | inputs
    return dump(
        {
            "_generated": "by limbsmith's generator: python3 -m gen generate",
            "format": FORMAT,
            "inputs": {name: all_inputs[name] for name in sorted(all_inputs)},
            "files": {path: hashes[path] for path in sorted(hashes)},
        }
    )


@dataclass(frozen=True)
class Difference:
    path: str
    what: str  # "missing", "differs", "stale"
    detail: str


def differences(tree: Tree, root: Path = ROOT) -> list[Difference]:
    """Where the files on disk are not what the generator gives, byte for byte."""
    found = []
    for path, text in sorted(tree.files.items()):
        file = root / path
        if not file.is_file():
            folder = "a folder stands in its place; move that away first" if file.is_dir() else ""
            found.append(Difference(path, "missing", folder))
            continue
        on_disk = file.read_bytes()
        if on_disk != text.encode():
            found.append(Difference(path, "differs", _first_difference(on_disk, text.encode())))
    found += [Difference(path, "stale", "the generator does not make it") for path in stale_files(tree, root)]
    return found


def stale_files(tree: Tree, root: Path = ROOT) -> list[str]:
    on_disk = {
        file.relative_to(root).as_posix()
        for folder in tree.folders
        for file in (root / folder).rglob("*")
        if file.is_file()
    }
    return sorted(on_disk - set(tree.files))


def _first_difference(on_disk: bytes, generated: bytes) -> str:
    old, new = on_disk.split(b"\n"), generated.split(b"\n")
    for number, (a, b) in enumerate(zip(old, new), 1):
        if a != b:
            return f"line {number}: {_shown(a)} on disk, {_shown(b)} generated"
    return f"{len(old) - 1} lines on disk, {len(new) - 1} generated"


def _shown(line: bytes) -> str:
    text = line.decode("utf-8", "replace").strip()
    return repr(text if len(text) <= 100 else text[:97] + "...")


def write(tree: Tree, root: Path = ROOT) -> tuple[list[str], list[str]]:
    """Writes what differs and removes what is stale; the paths written and removed.

    Each file is replaced whole. The manifest comes last: a run that ends early leaves one that does not fit, so that
    `gen check` and `gen verify` tell.
    """
    changed = [d.path for d in differences(tree, root) if d.what != "stale"]
    for path in changed:
        if (root / path).is_dir():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), str(root / path))
    changed.sort(key=lambda path: (path == MANIFEST, path))
    for path in changed:
        write_file(root / path, tree.files[path].encode())
    removed = stale_files(tree, root)
    for path in removed:
        (root / path).unlink()
    for folder in tree.folders:
        for sub in sorted((root / folder).rglob("*"), reverse=True):
            if sub.is_dir() and not any(sub.iterdir()):
                sub.rmdir()
    return changed, removed
