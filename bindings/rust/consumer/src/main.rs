// SPDX-License-Identifier: Apache-2.0 OR MIT
//! revm's trait over limbsmith, as docs/embedding/revm.md writes it (../test takes revm.rs from there).

mod revm;

use limbsmith::evm_bn254;
use revm::Limbsmith;
use revm_precompile::{crypto, install_crypto, PrecompileHalt};

/// The number in 32 bytes.
fn word(number: u8) -> [u8; 32] {
    let mut out = [0; 32];
    out[31] = number;
    out
}

fn main() {
    limbsmith::selftest().expect("the self-test");
    assert!(install_crypto(Limbsmith));
    let generator = [word(1), word(2)].concat();
    let double = crypto().bn254_g1_add(&generator, &generator).unwrap();
    assert_eq!(double[63], 196);
    assert_eq!(crypto().bn254_g1_mul(&generator, &word(2)), Ok(double));

    let infinity = [0; 128];
    let pairs = |q: &'static [u8]| crypto().bn254_pairing_check(&[(&[0; 64], &[0; 128]), (&[0; 64], q)]);
    assert_eq!(pairs(Box::leak(Box::new(infinity))), Ok(true));

    let off_curve = [word(1), word(3)].concat();
    assert_eq!(crypto().bn254_g1_add(&generator, &off_curve), Err(PrecompileHalt::Bn254AffineGFailedToCreate));
    assert_eq!(crypto().bn254_g1_mul(&[255; 64], &word(1)), Err(PrecompileHalt::Bn254FieldPointNotAMember));
    assert_eq!(pairs(&[255; 128]), Err(PrecompileHalt::Bn254FieldPointNotAMember));
    assert_eq!(pairs(&[1; 128]), Err(PrecompileHalt::Bn254AffineGFailedToCreate));
    assert_eq!(pairs(&[0; 127]), Err(PrecompileHalt::Bn254PairLength));

    println!(
        "consumer: limbsmith {}, engine {}, {} gas",
        limbsmith::version(),
        limbsmith::engine(),
        evm_bn254::add_gas(128)
    );
}
