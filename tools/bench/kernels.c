/* SPDX-License-Identifier: Apache-2.0 OR MIT
 *
 * kernels COUNT: runs every row of one engine's bench table COUNT times, each in a call of its own, for a tool that counts
 * instructions. It asks no processor whether it can: callgrind's, for one, runs mulx, adcx and adox without saying so.
 */
#include <stdio.h>
#include <stdlib.h>

#include "bench_engine.h"
#include "bench_inputs.h"
#include "core/ns.h"

#define bench_table NS(bench_table)
extern const bench_engine bench_table;

int main(int argc, char **argv) {
    static bench_inputs inputs;
    size_t count = argc == 2 ? strtoul(argv[1], NULL, 10) : 0;
    if (count == 0 || !make_bench_inputs(&inputs) || !bench_table.prepare(inputs.pairs[0])) {
        fputs("kernels: usage: kernels COUNT\n", stderr);
        return 1;
    }
    for (const bench_row *row = bench_table.rows; row->name != NULL; row++) {
        row->run(count);
    }
    return 0;
}
