# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Groups and pairing of the oracle: affine chord and tangent, subgroup test by r, and the reduced Tate pairing.

The library computes an optimal ate pairing (a short loop on the twist, Frobenius lines, a factored final exponent).
The oracle computes the Tate pairing instead: the function f_{r,P} with div = r(P) - r(O) is built bit by bit along r
on E(Fp), vertical lines included, evaluated at the untwisted Q in E(Fp12), and raised to (p^12 - 1)/r in one plain
exponentiation.  Both are non-degenerate bilinear maps on the same two groups of prime order r, so one is a fixed power
(coprime to r) of the other and "the product is 1" means the same for both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from oracle_fields import DodecicField, Fp2, Fp12, PrimeField, QuadraticField

Point = Any  # None for infinity, else a pair of field elements
G1Point = tuple[int, int] | None
G2Point = tuple[Fp2, Fp2] | None


def affine_add(field: Any, a: Point, b: Point) -> Point:
    """Chord and tangent on y^2 = x^3 + constant over the given field, every case spelt out."""
    if a is None:
        return b
    if b is None:
        return a
    if a[0] == b[0]:
        if field.add(a[1], b[1]) == field.zero:
            return None
        slope = field.mul(field.mul(field.of(3), field.mul(a[0], a[0])), field.inv(field.add(a[1], a[1])))
    else:
        slope = field.mul(field.sub(b[1], a[1]), field.inv(field.sub(b[0], a[0])))
    x = field.sub(field.sub(field.mul(slope, slope), a[0]), b[0])
    return (x, field.sub(field.mul(slope, field.sub(a[0], x)), a[1]))


def affine_neg(field: Any, a: Point) -> Point:
    return None if a is None else (a[0], field.sub(field.zero, a[1]))


def affine_mul(field: Any, a: Point, k: int) -> Point:
    """[k]a by double-and-add; k is any integer and is not reduced (a may have any order)."""
    if k < 0:
        return affine_mul(field, affine_neg(field, a), -k)
    result = None
    for bit in bin(k)[2:]:
        result = affine_add(field, result, result)
        if bit == "1":
            result = affine_add(field, result, a)
    return result


