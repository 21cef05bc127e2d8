// SPDX-License-Identifier: Apache-2.0 OR MIT
// The module in Node: the project's vectors (and those in LSM_VECTORS), Groth16, and what is malformed.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { LimbsmithError, load } from "limbsmith";

const data = process.env.LSM_DATA;
const bn254 = await load();
const json = (...path) => JSON.parse(readFileSync(join(...path), "utf8"));
const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const hex = (array) => Buffer.from(array).toString("hex");

const calls = { bn254_add: "add", bn254_mul: "mul", bn254_pairing: "pairing" };

// ourItems: the record says which item is bad if one is, as the project's own do.
function runVector(operation, record, ourItems) {
  const input = bytes(record.Input);
  const before = hex(input);
  let code = "ok";
  let item;
  let output;
  try {
    output = hex(bn254[operation](input));
  } catch (error) {
    assert.ok(error instanceof LimbsmithError, record.Name);
    ({ code, item } = error);
    assert.equal(error.message, item === undefined ? `limbsmith: ${code}` : `limbsmith: item ${item}: ${code}`);
    assert.ok(error.isBadInput, `${record.Name}: ${code}`);
  }
  if (record.ExpectedError === undefined) assert.equal(output, record.Expected, record.Name);
  else if (/^[a-z]+(_[a-z]+)*$/.test(record.ExpectedError)) assert.equal(code, record.ExpectedError, record.Name);
  else assert.notEqual(code, "ok", record.Name);
  if (ourItems) assert.equal(item, record.Item, record.Name);
  assert.equal(hex(input), before, record.Name);
  if (record.Gas) assert.equal(bn254[`${operation}Gas`](input.length), BigInt(record.Gas), record.Name);
}

for (const folder of [data, process.env.LSM_VECTORS].filter(Boolean)) {
  for (const file of readdirSync(folder).filter((name) => /^bn254_.*\.json$/.test(name))) {
    test(`vectors of ${file}`, () => {
      // The quick run takes every fourth pairing: WebAssembly is slow at them.
      const records = json(folder, file).filter((_, i) => process.env.LSM_FULL === "yes" || !/pairing/.test(file) || i % 4 === 0);
      assert.ok(records.length > 20);
      const ours = folder === data;
      for (const record of records) runVector(calls[record.Op ?? file.replace(".json", "")], record, ours);
      if (ours) assert.ok(new Set(records.map((record) => record.Item)).size > 1, "no record names a bad item");
    });
  }
}

test("large input makes the memory grow", () => {
  const pairs = 2000; // of infinity and infinity
  assert.equal(hex(bn254.pairing(new Uint8Array(192 * pairs))).at(-1), "1");
  assert.equal(hex(bn254.add(new Uint8Array(1 << 20))), "00".repeat(64));
});

test("what is no Uint8Array is refused", () => {
  for (const input of [undefined, null, "00", [1, 2], new ArrayBuffer(4)]) assert.throws(() => bn254.add(input), TypeError);
});

test("the gas of what is no length is refused", () => {
  assert.equal(bn254.pairingGas(2 ** 32 - 1), 45000n + 34000n * BigInt(Math.floor((2 ** 32 - 1) / 192)));
  for (const length of [-1, 2 ** 32, 1.5, NaN, "192", undefined]) assert.throws(() => bn254.pairingGas(length), TypeError);
});

test("every source that load takes", async () => {
  const path = createRequire(import.meta.url).resolve("limbsmith/limbsmith.wasm");
  const wasm = readFileSync(path);
  const page = () => new Response(wasm);
  for (const source of [wasm, wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length), page(),
    Promise.resolve(page()), new WebAssembly.Module(wasm)]) {
    assert.equal((await load(source)).version(), bn254.version());
  }
  await assert.rejects(load(new Response("", { status: 404, statusText: "Not Found" })), /404 Not Found/);
  await assert.rejects(load(wasm.subarray(0, 100)), WebAssembly.CompileError);
});

