# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The committed lane kernels: their C is read back and run, with the arithmetic of 64-bit lanes, on inputs at the ends
of their contracts and inside. So every constant of their table is tried, and every contract.

A kernel's function is straight-line code: `const lvW vN = OPERATION;` and stores, as src/lanes/vector.h has them.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from gen.lanes.catalogue import kernels as catalogue
from gen.lanes.field import LaneField
from gen.lanes.kernel import Kernel, plain, sample_inputs
from gen.recheck.checks import Checks, ints

RUNS = 6
LIMBS, LIMB_BITS = 5, 52
LIMB_MASK = (1 << LIMB_BITS) - 1
WORD, SIGN = 1 << 64, 1 << 63

FUNCTION = re.compile(
    r"^(void (lanes_\w+)\([^)]*\)) \{\n    LV_TABLE\(k, CONSTANTS\);\n(.*?)^\}$", re.MULTILINE | re.DOTALL
)
DECLARATION = re.compile(r"^(void lanes_\w+\([^)]*\));$", re.MULTILINE)
VALUE = re.compile(r"^    const lv([48]) (v\d+) = lv([48])_(\w+)\((.*)\);$")
CONSTANT = re.compile(r"lv([48])_(?:load\(k \+ (\d+)\)|zero\(\))")
STORE = re.compile(r"^    lv([48])_store\((.*), (v\d+)\);$")
TABLE = re.compile(r"uint64_t CONSTANTS\[(\d+)\]\[8\] = \{\n(.*?)\n\};", re.DOTALL)
MULTIPLICATIONS = ("madd_lo", "madd_hi", "mul")
PERMUTATIONS = ("permute", "permute2", "permute_halves", "pairs", "pairs2", "swap", "even", "odd", "concat", "high")
FREE = ("load", "load_pair", "load_twice", "zero", "low")

Lanes = list[int]


class Unreadable(ValueError):
    """The text is no kernel, or breaks a rule of the lanes: the message says which."""


@dataclass(frozen=True)
class Statement:
    width: int
    target: str
    """A variable, or the place that is stored to."""
    op: str
    args: tuple[str, ...]


def statements(body: str) -> list[Statement]:
    found = []
    for line in body.splitlines():
        if value := VALUE.match(line):
            width, target, _, op, args = value.groups()
            # lv8_low makes four lanes of eight
            found.append(Statement(int(width), target, op, tuple(args.split(", ")) if args else ()))
        elif store := STORE.match(line):
            found.append(Statement(int(store[1]), store[2], "store", (store[3],)))
        else:
            raise Unreadable(f"{line.strip()!r} is no statement of a kernel")
    return found


def cost(body: Sequence[Statement]) -> dict[str, float]:
    """Vectors of 512 bits by kind."""
    total: dict[str, float] = {"multiplications": 0, "permutations": 0, "others": 0}
    for one in body:
        kind = "multiplications" if one.op in MULTIPLICATIONS else "others"
        kind = "permutations" if one.op in PERMUTATIONS else kind
        if one.op not in FREE and one.op != "store":
            total[kind] += one.width / 8
    return total


def _signed(value: int) -> int:
    return value - WORD if value >= SIGN else value


def _fits(value: int) -> int:
    if not -SIGN <= value < SIGN:
        raise Unreadable(f"a lane leaves 64 bits: {value}")
    return value % WORD


def _product(a: int, b: int, high: bool) -> int:
    if b >> LIMB_BITS:
        raise Unreadable(f"a factor of more than {LIMB_BITS} bits: {b:#x}")
    product = (a & LIMB_MASK) * b
    return product >> LIMB_BITS if high else product & LIMB_MASK


