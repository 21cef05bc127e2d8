# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Picks a strategy for every field function, or refuses with the reason. Nothing degrades silently."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gen.derive.field import FieldModel, plain_form
from gen.ir import Program, RangeError
from gen.strategies import Refusal, Strategy, additive, fold, fp2, limbs, masked, montgomery, special

FIELD_STRATEGIES: tuple[Strategy, ...] = (
    *additive.STRATEGIES,
    *montgomery.STRATEGIES,
    *special.STRATEGIES,
    *fold.STRATEGIES,
    *masked.STRATEGIES,
    *limbs.STRATEGIES,
)

PREFERENCES: dict[str, tuple[str, ...]] = {
    "add": ("add_nocarry", "add_carry"),
    "dbl": ("dbl_nocarry", "dbl_carry"),
    "halve": ("halve_nocarry", "halve_carry"),
    "mul": ("fold", "mont_pseudo_mersenne", "mont_friendly", "mont_nocarry", "mont_carry"),
    "sqr": ("fold", "mont_pseudo_mersenne", "mont_friendly", "mont_square", "mont_nocarry"),
}
SPECIAL = {"mont_pseudo_mersenne", "mont_friendly"}
"""Fastest first; a function that is not listed has one strategy a form only. Those for special moduli are taken only
where `weight` says that they cost less than the next one the modulus admits.

Measured on BN254, ns with gcc 12 / clang 14 on one Zen 5 core: mul nocarry 13.4 / 11.8, product 15.1 / 13.7,
interleaved 14.9 / 14.2; sqr square 12.0 / 11.9, nocarry 12.9 / 12.3. On secp256k1: mul fold 10.7 / 10.4,
pseudo_mersenne 13.5 / 12.6; sqr fold 9.4 / 10.1, pseudo_mersenne 11.4 / 11.7.
"""

FP2_PREFERENCES: dict[str, tuple[str, ...]] = {
    "mul": ("fp2_sums", "fp2_sums_carry"),
    "sqr": ("fp2_complex", "fp2_complex_carry"),
}
"""As above: mul sums 33.8 / 31.9, karatsuba 36.3 / 34.8, although that has 88 instead of 104 word products: its sums of
double width cost more than they save."""


class PlanError(ValueError):
    """No strategy serves a function, or a forced one does not; the text holds every reason with its numbers."""

    def __init__(self, text: str, forced: str = "") -> None:
        super().__init__(text)
        self.forced = forced
        """The function, as fp_mul, for which a forced strategy does not serve."""


@dataclass(frozen=True)
class Choice:
    """A function's strategy and the program it built."""

    strategy: Strategy
    program: Program
    refused: tuple[str, ...]
    """Why the preferred strategies before it were refused."""


def weight(program: Program) -> int:
    """Estimate of a program's time: a word multiplication counts as two additions with carry, a shift as one."""
    return 2 * program.cost() + sum(program.cost(kind) for kind in ("adc", "sbb", "funnel"))


def choose(
    field: FieldModel,
    function: str,
    strategies: Sequence[Strategy],
    preferences: Mapping[str, Sequence[str]],
    forced: str | None = None,
) -> Choice:
    """The first strategy for `function` that the modulus admits; with `forced`, that one or a PlanError."""
    offered = {strategy.name: strategy for strategy in strategies if strategy.function == function}
    preferred = [name for name in preferences.get(function, offered) if offered[name].of_form(field)]
    if not offered:
        raise PlanError(f"no strategy computes {function}")
    if forced is not None and forced not in offered:
        raise PlanError(f"no strategy {forced} for {field.name}_{function}; there are {', '.join(sorted(offered))}")
    order = [forced] if forced is not None else preferred
    reasons: list[str] = []
    special: Choice | None = None
    for name in order:
        try:
            choice = Choice(offered[name], offered[name].build(field), tuple(reasons))
        except (Refusal, RangeError) as error:
            reasons.append(str(error))
            continue
        if special is not None and weight(special.program) < weight(choice.program):
            return special
        if special is not None:
            costs = f"{weight(special.program)} against {weight(choice.program)}"
            reasons.append(f"{special.strategy.name} costs no less than {name}: {costs}")
            special = None
            choice = replace(choice, refused=tuple(reasons))
        if name not in SPECIAL or forced is not None:
            return choice
        special = choice
    if special is not None:
        return special
    what = f"{field.name}_{function}: {'; '.join(reasons)}"
    if forced is None:
        raise PlanError(f"every strategy is refused for {what}")
    try:
        planned = f"left to the planner it is {choose(field, function, strategies, preferences).strategy.name}"
    except PlanError:
        planned = f"no strategy serves it in {field.form}"
    raise PlanError(f"the forced strategy {forced} is refused for {what}; {planned}")


@dataclass(frozen=True)
class Form:
    """The form of a field's elements, and why."""

    field: FieldModel
    reason: str


