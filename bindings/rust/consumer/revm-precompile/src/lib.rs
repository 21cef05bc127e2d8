// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The names and signatures of revm-precompile 33 that limbsmith's page for revm uses.

use std::fmt::Debug;
use std::sync::OnceLock;

static CRYPTO: OnceLock<Box<dyn Crypto>> = OnceLock::new();

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PrecompileHalt {
    OutOfGas,
    Bn254FieldPointNotAMember,
    Bn254AffineGFailedToCreate,
    Bn254PairLength,
}

pub trait Crypto: Send + Sync + Debug {
    fn bn254_g1_add(&self, p1: &[u8], p2: &[u8]) -> Result<[u8; 64], PrecompileHalt>;
    fn bn254_g1_mul(&self, point: &[u8], scalar: &[u8]) -> Result<[u8; 64], PrecompileHalt>;
    fn bn254_pairing_check(&self, pairs: &[(&[u8], &[u8])]) -> Result<bool, PrecompileHalt>;
}

pub fn install_crypto<C: Crypto + 'static>(crypto: C) -> bool {
    CRYPTO.set(Box::new(crypto)).is_ok()
}

pub fn crypto() -> &'static dyn Crypto {
    CRYPTO.get().expect("none installed").as_ref()
}
