# SPDX-License-Identifier: Apache-2.0 OR MIT
"""C of lane kernels, in the vector operations of src/lanes/vector.h."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from gen.lanes.field import LIMBS
from gen.lanes.ir import LIMB_MASK, Instr, Port, Program
from gen.lanes.kernel import Kernel
from gen.lanes.schedule import schedule


def head(kernel: Kernel) -> str:
    """The C declaration without its semicolon."""
    outputs = [f"uint64_t *{name}" for name, _ in kernel.outputs]
    inputs = [f"const uint64_t *{name}" for name, _ in kernel.params]
    width = ["size_t width, size_t step"] if kernel.rows else []
    return f"void lanes_{kernel.name}({', '.join(outputs + inputs + width)})"


def comment(kernel: Kernel, p: int) -> str:
    """The contract as a C comment."""
    ports = {port.name: port for port in kernel.program.inputs + kernel.program.outputs}

    def side(groups: Sequence[tuple[str, tuple[str, ...]]]) -> str:
        parts = []
        for name, names in groups:
            numbers = [ports[n] for n in names]
            layout = "" if tuple(names) == (name,) else f" = {', '.join(names)}"
            width = "any width" if kernel.rows and name == kernel.params[-1][0] else f"width {numbers[0].width}"
            parts.append(f"{name}{layout}: {width}, {_values(numbers, p)}")
        return "; ".join(parts)

    counts = kernel.program.count()
    lines = [kernel.what]
    lines.append(f"requires {side(kernel.params)}; {aliasing(kernel)}.")
    lines.append(f"ensures {side(kernel.outputs)}.")
    lines.append(
        f"time: constant.   cost in vectors of 512 bits: {counts['multiply']:g} multiplications, "
        f"{counts['permute']:g} permutations, {counts['other']:g} others."
    )
    text = "\n".join(textwrap.fill(line, 112) for line in lines)
    return "/* " + text.replace("\n", "\n * ") + " */"


def _values(numbers: Sequence[Port], p: int) -> str:
    """The interval of all lanes, or what each lane reaches where they differ."""
    by_lane = [max(port.bounds[lane][1] for port in numbers) for lane in range(numbers[0].width)]
    if len(set(by_lane)) == 1:
        return f"[0, {in_units(by_lane[0], p)}]"
    return f"lanes from 0 to {', '.join(in_units(top, p) for top in by_lane)}"


def aliasing(kernel: Kernel) -> str:
    return "results may be inputs" if kernel.in_place else "results overlap no input"


def in_units(value: int, p: int) -> str:
    """A bound in units of p, rounded up to three digits."""
    return f"{-(-value * 1000 // p) / 1000:g}p"


def contract(kernel: Kernel, p: int) -> dict[str, Any]:
    """The contract as data: of every number behind a pointer its largest value, or that of each lane."""
    ports = {port.name: port for port in kernel.program.inputs + kernel.program.outputs}
    counts = kernel.program.count()

    def side(groups: Sequence[tuple[str, tuple[str, ...]]]) -> list[dict[str, Any]]:
        return [{"parameter": name, "numbers": [number(ports[port]) for port in names]} for name, names in groups]

    def number(port: Port) -> dict[str, Any]:
        assert all(low == 0 for low, _ in port.bounds)
        tops = [high for _, high in port.bounds]
        return {
            "name": port.name,
            "width": port.width,
            "below_or_equal": in_units(max(tops), p),
            "max": hex(tops[0]) if len(set(tops)) == 1 else [hex(top) for top in tops],
        }

    return {
        "function": f"lanes_{kernel.name}",
        "head": head(kernel),
        "computes": kernel.what.rstrip("."),
        "requires": side(kernel.params),
        "ensures": side(kernel.outputs),
        "aliasing": aliasing(kernel),
        "time": "constant",
        "shape": "straight",
        "cost": {
            "multiplications": counts["multiply"],
            "permutations": counts["permute"],
            "others": counts["other"],
        },
    }


class Constants:
    """All vector constants of a file, as rows of one table. Kernels read them through an opaque pointer: left to
    themselves, compilers make each from an integer, in registers that are soon needed, and instructions grow."""

    def __init__(self) -> None:
        self.rows: dict[tuple[int, ...], int] = {}

    def row(self, lanes: Sequence[int]) -> int:
        """The row that begins with these lanes."""
        full = tuple(lane % (1 << 64) for lane in lanes) * (8 // len(lanes))
        return self.rows.setdefault(full, len(self.rows))

    def table(self) -> str:
        rows = []
        for row in self.rows:
            words = ", ".join(f"UINT64_C({word:#x})" for word in row)
            rows.append(textwrap.fill(words, 112, initial_indent="    {", subsequent_indent="     ") + "},")
        body = "\n".join(rows)
        return f"static const _Alignas(64) uint64_t CONSTANTS[{len(rows)}][8] = {{\n{body}\n}};"


class _Emitter:
    def __init__(self, kernel: Kernel, constants: Constants):
        self.kernel = kernel
        self.constants = constants
        self.program: Program = kernel.program
        self.places: dict[str, str] = {}
        ports = {port.name: port for port in self.program.inputs + self.program.outputs}
        for groups in (kernel.params, kernel.outputs):
            for name, names in groups:
                offset = 0
                for port in names:
                    self.places[port] = f"{name} + {offset}" if offset else name
                    offset += LIMBS * ports[port].width

    def lines(self) -> list[str]:
        stores: dict[int, list[tuple[Port, int]]] = {}
        for port in self.program.outputs:
            for i, x in enumerate(port.limbs):
                stores.setdefault(x, []).append((port, i))
        out: list[str] = []
        last: list[str] = []
        for index in schedule(self.program, self.kernel.window):
            instr = self.program.instrs[index]
            out.append(f"const lv{instr.width} v{index} = {self._value(instr)};")
            for port, limb in stores.get(index, []):
                store = f"lv{port.width}_store({self._place(port.name, limb, port.width)}, v{index});"
                # nothing may be read after a store that could hit an input
                (last if self.kernel.in_place else out).append(store)
        return out + last

    def _place(self, port: str, limb: int, width: int) -> str:
        name, _, offset = self.places[port].partition(" + ")
        total = int(offset or 0) + limb * width
        return f"{name} + {total}" if total else name

    def _value(self, instr: Instr) -> str:
        vector = f"lv{instr.width}"
        args = [f"v{x}" for x in instr.args]
        imm = instr.imm
        match instr.op:
            case "load":
                return f"{vector}_load({self._place(*imm, instr.width)})"  # type: ignore[misc]
            case "load_pair":
                port, limb, pair, width = imm  # type: ignore[misc]
                assert self.kernel.rows and (pair, width) == (0, 2), "only a pair of rows of a width chosen in C"
                name, _, offset = self.places[port].partition(" + ")
                which, part = divmod(int(offset or 0) // (LIMBS * width), 2)
                return f"{vector}_load_pair({name} + {which} * step + {LIMBS * part + limb} * width)"
            case "load_twice":
                return f"lv8_load_twice({self._place(*imm, 4)})"  # type: ignore[misc]
            case "const":
                return self._constant(vector, list(imm))  # type: ignore[call-overload]
            case "add" | "sub":
                return f"{vector}_{instr.op}({args[0]}, {args[1]})"
            case "add_masked" | "sub_masked":
                return f"{vector}_{instr.op}({args[0]}, {imm:#x}, {args[1]}, {args[2]})"
            case "shl" | "sar":
                return f"{vector}_{instr.op}({args[0]}, {imm})"
            case "shl_lanes":
                return f"{vector}_shl_lanes({args[0]}, {self._constant(vector, list(imm))})"  # type: ignore[call-overload]
            case "and52":
                return f"{vector}_and({args[0]}, {self._constant(vector, [LIMB_MASK] * instr.width)})"
            case "madd_lo" | "madd_hi":
                return f"{vector}_{instr.op}({args[0]}, {args[1]}, {args[2]})"
            case "mul":
                return f"{vector}_mul({args[0]}, {args[1]})"
            case "permute":
                return self._permute(vector, args[0], list(imm))  # type: ignore[call-overload]
            case "blend":
                mask = sum(1 << i for i, k in enumerate(imm) if k >= instr.width)  # type: ignore[arg-type]
                return f"{vector}_blend({args[0]}, {mask:#x}, {args[1]})"
            case "permute2" if instr.width == 8:
                lanes = list(imm)  # type: ignore[call-overload]
                return f"lv8_permute2({args[0]}, {self._constant(vector, lanes)}, {args[1]})"
            case "permute2":
                first, second = (imm[2 * i] // 2 for i in (0, 1))  # type: ignore[index]
                assert instr.width == 4 and all(imm[2 * i + 1] == imm[2 * i] + 1 for i in (0, 1))  # type: ignore[index]
                return f"lv4_pairs2({args[0]}, {args[1]}, {first | second << 4:#x})"
            case "concat":
                return f"lv8_concat({args[0]}, {args[1]})"
            case "half":
                return f"lv8_{'high' if imm else 'low'}({args[0]})"
        raise ValueError(instr.op)

    def _permute(self, vector: str, arg: str, lanes: list[int]) -> str:
        width = len(lanes)
        for name, wanted in (
            ("swap", [i ^ 1 for i in range(width)]),
            ("even", [i & ~1 for i in range(width)]),
            ("odd", [i | 1 for i in range(width)]),
        ):
            if lanes == wanted:
                return f"{vector}_{name}({arg})"
        if width == 8 and all(lanes[i] % 2 == 0 and lanes[i + 1] == lanes[i] + 1 for i in range(0, 8, 2)):
            return f"lv8_pairs({arg}, {sum(lanes[2 * i] // 2 << (2 * i) for i in range(4)):#x})"
        if width == 8 and lanes[4:] != [k + 4 for k in lanes[:4]]:
            return f"lv8_permute({arg}, {self._constant(vector, lanes)})"
        assert width >= 4 and max(lanes[:4]) < 4, f"no vector operation for {lanes}"
        name = "lv8_permute_halves" if width == 8 else "lv4_permute"
        return f"{name}({arg}, {sum(k << (2 * i) for i, k in enumerate(lanes[:4])):#x})"

    def _constant(self, vector: str, lanes: list[int]) -> str:
        if not any(lanes):
            return f"{vector}_zero()"
        return f"{vector}_load(k + {8 * self.constants.row(lanes)})"


def function(kernel: Kernel, constants: Constants) -> str:
    """The kernel's definition; its constants are added to the table that must stand before it."""
    body = "\n".join("    " + line for line in _Emitter(kernel, constants).lines())
    return f"{head(kernel)} {{\n    LV_TABLE(k, CONSTANTS);\n{body}\n}}"
