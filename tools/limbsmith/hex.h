/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Reading whole files, and hexadecimal text.
 */
#ifndef LIMBSMITH_HEX_H
#define LIMBSMITH_HEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* heap bytes; `data` is never NULL once filled; free with free(data) */
typedef struct {
    uint8_t *data;
    size_t len;
} bytes;

/* Why a text could not be read or decoded. */
enum { REASON_MAX = 256 };
typedef struct {
    char text[REASON_MAX];
} reason;

/* Reads a file to its end (`-` is standard input). False, with the reason, if it cannot be read. */
bool read_file(bytes *out, const char *path, reason *why);

/* Decodes hexadecimal digits, with or without 0x in front, white space skipped.
 * False on an odd number of digits or another character; the reason names its position, counted from 1. */
bool hex_decode(bytes *out, const char *text, size_t len, reason *why);

/* Prints bytes as hexadecimal digits without prefix. */
void hex_print(FILE *stream, const uint8_t *data, size_t len);

#endif
