// SPDX-License-Identifier: Apache-2.0 OR MIT

/** A status of the library other than ok. */
export class LimbsmithError extends Error {
  /** The machine code: invalid_length, not_canonical, not_on_curve, not_in_subgroup, engine. */
  readonly code: string;
  /** Whether the input was bad, so that a contract call fails; all else is a failure of the process. */
  readonly isBadInput: boolean;
  /** The index, from 0, of the first bad point (add, mul) or pair (pairing); undefined where no item decided. */
  readonly item: number | undefined;
}

/** Numbers are 32 bytes, big-endian; a point of G1 is x, y, one of G2 x then y, imaginary parts first; zeros are infinity. */
export interface Limbsmith {
  /** a + b in G1, 64 bytes (EIP-196). Input: a, b; padded with zeros to 128 bytes, or cut. Throws LimbsmithError. */
  add(input: Uint8Array): Uint8Array;
  /** [k]a in G1, 64 bytes (EIP-196). Input: a, k; padded with zeros to 96 bytes, or cut. Throws LimbsmithError. */
  mul(input: Uint8Array): Uint8Array;
  /** 1 or 0 in 32 bytes: whether the product of all pairings is 1 (EIP-197). Input: pairs of 192 bytes. Throws LimbsmithError. */
  pairing(input: Uint8Array): Uint8Array;
  /** Gas of a call, valid or not (EIP-1108). */
  addGas(): bigint;
  mulGas(): bigint;
  /** length: bytes of input, below 2^32. Throws TypeError for what is no such number. */
  pairingGas(length: number): bigint;
  /**
   * Whether a Groth16 proof is valid, from the parsed JSON of snarkjs's three files. A point off its curve or outside its
   * group makes it invalid. Throws TypeError, naming the field, for what is malformed: wrong protocol or curve, a number
   * that is not decimal and below its prime, a wrong count, a projective coordinate other than 1.
   */
  groth16Verify(verificationKey: unknown, proof: unknown, publicSignals: unknown): boolean;
  /** The version of the library, as "0.1.0". */
  version(): string;
  /** Known answers for every call; throws LimbsmithError if one is wrong. load() has run it. */
  selfTest(): void;
}

/**
 * Compile the library, by default from limbsmith.wasm beside this module.
 * source: its bytes, a compiled module, a Response, or a promise of one of them.
 */
export function load(
  source?: BufferSource | WebAssembly.Module | Response | Promise<BufferSource | WebAssembly.Module | Response>,
): Promise<Limbsmith>;
