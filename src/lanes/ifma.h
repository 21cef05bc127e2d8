/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * lanes/vector.h on AVX-512 F, VL, DQ and IFMA. Macros where an operand must be a constant.
 */
#ifndef LSM_LANES_IFMA_H
#define LSM_LANES_IFMA_H

#include <immintrin.h>
#include <stdint.h>

typedef __m512i lv8;
typedef __m256i lv4;

#define lv8_load(p) _mm512_loadu_si512((const void *)(p))
#define lv4_load(p) _mm256_loadu_si256((const void *)(p))
#define lv8_store(p, a) _mm512_storeu_si512((void *)(p), a)
#define lv4_store(p, a) _mm256_storeu_si256((void *)(p), a)
/* two words, repeated: a load that needs no permutation unit */
#define lv8_load_pair(p) _mm512_broadcast_i64x2(_mm_loadu_si128((const void *)(p)))
#define lv4_load_pair(p) _mm256_broadcast_i64x2(_mm_loadu_si128((const void *)(p)))
/* four words, twice, likewise */
#define lv8_load_twice(p) _mm512_broadcast_i64x4(_mm256_loadu_si256((const void *)(p)))
#define lv8_zero() _mm512_setzero_si512()
#define lv4_zero() _mm256_setzero_si256()

#define lv8_add(a, b) _mm512_add_epi64(a, b)
#define lv4_add(a, b) _mm256_add_epi64(a, b)
#define lv8_sub(a, b) _mm512_sub_epi64(a, b)
#define lv4_sub(a, b) _mm256_sub_epi64(a, b)
#define lv8_mul(a, b) _mm512_mullo_epi64(a, b)
#define lv4_mul(a, b) _mm256_mullo_epi64(a, b)
#define lv8_and(a, b) _mm512_and_si512(a, b)
#define lv4_and(a, b) _mm256_and_si256(a, b)
#define lv8_add_masked(keep, mask, a, b) _mm512_mask_add_epi64(keep, mask, a, b)
#define lv4_add_masked(keep, mask, a, b) _mm256_mask_add_epi64(keep, mask, a, b)
#define lv8_sub_masked(keep, mask, a, b) _mm512_mask_sub_epi64(keep, mask, a, b)
#define lv4_sub_masked(keep, mask, a, b) _mm256_mask_sub_epi64(keep, mask, a, b)
#define lv8_shl(a, n) _mm512_slli_epi64(a, n)
#define lv4_shl(a, n) _mm256_slli_epi64(a, n)
#define lv8_shl_lanes(a, n) _mm512_sllv_epi64(a, n)
#define lv4_shl_lanes(a, n) _mm256_sllv_epi64(a, n)
#define lv8_sar(a, n) _mm512_srai_epi64(a, n)
#define lv4_sar(a, n) _mm256_srai_epi64(a, n)
#define lv8_madd_lo(acc, a, b) _mm512_madd52lo_epu64(acc, a, b)
#define lv4_madd_lo(acc, a, b) _mm256_madd52lo_epu64(acc, a, b)
#define lv8_madd_hi(acc, a, b) _mm512_madd52hi_epu64(acc, a, b)
#define lv4_madd_hi(acc, a, b) _mm256_madd52hi_epu64(acc, a, b)

#define lv8_swap(a) _mm512_shuffle_epi32(a, (_MM_PERM_ENUM)0x4e)
#define lv4_swap(a) _mm256_shuffle_epi32(a, 0x4e)
#define lv8_even(a) _mm512_unpacklo_epi64(a, a)
#define lv4_even(a) _mm256_unpacklo_epi64(a, a)
#define lv8_odd(a) _mm512_unpackhi_epi64(a, a)
#define lv4_odd(a) _mm256_unpackhi_epi64(a, a)
#define lv8_blend(a, mask, b) _mm512_mask_mov_epi64(a, mask, b)
#define lv4_blend(a, mask, b) _mm256_mask_mov_epi64(a, mask, b)
#define lv4_permute(a, lanes) _mm256_permute4x64_epi64(a, lanes)
#define lv8_permute_halves(a, lanes) _mm512_permutex_epi64(a, lanes)
#define lv8_permute(a, lanes) _mm512_permutexvar_epi64(lanes, a)
#define lv4_pairs2(a, b, pairs) _mm256_permute2x128_si256(a, b, pairs)
#define lv8_pairs(a, pairs) _mm512_shuffle_i64x2(a, a, pairs)
#define lv8_permute2(a, lanes, b) _mm512_permutex2var_epi64(a, lanes, b)
#define lv8_concat(a, b) _mm512_inserti64x4(_mm512_castsi256_si512(a), b, 1)
#define lv8_low(a) _mm512_castsi512_si256(a)
#define lv8_high(a) _mm512_extracti64x4_epi64(a, 1)

#endif
