/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Re-checks generated/<curve>/proofs.json with GMP, and that the numbers proved are the ones compiled in. Resultants are
 * determinants of Sylvester matrices; everything else is an expansion that is compared.
 */
#include "support/gmp_curve.h"

#include <jansson.h>
#include <string.h>

static json_t *root;
static mpz_t z, p, r, h1, h2;

static json_t *member(json_t *object, const char *name) {
    json_t *value = json_object_get(object, name);

    ck_assert_msg(value != NULL, "proofs.json: no member %s", name);
    return value;
}

static void number(mpz_t out, json_t *value) {
    ck_assert_msg(json_is_string(value) && mpz_set_str(out, json_string_value(value), 10) == 0, "not a number");
}

static void named_number(mpz_t out, json_t *object, const char *name) {
    number(out, member(object, name));
}

static void assert_named(json_t *object, const char *name, const mpz_t want) {
    mpz_t got;

    mpz_init(got);
    named_number(got, object, name);
    ck_assert_msg(mpz_cmp(got, want) == 0, "proofs.json: %s is wrong", name);
    mpz_clear(got);
}

/* Polynomials: coefficients lowest first. */
#define POLY_MAX 8
typedef struct {
    mpz_t c[POLY_MAX];
    size_t n;
} poly;

static void poly_init(poly *a) {
    a->n = 0;
    for (size_t i = 0; i < POLY_MAX; i++) {
        mpz_init(a->c[i]);
    }
}

static void poly_clear(poly *a) {
    for (size_t i = 0; i < POLY_MAX; i++) {
        mpz_clear(a->c[i]);
    }
}

static void poly_read(poly *a, json_t *array) {
    poly_init(a);
    a->n = json_array_size(array);
    ck_assert(a->n > 0 && a->n <= POLY_MAX);
    for (size_t i = 0; i < a->n; i++) {
        number(a->c[i], json_array_get(array, i));
    }
}

static void poly_addmul(poly *sum, const poly *a, const poly *b) {
    for (size_t i = 0; i < a->n; i++) {
        for (size_t j = 0; j < b->n; j++) {
            ck_assert_uint_lt(i + j, POLY_MAX);
            mpz_addmul(sum->c[i + j], a->c[i], b->c[j]);
        }
    }
}

static void poly_eval(mpz_t out, const poly *a, const mpz_t x) {
    mpz_set_ui(out, 0);
    for (size_t i = a->n; i-- > 0;) {
        mpz_mul(out, out, x);
        mpz_add(out, out, a->c[i]);
    }
}

static void poly_constant(poly *a, size_t n, const long *c) {
    poly_init(a);
    a->n = n;
    for (size_t i = 0; i < n; i++) {
        mpz_set_si(a->c[i], c[i]);
    }
}

/* Resultant of a monic a and b: the determinant of their Sylvester matrix, by Bareiss' division-free elimination. */
static void resultant(mpz_t out, const poly *a, const poly *b) {
    const size_t da = a->n - 1, db = b->n - 1, n = da + db;
    static mpz_t m[2 * POLY_MAX][2 * POLY_MAX];
    mpz_t previous;
    int sign = 1;

    ck_assert(mpz_cmp_ui(a->c[da], 1) == 0);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            mpz_init(m[i][j]);
        }
    }
    for (size_t i = 0; i < db; i++) {
        for (size_t j = 0; j <= da; j++) {
            mpz_set(m[i][i + j], a->c[da - j]);
        }
    }
    for (size_t i = 0; i < da; i++) {
        for (size_t j = 0; j <= db; j++) {
            mpz_set(m[db + i][i + j], b->c[db - j]);
        }
    }
    mpz_init_set_ui(previous, 1);
    for (size_t k = 0; k + 1 < n; k++) {
        size_t pivot = k;

        while (pivot < n && mpz_sgn(m[pivot][k]) == 0) {
            pivot++;
        }
        ck_assert_msg(pivot < n, "the resultant is 0");
        if (pivot != k) {
            for (size_t j = 0; j < n; j++) {
                mpz_swap(m[pivot][j], m[k][j]);
            }
            sign = -sign;
        }
        for (size_t i = k + 1; i < n; i++) {
            for (size_t j = k + 1; j < n; j++) {
                mpz_mul(m[i][j], m[i][j], m[k][k]);
                mpz_submul(m[i][j], m[i][k], m[k][j]);
                mpz_divexact(m[i][j], m[i][j], previous);
            }
        }
        mpz_set(previous, m[k][k]);
    }
    mpz_mul_si(out, m[n - 1][n - 1], sign);
    mpz_clear(previous);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            mpz_clear(m[i][j]);
        }
    }
}

