# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The functions of Fp, Fr and Fp2 as the templates print them: contract, and body, kernel or calls."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gen.contracts import CALLS, CONSTANT, LOOPS, PUBLIC_LOOPS, STRAIGHT, VARIABLE, Contract
from gen.derive.field import FieldModel
from gen.emit.c64 import body
from gen.ir import Nat, Program
from gen.kernels import PlannedKernel
from gen.plan import Choice, plan_inversion, plan_power
from gen.strategies.limbs import limb_count


@dataclass(frozen=True)
class Function:
    """A function with its text."""

    contract: Contract
    lines: tuple[str, ...] = ()
    """Body of a function that is printed from a program; empty for what the template composes of calls."""
    kernel: PlannedKernel | None = None
    """The body in assembler instead."""

    @property
    def public(self) -> bool:
        """Whether the function is declared in the header."""
        return not self.contract.head.startswith("static ")

    @property
    def comment(self) -> str:
        return self.contract.comment()

    @property
    def head(self) -> str:
        return self.contract.head

    @property
    def text(self) -> str:
        return "\n".join("    " + line for line in self.lines)


@dataclass(frozen=True)
class _Shape:
    """How a function printed from a program looks in C."""

    head: str
    what: str
    requires: str
    ensures: str
    inline: bool


_UNARY = "void {f}_{n}({f} *r, const {f} *a)"
_BINARY = "void {f}_{n}({f} *r, const {f} *a, const {f} *b)"

_FIELD_SHAPES: dict[str, _Shape] = {
    "add": _Shape(_BINARY, "r = a + b mod {m}.", "a < {m}, b < {m}", "r < {m}", True),
    "sub": _Shape(_BINARY, "r = a - b mod {m}.", "a < {m}, b < {m}", "r < {m}", True),
    "neg": _Shape(_UNARY, "r = -a mod {m}.", "a < {m}", "r < {m}", True),
    "dbl": _Shape(_UNARY, "r = 2*a mod {m}.", "a < {m}", "r < {m}", True),
    "halve": _Shape(_UNARY, "r = a/2 mod {m}.", "a < {m}", "r < {m}", True),
    "select": _Shape(
        "void {f}_select({f} *r, const {f} *a, const {f} *b, uint64_t mask)",
        "r = a if mask is all ones, b if it is 0.",
        "a < {m}, b < {m}, mask in {{0, 2^64 - 1}} from lsm_ct_mask",
        "r < {m}",
        True,
    ),
    "cneg": _Shape(
        "void {f}_cneg({f} *r, const {f} *a, uint64_t mask)",
        "r = -a mod {m} if mask is all ones, a if it is 0.",
        "a < {m}, mask in {{0, 2^64 - 1}} from lsm_ct_mask",
        "r < {m}",
        True,
    ),
    "is_zero": _Shape("int {f}_is_zero(const {f} *a)", "Returns 1 if a = 0, else 0.", "a < {m}", "0 or 1", True),
    "eq": _Shape(
        "int {f}_eq(const {f} *a, const {f} *b)", "Returns 1 if a = b, else 0.", "a < {m}, b < {m}", "0 or 1", True
    ),
    "mul": _Shape(_BINARY, "r = a*b/R mod {m}: the product in Montgomery form.", "a < {m}, b < {m}", "r < {m}", False),
    "sqr": _Shape(_UNARY, "r = a^2/R mod {m}: the square in Montgomery form.", "a < {m}", "r < {m}", False),
    "to_mont": _Shape(
        "void {f}_to_mont({f} *r, const {f}_raw *a)",
        "r = a*R mod {m}: the Montgomery form of the integer a.",
        "any a < R",
        "r < {m}",
        False,
    ),
    "from_mont": _Shape(
        "void {f}_from_mont({f}_raw *r, const {f} *a)",
        "r = a/R mod {m}: the integer whose Montgomery form is a.",
        "a < {m}",
        "r < {m}",
        False,
    ),
}

_PLAIN_SHAPES: dict[str, _Shape] = _FIELD_SHAPES | {
    "mul": replace(_FIELD_SHAPES["mul"], what="r = a*b mod {m}."),
    "sqr": replace(_FIELD_SHAPES["sqr"], what="r = a^2 mod {m}."),
    "to_mont": replace(
        _FIELD_SHAPES["to_mont"],
        what="r = a mod {m}: elements are plain integers, R = 1.",
        requires="any a the words hold",
    ),
    "from_mont": replace(_FIELD_SHAPES["from_mont"], what="r = a: elements are plain integers, R = 1."),
}
"""Where elements are in plain form."""

