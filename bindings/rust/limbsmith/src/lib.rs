// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The Ethereum precompiles of BN254 (alt_bn128), over the C library limbsmith, which this crate's `limbsmith-sys` compiles.
//!
//! [`evm_bn254`] has the calls, [`Error`] what they refuse, and how revm calls that. Nothing here panics, allocates or
//! keeps state; any thread may call; a call needs at most 32 KiB of stack.
//!
//! ```
//! use limbsmith::{evm_bn254, Error};
//!
//! let mut input = [0; 128]; // two points, here twice the generator (1, 2)
//! (input[31], input[63], input[95], input[127]) = (1, 2, 1, 2);
//! assert_eq!(evm_bn254::add(&input)?[63], 196);
//! input[127] = 3;
//! assert_eq!(evm_bn254::add(&input), Err(Error::NotOnCurve { item: 1 }));
//! # Ok::<(), Error>(())
//! ```

#![no_std]
#![warn(missing_docs)]

mod error;
pub mod evm_bn254;

use core::ffi::{c_char, CStr};

pub use error::Error;

/// The version of the C library, as `"0.1.0"`.
///
/// ```
/// assert_eq!(limbsmith::version(), env!("CARGO_PKG_VERSION"));
/// ```
pub fn version() -> &'static str {
    // SAFETY: no arguments; a static string.
    text(unsafe { limbsmith_sys::lsm_version() })
}

/// The engine in use, as `"c64"`: what this processor can run best.
///
/// ```
/// assert!(["lanes", "adx", "c64"].contains(&limbsmith::engine()));
/// ```
pub fn engine() -> &'static str {
    // SAFETY: no arguments; a static string.
    text(unsafe { limbsmith_sys::lsm_engine_name() })
}

/// Why this engine was chosen, in a few words.
///
/// ```
/// assert!(!limbsmith::engine_reason().is_empty());
/// ```
pub fn engine_reason() -> &'static str {
    // SAFETY: no arguments; a static string.
    text(unsafe { limbsmith_sys::lsm_engine_reason() })
}

/// Known answers, good and bad inputs, on every engine that this machine can run, a few milliseconds each;
/// [`Error::Engine`] if one is wrong.
///
/// ```
/// assert_eq!(limbsmith::selftest(), Ok(()));
/// ```
pub fn selftest() -> Result<(), Error> {
    // SAFETY: no arguments.
    error::check(unsafe { limbsmith_sys::lsm_selftest() }, limbsmith_sys::LSM_NO_ITEM)
}

/// The C library's strings are static and ASCII.
fn text(string: *const c_char) -> &'static str {
    // SAFETY: not null, ends with a zero, lives for ever.
    unsafe { CStr::from_ptr(string) }.to_str().unwrap_or_default()
}
