#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The example of README.md is compiled and run in both ways that README.md gives, and must print what it says.

The program must accept the vectors that README.md calls the last word.
"""

import re
import shlex
import subprocess
import tempfile
from pathlib import Path

from lint import ROOT, arguments, finish


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("build", nargs="?", default="build/release", help="the build tree (default: %(default)s)")
    build = parser.parse_args().build
    readme = (ROOT / "README.md").read_text()
    source = re.search(r"```c\n(.*?)```", readme, re.DOTALL)
    commands = re.findall(r"(?m)^cc .*example\.c.*$", readme)
    if not source or len(commands) != 2:
        finish("check_readme", ["README.md has no example in C with two ways to compile it"], "")
        return
    vectors = re.findall(r"`limbsmith (vectors [^`]*)`", readme)
    if not vectors:
        finish("check_readme", ["README.md no longer says which vectors to run"], "")
    expected = source[1].rstrip().rsplit("\n", 1)[1].removeprefix("// ")
    problems = []
    for command in vectors:
        program = shlex.quote(f"{build}/limbsmith")
        ran = subprocess.run(f"{program} {command}", shell=True, cwd=ROOT, capture_output=True, text=True)
        if ran.returncode:
            problems.append(f"this fails: limbsmith {command}\n{ran.stderr}{ran.stdout}")
    with tempfile.TemporaryDirectory() as folder:
        example = Path(folder) / "example.c"
        example.write_text(source[1])
        for command in commands:
            words = command.replace("example.c", shlex.quote(str(example))).replace("build/release", shlex.quote(build))
            program = Path(folder) / "example"
            # -O1: the second way compiles the whole library, and speed is not the point here
            line = f"{words.replace('-O3', '-O1')} -o {shlex.quote(str(program))}"
            compiled = subprocess.run(line, shell=True, cwd=ROOT, capture_output=True, text=True)
            if compiled.returncode:
                problems.append(f"this does not compile: {command}\n{compiled.stderr}")
                continue
            printed = subprocess.run([program], capture_output=True, text=True).stdout.strip()
            if printed != expected:
                problems.append(f"it prints {printed!r}, README.md says {expected!r}")
    finish("check_readme", problems, "the example compiles both ways and prints what README.md says; its vectors pass")


if __name__ == "__main__":
    main()