OPERATIONS: dict[str, Callable[[int, list[Lanes], list[int]], Lanes]] = {
    "add": lambda w, v, n: [_fits(_signed(x) + _signed(y)) for x, y in zip(*v)],
    "sub": lambda w, v, n: [_fits(_signed(x) - _signed(y)) for x, y in zip(*v)],
    "mul": lambda w, v, n: [_fits(_signed(x) * _signed(y)) for x, y in zip(*v)],
    "and": lambda w, v, n: [x & y for x, y in zip(*v)],
    "add_masked": lambda w, v, n: [
        _fits(_signed(x) + _signed(y)) if n[0] >> i & 1 else keep for i, (keep, x, y) in enumerate(zip(*v))
    ],
    "sub_masked": lambda w, v, n: [
        _fits(_signed(x) - _signed(y)) if n[0] >> i & 1 else keep for i, (keep, x, y) in enumerate(zip(*v))
    ],
    "shl": lambda w, v, n: [_fits(_signed(x) << n[0]) for x in v[0]],
    "shl_lanes": lambda w, v, n: [_fits(_signed(x) << y) for x, y in zip(*v)],
    "sar": lambda w, v, n: [_fits(_signed(x) >> n[0]) for x in v[0]],
    "madd_lo": lambda w, v, n: [_fits(_signed(acc) + _product(x, y, False)) for acc, x, y in zip(*v)],
    "madd_hi": lambda w, v, n: [_fits(_signed(acc) + _product(x, y, True)) for acc, x, y in zip(*v)],
    "swap": lambda w, v, n: [v[0][i ^ 1] for i in range(w)],
    "even": lambda w, v, n: [v[0][i & ~1] for i in range(w)],
    "odd": lambda w, v, n: [v[0][i | 1] for i in range(w)],
    "blend": lambda w, v, n: [y if n[0] >> i & 1 else x for i, (x, y) in enumerate(zip(*v))],
    "permute_halves": lambda w, v, n: [v[0][(i & 4) + (n[0] >> 2 * (i & 3) & 3)] for i in range(w)],
    "pairs": lambda w, v, n: [v[0][2 * (n[0] >> (i & 6) & 3) + (i & 1)] for i in range(w)],
    "permute2": lambda w, v, n: [(v[2] if k & 8 else v[0])[k & 7] for k in v[1]],
    "pairs2": lambda w, v, n: [(v[0] + v[1])[2 * (n[0] >> 4 * (i >> 1) & 3) + (i & 1)] for i in range(w)],
    "concat": lambda w, v, n: v[0] + v[1],
    "low": lambda w, v, n: v[0][:4],
    "high": lambda w, v, n: v[0][4:],
    "zero": lambda w, v, n: [0] * w,
}


