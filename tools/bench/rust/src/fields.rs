// SPDX-License-Identifier: Apache-2.0 OR MIT
//! mul and sqr of generated fields (`python3 -m gen field`, linked as libfields.a by tools/bench/fields) beside
//! fiat-crypto's, each result the next operand: the latency of one call.
//!
//! One line a row: field, function, implementation, nanoseconds (the least of ROUNDS interleaved rounds).

use fiat_crypto::curve25519_64::*;
use fiat_crypto::curve25519_solinas_64::*;
use fiat_crypto::p256_64::*;
use fiat_crypto::secp256k1_dettman_64::*;
use fiat_crypto::secp256k1_montgomery_64::*;
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 41;
const CALLS: u32 = 20_000;

type Element = [u64; 4];

macro_rules! ours {
    ($($mul:ident $sqr:ident),*) => {
        extern "C" {
            $(fn $mul(r: *mut Element, a: *const Element, b: *const Element);
              fn $sqr(r: *mut Element, a: *const Element);)*
        }
    };
}
ours!(p256_mul p256_sqr, secp256k1_mul secp256k1_sqr, f25519_mul f25519_sqr);

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
                    let $b = black_box($start);
                    for _ in 0..CALLS {
                        let a = $r;
                        $call(&mut $r, &a, &$b);
                    }
                    black_box($r);
                }),
                best: f64::INFINITY,
            })
        };
    }
    macro_rules! ours {
        ($field:literal, $mul:ident, $sqr:ident) => {
            row!($field, "mul", "limbsmith", [3u64, 5, 7, 9], |r, b| |r: &mut Element, a: &Element, b: &Element| unsafe {
                $mul(r, a, b)
            });
            row!($field, "sqr", "limbsmith", [3u64, 5, 7, 9], |r, b| |r: &mut Element, a: &Element, _: &Element| unsafe {
                $sqr(r, a)
            });
        };
    }
    macro_rules! fiat {
        ($field:literal, $name:literal, $start:expr, $mul:ident, $sqr:ident) => {
            row!($field, "mul", $name, $start, |r, b| $mul);
            row!($field, "sqr", $name, $start, |r, b| |r: &mut _, a: &_, _: &_| $sqr(r, a));
        };
    }
    ours!("p256", p256_mul, p256_sqr);
    fiat!("p256", "fiat", fiat_p256_montgomery_domain_field_element([3, 5, 7, 9]), fiat_p256_mul, fiat_p256_square);
    ours!("secp256k1", secp256k1_mul, secp256k1_sqr);
    fiat!(
        "secp256k1",
        "fiat montgomery",
        fiat_secp256k1_montgomery_montgomery_domain_field_element([3, 5, 7, 9]),
        fiat_secp256k1_montgomery_mul,
        fiat_secp256k1_montgomery_square
    );
    fiat!("secp256k1", "fiat dettman", [3, 5, 7, 9, 11], fiat_secp256k1_dettman_mul, fiat_secp256k1_dettman_square);
    ours!("25519", f25519_mul, f25519_sqr);
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
