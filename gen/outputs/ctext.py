# SPDX-License-Identifier: Apache-2.0 OR MIT
"""C initialisers for field elements and integers."""

from __future__ import annotations

from collections.abc import Iterable

from gen.derive.field import FieldModel
from gen.derive.glv import GlvModel
from gen.params import Fp2

PER_LINE = 4


def words(values: Iterable[int]) -> str:
    """64-bit words as C constants, a few per line."""
    texts = [f"UINT64_C(0x{value:016x})" for value in values]
    rows = [", ".join(texts[i : i + PER_LINE]) for i in range(0, len(texts), PER_LINE)]
    return ",\n    ".join(rows)


def word_count(value: int) -> int:
    """64-bit words needed for a natural number, at least one."""
    return max(1, -(-value.bit_length() // 64))


def limbs(value: int, count: int) -> str:
    """{w0, w1, ...}: little-endian words of a natural number, or of a negative one in two's complement."""
    value &= (1 << (64 * count)) - 1
    return "{" + words((value >> (64 * i)) & (2**64 - 1) for i in range(count)) + "}"


def plain(field: FieldModel, value: int) -> str:
    """Initialiser of a raw element: the integer itself."""
    return "{" + limbs(value, field.limbs) + "}"


def mont(field: FieldModel, value: int) -> str:
    """Initialiser of a field element, in the form of its field."""
    return "{" + limbs(field.to_mont(value), field.limbs) + "}"


def mont2(field: FieldModel, value: Fp2) -> str:
    """Initialiser of an element of Fp2 in Montgomery form."""
    return "{" + mont(field, value[0]) + ",\n     " + mont(field, value[1]) + "}"


def byte_rows(data: bytes) -> str:
    """Bytes as C constants, sixteen per line."""
    rows = [", ".join(f"0x{byte:02x}" for byte in data[i : i + 16]) for i in range(0, len(data), 16)]
    return ",\n    ".join(rows)


def glv(model: GlvModel, fr: FieldModel) -> dict[str, object]:
    """What templates/endomorphism.h.j2 prints of the splitting of scalars."""
    return {
        "glv_shift": model.shift,
        "glv_bits": model.bits,
        "glv_limbs": model.limbs,
        "glv_bound": model.bound,
        "glv_g": [limbs(g, fr.limbs + 1) for g in model.g],
        "glv_v": [[limbs(c, model.limbs) for c in v] for v in model.v],
        "glv_v_numbers": [f"({v[0]}, {v[1]})" for v in model.v],
    }
