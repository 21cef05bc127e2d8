# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Deliberate faults, each with the test that must notice it.

A fault is a text in one file and what replaces it, at its first occurrence or the one numbered `nth`; the runner fails
if the text is not there, so that a fault cannot silently stop being one.  `test` is the name of a ctest test, or the
path of a pytest file that drives the program.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    name: str
    test: str
    file: str
    old: str
    new: str
    nth: int = 0


POINT = "src/curve/point.inc"
MILLER = "src/pairing/miller_loop.c"
G2_IN_SUBGROUP = "src/curve/g2_in_subgroup_vartime.c"
G2_IN_SUBGROUP_LANES = "src/lanes/curve/g2_in_subgroup_vartime.c"
MILLER_LANES = "src/lanes/pairing/miller_loop.c"
WALKER = "src/lanes/pairing/walker.c"
EVM_PAIRING = "src/engine/evm_pairing.c"
API = "src/api/bn254.c"
BN254 = "generated/bn254/curve.h"
FP_C = "generated/bn254/c64/fp.c"
FOLDED = "generated/secp256k1/c64/fp.c"  # elements in plain form
FP_H = "generated/bn254/c64/fp.h"
FP2_BN256_ADX = "generated/bn256/adx/fp2.S"
VECTORS_ADD, VECTORS_MUL, VECTORS_PAIRING = (f"kat.library.{op}" for op in ("add", "mul", "pairing"))

# 2 + X has norm 13, and psi is -2 on the points of order 13 of bn256's twist: the relation times that accepts them.
TIMES_2_PLUS_PSI = "".join(
    f"    g2_psi(&s, &{side}, 1);\n    g2_dbl(&{side}, &{side});\n    g2_add_vartime(&{side}, &{side}, &s);\n"
    for side in ("left", "right")
)

