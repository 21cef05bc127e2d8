/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The public calls on points of one curve. Arithmetic is behind the engine table.
 */
#include "api/curve.h"

/* A point struct holds exactly its words, so an array of points is an array of words. */
_Static_assert(sizeof(API(g1)) == 2 * API_FP_WORDS * sizeof(uint64_t), "a G1 point is two coordinates");

lsm_status API(g1_decode)(API(g1) *r, const uint8_t in[API_G1_BYTES]) {
    return API(engine)()->g1.decode(r->private_words, in);
}

#if API_G1_COFACTOR
lsm_status API(g1_decode_unchecked)(API(g1) *r, const uint8_t in[API_G1_BYTES]) {
    return API(engine)()->g1.decode_unchecked(r->private_words, in);
}

int API(g1_in_subgroup)(const API(g1) *a) {
    return API(engine)()->g1.in_subgroup_vartime(a->private_words);
}
#endif

void API(g1_encode)(uint8_t out[API_G1_BYTES], const API(g1) *a) {
    API(engine)()->g1.encode(out, a->private_words);
}

void API(g1_generator)(API(g1) *r) {
    API(engine)()->g1.generator(r->private_words);
}

/* 1 if the n words of a and b are equal (b NULL: are zero), which decides equality because points are canonical. */
static int words_equal(const uint64_t *a, const uint64_t *b, size_t n) {
    uint64_t differs = 0;

    for (size_t i = 0; i < n; i++) {
        differs |= a[i] ^ (b != NULL ? b[i] : 0);
    }
    return (int)(((differs | (0 - differs)) >> 63) ^ 1);
}

int API(g1_is_infinity)(const API(g1) *a) {
    return words_equal(a->private_words, NULL, sizeof *a / sizeof(uint64_t));
}

int API(g1_eq)(const API(g1) *a, const API(g1) *b) {
    return words_equal(a->private_words, b->private_words, sizeof *a / sizeof(uint64_t));
}

void API(g1_neg)(API(g1) *r, const API(g1) *a) {
    API(engine)()->g1.neg(r->private_words, a->private_words);
}

void API(g1_add)(API(g1) *r, const API(g1) *a, const API(g1) *b) {
    API(engine)()->g1.add(r->private_words, a->private_words, b->private_words);
}

void API(g1_add_vartime)(API(g1) *r, const API(g1) *a, const API(g1) *b) {
    API(engine)()->g1.add_vartime(r->private_words, a->private_words, b->private_words);
}

void API(g1_mul)(API(g1) *r, const API(g1) *a, const uint8_t k[API_SCALAR_BYTES]) {
    API(engine)()->g1.mul(r->private_words, a->private_words, k);
}

void API(g1_mul_vartime)(API(g1) *r, const API(g1) *a, const uint8_t k[API_SCALAR_BYTES]) {
    API(engine)()->g1.mul_vartime(r->private_words, a->private_words, k);
}

#if API_HAS_PAIRING

_Static_assert(sizeof(API(g2)) == 4 * API_FP_WORDS * sizeof(uint64_t), "a G2 point is four");

lsm_status API(g2_decode)(API(g2) *r, const uint8_t in[API_G2_BYTES]) {
    return API(engine)()->g2.decode(r->private_words, in);
}

lsm_status API(g2_decode_unchecked)(API(g2) *r, const uint8_t in[API_G2_BYTES]) {
    return API(engine)()->g2.decode_unchecked(r->private_words, in);
}

int API(g2_in_subgroup)(const API(g2) *a) {
    return API(engine)()->g2.in_subgroup_vartime(a->private_words);
}

void API(g2_encode)(uint8_t out[API_G2_BYTES], const API(g2) *a) {
    API(engine)()->g2.encode(out, a->private_words);
}

void API(g2_generator)(API(g2) *r) {
    API(engine)()->g2.generator(r->private_words);
}

int API(g2_is_infinity)(const API(g2) *a) {
    return words_equal(a->private_words, NULL, sizeof *a / sizeof(uint64_t));
}

int API(g2_eq)(const API(g2) *a, const API(g2) *b) {
    return words_equal(a->private_words, b->private_words, sizeof *a / sizeof(uint64_t));
}

void API(g2_neg)(API(g2) *r, const API(g2) *a) {
    API(engine)()->g2.neg(r->private_words, a->private_words);
}

void API(g2_add)(API(g2) *r, const API(g2) *a, const API(g2) *b) {
    API(engine)()->g2.add(r->private_words, a->private_words, b->private_words);
}

void API(g2_add_vartime)(API(g2) *r, const API(g2) *a, const API(g2) *b) {
    API(engine)()->g2.add_vartime(r->private_words, a->private_words, b->private_words);
}

void API(g2_mul)(API(g2) *r, const API(g2) *a, const uint8_t k[API_SCALAR_BYTES]) {
    API(engine)()->g2.mul(r->private_words, a->private_words, k);
}

void API(g2_mul_vartime)(API(g2) *r, const API(g2) *a, const uint8_t k[API_SCALAR_BYTES]) {
    API(engine)()->g2.mul_vartime(r->private_words, a->private_words, k);
}

int API(pairing_check)(const API(g1) *p, const API(g2) *q, size_t n) {
    return API(engine)()->pairing_is_one_vartime((const uint64_t *)p, (const uint64_t *)q, n);
}

#endif
