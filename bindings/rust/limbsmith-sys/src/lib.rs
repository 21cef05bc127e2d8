// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The C library limbsmith, and its declarations as its header `limbsmith_bn254.h` has them: what the calls do, ask and
//! promise is written there. The crate `limbsmith` is the safe way to use it.
//!
//! A test compares every name, type and number here with the header.

#![no_std]
#![allow(non_camel_case_types)]

use core::ffi::{c_char, c_int};

/// An enumeration in C; a value that is none of the constants `LSM_OK` and `LSM_ERR_*` is not to be expected.
pub type lsm_status = c_int;

pub const LSM_OK: lsm_status = 0;
pub const LSM_ERR_LENGTH: lsm_status = 1;
pub const LSM_ERR_NOT_CANONICAL: lsm_status = 2;
pub const LSM_ERR_NOT_ON_CURVE: lsm_status = 3;
pub const LSM_ERR_NOT_IN_SUBGROUP: lsm_status = 4;
pub const LSM_ERR_ARGUMENT: lsm_status = 5;
pub const LSM_ERR_OUTPUT: lsm_status = 6;
pub const LSM_ERR_ENGINE: lsm_status = 7;

pub const LSM_VERSION_MAJOR: u32 = 0;
pub const LSM_VERSION_MINOR: u32 = 1;
pub const LSM_VERSION_PATCH: u32 = 0;

pub const LSM_STACK_BYTES: usize = 32768;

pub const LSM_EVM_BN254_ADD_INPUT: usize = 128;
pub const LSM_EVM_BN254_ADD_OUTPUT: usize = 64;
pub const LSM_EVM_BN254_MUL_INPUT: usize = 96;
pub const LSM_EVM_BN254_MUL_OUTPUT: usize = 64;
pub const LSM_EVM_BN254_PAIRING_INPUT: usize = 192;
pub const LSM_EVM_BN254_PAIRING_OUTPUT: usize = 32;
pub const LSM_NO_ITEM: usize = usize::MAX;