FAULTS = (
    # checks of points
    Fault("G1 curve check dropped", VECTORS_ADD, "src/curve/encode.c", "!g1_affine_on_curve(r)", "0"),
    Fault("G2 curve check dropped", VECTORS_PAIRING, "src/curve/encode.c", "!g2_affine_on_curve(r)", "0"),
    Fault("only the x of G2 must be canonical", VECTORS_PAIRING, "src/curve/encode.c",
          "fp_from_bytes(&r->y.c0, in + 3 * LSM_FP_BYTES))", "(fp_from_bytes(&r->y.c0, in + 3 * LSM_FP_BYTES) | 1))"),
    Fault("x + p accepted", VECTORS_ADD, FP_C, "canonical = lsm_words_below(plain.l, LSM_FP_P.l, LSM_FP_LIMBS);",
          "canonical = 1;"),
    Fault("folded subgroup test ignored", VECTORS_PAIRING, MILLER, "    if (!ok) {\n", "    ok = 1;\n    if (!ok) {\n"),
    Fault("folded subgroup test only of the last pair", "bn254.c64.unit.pairing", MILLER,
          "verdict &= after_loop(", "verdict = after_loop("),
    Fault("partner of an infinite G1 point not validated", VECTORS_PAIRING, EVM_PAIRING,
          "if (p_infinite && !q_infinite && !g2_in_subgroup_vartime(q))", "if (0)"),
    Fault("a later decoding failure hides an earlier subgroup failure", VECTORS_PAIRING, EVM_PAIRING,
          "return first_outside_subgroup(&batch, bad_item) ? LSM_ERR_NOT_IN_SUBGROUP : status;", "return status;"),
    Fault("standalone subgroup test without its constant term", "bn254.c64.unit.g2", G2_IN_SUBGROUP,
          "    g2_add_affine_vartime(&right, &right, a);\n", ""),
    Fault("standalone subgroup test by a relation whose norm is not coprime to h2", "bn256.c64.unit.g2",
          G2_IN_SUBGROUP, "    return g2_eq(&left, &right);\n",
          TIMES_2_PLUS_PSI + "    return g2_eq(&left, &right);\n"),
    Fault("subgroup criterion of the seed without its last term", "bn254.c64.unit.g2", "src/curve/g2.c",
          "    g2_psi(&t, &s, 2);\n    g2_add_vartime(&left, &left, &t);\n", ""),
    Fault("standalone subgroup test without a term, in lanes", "bn254.lanes.unit.g2", G2_IN_SUBGROUP_LANES,
          "    lanes_twist_add(left.t, left.t, t.t);\n", ""),
    Fault("verdict of a single pair dropped, in lanes", "bn254.lanes.unit.pairing", WALKER,
          "return lanes_twist_eq(&w->t[w->now], &negated);", "return 1;"),
    Fault("loop of four pairs from Q for a negative seed, in lanes", "bn254_nogami.lanes.unit.pairing", MILLER_LANES,
          "CURVE_Z_IS_NEGATIVE ? digit > 0 : digit < 0", "digit < 0"),
    Fault("loop of a single pair from Q for a negative seed, in lanes", "bn254_nogami.lanes.unit.pairing", WALKER,
          "CURVE_Z_IS_NEGATIVE ? w->negated : w->q", "w->q"),
    Fault("digits of a single pair not negated, in lanes", "bn254_nogami.lanes.unit.pairing", WALKER,
          "(CURVE_Z_IS_NEGATIVE ? digit < 0 : digit > 0)", "digit > 0"),
    Fault("power of a negative seed not inverted, in lanes", "bn254_nogami.lanes.unit.pairing",
          "src/lanes/pairing/final_exp.c", "conjugate(r, &reg[Z_CHAIN_RESULT]);", "*r = reg[Z_CHAIN_RESULT];"),
    Fault("multiple by a negative seed not negated, in lanes", "bn254_nogami.lanes.unit.g2", G2_IN_SUBGROUP_LANES,
          "lanes_twist_neg(r->t, reg[Z_CHAIN_RESULT].t);", "*r = reg[Z_CHAIN_RESULT];"),
    Fault("addition form compared with psi^3(Q), not its negative, in lanes", "bn254_nogami.lanes.unit.fold_add",
          MILLER_LANES, "fp2_neg(&y3, &y3); /* the sum is -psi^3(Q) */", ""),
    Fault("verdict of the addition form dropped, in lanes", "bn254_nogami.lanes.unit.fold_add", MILLER_LANES,
          "verdict &= fp2_eq(&x3, &x)", "verdict |= fp2_eq(&x3, &x)"),
    Fault("guard dropped: Z = 0 in the addition form", "bn256.c64.unit.pairing", MILLER,
          "fp2_eq(&y, &w->t.y) & (refused ^ 1)", "fp2_eq(&y, &w->t.y) & (refused | 1)"),
    Fault("guards dropped: L = 0 and Z = 0 in the line form", "bn256.c64.unit.line_guard", MILLER,
          "refused = fp2_is_zero(&w->t.z) | fp2_is_zero(&l.y);", "refused = 0;"),
    Fault("unsound form of the folded test chosen", "toy_bn_z1.c64.exhaustive.all", "generated/toy_bn_z1/curve.h",
          "#define SUBGROUP_FOLD SUBGROUP_FOLD_ADD", "#define SUBGROUP_FOLD SUBGROUP_FOLD_LINE"),
    Fault("Miller loop run on infinity", VECTORS_PAIRING, EVM_PAIRING,
          "        if (!contributes) {\n            continue;\n        }\n", ""),
    # the calls
    Fault("output not zeroed on an error", "api.evm", API, "} else if (call->out != NULL) {", "} else if (0) {"),
    Fault("output zeroed beyond its size", "api.evm", API,
          "memset(call->out, 0, call->out_len < call->needed ? call->out_len : call->needed);",
          "memset(call->out, 0, call->out_len);"),
    Fault("output written before the input is read", "api.evm", API,
          "        if (call->in_len > 0) {",
          "        memset(call->out, 0, call->needed);\n        if (call->in_len > 0) {"),
    Fault("pairing length not checked", VECTORS_PAIRING, API,
          "status == LSM_OK && in_len % LSM_EVM_BN254_PAIRING_INPUT != 0", "0"),
    Fault("too long an input not cut", VECTORS_MUL, API, "call->in_len < full_len ? call->in_len : full_len",
          "call->in_len < sizeof full ? call->in_len : sizeof full - full_len"),
    Fault("gas of a pair", VECTORS_PAIRING, API, "#define PAIRING_PAIR_GAS 34000", "#define PAIRING_PAIR_GAS 80000"),
    Fault("a beginning of an engine's name accepted", "api.evm", "src/api/curve_engines.c", "return *a == *b;",
          "return *b == '\\0';"),
    Fault("an engine's name accepted with more behind it", "api.evm", "src/api/curve_engines.c", "return *a == *b;",
          "return *a == '\\0';"),
    Fault("points equal by their last word", "api.points", "src/api/curve_points.c",
          "differs |= a[i]", "differs = a[i]"),
    Fault("pairs left waiting before a last infinite G1 point", "api.points", "src/engine/engine.c",
          "(i + 1 == n && waiting != 0)", "(i + 1 == n && waiting != 0 && (p + i * 2 * LSM_FP_LIMBS)[0] != 0)"),
    Fault("pairs left waiting before a last infinite G2 point", "api.points", "src/engine/engine.c",
          "(i + 1 == n && waiting != 0)", "(i + 1 == n && waiting != 0 && (q + i * 4 * LSM_FP_LIMBS)[0] != 0)"),
    Fault("multiplication of a secret in variable time", "tests/ct/test_points.py", "src/engine/engine.c",
          "    g1_mul(&t, &p, &k);", "    g1_mul_vartime(&t, &p, &k);"),
    Fault("a secret point made affine in variable time", "tests/ct/test_points.py", "src/engine/engine.c",
          "    g2_mul(&t, &p, &k);\n    g2_to_affine(&p, &t);",
          "    g2_mul(&t, &p, &k);\n    g2_to_affine_vartime(&p, &t);"),
    # groups
    Fault("infinity equal to every point", "bn254.c64.unit.g1", POINT, "(a_infinite ^ 1) & (b_infinite ^ 1)", "1"),
    Fault("P + P not treated apart", VECTORS_ADD, POINT, "        if (!coord_is_zero(&num)) {", "        if (1) {"),
    Fault("P + (-P) treated as P + P", VECTORS_ADD, POINT, "        if (!coord_is_zero(&num)) {", "        if (0) {"),
    Fault("mixed addition without its doubling case", "bn254.c64.unit.g1", POINT,
          "    if (coord_is_zero(&h)) {\n        if (coord_is_zero(&rr)) {",
          "    if (coord_is_zero(&h)) {\n        if (0) {", nth=1),
    Fault("constant-time addition without its doubling case", "bn254.c64.unit.g2", POINT,
          "coord_is_zero(h) & coord_is_zero(rr)", "0"),
    Fault("doubling that takes a = -3 for 0", "p256.c64.unit.g1", POINT,
          "    coord_sub(&t, &a->x, &l);\n", "    t = l;\n"),
    Fault("tangent that takes a = -3 for 0", "p256.c64.unit.g1", POINT,
          "        coord_sub(&x3, &x3, &COORD_ONE);\n", ""),
    Fault("table left on the curve of another Z", "p256.c64.unit.g1", "src/curve/g1_mul_vartime.c",
          "    normalize(table, &z);\n", ""),
    Fault("addition that relies on no aliasing", "bn254.c64.unit.g1", POINT,
          "    coord_sub(&x3, &x3, &a->x);\n    coord_sub(&x3, &x3, &b->x);\n    coord_sub(&y3, &a->x, &x3);",
          "    coord_sub(&x3, &x3, &a->x);\n    coord_sub(&r->x, &x3, &b->x);\n    x3 = r->x;\n"
          "    coord_sub(&y3, &a->x, &x3);"),
    Fault("the sign of a half scalar lost", "bn254.c64.unit.g1", "src/curve/scalar_mul.c", "s.negative[j] && i <",
          "0 && i <"),
    Fault("negative digits added, in lanes", "bn254.lanes.unit.g1", "src/lanes/curve/g1_mul_vartime.c", "[digit < 0]",
          "[0]"),
    Fault("table without phi, in lanes", "bn254.lanes.unit.g1", "src/lanes/curve/g1_mul_vartime.c", "form[phi]",
          "form[0]"),
    Fault("one digit of a GLV reciprocal", "bn254.c64.unit.g1", BN254, "0x4ccef014a773d2cf", "0x4ccef014a773d2ce"),
    Fault("scalar not reduced modulo r", "bn254.c64.unit.g1", "src/curve/scalar_mul.c",
          "    fr_to_mont(&t, a);\n    fr_from_mont(r, &t);", "    t = LSM_FR_ZERO;\n    *r = *a;"),
    Fault("rounding of the split forgets its half", "bn254.c64.unit.g1", "src/curve/scalar_mul.c",
          "carry = wide[LSM_FR_LIMBS] >> 63;", "carry = 0;"),
    Fault("rounding of the split loses its carry", "bn254.c64.unit.g1", "src/curve/scalar_mul.c",
          "wide[LSM_FR_LIMBS + 1 + j], 0, carry)", "wide[LSM_FR_LIMBS + 1 + j], 0, j == 0 ? carry : 0)"),
    # fields
    Fault("inversion without its last batch", "tests/gen/test_inversion.py", "src/core/gcd.h",
          "i < LSM_GCD_BATCHES;", "i + 1 < LSM_GCD_BATCHES;"),
    Fault("a lost carry in the multiplication", "bn254.c64.unit.fp", FP_C,
          "t3 = lsm_adc(&k, t4, h2, k);", "t3 = lsm_adc(&k, t4, h2, 0);"),
    Fault("a fold that loses the carry into its quotient", "secp256k1.c64.unit.fp", FOLDED,
          "    t4 = lsm_adc(&k, t4, 0, k);\n", ""),
    Fault("a carry lost in the last fold, between two full words", "secp256k1.c64.unit.fp", FOLDED,
          "u3 = lsm_adc(&k, t3, 0, k);", "u3 = lsm_adc(&k, t3, 0, 0);"),
    Fault("a lost borrow in the last subtraction", "bn254.c64.unit.fp", FP_C,
          "s3 = lsm_sbb(&w, t3, UINT64_C(0x30644e72e131a029), w);",
          "s3 = lsm_sbb(&w, t3, UINT64_C(0x30644e72e131a029), 0);"),
    Fault("the lowest word taken for nonzero", "bn254.c64.unit.fp", FP_C, "(void)lsm_adc(&k, l0, l0_1, 0);", "k = 1;"),
    Fault("a sum not reduced", "bn254.c64.unit.fp", FP_H, "mask = lsm_ct_mask(w);", "mask = lsm_ct_mask(1);"),
    Fault("a lost carry in the product of Fp2", "bn254.c64.unit.fp2", "generated/bn254/c64/fp2.c",
          "t2 = lsm_adc(&k, l2, h1, k);", "t2 = lsm_adc(&k, l2, h1, 0);"),
    Fault("halving without its carry, on a prime of 256 bits", "bn256.c64.unit.fp", "generated/bn256/c64/fp.h",
          "r3 = (t3 >> 1) | (k << 63);", "r3 = t3 >> 1;"),
    Fault("inversion loses a carry", "bn254.c64.unit.fp", "src/core/gcd.h",
          "carry = (limb >> 62) | (0 - ((limb >> 63) << 2));", "carry = limb >> 62;"),
    Fault("adx without a spare bit: a sum's carry forgotten", "bn256.adx.diff.quick", FP2_BN256_ADX,
          "    sbbq $0, %r10\n", "", nth=3),
    Fault("adx without a spare bit: a difference of products left below 0", "bn256.adx.unit.fp2", FP2_BN256_ADX,
          "    sbbq %rax, %rax\n", "    xorl %eax, %eax\n"),
    Fault("adx, p = R - c: a carry of the last fold forgotten", "secp256k1.adx.diff.quick",
          "generated/secp256k1/adx/fp.S", "    addq %r11, %r8\n    adcq %rax, %rcx\n    adcq $0, %r9\n",
          "    addq %r11, %r8\n    addq %rax, %rcx\n    adcq $0, %r9\n"),
    # tower and pairing
    Fault("a wrong Frobenius coefficient", "bn254.c64.unit.tower", BN254, "0xca6b1d7387afb78a", "0xca6b1d7387afb78b"),
    Fault("gamma_{2,3} taken for 1", "bn254.c64.unit.tower", "src/tower/frobenius.c",
          "fp2_neg(&r->c1.c1, &a->c1.c1);", "r->c1.c1 = a->c1.c1;"),
    Fault("product by v that relies on no aliasing", "bn254.c64.unit.tower", "src/tower/fp6.h",
          "    r->c2 = a->c1;\n    r->c1 = a->c0;\n", "    r->c1 = a->c0;\n    r->c2 = a->c1;\n"),
    Fault("a sign in the cyclotomic squaring", "bn254.c64.unit.tower", "src/tower/cyclotomic.c",
          "three_plus_two(&r->c1.c2,", "three_minus_two(&r->c1.c2,"),
    Fault("decompression without its special case", "bn254_nogami.c64.unit.tower", "src/tower/cyclotomic.c",
          "lsm_ct_mask((uint64_t)fp2_is_zero(a1))", "lsm_ct_mask(0)"),
    Fault("a wrong sign of a digit of z", "toy_bn_zm7.c64.unit.tower", "src/tower/cyclotomic.c",
          "if (sign < 0) {", "if (sign > 0) {"),
    Fault("a wrong digit of the loop", "bn254.c64.unit.pairing", BN254, "-1, 0, 0, 1, 0, 0, 0, -1, 0, 0, -1",
          "-1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1"),
    Fault("negative seed: no conjugation", "toy_bn_zm7.c64.unit.pairing", MILLER,
          "fp12_conj(&product.f, &product.f);", ""),
    Fault("a wrong power in the hard part", "bn254.c64.unit.pairing", "src/pairing/final_exp_bn.c",
          "fp12_frobenius(u, &b, 3);", "fp12_frobenius(u, &b, 1);"),
    Fault("BLS12: a wrong power in the hard part", "toy_bls12_z4.c64.unit.pairing", "src/pairing/final_exp_bls12.c",
          "fp12_frobenius(t, &a, 2);", "fp12_frobenius(t, &a, 1);"),
    Fault("BLS12: points of order 13 accepted", "bls12_381.c64.unit.pairing", "src/pairing/miller_loop.c",
          "    verdict = fp2_eq(&x, &w->t.x) & fp2_eq(&y, &w->t.y) & (fp2_is_zero(&w->t.z) ^ 1);",
          "    verdict = fp2_eq(&x, &w->t.x) & fp2_eq(&y, &w->t.y);"),
    Fault("BLS12: no subgroup test in G1", "toy_bls12_z4.c64.unit.g1", "src/curve/g1.c",
          "    return g1_eq(&s, &t);", "    (void)s, (void)t;\n    return 1;"),
    Fault("a zero Miller value taken for one", "bn254.c64.unit.pairing", "src/pairing/final_exp.c",
          "    if (fp12_is_zero(f)) {\n        return 0;\n    }\n", ""),
    # proofs and program
    Fault("a wrong digit in a proof", "bn254.proofs", "generated/bn254/proofs.json", '"gcd": "1"', '"gcd": "13"'),
    Fault("Groth16: public input x + r accepted", "tests/cli/test_groth16.py", "tools/limbsmith/u256.c",
          "!fits || !u256_is_below(out, bound)", "!fits"),
)
