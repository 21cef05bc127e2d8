# SPDX-License-Identifier: Apache-2.0 OR MIT
"""generated/<curve>/params.json: every derived value, to be read in a diff. Counts are numbers, values decimal text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gen.outputs.jsontext import big
from gen.render import banner_lines

if TYPE_CHECKING:
    from gen.derive.field import FieldModel
    from gen.model import CurveModel


def params(model: CurveModel) -> dict[str, Any]:
    spec, family, groups, endo = model.spec, model.family, model.groups, model.endo
    tower, glv, pairing, chain = model.tower, model.glv, model.pairing, model.chain
    return {
        "_generated": banner_lines(model, "all derived values"),
        "curve": model.name,
        "title": spec.title,
        "citations": [{"what": c.what, "where": c.where} for c in spec.citations],
        "family": {
            "name": spec.family,
            "z": big(model.z),
            "p": big(model.p),
            "r": big(model.r),
            "t": big(family.t),
            "h1": big(family.h1),
            "h2": big(family.h2),
            "h2_primes": big(model.h2_factors.primes),
            "h2_unfactored": big(model.h2_factors.rest),
        },
        "fp": field_params(model.fp),
        "fr": field_params(model.fr),
        "tower": {
            "xi": big(tower.xi),
            "gamma1": big(tower.gamma1),
            "gamma2": big(tower.gamma2),
            "gamma3": big(tower.gamma3),
        },
        "groups": {
            "b": big(groups.b),
            "twist": groups.twist,
            "twist_b": big(groups.twist_b),
            "twist_b3": big(groups.twist_b3),
            "twist_order": big(groups.twist_order),
            "g1": big(groups.g1),
            "g2": big(groups.g2),
        },
        "endomorphisms": {
            "psi_x": big(endo.psi_x),
            "psi_y": big(endo.psi_y),
            "psi2_x": big(endo.psi2_x),
            "psi3_x": big(endo.psi3_x),
            "psi3_y": big(endo.psi3_y),
            "beta": big(endo.beta),
            "lambda": big(endo.lam),
        },
        "glv": {
            "v": big(glv.v),
            "g": big(glv.g),
            "shift": glv.shift,
            "bound": big(glv.bound),
            "bits": glv.bits,
            "limbs": glv.limbs,
        },
        "pairing": {
            "loop": big(pairing.loop),
            "loop_digits": list(pairing.loop_digits),
            "hard_digits": big(pairing.hard_digits),
            "hard_multiple": big(pairing.hard_multiple),
        },
        "chain": {
            "target": big(chain.target),
            "steps": [list(step) for step in chain.steps],
            "regs": chain.regs,
            "result": chain.result,
            "doublings": chain.doublings,
            "additions": chain.additions,
            "source": chain.source,
        },
        **seed_power_params(model),
        "subgroup": {"fold": model.fold.choice, "forced": model.fold.forced, "standalone": model.standalone.choice},
    }


def seed_power_params(model: CurveModel) -> dict[str, Any]:
    """Only where compressed squarings are chosen, as the tables of curve.h are."""
    power = model.seed_power
    if power.choice != "compressed":
        return {}
    digits = [list(digit) for digit in power.digits]
    return {"seed_power": {"digits": digits, "unit": power.unit, "forced": power.forced}}


def field_params(field: FieldModel) -> dict[str, Any]:
    return {
        "modulus": big(field.modulus),
        "polynomial": field.poly,
        "bits": field.bits,
        "limbs": field.limbs,
        "word_bits": field.word_bits,
        "spare_bits": field.spare_bits,
        "mont_bits": field.mont_bits,
        "R": big(field.R),
        "R2": big(field.R2),
        "R3": big(field.R3),
        "n0": big(field.n0),
    }