/* X^4 - X^2 + 1, which psi satisfies on the twist */
static void poly_g(poly *g) {
    poly_constant(g, 5, (const long[]){1, 0, -1, 0, 1});
}

/* sum of c[i] z^i */
static void in_z(mpz_t out, size_t n, const long *c) {
    mpz_t t;

    mpz_init(t);
    mpz_set_ui(out, 0);
    for (size_t i = n; i-- > 0;) {
        mpz_mul(out, out, z);
        mpz_set_si(t, c[i]);
        mpz_add(out, out, t);
    }
    mpz_clear(t);
}

static void setup(void) {
    json_error_t error;
    json_t *numbers;

    gmp_field_setup();
    root = json_load_file(PROOFS_FILE, 0, &error);
    ck_assert_msg(root != NULL, "%s:%d: %s", PROOFS_FILE, error.line, error.text);
    mpz_inits(z, p, r, h1, h2, NULL);
    numbers = member(root, "numbers");
    named_number(z, numbers, "z");
    named_number(p, numbers, "p");
    named_number(r, numbers, "r");
    named_number(h1, numbers, "h1");
    named_number(h2, numbers, "h2");
}

START_TEST(test_numbers) {
    mpz_t t;
    const uint64_t abs_z[1] = {CURVE_Z_ABS};

    mpz_init(t);
    gmp_from_words(t, abs_z, 1);
    if (CURVE_Z_IS_NEGATIVE) {
        mpz_neg(t, t);
    }
    ck_assert(mpz_cmp(t, z) == 0);
    ck_assert(mpz_cmp(p, gmp_p.modulus) == 0 && mpz_cmp(r, gmp_r.modulus) == 0);
#if CURVE_FAMILY_BN
    in_z(t, 5, (const long[]){1, 6, 24, 36, 36});
    ck_assert(mpz_cmp(t, p) == 0);
    in_z(t, 5, (const long[]){1, 6, 18, 36, 36});
    ck_assert(mpz_cmp(t, r) == 0);
    ck_assert(mpz_cmp_ui(h1, 1) == 0);
    in_z(t, 5, (const long[]){1, 6, 30, 36, 36});
    ck_assert(mpz_cmp(t, h2) == 0);
#else /* BLS12; 3p = z^6 - 2z^5 + 2z^3 + z + 1, 3 h1 = (z - 1)^2, 9 h2 = z^8 - 4z^7 + 5z^6 - 4z^4 + 6z^3 - 4z^2 - 4z + 13 */
    in_z(t, 7, (const long[]){1, 1, 0, 2, 0, -2, 1});
    ck_assert(mpz_divisible_ui_p(t, 3));
    mpz_divexact_ui(t, t, 3);
    ck_assert(mpz_cmp(t, p) == 0);
    in_z(t, 5, (const long[]){1, 0, -1, 0, 1});
    ck_assert(mpz_cmp(t, r) == 0);
    in_z(t, 3, (const long[]){1, -2, 1});
    mpz_divexact_ui(t, t, 3);
    ck_assert(mpz_cmp(t, h1) == 0);
    in_z(t, 9, (const long[]){13, -4, -4, 6, -4, 0, 5, -4, 1});
    ck_assert(mpz_divisible_ui_p(t, 9));
    mpz_divexact_ui(t, t, 9);
    ck_assert(mpz_cmp(t, h2) == 0);
#endif
    gmp_from_words(t, CURVE_COFACTOR_H1, CURVE_H1_LIMBS);
    ck_assert(mpz_cmp(t, h1) == 0);
    gmp_from_words(t, CURVE_COFACTOR_H2, CURVE_H2_LIMBS);
    ck_assert(mpz_cmp(t, h2) == 0);
    ck_assert(mpz_probab_prime_p(p, 40) != 0 && mpz_probab_prime_p(r, 40) != 0);
    ck_assert_uint_eq(mpz_fdiv_ui(p, 4), 3);
    mpz_clear(t);
}
END_TEST

