# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`gen search`: finds seeds of few signed digits."""

from __future__ import annotations

import argparse
import sys

from gen.params import FOLDS, ParamError

SUMMARY = "find seeds of low weight whose p and r are primes, p = 3 mod 4"
WHERE = "command line"
WORD = 64  # |z| of a parameter file fits into one
TOLD_EVERY = 200_000


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--family", default="bn", choices=sorted(FOLDS), help="family of the curve (default: %(default)s)"
    )
    parser.add_argument("--bits", type=int, required=True, metavar="N", help="length of p")
    parser.add_argument(
        "--weight", type=int, required=True, metavar="W", help="most non-zero digits of z in non-adjacent form"
    )
    parser.add_argument("--count", type=int, default=10, metavar="N", help="stop after so many (default: %(default)s)")
    parser.add_argument(
        "--budget", type=int, default=2_000_000, metavar="STEPS", help="seeds tried, not time (default: %(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    from gen.derive.choose import expression, seed_test, smallest_b, smallest_xi, sparse_seeds
    from gen.derive.families import FAMILIES
    from gen.derive.pairing import naf
    from gen.newcurve import xi_text

    limits = (("bits", 6, 512), ("weight", 1, 16), ("count", 1, 1000), ("budget", 1, 10**9))
    for key, low, high in limits:
        value = getattr(args, key)
        if not low <= value <= high:
            raise ParamError(WHERE, f"--{key}", f"{value} is not between {low} and {high}")
    family = FAMILIES[args.family]
    test = seed_test(family)
    found = tried = 0
    for z in sparse_seeds(family, args.bits, args.weight):
        if found >= args.count or tried >= args.budget:
            break
        tried += 1
        if tried % TOLD_EVERY == 0:
            print(f"gen search: {tried} seeds tried, {found} found", file=sys.stderr)
        primes = test(z)
        if primes is None or primes.p.bit_length() != args.bits or abs(z) >= 1 << WORD:
            continue
        xi, _ = smallest_xi(primes.p)
        b = smallest_b(primes.p, primes.t)
        if xi is None or b is None:
            continue
        found += 1
        weight = sum(digit != 0 for digit in naf(abs(z)))
        print(f"{expression(z)} = {z}: weight {weight}, xi = {xi_text(xi)}, b = {b}", flush=True)
    ended = "all seeds of that weight" if found < args.count and tried < args.budget else "so far"
    print(f"gen search: {found} found, {tried} tried, {ended}", file=sys.stderr)
    if found == 0:
        print("gen search: none: a higher --weight or --budget finds more", file=sys.stderr)
        return 1
    return 0
