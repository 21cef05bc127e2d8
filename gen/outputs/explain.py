# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`gen show`: what a curve's parameters come to, for a reader."""

from __future__ import annotations

from collections.abc import Mapping
from math import log, log2, pi
from typing import TYPE_CHECKING

from gen.costs import UNITS, Cost, operations
from gen.derive.choose import expression
from gen.derive.field import field_model
from gen.derive.pairing import naf
from gen.derive.weierstrass import DEGREES
from gen.model import CurveModel, WeierstrassModel
from gen.outputs.public_header import is_public
from gen.plan import Choice, Form, choose_form, plan_field, plan_fp2

if TYPE_CHECKING:
    from gen.derive.field import FieldModel
    from gen.derive.primality import Certificate

PUBLISHED = {
    "bn": "100 bits at most for BN curves of 254 bits (draft-irtf-cfrg-pairing-friendly-curves, after Barbulescu and "
    "Duquesne, eprint 2017/334)",
    "bls12": "126 bits for BLS12-381 (Guillevic, eprint 2019/1371)",
}
"""Estimates with the sieve's own norms, which the formula's o(1) stands for."""


def embedding_degree(p: int, r: int) -> int:
    """The least k with r | p^k - 1."""
    k, power = 1, p % r
    while power != 1:
        k, power = k + 1, power * p % r
    return k


def rho_bits(r: int, automorphisms: int) -> float:
    """log2 of the steps of Pollard's rho in a group of order r with that many cheap automorphisms."""
    return log2(pi * r / (2 * automorphisms)) / 2


def tower_sieve_bits(p: int, k: int) -> float:
    """log2 of L_Q[1/3, (32/9)^(1/3)], Q = p^k: the special tower number field sieve without its o(1)."""
    size = k * log(p)
    return (32 / 9 * size) ** (1 / 3) * log(size) ** (2 / 3) / log(2)


def explanation(model: CurveModel | WeierstrassModel, engines: Mapping[str, str | None]) -> str:
    """The text; `engines` maps each engine to why the curve cannot have it, or None."""
    forms: dict[str, Form] = {}  # curves with a pairing are in Montgomery form, which their other strategies need
    plans = {field.name: plan_field(field, model.spec.forced(field.name)) for field in (model.fp, model.fr)}
    if isinstance(model, CurveModel):
        plans["fp2"] = plan_fp2(model.fp, model.spec.xi, model.spec.forced("fp2"))
        lines = _of_a_pairing(model)
    else:
        lines = _of_a_group(model)
        forms = {field.name: choose_form(field_model(field.name, field.modulus)) for field in (model.fp, model.fr)}
    lines = [f"{model.name}: {model.spec.title}", f"from {model.spec.file}", "", *lines, "", "strategies"]
    for prefix, plan in plans.items():
        if prefix in forms:
            lines.append(f"  {prefix}: {forms[prefix].field.form}; {_without_modulus(forms[prefix].reason)}")
        lines += _strategies(prefix, plan)
    lines += ["", "engines"]
    lines += [f"  {engine}: {'made' if why is None else f'refused: {why}'}" for engine, why in engines.items()]
    if isinstance(model, CurveModel):
        lines += ["", "cost, of one pair where a pairing is meant; words: multiplications of words in c64"]
        lines += cost_table(operations(model), _word_costs(plans))
    return "\n".join(lines) + "\n"


def _sizes(symbol: str, field: FieldModel, certificate: Certificate | None) -> str:
    formula = field.poly or str(field.modulus)
    return (
        f"  {symbol} = {formula}: {field.bits} bits in {field.limbs} words, {field.spare_bits} spare bits; "
        f"{_primality(certificate)}"
    )


