# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Makes tests/data/bn254_{add,mul,pairing}.json from the oracle.

    python3 tests/oracle/make_vectors.py            write the files
    python3 tests/oracle/make_vectors.py --check    recompute everything and compare byte for byte
    python3 tests/oracle/make_vectors.py --quick    the inputs as in --check, but only every N-th answer recomputed

go-ethereum's precompile format: Name, Input, then Expected or ExpectedError, Gas, Family; and beside an ExpectedError
that a point decided, Item, the index of that point (add, mul) or of its pair (pairing).  Inputs are a pure function of
this file: the only "random" numbers are SHA-256 of a label.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import cases_g1
import cases_pairing
import oracle_evm
from vector_file import DATA, text

CASES = {"add": cases_g1.add_cases, "mul": cases_g1.mul_cases, "pairing": cases_pairing.pairing_cases}
QUICK_STRIDE = {"add": 7, "mul": 11, "pairing": 23}


def record(op: str, family: str, name: str, data: bytes) -> dict[str, object]:
    entry: dict[str, object] = {"Name": name, "Input": data.hex()}
    try:
        entry["Expected"] = oracle_evm.OPERATIONS[op](data).hex()
    except oracle_evm.PrecompileError as error:
        entry["ExpectedError"] = error.code
        if error.item is not None:
            entry["Item"] = error.item
    entry["Gas"] = oracle_evm.gas(op, len(data))
    entry["Family"] = family
    return entry


def cases(op: str) -> list[tuple[str, str, bytes]]:
    """(family, unique name, input); names count within the family."""
    counts: dict[str, int] = {}
    out = []
    for family, label, data in CASES[op]():
        counts[family] = counts.get(family, 0) + 1
        out.append((family, f"{family}_{label or counts[family]}", data))
    names = [name for _, name, _ in out]
    repeated = {name for name in names if names.count(name) > 1} if len(set(names)) < len(names) else set()
    if repeated:
        raise ValueError(f"{op}: names used twice: {sorted(repeated)[:5]}")
    return out


def quick(op: str, stored: list[dict[str, object]]) -> list[str]:
    """Differences between the stored file and the cases; answers recomputed for every QUICK_STRIDE-th only."""
    made = cases(op)
    if len(made) != len(stored):
        return [f"bn254_{op}: {len(stored)} stored, {len(made)} expected"]
    problems = []
    for index, ((family, name, data), old) in enumerate(zip(made, stored, strict=True)):
        if (old["Name"], old["Family"], old["Input"]) != (name, family, data.hex()):
            problems.append(f"bn254_{op}: {name}: input differs")
        elif index % QUICK_STRIDE[op] == 0 and record(op, family, name, data) != old:
            problems.append(f"bn254_{op}: {name}: answer differs")
    return problems


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Make or check the committed BN254 vectors from the oracle.")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true", help="recompute everything, compare, write nothing")
    mode.add_argument("--quick", action="store_true", help="compare all inputs, recompute a sample of the answers")
    parser.add_argument("--op", choices=sorted(CASES), action="append", help="only this operation (default: all)")
    args = parser.parse_args(argv)

    problems: list[str] = []
    for op in args.op or CASES:
        path = DATA / f"bn254_{op}.json"
        if args.quick:
            stored = json.loads(path.read_text(encoding="ascii"))
            found = quick(op, stored)
            print(f"{path.name}: {len(stored)} vectors, {len(found)} problems (sampled)")
            problems += found
            continue
        records = [record(op, *case) for case in cases(op)]
        fresh = text(records)
        if args.check:
            same = path.is_file() and path.read_text(encoding="ascii") == fresh
            print(f"{path.name}: {len(records)} vectors, {'up to date' if same else 'DIFFERS'}")
            if not same:
                problems.append(f"{path.name} differs; python3 tests/oracle/make_vectors.py mends it")
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(fresh, encoding="ascii", newline="\n")
            print(f"{path.name}: {len(records)} vectors, {len(fresh)} bytes")
    for problem in problems:
        print(f"make_vectors: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
