# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The data of one prime field: everything the arithmetic generator needs, computed from the modulus."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sympy import isprime


class FieldError(ValueError):
    """A modulus the field generator cannot serve; the text carries the numbers."""


@dataclass(frozen=True)
class FieldModel:
    """A prime field. The words of an element are a*R mod modulus for the integer a, fully reduced, little-endian limbs:
    Montgomery form with R = 2^(word_bits*limbs), or plain form with R = 1."""

    name: str
    """Prefix of the C names: "fp" or "fr"."""
    modulus: int
    bits: int
    """Bit length of the modulus."""
    limbs: int
    word_bits: int
    spare_bits: int
    """Unused bits above the modulus in the top limb: word_bits*limbs - bits."""
    R: int
    """R mod modulus: the form of one."""
    R2: int
    """R^2 mod modulus."""
    R3: int
    """R^3 mod modulus."""
    n0: int
    """-modulus^-1 mod 2^word_bits."""
    poly: str
    """The modulus as a polynomial in the seed z, or "" if it is given as a number."""
    plain: bool = False
    """Plain form instead of Montgomery form; gen.plan decides."""

    @property
    def word_base(self) -> int:
        """2^word_bits."""
        return 1 << self.word_bits

    @property
    def radix(self) -> int:
        """2^(word_bits*limbs), what the words of an element hold: R itself in Montgomery form."""
        return 1 << (self.word_bits * self.limbs)

    @property
    def mont_bits(self) -> int:
        """R = 2^mont_bits: word_bits*limbs in Montgomery form, 0 in plain form."""
        return 0 if self.plain else self.word_bits * self.limbs

    @property
    def form(self) -> str:
        """The form in words."""
        return "plain form, R = 1" if self.plain else f"Montgomery form, R = 2^{self.mont_bits}"

    @property
    def num_bytes(self) -> int:
        """Length of the canonical big-endian encoding."""
        return (self.bits + 7) // 8

    def words(self, value: int, count: int | None = None) -> tuple[int, ...]:
        """Little-endian words of a natural number below 2^(word_bits*count) (count: limbs unless given)."""
        count = self.limbs if count is None else count
        if value < 0 or value >> (self.word_bits * count):
            raise FieldError(f"{self.name}: {value:#x} does not fit into {count} words of {self.word_bits} bits")
        return tuple((value >> (self.word_bits * i)) & (self.word_base - 1) for i in range(count))

    def to_mont(self, value: int) -> int:
        """The words of an integer (any sign, any size) as one number: a*R mod modulus."""
        return value * self.R % self.modulus


def field_model(name: str, modulus: int, poly: str = "", word_bits: int = 64) -> FieldModel:
    """Derive the model of the field of `modulus` elements; refuses what is not an odd prime."""
    if modulus < 3 or modulus % 2 == 0:
        raise FieldError(f"{name}: the modulus {modulus} must be an odd prime")
    if not isprime(modulus):
        raise FieldError(f"{name}: the modulus {modulus} is not prime")
    bits = modulus.bit_length()
    limbs = -(-bits // word_bits)
    base = 1 << word_bits
    r = 1 << (word_bits * limbs)
    return FieldModel(
        name=name,
        modulus=modulus,
        bits=bits,
        limbs=limbs,
        word_bits=word_bits,
        spare_bits=word_bits * limbs - bits,
        R=r % modulus,
        R2=r * r % modulus,
        R3=r * r * r % modulus,
        n0=-pow(modulus, -1, base) % base,
        poly=poly,
    )


def plain_form(field: FieldModel) -> FieldModel:
    """The same field with R = 1."""
    return replace(field, R=1, R2=1, R3=1, plain=True)
