/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Above any sensible input; keeps an endless stream from taking all memory. */
static const size_t READ_MAX = (size_t)1 << 30;

static bool read_stream(bytes *out, FILE *stream, reason *why) {
    size_t capacity = 1 << 16, len = 0;
    uint8_t *data = malloc(capacity);
    while (data != NULL) {
        len += fread(data + len, 1, capacity - len, stream);
        if (len < capacity) {
            break;
        }
        if (capacity >= READ_MAX) {
            snprintf(why->text, sizeof why->text, "longer than %zu bytes", READ_MAX);
            free(data);
            return false;
        }
        capacity *= 2;
        uint8_t *grown = realloc(data, capacity);
        if (grown == NULL) {
            free(data);
        }
        data = grown;
    }
    if (data == NULL) {
        snprintf(why->text, sizeof why->text, "out of memory");
        return false;
    }
    if (ferror(stream)) {
        snprintf(why->text, sizeof why->text, "cannot read: %s", strerror(errno));
        free(data);
        return false;
    }
    out->data = data;
    out->len = len;
    return true;
}

bool read_file(bytes *out, const char *path, reason *why) {
    if (strcmp(path, "-") == 0) {
        return read_stream(out, stdin, why);
    }
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) {
        snprintf(why->text, sizeof why->text, "cannot open: %s", strerror(errno));
        return false;
    }
    bool done = read_stream(out, stream, why);
    fclose(stream);
    return done;
}

static int digit_value(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

bool hex_decode(bytes *out, const char *text, size_t len, reason *why) {
    uint8_t *data = malloc(len / 2 + 1);
    if (data == NULL) {
        snprintf(why->text, sizeof why->text, "out of memory");
        return false;
    }
    size_t i = 0, digits = 0;
    while (i < len && is_space(text[i])) {
        i++;
    }
    if (len - i >= 2 && text[i] == '0' && (text[i + 1] == 'x' || text[i + 1] == 'X')) {
        i += 2;
    }
    for (; i < len; i++) {
        if (is_space(text[i])) {
            continue;
        }
        int value = digit_value(text[i]);
        if (value < 0) {
            unsigned char c = (unsigned char)text[i];
            if (c > 0x20 && c < 0x7f) {
                snprintf(why->text, sizeof why->text, "character %zu is '%c', not a hexadecimal digit", i + 1, c);
            } else {
                snprintf(why->text, sizeof why->text, "character %zu is byte 0x%02x, not a hexadecimal digit", i + 1, c);
            }
            free(data);
            return false;
        }
        if (digits % 2 == 0) {
            data[digits / 2] = (uint8_t)(value << 4);
        } else {
            data[digits / 2] |= (uint8_t)value;
        }
        digits++;
    }
    if (digits % 2 != 0) {
        snprintf(why->text, sizeof why->text, "odd number of hexadecimal digits (%zu), the text ends at character %zu",
                 digits, len);
        free(data);
        return false;
    }
    out->data = data;
    out->len = digits / 2;
    return true;
}

void hex_print(FILE *stream, const uint8_t *data, size_t len) {
    static const char DIGITS[] = "0123456789abcdef";
    for (size_t i = 0; i < len; i++) {
        fputc(DIGITS[data[i] >> 4], stream);
        fputc(DIGITS[data[i] & 15], stream);
    }
}
