/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * mcl's C interface (its header bn.h) on the curve CurveSNARK1, which is BN254. Field elements are four words in
 * Montgomery form, points three coordinates, z = 0 for infinity; bytes are little-endian.
 */
#include "capi.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

typedef struct {
    uint64_t l[4];
} fp;
typedef struct {
    fp c[2];
} fp2;
typedef struct {
    fp x, y, z;
} g1;
typedef struct {
    fp2 x, y, z;
} g2;
typedef struct {
    fp c[12];
} gt;

enum { CURVE_SNARK1 = 4, COMPILED_TIME_VAR = 44, PAIRS_MAX = 16 };

#define FUNCTIONS(X)                                                                     \
    X(int, mclBn_init, (int curve, int compiled_time_var))                               \
    X(size_t, mclBnFp_deserialize, (fp *x, const void *in, size_t len))                  \
    X(size_t, mclBnFp_serialize, (void *out, size_t len, const fp *x))                   \
    X(void, mclBnFp_setInt32, (fp *x, int value))                                        \
    X(int, mclBnFr_setLittleEndianMod, (fp *x, const void *in, size_t len))              \
    X(void, mclBnFp_add, (fp *r, const fp *a, const fp *b))                              \
    X(void, mclBnFp_mul, (fp *r, const fp *a, const fp *b))                              \
    X(void, mclBnFp_sqr, (fp *r, const fp *a))                                           \
    X(void, mclBnFp_inv, (fp *r, const fp *a))                                           \
    X(void, mclBnFp2_mul, (fp2 *r, const fp2 *a, const fp2 *b))                          \
    X(void, mclBnFp2_sqr, (fp2 *r, const fp2 *a))                                        \
    X(void, mclBnFp2_add, (fp2 *r, const fp2 *a, const fp2 *b))                          \
    X(void, mclBnFp2_inv, (fp2 *r, const fp2 *a))                                        \
    X(void, mclBnG1_add, (g1 *r, const g1 *p, const g1 *q))                              \
    X(void, mclBnG1_mul, (g1 *r, const g1 *p, const fp *k))                              \
    X(void, mclBnG1_normalize, (g1 *r, const g1 *p))                                     \
    X(int, mclBnG1_isZero, (const g1 *p))                                                \
    X(int, mclBnG2_isValidOrder, (const g2 *q))                                          \
    X(void, mclBnGT_mul, (gt *r, const gt *a, const gt *b))                              \
    X(int, mclBnGT_isOne, (const gt *a))                                                 \
    X(void, mclBn_millerLoop, (gt *r, const g1 *p, const g2 *q))                         \
    X(void, mclBn_millerLoopVec, (gt *r, const g1 *p, const g2 *q, size_t n))            \
    X(void, mclBn_finalExp, (gt *r, const gt *a))

#define DECLARE(type, name, parameters) static type(*name) parameters;
FUNCTIONS(DECLARE)
#undef DECLARE

static fp one, b;
static fp2 twist_b; /* 3 / (9 + u) */