def choose_form(field: FieldModel, forced: Mapping[str, str] | None = None) -> Form:
    """Plain form if that is what the forced strategies work in, or if a product and a square cost less in it."""
    forced = forced or {}
    wanted: dict[bool, list[str]] = {}
    for strategy in FIELD_STRATEGIES:
        if forced.get(strategy.function) == strategy.name and strategy.plain is not None:
            wanted.setdefault(strategy.plain, []).append(f"{field.name}_{strategy.function} = {strategy.name}")
    if len(wanted) > 1:
        raise PlanError(
            f"{', '.join(wanted[True])} works in plain form, {', '.join(wanted[False])} in Montgomery form; "
            f"the elements of {field.name} have one form"
        )
    plain = plain_form(field)
    if wanted:
        (is_plain, names), = wanted.items()
        return Form(plain if is_plain else field, f"forced by {', '.join(names)}")
    try:
        folds = {strategy.function: strategy.build(plain) for strategy in fold.STRATEGIES}
    except (Refusal, RangeError) as error:
        return Form(field, f"plain form is refused: {error}")
    functions = ("mul", "sqr")
    least = sum(weight(folds[name]) for name in functions)
    other = sum(weight(choose(field, name, FIELD_STRATEGIES, PREFERENCES).program) for name in functions)
    told = f"a product and a square weigh {least} in plain form, {other} in Montgomery form"
    return Form(plain if least < other else field, told)


def plan_field(field: FieldModel, forced: Mapping[str, str] | None = None) -> dict[str, Choice]:
    """Strategies of all functions of a prime field, keyed by function; `forced` maps functions to strategy names."""
    return _plan(field, field.name, FIELD_STRATEGIES, PREFERENCES, forced or {})


def plan_fp2(field: FieldModel, xi: tuple[int, int], forced: Mapping[str, str] | None = None) -> dict[str, Choice]:
    """Strategies of the Fp2 functions that work on words; xi is the cubic and quadratic non-residue."""
    if field.modulus % 4 != 3:
        raise PlanError(f"u^2 = -1 needs p = 3 mod 4; p = {field.modulus:#x} is {field.modulus % 4} mod 4")
    strategies = (*fp2.STRATEGIES, fp2.mul_xi_strategy(xi))
    return _plan(field, "fp2", strategies, FP2_PREFERENCES, forced or {})


def _plan(
    field: FieldModel,
    prefix: str,
    strategies: Sequence[Strategy],
    preferences: Mapping[str, Sequence[str]],
    forced: Mapping[str, str],
) -> dict[str, Choice]:
    functions = list(dict.fromkeys(strategy.function for strategy in strategies))
    for name in forced:
        if name not in functions:
            raise PlanError(f"no function {prefix}_{name}; there are {', '.join(functions)}", f"{prefix}_{name}")
    plan = {}
    for name in functions:
        try:
            plan[name] = choose(field, name, strategies, preferences, forced.get(name))
        except PlanError as error:
            raise PlanError(str(error), f"{prefix}_{name}" if name in forced else "") from None
    return plan


@dataclass(frozen=True)
class InversionPlan:
    """Counts of the two inversions (src/core/gcd.h)."""

    start: int
    """Twice the start value of delta."""
    divsteps: int
    """Steps that provably suffice in the constant-time form."""
    batches: int
    steps: int
    """Steps of one batch, at most 62; batches*steps >= divsteps."""
    vartime_batches: int
    """Batches of 62 shifts before the variable-time form falls back."""


def plan_inversion(field: FieldModel) -> InversionPlan:
    """Bounds of Bernstein and Yang (eprint 2019/266), theorem 11.2, and of the half-delta form up to 256 bits.

    Variable time: every shift takes a bit off one of two numbers of `bits` bits, so about 2*bits shifts are the
    worst case of the exact binary gcd; beyond that many the constant-time form answers.
    """
    bits = field.bits
    if bits <= 256:
        start, divsteps = 1, 590
    else:
        start, divsteps = 2, (49 * bits + 57) // 17
    batches = -(-divsteps // 62)
    return InversionPlan(
        start=start,
        divsteps=divsteps,
        batches=batches,
        steps=-(-divsteps // batches),
        vartime_batches=-(-2 * bits // 62) + 1,
    )


@dataclass(frozen=True)
class PowerPlan:
    """Sliding-window exponentiation with a public exponent: odd powers up to 2^window - 1, then steps."""

    exponent: int
    window: int
    first: int
    """Index i of the odd power a^(2i+1) to start with."""
    steps: tuple[tuple[int, int], ...]
    """(squarings, index of the odd power to multiply by); at least one squaring each."""
    last: int
    """Squarings after the last factor."""
    multiplications: int
    squarings: int


def plan_power(exponent: int) -> PowerPlan:
    """The cheapest sliding window of 1 to 6 bits for a positive exponent."""
    if exponent < 1:
        raise PlanError(f"exponent {exponent} is not positive")

    def windows(width: int) -> PowerPlan:
        digits = bin(exponent)[2:]
        steps: list[tuple[int, int]] = []
        first = -1
        pending = i = 0
        while i < len(digits):
            if digits[i] == "0":
                pending += 1
                i += 1
                continue
            chunk = digits[i : i + width].rstrip("0")
            index = int(chunk, 2) // 2
            pending += len(chunk)
            if first < 0:
                first = index
            else:
                steps.append((pending, index))
            pending = 0
            i += len(chunk)
        highest = max([first, *(index for _, index in steps)])
        squarings = sum(count for count, _ in steps) + pending + (1 if highest else 0)
        return PowerPlan(exponent, width, first, tuple(steps), pending, highest + len(steps), squarings)

    return min((windows(width) for width in range(1, 7)), key=lambda plan: plan.multiplications + plan.squarings)
