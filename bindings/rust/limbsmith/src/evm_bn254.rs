// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The Ethereum precompiles of BN254, bytes in and bytes out: ecAdd and ecMul (EIP-196), ecPairing (EIP-197), and their
//! gas (EIP-1108).
//!
//! Numbers are 32 bytes, big-endian. A point of G1 is x, y; a point of G2 is x then y, each with its imaginary part first.
//! All zeros is the point at infinity. A coordinate of p or more is rejected. Time depends on the input, which is public
//! on a chain.

use core::ptr;

use limbsmith_sys as sys;

use crate::error::{check, Error};

/// Bytes of a pair in the input of [`pairing`].
pub const PAIR_LEN: usize = sys::LSM_EVM_BN254_PAIRING_INPUT;

type Call =
    unsafe extern "C" fn(*const core::ffi::c_char, *mut u8, usize, *const u8, usize, *mut usize) -> sys::lsm_status;

fn run<const N: usize>(call: Call, input: &[u8]) -> Result<[u8; N], Error> {
    let (mut out, mut item) = ([0; N], sys::LSM_NO_ITEM);
    // SAFETY: out and item are written, input is read, each within its length; null stands for the engine in use.
    let status = unsafe { call(ptr::null(), out.as_mut_ptr(), N, input.as_ptr(), input.len(), &mut item) };
    check(status, item).map(|()| out)
}

/// a + b in G1. Input: a, b; shorter than 128 bytes it is padded with zeros on the right, longer it is cut.
///
/// ```
/// use limbsmith::{evm_bn254, Error};
///
/// assert_eq!(evm_bn254::add(&[]), Ok([0; 64])); // infinity
/// assert_eq!(evm_bn254::add(&[255; 32]), Err(Error::NotCanonical { item: 0 }));
/// ```
pub fn add(input: &[u8]) -> Result<[u8; 64], Error> {
    run(sys::lsm_evm_bn254_add_on, input)
}

/// \[k\]a in G1. Input: a, k; shorter than 96 bytes it is padded with zeros on the right, longer it is cut.
///
/// ```
/// use limbsmith::evm_bn254;
///
/// let mut input = [0; 96]; // the generator (1, 2), once
/// (input[31], input[63], input[95]) = (1, 2, 1);
/// assert_eq!(evm_bn254::mul(&input).as_ref().map(|point| &point[..]), Ok(&input[..64]));
/// ```
pub fn mul(input: &[u8]) -> Result<[u8; 64], Error> {
    run(sys::lsm_evm_bn254_mul_on, input)
}

/// 1 if the product of e(P_i, Q_i) is 1, else 0, as a number of 32 bytes. Input: pairs of [`PAIR_LEN`] bytes, P_i in G1
/// and Q_i in G2; no pair at all gives 1. A pair that holds infinity contributes nothing, and its other point must be
/// valid all the same.
///
/// ```
/// use limbsmith::{evm_bn254, Error};
///
/// assert_eq!(evm_bn254::pairing(&[]).map(|out| out[31]), Ok(1));
/// assert_eq!(evm_bn254::pairing(&[0; evm_bn254::PAIR_LEN - 1]), Err(Error::Length));
/// ```
pub fn pairing(input: &[u8]) -> Result<[u8; 32], Error> {
    run(sys::lsm_evm_bn254_pairing_on, input)
}

/// The gas of an addition with this many bytes of input, valid or not.
///
/// ```
/// assert_eq!(limbsmith::evm_bn254::add_gas(128), 150);
/// ```
pub fn add_gas(len: usize) -> u64 {
    // SAFETY: a number in, a number out.
    unsafe { sys::lsm_evm_bn254_add_gas(len) }
}

/// The gas of a multiplication with this many bytes of input, valid or not.
///
/// ```
/// assert_eq!(limbsmith::evm_bn254::mul_gas(96), 6000);
/// ```
pub fn mul_gas(len: usize) -> u64 {
    // SAFETY: a number in, a number out.
    unsafe { sys::lsm_evm_bn254_mul_gas(len) }
}

/// The gas of a pairing with this many bytes of input, valid or not; [`u64::MAX`] where it would not fit.
///
/// ```
/// assert_eq!(limbsmith::evm_bn254::pairing_gas(2 * 192), 45000 + 2 * 34000);
/// ```
pub fn pairing_gas(len: usize) -> u64 {
    // SAFETY: a number in, a number out.
    unsafe { sys::lsm_evm_bn254_pairing_gas(len) }
}
