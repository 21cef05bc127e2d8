# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Membership in G2: the proof of the seed's criterion, and which folded form is sound for this seed.

E'(Fp2) is a module over Z[X]/(g), g = X^4 - X^2 + 1, with X acting as psi. A relation c(psi)Q = 0 implies
Norm(c) Q = 0, Norm(c) = Res(g, c), because A c + B g = Norm(c) with A, B in Z[X]. So an accepted Q has an order
dividing gcd(Norm(c), r h2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

import sympy

from gen.derive.family import FamilyModel
from gen.derive.pairing import PairingModel
from gen.params import CurveSpec

X = sympy.Symbol("X")
Coeffs = tuple[int, ...]  # of a polynomial in X, constant term first


@dataclass(frozen=True)
class Ring:
    """Z[X]/(g), X acting as an endomorphism of a curve that has g(endomorphism) = 0."""

    g: Coeffs
    name: str


G = (1, 0, -1, 0, 1)
G2_RING = Ring(G, "X^4-X^2+1")  # X is psi on E'(Fp2)
G1_RING = Ring((1, 1, 1), "X^2+X+1")  # X is phi on E(Fp)


@dataclass(frozen=True)
class CriterionModel:
    """f(psi)Q = 0 on the twist, or f(phi)P = 0 on E, exactly on the subgroup of order r."""

    relation: str  # as the C code computes it
    g: Coeffs  # of the ring
    f: Coeffs
    resultant: int  # Res(g, f) = r
    bezout_a: Coeffs  # A f + B g = r
    bezout_b: Coeffs
    f_at: int  # f at the endomorphism's eigenvalue mod r = 0: every point of order r satisfies it


@dataclass(frozen=True)
class NormCheck:
    """A relation c(psi)Q = 0 and what it leaves of the twist group: gcd(Norm(c)/divided_by, with) must be 1."""

    vector: Coeffs
    norm: int
    gcd_of: str
    gcd: int


@dataclass(frozen=True)
class FoldModel:
    """Form of the subgroup test that reuses the Miller loop's last points, with the numbers it rests on."""

    choice: str  # of the family's forms
    forced: bool
    needs: dict[str, tuple[str, ...]]  # form -> names of the checks whose gcds must be 1
    checks: dict[str, NormCheck]
    reason: str  # why a cheaper form is not taken


def derive_criterion(spec: CurveSpec, family: FamilyModel) -> CriterionModel:
    z = family.z
    relation = "[z+1]Q + psi([z]Q) + psi^2([z]Q) = psi^3([2z]Q)"
    return exact_criterion(spec, family, G2_RING, (z + 1, z, z, -2 * z), family.p, relation)


def exact_criterion(
    spec: CurveSpec, family: FamilyModel, ring: Ring, f: Coeffs, eigenvalue: int, relation: str
) -> CriterionModel:
    """The criterion f(X)Q = 0 with its proof, or a refusal; X acts on the subgroup of order r as the eigenvalue."""
    r = family.r
    g = _poly(ring.g)
    resultant = int(sympy.resultant(g, _poly(f)))
    if resultant != r:
        raise spec.refusal(
            "z", f"Res({ring.name}, f) = {resultant}, must be r = {r}: the seed's subgroup criterion is not exact"
        )
    a, b, one = sympy.gcdex(_poly(f, "QQ"), _poly(ring.g, "QQ"))
    if one.as_expr() != 1:
        raise spec.refusal("z", f"f and {ring.name} have the common factor {one.as_expr()}")
    bezout_a, bezout_b = (_integral(spec, poly * r) for poly in (a, b))
    identity = _poly(bezout_a) * _poly(f) + _poly(bezout_b) * g
    if identity != _poly((r,)):
        raise spec.refusal("z", f"A f + B g expands to {identity.as_expr()}, must be r = {r}")
    value = int(_poly(f).eval(eigenvalue)) % r
    if value:
        raise spec.refusal("z", f"f({eigenvalue}) = {value} mod r, must be 0: points of order r would be refused")
    return CriterionModel(relation, ring.g, f, resultant, bezout_a, bezout_b, value)


def derive_fold(spec: CurveSpec, family: FamilyModel, pairing: PairingModel) -> FoldModel:
    """Checks: (6z+2) + X - X^2 + X^3, the ate vector; (6z+2) + X - X^3, where psi^3(Q) meets the line in T' itself;
    1 + X, where it meets the line in -psi^2(Q)."""
    p, r, h2, loop = family.p, family.r, family.h2, pairing.loop
    refuse_exceptional_ladder(spec, family, pairing, ((loop, p), (loop + p, -p * p)))
    ate_vector = (loop, 1, -1, 1)
    ate_norm = norm(ate_vector)
    if ate_norm % r:
        raise spec.refusal("z", f"Norm(6z+2 + X - X^2 + X^3) = {ate_norm} is not a multiple of r = {r}")
    ate = NormCheck(ate_vector, ate_norm, "gcd(norm/r, h2)", gcd(ate_norm // r, h2))
    first, second = ((v, norm(v)) for v in ((loop, 1, 0, -1), (1, 1)))
    line_first, line_second = (NormCheck(v, n, "gcd(norm, r*h2)", gcd(n, r * h2)) for v, n in (first, second))

    problems = {"line": [], "add": [], "none": []}
    if ate.gcd != 1:
        for form in ("line", "add"):
            problems[form].append(f"gcd(Norm(6z+2+X-X^2+X^3)/r, h2) = gcd({ate_norm // r}, h2) = {ate.gcd}, must be 1")
    if line_first.gcd != 1:
        problems["line"].append(f"gcd(Norm(6z+2+X-X^3), r*h2) = {line_first.gcd}, must be 1")
    if line_second.gcd != 1:
        problems["line"].append(f"gcd(Norm(1+X), r*h2) = {line_second.gcd}, must be 1")
    if spec.fold is not None and problems[spec.fold]:
        raise spec.refusal(
            "subgroup_fold", f"the {spec.fold} form is unsound for z = {spec.z}: {'; '.join(problems[spec.fold])}"
        )
    cheapest = next(form for form in ("line", "add", "none") if not problems[form])
    choice = spec.fold or cheapest
    refused = [f"{form}: {'; '.join(why)}" for form, why in problems.items() if why]
    if spec.fold is not None and choice != cheapest:
        refused.append(f"{choice} is forced by subgroup_fold; {cheapest} would be cheaper")
    return FoldModel(
        choice,
        spec.fold is not None,
        {"add": ("ate",), "line": ("ate", "line_first", "line_second")},
        {"ate": ate, "line_first": line_first, "line_second": line_second},
        " | ".join(refused) or "none, every gcd is 1",
    )


def refuse_exceptional_ladder(
    spec: CurveSpec, family: FamilyModel, pairing: PairingModel, after_loop: Sequence[tuple[int, int]]
) -> None:
    """The Miller loop's additions are incomplete: no T = mQ may meet +-(the point added) for Q of order r.
    `after_loop`: m and the multiple added, modulo r, of the additions that follow the loop."""
    r = family.r
    added, multiple = [], 1
    for digit in pairing.loop_digits[1:]:
        multiple *= 2
        if digit:
            added.append((multiple, digit))
            multiple += digit
    for m, other in (*added, *after_loop):
        if m % r in (0, other % r, -other % r):
            raise spec.refusal(
                "z", f"the Miller loop adds {other}Q to {m}Q, which are equal or opposite modulo r = {r}"
            )


def norm(coeffs: Coeffs) -> int:
    return int(sympy.resultant(_poly(G), _poly(coeffs)))


def _poly(coeffs: Coeffs, domain: str = "ZZ") -> sympy.Poly:
    return sympy.Poly.from_list(list(reversed(coeffs)), X, domain=domain)


def _integral(spec: CurveSpec, poly: sympy.Poly) -> Coeffs:
    coeffs = list(reversed(poly.all_coeffs()))
    if any(c.q != 1 for c in coeffs):
        raise spec.refusal("z", f"the Bezout cofactor {poly.as_expr()} is not integral")
    return tuple(int(c) for c in coeffs)
