// SPDX-License-Identifier: Apache-2.0 OR MIT
// The Ethereum precompiles of BN254 in WebAssembly: an ES module for Node and browsers. Types and contracts are in
// limbsmith.d.ts.
import { verify } from "./groth16.js";

const INPUT_ERRORS = ["invalid_length", "not_canonical", "not_on_curve", "not_in_subgroup"];
const NO_ITEM = 2 ** 32 - 1; // LSM_NO_ITEM: the module's size_t has 32 bits

export class LimbsmithError extends Error {
  constructor(code, item) {
    super(item === undefined ? `limbsmith: ${code}` : `limbsmith: item ${item}: ${code}`);
    this.name = "LimbsmithError";
    this.code = code;
    this.item = item;
  }

  get isBadInput() {
    return INPUT_ERRORS.includes(this.code);
  }
}

async function wasm(source) {
  if (source === undefined) {
    const url = new URL("./limbsmith.wasm", import.meta.url);
    if (url.protocol === "file:") {
      const { readFile } = await import("node:fs/promises");
      return WebAssembly.instantiate(await readFile(url));
    }
    source = fetch(url);
  }
  const got = await source;
  if (!(typeof Response !== "undefined" && got instanceof Response)) return WebAssembly.instantiate(got);
  if (!got.ok) throw new Error(`limbsmith: ${got.url}: ${got.status} ${got.statusText}`);
  // By its bytes, so that a server that does not know the type application/wasm is none the worse.
  return WebAssembly.instantiate(await got.arrayBuffer());
}

export async function load(source) {
  const loaded = await wasm(source);
  const library = new Limbsmith((loaded.instance ?? loaded).exports);
  library.selfTest();
  return library;
}

class Limbsmith {
  #exports;
  #output; // addresses in the module's memory, above its data: 64 bytes of output, 4 for the bad item, then the input
  #item;
  #input;

  constructor(exports) {
    this.#exports = exports;
    this.#output = exports.__heap_base.value;
    this.#item = this.#output + 64;
    this.#input = this.#item + 4;
  }

  #text(address) {
    const bytes = new Uint8Array(this.#exports.memory.buffer, address);
    return String.fromCharCode(...bytes.subarray(0, bytes.indexOf(0)));
  }

  #succeed(status, item = NO_ITEM) {
    if (status === 0) return;
    throw new LimbsmithError(this.#text(this.#exports.lsm_status_string(status)), item === NO_ITEM ? undefined : item);
  }

  #call(name, outputLength, input) {
    if (!(input instanceof Uint8Array)) throw new TypeError(`limbsmith: the input of ${name} must be a Uint8Array`);
    const { memory, [`lsm_evm_bn254_${name}_on`]: call } = this.#exports;
    const missing = this.#input + input.length - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    new Uint8Array(memory.buffer, this.#input, input.length).set(input);
    const status = call(0, this.#output, outputLength, this.#input, input.length, this.#item); // 0: the engine in use
    this.#succeed(status, new DataView(memory.buffer).getUint32(this.#item, true));
    return new Uint8Array(memory.buffer).slice(this.#output, this.#output + outputLength);
  }

  add(input) {
    return this.#call("add", 64, input);
  }

  mul(input) {
    return this.#call("mul", 64, input);
  }

  pairing(input) {
    return this.#call("pairing", 32, input);
  }

  addGas() {
    return BigInt.asUintN(64, this.#exports.lsm_evm_bn254_add_gas(0));
  }

  mulGas() {
    return BigInt.asUintN(64, this.#exports.lsm_evm_bn254_mul_gas(0));
  }

  pairingGas(length) {
    // The module's lengths have 32 bits: another number would be taken modulo 2^32.
    if (!Number.isInteger(length) || length < 0 || length >= 2 ** 32) {
      throw new TypeError("limbsmith: the length of pairingGas must be a whole number of bytes below 2^32");
    }
    return BigInt.asUintN(64, this.#exports.lsm_evm_bn254_pairing_gas(length));
  }

  groth16Verify(verificationKey, proof, publicSignals) {
    const isBadPoint = (error) => error instanceof LimbsmithError && error.isBadInput;
    return verify(this, isBadPoint, verificationKey, proof, publicSignals);
  }

  version() {
    return this.#text(this.#exports.lsm_version());
  }

  selfTest() {
    this.#succeed(this.#exports.lsm_selftest());
  }
}
