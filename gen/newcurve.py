# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A parameter file from a seed: what is chosen, by which rule, and the commented TOML that says so."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from gen.derive.choose import expression, smallest_b, smallest_xi
from gen.derive.families import FAMILIES
from gen.derive.family import derive_family
from gen.model import CurveModel, build
from gen.numbers import NumberError, integer
from gen.params import MAX_BITS, Citation, CurveSpec, ParamError, parse, refuse_unreduced
from gen.propose import with_proposal
from gen.render import render

WHERE = "command line"
TOML_INTEGER = 1 << 63
POINT_RULE = "the first point with x = 0, 1, 2, ..., of its two y the smaller"
COFACTOR_RULE = ", times the cofactor h1"
TWIST_RULE = "the first point with x = u, 1 + u, 2 + u, ..., times the cofactor h2"


@dataclass(frozen=True)
class NewCurve:
    """A curve that holds, and what was decided for it."""

    model: CurveModel
    reasons: dict[str, str]  # key of the file -> why it has its value
    told: tuple[str, ...]  # the same for a terminal


def choose(
    name: str,
    family: str,
    seed: str,
    xi: str | None = None,
    b: str | None = None,
    title: str | None = None,
    source: str | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> NewCurve:
    """Chooses what is not given and derives the whole curve, so that what is written holds. Raises ParamError."""
    z = _number("--seed", seed)
    given_b = None if b is None else _number("--b", b)
    given_xi = None if xi is None else _pair(xi)
    progress(f"gen new: primes of z = {expression(z) if z else 0}")
    bare = CurveSpec(
        name=name,
        title=title or f"{family.upper()} curve of the seed {expression(z) if z else 0}",
        family=family,
        z=z,
        b=1 if given_b is None else given_b,
        xi=given_xi or (1, 1),
        g1=None,
        g2=None,
        citations=(
            Citation("seed", source or "chosen by whoever wrote this file"),
            Citation("b, xi and generators", "chosen by limbsmith's generator, by the rules in this file's comments"),
        ),
        criterion=None,
        fold=None,
        file=WHERE,
        sha256="",
    )
    spec = parse(_text(bare, {}), WHERE, name)  # the checks of a parameter file
    kind = FAMILIES[family]
    try:
        primes = derive_family(spec, kind)
        refuse_unreduced(spec, primes.p)
    except ParamError as err:
        raise with_proposal(spec, err) from None
    reasons = {"non_residue": "given", "b": "given"}
    if given_xi is None:
        spec, reasons["non_residue"] = _with_xi(spec, primes.p)
    if given_b is None:
        spec, reasons["b"] = _with_b(spec, primes.p, primes.t)
    progress("gen new: constants and proofs")
    model = build(spec)
    groups, fp = model.groups, model.fp
    reasons["point"] = POINT_RULE + ("" if model.family.h1 == 1 else COFACTOR_RULE)
    reasons["generators"] = f"on E {reasons['point']}; on the twist {TWIST_RULE}"
    reasons["fold"] = f'"{model.fold.choice}" is the cheapest that is sound here'
    division = "b/xi" if groups.twist == "D" else "b*xi"
    told = (
        f"z = {expression(z)} = {z}",
        f"p has {fp.bits} bits in {fp.limbs} words ({fp.spare_bits} spare), r has {model.fr.bits}; both are prime",
        f"non_residue = {xi_text(model.spec.xi)}: {reasons['non_residue']}",
        f"b = {model.spec.b}: {reasons['b']}",
        f"twist {groups.twist}: y^2 = x^3 + {division} has r*h2 points",
        f"generators: {reasons['generators']}",
        f"subgroup test: the form {reasons['fold']}",
    )
    return NewCurve(model, reasons, told)


def _with_xi(spec: CurveSpec, p: int) -> tuple[CurveSpec, str]:
    chosen, refused = smallest_xi(p)
    before = "; ".join(refused)
    if chosen is None:
        raise spec.refusal("non_residue", f"{before}: give one with --xi")
    reason = "the first of 1 + u, 2 + u, ... that is neither a square nor a cube" + (f" ({before})" if before else "")
    return replace(spec, xi=chosen), reason


def _with_b(spec: CurveSpec, p: int, t: int) -> tuple[CurveSpec, str]:
    chosen = smallest_b(p, t)
    if chosen is None:
        raise spec.refusal("b", f"no b up to the limit of the search gives {p + 1 - t} points; give one with --b")
    reason = "the smallest for which y^2 = x^3 + b has p + 1 - t points"
    return replace(spec, b=chosen), reason if chosen == 1 else f"{reason}; {_listed(chosen - 1)}"


def _listed(last: int) -> str:
    return {1: "b = 1 gives another order", 2: "1 and 2 give other orders"}.get(last, f"1 to {last} give other orders")


def _number(key: str, text: str) -> int:
    try:
        return integer(text, MAX_BITS)
    except NumberError as err:
        raise ParamError(WHERE, key, str(err)) from None


def _pair(text: str) -> tuple[int, int]:
    parts = text.split(",")
    if len(parts) != 2:
        raise ParamError(WHERE, "--xi", f"{text[:60]!r} is not A,B for A + B*u")
    return _number("--xi", parts[0]), _number("--xi", parts[1])


def xi_text(xi: tuple[int, int]) -> str:
    return f"{xi[0]} + {'' if xi[1] == 1 else xi[1]}u"


def parameter_file(curve: NewCurve) -> str:
    """The TOML, with what was chosen and derived in comments."""
    model = curve.model
    groups = model.groups
    comments = {
        "z": [
            f"= {expression(model.z)}",
            f"p = {model.fp.poly} has {model.fp.bits} bits ({model.fp.spare_bits} spare), "
            f"r = {model.fr.poly} has {model.fr.bits}; both prime",
        ],
        "b": [f"{curve.reasons['b']}"],
        "non_residue": [
            f"xi = {xi_text(model.spec.xi)}, u^2 = -1: {curve.reasons['non_residue']}",
            f"derived: twist type {groups.twist}, y^2 = x^3 + {'b/xi' if groups.twist == 'D' else 'b*xi'}",
        ],
        "generators": [
            f"on E {curve.reasons['point']}:",
            f"({groups.g1[0]}, {groups.g1[1]})",
            f"on the twist {TWIST_RULE}:",
            f"x = {groups.g2[0][0]}",
            f"  + {groups.g2[0][1]} u",
            f"y = {groups.g2[1][0]}",
            f"  + {groups.g2[1][1]} u",
            "Others are given as a table [generators] with g1 and g2; see bn254.toml.",
        ],
        "fold": [
            f'subgroup_fold = "{model.fold.choice}" would force the form of the subgroup test inside a pairing;',
            "left out, the generator takes the cheapest that it proves sound.",
        ],
    }
    return _text(model.spec, comments).decode()


def _text(spec: CurveSpec, comments: dict[str, list[str]]) -> bytes:
    """A parameter file; without comments it is what is checked before anything is derived."""

    def number(value: int) -> str:
        return str(value) if abs(value) < TOML_INTEGER else f'"{value}"'

    return render(
        "curve.toml.j2",
        {
            "name": json.dumps(spec.name),
            "title": json.dumps(spec.title),
            "family": json.dumps(spec.family),
            "z": f'"{spec.z}"',
            "b": number(spec.b),
            "xi": ", ".join(map(number, spec.xi)),
            "comments": {key: comments.get(key, []) for key in ("z", "b", "non_residue", "generators", "fold")},
            "citations": [(json.dumps(c.what), json.dumps(c.where)) for c in spec.citations],
        },
    ).encode()
