/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * info: what this build is, what this machine can run, and whether it computes correctly.
 */
#include "program.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include <jansson.h>

#include <limbsmith/status.h>
#include <limbsmith/version.h>

#include "api/cpu.h"
#include "api/curves.h"

static const char NAME[] = "info";

typedef struct {
    const char *version, *selected, *why;
    uint32_t features;
    lsm_status self_test;
} facts;

static const char *self_test_text(lsm_status status) {
    return status == LSM_OK ? "passed" : lsm_status_string(status);
}

static void print_text(const facts *f) {
    printf("version        %s\ncurves        ", f->version);
    for (size_t i = 0; lsm_curve_at(i) != NULL; i++) {
        const lsm_curve *curve = lsm_curve_at(i);
        printf("%s%s (%s)", i == 0 ? " " : ", ", curve->name, curve->engine()->name);
    }
    printf("\nengines");
    for (size_t i = 0; i < lsm_engine_count(); i++) {
        const char *engine = lsm_engine_name_at(i);
        printf("%s%s%s", i == 0 ? "        " : ", ", engine,
               lsm_engine_supported(engine) ? "" : " (not on this machine)");
    }
    printf("\nselected       %s: %s\ncpu features  ", f->selected, f->why);
    for (unsigned bit = 0; lsm_cpu_feature_name(bit) != NULL; bit++) {
        if (f->features >> bit & 1) {
            printf(" %s", lsm_cpu_feature_name(bit));
        }
    }
    printf("\nself-test      %s\n", self_test_text(f->self_test));
}

static bool print_json(const facts *f) {
    json_t *curves = json_array(), *engines = json_array(), *features = json_array();
    for (size_t i = 0; i < lsm_curve_count(); i++) {
        json_array_append_new(curves, json_string(lsm_curve_name_at(i)));
    }
    for (size_t i = 0; i < lsm_engine_count(); i++) {
        const char *engine = lsm_engine_name_at(i);
        json_array_append_new(engines, json_pack("{s:s, s:b, s:s}", "name", engine, "supported",
                                                 lsm_engine_supported(engine), "self_test",
                                                 self_test_text(lsm_selftest_on(engine))));
    }
    for (unsigned bit = 0; lsm_cpu_feature_name(bit) != NULL; bit++) {
        if (f->features >> bit & 1) {
            json_array_append_new(features, json_string(lsm_cpu_feature_name(bit)));
        }
    }
    json_t *root = json_pack("{s:s, s:o, s:o, s:s, s:s, s:o, s:s}", "version", f->version, "curves", curves,
                             "engines", engines, "selected", f->selected, "reason", f->why, "cpu_features", features,
                             "self_test", self_test_text(f->self_test));
    if (root == NULL) {
        report(NAME, "out of memory");
        return false;
    }
    json_dumpf(root, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(root);
    return true;
}

int command_info(int argc, char **argv) {
    static const struct option OPTIONS[] = {
        {"help", no_argument, NULL, 'h'}, {"json", no_argument, NULL, 'j'}, {NULL, 0, NULL, 0}};
    bool json = false;
    for (int option; (option = next_option(argc, argv, OPTIONS)) != -1;) {
        switch (option) {
        case 'h':
            return print_help(argv[0]);
        case 'j':
            json = true;
            break;
        default:
            return EXIT_USAGE;
        }
    }
    if (optind != argc) {
        return usage_error(argv[0], "takes no arguments");
    }
    facts f = {lsm_version(), lsm_engine_name(), lsm_engine_reason(), lsm_cpu_features(), lsm_selftest()};
    if (json) {
        if (!print_json(&f)) {
            return EXIT_USAGE;
        }
    } else {
        print_text(&f);
    }
    if (f.self_test != LSM_OK) {
        report(NAME, "%s: the self-test failed", lsm_status_string(f.self_test));
        return EXIT_INVALID;
    }
    return EXIT_OK;
}
