/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "json.h"

#include <stdlib.h>

#include "program.h"

json_t *json_read(const char *path, reason *why) {
    bytes file;
    if (!read_file(&file, path, why)) {
        return NULL;
    }
    json_error_t error;
    json_t *root = json_loadb((const char *)file.data, file.len, JSON_REJECT_DUPLICATES, &error);
    free(file.data);
    if (root == NULL) {
        char text[SAFE_TEXT_MAX + 4];
        snprintf(why->text, sizeof why->text, "bad JSON: line %d, column %d: %s%s", error.line, error.column,
                 safe_text(text, error.text),
                 json_error_code(&error) == json_error_numeric_overflow ? " (large numbers are given as strings)" : "");
    }
    return root;
}
