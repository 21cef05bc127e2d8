/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * Command table, help, version and messages.
 */
#include "program.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <limbsmith/version.h>

#define HEX_HELP                                                                                                       \
    "HEX is the call's input in hexadecimal, with or without 0x, any even number of digits; white space is\n"          \
    "skipped. `-` reads it from standard input, `@FILE` from a file.\n"

#define EXIT_HELP                                                                                                      \
    "\nExit: 0 and the result in hexadecimal on standard output; 1 for invalid input, with nothing on standard\n"      \
    "output and one line on standard error, `limbsmith: COMMAND: CODE: ITEM: REASON`, where CODE is\n"                 \
    "invalid_length, not_canonical, not_on_curve or not_in_subgroup; 2 for wrong usage.\n"

const command COMMANDS[] = {
    {"ecadd", command_ecadd, "HEX", "BN254 point addition, EVM call 0x06 (EIP-196)",
     HEX_HELP "Two points of 64 bytes; shorter input is padded with zeros on the right, longer input is cut.\n" EXIT_HELP},
    {"ecmul", command_ecmul, "HEX", "BN254 scalar multiplication, EVM call 0x07 (EIP-196)",
     HEX_HELP "A point of 64 bytes and a scalar of 32 bytes (any value); shorter input is padded with zeros on the\n"
              "right, longer input is cut.\n" EXIT_HELP},
    {"ecpairing", command_ecpairing, "HEX", "BN254 pairing check, EVM call 0x08 (EIP-197)",
     HEX_HELP "Pairs of 192 bytes: a G1 point, then a G2 point with the imaginary part of each coordinate first.\n"
              "The result is the 32-byte number 1 (the product of the pairings is one) or 0 (it is not).\n" EXIT_HELP},
    {"groth16-verify", command_groth16_verify, "[--trace] VERIFICATION_KEY.json PROOF.json PUBLIC.json",
     "verify a Groth16 proof over BN254 (bn128) from snarkjs's files",
     "Computes what a Solidity verifier computes, by the same EVM calls.\n\n"
     "  --trace   print each call: its input size, gas, result and time\n\n"
     "Exit: 0 the proof is valid; 1 it is invalid, or one of its points is off the curve or outside the subgroup\n"
     "(named on standard error); 2 a file is malformed: unreadable, no JSON, duplicate keys, wrong protocol or\n"
     "curve, a wrong count, a number that is not a decimal below its modulus (given as a JSON string, or as a\n"
     "JSON integer of less than 64 bits), a projective z other than 1, or a point of the verification key that\n"
     "is no group element. The point (0, 0) is refused: a file states infinity by z = 0, and z must be 1.\n"
     "Fields that the equation does not use (vk_alphabeta_12 is derived data) are not read.\n"},
    {"vectors", command_vectors, "[--op OP] [--engine E] [--list-failures] FILE.json...",
     "run test vectors in go-ethereum's precompile format",
     "A file is an array of objects with Name, Input and either Expected or ExpectedError; Gas, Op and Item are optional.\n"
     "A record without Op is of the operation that the file's name tells (bn254_add, bn256Add, alt_bn128_mul,\n"
     "bn256ScalarMul, bn256Pairing, ...).\n\n"
     "  --op OP           bn254_add, bn254_mul or bn254_pairing: the operation of records that name none, whatever\n"
     "                    the file's name; records that name another operation are skipped\n"
     "  --engine E        run on engine E instead of the one that the library selects\n"
     "  --list-failures   name every failing record and the reason\n\n"
     "An ExpectedError of invalid_length, not_canonical, not_on_curve or not_in_subgroup must match exactly, any\n"
     "other text demands failure only. Output on failure must be zero, bytes behind the output untouched.\n\n"
     "Exit: 0 only if vectors ran and all passed; 1 on any failure, an unknown operation, a record without an\n"
     "expectation, a file without records or one that cannot be read, an engine this machine lacks; 2 wrong usage.\n"},
    {"info", command_info, "[--json]", "version, curves, engines, CPU features, self-test",
     "  --json   the same as one JSON object\n\nExit: 0, or 1 if the self-test fails.\n"},
    {"bench", command_bench, "[--engine E] [--json] [--filter TEXT] [--rounds N] [--ms N] [--print-inputs]",
     "time the operations",
     "  --engine E       time engine E instead of the one that the library selects\n"
     "  --json           one JSON object with a list `results`\n"
     "  --filter TEXT    only the rows whose name contains TEXT\n"
     "  --rounds N       rounds to take the median of (default 11)\n"
     "  --ms N           how many milliseconds a row runs in a round, at least (default 5)\n"
     "  --print-inputs   print the inputs of the EVM rows as JSON and time nothing\n\n"
     "Columns: median, smallest and largest time of one operation over the rounds; cycles of the time stamp\n"
     "counter at the median, where the machine has one. Rounds are interleaved over the rows.\n\n"
     "Exit: 0; 1 if the engine is not available or the filter matches no row; 2 wrong usage.\n"},
    {NULL, NULL, NULL, NULL, NULL},
};

