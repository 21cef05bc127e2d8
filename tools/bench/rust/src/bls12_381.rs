// SPDX-License-Identifier: Apache-2.0 OR MIT
//! blst on BLS12-381, for tools/bench/bls12_381/compare.py. Commands as those of bls12_381/main.c:
//!
//!     answer                prints the pairing of the generators in hexadecimal, as blst orders it
//!     time OP NANOSECONDS   runs OP at least that long in batches of 20 microseconds or more, and prints the nanoseconds of
//!                           one in the quickest batch

use std::hint::black_box;
use std::time::Instant;

use blst::*;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (p, q) = unsafe { (&*blst_p1_affine_generator(), &*blst_p2_affine_generator()) };
    let (mut f, mut g) = (blst_fp12::default(), blst_fp12::default());
    unsafe {
        blst_miller_loop(&mut f, q, p);
        blst_final_exp(&mut g, &f);
    }
    match args.get(1).map(String::as_str) {
        Some("answer") => {
            for c6 in g.fp6 {
                for c2 in c6.fp2 {
                    for c in c2.fp {
                        let mut bytes = [0; 48];
                        unsafe { blst_bendian_from_fp(bytes.as_mut_ptr(), &c) };
                        print!("{}", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
                    }
                }
            }
            println!();
        }
        Some("time") => {
            let enough: u128 = args[3].parse().unwrap();
            let (mut x, y) = (p.x, p.y);
            let (mut x2, y2) = (q.x, q.y);
            let mut step = || unsafe {
                match args[2].as_str() {
                    "fp_mul" => blst_fp_mul(&mut x, &x, &y),
                    "fp_sqr" => blst_fp_sqr(&mut x, &x),
                    "fp2_mul" => blst_fp2_mul(&mut x2, &x2, &y2),
                    "fp2_sqr" => blst_fp2_sqr(&mut x2, &x2),
                    "fp12_mul" => blst_fp12_mul(&mut g, &g, &f),
                    "cyclotomic_sqr" => blst_fp12_cyclotomic_sqr(&mut g, &g),
                    "miller_loop" => blst_miller_loop(&mut f, q, p),
                    "final_exp" => blst_final_exp(&mut g, &f),
                    "pairing" => {
                        blst_miller_loop(&mut f, q, p);
                        blst_final_exp(&mut g, &f);
                    }
                    "g1_in_subgroup" => assert!(blst_p1_affine_in_g1(black_box(p))),
                    "g2_in_subgroup" => assert!(blst_p2_affine_in_g2(black_box(q))),
                    other => panic!("no operation {other}"),
                }
            };
            let (start, mut batch, mut least) = (Instant::now(), 1, f64::INFINITY);
            while start.elapsed().as_nanos() < enough {
                let before = Instant::now();
                for _ in 0..batch {
                    step();
                }
                let spent = before.elapsed().as_nanos() as f64;
                if spent < 20_000.0 {
                    batch *= 2;
                } else {
                    least = least.min(spent / batch as f64);
                }
            }
            println!("{least}");
            black_box((x, x2, f, g));
        }
        _ => panic!("usage: answer | time OP NANOSECONDS"),
    }
}