_FP2_SHAPES: dict[str, _Shape] = {
    "mul": _Shape(
        "void fp2_mul(fp2 *r, const fp2 *a, const fp2 *b)",
        "r = a*b: (a0*b0 - a1*b1) + (a0*b1 + a1*b0)*u, in Montgomery form.",
        "all of a, b < p",
        "all of r < p",
        False,
    ),
    "sqr": _Shape(
        "void fp2_sqr(fp2 *r, const fp2 *a)",
        "r = a^2: (a0 + a1)*(a0 - a1) + 2*a0*a1*u, in Montgomery form.",
        "all of a < p",
        "all of r < p",
        False,
    ),
    "mul_xi": _Shape(
        "void fp2_mul_xi(fp2 *r, const fp2 *a)",
        "r = a*xi for xi = {x} + {y}*u: ({x}*a0 - {y}*a1) + ({y}*a0 + {x}*a1)*u.",
        "all of a < p",
        "all of r < p",
        False,
    ),
}


def _counts(choice: Choice) -> str:
    """The cost of a program in words of the reader."""
    parts = []
    multiplications = choice.program.cost()
    if multiplications:
        parts.append(f"{multiplications} word multiplications")
    chains = choice.program.cost("adc") + choice.program.cost("sbb")
    if chains and not multiplications:
        parts.append(f"{chains} word additions with carry")
    return ", ".join(parts) or "word-wise"


def _function(
    name: str,
    shape: _Shape,
    choice: Choice,
    places: dict[str, str],
    fill: dict[str, object],
    field: FieldModel,
    kernel: PlannedKernel | None = None,
) -> Function:
    program = choice.program
    lines: list[str] = []
    if kernel is None:
        lines = body(program, places)
        if not shape.head.startswith("int"):
            lines = _checked(lines, program, places, field)
    contract = Contract(
        name=name,
        head=shape.head.format(**fill),
        what=shape.what.format(**fill),
        requires=shape.requires.format(**fill),
        ensures=shape.ensures.format(**fill),
        time=CONSTANT,
        cost=_counts(choice) if kernel is None else _kernel_counts(kernel),
        strategy=(choice if kernel is None else kernel).strategy.name,
        shape=STRAIGHT,
        inline=shape.inline and kernel is None,
        word_multiplications=program.cost() if kernel is None else kernel.multiplications,
    )
    return Function(contract, tuple(lines), kernel)


def _kernel_counts(kernel: PlannedKernel) -> str:
    """The cost of a kernel in words of the reader."""
    products = f"{kernel.multiplications} word multiplications, " if kernel.multiplications else ""
    return f"{products}{kernel.kernel.instructions} instructions"


def _checked(lines: list[str], program: Program, places: dict[str, str], field: FieldModel) -> list[str]:
    """The body with the range assertions of the verify build at its entry and exit."""

    def assertions(numbers: list[tuple[str, Nat]]) -> list[str]:
        targets = []
        for name, nat in numbers:
            if nat.hi == field.modulus - 1 and places[name].endswith("l"):
                place = places[name]
                owner = place.removesuffix("->l") if place.endswith("->l") else "&" + place.removesuffix(".l")
                targets.append(f"LSM_{field.name.upper()}_CHECK({owner});")
        return targets

    return assertions(program.inputs) + lines + assertions(program.outputs)


def _composed(
    name: str,
    head: str,
    what: str,
    requires: str,
    ensures: str,
    cost: str = "",
    strategy: str = "",
    shape: str = CALLS,
    time: str = CONSTANT,
    inline: bool = False,
) -> Function:
    """A function that the template composes of calls."""
    return Function(Contract(name, head, what, requires, ensures, time, cost, strategy, shape, inline, None))


