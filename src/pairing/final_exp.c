/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "pairing/final_exp.h"

#include "tower/frobenius.h"

/* m = f^((p^6 - 1)(p^2 + 1)), given inverse = 1/f. m lies in the cyclotomic subgroup. */
static void easy_part(fp12 *m, const fp12 *f, const fp12 *inverse) {
    fp12 t;

    fp12_conj(&t, f);
    fp12_mul(&t, &t, inverse); /* f^(p^6 - 1) */
    fp12_frobenius(m, &t, 2);
    fp12_mul(m, m, &t);
}

void final_exp(fp12 *r, const fp12 *f) {
    fp12 m, u;

    fp12_inv(&m, f);
    easy_part(&m, f, &m);
    final_exp_hard(r, &u, &m);
    fp12_mul(r, r, &u);
}

int final_exp_is_one_vartime(const fp12 *f) {
    fp12 m, t, u;

    /* 1/0 is 0 here, and 0 = 0 would pass the comparison below. */
    if (fp12_is_zero(f)) {
        return 0;
    }
    fp12_inv_vartime(&m, f);
    easy_part(&m, f, &m);
    final_exp_hard(&t, &u, &m);
    fp12_conj(&u, &u); /* 1/u in the cyclotomic subgroup */
    return fp12_eq(&t, &u);
}
