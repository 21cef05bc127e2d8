/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The field functions of libsecp256k1, which are static there, as functions that can be linked: tools/bench/fields
 * compiles this with the library's folder as include path and FE(x) as what its function x is called.
 * Elements are five limbs of 52 bits, weakly reduced. r may be a, not b, as its header demands.
 */
#include <stdio.h> /* which src/util.h leaves to its includer */

#include "src/int128_impl.h"

#include "src/field_impl.h"

void libsecp256k1_mul(FE(fe) *r, const FE(fe) *a, const FE(fe) *b);
void libsecp256k1_sqr(FE(fe) *r, const FE(fe) *a);

void libsecp256k1_mul(FE(fe) *r, const FE(fe) *a, const FE(fe) *b) {
    FE(fe_mul)(r, a, b);
}

void libsecp256k1_sqr(FE(fe) *r, const FE(fe) *a) {
    FE(fe_sqr)(r, a);
}
