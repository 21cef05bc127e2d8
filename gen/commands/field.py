# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`gen field`: writes the arithmetic of one prime field to a folder of the user's."""

from __future__ import annotations

import argparse
from pathlib import Path

from gen.files import write_new

SUMMARY = "write C for one prime field, any odd prime of 2 to 1024 bits, that needs no other file"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--modulus", required=True, metavar="N", help="the prime: digits, 0x..., or an expression such as 2^255-19"
    )
    parser.add_argument("--name", required=True, metavar="NAME", help="prefix of the C names: NAME_mul, NAME.h, NAME.c")
    parser.add_argument("--out", required=True, type=Path, metavar="FOLDER", help="made if it is not there")
    parser.add_argument(
        "--engine", default="c64", metavar="ENGINE", help="c64: portable C (default); adx: kernels for x86-64 too"
    )
    parser.add_argument(
        "--strategy",
        action="append",
        default=[],
        metavar="FUNCTION=NAME",
        help="force a strategy, as mul=mont_carry; refused where the modulus does not admit it",
    )
    parser.add_argument("--test", action="store_true", help="also NAME_test.c: known answers from Python integers")
    parser.add_argument("--force", action="store_true", help="replace files that differ")


def run(args: argparse.Namespace) -> int:
    from gen.standalone import make, order

    made = make(order(args.name, args.modulus, args.engine, args.test, args.strategy))
    for path in write_new(args.out, made.files, args.force):
        print(f"wrote {path}")
    field = made.field
    print(
        f"{field.name}: {field.bits} bits in {field.limbs} words of {field.word_bits}, {field.spare_bits} spare bits, "
        f"p = {field.modulus % 4} mod 4" + ("" if made.root else ": no square roots")
    )
    print(f"  {field.form}: {made.form}")
    for function, choice in made.plan.items():
        kernel = made.kernels.get(function)
        chosen = f"kernel {kernel.strategy.name}" if kernel else choice.strategy.name
        cost = kernel.multiplications if kernel else choice.program.cost()
        print(f"  {function}: {chosen}" + (f", {cost} word multiplications" if cost else ""))
        for reason in choice.refused:
            print(f"    not taken: {reason}")
    sources = " ".join(name for name in made.files if name.endswith((".c", ".S")))
    compile_line = f"{sources} -o {field.name}_test" if args.test else f"-c {sources}"
    print(f"compile in {args.out}: cc -std=c11 -O2 {compile_line}")
    return 0
