# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What operations cost, in multiplications of Fp and Fp2: counted over a curve's own loop digits and chain.

The formulas of the single steps are those of src/tower, src/pairing and src/curve, whose headers cite them. A test
counts the calls that the compiled library makes and compares, so neither can change without the other.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gen.derive.addchain import ChainModel
    from gen.model import CurveModel

UNITS = ("fp_mul", "fp_sqr", "fp2_mul", "fp2_sqr", "fp_inv")
Cost = Counter[str]


def _of(fp2_mul: int = 0, fp2_sqr: int = 0, fp_mul: int = 0, fp_sqr: int = 0, fp_inv: int = 0) -> Cost:
    return Counter(fp_mul=fp_mul, fp_sqr=fp_sqr, fp2_mul=fp2_mul, fp2_sqr=fp2_sqr, fp_inv=fp_inv)


def times(count: int, cost: Cost) -> Cost:
    """A cost that is paid `count` times."""
    return Counter({unit: count * n for unit, n in cost.items()})


FP2_MUL_FP = _of(fp_mul=2)
FP2_INV = _of(fp_inv=1, fp_sqr=2, fp_mul=2)
FP12_MUL = _of(18)
FP12_SQR = _of(12)
FP12_INV = _of(25, 9) + FP2_INV
CYCLOTOMIC_SQR = _of(fp2_sqr=9)
COMPRESSED_SQR = _of(fp2_sqr=6)
DECOMPRESSION = _of(3, 4)
FROBENIUS_ODD = _of(5)
FROBENIUS_EVEN = times(4, FP2_MUL_FP)
LINE_DBL, LINE_ADD, LINE_THROUGH = _of(4, 6), _of(11, 2), _of(4)
LINE_EVAL = times(2, FP2_MUL_FP)
LINE_MUL, MUL_LINE, MUL_LINE2 = _of(6), _of(13), _of(17)
PSI_ODD, PSI_EVEN = _of(2), FP2_MUL_FP


class _LineProduct:
    """Lines on their way into f, as src/pairing/miller_loop.c keeps them: two meet before they are multiplied to f."""

    def __init__(self) -> None:
        self.cost: Cost = Counter()
        self.has_f = self.pending = False

    def square(self) -> None:
        if self.has_f:
            self.cost += FP12_SQR

    def push(self, making: Cost) -> None:
        self.cost += making + LINE_EVAL
        if self.pending:
            self.cost += LINE_MUL
            self._take(MUL_LINE2)
        else:
            self.pending = True

    def flush(self) -> None:
        if self.pending:
            self._take(MUL_LINE)

    def _take(self, cost: Cost) -> None:
        if self.has_f:
            self.cost += cost
        self.has_f, self.pending = True, False


def power_by_chain(chain: ChainModel) -> Cost:
    """A power |z| in the cyclotomic subgroup, by the chain."""
    return times(chain.doublings, CYCLOTOMIC_SQR) + times(chain.additions, FP12_MUL)


def power_by_compression(digits: Sequence[tuple[int, int]], unit: int) -> Cost:
    """The same by one run of compressed squarings; (squarings, sign) of each power, the digit of a^1."""
    squarings, powers = sum(count for count, _ in digits), len(digits)
    shared = FP2_INV + times(3 * (powers - 1), _of(1))
    products = times(powers - 1 + abs(unit), FP12_MUL)
    return times(squarings, COMPRESSED_SQR) + times(powers, DECOMPRESSION) + shared + products


def exp_z(model: CurveModel) -> Cost:
    """A power |z| in the cyclotomic subgroup, in the way that is chosen."""
    if model.seed_power.choice == "compressed":
        return power_by_compression(model.seed_power.digits, model.seed_power.unit)
    return power_by_chain(model.chain)


def _loop(model: CurveModel) -> _LineProduct:
    product = _LineProduct()
    for digit in model.pairing.loop_digits[1:]:
        product.square()
        product.push(LINE_DBL)
        if digit:
            product.push(LINE_ADD)
        product.flush()
    return product


def _bn_miller_loop(model: CurveModel) -> Cost:
    product = _loop(model)
    product.push(PSI_ODD + LINE_ADD)  # through psi(Q)
    last = {
        "line": LINE_THROUGH + PSI_ODD + _of(2),  # and psi^3(Q) on it
        "add": LINE_ADD + PSI_ODD + _of(2),  # and the sum compared with psi^3(Q)
        "none": LINE_THROUGH,
    }
    product.push(PSI_EVEN + last[model.fold.choice])  # through -psi^2(Q)
    product.flush()
    return product.cost


def _bn_final_exp(model: CurveModel) -> Cost:
    frobenius = times(2, FROBENIUS_ODD) + times(2, FROBENIUS_EVEN)
    return FP12_INV + times(12, FP12_MUL) + times(3, CYCLOTOMIC_SQR) + times(3, exp_z(model)) + frobenius


def _bls12_miller_loop(model: CurveModel) -> Cost:
    test = {"end": PSI_ODD + _of(2), "none": _of()}  # psi(Q) compared with the end of the loop
    return _loop(model).cost + test[model.fold.choice]


def _bls12_final_exp(model: CurveModel) -> Cost:
    frobenius = FROBENIUS_ODD + times(2, FROBENIUS_EVEN)
    return FP12_INV + times(9, FP12_MUL) + CYCLOTOMIC_SQR + times(5, exp_z(model)) + frobenius


PAIRINGS = {"bn": (_bn_miller_loop, _bn_final_exp), "bls12": (_bls12_miller_loop, _bls12_final_exp)}
"""Per family, of one pair: Miller loop, final exponentiation."""


def operations(model: CurveModel) -> dict[str, Cost]:
    """Costs by operation, cheapest layers first; a pairing where the family's loops are modelled here."""
    table = {
        "fp12_mul": FP12_MUL,
        "fp12_sqr": FP12_SQR,
        "fp12_inv": FP12_INV,
        "cyclotomic_sqr": CYCLOTOMIC_SQR,
        "cyclotomic_exp_z": exp_z(model),
        "g1_dbl": _of(fp_mul=3, fp_sqr=4),
        "g1_add": _of(fp_mul=15, fp_sqr=8),
        "g1_add_vartime": _of(fp_mul=12, fp_sqr=4),
        "g2_dbl": _of(3, 4),
        "g2_add": _of(15, 8),
    }
    if model.spec.family in PAIRINGS:
        miller_loop, final_exp = (count(model) for count in PAIRINGS[model.spec.family])
        table |= {"miller_loop": miller_loop, "final_exp": final_exp, "pairing": miller_loop + final_exp}
    return table
