// SPDX-License-Identifier: Apache-2.0 OR MIT
// The EVM calls of BN254 on mcl as WebAssembly, and the operations below them; commands as in gnark/main.go.

import { readFileSync } from "node:fs";
import { argv, exit, hrtime } from "node:process";

import * as module from "mcl-wasm";

const mcl = module.default ?? module;
await mcl.init(mcl.BN_SNARK1);
mcl.verifyOrderG1(false);
mcl.verifyOrderG2(false); // asked for below, apart from the curve equation

class Refused extends Error {}

function decodeFp(bytes) {
  const x = new mcl.Fp();
  try {
    x.deserialize(Uint8Array.from(bytes).reverse()); // little-endian; refuses p and above
  } catch {
    throw new Refused();
  }
  return x;
}

function decodeFp2(bytes) {
  const x = new mcl.Fp2(); // real part first, little-endian
  try {
    x.deserialize(Uint8Array.from(bytes.subarray(0, 64)).reverse());
  } catch {
    throw new Refused();
  }
  return x;
}

const oneFp = new mcl.Fp();
oneFp.setInt(1);
const oneFp2 = new mcl.Fp2();
oneFp2.setInt(1, 0);

function decodePoint(point, x, y, one) {
  if (!(x.isZero() && y.isZero())) {
    point.setX(x);
    point.setY(y);
    point.setZ(one);
    if (!point.isValid()) {
      throw new Refused();
    }
  }
  return point;
}

const decodeG1 = (bytes) =>
  decodePoint(new mcl.G1(), decodeFp(bytes.subarray(0, 32)), decodeFp(bytes.subarray(32, 64)), oneFp);

function decodeG2(bytes) {
  const q = decodePoint(new mcl.G2(), decodeFp2(bytes.subarray(0, 64)), decodeFp2(bytes.subarray(64, 128)), oneFp2);
  if (!q.isValidOrder()) {
    throw new Refused();
  }
  return q;
}

const bigEndian = (x) => Buffer.from(x.serialize()).reverse();

function encodeG1(p) {
  if (p.isZero()) {
    return Buffer.alloc(64);
  }
  p.normalize();
  return Buffer.concat([bigEndian(p.getX()), bigEndian(p.getY())]);
}

const padded = (input, length) => Buffer.concat([input.subarray(0, length), Buffer.alloc(Math.max(0, length - input.length))]);

const CALLS = {
  bn254_add(input) {
    const bytes = padded(input, 128);
    return encodeG1(mcl.add(decodeG1(bytes), decodeG1(bytes.subarray(64))));
  },
  bn254_mul(input) {
    const bytes = padded(input, 96);
    const k = new mcl.Fr();
    k.setBigEndianMod(bytes.subarray(64));
    return encodeG1(mcl.mul(decodeG1(bytes), k));
  },
  bn254_pairing(input) {
    if (input.length % 192 !== 0) {
      throw new Refused();
    }
    let f = null;
    for (let i = 0; i < input.length; i += 192) {
      const g = mcl.millerLoop(decodeG1(input.subarray(i)), decodeG2(input.subarray(i + 64)));
      f = f === null ? g : mcl.mul(f, g);
    }
    const out = Buffer.alloc(32);
    out[31] = f === null || mcl.finalExp(f).isOne() ? 1 : 0;
    return out;
  },
  fp_mul: (input) => bigEndian(mcl.mul(decodeFp(input.subarray(0, 32)), decodeFp(input.subarray(32, 64)))),
  fp_sqr: (input) => bigEndian(mcl.sqr(decodeFp(input))),
  fp_inv: (input) => bigEndian(mcl.inv(decodeFp(input))),
  fp2_mul: (input) => bigEndian(mcl.mul(decodeFp2(input), decodeFp2(input.subarray(64)))),
};

function load(path) {
  const lines = readFileSync(path, "utf8").split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const [name, call, hex] = line.split(" ");
    return { name, call, input: Buffer.from(hex, "hex") };
  });
}

function answer(path) {
  for (const { call, input } of load(path)) {
    try {
      console.log(CALLS[call](input).toString("hex"));
    } catch (error) {
      if (!(error instanceof Refused)) {
        throw error;
      }
      console.log("refused");
    }
  }
}

// Step i of each chain: on the result of the step before, or on another input. Below the points, copying values in and out
// of WebAssembly's memory would be what is timed.
function chains(records) {
  const pairs = records.filter((r) => r.name.startsWith("ecpairing_1_")).map((r) => r.input);
  const p = pairs.map((pair) => decodeG1(pair));
  const q = pairs.map((pair) => decodeG2(pair.subarray(64)));
  const f = pairs.map((_, i) => mcl.millerLoop(p[i], q[i]));
  return {
    g2_subgroup: (i) => q[i % q.length].isValidOrder(),
    miller_loop: (i) => mcl.millerLoop(p[i % p.length], q[i % p.length]),
    final_exp: (i) => mcl.finalExp(f[i % f.length]),
  };
}

function time(path, op, least, rounds) {
  const records = load(path);
  const inputs = records.filter((r) => r.name.startsWith(`${op}_`));
  const step = chains(records)[op] ?? ((i) => CALLS[inputs[i % inputs.length].call](inputs[i % inputs.length].input));
  const run = (n) => {
    const start = hrtime.bigint();
    for (let i = 0; i < n; i++) {
      step(i);
    }
    return Number(hrtime.bigint() - start);
  };
  let n = 1;
  while (run(n) < least) {
    n *= 2;
  }
  const times = Array.from({ length: rounds }, () => run(n) / n).sort((a, b) => a - b);
  console.log(`${(times[(rounds - 1) >> 1] + times[rounds >> 1]) / 2} ${times[0]}`);
}

const [command, path, op, least, rounds] = argv.slice(2);
if (command === "ops") {
  console.log("ecadd\necmul\necpairing_1\necpairing_2\necpairing_4\necpairing_8\ng2_subgroup\nmiller_loop\nfinal_exp");
} else if (command === "answer") {
  answer(path);
} else if (command === "time") {
  time(path, op, Number(least), Number(rounds));
} else {
  console.error("usage: mcl_wasm.mjs ops | answer FILE | time FILE OP NANOSECONDS ROUNDS");
  exit(2);
}
