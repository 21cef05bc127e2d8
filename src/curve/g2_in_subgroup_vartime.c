/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "curve/g2.h"

#if SUBGROUP_CRITERION == SUBGROUP_CRITERION_TRINOMIAL
/* With s = [2z]a:  a + psi(s) = psi^3(2s + a). */
int g2_in_subgroup_vartime(const g2_affine *a) {
    g2 s, left, right;

    g2_from_affine(&left, a);
    g2_mul_z_vartime(&s, &left);
    g2_dbl(&s, &s);
    g2_psi(&left, &s, 1);
    g2_add_affine_vartime(&left, &left, a);
    g2_dbl(&right, &s);
    g2_add_affine_vartime(&right, &right, a);
    g2_psi(&right, &right, 3);
    return g2_eq(&left, &right);
}
#elif SUBGROUP_CRITERION == SUBGROUP_CRITERION_SEED
int g2_in_subgroup_vartime(const g2_affine *a) {
    return g2_in_subgroup_seed_vartime(a);
}
#else
#error "unknown SUBGROUP_CRITERION"
#endif