static const command *find_command(const char *name) {
    for (const command *c = COMMANDS; c->name != NULL; c++) {
        if (strcmp(c->name, name) == 0) {
            return c;
        }
    }
    return NULL;
}

static void vreport(const char *command_name, const char *format, va_list arguments) {
    fflush(stdout);
    fputs("limbsmith: ", stderr);
    if (command_name != NULL) {
        fprintf(stderr, "%s: ", command_name);
    }
    vfprintf(stderr, format, arguments);
}

void report(const char *command_name, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vreport(command_name, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

int usage_error(const char *command_name, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vreport(command_name, format, arguments);
    va_end(arguments);
    fprintf(stderr, " (see limbsmith %s%s--help)\n", command_name != NULL ? command_name : "",
            command_name != NULL ? " " : "");
    return EXIT_USAGE;
}

int print_help(const char *command_name) {
    const command *c = find_command(command_name);
    printf("usage: limbsmith %s %s\n%s\n\n%s", c->name, c->arguments, c->summary, c->help);
    return EXIT_OK;
}

static void print_overview(FILE *stream) {
    fputs("usage: limbsmith COMMAND [ARGUMENTS]\n"
          "BN254 (alt_bn128) curve arithmetic, the EVM's pairing calls, Groth16 verification.\n\n",
          stream);
    for (const command *c = COMMANDS; c->name != NULL; c++) {
        fprintf(stream, "  %-15s %s\n", c->name, c->summary);
    }
    fputs("\n  --help          this text; limbsmith COMMAND --help tells about a command\n"
          "  --version       the version\n\n"
          "Exit: 0 success; 1 invalid input, a false proof or a failure; 2 wrong usage or malformed input.\n",
          stream);
}

int next_option(int argc, char **argv, const struct option *options) {
    char text[SAFE_TEXT_MAX + 4];
    opterr = 0;
    int found = getopt_long(argc, argv, ":h", options, NULL);
    const char *last = optind > 0 && optind <= argc ? argv[optind - 1] : "";
    if (found == ':') {
        usage_error(argv[0], "%s needs an argument", safe_text(text, last));
        return '?';
    }
    if (found == '?') {
        /* a long option that takes no argument but got one sets optopt to its val */
        usage_error(argv[0], "%s: %s", safe_text(text, last),
                    optopt != 0 && strchr(last, '=') != NULL ? "takes no argument" : "unknown or ambiguous option");
    }
    return found;
}

const char *safe_text(char buffer[SAFE_TEXT_MAX + 4], const char *text) {
    size_t i = 0;
    for (; text[i] != '\0' && i < SAFE_TEXT_MAX; i++) {
        unsigned char c = (unsigned char)text[i];
        buffer[i] = c < 0x20 || c == 0x7f ? '?' : text[i];
    }
    if (text[i] != '\0') {
        /* do not cut a UTF-8 character in two */
        while (i > 0 && ((unsigned char)text[i] & 0xc0) == 0x80) {
            i--;
        }
        memcpy(buffer + i, "...", 3);
        i += 3;
    }
    buffer[i] = '\0';
    return buffer;
}

double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int run(int argc, char **argv) {
    char text[SAFE_TEXT_MAX + 4];
    if (argc < 2) {
        print_overview(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0) {
        printf("limbsmith %s\n", lsm_version());
        return EXIT_OK;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        if (argc > 2 && find_command(argv[2]) != NULL) {
            return print_help(argv[2]);
        }
        print_overview(stdout);
        return EXIT_OK;
    }
    const command *c = find_command(argv[1]);
    if (c == NULL) {
        return usage_error(NULL, "unknown command %s", safe_text(text, argv[1]));
    }
    return c->run(argc - 1, argv + 1);
}

int main(int argc, char **argv) {
    int code = run(argc, argv);
    /* an answer that nobody received is no success */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        report(NULL, "cannot write to standard output");
        return EXIT_USAGE;
    }
    return code;
}