def execute(body: Sequence[Statement], memory: Mapping[str, list[int]], sizes: Mapping[str, int]) -> None:
    """Runs a kernel; `memory`: parameter, or k for the table, -> words. `sizes`: the parameters that are numbers."""

    def place(text: str) -> tuple[list[int], int]:
        """Of `name + 3`, or of `name + 2 * step + 1 * width`."""
        name, *terms = text.split(" + ")
        at = 0
        for term in terms:
            count, _, unit = term.partition(" * ")
            at += int(count) * (sizes[unit] if unit else 1)
        return memory[name], at

    def constant(text: str) -> Lanes:
        found = CONSTANT.fullmatch(text)
        if found is None:
            raise Unreadable(f"{text!r} is no vector")
        lanes, at = int(found[1]), found[2]
        return [0] * lanes if at is None else memory["k"][int(at) : int(at) + lanes]

    values: dict[str, Lanes] = {}
    for one in body:
        if one.op == "store":
            words, at = place(one.target)
            words[at : at + one.width] = values[one.args[0]]
        elif one.op.startswith("load"):
            words, at = place(one.args[0])
            step = {"load": one.width, "load_pair": 2, "load_twice": 4}[one.op]
            values[one.target] = words[at : at + step] * (one.width // step)
        else:
            vectors = [values[arg] if arg in values else constant(arg) for arg in one.args if arg[0] in "vl"]
            numbers = [int(arg, 0) for arg in one.args if arg[0] not in "vl"]
            if one.op != "permute" and one.op not in OPERATIONS:
                raise Unreadable(f"{one.op} is no operation known here")
            if one.op != "permute":
                values[one.target] = OPERATIONS[one.op](one.width, vectors, numbers)
            elif one.width == 4:
                values[one.target] = [vectors[0][numbers[0] >> 2 * i & 3] for i in range(4)]
            else:
                values[one.target] = [vectors[0][k & 7] for k in vectors[1]]
        if one.op != "store" and len(values[one.target]) != one.width:
            raise Unreadable(f"{one.target} has {len(values[one.target])} lanes, not {one.width}")


def _rows(lanes: Sequence[int]) -> list[int]:
    """The words of a number: limb by limb, lane after lane."""
    return [value >> LIMB_BITS * limb & LIMB_MASK for limb in range(LIMBS) for value in lanes]


def check_lanes(checks: Checks, params: dict[str, Any], texts: Mapping[str, str]) -> None:
    """lanes_kernels.c, lanes_kernels.h and the kernels of contracts.json."""
    source, header = texts["lanes_kernels.c"], texts["lanes_kernels.h"]
    contracts = {entry["function"]: entry for entry in json.loads(texts["contracts.json"])["kernels"]}
    found = TABLE.search(source)
    if found is None:
        checks.true("lanes_kernels.c: CONSTANTS", False, "the table is missing")
        return
    table = [int(word, 16) for word in re.findall(r"UINT64_C\((0x[0-9a-f]+)\)", found[2])]
    checks.equal("lanes_kernels.c: words of CONSTANTS", len(table), 8 * int(found[1]))
    functions = {name: (head, body) for head, name, body in FUNCTION.findall(source)}
    checks.equal("lanes_kernels.c: kernels", sorted(functions), sorted(contracts))
    checks.equal("lanes_kernels.h: kernels", DECLARATION.findall(header), [head for head, _ in functions.values()])
    number = {key: ints(params["groups"][key]) for key in ("twist_b", "b", "g1", "g2")}
    model = SimpleNamespace(
        p=ints(params["family"]["p"]),
        xi=ints(params["tower"]["xi"]),
        groups=SimpleNamespace(**number),
        endo=SimpleNamespace(beta=ints(params["endomorphisms"]["beta"])),
    )
    known = {f"lanes_{kernel.name}": kernel for kernel in catalogue(model)}  # type: ignore[arg-type]
    checks.equal("lanes_kernels.c: references", sorted(known), sorted(functions))
    used: dict[int, set[int]] = {}
    for name in sorted(functions.keys() & contracts.keys() & known.keys()):
        where = f"lanes_kernels.c: {name}"
        checks.equal(f"{where}: head", contracts[name]["head"], functions[name][0])
        try:
            body = statements(functions[name][1])
            for one in body:
                own = f"lv{one.width}_{one.op}({', '.join(one.args)})"
                for width, at in CONSTANT.findall(own):
                    if at:
                        used.setdefault(int(at), set()).add(int(width))
            checks.equal(f"{where}: cost", contracts[name]["cost"], cost(body))
            wrong = _first_wrong(known[name], body, table, contracts[name], LaneField(model.p))
        except (Unreadable, KeyError, IndexError, ValueError) as err:
            wrong = f"{type(err).__name__}: {err}"
        checks.true(where, wrong is None, wrong or "")
    _check_rows(checks, table, used)


def _check_rows(checks: Checks, table: Sequence[int], used: Mapping[int, set[int]]) -> None:
    """Every row is read, from its start, and what only kernels of four lanes read stands there twice."""
    checks.equal("lanes_kernels.c: rows read", sorted(used), list(range(0, len(table), 8)))
    for at, widths in used.items():
        if widths == {4}:
            row = table[at : at + 8]
            checks.equal(f"lanes_kernels.c: CONSTANTS[{at // 8}], its second half", row[4:], row[:4])


def _maxima(side: Sequence[dict[str, Any]]) -> dict[str, list[int]]:
    """Number -> largest value of each lane; one that holds for all lanes stands alone."""
    numbers = {n["name"]: (n["width"], n["max"]) for group in side for n in group["numbers"]}
    tops = {name: [top] * width if isinstance(top, str) else top for name, (width, top) in numbers.items()}
    return {name: [int(top, 16) for top in lanes] for name, lanes in tops.items()}


def _first_wrong(
    kernel: Kernel, body: Sequence[Statement], table: list[int], contract: dict[str, Any], field: LaneField
) -> str | None:
    """What breaks the contract first, or None."""
    requires, ensures = _maxima(contract["requires"]), _maxima(contract["ensures"])
    program = kernel.program
    proved = [
        {port.name: [high for _, high in port.bounds] for port in ports} for ports in (program.inputs, program.outputs)
    ]
    if [requires, ensures] != proved:
        return "the ranges of contracts.json are not those the kernel is proved for"
    if contract["aliasing"] != ("results may be inputs" if kernel.in_place else "results overlap no input"):
        return "contracts.json is wrong about aliasing"
    rng = random.Random(kernel.name)
    # a pair of lanes in numbers of eight, and a gap from factor to factor
    sizes = {"width": 8, "step": 2 * LIMBS * 8 + 24}
    for index in range(RUNS):
        inputs = sample_inputs(kernel, field, rng, index)
        memory = {"k": list(table)}
        for name, ports in kernel.params:
            if kernel.rows and name == kernel.params[-1][0]:
                words = [_rows(inputs[port] + [0] * (8 - len(inputs[port]))) for port in ports]
                memory[name] = [word for i in range(0, len(words), 2) for word in words[i] + words[i + 1] + [0] * 24]
            else:
                memory[name] = [word for port in ports for word in _rows(inputs[port])]
        lengths = {name: LIMBS * sum(len(ensures[port]) for port in ports) for name, ports in kernel.outputs}
        for name, size in lengths.items():
            memory[name] = [0] * size
        if kernel.in_place and index % 2:
            place = next((name for name, _ in kernel.params if len(memory[name]) == lengths["r"]), None)
            if place is not None:
                memory["r"] = memory[place]
        execute(body, memory, sizes)
        outputs: dict[str, list[int]] = {}
        for name, ports in kernel.outputs:
            at = 0
            for port in ports:
                count = len(ensures[port])
                words = memory[name][at : at + LIMBS * count]
                at += LIMBS * count
                if any(word >> LIMB_BITS for word in words):
                    return f"a limb of {port} is not below 2^{LIMB_BITS}"
                outputs[port] = [sum(words[i * count + j] << LIMB_BITS * i for i in range(LIMBS)) for j in range(count)]
                if any(value > top for value, top in zip(outputs[port], ensures[port])):
                    return f"{port} is above what it ensures"
        try:
            kernel.check(plain(field, inputs), plain(field, outputs))
        except AssertionError as err:
            return f"run {index}: {str(err).splitlines()[0] if str(err) else 'wrong result'}"
    return None
