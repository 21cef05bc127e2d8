# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Programs over vectors of 64-bit lanes, with an exact interval for every lane of every value.

An instruction makes one vector of 2, 4 or 8 lanes. Each lane carries the interval of the signed integers it can hold.
A lane that could leave the signed 64-bit range, or a multiplication that could be given more than 52 bits, is refused
when the program is built. The interpreter (gen/lanes/interp.py) asserts the same intervals on real numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

LIMB_BITS = 52
LIMB = 1 << LIMB_BITS
LIMB_MASK = LIMB - 1
_INT64 = 1 << 63


class BoundError(Exception):
    """A bound that the program needs does not hold."""


@dataclass
class Instr:
    """One vector. args are indices of earlier instructions; imm depends on op."""

    op: str
    args: tuple[int, ...]
    imm: object
    lo: list[int]
    hi: list[int]

    @property
    def width(self) -> int:
        return len(self.lo)


@dataclass
class Port:
    """A number that enters or leaves a kernel: its limbs, lowest first, and the values of each lane, inclusive."""

    name: str
    limbs: tuple[int, ...]
    width: int
    bounds: tuple[tuple[int, int], ...]


@dataclass
class Program:
    name: str
    instrs: list[Instr] = field(default_factory=list)
    inputs: list[Port] = field(default_factory=list)
    outputs: list[Port] = field(default_factory=list)
    claims: list[tuple[tuple[int, ...], tuple[tuple[int, int], ...]]] = field(default_factory=list)
    """(limbs, value interval per lane) of every number made, for the interpreter."""
    repairs: list[str] = field(default_factory=list)
    """What was inserted to keep a bound, for people who tune kernels."""
    _known: dict[tuple[object, ...], int] = field(default_factory=dict)

    # ---- building ----

    def _emit(self, op: str, args: tuple[int, ...], imm: object, lo: list[int], hi: list[int]) -> int:
        key = (op, args, imm, len(lo))
        if key in self._known:
            return self._known[key]
        for low, high in zip(lo, hi):
            if low > high:
                raise BoundError(f"{self.name}: {op} has an empty interval [{low}, {high}]")
            if low < -_INT64 or high >= _INT64:
                raise BoundError(f"{self.name}: {op} may leave 64 bits: [{low}, {high}]")
        self.instrs.append(Instr(op, args, imm, lo, hi))
        self._known[key] = len(self.instrs) - 1
        return len(self.instrs) - 1

    def _intervals(self, x: int) -> list[tuple[int, int]]:
        instr = self.instrs[x]
        return list(zip(instr.lo, instr.hi))

    def width(self, x: int) -> int:
        return self.instrs[x].width

    def constant(self, lanes: Sequence[int]) -> int:
        return self._emit("const", (), tuple(lanes), list(lanes), list(lanes))

    def is_zero(self, x: int) -> bool:
        return self.instrs[x].op == "const" and not any(self.instrs[x].imm)  # type: ignore[arg-type]

    def load(self, port: str, limb: int, lo: list[int], hi: list[int]) -> int:
        """A limb of an input."""
        return self._emit("load", (), (port, limb), lo, hi)

    def load_pair(self, x: int, pair: int, width: int) -> int:
        """Lanes 2*pair and 2*pair + 1 of an input limb, repeated: a load of its own, no permutation."""
        source = self.instrs[x]
        assert source.op == "load" and isinstance(source.imm, tuple)
        lo, hi = ([lanes[2 * pair + (k & 1)] for k in range(width)] for lanes in (source.lo, source.hi))
        return self._emit("load_pair", (), (*source.imm, pair, source.width), lo, hi)

    def add(self, x: int, y: int) -> int:
        if self.is_zero(x):
            return y
        if self.is_zero(y):
            return x
        a, b = self.instrs[x], self.instrs[y]
        return self._emit("add", (x, y), None, [p + q for p, q in zip(a.lo, b.lo)], [p + q for p, q in zip(a.hi, b.hi)])

    def sub(self, x: int, y: int) -> int:
        if self.is_zero(y):
            return x
        a, b = self.instrs[x], self.instrs[y]
        return self._emit("sub", (x, y), None, [p - q for p, q in zip(a.lo, b.hi)], [p - q for p, q in zip(a.hi, b.lo)])

    def _masked(self, op: str, keep: int, x: int, y: int, lanes: int) -> int:
        """x op y in the lanes of the bit mask, keep elsewhere."""
        a, b, other = self.instrs[x], self.instrs[y], self.instrs[keep]
        lo, hi = list(other.lo), list(other.hi)
        for i in range(a.width):
            if lanes >> i & 1:
                p, q = (b.lo[i], b.hi[i]) if op == "add" else (-b.hi[i], -b.lo[i])
                lo[i], hi[i] = a.lo[i] + p, a.hi[i] + q
        return self._emit(op + "_masked", (keep, x, y), lanes, lo, hi)

    def add_masked(self, keep: int, x: int, y: int, lanes: int) -> int:
        return self._masked("add", keep, x, y, lanes)

    def sub_masked(self, keep: int, x: int, y: int, lanes: int) -> int:
        return self._masked("sub", keep, x, y, lanes)

    def shift_left(self, x: int, count: int) -> int:
        a = self.instrs[x]
        return self._emit("shl", (x,), count, [v << count for v in a.lo], [v << count for v in a.hi])

    def shift_left_lanes(self, x: int, counts: Sequence[int]) -> int:
        """x << counts[lane] in every lane."""
        a = self.instrs[x]
        lo, hi = ([v << n for v, n in zip(lanes, counts)] for lanes in (a.lo, a.hi))
        return self._emit("shl_lanes", (x,), tuple(counts), lo, hi)

    def shift_right(self, x: int, count: int) -> int:
        """Arithmetic: floor(x / 2^count)."""
        a = self.instrs[x]
        lo, hi = [v >> count for v in a.lo], [v >> count for v in a.hi]
        if not any(lo) and not any(hi):
            return self.constant([0] * a.width)
        return self._emit("sar", (x,), count, lo, hi)

    def low_limb(self, x: int) -> int:
        """x mod 2^52."""
        a = self.instrs[x]
        if all(low >= 0 and high < LIMB for low, high in self._intervals(x)):
            return x
        same = [low >> LIMB_BITS == high >> LIMB_BITS for low, high in self._intervals(x)]
        lo = [v & LIMB_MASK if s else 0 for v, s in zip(a.lo, same)]
        hi = [v & LIMB_MASK if s else LIMB_MASK for v, s in zip(a.hi, same)]
        return self._emit("and52", (x,), None, lo, hi)

    def multiply_add(self, acc: int | None, x: int, y: int, high: bool, low_bits_of_x: bool = False) -> int:
        """acc + low or high 52 bits of the product of two numbers below 2^52.

        The instruction silently ignores higher bits. Where that is meant, for x mod 2^52, low_bits_of_x says so.
        """

        def factor(z: int, lane: int, low_bits: bool) -> tuple[int, int]:
            low, top = self.instrs[z].lo[lane], self.instrs[z].hi[lane]
            if low >= 0 and top < LIMB:
                return low, top
            if low_bits:
                return 0, LIMB_MASK
            raise BoundError(f"{self.name}: lane {lane} of a factor is not in [0, 2^52): [{low}, {top}]")

        lo, hi = [], []
        for lane in range(self.width(x)):
            (a0, a1), (b0, b1) = factor(x, lane, low_bits_of_x), factor(y, lane, False)
            if high:
                low, top = a0 * b0 >> LIMB_BITS, a1 * b1 >> LIMB_BITS
            else:
                low, top = 0, min(LIMB_MASK, a1 * b1)
            if acc is not None:
                low, top = low + self.instrs[acc].lo[lane], top + self.instrs[acc].hi[lane]
            lo.append(low)
            hi.append(top)
        if acc is None:
            acc = self.constant([0] * self.width(x))
        return self._emit("madd_hi" if high else "madd_lo", (acc, x, y), low_bits_of_x, lo, hi)

    def multiply_small(self, x: int, y: int) -> int:
        """The product of two non-negative lanes where it fits 64 bits."""
        a, b = self.instrs[x], self.instrs[y]
        assert min(a.lo) >= 0 and min(b.lo) >= 0
        return self._emit("mul", (x, y), None, [p * q for p, q in zip(a.lo, b.lo)], [p * q for p, q in zip(a.hi, b.hi)])

    def permute(self, x: int, y: int | None, lanes: Sequence[int]) -> int:
        """Lane i of the result is lane lanes[i] of x, or of y where the number is >= the width."""
        a = self.instrs[x]
        width = a.width
        if all(k < width for k in lanes):
            y = None
        elif all(k >= width for k in lanes):
            assert y is not None
            return self.permute(y, None, [k - width for k in lanes])
        if y is None:
            if list(lanes) == list(range(width)):
                return x
            if a.op == "permute":
                return self.permute(a.args[0], None, [a.imm[k] for k in lanes])  # type: ignore[index]
            return self._emit("permute", (x,), tuple(lanes), [a.lo[k] for k in lanes], [a.hi[k] for k in lanes])
        b = self.instrs[y]
        lo, hi = a.lo + b.lo, a.hi + b.hi
        op = "blend" if all(k % width == i for i, k in enumerate(lanes)) else "permute2"
        return self._emit(op, (x, y), tuple(lanes), [lo[k] for k in lanes], [hi[k] for k in lanes])

    def concat(self, x: int, y: int) -> int:
        a, b = self.instrs[x], self.instrs[y]
        if x == y and a.op == "load":  # a load of its own, no permutation
            return self._emit("load_twice", (), a.imm, a.lo * 2, a.hi * 2)
        if a.op == b.op == "half" and a.args == b.args and (a.imm, b.imm) == (0, 1):
            return a.args[0]
        return self._emit("concat", (x, y), None, a.lo + b.lo, a.hi + b.hi)

    def half(self, x: int, which: int) -> int:
        a = self.instrs[x]
        if a.op == "concat":
            return a.args[which]
        if a.op == "load_pair":
            port, limb, pair, width = a.imm  # type: ignore[misc]
            return self._emit("load_pair", (), (port, limb, pair, width), a.lo[:4], a.hi[:4])
        if a.op == "const":
            return self.constant(a.imm[4 * which : 4 * which + 4])  # type: ignore[index]
        return self._emit("half", (x,), which, a.lo[4 * which : 4 * which + 4], a.hi[4 * which : 4 * which + 4])

    def narrow(self, x: int, bounds: Sequence[tuple[int, int]]) -> None:
        """What is known about x besides its operands, by an argument about the whole number it is a limb of."""
        a = self.instrs[x]
        a.lo = [max(low, b[0]) for low, b in zip(a.lo, bounds)]
        a.hi = [min(high, b[1]) for high, b in zip(a.hi, bounds)]

    # ---- what is left after building ----

    def live(self) -> list[int]:
        """Instructions that an output depends on, in program order."""
        needed: set[int] = set()
        waiting = [limb for port in self.outputs for limb in port.limbs]
        while waiting:
            x = waiting.pop()
            if x not in needed:
                needed.add(x)
                waiting.extend(self.instrs[x].args)
        return sorted(needed)

    def count(self) -> dict[str, float]:
        """Vector instructions by kind, in units of 512 bits: multiplications, permutations, the rest."""
        kinds = {"madd_lo": "multiply", "madd_hi": "multiply", "mul": "multiply"}
        kinds |= dict.fromkeys(("permute", "permute2", "concat", "half"), "permute")
        total: dict[str, float] = {"multiply": 0, "permute": 0, "other": 0}
        for i in self.live():
            instr = self.instrs[i]
            if instr.op in ("load", "load_pair", "load_twice", "const") or (instr.op == "half" and instr.imm == 0):
                continue
            total[kinds.get(instr.op, "other")] += instr.width / 8
        return total
