// SPDX-License-Identifier: Apache-2.0 OR MIT
use core::fmt;

use limbsmith_sys as sys;

/// Why a call gave no result. `item` is the index, from 0, of the point (add, mul) or pair (pairing) that decided.
///
/// In the words of revm-precompile (`PrecompileHalt` in its version 33, `PrecompileError` in older ones):
///
/// | here | revm |
/// | --- | --- |
/// | `Length` | `Bn254PairLength` |
/// | `NotCanonical` | `Bn254FieldPointNotAMember` |
/// | `NotOnCurve`, `NotInSubgroup` | `Bn254AffineGFailedToCreate` |
/// | `Engine`, `Other` | none: not the fault of the input |
///
/// ```
/// use limbsmith::{evm_bn254, Error};
///
/// let error = evm_bn254::pairing(&[0; 191]).unwrap_err();
/// assert_eq!(error, Error::Length);
/// assert!(error.is_bad_input());
/// assert_eq!(error.to_string(), "the length is no multiple of 192 bytes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// The input of a pairing is no multiple of 192 bytes.
    Length,
    /// A coordinate is p or more.
    NotCanonical {
        /// Which point or pair.
        item: usize,
    },
    /// A point is not on its curve.
    NotOnCurve {
        /// Which point or pair.
        item: usize,
    },
    /// A point of G2 is on the twist, but not of order r.
    NotInSubgroup {
        /// Which pair.
        item: usize,
    },
    /// An engine fails its self-test.
    Engine,
    /// Another status of the C library: a fault of this crate.
    Other(i32),
}

impl Error {
    /// Whether the input is to blame: for a contract, failure. Another error must not be reported as one.
    ///
    /// ```
    /// # use limbsmith::Error;
    /// assert!(Error::NotOnCurve { item: 0 }.is_bad_input());
    /// assert!(!Error::Engine.is_bad_input());
    /// ```
    pub const fn is_bad_input(&self) -> bool {
        !matches!(self, Error::Engine | Error::Other(_))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Length => f.write_str("the length is no multiple of 192 bytes"),
            Error::NotCanonical { item } => write!(f, "item {item}: a coordinate is p or more"),
            Error::NotOnCurve { item } => write!(f, "item {item}: the point is not on its curve"),
            Error::NotInSubgroup { item } => write!(f, "item {item}: the point of G2 is not of order r"),
            Error::Engine => f.write_str("an engine fails its self-test"),
            Error::Other(status) => write!(f, "unexpected status {status}"),
        }
    }
}

impl core::error::Error for Error {}

/// A status of the C library, with the bad item that it named.
pub(crate) fn check(status: sys::lsm_status, item: usize) -> Result<(), Error> {
    Err(match status {
        sys::LSM_OK => return Ok(()),
        sys::LSM_ERR_LENGTH => Error::Length,
        sys::LSM_ERR_NOT_CANONICAL => Error::NotCanonical { item },
        sys::LSM_ERR_NOT_ON_CURVE => Error::NotOnCurve { item },
        sys::LSM_ERR_NOT_IN_SUBGROUP => Error::NotInSubgroup { item },
        sys::LSM_ERR_ENGINE => Error::Engine,
        other => Error::Other(other),
    })
}
