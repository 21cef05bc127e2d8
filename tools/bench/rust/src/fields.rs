// SPDX-License-Identifier: Apache-2.0 OR MIT
//! mul and sqr of generated fields (`python3 -m gen field`, linked as libfields.a by tools/bench/fields) beside
//! fiat-crypto's and libsecp256k1's, each result the next operand: the latency of one call. Two places take turns as the
//! result, so that no copy stands between two calls: a copy of words just stored waits for the stores.
//!
//! One line a row: field, function, implementation, nanoseconds (the least of ROUNDS interleaved rounds).

use fiat_crypto::curve25519_64::*;
use fiat_crypto::curve25519_solinas_64::*;
use fiat_crypto::p256_64::*;
use fiat_crypto::secp256k1_dettman_64::*;
use fiat_crypto::secp256k1_montgomery_64::*;
use std::hint::black_box;
use std::time::Instant;

/// Of the archive with the functions in C; see rust_program in peers.py.
const _: Option<&str> = option_env!("LINKED_SHA256");

const ROUNDS: usize = 41;
const CALLS: u32 = 20_000;

type Element = [u64; 4];
type Limbs52 = [u64; 5];

macro_rules! linked {
    ($element:ty, $($mul:ident $sqr:ident),*) => {
        extern "C" {
            $(fn $mul(r: *mut $element, a: *const $element, b: *const $element);
              fn $sqr(r: *mut $element, a: *const $element);)*
        }
    };
}
linked!(Element, p256_c64_mul p256_c64_sqr, secp256k1_c64_mul secp256k1_c64_sqr, f25519_c64_mul f25519_c64_sqr);
linked!(Element, p256_adx_mul p256_adx_sqr, secp256k1_adx_mul secp256k1_adx_sqr, f25519_adx_mul f25519_adx_sqr);
linked!(Limbs52, libsecp256k1_mul libsecp256k1_sqr);

fn time(run: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_nanos() as f64 / f64::from(CALLS)
}

struct Row {
    name: [&'static str; 3],
    run: Box<dyn FnMut()>,
    best: f64,
}

fn main() {
    let mut rows: Vec<Row> = Vec::new();
    // Small limbs are reduced in every representation.
    macro_rules! row {
        ($field:literal, $function:literal, $name:literal, $start:expr, |$r:ident, $b:ident| $call:expr) => {
            rows.push(Row {
                name: [$field, $function, $name],
                run: Box::new(|| {
                    let mut $r = black_box($start);
                    let mut other = $r;
                    let $b = black_box($start);
                    for _ in 0..CALLS / 2 {
                        $call(&mut other, &$r, &$b);
                        $call(&mut $r, &other, &$b);
                    }
                    black_box($r);
                }),
                best: f64::INFINITY,
            })
        };
    }
    macro_rules! called {
        ($field:literal, $name:literal, $start:expr, $mul:ident, $sqr:ident) => {
            row!($field, "mul", $name, $start, |r, b| |r: &mut _, a: &_, b: &_| unsafe { $mul(r, a, b) });
            row!($field, "sqr", $name, $start, |r, b| |r: &mut _, a: &_, _: &_| unsafe { $sqr(r, a) });
        };
    }
    // Without the instructions of adx the library has c64 only.
    let adx = is_x86_feature_detected!("adx") && is_x86_feature_detected!("bmi2");
    macro_rules! ours {
        ($field:literal, $mul:ident, $sqr:ident, $mul_adx:ident, $sqr_adx:ident) => {
            called!($field, "limbsmith c64", [3u64, 5, 7, 9], $mul, $sqr);
            if adx {
                called!($field, "limbsmith adx", [3u64, 5, 7, 9], $mul_adx, $sqr_adx);
            }
        };
    }
    macro_rules! fiat {
        ($field:literal, $name:literal, $start:expr, $mul:ident, $sqr:ident) => {
            row!($field, "mul", $name, $start, |r, b| $mul);
            row!($field, "sqr", $name, $start, |r, b| |r: &mut _, a: &_, _: &_| $sqr(r, a));
        };
    }
    ours!("p256", p256_c64_mul, p256_c64_sqr, p256_adx_mul, p256_adx_sqr);
    fiat!("p256", "fiat", fiat_p256_montgomery_domain_field_element([3, 5, 7, 9]), fiat_p256_mul, fiat_p256_square);
    ours!("secp256k1", secp256k1_c64_mul, secp256k1_c64_sqr, secp256k1_adx_mul, secp256k1_adx_sqr);
    called!("secp256k1", "libsecp256k1", [3u64, 5, 7, 9, 11], libsecp256k1_mul, libsecp256k1_sqr);
    fiat!(
        "secp256k1",
        "fiat montgomery",
        fiat_secp256k1_montgomery_montgomery_domain_field_element([3, 5, 7, 9]),
        fiat_secp256k1_montgomery_mul,
        fiat_secp256k1_montgomery_square
    );
    fiat!("secp256k1", "fiat dettman", [3, 5, 7, 9, 11], fiat_secp256k1_dettman_mul, fiat_secp256k1_dettman_square);
    ours!("25519", f25519_c64_mul, f25519_c64_sqr, f25519_adx_mul, f25519_adx_sqr);
    fiat!("25519", "fiat solinas", [3, 5, 7, 9], fiat_curve25519_solinas_mul, fiat_curve25519_solinas_square);
    row!("25519", "mul", "fiat 5x51", [3u64, 5, 7, 9, 11], |r, b| |r: &mut [u64; 5], a: &[u64; 5], b: &[u64; 5]| {
        let mut out = fiat_25519_tight_field_element(*a);
        fiat_25519_carry_mul(&mut out, &fiat_25519_loose_field_element(*a), &fiat_25519_loose_field_element(*b));
        *r = out.0;
    });
    row!("25519", "sqr", "fiat 5x51", [3u64, 5, 7, 9, 11], |r, b| |r: &mut [u64; 5], a: &[u64; 5], _: &[u64; 5]| {
        let mut out = fiat_25519_tight_field_element(*a);
        fiat_25519_carry_square(&mut out, &fiat_25519_loose_field_element(*a));
        *r = out.0;
    });
    for _ in 0..ROUNDS {
        for row in &mut rows {
            row.best = row.best.min(time(&mut row.run));
        }
    }
    for row in &rows {
        println!("{}\t{}\t{}\t{:.2}", row.name[0], row.name[1], row.name[2], row.best);
    }
}
