# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`gen new`: writes a parameter file for a seed, with everything chosen that can be chosen."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from gen.files import write_new
from gen.params import CURVES_DIR, FOLDS, ParamError

SUMMARY = "write the parameter file of a new curve from its seed, with b, xi and generators chosen"
WHERE = "command line"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="lower case letters, digits and _; the file is NAME.toml")
    parser.add_argument(
        "--family", default="bn", choices=sorted(FOLDS), help="family of the curve (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", required=True, metavar="Z", help="digits, 0x..., or an expression: --seed='-(2^62 + 2^55 + 1)'"
    )
    parser.add_argument("--xi", metavar="A,B", help="the non-residue A + B*u (default: the first of 1+u, 2+u, ...)")
    parser.add_argument("--b", metavar="B", help="the curve is y^2 = x^3 + B (default: the smallest that fits)")
    parser.add_argument("--title", metavar="TEXT", help="one line of ASCII (default: made from family and seed)")
    parser.add_argument("--source", metavar="TEXT", help="where the seed is from, for the citation")
    parser.add_argument(
        "--out", type=Path, default=CURVES_DIR, metavar="FOLDER", help="where the file goes (default: gen/curves)"
    )
    parser.add_argument("--force", action="store_true", help="replace the file if it is there")


def run(args: argparse.Namespace) -> int:
    from gen.newcurve import choose, parameter_file

    start = time.monotonic()
    path = args.out / f"{args.name}.toml"
    if path.exists() and not args.force:
        raise ParamError(WHERE, "NAME", f"{path.name} is there already in {args.out}; --force replaces it")
    chosen = choose(
        args.name,
        args.family,
        args.seed,
        args.xi,
        args.b,
        args.title,
        args.source,
        lambda text: print(text, file=sys.stderr),
    )
    write_new(args.out, {path.name: parameter_file(chosen)}, force=True)
    print(f"wrote {path}")
    for line in chosen.told:
        print(f"  {line}")
    shown = args.name if args.out == CURVES_DIR else path
    print(
        f"next: python3 -m gen show {shown}"
        + (f"; python3 -m gen generate {args.name}" if args.out == CURVES_DIR else "")
    )
    print(f"gen new: {time.monotonic() - start:.1f} s", file=sys.stderr)
    return 0