/*
 * The other kind of certificate, for p: the generator of G1 is killed by the prime r > (p^(1/4) + 1)^2 (Goldwasser, Kilian,
 * 1986). (r - 1)G = -G takes no addition of opposite points but the last, and GMP divides by nothing that is not prime
 * to p, or the tests of inversion in gmp_field would fail.
 */
static void check_curve_certificate(json_t *certificate, const mpz_t n) {
    g1_affine g, given;
    zpoint a, b;
    mpz_t t, s;

    mpz_inits(t, s, NULL);
    zpoint_init(&a);
    zpoint_init(&b);
    ck_assert(mpz_cmp(n, gmp_p.modulus) == 0);
    assert_named(certificate, "order", r);
    mpz_sqrt(t, r);
    mpz_sub_ui(t, t, 1);
    mpz_pow_ui(t, t, 4);
    ck_assert_msg(mpz_cmp(t, n) > 0, "r is too small to prove p");
    generator_g1(&g);
    ck_assert(g1_affine_on_curve(&g));
    number(t, json_array_get(member(certificate, "point"), 0));
    number(s, json_array_get(member(certificate, "point"), 1));
    gmp_to_fp(&given.x, t);
    gmp_to_fp(&given.y, s);
    assert_g1_eq(&given, &g, "the point is the generator");
    gmp_from_fp(s, &CURVE_B);
    assert_named(certificate, "b", s);
    zpoint_from_g1(&a, &g);
    mpz_sub_ui(t, r, 1);
    zpoint_mul(&b, &a, t);
    ck_assert(!b.infinite);
    zpoint_add(&b, &b, &a);
    ck_assert_msg(b.infinite, "r does not kill the point");
    zpoint_clear(&a);
    zpoint_clear(&b);
    mpz_clears(t, s, NULL);
}

/*
 * The certificate of one prime (Pocklington; Brillhart, Lehmer and Selfridge, 1975): for each prime power q^e of F, a
 * divisor of n - 1, a witness a with a^(n-1) = 1 and gcd(a^((n-1)/q) - 1, n) = 1. Then every prime factor of n is 1
 * modulo F. That leaves n itself if F^2 > n; and if F^3 > n, unless n = (1 + xF)(1 + yF), which takes a square
 * discriminant c1^2 - 4 c2 of n = 1 + c1 F + c2 F^2.
 */
static void check_certificate(json_t *certificate, const mpz_t n) {
    json_t *factors, *row;
    mpz_t f, q, a, t, s, n1;
    size_t i;

    if (json_is_null(certificate)) {
        return; /* nothing claimed */
    }
    if (json_object_get(certificate, "order") != NULL) {
        check_curve_certificate(certificate, n);
        return;
    }
    mpz_inits(f, q, a, t, s, n1, NULL);
    mpz_sub_ui(n1, n, 1);
    mpz_set_ui(f, 1);
    factors = member(certificate, "primes_exponents_witnesses");
    json_array_foreach(factors, i, row) {
        number(q, json_array_get(row, 0));
        number(t, json_array_get(row, 1));
        number(a, json_array_get(row, 2));
        ck_assert_msg(mpz_sizeinbase(q, 2) <= 64 && mpz_probab_prime_p(q, 50) != 0, "no small prime");
        mpz_pow_ui(s, q, mpz_get_ui(t));
        mpz_mul(f, f, s);
        ck_assert_msg(mpz_divisible_p(n1, q) != 0, "q does not divide n - 1");
        mpz_powm(t, a, n1, n);
        ck_assert_msg(mpz_cmp_ui(t, 1) == 0, "a^(n-1) is not 1");
        mpz_divexact(t, n1, q);
        mpz_powm(t, a, t, n);
        mpz_sub_ui(t, t, 1);
        mpz_gcd(t, t, n);
        ck_assert_msg(mpz_cmp_ui(t, 1) == 0, "no witness");
    }
    assert_named(certificate, "factored", f);
    ck_assert_msg(mpz_divisible_p(n1, f) != 0, "F does not divide n - 1");
    mpz_mul(t, f, f);
    if (mpz_cmp(t, n) <= 0) {
        mpz_mul(s, t, f);
        ck_assert_msg(mpz_cmp(s, n) > 0, "F^3 is not above n");
        mpz_fdiv_qr(t, s, n, t);   /* t = c2 */
        mpz_fdiv_q(s, s, f);       /* s = c1 */
        mpz_mul(s, s, s);
        mpz_submul_ui(s, t, 4);
        assert_named(certificate, "discriminant", s);
        ck_assert_msg(mpz_sgn(s) < 0 || mpz_perfect_square_p(s) == 0, "the discriminant is a square");
    }
    mpz_clears(f, q, a, t, s, n1, NULL);
}

