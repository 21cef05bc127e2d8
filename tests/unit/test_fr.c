/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The scalar field against GMP. */
#include <string.h>

#include "support/gmp_field.h"

#define FIELD fr
#define RAW fr_raw
#define F(name) fr_##name
#define FU(name) LSM_FR_##name
#define MODULUS gmp_r
#define TO_FIELD gmp_to_fr
#define FROM_FIELD gmp_from_fr
#define REDUCED fr_reduced
#define RANDOM random_fr
#include "support/field_laws.inc"

int main(void) {
    TCase *tcase;

    return run_suite(field_suite("fr", &tcase));
}
