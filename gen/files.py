# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writing files whole or not at all, and what to tell about a file that cannot be read or written."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path

from gen.params import ParamError

ADVICE = {
    errno.EISDIR: "move the folder that stands in its place away",
    errno.ENOTDIR: "move the file that stands in place of one of its folders away",
    errno.EEXIST: "move the file that stands in place of its folder away",
    errno.EACCES: "give this user the right to it",
    errno.EPERM: "give this user the right to it",
    errno.EROFS: "the file system is mounted read-only",
    errno.ENOSPC: "make room on the file system",
    errno.EDQUOT: "make room on the file system",
}


def write_file(path: Path, data: bytes) -> None:
    """Puts data in a file beside path and renames that to path, so that no moment shows half of it.

    Raises OSError with path as its filename; whatever ends the writing, the file beside path is removed.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            beside.write_bytes(data)
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except OSError as err:
        raise OSError(err.errno, err.strerror or str(err), str(path)) from None


def write_new(folder: Path, files: Mapping[str, str], force: bool) -> list[Path]:
    """Writes files of these names and texts below a folder of the user's; the paths written.

    What is there already and differs is replaced with `force` only; without it ParamError names the first such file,
    and nothing at all is written.
    """
    wanted = {folder / name: text.encode() for name, text in files.items()}
    changed = [path for path, data in wanted.items() if not (path.is_file() and path.read_bytes() == data)]
    if not force:
        for path in changed:
            if path.exists():
                raise ParamError("command line", "--out", f"{path} is there already and differs; --force replaces it")
    for path in changed:
        write_file(path, wanted[path])
    return changed


def told(err: OSError, root: Path) -> str:
    """One line: which file, what happened, what to do. Without a file name it is the standard output."""
    advice = ADVICE.get(err.errno or 0)
    name = "standard output" if err.filename is None else _shown(err.filename, root)
    return f"{name}: {err.strerror or err}" + (f"; {advice}" if advice else "")


def _shown(filename: object, root: Path) -> str:
    path = Path(os.fsdecode(filename) if isinstance(filename, (str, bytes, os.PathLike)) else str(filename))
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
