/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * What all commands of the program share: exit codes, the command table, messages.
 *
 * Results go to standard output, everything else to standard error as one line
 *     limbsmith: COMMAND: TEXT
 * where TEXT starts with a machine code (`not_in_subgroup: pair 0: ...`) when an input was judged.
 */
#ifndef LIMBSMITH_PROGRAM_H
#define LIMBSMITH_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* exit codes of every command */
enum {
    EXIT_OK = 0,      /* done; the answer is yes */
    EXIT_INVALID = 1, /* the input was understood, and it is invalid, false or failing */
    EXIT_USAGE = 2    /* wrong usage, malformed or unreadable input, or output that could not be written */
};

typedef struct {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is the command's name; returns an exit code */
    const char *arguments;             /* for the synopsis */
    const char *summary;               /* one line */
    const char *help;                  /* the rest of --help */
} command;

extern const command COMMANDS[]; /* ended by a NULL name */

int command_ecadd(int argc, char **argv);
int command_ecmul(int argc, char **argv);
int command_ecpairing(int argc, char **argv);
int command_groth16_verify(int argc, char **argv);
int command_vectors(int argc, char **argv);
int command_info(int argc, char **argv);
int command_bench(int argc, char **argv);

#if defined(__GNUC__)
#define PRINTF_LIKE(text, arguments) __attribute__((format(printf, text, arguments)))
#else
#define PRINTF_LIKE(text, arguments)
#endif

/* one line to standard error */
void report(const char *command_name, const char *format, ...) PRINTF_LIKE(2, 3);
/* the same, with a hint at --help; returns EXIT_USAGE */
int usage_error(const char *command_name, const char *format, ...) PRINTF_LIKE(2, 3);
/* prints the help of a command to standard output; returns EXIT_OK */
int print_help(const char *command_name);

struct option; /* <getopt.h> */
/* getopt_long with this program's messages. Returns the option's `val`, -1 at the end, or '?' after it has
 * reported wrong usage. `-h` and `--help` must be among the options with val 'h'. */
int next_option(int argc, char **argv, const struct option *options);

/* Text from a file or an argument made fit to print: one line, control characters replaced, long text cut. */
enum { SAFE_TEXT_MAX = 120 };
const char *safe_text(char buffer[SAFE_TEXT_MAX + 4], const char *text);

/* Monotonic time in nanoseconds. */
double now_ns(void);

#endif
