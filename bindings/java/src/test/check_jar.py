# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is in the jar: class files of Java 8, a module name, and natives that are bound to no C library."""

import argparse
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

JAVA_8 = 52
NEEDED = {"memcpy", "memset", "memmove"}
# What a compiler may add by itself. glibc and musl both have it, glibc since 2.4.
COMPILER = {"__stack_chk_fail"}
JNI = {f"Java_org_limbsmith_Native_{name}" for name in ("call", "version", "engineName", "engineReason", "selftest")}
BESU = {f"eip196altbn128{name}" for name in ("G1Add", "G1Mul", "Pairing")}


def output(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def native_problems(path: Path, name: str, exports: set[str]) -> list[str]:
    dynamic = output("readelf", "-dW", str(path))
    rows = [line.split() for line in output("readelf", "--dyn-syms", "-W", str(path)).splitlines()]
    symbols = [(row[6], row[7]) for row in rows if len(row) == 8 and row[4] in ("GLOBAL", "WEAK")]
    wanted = {symbol for section, symbol in symbols if section == "UND"}
    exported = {symbol for section, symbol in symbols if section != "UND"}
    problems = [f"{name}: needs {library}" for library in re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)]
    # A version would show as memcpy@GLIBC_2.14.
    problems += [f"{name}: asks the host for {symbol}" for symbol in sorted(wanted - NEEDED - COMPILER)]
    if exported != exports:
        problems.append(f"{name}: exports {sorted(exported)}, not {sorted(exports)}")
    return problems


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("jar", type=Path)
    parser.add_argument("platforms", help="those it has natives for, with commas between")
    parser.add_argument("libraries", nargs="*", type=Path, help="those with besu-native's calls")
    options = parser.parse_args()
    platforms = options.platforms.split(",")
    problems = [problem for path in options.libraries for problem in native_problems(path, str(path), BESU)]
    with zipfile.ZipFile(options.jar) as archive, tempfile.TemporaryDirectory() as folder:
        names = archive.namelist()
        classes = [name for name in names if name.endswith(".class")]
        for name in classes:
            if (major := int.from_bytes(archive.read(name)[6:8], "big")) != JAVA_8:
                problems.append(f"{name}: class file version {major}, not {JAVA_8}")
        if "Automatic-Module-Name: org.limbsmith" not in archive.read("META-INF/MANIFEST.MF").decode().splitlines():
            problems.append("the manifest has no Automatic-Module-Name")
        natives = [name for name in names if "/native/" in name and not name.endswith("/")]
        expected = [f"org/limbsmith/native/{platform}/liblimbsmith_jni.so" for platform in platforms]
        if sorted(natives) != sorted(expected):
            problems.append(f"natives {natives}, not {expected}")
        for name in natives:
            problems += native_problems(Path(archive.extract(name, folder)), name, JNI)
        if not classes or "META-INF/LICENSE-MIT" not in names or "META-INF/LICENSE-APACHE" not in names:
            problems.append("no classes or no licences")
    for problem in problems:
        print(f"check_jar: {problem}", file=sys.stderr)
    if problems:
        sys.exit(1)
    natives_of = ", ".join(platforms)
    others = len(options.libraries)
    print(f"check_jar: {len(classes)} classes of Java 8; natives for {natives_of} and {others} more need no C library")


if __name__ == "__main__":
    main()