START_TEST(test_primality) {
    json_t *primality = member(root, "primality");

    check_certificate(member(primality, "p"), p);
    check_certificate(member(primality, "r"), r);
}
END_TEST

/* A criterion f(X) = 0 in Z[X]/(g), X acting as an endomorphism that is `eigenvalue` on the group of order r. */
static void check_criterion(json_t *criterion, const poly *ring, const poly *relation, const mpz_t eigenvalue) {
    poly f, g, a, b, sum;
    mpz_t t;

    mpz_init(t);
    poly_read(&f, member(criterion, "f"));
    poly_read(&g, member(criterion, "g"));
    poly_read(&a, member(criterion, "bezout_a"));
    poly_read(&b, member(criterion, "bezout_b"));
    ck_assert_uint_eq(g.n, ring->n);
    ck_assert_uint_eq(f.n, relation->n);
    for (size_t i = 0; i < POLY_MAX; i++) {
        ck_assert_msg(mpz_cmp(g.c[i], ring->c[i]) == 0, "g is another polynomial");
        ck_assert_msg(mpz_cmp(f.c[i], relation->c[i]) == 0, "f is another polynomial");
    }
    poly_init(&sum);
    poly_addmul(&sum, &a, &f);
    poly_addmul(&sum, &b, &g);
    ck_assert_msg(mpz_cmp(sum.c[0], r) == 0, "A f + B g: constant term is not r");
    for (size_t i = 1; i < POLY_MAX; i++) {
        ck_assert_msg(mpz_sgn(sum.c[i]) == 0, "A f + B g: X^%zu does not vanish", i);
    }
    resultant(t, &g, &f);
    ck_assert_msg(mpz_cmp(t, r) == 0, "the resultant is not r");
    assert_named(criterion, "resultant", r);
    poly_eval(t, &f, eigenvalue);
    ck_assert_msg(mpz_divisible_p(t, r) != 0, "f of the eigenvalue is not 0 modulo r");
    poly_eval(t, &g, eigenvalue);
    ck_assert_msg(mpz_divisible_p(t, r) != 0, "g of the eigenvalue is not 0 modulo r");
    {
        poly *all[] = {&f, &g, &a, &b, &sum};

        for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
            poly_clear(all[i]);
        }
    }
    mpz_clear(t);
}

START_TEST(test_criterion) {
    poly ring, relation;

    poly_g(&ring);
#if CURVE_FAMILY_BN /* f = z + 1 + zX + zX^2 - 2zX^3 */
    poly_constant(&relation, 4, (const long[]){0, 0, 0, 0});
    mpz_add_ui(relation.c[0], z, 1);
    mpz_set(relation.c[1], z);
    mpz_set(relation.c[2], z);
    mpz_mul_si(relation.c[3], z, -2);
#else /* f = X - z */
    poly_constant(&relation, 2, (const long[]){0, 1});
    mpz_neg(relation.c[0], z);
#endif
    check_criterion(member(root, "criterion"), &ring, &relation, p);
    poly_clear(&ring);
    poly_clear(&relation);
}
END_TEST

/* phi on E: phi^2 + phi + 1 = 0, and f = X + 1 - z^2. */
START_TEST(test_g1_criterion) {
    poly ring, relation;
    mpz_t lambda;

    ck_assert_int_eq(json_object_get(root, "g1_criterion") != NULL, mpz_cmp_ui(h1, 1) > 0);
    if (CURVE_FAMILY_BN) {
        return;
    }
    mpz_init(lambda);
    gmp_from_words(lambda, CURVE_LAMBDA.l, LSM_FR_LIMBS);
    poly_constant(&ring, 3, (const long[]){1, 1, 1});
    poly_constant(&relation, 2, (const long[]){1, 1});
    mpz_submul(relation.c[0], z, z);
    check_criterion(member(root, "g1_criterion"), &ring, &relation, lambda);
    poly_clear(&ring);
    poly_clear(&relation);
    mpz_clear(lambda);
}
END_TEST

