// SPDX-License-Identifier: Apache-2.0 OR MIT
// What a user of the types writes: it must compile, and what is marked must not.
import { load, LimbsmithError, type Limbsmith } from "limbsmith";

const library: Limbsmith = await load();
const sum: Uint8Array = library.add(new Uint8Array(128));
const gas: bigint = library.pairingGas(sum.length);
const valid: boolean = library.groth16Verify({}, {}, []);
// @ts-expect-error the input is bytes
library.mul("00");
try {
  library.pairing(new Uint8Array(1));
} catch (error) {
  if (error instanceof LimbsmithError && error.isBadInput) console.log(error.code, gas, valid);
  // @ts-expect-error there may be no item
  if (error instanceof LimbsmithError) error.item.toFixed();
}