test("the primes are those of the library", () => {
  const word = (number) => number.toString(16).padStart(64, "0");
  assert.throws(() => bn254.add(bytes(word(P - 1n))), { code: "not_on_curve" });
  assert.throws(() => bn254.add(bytes(word(P))), { code: "not_canonical" });
  assert.equal(hex(bn254.mul(bytes(word(1n) + word(2n) + word(R)))), "00".repeat(64));
});

test("version and types of errors", () => {
  assert.match(bn254.version(), /^\d+\.\d+\.\d+$/);
  assert.throws(() => bn254.pairing(new Uint8Array(1)), { name: "LimbsmithError", code: "invalid_length" });
});

const key = () => json(data, "groth16", "verification_key.json");
const proof = () => json(data, "groth16", "proof.json");
const signals = () => json(data, "groth16", "public.json");
const P = 21888242871839275222246405745257275088696311157297823662689037894645226208583n;
const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;

test("numbers below the primes are read, the primes are refused", () => {
  const [other, changed] = [proof(), signals()];
  other.pi_a[0] = String(P - 1n);
  changed[0] = String(R - 1n);
  assert.equal(bn254.groth16Verify(key(), other, signals()), false);
  assert.equal(bn254.groth16Verify(key(), proof(), changed), false);
  other.pi_a[0] = String(P);
  changed[0] = String(R);
  assert.throws(() => bn254.groth16Verify(key(), other, signals()), /proof\.pi_a\[0\]: not below p/);
  assert.throws(() => bn254.groth16Verify(key(), proof(), changed), /public\[0\]: not below r/);
});

test("a Groth16 proof is valid, and changed ones are not", () => {
  assert.equal(bn254.groth16Verify(key(), proof(), signals()), true);
  const changed = signals();
  changed[0] = String((BigInt(changed[0]) + 1n) % R);
  assert.equal(bn254.groth16Verify(key(), proof(), changed), false);
  const other = proof();
  other.pi_c = other.pi_a; // a point, but another
  assert.equal(bn254.groth16Verify(key(), other, signals()), false);
  const off = proof();
  off.pi_a[1] = String(BigInt(off.pi_a[1]) + 1n); // off the curve
  assert.equal(bn254.groth16Verify(key(), off, signals()), false);
  const zero = proof();
  zero.pi_a = ["0", "0", "1"];
  assert.equal(bn254.groth16Verify(key(), zero, signals()), false);
});

const malformed = {
  "a signal and r": [(k, p, s) => (s[0] = String(BigInt(s[0]) + R)), /public\[0\]: not below r/],
  "hexadecimal": [(k, p, s) => (s[0] = "0x1"), /public\[0\]: not a decimal/],
  "a negative number": [(k, p, s) => (s[0] = "-1"), /public\[0\]: not a decimal/],
  "a leading zero": [(k, p, s) => (s[0] = "01"), /public\[0\]: not a decimal/],
  "a fraction": [(k, p, s) => (s[0] = 0.5), /public\[0\]: not a decimal/],
  "one signal less": [(k, p, s) => s.pop(), /public: \d+ entries, not \d+/],
  "one point of IC less": [(k) => k.IC.pop(), /key\.IC: \d+ entries/],
  "another protocol": [(k) => (k.protocol = "plonk"), /key\.protocol/],
  "another curve": [(k, p) => (p.curve = "bls12381"), /proof\.curve/],
  "a projective point": [(k, p) => (p.pi_a[2] = "2"), /proof\.pi_a\[2\]: not 1/],
  "a projective point of G2": [(k, p) => (p.pi_b[2] = ["1", "1"]), /proof\.pi_b\[2\]: not 1/],
  "no pi_c": [(k, p) => delete p.pi_c, /proof\.pi_c: not a list/],
};

for (const [name, [change, message]] of Object.entries(malformed)) {
  test(`malformed: ${name}`, () => {
    const files = [key(), proof(), signals()];
    change(...files);
    assert.throws(() => bn254.groth16Verify(...files), { name: "TypeError", message });
  });
}

test("malformed: null in the place of each file", () => {
  for (let i = 0; i < 3; i++) {
    const files = [key(), proof(), signals()];
    files[i] = null;
    assert.throws(() => bn254.groth16Verify(...files), TypeError);
  }
});
