/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Operations on one 64-bit word, each an exact equation over the integers. The generated C of the fields is built from
 * these and nothing else; the generator's interpreter executes the same equations on unbounded integers.
 *
 * Every function here is straight-line code: time does not depend on the values.
 *
 * Three back ends, chosen by what the compiler has:
 *   - add/subtract with carry: the compiler's own carry built-ins where they exist (gcc 12 turns the plain C form
 *     into setc/movzx pairs instead of an adc chain), else unsigned __int128, else comparisons;
 *   - 64 x 64 -> 128: unsigned __int128, else four 32 x 32 -> 64 products.
 * LSM_NO_INT128 forces plain C throughout, so that path is tested on any machine.
 */
#ifndef LSM_CORE_WORD_H
#define LSM_CORE_WORD_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define LSM_INLINE static inline __attribute__((always_inline, unused))
#elif defined(_MSC_VER)
#define LSM_INLINE static __forceinline
#else
#define LSM_INLINE static inline
#endif

/* Before a short loop with a constant count whose body should be laid out flat; without it gcc -O2 keeps the loop. */
#if defined(__clang__)
#define LSM_UNROLL _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__)
#define LSM_UNROLL _Pragma("GCC unroll 16")
#else
#define LSM_UNROLL
#endif

#if defined(__SIZEOF_INT128__) && !defined(LSM_NO_INT128)
#define LSM_HAVE_INT128 1
__extension__ typedef unsigned __int128 lsm_u128;
__extension__ typedef __int128 lsm_i128;
#else
#define LSM_HAVE_INT128 0
#endif

#define LSM_CARRY_C 0
#define LSM_CARRY_CLANG 1
#define LSM_CARRY_X86 2
#if defined(LSM_CARRY)
/* forced, so that the form of another machine can be tested on this one */
#elif defined(LSM_NO_INT128)
#define LSM_CARRY LSM_CARRY_C
#elif defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
/* Measured: with these clang multiplies 8% faster than with its own __builtin_addcll. */
#define LSM_CARRY LSM_CARRY_X86
#elif defined(__clang__)
#define LSM_CARRY LSM_CARRY_CLANG
#else
#define LSM_CARRY LSM_CARRY_C
#endif

#if LSM_CARRY == LSM_CARRY_X86
#include <immintrin.h>
#endif

/* result + 2^64 * *carry_out = a + b + carry_in.   requires carry_in in {0, 1}.   ensures *carry_out in {0, 1}. */
LSM_INLINE uint64_t lsm_adc(uint64_t *carry_out, uint64_t a, uint64_t b, uint64_t carry_in) {
#if LSM_CARRY == LSM_CARRY_CLANG
    unsigned long long carry;
    const unsigned long long sum = __builtin_addcll(a, b, carry_in, &carry);
    *carry_out = carry;
    return sum;
#elif LSM_CARRY == LSM_CARRY_X86
    unsigned long long sum;
    *carry_out = _addcarry_u64((unsigned char)carry_in, a, b, &sum);
    return sum;
#elif LSM_HAVE_INT128
    const lsm_u128 sum = (lsm_u128)a + b + carry_in;
    *carry_out = (uint64_t)(sum >> 64);
    return (uint64_t)sum;
#else
    /* A carry leaves at most one of the two additions, hence the or. */
    const uint64_t partial = a + b;
    const uint64_t sum = partial + carry_in;
    *carry_out = (uint64_t)(partial < a) | (uint64_t)(sum < partial);
    return sum;
#endif
}

/* result - 2^64 * *borrow_out = a - b - borrow_in.   requires borrow_in in {0, 1}.   ensures *borrow_out in {0, 1}. */
LSM_INLINE uint64_t lsm_sbb(uint64_t *borrow_out, uint64_t a, uint64_t b, uint64_t borrow_in) {
#if LSM_CARRY == LSM_CARRY_CLANG
    unsigned long long borrow;
    const unsigned long long difference = __builtin_subcll(a, b, borrow_in, &borrow);
    *borrow_out = borrow;
    return difference;
#elif LSM_CARRY == LSM_CARRY_X86
    unsigned long long difference;
    *borrow_out = _subborrow_u64((unsigned char)borrow_in, a, b, &difference);
    return difference;
#elif LSM_HAVE_INT128
    const lsm_u128 difference = (lsm_u128)a - b - borrow_in;
    *borrow_out = (uint64_t)(difference >> 64) & 1;
    return (uint64_t)difference;
#else
    const uint64_t partial = a - b;
    const uint64_t difference = partial - borrow_in;
    *borrow_out = (uint64_t)(a < b) | (uint64_t)(partial < borrow_in);
    return difference;
#endif
}

/* result + 2^64 * *high = t + a*b + c; never overflows: (2^64-1)^2 + 2*(2^64-1) = 2^128 - 1. */
LSM_INLINE uint64_t lsm_mac(uint64_t *high, uint64_t t, uint64_t a, uint64_t b, uint64_t c) {
#if LSM_HAVE_INT128
    const lsm_u128 sum = (lsm_u128)a * b + t + c;
    *high = (uint64_t)(sum >> 64);
    return (uint64_t)sum;
#else
    /* a = a1*2^32 + a0, b = b1*2^32 + b0. The middle column is at most 3*(2^32 - 1): no overflow. */
    const uint64_t a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
    const uint64_t p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    const uint64_t middle = (p00 >> 32) + (p01 & 0xffffffff) + (p10 & 0xffffffff);
    uint64_t low = (p00 & 0xffffffff) | (middle << 32);
    uint64_t top = p11 + (p01 >> 32) + (p10 >> 32) + (middle >> 32);
    low += t;
    top += (uint64_t)(low < t);
    low += c;
    top += (uint64_t)(low < c);
    *high = top;
    return low;
#endif
}

/* result + 2^64 * *high = a*b. */
LSM_INLINE uint64_t lsm_mul(uint64_t *high, uint64_t a, uint64_t b) {
    return lsm_mac(high, 0, a, b, 0);
}

/* 1 if a is not zero, else 0: a or -a has its top bit set exactly when a is not zero. */
LSM_INLINE uint64_t lsm_nonzero(uint64_t a) {
    return (a | (0 - a)) >> 63;
}

/* Trailing zero bits.   requires a != 0.   time: may depend on a. */
LSM_INLINE unsigned lsm_ctz64_vartime(uint64_t a) {
#if defined(__GNUC__) || defined(__clang__)
    return (unsigned)__builtin_ctzll(a);
#else
    unsigned count = 0;
    for (; (a & 1) == 0; a >>= 1) {
        count++;
    }
    return count;
#endif
}

/* Leading zero bits.   requires a != 0.   time: may depend on a. */
LSM_INLINE unsigned lsm_clz64_vartime(uint64_t a) {
#if defined(__GNUC__) || defined(__clang__)
    return (unsigned)__builtin_clzll(a);
#else
    unsigned count = 0;
    for (; (a >> 63) == 0; a <<= 1) {
        count++;
    }
    return count;
#endif
}

#endif