def _of_a_pairing(model: CurveModel) -> list[str]:
    fr, family, k = model.fr, model.family, embedding_degree(model.p, model.r)
    loop, chain, groups = model.pairing.loop_digits, model.chain, model.groups
    lines = [
        "sizes",
        f"  z = {expression(model.z)} = {model.z}",
        _sizes("p", model.fp, model.prime_p),
        _sizes("r", fr, model.prime_r),
        f"  E: y^2 = x^3 + {groups.b} has {'r' if family.h1 == 1 else f'r*{family.h1}'} points",
        f"  E': y^2 = x^3 + {'b/xi' if groups.twist == 'D' else 'b*xi'}, xi = {_xi(model.spec.xi)}, "
        f"a {groups.twist} twist, has r*h2 points, h2 of {family.h2.bit_length()} bits",
        f"  embedding degree {k}",
        "",
        "security, estimated",
        _rho(model.r, 6),
        f"  Fp^{k}, {(model.p**k).bit_length()} bits: 2^{tower_sieve_bits(model.p, k):.1f} for the special tower "
        "number field sieve, L[1/3, (32/9)^(1/3)] with o(1) = 0 (Kim, Barbulescu, Crypto 2016, eprint 2015/1027)",
    ]
    if model.spec.family in PUBLISHED and is_public(model):
        lines.append(f"  published, with the o(1): {PUBLISHED[model.spec.family]}")
    return [
        *lines,
        "",
        "loops",
        f"  Miller loop over {model.pairing.loop}: {len(loop) - 1} doublings, {sum(map(abs, loop)) - 1} additions",
        f"  power |z|: {chain.doublings} squarings, {chain.additions} products ({chain.source}); "
        f"weight of z {sum(map(abs, naf(abs(model.z))))}",
        f"  power |z| in the final exponentiation: {model.seed_power.choice}"
        f"{' (forced)' if model.seed_power.forced else ''}; not taken: {model.seed_power.reason}",
        f"  subgroup test in the loop: {model.fold.choice}{' (forced)' if model.fold.forced else ''}; "
        f"not taken: {model.fold.reason}",
    ]


def _of_a_group(model: WeierstrassModel) -> list[str]:
    return [
        "sizes",
        _sizes("p", model.fp, model.prime_p),
        _sizes("r", model.fr, model.prime_r),
        f"  E: y^2 = x^3 + a x + b has r points, a = {model.spec.a}, b = {model.spec.b}",
        f"  embedding degree above {DEGREES}: no pairing",
        "",
        "security, estimated",
        _rho(model.r, 6 if model.endo is not None else 2),
    ]


def _rho(r: int, automorphisms: int) -> str:
    return (
        f"  G1: 2^{rho_bits(r, automorphisms):.1f} steps of Pollard's rho, sqrt(pi r/{2 * automorphisms}) with "
        f"{automorphisms} automorphisms (Duursma, Gaudry, Morain, Asiacrypt 1999)"
    )


def _primality(certificate: object | None) -> str:
    return "prime by probable-prime tests only" if certificate is None else "proved prime"


def _xi(xi: tuple[int, int]) -> str:
    return f"{xi[0]} + {'' if xi[1] == 1 else xi[1]}u"


def _without_modulus(reason: str) -> str:
    """A refusal's text; the modulus stands above it already."""
    return reason.split(" (p = 0x")[0]


def _strategies(prefix: str, plan: Mapping[str, Choice]) -> list[str]:
    """Those that multiply or were not the first choice a line each, the others together."""
    lines, plain = [], []
    for function, choice in plan.items():
        cost = choice.program.cost()
        if cost or choice.refused:
            words = f", {cost} word multiplications" if cost else ""
            lines.append(f"  {prefix}_{function}: {choice.strategy.name}{words}")
            lines += [f"    not taken: {_without_modulus(reason)}" for reason in choice.refused]
        else:
            plain.append(f"{function} {choice.strategy.name}")
    return [*lines, f"  {prefix}, others: {', '.join(plain)}"] if plain else lines


def _word_costs(plans: Mapping[str, Mapping[str, Choice]]) -> dict[str, int]:
    return {
        "fp_mul": plans["fp"]["mul"].program.cost(),
        "fp_sqr": plans["fp"]["sqr"].program.cost(),
        "fp2_mul": plans["fp2"]["mul"].program.cost(),
        "fp2_sqr": plans["fp2"]["sqr"].program.cost(),
    }


def cost_table(table: Mapping[str, Cost], words: Mapping[str, int]) -> list[str]:
    """One line an operation: its units, and the word multiplications they come to without the inversions."""
    rows = [["", *UNITS, "words"]]
    for name, cost in table.items():
        total = sum(cost[unit] * count for unit, count in words.items())
        rows.append([name, *(str(cost[unit]) if cost[unit] else "-" for unit in UNITS), str(total)])
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  " + row[0].ljust(widths[0]) + "".join(f"  {cell:>{width}}" for cell, width in zip(row[1:], widths[1:]))
        for row in rows
    ]