#if CURVE_FAMILY_BN
/*
 * c = 1 + 2zX - (4z + 1)X^3: the norm is 4 r, the Bezout identity holds, c(p) = 0. The choice of curve.h is that
 * relation, which costs less, where gcd(norm/r, h2) = 1.
 */
START_TEST(test_standalone) {
    json_t *standalone = member(root, "standalone"), *entry = member(standalone, "trinomial");
    const long c0[] = {1, 0, 0, -1}, c1[] = {0, 2, 0, -4};
    poly c, g, a, b, sum;
    poly *const all[] = {&c, &g, &a, &b, &sum};
    mpz_t t, cofactor;
    int best;

    mpz_inits(t, cofactor, NULL);
    poly_g(&g);
    poly_read(&c, member(entry, "c"));
    poly_read(&a, member(entry, "bezout_a"));
    poly_read(&b, member(entry, "bezout_b"));
    ck_assert_uint_eq(c.n, 4);
    for (size_t i = 0; i < 4; i++) {
        in_z(t, 2, (const long[]){c0[i], c1[i]});
        ck_assert_msg(mpz_cmp(c.c[i], t) == 0, "c: not its coefficient of X^%zu", i);
    }
    resultant(t, &g, &c);
    assert_named(entry, "resultant", t);
    ck_assert_msg(mpz_divisible_p(t, r) != 0, "the resultant is no multiple of r");
    mpz_divexact(cofactor, t, r);
    assert_named(entry, "cofactor", cofactor);
    ck_assert(mpz_cmp_ui(cofactor, 4) == 0);

    poly_init(&sum);
    poly_addmul(&sum, &a, &c);
    poly_addmul(&sum, &b, &g);
    ck_assert_msg(mpz_cmp(sum.c[0], t) == 0, "A c + B g: the constant term is not the resultant");
    for (size_t i = 1; i < POLY_MAX; i++) {
        ck_assert_msg(mpz_sgn(sum.c[i]) == 0, "A c + B g: X^%zu does not vanish", i);
    }
    poly_eval(t, &c, p);
    ck_assert_msg(mpz_divisible_p(t, r) != 0, "c(p) is not 0 modulo r");
    mpz_gcd(t, cofactor, h2);
    assert_named(entry, "gcd", t);
    best = mpz_cmp_ui(t, 1) == 0 ? SUBGROUP_CRITERION_TRINOMIAL : SUBGROUP_CRITERION_SEED;
    if (json_is_false(member(standalone, "forced"))) {
        ck_assert_int_eq(SUBGROUP_CRITERION, best);
    } else {
        ck_assert_int_le(SUBGROUP_CRITERION, best);
    }
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        poly_clear(all[i]);
    }
    mpz_clears(t, cofactor, NULL);
}
END_TEST

/* The gcd of one entry of "fold", recomputed from its vector; also checks what the file says. */
static void fold_gcd(mpz_t out, json_t *fold, const char *name, int over_r) {
    json_t *entry = member(fold, name);
    poly g, v;
    mpz_t norm, order;

    mpz_inits(norm, order, NULL);
    poly_g(&g);
    poly_read(&v, member(entry, "vector"));
    resultant(norm, &g, &v);
    assert_named(entry, "norm", norm);
    if (over_r) {
        ck_assert(mpz_divisible_p(norm, r) != 0);
        mpz_divexact(norm, norm, r);
        mpz_gcd(out, norm, h2);
    } else {
        mpz_mul(order, r, h2);
        mpz_gcd(out, norm, order);
    }
    assert_named(entry, "gcd", out);
    poly_clear(&g);
    poly_clear(&v);
    mpz_clears(norm, order, NULL);
}

static void assert_vector(json_t *entry, const long *tail, size_t n) {
    poly v;
    mpz_t t;

    mpz_init(t);
    poly_read(&v, member(entry, "vector"));
    ck_assert_uint_ge(v.n, n + 1);
    mpz_mul_si(t, z, 6);
    mpz_add_ui(t, t, 2);
    ck_assert(mpz_cmp(v.c[0], t) == 0);
    for (size_t i = 0; i < n; i++) {
        ck_assert(mpz_cmp_si(v.c[i + 1], tail[i]) == 0);
    }
    poly_clear(&v);
    mpz_clear(t);
}