static const char *open_library(void *handle) {
    void *symbol;
#define LOAD(type, name, parameters)      \
    symbol = dlsym(handle, #name);        \
    if (symbol == NULL) {                 \
        return #name;                     \
    }                                     \
    memcpy(&name, &symbol, sizeof symbol);
    FUNCTIONS(LOAD)
#undef LOAD
    if (mclBn_init(CURVE_SNARK1, COMPILED_TIME_VAR) != 0) {
        return "the curve BN254 with four words";
    }
    mclBnFp_setInt32(&one, 1);
    mclBnFp_setInt32(&b, 3);
    fp2 three = {{b, {{0}}}};
    mclBnFp_setInt32(&twist_b.c[0], 9);
    twist_b.c[1] = one;
    mclBnFp2_inv(&twist_b, &twist_b);
    mclBnFp2_mul(&twist_b, &twist_b, &three);
    return NULL;
}

static void reverse(uint8_t out[32], const uint8_t in[32]) {
    for (size_t i = 0; i < 32; i++) {
        out[i] = in[31 - i];
    }
}

static bool decode_fp(fp *x, const uint8_t in[32]) {
    uint8_t little[32];
    reverse(little, in);
    return mclBnFp_deserialize(x, little, 32) == 32; /* refuses p and above */
}

static void encode_fp(uint8_t out[32], const fp *x) {
    uint8_t little[32];
    mclBnFp_serialize(little, 32, x);
    reverse(out, little);
}

static bool is_zero(const uint8_t *in, size_t len) {
    uint8_t any = 0;
    for (size_t i = 0; i < len; i++) {
        any |= in[i];
    }
    return any == 0;
}

/* y^2 = x^3 + b. mcl's own isValid multiplies by the group's order too, which no precompile asks for in G1. */
static bool g1_on_curve(const g1 *p) {
    fp left, right;
    mclBnFp_sqr(&left, &p->y);
    mclBnFp_sqr(&right, &p->x);
    mclBnFp_mul(&right, &right, &p->x);
    mclBnFp_add(&right, &right, &b);
    return memcmp(&left, &right, sizeof left) == 0;
}

static bool g2_on_curve(const g2 *q) {
    fp2 left, right;
    mclBnFp2_sqr(&left, &q->y);
    mclBnFp2_sqr(&right, &q->x);
    mclBnFp2_mul(&right, &right, &q->x);
    mclBnFp2_add(&right, &right, &twist_b);
    return memcmp(&left, &right, sizeof left) == 0;
}

static bool decode_g1(g1 *p, const uint8_t in[64]) {
    memset(p, 0, sizeof *p);
    if (is_zero(in, 64)) {
        return true;
    }
    p->z = one;
    return decode_fp(&p->x, in) && decode_fp(&p->y, in + 32) && g1_on_curve(p);
}

static void encode_g1(uint8_t out[64], const g1 *p) {
    g1 affine;
    memset(out, 0, 64);
    if (!mclBnG1_isZero(p)) {
        mclBnG1_normalize(&affine, p);
        encode_fp(out, &affine.x);
        encode_fp(out + 32, &affine.y);
    }
}

/* imaginary part first */
static bool decode_fp2(fp2 *x, const uint8_t in[64]) {
    return decode_fp(&x->c[1], in) && decode_fp(&x->c[0], in + 32);
}

static bool decode_g2(g2 *q, const uint8_t in[128]) {
    memset(q, 0, sizeof *q);
    if (is_zero(in, 128)) {
        return true;
    }
    q->z.c[0] = one;
    return decode_fp2(&q->x, in) && decode_fp2(&q->y, in + 64) && g2_on_curve(q) && mclBnG2_isValidOrder(q);
}

static void pad(uint8_t *out, size_t out_len, const uint8_t *in, size_t len) {
    memset(out, 0, out_len);
    memcpy(out, in, len < out_len ? len : out_len);
}

static int run_add(uint8_t out[OUT_MAX], const uint8_t *in, size_t len) {
    uint8_t call[128];
    g1 p, q;
    pad(call, sizeof call, in, len);
    if (!decode_g1(&p, call) || !decode_g1(&q, call + 64)) {
        return -1;
    }
    mclBnG1_add(&p, &p, &q);
    encode_g1(out, &p);
    return 64;
}

static int run_mul(uint8_t out[OUT_MAX], const uint8_t *in, size_t len) {
    uint8_t call[96], little[32];
    g1 p;
    fp k;
    pad(call, sizeof call, in, len);
    if (!decode_g1(&p, call)) {
        return -1;
    }
    reverse(little, call + 64);
    mclBnFr_setLittleEndianMod(&k, little, 32);
    mclBnG1_mul(&p, &p, &k);
    encode_g1(out, &p);
    return 64;
}

static int run_pairing(uint8_t out[OUT_MAX], const uint8_t *in, size_t len) {
    g1 p[PAIRS_MAX];
    g2 q[PAIRS_MAX];
    gt f, g;
    size_t done = 0;
    if (len % 192 != 0) {
        return -1;
    }
    for (size_t left = len / 192, n; left > 0; left -= n, done += n) {
        n = left < PAIRS_MAX ? left : PAIRS_MAX;
        for (size_t i = 0; i < n; i++) {
            const uint8_t *pair = in + 192 * (done + i);
            if (!decode_g1(&p[i], pair) || !decode_g2(&q[i], pair + 64)) {
                return -1;
            }
        }
        mclBn_millerLoopVec(done == 0 ? &f : &g, p, q, n);
        if (done > 0) {
            mclBnGT_mul(&f, &f, &g);
        }
    }
    memset(out, 0, 32);
    out[31] = 1;
    if (done > 0) {
        mclBn_finalExp(&f, &f);
        out[31] = (uint8_t)mclBnGT_isOne(&f);
    }
    return 32;
}

static int run_fp_mul(uint8_t out[OUT_MAX], const uint8_t *in, size_t len) {
    fp a, c;
    if (len != 64 || !decode_fp(&a, in) || !decode_fp(&c, in + 32)) {
        return -1;
    }
    mclBnFp_mul(&a, &a, &c);
    encode_fp(out, &a);
    return 32;
}

static int run_fp_one(uint8_t out[OUT_MAX], const uint8_t *in, size_t len, void (*function)(fp *, const fp *)) {
    fp a;
    if (len != 32 || !decode_fp(&a, in)) {
        return -1;
    }
    function(&a, &a);
    encode_fp(out, &a);
    return 32;
}

static int run_fp_sqr(uint8_t out[OUT_MAX], const uint8_t *in, size_t len) {
    return run_fp_one(out, in, len, mclBnFp_sqr);
}

static int run_fp_inv(uint8_t out[OUT_MAX], const uint8_t *in, size_t len) {
    return run_fp_one(out, in, len, mclBnFp_inv);
}

static int run_fp2_mul(uint8_t out[OUT_MAX], const uint8_t *in, size_t len) {
    fp2 a, c;
    if (len != 128 || !decode_fp2(&a, in) || !decode_fp2(&c, in + 64)) {
        return -1;
    }
    mclBnFp2_mul(&a, &a, &c);
    encode_fp(out, &a.c[1]);
    encode_fp(out + 32, &a.c[0]);
    return 64;
}

static int run_fp2_sqr(uint8_t out[OUT_MAX], const uint8_t *in, size_t len) {
    fp2 a;
    if (len != 64 || !decode_fp2(&a, in)) {
        return -1;
    }
    mclBnFp2_sqr(&a, &a);
    encode_fp(out, &a.c[1]);
    encode_fp(out + 32, &a.c[0]);
    return 64;
}

static const capi_call CALLS[] = {{"bn254_add", run_add}, {"bn254_mul", run_mul},   {"bn254_pairing", run_pairing},
                                  {"fp_mul", run_fp_mul}, {"fp_sqr", run_fp_sqr},   {"fp_inv", run_fp_inv},
                                  {"fp2_mul", run_fp2_mul}, {"fp2_sqr", run_fp2_sqr}, {NULL, NULL}};

/* ---- chains ---- */

static struct {
    size_t count;
    g1 p[PAIRS_MAX];
    g2 q[PAIRS_MAX];
    gt f[PAIRS_MAX];
    fp xs[PAIRS_MAX]; /* for throughput: as many chains as pairs */
    fp2 xs2[PAIRS_MAX];
    fp x;
    fp2 x2;
    gt x12;
} pool;

static int add_pair(const uint8_t *pair) {
    size_t i = pool.count;
    if (i == PAIRS_MAX || !decode_g1(&pool.p[i], pair) || !decode_g2(&pool.q[i], pair + 64)) {
        return 0;
    }
    mclBn_millerLoop(&pool.f[i], &pool.p[i], &pool.q[i]);
    pool.xs[i] = pool.p[i].x;
    pool.xs2[i] = pool.q[i].x;
    if (i == 0) {
        pool.x = pool.p[0].x;
        pool.x2 = pool.q[0].x;
        pool.x12 = pool.f[0];
    }
    pool.count++;
    return 1;
}

#define CHAIN(name, step)                  \
    static void name(size_t n) {           \
        for (size_t i = 0; i < n; i++) {   \
            size_t j = i % pool.count;     \
            (void)j;                       \
            step;                          \
        }                                  \
    }
CHAIN(chain_fp_mul, mclBnFp_mul(&pool.x, &pool.x, &pool.p[j].y))
CHAIN(chain_fp_sqr, mclBnFp_sqr(&pool.x, &pool.x))
CHAIN(chain_fp_inv, (mclBnFp_inv(&pool.x, &pool.x), mclBnFp_add(&pool.x, &pool.x, &pool.p[j].y)))
CHAIN(chain_fp2_mul, mclBnFp2_mul(&pool.x2, &pool.x2, &pool.q[j].y))
CHAIN(many_fp_mul, mclBnFp_mul(&pool.xs[j], &pool.xs[j], &pool.p[j].y))
CHAIN(many_fp_sqr, mclBnFp_sqr(&pool.xs[j], &pool.xs[j]))
CHAIN(many_fp2_mul, mclBnFp2_mul(&pool.xs2[j], &pool.xs2[j], &pool.q[j].y))
CHAIN(many_fp2_sqr, mclBnFp2_sqr(&pool.xs2[j], &pool.xs2[j]))
CHAIN(chain_fp12_mul, mclBnGT_mul(&pool.x12, &pool.x12, &pool.f[j]))
CHAIN(chain_subgroup, pool.x.l[0] ^= (uint64_t)mclBnG2_isValidOrder(&pool.q[j]))
CHAIN(chain_miller, mclBn_millerLoop(&pool.x12, &pool.p[j], &pool.q[j]))
CHAIN(chain_final_exp, mclBn_finalExp(&pool.x12, &pool.f[j]))

static const capi_chain CHAINS[] = {
    {"fp_mul", chain_fp_mul},         {"fp_sqr", chain_fp_sqr},         {"fp_inv", chain_fp_inv},
    {"fp2_mul", chain_fp2_mul},       {"fp12_mul", chain_fp12_mul},     {"g2_subgroup", chain_subgroup},
    {"miller_loop", chain_miller},    {"final_exp", chain_final_exp},
    {"fp_mul_throughput", many_fp_mul},   {"fp_sqr_throughput", many_fp_sqr},
    {"fp2_mul_throughput", many_fp2_mul}, {"fp2_sqr_throughput", many_fp2_sqr},
    {NULL, NULL},
};

const capi_peer MCL = {"mcl", open_library, add_pair, CALLS, CHAINS};
