# SPDX-License-Identifier: Apache-2.0 OR MIT
"""generated/<curve>/vectors.h: a few known answers for the self-test, in the byte layout of EIP-196 and EIP-197.

Scalars a = floor(r/3), b = floor(r/5). Coordinates take the bytes of p, scalars those of r, big-endian; a coordinate in
Fp2 is written imaginary part first. gen/verify.py evaluates the pairings with its own slow model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gen.derive.algebra import Curve, Point, PrimeField, QuadraticField
from gen.outputs.ctext import byte_rows
from gen.render import banner, render

if TYPE_CHECKING:
    from gen.model import CurveModel


def vectors_header(model: CurveModel) -> str:
    return render(
        "test_vectors.h.j2",
        {
            "banner": banner(model, "known answers for the self-test"),
            "fp_bytes": model.fp.num_bytes,
            "fr_bytes": model.fr.num_bytes,
            "vectors": [
                {"name": name, "comment": comment, "size": len(data), "rows": byte_rows(data)}
                for name, comment, data in known_answers(model)
            ],
        },
    )


def known_answers(model: CurveModel) -> list[tuple[str, str, bytes]]:
    """(name, comment, bytes)."""
    r, groups = model.r, model.groups
    e1 = Curve(PrimeField(model.p), groups.b)
    e2 = Curve(QuadraticField(model.p), groups.twist_b)
    a, b = r // 3, r // 5

    def g1(k: int) -> bytes:
        return _g1_bytes(e1.mul(groups.g1, k % r), model.fp.num_bytes)

    def g2(k: int) -> bytes:
        return _g2_bytes(e2.mul(groups.g2, k % r), model.fp.num_bytes)

    # The first point by x of the twist that r does not kill; r^2 does not divide its order, so there is one.
    outside = next(point for point in e2.points() if e2.mul(point, r) is not None)
    scalar = b.to_bytes(model.fr.num_bytes, "big")
    first_pair = g1(a) + g2(b)
    answers = [
        ("VEC_ADD_IN", "aG, bG", g1(a) + g1(b)),
        ("VEC_ADD_OUT", "(a+b)G", g1(a + b)),
        ("VEC_MUL_IN", "aG, b", g1(a) + scalar),
        ("VEC_MUL_OUT", "(ab)G", g1(a * b)),
        ("VEC_PAIRING_TRUE_IN", "(aG, bH), (-abG, H): the product is 1", first_pair + g1(-a * b) + g2(1)),
        ("VEC_PAIRING_FALSE_IN", "(aG, bH), ((1-ab)G, H): the product is e(G, H)", first_pair + g1(1 - a * b) + g2(1)),
        (
            "VEC_OUTSIDE_IN",
            "G, a point of the twist outside the group of order r",
            g1(1) + _g2_bytes(outside, model.fp.num_bytes),
        ),
    ]
    if model.family.h1 != 1:
        outside1 = next(point for point in e1.points() if e1.mul(point, r) is not None)
        comment = "a point of E outside the group of order r, H"
        answers.append(("VEC_OUTSIDE_G1_IN", comment, _g1_bytes(outside1, model.fp.num_bytes) + g2(1)))
    return answers


def _g1_bytes(point: Point, size: int) -> bytes:
    x, y = point if point is not None else (0, 0)
    return x.to_bytes(size, "big") + y.to_bytes(size, "big")


def _g2_bytes(point: Point, size: int) -> bytes:
    zero = (0, 0)
    x, y = point if point is not None else (zero, zero)
    return b"".join(n.to_bytes(size, "big") for n in (x[1], x[0], y[1], y[0]))
