#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compare limbsmith's BLS12-381 with blst: the same pairing value first, then times.

Both final exponentiations give the cube of the reduced pairing, so the values must agree to the last bit. The two sides
take turns on one core, round by round, as in ../compare; shown are the least times, their ratio, and the median over
the rounds of the ratio within a round. Exit code 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from peers import HERE, WORK, Missing, crate_version, output, record, rust_program

ROOT = HERE.parent.parent
OPS = (
    *("fp_mul", "fp_sqr", "fp2_mul", "fp2_sqr", "fp12_mul", "cyclotomic_sqr"),
    *("miller_loop", "final_exp", "pairing", "g1_in_subgroup", "g2_in_subgroup"),
)
TARGETS = {"adx": {"pairing": 1.1}}
FLAGS = {"c64": [], "adx": ["-mbmi2", "-madx"]}


def ours(engine: str) -> Path:
    """Our program over one engine, by one compiler call."""
    compiler = os.environ.get("CC", "cc")
    generated = ROOT / "generated/bls12_381"
    sources = [path for layer in ("tower", "curve", "pairing") for path in sorted((ROOT / "src" / layer).glob("*.c"))]
    sources += [*sorted((generated / engine).glob("*.[cS]")), HERE / "bls12_381/main.c"]
    includes = [f"-I{path}" for path in (ROOT / "include", ROOT / "src", generated, generated / engine)]
    program = WORK / f"bls12_381_{engine}"
    program.parent.mkdir(parents=True, exist_ok=True)
    flags = ["-std=c11", "-O2", "-D_POSIX_C_SOURCE=200809L", *FLAGS[engine]]
    if "clang" not in output([compiler, "--version"]):
        flags.append("-fno-tree-slp-vectorize")
    output([compiler, *flags, *includes, *map(str, sources), "-o", str(program)])
    return program


def timed(program: Path, op: str, nanoseconds: int) -> float:
    return float(output([str(program), "time", op, str(nanoseconds)]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15, metavar="N", help="default: %(default)s")
    parser.add_argument("--milliseconds", type=int, default=50, metavar="N", help="of one round (default: %(default)s)")
    parser.add_argument("--engine", choices=sorted(FLAGS), default="adx", help="default: %(default)s")
    parser.add_argument("--json", type=Path, metavar="FILE", help="add the results to this file")
    args = parser.parse_args()
    try:
        mine, peer = ours(args.engine), rust_program("blst", "bls12_381")
        answers = [output([str(program), "answer"]) for program in (mine, peer)]
    except Missing as reason:
        print(f"bls12_381: not compared: {reason}", file=sys.stderr)
        return 1
    if answers[0] != answers[1]:
        print(f"bls12_381: e(G1, G2) differs: {answers[0][:32]}..., blst {answers[1][:32]}...", file=sys.stderr)
        return 1
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(f"{'ns, least of the rounds':<24}{args.engine:>12}{'blst':>12}{'ratio':>8}{'median':>8}")
    missed, results = [], []
    for op in OPS:
        rounds = []
        for number in range(args.rounds):
            pair = [mine, peer] if number % 2 else [peer, mine]
            found = {program: timed(program, op, args.milliseconds * 1_000_000) for program in pair}
            rounds.append((found[mine], found[peer]))
        least = [min(column) for column in zip(*rounds)]
        median = statistics.median(a / b for a, b in rounds)
        print(f"{op:<24}{least[0]:>12.1f}{least[1]:>12.1f}{least[0] / least[1]:>8.3f}{median:>8.3f}", flush=True)
        results.append({"name": op, "ns": least[0], "peer_ns": least[1], "median_ratio": round(median, 3)})
        if least[0] / least[1] > TARGETS.get(args.engine, {}).get(op, float("inf")):
            missed.append(op)
    if args.json:
        peer_name = f"blst {crate_version('blst')}"
        record(args.json, "bls12_381", {"peer": peer_name, "engine": args.engine, "results": results})
    for op in missed:
        print(f"bls12_381: {op} misses its target of {TARGETS[args.engine][op]} times blst's time", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
