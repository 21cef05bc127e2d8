# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The outputs of a curve without a pairing: curve.h, vectors.h, params.json, proofs.json."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gen.derive.weierstrass import DEGREES, plain_curve
from gen.outputs import ctext
from gen.outputs.jsontext import big
from gen.outputs.params_json import field_params
from gen.outputs.proofs_json import certificate_proof
from gen.render import banner, banner_lines, render

if TYPE_CHECKING:
    from gen.model import WeierstrassModel


def curve_header(model: WeierstrassModel) -> str:
    spec, fp, fr, endo = model.spec, model.fp, model.fr, model.endo
    context: dict[str, object] = {
        "banner": banner(model, "constants of the group, shared by all engines"),
        "form": fp.form,
        "fp_limbs": fp.limbs,
        "fp_bits": fp.bits,
        "fr_limbs": fr.limbs,
        "fr_bits": fr.bits,
        "a": spec.a,
        "a_is_minus3": int(spec.a == -3),
        "b": ctext.mont(fp, spec.b),
        "g1_x": ctext.mont(fp, spec.g1[0]),
        "g1_y": ctext.mont(fp, spec.g1[1]),
        "has_endomorphism": int(endo is not None),
    }
    if endo is not None:
        context |= {
            "beta": "\n    " + ctext.mont(fp, endo.beta),
            "lam": "\n    " + ctext.plain(fr, endo.lam),
            **ctext.glv(endo.glv, fr),
        }
    return render("weierstrass.h.j2", context)


def vectors_header(model: WeierstrassModel) -> str:
    """Scalars a = floor(r/3), b = floor(r/5), as for curves with a pairing."""
    r, size, curve = model.r, model.fp.num_bytes, plain_curve(model.spec)
    a, b = r // 3, r // 5

    def point(k: int) -> bytes:
        x, y = curve.mul(model.spec.g1, k % r) or (0, 0)
        return x.to_bytes(size, "big") + y.to_bytes(size, "big")

    answers = (
        ("VEC_ADD_IN", "aG, bG", point(a) + point(b)),
        ("VEC_ADD_OUT", "(a+b)G", point(a + b)),
        ("VEC_MUL_IN", "aG, b", point(a) + b.to_bytes(model.fr.num_bytes, "big")),
        ("VEC_MUL_OUT", "(ab)G", point(a * b)),
    )
    return render(
        "weierstrass_vectors.h.j2",
        {
            "banner": banner(model, "known answers"),
            "fp_bytes": size,
            "fr_bytes": model.fr.num_bytes,
            "vectors": [
                {"name": name, "comment": comment, "size": len(data), "rows": ctext.byte_rows(data)}
                for name, comment, data in answers
            ],
        },
    )


def params(model: WeierstrassModel) -> dict[str, Any]:
    spec, endo = model.spec, model.endo
    table: dict[str, Any] = {
        "_generated": banner_lines(model, "all derived values"),
        "curve": model.name,
        "title": spec.title,
        "citations": [{"what": c.what, "where": c.where} for c in spec.citations],
        "family": {"name": spec.family, "p": big(model.p), "r": big(model.r)},
        "fp": field_params(model.fp),
        "fr": field_params(model.fr),
        "groups": {"a": big(spec.a), "b": big(spec.b), "g1": big(spec.g1)},
        "endomorphisms": None,
    }
    if endo is not None:
        glv = endo.glv
        table["endomorphisms"] = {"beta": big(endo.beta), "lambda": big(endo.lam)}
        table["glv"] = {
            "v": big(glv.v),
            "g": big(glv.g),
            "shift": glv.shift,
            "bound": big(glv.bound),
            "bits": glv.bits,
            "limbs": glv.limbs,
        }
    return table


def proofs(model: WeierstrassModel) -> dict[str, Any]:
    return {
        "_generated": banner_lines(model, "what is proved, with the numbers"),
        "curve": model.name,
        "primality": {"p": certificate_proof(model.prime_p), "r": certificate_proof(model.prime_r)},
        "order": {
            "claim": "the generator is killed by the prime r, and r is the one multiple of r in Hasse's interval",
            "trace": big(model.p + 1 - model.r),
        },
        "embedding_degree": {"claim": "r divides p^k - 1 for no k up to this", "above": DEGREES},
    }