/* The choice of curve.h is the cheapest form whose gcds are all 1: line before addition before standalone. */
START_TEST(test_fold) {
    json_t *fold = member(root, "fold");
    mpz_t ate, first, second;
    int add_sound, line_sound, best;

    mpz_inits(ate, first, second, NULL);
    fold_gcd(ate, fold, "ate", 1);
    fold_gcd(first, fold, "line_first", 0);
    fold_gcd(second, fold, "line_second", 0);
    assert_vector(member(fold, "ate"), (const long[]){1, -1, 1}, 3);
    assert_vector(member(fold, "line_first"), (const long[]){1, 0, -1}, 3);
    add_sound = mpz_cmp_ui(ate, 1) == 0;
    line_sound = add_sound && mpz_cmp_ui(first, 1) == 0 && mpz_cmp_ui(second, 1) == 0;
    best = line_sound ? SUBGROUP_FOLD_LINE : add_sound ? SUBGROUP_FOLD_ADD : SUBGROUP_FOLD_NONE;
    if (json_is_false(member(fold, "forced"))) {
        ck_assert_int_eq(SUBGROUP_FOLD, best);
    } else {
        ck_assert_int_le(SUBGROUP_FOLD, best);
    }
    mpz_clears(ate, first, second, NULL);
}
END_TEST
#else
START_TEST(test_standalone) {
    ck_assert(json_is_null(member(member(root, "standalone"), "trinomial")));
    ck_assert_int_eq(SUBGROUP_CRITERION, SUBGROUP_CRITERION_SEED);
}
END_TEST

/* Nothing is to be proved for the form that compares psi(Q) with the end of the loop. */
START_TEST(test_fold) {
    json_t *fold = member(root, "fold");

    ck_assert_int_eq(SUBGROUP_FOLD, json_is_false(member(fold, "forced")) ? SUBGROUP_FOLD_END : SUBGROUP_FOLD_NONE);
}
END_TEST
#endif

START_TEST(test_final_exponent) {
    json_t *entry = member(root, "final_exponent");
    poly digits;
    mpz_t quotient, multiple, t, s;

    mpz_inits(quotient, multiple, t, s, NULL);
    poly_read(&digits, member(entry, "digits"));
    named_number(quotient, entry, "quotient");
    named_number(multiple, entry, "multiple");
    mpz_pow_ui(t, p, 4);
    mpz_submul(t, p, p);
    mpz_add_ui(t, t, 1);
    mpz_mul(s, quotient, r);
    ck_assert_msg(mpz_cmp(s, t) == 0, "quotient * r is not p^4 - p^2 + 1");
    poly_eval(t, &digits, p);
    mpz_mul(s, multiple, quotient);
    ck_assert_msg(mpz_cmp(s, t) == 0, "the digits are not multiple * quotient");
    mpz_gcd(t, multiple, r);
    ck_assert_msg(mpz_cmp_ui(t, 1) == 0, "the multiple is not coprime to r");
    in_z(t, 4, CURVE_FAMILY_BN ? (const long[]){0, 2, 6, 12} : (const long[]){3, 0, 0, 0}); /* s of final_exp.h */
    ck_assert(mpz_cmp(t, multiple) == 0);
    poly_clear(&digits);
    mpz_clears(quotient, multiple, t, s, NULL);
}
END_TEST

static void power(z2 *out, const z2 *a, const mpz_t e) {
    z2 t;

    z2_init(&t);
    z2_set_ui(&t, 1, 0);
    for (size_t bit = mpz_sizeinbase(e, 2); bit-- > 0;) {
        z2_mul(&t, &t, &t);
        if (mpz_tstbit(e, bit)) {
            z2_mul(&t, &t, a);
        }
    }
    z2_set(out, &t);
    z2_clear(&t);
}

