# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What was built is what is promised: one wheel and one source distribution."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

LICENCES = {"LICENSE-APACHE", "LICENSE-MIT"}
# What a distribution's flags for hardening add is as old as glibc 2.4.
LIBC = re.compile(r"(?:mem(?:cpy|set|move)|__stack_chk_fail|__mem\w+_chk)@")
PRIVATE = re.compile(rb"/(?:work|root|home|tmp|Users)/[\w.]")


def problems(folder: Path) -> list[str]:
    wheels, sdists = [*folder.glob("*.whl")], [*folder.glob("*.tar.gz")]
    if len(wheels) != 1 or len(sdists) != 1:
        return [f"{folder}: {len(wheels)} wheels and {len(sdists)} source distributions instead of one each"]
    wheel, sdist = wheels[0], sdists[0]
    found = []
    if not re.fullmatch(r"limbsmith-[\d.]+-py3-none-(linux|macosx|win)\w+\.whl", wheel.name):
        found.append(f"{wheel.name}: not for any Python 3 on one platform")
    with zipfile.ZipFile(wheel) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    for name in sorted(name for name, content in held.items() if PRIVATE.search(content)):
        found.append(f"{wheel.name}: {name} names a path of this machine")
    libraries = [name for name in held if name.endswith((".so", ".dylib", ".dll"))]
    information = f"{wheel.name.rsplit('-', 3)[0]}.dist-info"
    wanted = {"limbsmith/py.typed", "limbsmith/__init__.py", *(f"{information}/licenses/{each}" for each in LICENCES)}
    found += [f"{wheel.name}: no {name}" for name in sorted(wanted - {*held})]
    if len(libraries) != 1:
        found.append(f"{wheel.name}: {len(libraries)} libraries instead of one")
    elif sys.platform == "linux":
        found += [f"{libraries[0]}: {each}" for each in symbol_problems(held[libraries[0]])]
        shown = output_of(sys.executable, "-m", "auditwheel", "show", wheel)
        glibc = re.search(r"manylinux_2_(\d+)_", shown)
        if not glibc or int(glibc[1]) > 17:
            found.append(f"{wheel.name}: needs a glibc newer than 2.17: {shown}")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    carried = {"native/limbsmith_bn254.c", "native/limbsmith_bn254.h", "setup.py", "pyproject.toml", "README.md"}
    return found + [f"{sdist.name}: no {name}" for name in sorted((carried | LICENCES) - names)]


def output_of(*command: str | Path) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def symbol_problems(library: bytes) -> list[str]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "library"
        path.write_bytes(library)
        rows = [line.split() for line in output_of("nm", "-D", path).splitlines()]
    exported = [row[-1] for row in rows if row[-2] in "TDBR"]
    found = [f"exports {name}" for name in exported if not name.startswith("lsm_")]
    found += [f"needs {row[-1]}" for row in rows if row[-2] == "U" and not LIBC.match(row[-1])]
    return found if exported else [*found, "exports nothing"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where they are")
    listed = problems(parser.parse_args().folder)
    for problem in listed:
        print(f"check_dist: {problem}", file=sys.stderr)
    if listed:
        sys.exit(1)
    print("check_dist: the wheel and the sdist hold what they should")