pub const LSM_BN254_SCALAR_BYTES: usize = 32;
pub const LSM_BN254_G1_BYTES: usize = 64;
pub const LSM_BN254_G2_BYTES: usize = 128;

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct lsm_bn254_g1 {
    private_words: [u64; 8],
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct lsm_bn254_g2 {
    private_words: [u64; 16],
}

extern "C" {
    pub fn lsm_status_string(status: lsm_status) -> *const c_char;

    pub fn lsm_version() -> *const c_char;
    pub fn lsm_curve_count() -> usize;
    pub fn lsm_curve_name_at(i: usize) -> *const c_char;
    pub fn lsm_engine_name() -> *const c_char;
    pub fn lsm_engine_reason() -> *const c_char;
    pub fn lsm_engine_count() -> usize;
    pub fn lsm_engine_name_at(i: usize) -> *const c_char;
    pub fn lsm_engine_supported(engine: *const c_char) -> c_int;
    #[must_use]
    pub fn lsm_selftest() -> lsm_status;
    #[must_use]
    pub fn lsm_selftest_on(engine: *const c_char) -> lsm_status;

    #[must_use]
    pub fn lsm_evm_bn254_add(out: *mut u8, out_len: usize, in_: *const u8, in_len: usize) -> lsm_status;
    #[must_use]
    pub fn lsm_evm_bn254_mul(out: *mut u8, out_len: usize, in_: *const u8, in_len: usize) -> lsm_status;
    #[must_use]
    pub fn lsm_evm_bn254_pairing(out: *mut u8, out_len: usize, in_: *const u8, in_len: usize) -> lsm_status;
    pub fn lsm_evm_bn254_add_gas(in_len: usize) -> u64;
    pub fn lsm_evm_bn254_mul_gas(in_len: usize) -> u64;
    pub fn lsm_evm_bn254_pairing_gas(in_len: usize) -> u64;
    #[must_use]
    pub fn lsm_evm_bn254_add_on(
        engine: *const c_char,
        out: *mut u8,
        out_len: usize,
        in_: *const u8,
        in_len: usize,
        bad_item: *mut usize,
    ) -> lsm_status;
    #[must_use]
    pub fn lsm_evm_bn254_mul_on(
        engine: *const c_char,
        out: *mut u8,
        out_len: usize,
        in_: *const u8,
        in_len: usize,
        bad_item: *mut usize,
    ) -> lsm_status;
    #[must_use]
    pub fn lsm_evm_bn254_pairing_on(
        engine: *const c_char,
        out: *mut u8,
        out_len: usize,
        in_: *const u8,
        in_len: usize,
        bad_item: *mut usize,
    ) -> lsm_status;

    #[must_use]
    pub fn lsm_bn254_g1_decode(r: *mut lsm_bn254_g1, in_: *const u8) -> lsm_status;
    #[must_use]
    pub fn lsm_bn254_g2_decode(r: *mut lsm_bn254_g2, in_: *const u8) -> lsm_status;
    #[must_use]
    pub fn lsm_bn254_g2_decode_unchecked(r: *mut lsm_bn254_g2, in_: *const u8) -> lsm_status;
    #[must_use]
    pub fn lsm_bn254_g2_in_subgroup(a: *const lsm_bn254_g2) -> c_int;
    pub fn lsm_bn254_g1_encode(out: *mut u8, a: *const lsm_bn254_g1);
    pub fn lsm_bn254_g2_encode(out: *mut u8, a: *const lsm_bn254_g2);
    pub fn lsm_bn254_g1_generator(r: *mut lsm_bn254_g1);
    pub fn lsm_bn254_g2_generator(r: *mut lsm_bn254_g2);
    pub fn lsm_bn254_g1_is_infinity(a: *const lsm_bn254_g1) -> c_int;
    pub fn lsm_bn254_g2_is_infinity(a: *const lsm_bn254_g2) -> c_int;
    pub fn lsm_bn254_g1_eq(a: *const lsm_bn254_g1, b: *const lsm_bn254_g1) -> c_int;
    pub fn lsm_bn254_g2_eq(a: *const lsm_bn254_g2, b: *const lsm_bn254_g2) -> c_int;
    pub fn lsm_bn254_g1_neg(r: *mut lsm_bn254_g1, a: *const lsm_bn254_g1);
    pub fn lsm_bn254_g2_neg(r: *mut lsm_bn254_g2, a: *const lsm_bn254_g2);
    pub fn lsm_bn254_g1_add(r: *mut lsm_bn254_g1, a: *const lsm_bn254_g1, b: *const lsm_bn254_g1);
    pub fn lsm_bn254_g2_add(r: *mut lsm_bn254_g2, a: *const lsm_bn254_g2, b: *const lsm_bn254_g2);
    pub fn lsm_bn254_g1_add_vartime(r: *mut lsm_bn254_g1, a: *const lsm_bn254_g1, b: *const lsm_bn254_g1);
    pub fn lsm_bn254_g2_add_vartime(r: *mut lsm_bn254_g2, a: *const lsm_bn254_g2, b: *const lsm_bn254_g2);
    pub fn lsm_bn254_g1_mul(r: *mut lsm_bn254_g1, a: *const lsm_bn254_g1, k: *const u8);
    pub fn lsm_bn254_g2_mul(r: *mut lsm_bn254_g2, a: *const lsm_bn254_g2, k: *const u8);
    pub fn lsm_bn254_g1_mul_vartime(r: *mut lsm_bn254_g1, a: *const lsm_bn254_g1, k: *const u8);
    pub fn lsm_bn254_g2_mul_vartime(r: *mut lsm_bn254_g2, a: *const lsm_bn254_g2, k: *const u8);
    #[must_use]
    pub fn lsm_bn254_pairing_check(p: *const lsm_bn254_g1, q: *const lsm_bn254_g2, n: usize) -> c_int;
    pub fn lsm_bn254_engine_name() -> *const c_char;
    #[must_use]
    pub fn lsm_bn254_selftest() -> lsm_status;
}
