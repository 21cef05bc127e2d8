/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Linked to the unit tests of an engine: where the machine cannot run it, they skip before anything runs. */
#include <stdio.h>
#include <stdlib.h>

#include "api/cpu.h"
#include "core/ns.h"
#include "support/runner.h"

#ifdef LSM_ENGINE_CPU_NEEDS
__attribute__((constructor)) static void skip_if_unsupported(void) {
    if ((LSM_ENGINE_CPU_NEEDS & ~lsm_cpu_features()) != 0) {
        printf("this machine cannot run the engine %s\n", LSM_ENGINE_NAME);
        exit(TEST_SKIPPED);
    }
}
#else
/* An engine for every machine. */
extern int lsm_tests_engine_runs_everywhere;
int lsm_tests_engine_runs_everywhere = 1;
#endif
