// SPDX-License-Identifier: Apache-2.0 OR MIT
// Verifies the demonstration proof with this module and with snarkjs, taking turns; medians and their ratio.
// usage: node bench.mjs DATA [ROUNDS]    (DATA: tests/data/groth16)
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "limbsmith";
import { groth16 } from "snarkjs";

const [data, rounds = "20"] = process.argv.slice(2);
const [key, proof, signals] = ["verification_key", "proof", "public"].map((name) =>
  JSON.parse(readFileSync(join(data, `${name}.json`), "utf8")),
);
const bn254 = await load();
const sides = {
  limbsmith: () => bn254.groth16Verify(key, proof, signals),
  snarkjs: () => groth16.verify(key, signals, proof),
};
const times = { limbsmith: [], snarkjs: [] };
for (let round = -2; round < Number(rounds); round++) { // two to warm up
  for (const [name, verify] of Object.entries(sides)) {
    const start = performance.now();
    if ((await verify()) !== true) throw new Error(`${name} does not accept the proof`);
    if (round >= 0) times[name].push(performance.now() - start);
  }
}
const median = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)];
const [ours, theirs] = [median(times.limbsmith), median(times.snarkjs)];
console.log(`Groth16, ${signals.length} signals: limbsmith ${ours.toFixed(2)} ms, snarkjs ${theirs.toFixed(2)} ms, ` +
  `ratio ${(ours / theirs).toFixed(2)}`);
process.exit(0); // snarkjs leaves its workers running
