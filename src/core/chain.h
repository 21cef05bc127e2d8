/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * An addition-subtraction chain as data: a program over registers holding elements of a group written additively.
 * reg[0] is the input and is never written; steps run in order and may read the register they write.
 */
#ifndef LSM_CORE_CHAIN_H
#define LSM_CORE_CHAIN_H

#include <stdint.h>

enum {
    CHAIN_DBL, /* reg[dst] = 2^b * reg[a]: b doublings, b >= 1 */
    CHAIN_ADD, /* reg[dst] = reg[a] + reg[b] */
    CHAIN_SUB  /* reg[dst] = reg[a] - reg[b] */
};

typedef struct {
    uint8_t op, dst, a, b;
} chain_step;

#endif
