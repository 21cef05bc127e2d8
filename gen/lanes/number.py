# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Numbers in lanes: five limb vectors (or the ten columns of a product), with an interval of values for every lane.

Two bounds are kept apart. Limbs have their own intervals (gen/lanes/ir.py) and may leave [0, 2^52), either way, by
additions and subtractions; the value, the weighted sum of the limbs, has an interval of its own, usually much narrower
than the limbs suggest. "Normalised" means: all limbs are proven in [0, 2^52), and the number can be multiplied.

An element a + b*u of Fp2 is a pair of lanes, a in the even one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil

from gen.lanes.field import LIMBS, R_BITS, LaneField
from gen.lanes.ir import LIMB, LIMB_BITS, LIMB_MASK, BoundError, Port, Program

Interval = tuple[int, int]

TOP = LIMB_BITS * (LIMBS - 1)
"""Weight of the highest limb."""


def even_lanes(width: int) -> int:
    return sum(1 << i for i in range(0, width, 2))


def odd_lanes(width: int) -> int:
    return sum(1 << i for i in range(1, width, 2))


class Number:
    def __init__(self, kernel: KernelBuilder, limbs: Sequence[int], values: Sequence[Interval]):
        self.kernel = kernel
        self.program = kernel.program
        self.limbs = tuple(limbs)
        self.width = self.program.width(limbs[0])
        self.values = tuple(self._known(lane, values[lane]) for lane in range(self.width))
        self.program.claims.append((self.limbs, self.values))

    def _known(self, lane: int, value: Interval) -> Interval:
        """The interval given, cut by what the limbs imply."""
        instrs = [self.program.instrs[x] for x in self.limbs]
        low = max(value[0], sum(a.lo[lane] << (LIMB_BITS * i) for i, a in enumerate(instrs)))
        high = min(value[1], sum(a.hi[lane] << (LIMB_BITS * i) for i, a in enumerate(instrs)))
        if low > high:
            raise BoundError(f"{self.program.name}: a number without possible values")
        return low, high

    @property
    def normalised(self) -> bool:
        instrs = [self.program.instrs[x] for x in self.limbs]
        return all(min(a.lo) >= 0 and max(a.hi) < LIMB for a in instrs)

    # ---- linear operations ----

    def _each(self, op: Callable[..., int], *others: Number) -> list[int]:
        return [op(*limbs) for limbs in zip(self.limbs, *(o.limbs for o in others))]

    def __add__(self, other: Number) -> Number:
        values = [(a + c, b + d) for (a, b), (c, d) in zip(self.values, other.values)]
        return Number(self.kernel, self._each(self.program.add, other), values)

    def __sub__(self, other: Number) -> Number:
        values = [(a - d, b - c) for (a, b), (c, d) in zip(self.values, other.values)]
        return Number(self.kernel, self._each(self.program.sub, other), values)

    def _in_lanes(self, lanes: int, other: Number, keep: Number | None, subtract: bool) -> Number:
        keep = keep or self
        values = list(keep.values)
        for i in range(self.width):
            if lanes >> i & 1:
                (a, b), (c, d) = self.values[i], other.values[i]
                values[i] = (a - d, b - c) if subtract else (a + c, b + d)
        op = self.program.sub_masked if subtract else self.program.add_masked
        return Number(self.kernel, [op(k, a, b, lanes) for k, a, b in zip(keep.limbs, self.limbs, other.limbs)], values)

    def add_in(self, lanes: int, other: Number, keep: Number | None = None) -> Number:
        """self + other in the lanes of a bit mask, keep (or self) in the others."""
        return self._in_lanes(lanes, other, keep, False)

    def sub_in(self, lanes: int, other: Number, keep: Number | None = None) -> Number:
        return self._in_lanes(lanes, other, keep, True)

    def shifted(self, count: int) -> Number:
        """2^count * self."""
        values = [(a << count, b << count) for a, b in self.values]
        return Number(self.kernel, [self.program.shift_left(x, count) for x in self.limbs], values)

    def shifted_lanes(self, counts: Sequence[int]) -> Number:
        """2^counts[lane] * self."""
        values = [(a << n, b << n) for (a, b), n in zip(self.values, counts)]
        return Number(self.kernel, [self.program.shift_left_lanes(x, counts) for x in self.limbs], values)

    def cover(self, lanes: int) -> Number:
        """The least multiple of p that is not below self in the lanes of a bit mask, 0 in the others."""
        p = self.kernel.field.p
        return self.kernel.multiples(
            [-(-high // p) if lanes >> i & 1 else 0 for i, (_, high) in enumerate(self.values)]
        )

    def negated_in(self, lanes: int) -> Number:
        """-self in the lanes of a bit mask, made non-negative; self in the others."""
        return self.cover(lanes).sub_in(lanes, self, keep=self)

    def times(self, factor: int) -> Number:
        """self times a small positive integer, by shifts and additions."""
        total = None
        for bit in range(factor.bit_length()):
            if factor >> bit & 1:
                term = self.shifted(bit) if bit else self
                total = term if total is None else total + term
        assert total is not None
        return total

    # ---- moving lanes ----

    def permuted(self, lanes: Sequence[int], other: Number | None = None) -> Number:
        """Lane i is lane lanes[i] of self, or of other from the width on."""
        values = self.values + (other.values if other else ())
        second = other.limbs if other else (None,) * len(self.limbs)
        limbs = [self.program.permute(x, y, lanes) for x, y in zip(self.limbs, second)]
        return Number(self.kernel, limbs, [values[k] for k in lanes])

    def pairs(self, pairs: Sequence[int], other: Number | None = None) -> Number:
        """The same with pairs of lanes, that is elements of Fp2."""
        return self.permuted([2 * k + e for k in pairs for e in (0, 1)], other)

    def swapped(self) -> Number:
        """b + a*u."""
        return self.permuted([i ^ 1 for i in range(self.width)])

    def real(self) -> Number:
        """a in both lanes."""
        return self.permuted([i & ~1 for i in range(self.width)])

    def imaginary(self) -> Number:
        """b in both lanes."""
        return self.permuted([i | 1 for i in range(self.width)])

    def half(self, which: int) -> Number:
        limbs = [self.program.half(x, which) for x in self.limbs]
        return Number(self.kernel, limbs, self.values[4 * which : 4 * which + 4])

    def beside(self, other: Number) -> Number:
        """Both numbers of four lanes in one of eight."""
        return Number(self.kernel, self._each(self.program.concat, other), self.values + other.values)

    def broadcast_pair(self, pair: int, width: int) -> Number:
        """One pair of an input in every pair of lanes."""
        limbs = [self.program.load_pair(x, pair, width) for x in self.limbs]
        return Number(self.kernel, limbs, [self.values[2 * pair + (k & 1)] for k in range(width)])

    # ---- the tower ----

    def times_plus_u(self, c: int) -> Number:
        """(a + b*u)(c + u) = (c*a - b) + (c*b + a)*u."""
        scaled = self.times(c)
        turned = self.swapped()
        return scaled.sub_in(even_lanes(self.width), turned, keep=scaled + turned)

    def times_xi(self) -> Number:
        return self.times_plus_u(self.kernel.xi)

    # ---- making numbers fit ----

    def lift(self) -> list[int]:
        """The multiple of p, per lane, that makes the value non-negative."""
        return [max(0, -(low // self.kernel.field.p)) for low, _ in self.values]

    def lifted(self) -> Number:
        units = self.lift()
        return self + self.kernel.multiples(units) if any(units) else self

    def carried(self) -> Number:
        """The same value with limbs in [0, 2^52); requires values in [0, 2^260)."""
        program = self.program
        limbs, out = list(self.limbs), []
        for i in range(LIMBS - 1):
            limbs[i + 1] = program.add(limbs[i + 1], program.shift_right(limbs[i], LIMB_BITS))
            out.append(program.low_limb(limbs[i]))
        # the limbs below are in [0, 2^52), so the highest is floor(value / 2^208)
        program.narrow(limbs[-1], [(low >> TOP, high >> TOP) for low, high in self.values])
        return Number(self.kernel, [*out, limbs[-1]], self.values)

    def normal(self, limit: int | None = None) -> Number:
        """A normalised number of the same residue: as it is, carried, or weakly reduced, whatever is needed.

        limit: the largest value wanted, 2^260 - 1 if none is.
        """
        largest = (1 << R_BITS) - 1 if limit is None else limit
        if self.normalised and all(high <= largest for _, high in self.values):
            return self
        p = self.kernel.field.p
        if all(high + k * p <= largest for (_, high), k in zip(self.values, self.lift())):
            return self.lifted().carried()
        return self.reduced()

    def reduced(self) -> Number:
        """Weak reduction: a normalised number of the same residue in [0, about 1.0001p).

        The value is V = top*2^208 + rest, where top is the highest limb with the carry of the one below. The quotient
        V/p is estimated as q = floor(floor(top / 2^s) * K / 2^52) with K = floor(2^(260+s) / p), and V - q*p is
        carried. With slope = K*p / 2^(260+s) < 1:
            q*p <= slope*(V - rest)   and   q*p > slope*(V - rest - (2^s - 1)*2^208) - p.
        So V - q*p is not negative: for q = 0 because V is not, for q >= 1 because V - q*p >= p*(1/slope - 1) + rest.
        """
        field, program = self.kernel.field, self.program
        number = self._with_top()
        top = program.add(number.limbs[4], program.shift_right(number.limbs[3], LIMB_BITS))
        rest = [number._below_top(lane) for lane in range(self.width)]
        program.narrow(
            top, [((low - r[1]) >> TOP, (high - r[0]) >> TOP) for (low, high), r in zip(number.values, rest)]
        )
        if min(program.instrs[top].lo) < 0:
            raise BoundError(f"{program.name}: the highest limb of a weak reduction may be negative")
        s = max(20, max(program.instrs[top].hi).bit_length() - LIMB_BITS)
        estimate = (1 << (R_BITS + s)) // field.p
        slope = Fraction(estimate * field.p, 1 << (R_BITS + s))
        if field.p * (1 / slope - 1) + min(r[0] for r in rest) < 0:
            raise BoundError(f"{program.name}: the quotient of a weak reduction may be too large")
        factor = program.constant([estimate] * self.width)
        quotient = program.multiply_add(None, program.shift_right(top, s), factor, True)
        limbs = [
            program.sub(x, program.multiply_small(quotient, program.constant([part] * self.width)))
            for x, part in zip(number.limbs, field.limbs(field.p))
        ]
        lost = ((1 << s) - 1) << TOP
        values = [
            (0, ceil(high * (1 - slope) + (r[1] + lost) * slope + field.p)) for (_, high), r in zip(number.values, rest)
        ]
        program.repairs.append(f"reduced from {max(h for _, h in self.values) / field.p:.1f}p")
        return Number(self.kernel, limbs, values).carried()

    def _with_top(self) -> Number:
        """self plus the multiples of p that make the value, and what the two highest limbs stand for, not negative."""
        # the limbs below the fourth, and 52 bits of the fourth, come to less than 2*2^208
        units = [max(0, -((low - (2 << TOP)) // self.kernel.field.p)) for low, _ in self.values]
        third, fourth = (self.program.instrs[x].lo for x in self.limbs[3:])
        if not any(self.lift()) and all((a >> LIMB_BITS) + b >= 0 for a, b in zip(third, fourth)):
            return self
        return self + self.kernel.multiples(units)

    def _below_top(self, lane: int) -> Interval:
        """The value without the highest limb and without the carry of the one below it."""
        instrs = [self.program.instrs[x] for x in self.limbs]
        low = sum(a.lo[lane] << (LIMB_BITS * i) for i, a in enumerate(instrs[:3]))
        high = sum(a.hi[lane] << (LIMB_BITS * i) for i, a in enumerate(instrs[:3]))
        a, b = instrs[3].lo[lane], instrs[3].hi[lane]
        if a < 0 or b >= LIMB:
            a, b = 0, LIMB_MASK
        return low + (a << (3 * LIMB_BITS)), high + (b << (3 * LIMB_BITS))


class KernelBuilder:
    """A program under construction, with the field it works in."""

    def __init__(self, name: str, field: LaneField, xi: int):
        self.program = Program(name)
        self.field = field
        self.xi = xi
        """a of xi = a + u."""

    def input(self, name: str, width: int, bounds: int | Sequence[int]) -> Number:
        """A normalised number with values in [0, bound] per lane."""
        tops = [bounds] * width if isinstance(bounds, int) else list(bounds)
        limbs = []
        for i in range(LIMBS):
            lo = [0] * width
            hi = [min(LIMB_MASK, top >> (LIMB_BITS * i)) for top in tops]
            limbs.append(self.program.load(name, i, lo, hi))
        port = Port(name, tuple(limbs), width, tuple((0, top) for top in tops))
        self.program.inputs.append(port)
        return Number(self, limbs, port.bounds)

    def output(self, name: str, number: Number, bounds: int | Sequence[int]) -> Number:
        """Hands a number out, normalised and with values in [0, bound] per lane, reducing it if that takes it."""
        tops = [bounds] * number.width if isinstance(bounds, int) else list(bounds)
        p = self.field.p
        if not (number.normalised and all(high <= top for (_, high), top in zip(number.values, tops))):
            if all(high + k * p <= top for (_, high), k, top in zip(number.values, number.lift(), tops)):
                number = number.normal()
            else:
                number = number.reduced()
        for lane, ((low, high), top) in enumerate(zip(number.values, tops)):
            if low < 0 or high > top:
                raise BoundError(
                    f"{self.program.name}: output {name}, lane {lane}, reaches {high / p:.3f}p; "
                    f"its contract allows {top / p:.3f}p"
                )
        self.program.outputs.append(Port(name, number.limbs, number.width, tuple((0, top) for top in tops)))
        return number

    def constant(self, lanes: Sequence[int], count: int = LIMBS) -> Number:
        """Fixed values per lane, as they are (Montgomery form is the caller's)."""
        parts = [split_to(value, count) for value in lanes]
        limbs = [self.program.constant([part[i] for part in parts]) for i in range(count)]
        return Number(self, limbs, [(value, value) for value in lanes])

    def multiples(self, units: Sequence[int]) -> Number:
        """units[lane]*p."""
        return self.constant([k * self.field.p for k in units])

    def zero(self, width: int) -> Number:
        return self.constant([0] * width)


def split_to(value: int, count: int) -> list[int]:
    return [value >> (LIMB_BITS * i) & LIMB_MASK if i < count - 1 else value >> (LIMB_BITS * i) for i in range(count)]