def field_functions(
    field: FieldModel, plan: dict[str, Choice], kernels: dict[str, PlannedKernel], m: str, root: bool
) -> dict[str, Function]:
    f, big = field.name, field.name.upper()
    functions = {}
    form = "" if field.plain else " in Montgomery form"
    for name, shape in (_PLAIN_SHAPES if field.plain else _FIELD_SHAPES).items():
        places = {key: f"{key}->l" for key in ("a", "b", "r")} | {"mask": "mask", "return": "return"}
        fill: dict[str, object] = {"f": f, "n": name, "m": m}
        functions[name] = _function(f"{f}_{name}", shape, plan[name], places, fill, field, kernels.get(name))
    for name, arguments, places, cast in (
        ("to_limbs", f"lsm_gcd_num *r, const {f} *a", {"a": "a->l", "r": "r->l"}, "(int64_t)"),
        (
            "from_limbs",
            f"{f} *r, const lsm_gcd_num *a",
            {f"limb{i}": f"(uint64_t)a->l[{i}]" for i in range(limb_count(field))} | {"r": "r->l"},
            "",
        ),
    ):
        contract = Contract(
            name,
            f"static void {name}({arguments})",
            "r = a, " + plan[name].strategy.summary + ".",
            "0 <= a < p" if name == "to_limbs" else f"0 <= a < 2^{64 * field.limbs}, limbs in [0, 2^62)",
            "the same number",
            CONSTANT,
            "",
            plan[name].strategy.name,
            STRAIGHT,
            False,
            0,
        )
        functions[name] = Function(contract, tuple(body(plan[name].program, places, cast)))
    inversion = plan_inversion(field)
    functions["inv"] = _composed(
        f"{f}_inv",
        f"void {f}_inv({f} *r, const {f} *a)",
        f"r = 1/a mod {m}{'' if field.plain else ' in Montgomery form (R^2/a on the words)'}; 1/0 = 0.",
        f"a < {m}",
        f"r < {m}",
        f"{inversion.batches} batches of {inversion.steps} divsteps ({inversion.divsteps} suffice)",
        "divsteps",
        LOOPS,
        PUBLIC_LOOPS,
    )
    functions["inv_vartime"] = _composed(
        f"{f}_inv_vartime",
        f"void {f}_inv_vartime({f} *r, const {f} *a)",
        f"r = 1/a mod {m}{form}; 1/0 = 0. For public data.",
        f"a < {m}",
        f"r < {m}",
        f"at most {inversion.vartime_batches} batches of 62 shifts, beyond them {f}_inv",
        "binary_gcd",
        "vartime",
        VARIABLE,
    )
    functions["to_bytes"] = _composed(
        f"{f}_to_bytes",
        f"void {f}_to_bytes(uint8_t out[LSM_{big}_BYTES], const {f} *a)",
        f"out = the integer a stands for, big-endian in LSM_{big}_BYTES bytes.",
        f"a < {m}",
        "the canonical encoding",
        shape=LOOPS,
        time=PUBLIC_LOOPS,
    )
    functions["from_bytes"] = _composed(
        f"{f}_from_bytes",
        f"int {f}_from_bytes({f} *r, const uint8_t in[LSM_{big}_BYTES])",
        f"r = {'' if field.plain else 'the Montgomery form of '}the big-endian integer in. Returns 1 if that is below "
        f"{m}, else 0 with r = 0.",
        "",
        f"r < {m}",
        shape=LOOPS,
        time=PUBLIC_LOOPS,
    )
    if root:
        power = plan_power((field.modulus - 3) // 4)
        chain = f"{power.squarings} squarings, {power.multiplications} multiplications"
        functions["rsqrt"] = _composed(
            f"{f}_rsqrt_candidate",
            f"void {f}_rsqrt_candidate({f} *r, const {f} *a)",
            "r = a^((p - 3)/4), which is 1/sqrt(a) up to sign for a non-zero square a, as p = 3 mod 4: then "
            "a*r^2 = 1, and a*r^2 = -1 for a non-square; 0 for 0.",
            "a < p",
            "r < p",
            chain,
            "window",
            LOOPS,
            PUBLIC_LOOPS,
        )
        functions["sqrt"] = _composed(
            f"{f}_sqrt",
            f"int {f}_sqrt({f} *r, const {f} *a)",
            "Returns 1 and a root r, r^2 = a, if a is a square, else 0 and r = 0. The root is a^((p + 1)/4), "
            "itself a square.",
            "a < p",
            "r < p",
            chain + " and 2 more",
            "window",
            CALLS,
        )
    return functions


def fp2_functions(
    field: FieldModel, plan: dict[str, Choice], kernels: dict[str, PlannedKernel], xi: tuple[int, int]
) -> dict[str, Function]:
    functions = {}
    fill: dict[str, object] = {"x": xi[0], "y": xi[1]}
    places = {f"{v}{k}_": f"{v}->c{k}.l" for v in ("a", "b", "r") for k in (0, 1)}
    for name, shape in _FP2_SHAPES.items():
        functions[name] = _function(f"fp2_{name}", shape, plan[name], places, fill, field, kernels.get(name))

    def simple(name: str, head: str, what: str, requires: str, cost: str) -> None:
        ensures = "0 or 1" if head.startswith("int") else "all of r < p"
        kernel = kernels.get(name)
        fn = _composed(f"fp2_{name}", head, what, requires, ensures, cost, shape=STRAIGHT, inline=True)
        if kernel is not None:
            contract = replace(
                fn.contract,
                cost=_kernel_counts(kernel),
                strategy=kernel.strategy.name,
                inline=False,
                word_multiplications=kernel.multiplications,
            )
            fn = Function(contract, kernel=kernel)
        functions[name] = fn

    unary, binary = "void fp2_{0}(fp2 *r, const fp2 *a)", "void fp2_{0}(fp2 *r, const fp2 *a, const fp2 *b)"
    mask = "mask in {0, 2^64 - 1} from lsm_ct_mask"
    one, two = "all of a < p", "all of a, b < p"
    simple("add", binary.format("add"), "r = a + b.", two, "2 fp_add")
    simple("sub", binary.format("sub"), "r = a - b.", two, "2 fp_sub")
    simple("neg", unary.format("neg"), "r = -a.", one, "2 fp_neg")
    simple("dbl", unary.format("dbl"), "r = 2*a.", one, "2 fp_dbl")
    simple("halve", unary.format("halve"), "r = a/2.", one, "2 fp_halve")
    simple("conj", unary.format("conj"), "r = a0 - a1*u, which is a^p.", one, "1 fp_neg")
    simple(
        "select",
        "void fp2_select(fp2 *r, const fp2 *a, const fp2 *b, uint64_t mask)",
        "r = a if mask is all ones, b if it is 0.",
        two + ", " + mask,
        "2 fp_select",
    )
    simple(
        "cneg",
        "void fp2_cneg(fp2 *r, const fp2 *a, uint64_t mask)",
        "r = -a if mask is all ones, a if it is 0.",
        one + ", " + mask,
        "2 fp_cneg",
    )
    simple("is_zero", "int fp2_is_zero(const fp2 *a)", "Returns 1 if a = 0, else 0.", one, "2 fp_is_zero")
    simple("eq", "int fp2_eq(const fp2 *a, const fp2 *b)", "Returns 1 if a = b, else 0.", two, "2 fp_eq")
    functions["mul_fp"] = _composed(
        "fp2_mul_fp",
        "void fp2_mul_fp(fp2 *r, const fp2 *a, const fp *k)",
        "r = a*k for k in Fp.",
        "all of a < p, k < p",
        "all of r < p",
        "2 fp_mul",
    )
    functions["inv"] = _composed(
        "fp2_inv",
        "void fp2_inv(fp2 *r, const fp2 *a)",
        "r = 1/a = conj(a)/(a0^2 + a1^2); 1/0 = 0.",
        one,
        "all of r < p",
        "1 fp_inv, 2 fp_sqr, 2 fp_mul",
    )
    functions["inv_vartime"] = _composed(
        "fp2_inv_vartime",
        "void fp2_inv_vartime(fp2 *r, const fp2 *a)",
        "r = 1/a; 1/0 = 0. For public data.",
        one,
        "all of r < p",
        "1 fp_inv_vartime, 2 fp_sqr, 2 fp_mul",
        shape="vartime",
        time=VARIABLE,
    )
    functions["sqrt"] = _composed(
        "fp2_sqrt",
        "int fp2_sqrt(fp2 *r, const fp2 *a)",
        "Returns 1 and a root r, r^2 = a, if a is a square in Fp2, else 0 and r = 0.",
        one,
        "all of r < p",
        "2 fp_rsqrt_candidate, about 10 fp_mul",
        "complex_method",
    )
    return functions
