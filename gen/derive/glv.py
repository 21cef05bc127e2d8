# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Splitting k = k1 + lambda k2 mod r (Gallant, Lambert, Vanstone, Crypto 2001): reduced lattice, rounding, bound."""

from __future__ import annotations

from dataclasses import dataclass

Vector = tuple[int, int]


@dataclass(frozen=True)
class GlvModel:
    """k1 = k - c0 v[0][0] - c1 v[1][0], k2 = -c0 v[0][1] - c1 v[1][1], c_i = (k g[i] + 2^(shift-1)) >> shift."""

    v: tuple[Vector, Vector]  # basis of {(a, b): a + lambda b = 0 mod r}, signs such that both g are >= 0
    g: tuple[int, int]
    shift: int
    bound: int  # |k1|, |k2| <= bound
    bits: int  # bound < 2^bits
    limbs: int  # two's complement words that hold k1, k2


def reduce_lattice(r: int, lam: int) -> tuple[Vector, Vector]:
    """Lagrange's reduction of the basis (r, 0), (-lambda, 1): v[0] is a shortest vector."""
    a, b = (r, 0), (-lam, 1)
    if _dot(a, a) < _dot(b, b):
        a, b = b, a
    while True:
        # a - q b with q the nearest integer to <a,b>/<b,b>
        q = (2 * _dot(a, b) + _dot(b, b)) // (2 * _dot(b, b))
        a = (a[0] - q * b[0], a[1] - q * b[1])
        if _dot(a, a) >= _dot(b, b):
            return b, a
        a, b = b, a


def _dot(a: Vector, b: Vector) -> int:
    return a[0] * b[0] + a[1] * b[1]


def derive_glv(r: int, lam: int, limbs: int, word_bits: int) -> GlvModel:
    """`limbs` is the number of words of r; the rounding shift leaves one word of guard bits."""
    v0, v1 = reduce_lattice(r, lam)
    # Babai: (k, 0) = c0 v0 + c1 v1 over the rationals, c0 = k v1[1]/det and c1 = -k v0[1]/det. The sign of a vector is
    # free and flips its own c only, so both c can be made >= 0.
    det = v0[0] * v1[1] - v0[1] * v1[0]
    if v1[1] * det < 0:
        v0, det = (-v0[0], -v0[1]), -det
    if -v0[1] * det < 0:
        v1, det = (-v1[0], -v1[1]), -det
    if abs(det) != r or v1[1] * det < 0 or -v0[1] * det < 0:
        raise ArithmeticError("lattice reduction lost the determinant")
    shift = word_bits * (limbs + 1)
    g = tuple((2 * abs(n) * (1 << shift) + r) // (2 * r) for n in (v1[1], v0[1]))
    # c_i is off the rational value by at most 1/2 (rounding) + k/2^(shift+1) (g's own rounding), and k < r.
    bound = max(((abs(v0[i]) + abs(v1[i])) * ((1 << shift) + r)) // (1 << (shift + 1)) for i in (0, 1))
    bits = bound.bit_length()
    return GlvModel((v0, v1), g, shift, bound, bits, -(-(bits + 1) // word_bits))
