// SPDX-License-Identifier: Apache-2.0 OR MIT
// Groth16 (eprint 2016/260) over the precompiles, from snarkjs's three files. With the key's points alpha, beta, gamma,
// delta, IC and the public signals x, a proof A, B, C is valid if
//   e(-A, B) e(alpha, beta) e(IC_0 + x_1 IC_1 + ... + x_n IC_n, gamma) e(C, delta) = 1.

// The primes of alt_bn128 (EIP-196). A test compares them with the library's.
const P = 21888242871839275222246405745257275088696311157297823662689037894645226208583n;
const R = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;

function fail(field, what) {
  throw new TypeError(`limbsmith: ${field}: ${what}`);
}

// A canonical number: what is not below the bound is refused, never reduced, so that x + r is no second name for x.
function number(given, bound, field) {
  const text = Number.isSafeInteger(given) ? String(given) : given;
  if (typeof text !== "string" || !/^(0|[1-9][0-9]{0,77})$/.test(text)) fail(field, "not a decimal number in a string");
  const value = BigInt(text);
  if (value >= bound) fail(field, `not below ${bound === P ? "p" : "r"}`);
  return value;
}

function list(value, length, field) {
  if (!Array.isArray(value)) fail(field, "not a list");
  if (value.length !== length) fail(field, `${value.length} entries, not ${length}`);
  return value;
}

function bytes(...values) {
  const hex = values.map((value) => value.toString(16).padStart(64, "0")).join("");
  return Uint8Array.from(hex.match(/../g), (byte) => parseInt(byte, 16));
}

function join(...parts) {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (out.set(part, at), at + part.length), 0);
  return out;
}

// Affine points only. (0, 0), the precompiles' infinity, is off the curve like any other wrong pair.
class OffTheCurve extends Error {}

function coordinates(...values) {
  if (values.every((value) => value === 0n)) throw new OffTheCurve();
  return bytes(...values);
}

function g1(value, field) {
  const [x, y, z] = list(value, 3, field);
  if (number(z, P, `${field}[2]`) !== 1n) fail(`${field}[2]`, "not 1");
  return coordinates(number(x, P, `${field}[0]`), number(y, P, `${field}[1]`));
}

function g2(value, field) {
  const parts = list(value, 3, field).map((pair, i) =>
    list(pair, 2, `${field}[${i}]`).map((part, j) => number(part, P, `${field}[${i}][${j}]`)),
  );
  const [[x0, x1], [y0, y1], [z0, z1]] = parts;
  if (z0 !== 1n || z1 !== 0n) fail(`${field}[2]`, "not 1");
  return coordinates(x1, x0, y1, y0);
}

function object(value, field) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) fail(field, "not an object");
  if (value.protocol !== "groth16") fail(`${field}.protocol`, "not groth16");
  // one curve, three names; some writers leave it out of the proof
  const unnamed = field === "proof" && value.curve === undefined;
  if (!unnamed && !["bn128", "bn254", "alt_bn128"].includes(value.curve)) fail(`${field}.curve`, "not bn128");
  return value;
}

function readStatement(verificationKey, proof, publicSignals) {
  const key = object(verificationKey, "key");
  const given = object(proof, "proof");
  if (!Number.isSafeInteger(key.nPublic) || key.nPublic < 0) fail("key.nPublic", "not a count");
  return {
    signals: list(publicSignals, key.nPublic, "public").map((each, i) => bytes(number(each, R, `public[${i}]`))),
    ic: list(key.IC, key.nPublic + 1, "key.IC").map((each, i) => g1(each, `key.IC[${i}]`)),
    alpha: g1(key.vk_alpha_1, "key.vk_alpha_1"),
    beta: g2(key.vk_beta_2, "key.vk_beta_2"),
    gamma: g2(key.vk_gamma_2, "key.vk_gamma_2"),
    delta: g2(key.vk_delta_2, "key.vk_delta_2"),
    a: g1(given.pi_a, "proof.pi_a"),
    b: g2(given.pi_b, "proof.pi_b"),
    c: g1(given.pi_c, "proof.pi_c"),
  };
}

// The result of the pairing call that a Solidity verifier would make.
function pairingOf(library, { signals, ic, alpha, beta, gamma, delta, a, b, c }) {
  const sum = signals.reduce((r, x, i) => library.add(join(r, library.mul(join(ic[i + 1], x)))), ic[0]);
  const minusA = library.mul(join(a, bytes(R - 1n)));
  return library.pairing(join(minusA, b, alpha, beta, sum, gamma, c, delta));
}

// library: add, mul and pairing of limbsmith.d.ts.   isBadPoint: which of their errors mean a bad point.
export function verify(library, isBadPoint, verificationKey, proof, publicSignals) {
  try {
    return pairingOf(library, readStatement(verificationKey, proof, publicSignals))[31] === 1;
  } catch (error) {
    if (error instanceof OffTheCurve || isBadPoint(error)) return false;
    throw error;
  }
}