START_TEST(test_non_residue) {
    json_t *entry = member(root, "non_residue");
    const char *const exponents[] = {"square_exponent", "cube_exponent"};
    z2 xi, given, value;

    z2_init(&xi);
    z2_init(&given);
    z2_init(&value);
    z2_from_fp2(&xi, &LSM_FP2_XI);
    number(given.c0, json_array_get(member(entry, "xi"), 0));
    number(given.c1, json_array_get(member(entry, "xi"), 1));
    ck_assert(z2_eq(&xi, &given));
    for (unsigned long i = 0; i < 2; i++) { /* xi^((p^2-1)/q) != 1 for q = 2, 3 */
        mpz_t e;

        mpz_init(e);
        mpz_mul(e, p, p);
        mpz_sub_ui(e, e, 1);
        ck_assert_uint_eq(mpz_fdiv_ui(e, 6), 0);
        mpz_divexact_ui(e, e, i + 2);
        assert_named(entry, exponents[i], e);
        power(&value, &xi, e);
        ck_assert_msg(mpz_cmp_ui(value.c0, 1) != 0 || mpz_sgn(value.c1) != 0, "xi is a square or a cube");
        mpz_clear(e);
    }
    z2_clear(&xi);
    z2_clear(&given);
    z2_clear(&value);
}
END_TEST

START_TEST(test_glv) {
    json_t *entry = member(root, "glv");
    mpz_t lambda, v[2][2], row[2], t, bound, s;

    mpz_inits(row[0], row[1], lambda, v[0][0], v[0][1], v[1][0], v[1][1], t, bound, s, NULL);
    named_number(lambda, entry, "lambda");
    gmp_from_words(t, CURVE_LAMBDA.l, LSM_FR_LIMBS);
    ck_assert(mpz_cmp(t, lambda) == 0);
    mpz_mul(t, lambda, lambda); /* lambda^2 + lambda + 1 = 0, lambda != 1 */
    mpz_add(t, t, lambda);
    mpz_add_ui(t, t, 1);
    ck_assert(mpz_divisible_p(t, r) != 0);
    for (size_t i = 0; i < 2; i++) {
        glv_vector(row, i);
        for (size_t j = 0; j < 2; j++) {
            number(v[i][j], json_array_get(json_array_get(member(entry, "v"), i), j));
            ck_assert_msg(mpz_cmp(row[j], v[i][j]) == 0, "GLV_V differs from the proof");
        }
        mpz_mul(t, v[i][1], lambda);
        mpz_add(t, t, v[i][0]);
        ck_assert_msg(mpz_divisible_p(t, r) != 0, "not in the lattice");
    }
    mpz_mul(t, v[0][0], v[1][1]);
    mpz_submul(t, v[0][1], v[1][0]);
    assert_named(entry, "determinant", t);
    ck_assert_msg(mpz_cmpabs(t, r) == 0, "not a basis: |det| is not r");
    named_number(bound, entry, "bound");
    mpz_set_ui(s, 1);
    mpz_mul_2exp(s, s, GLV_BITS);
    ck_assert_msg(mpz_cmp(bound, s) < 0, "the bound does not fit GLV_BITS");
    for (size_t j = 0; j < 2; j++) { /* exact rounding leaves at most (|v0| + |v1|)/2 */
        mpz_abs(t, v[0][j]);
        mpz_abs(s, v[1][j]);
        mpz_add(t, t, s);
        mpz_fdiv_q_2exp(t, t, 1);
        ck_assert_msg(mpz_cmp(t, bound) <= 0, "the bound is below that of exact rounding");
    }
    mpz_clears(row[0], row[1], lambda, v[0][0], v[0][1], v[1][0], v[1][1], t, bound, s, NULL);
}
END_TEST

START_TEST(test_twist) {
    json_t *entry = member(root, "twist");
    mpz_t t;

    mpz_init(t);
    mpz_mul(t, r, h2);
    assert_named(entry, "order", t);
    ck_assert_str_eq(json_string_value(member(entry, "type")), CURVE_TWIST_D ? "D" : "M");
    ck_assert_int_eq(CURVE_TWIST_D + CURVE_TWIST_M, 1);
    mpz_clear(t);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("proofs");
    TCase *tcase = add_case(suite, "proofs");

    tcase_add_checked_fixture(tcase, setup, NULL);
    tcase_add_test(tcase, test_numbers);
    tcase_add_test(tcase, test_primality);
    tcase_add_test(tcase, test_criterion);
    tcase_add_test(tcase, test_standalone);
    tcase_add_test(tcase, test_g1_criterion);
    tcase_add_test(tcase, test_fold);
    tcase_add_test(tcase, test_final_exponent);
    tcase_add_test(tcase, test_non_residue);
    tcase_add_test(tcase, test_glv);
    tcase_add_test(tcase, test_twist);
    return run_suite(suite);
}
