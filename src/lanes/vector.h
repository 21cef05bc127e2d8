/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The vector operations that generated lane kernels are written in: lv8 has eight lanes of 64 bits, lv4 four.
 *
 * Two implementations: AVX-512 (F, VL, DQ, IFMA) and, with LSM_LANES_EMULATE, plain C for any machine, so that the same
 * kernels can be tested everywhere. In both, a pair is two neighbouring lanes, an element of Fp2, and
 *   madd_lo(acc, a, b) = acc + (a mod 2^52 * b mod 2^52) mod 2^52, madd_hi the same with the high 52 bits,
 *   sar is an arithmetic shift, mul keeps 64 bits, masks are constants with a bit for every lane,
 *   swap, even and odd give (b, a), (a, a) and (b, b) for every pair (a, b).
 */
#ifndef LSM_LANES_VECTOR_H
#define LSM_LANES_VECTOR_H

#include <stddef.h>
#include <stdint.h>

/* const uint64_t *name = the words of a table of vectors, in a way that keeps compilers from looking into it. */
#if defined(__GNUC__)
#define LV_TABLE(name, table)                                                                                          \
    const uint64_t *name = (table)[0];                                                                                 \
    __asm__("" : "+r"(name))
#else
#define LV_TABLE(name, table) const uint64_t *name = (table)[0]
#endif

#ifdef LSM_LANES_EMULATE
#include "lanes/ifma_emu.h"
#else
#include "lanes/ifma.h"
#endif

#endif
