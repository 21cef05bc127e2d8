# SPDX-License-Identifier: Apache-2.0 OR MIT
"""generated/<curve>/curve.h: the constants of tower, groups and pairing for the hand-written C."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gen.outputs import ctext
from gen.params import FOLDS
from gen.render import banner, render

if TYPE_CHECKING:
    from gen.model import CurveModel

FOLD_MACROS = {form: f"SUBGROUP_FOLD_{form.upper()}" for form in ("none", "add", "line", "end")}
CRITERION_MACROS = {"seed": "SUBGROUP_CRITERION_SEED", "trinomial": "SUBGROUP_CRITERION_TRINOMIAL"}
DIGITS_PER_LINE = 24


def curve_header(model: CurveModel) -> str:
    fp, fr = model.fp, model.fr
    groups, endo, tower, glv, chain = model.groups, model.endo, model.tower, model.glv, model.chain
    digits = model.pairing.loop_digits

    def one(name: str, comment: str, value: int) -> dict[str, str]:
        return {"type": "fp", "name": name, "comment": comment, "text": "\n    " + ctext.mont(fp, value)}

    def two(name: str, comment: str, value: tuple[int, int]) -> dict[str, str]:
        return {"type": "fp2", "name": name, "comment": comment, "text": "\n    " + ctext.mont2(fp, value)}

    def table(kind: str, name: str, comment: str, values: tuple) -> dict[str, str]:
        make = ctext.mont2 if kind == "fp2" else ctext.mont
        rows = ",\n    ".join(make(fp, value) for value in values)
        return {"type": kind, "name": f"{name}[{len(values)}]", "comment": comment, "text": " {\n    " + rows + "}"}

    twist_by = "b/xi" if groups.twist == "D" else "b*xi"
    sections = [
        (
            "Curve E: y^2 = x^3 + b over Fp, twist E': y^2 = x^3 + b' over Fp2, generators of the groups of order r.",
            [
                one("CURVE_B", f"b = {groups.b}", groups.b),
                two(
                    "CURVE_TWIST_B",
                    f"b' = {twist_by}: with it, and not with the other twist, E'(Fp2) has r*h2 points",
                    groups.twist_b,
                ),
                two("CURVE_TWIST_B3", "3*b'", groups.twist_b3),
                one("CURVE_G1_X", "", groups.g1[0]),
                one("CURVE_G1_Y", "", groups.g1[1]),
                two("CURVE_G2_X", "", groups.g2[0]),
                two("CURVE_G2_Y", "", groups.g2[1]),
            ],
        ),
        (
            "Frobenius on Fp12 = Fp2[w]/(w^6 - xi): (sum a_j w^j)^(p^i) = sum conj^i(a_j) gamma_{i,j} w^j with\n"
            " * gamma_{i,j} = xi^(j(p^i-1)/6); index j-1 holds j = 1..5. gamma_{2,j} lies in Fp.",
            [
                table("fp2", "FROBENIUS_GAMMA1", "", tower.gamma1),
                table("fp", "FROBENIUS_GAMMA2", "", tower.gamma2),
                table("fp2", "FROBENIUS_GAMMA3", "", tower.gamma3),
            ],
        ),
        (
            "psi on E': twist o Frobenius o untwist; psi^2 - t psi + p = 0, and psi = [p] on G2.",
            [
                two("PSI_X", "psi(x, y) = (conj(x) PSI_X, conj(y) PSI_Y)", endo.psi_x),
                two("PSI_Y", "", endo.psi_y),
                one("PSI2_X", "psi^2(x, y) = (x PSI2_X, -y)", endo.psi2_x),
                two("PSI3_X", "psi^3(x, y) = (conj(x) PSI3_X, conj(y) PSI3_Y)", endo.psi3_x),
                two("PSI3_Y", "", endo.psi3_y),
            ],
        ),
    ]
    return render(
        "curve.h.j2",
        {
            "banner": banner(model, "constants of tower, groups and pairing, shared by all engines"),
            "fp_limbs": fp.limbs,
            "fp_bits": fp.bits,
            "fr_limbs": fr.limbs,
            "fr_bits": fr.bits,
            "families": [(name.upper(), int(name == model.spec.family)) for name in FOLDS],
            "twist_d": int(groups.twist == "D"),
            "twist_m": int(groups.twist == "M"),
            "z": model.z,
            "z_abs": f"UINT64_C(0x{abs(model.z):x})",
            "z_negative": int(model.z < 0),
            "sections": sections,
            "beta": "\n    " + ctext.mont(fp, endo.beta),
            "lam": "\n    " + ctext.plain(fr, endo.lam),
            "loop_poly": model.pairing.loop_poly,
            "ate_loop": model.pairing.loop,
            "loop_len": len(digits),
            "loop_rows": [
                ", ".join(str(d) for d in digits[i : i + DIGITS_PER_LINE])
                for i in range(0, len(digits), DIGITS_PER_LINE)
            ],
            "chain_len": len(chain.steps),
            "chain_regs": chain.regs,
            "chain_result": chain.result,
            "chain_doublings": chain.doublings,
            "chain_additions": chain.additions,
            "chain_source": chain.source,
            "chain_rows": [
                f"{{CHAIN_{op.upper()}, {dst}, {a}, {b}}}" for op, dst, a, b in chain.steps or (("dbl", 0, 0, 0),)
            ],
            "seed_power": model.seed_power if model.seed_power.choice == "compressed" else None,
            **ctext.glv(glv, fr),
            "criterion_macros": [(macro, number) for number, macro in enumerate(CRITERION_MACROS.values())],
            "seed_relation": model.criterion.relation,
            "criterion": CRITERION_MACROS[model.standalone.choice],
            "criterion_reason": model.standalone.reason,
            "fold_macros": [(macro, number) for number, macro in enumerate(FOLD_MACROS.values())],
            "fold": FOLD_MACROS[model.fold.choice],
            "fold_reason": model.fold.reason,
            "cofactors": [
                {"name": name, "what": what, "value": value, "limbs": limbs, "words": ctext.limbs(value, limbs)}
                for name, what, value in (("H1", "#E(Fp)/r", model.family.h1), ("H2", "#E'(Fp2)/r", model.family.h2))
                for limbs in (ctext.word_count(value),)
            ],
        },
    )
