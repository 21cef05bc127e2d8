/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * JSON files, by jansson.
 */
#ifndef LIMBSMITH_JSON_H
#define LIMBSMITH_JSON_H

#include <jansson.h>

#include "hex.h"

/* Reads a file that holds one JSON array or object. Duplicate keys and anything behind the value are refused.
 * NULL, with the reason (line and column of a syntax error), otherwise a new reference. */
json_t *json_read(const char *path, reason *why);

#endif
