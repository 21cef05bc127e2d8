# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Against py_ecc, the Python library that execution-specs uses, on random inputs."""

from __future__ import annotations

import os
import random

from py_ecc.optimized_bn128 import (
    FQ,
    FQ2,
    FQ12,
    G1,
    G2,
    add,
    b2,
    curve_order,
    field_modulus,
    is_on_curve,
    multiply,
    normalize,
    pairing,
)

from limbsmith import NotInSubgroupError, evm_bn254

FULL = os.environ.get("LSM_FULL") == "yes"
SEED = random.SystemRandom().getrandbits(64)
random_ = random.Random(SEED)


def encode(*numbers: int) -> bytes:
    return b"".join(int(number).to_bytes(32, "big") for number in numbers)


def encode_g1(point: object) -> bytes:
    return encode(*(x.n for x in normalize(point))) if point[2] != FQ.zero() else bytes(64)  # type: ignore[index]


def encode_g2(point: object) -> bytes:
    if point[2] == FQ2.zero():  # type: ignore[index]
        return bytes(128)
    return encode(*(c for x in normalize(point) for c in reversed(x.coeffs)))


def scalar() -> int:
    """Uniform, or one of the edges."""
    edges = [0, 1, curve_order, curve_order - 1]
    return random_.choice([random_.getrandbits(256), random_.randrange(curve_order), *edges])


def test_add_and_mul() -> None:
    print(f"seed {SEED}")
    for _ in range(200 if FULL else 20):
        p, k = multiply(G1, random_.randrange(curve_order)), scalar()
        q = random_.choice([p, (p[0], -p[1], p[2]), multiply(G1, scalar())])
        assert evm_bn254.add(encode_g1(p) + encode_g1(q)) == encode_g1(add(p, q)), SEED
        assert evm_bn254.mul(encode_g1(p) + encode(k)) == encode_g1(multiply(p, k)), SEED


def test_pairing() -> None:
    """e([a]P, [b]Q) e([c]P, [d]Q), equal to 1 in every other round."""
    print(f"seed {SEED}")
    for i in range(20 if FULL else 4):
        a, b, c = (random_.randrange(1, curve_order) for _ in range(3))
        d = -a * b * pow(c, -1, curve_order) % curve_order if i % 2 == 0 else random_.randrange(1, curve_order)
        pairs = [(multiply(G1, a), multiply(G2, b)), (multiply(G1, c), multiply(G2, d))]
        product = FQ12.one()
        for p, q in pairs:
            product *= pairing(q, p)
        assert (product == FQ12.one()) == (i % 2 == 0), SEED
        data = b"".join(encode_g1(p) + encode_g2(q) for p, q in pairs)
        assert evm_bn254.pairing(data) == encode(product == FQ12.one()), SEED


def test_outside_the_subgroup() -> None:
    """Random points of the twist, which are of order r with a chance below 2^-250."""
    print(f"seed {SEED}")
    found = 0
    while found < 3:
        x = FQ2([random_.randrange(field_modulus), random_.randrange(field_modulus)])
        y = square_root(x * x * x + b2)
        if y is None:
            continue
        found += 1
        assert is_on_curve((x, y, FQ2.one()), b2)
        try:
            evm_bn254.pairing(bytes(64) + encode_g2((x, y, FQ2.one())))
        except NotInSubgroupError as reason:
            assert reason.item == 0
        else:
            raise AssertionError(f"accepted; seed {SEED}")


def square_root(a: FQ2) -> FQ2 | None:
    """A root in Fp2, if there is one, for p = 3 modulo 4.

    With b = a^((p-3)/4) and alpha = a b^2 it is a b i if alpha = -1, else a b (1 + alpha)^((p-1)/2).
    (Adj, Rodriguez-Henriquez: Square root computation over even extension fields, algorithm 9.)
    """
    b = a ** ((field_modulus - 3) // 4)
    alpha = a * b * b
    root = a * b
    if alpha == FQ2([field_modulus - 1, 0]):
        root = root * FQ2([0, 1])
    else:
        root = root * (FQ2.one() + alpha) ** ((field_modulus - 1) // 2)
    return root if root * root == a else None
