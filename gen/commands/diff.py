# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`gen diff`: what one parameter file changes against another."""

from __future__ import annotations

import argparse

SUMMARY = "list the derived values and the generated files that differ between two curves"


def arguments(parser: argparse.ArgumentParser) -> None:
    for key in ("a", "b"):
        parser.add_argument(key, metavar=key.upper(), help="name of a curve, or path of a parameter file")


def run(args: argparse.Namespace) -> int:
    from gen.model import build
    from gen.outputs.difference import changed_files, changed_values
    from gen.params import load
    from gen.tree import curve_files

    a, b = (build(load(name)) for name in (args.a, args.b))
    print(f"{a.name} -> {b.name}")
    print("\nderived values")
    values = changed_values(a, b)
    for key, old, new in values:
        print(f"  {key}: {old} -> {new}")
    print("\ngenerated files" if values else "  none\n\ngenerated files")
    found = changed_files(a, curve_files(a), b, curve_files(b))
    for kind, names in found.items():
        for name in names:
            print(f"  {kind}: {name}")
    print(
        f"\n{len(values)} values differ; files: " + ", ".join(f"{len(names)} {kind}" for kind, names in found.items())
    )
    return 0