@dataclass(frozen=True)
class Curve:
    """A BN or BLS12 curve y^2 = x^3 + b over Fp with its sextic twist, from the seed z, b and xi alone."""

    name: str
    z: int
    b: int
    xi: Fp2
    family: str = "bn"

    @cached_property
    def p(self) -> int:
        z = self.z
        if self.family == "bls12":
            return (z - 1) ** 2 * self.r // 3 + z
        return 36 * z**4 + 36 * z**3 + 24 * z**2 + 6 * z + 1

    @cached_property
    def r(self) -> int:
        z = self.z
        if self.family == "bls12":
            return z**4 - z**2 + 1
        return 36 * z**4 + 36 * z**3 + 18 * z**2 + 6 * z + 1

    @cached_property
    def h1(self) -> int:
        """Cofactor of E over Fp: #E(Fp) = r * h1."""
        return (self.z - 1) ** 2 // 3 if self.family == "bls12" else 1

    @cached_property
    def h2(self) -> int:
        """Cofactor of the twist over Fp2: #E'(Fp2) = r * h2."""
        z = self.z
        if self.family == "bls12":
            return (z**8 - 4 * z**7 + 5 * z**6 - 4 * z**4 + 6 * z**3 - 4 * z**2 - 4 * z + 13) // 9
        return 2 * self.p - self.r

    @cached_property
    def fp(self) -> PrimeField:
        return PrimeField(self.p)

    @cached_property
    def fp2(self) -> QuadraticField:
        return QuadraticField(self.p)

    @cached_property
    def fp12(self) -> DodecicField:
        return DodecicField(self.p, self.xi)

    @cached_property
    def twist(self) -> str:
        """"D" (b' = b/xi) or "M" (b' = b*xi): the one on which r * h2 kills a row of points."""
        for kind in ("D", "M"):
            constant = self._twist_constant(kind)
            points = (self._lift_g2((i, 1), constant) for i in range(40))
            if all(affine_mul(self.fp2, point, self.r * self.h2) is None for point in points):
                return kind
        raise ValueError(f"{self.name}: neither twist has order r*h2")

    def _twist_constant(self, kind: str) -> Fp2:
        factor = self.fp2.inv(self.xi) if kind == "D" else self.xi
        return self.fp2.mul((self.b, 0), factor)

    @cached_property
    def twist_b(self) -> Fp2:
        return self._twist_constant(self.twist)

    def _lift_g2(self, x: Fp2, constant: Fp2) -> G2Point:
        y = self.fp2.sqrt(self.fp2.add(self.fp2.mul(self.fp2.mul(x, x), x), constant))
        return None if y is None else (x, y)

    def lift_g1(self, x: int) -> G1Point:
        """A point with this x, or None if there is none."""
        y = self.fp.sqrt((x**3 + self.b) % self.p)
        return None if y is None else (x % self.p, y)

    def lift_g2(self, x: Fp2) -> G2Point:
        """A point of the twist (of any order) with this x, or None if there is none."""
        return self._lift_g2(x, self.twist_b)

    def on_g1(self, a: G1Point) -> bool:
        return a is None or (a[1] * a[1] - a[0] ** 3 - self.b) % self.p == 0

    def on_twist(self, a: G2Point) -> bool:
        f = self.fp2
        return a is None or f.mul(a[1], a[1]) == f.add(f.mul(f.mul(a[0], a[0]), a[0]), self.twist_b)

    def add(self, a: G1Point, b: G1Point) -> G1Point:
        return affine_add(self.fp, a, b)

    def neg(self, a: G1Point) -> G1Point:
        return affine_neg(self.fp, a)

    def mul(self, a: G1Point, k: int) -> G1Point:
        return affine_mul(self.fp, a, k)

    def add2(self, a: G2Point, b: G2Point) -> G2Point:
        return affine_add(self.fp2, a, b)

    def neg2(self, a: G2Point) -> G2Point:
        return affine_neg(self.fp2, a)

    def mul2(self, a: G2Point, k: int) -> G2Point:
        return affine_mul(self.fp2, a, k)

    def in_g1(self, a: G1Point) -> bool:
        """Membership by the definition: on the curve and killed by r."""
        return self.on_g1(a) and self.mul(a, self.r) is None

    def in_g2(self, a: G2Point) -> bool:
        """Membership by the definition: on the twist and killed by r."""
        return self.on_twist(a) and self.mul2(a, self.r) is None

    def untwist(self, q: tuple[Fp2, Fp2]) -> tuple[Fp12, Fp12]:
        """The point of E(Fp12): (x w^2, y w^3) for a D twist, (x / w^2, y / w^3) for an M twist."""
        f = self.fp12
        if self.twist == "D":
            return f.embed(q[0], 2), f.embed(q[1], 3)
        w_inv = f.inv((0, 1) + (0,) * 10)
        w_inv2 = f.mul(w_inv, w_inv)
        return f.mul(f.embed(q[0], 0), w_inv2), f.mul(f.embed(q[1], 0), f.mul(w_inv2, w_inv))

    def tate_function(self, a: G1Point, b: G2Point) -> tuple[Fp12, Fp12]:
        """f_{r,a} at b as numerator and denominator; (1, 1) if one of them is infinity."""
        f = self.fp12
        if a is None or b is None:
            return f.one, f.one
        xq, yq = self.untwist(b)
        num = den = f.one
        t: G1Point = a
        for bit in bin(self.r)[3:]:
            line, vertical, t = self._line(t, t, xq, yq)
            num = f.mul(f.mul(num, num), line)
            den = f.mul(f.mul(den, den), vertical)
            if bit == "1":
                line, vertical, t = self._line(t, a, xq, yq)
                num = f.mul(num, line)
                den = f.mul(den, vertical)
        if t is not None:
            raise ValueError("the first argument does not have order r")
        return num, den

    def _line(self, s: G1Point, t: G1Point, xq: Fp12, yq: Fp12) -> tuple[Fp12, Fp12, G1Point]:
        """The line through s and t and the vertical through s + t, both at (xq, yq), and s + t itself."""
        f, p = self.fp12, self.p
        total = self.add(s, t)
        if s is None or t is None:  # the "line" is the vertical through the other point, which cancels
            other = t if s is None else s
            value = f.one if other is None else f.sub(xq, f.of(other[0]))
            return value, value, total
        if total is None:
            return f.sub(xq, f.of(s[0])), f.one, None
        if s == t:
            slope = 3 * s[0] * s[0] * pow(2 * s[1], -1, p) % p
        else:
            slope = (t[1] - s[1]) * pow(t[0] - s[0], -1, p) % p
        # yq - ys - slope * (xq - xs)
        line = f.sub(f.sub(yq, f.of(s[1])), f.mul(f.of(slope), f.sub(xq, f.of(s[0]))))
        return line, f.sub(xq, f.of(total[0])), total

    def pairing_product(self, pairs: list[tuple[G1Point, G2Point]]) -> Fp12:
        """prod e(a_i, b_i), reduced: (prod f_{r,a_i}(b_i)) ^ ((p^12 - 1) / r)."""
        f = self.fp12
        num = den = f.one
        for a, b in pairs:
            n, d = self.tate_function(a, b)
            num, den = f.mul(num, n), f.mul(den, d)
        return f.pow(f.mul(num, f.inv(den)), (self.p**12 - 1) // self.r)

    def pairing_is_one(self, pairs: list[tuple[G1Point, G2Point]]) -> bool:
        return self.pairing_product(pairs) == self.fp12.one


BN254 = Curve("bn254", 4965661367192848881, 3, (9, 1))
G1 = (1, 2)
G2 = (
    (
        10857046999023057135944570762232829481370756359578518086990519993285655852781,
        11559732032986387107991004021392285783925812861821192530917403151452391805634,
    ),
    (
        8495653923123431417604973247489272438418190587263600148770280649306958101930,
        4082367875863433681332203403145435568316851327593401208105741076214120093531,
    ),
)
# Known prime factors of the cofactor h2 of BN254's twist (squarefree); checked in test_oracle.py.
H2_PRIMES = (10069, 5864401, 1875725156269, 197620364512881247228717050342013327560683201906968909)

# The generators of BLS12-381: draft-irtf-cfrg-pairing-friendly-curves, section 4.2.1.
BLS12_381 = Curve("bls12_381", -0xD201000000010000, 4, (1, 1), "bls12")
BLS12_381_G1 = (
    0x17F1D3A73197D7942695638C4FA9AC0FC3688C4F9774B905A14E3A3F171BAC586C55E83FF97A1AEFFB3AF00ADB22C6BB,
    0x08B3F481E3AAA0F1A09E30ED741D8AE4FCF5E095D5D00AF600DB18CB2C04B3EDD03CC744A2888AE40CAA232946C5E7E1,
)
BLS12_381_G2 = (
    (
        0x024AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
        0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E,
    ),
    (
        0x0CE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
        0x0606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE,
    ),
)

TOYS = (
    Curve("toy_bn_z1", 1, 5, (2, 1)),
    Curve("toy_bn_z7", 7, 29, (1, 1)),
    Curve("toy_bn_zm3", -3, 5, (2, 1)),
    Curve("toy_bn_zm7", -7, 7, (3, 1)),
    Curve("toy_bls12_z4", 4, 7, (2, 1), "bls12"),
    Curve("toy_bls12_zm1928", -1928, 4, (1, 1), "bls12"),
)
