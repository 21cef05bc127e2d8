// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Runs the EVM calls of BN254 and the operations below them on a library chosen by a feature of this crate.
//!
//!     peers ops             prints the operations it can time, one a line
//!     peers answer FILE     prints the result of each record in hexadecimal, or "refused", one a line
//!     peers time FILE OP NANOSECONDS ROUNDS
//!                           runs OP at least that long in each round, and prints the median and the least of the rounds'
//!                           nanoseconds per operation, on the inputs of the records whose name begins with OP and _
//!
//! A record is a line of FILE: a name, a call and its input in hexadecimal.

#[cfg_attr(feature = "ark", path = "ark.rs")]
#[cfg_attr(any(feature = "halo2curves", feature = "halo2curves-asm"), path = "halo2curves.rs")]
#[cfg_attr(feature = "substrate-bn", path = "substrate_bn.rs")]
mod library;
mod evm;
mod peer;

use std::hint::black_box;
use std::time::Instant;

use evm::{decode_fp2, decode_g1, decode_g2, ecadd, ecmul, ecpairing};
use library::Library;
use peer::Peer;

type Fp = <Library as Peer>::Fp;
type Fp2 = <Library as Peer>::Fp2;
type Fp12 = <Library as Peer>::Fp12;
type G1 = <Library as Peer>::G1;
type G2 = <Library as Peer>::G2;

struct Record {
    name: String,
    call: String,
    input: Vec<u8>,
}

/// The call of that name, or what it is on field elements; `None` if the name is unknown.
fn call(name: &str, input: &[u8]) -> Option<Option<Vec<u8>>> {
    Some(match name {
        "bn254_add" => ecadd::<Library>(input),
        "bn254_mul" => ecmul::<Library>(input),
        "bn254_pairing" => ecpairing::<Library>(input),
        "fp_mul" | "fp_sqr" | "fp_inv" => (|| {
            let a = Library::fp(&input[..32])?;
            let out = match name {
                "fp_mul" => Library::fp_mul(a, Library::fp(&input[32..64])?),
                "fp_sqr" => Library::fp_sqr(a),
                _ => Library::fp_inv(a),
            };
            Some(Library::fp_bytes(out).to_vec())
        })(),
        "fp2_mul" | "fp2_sqr" => (|| {
            let a = decode_fp2::<Library>(&input[..64])?;
            let out = match name {
                "fp2_mul" => Library::fp2_mul(a, decode_fp2::<Library>(&input[64..])?),
                _ => Library::fp2_sqr(a),
            };
            let (c0, c1) = Library::fp2_parts(out);
            Some([Library::fp_bytes(c1), Library::fp_bytes(c0)].concat())
        })(),
        _ => return None,
    })
}

fn load(path: &str) -> Result<Vec<Record>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let record = |line: &str| {
        let mut parts = line.split(' ').map(str::to_owned);
        let (name, call, hex) = (parts.next()?, parts.next()?, parts.next()?);
        let digits = (0..hex.len()).step_by(2).map(|i| hex.get(i..i + 2).and_then(|d| u8::from_str_radix(d, 16).ok()));
        Some(Record { name, call, input: digits.collect::<Option<_>>()? })
    };
    text.lines().map(|line| record(line).ok_or_else(|| format!("{path}: not a record: {line:.60}"))).collect()
}

fn answer(path: &str) -> Result<(), String> {
    for record in load(path)? {
        match call(&record.call, &record.input).ok_or_else(|| format!("unknown call {}", record.call))? {
            Some(out) => println!("{}", out.iter().map(|byte| format!("{byte:02x}")).collect::<String>()),
            None => println!("refused"),
        }
    }
    Ok(())
}

/// What the operations below the EVM calls run on: the pairs of the records ecpairing_1_*, their coordinates and Miller
/// loops, and the values that the chains carry from one step to the next, one of them or, for throughput, one a pair.
struct Pool {
    pairs: Vec<(G1, G2)>,
    y: Vec<Fp>,
    y2: Vec<Fp2>,
    f: Vec<Fp12>,
    xs: Vec<Fp>,
    xs2: Vec<Fp2>,
    x: Fp,
    x2: Fp2,
    x12: Fp12,
}

fn load_pool(records: &[Record]) -> Option<Pool> {
    let inputs: Vec<_> = records.iter().filter(|r| r.name.starts_with("ecpairing_1_")).map(|r| &r.input).collect();
    let mut pairs = Vec::new();
    let (mut y, mut y2, mut f) = (Vec::new(), Vec::new(), Vec::new());
    let (mut xs, mut xs2) = (Vec::new(), Vec::new());
    for input in &inputs {
        let pair = (decode_g1::<Library>(&input[..64])?, decode_g2::<Library>(&input[64..])?);
        xs.push(Library::fp(&input[..32])?);
        xs2.push(decode_fp2::<Library>(&input[64..128])?);
        y.push(Library::fp(&input[32..64])?);
        y2.push(decode_fp2::<Library>(&input[128..])?);
        f.push(Library::miller_loop(std::slice::from_ref(&pair)));
        pairs.push(pair);
    }
    inputs.first()?;
    let (x, x2, x12) = (xs[0], xs2[0], f[0].clone());
    Some(Pool { pairs, y, y2, f, xs, xs2, x, x2, x12 })
}

const CHAINS: [&str; 12] = [
    "fp_mul",
    "fp_sqr",
    "fp_inv",
    "fp2_mul",
    "fp_mul_throughput",
    "fp_sqr_throughput",
    "fp2_mul_throughput",
    "fp2_sqr_throughput",
    "fp12_mul",
    "g2_subgroup",
    "miller_loop",
    "final_exp",
];

/// n times the operation, each step on the result of the one before or on another input, as limbsmith's bench does.
fn chain(op: &str, s: &mut Pool, n: usize) {
    let count = s.pairs.len();
    match op {
        "fp_mul" => (0..n).for_each(|i| s.x = Library::fp_mul(s.x, s.y[i % count])),
        "fp_sqr" => (0..n).for_each(|_| s.x = Library::fp_sqr(s.x)),
        "fp_inv" => (0..n).for_each(|i| s.x = Library::fp_add(Library::fp_inv(s.x), s.y[i % count])),
        "fp2_mul" => (0..n).for_each(|i| s.x2 = Library::fp2_mul(s.x2, s.y2[i % count])),
        "fp_mul_throughput" => (0..n).map(|i| i % count).for_each(|j| s.xs[j] = Library::fp_mul(s.xs[j], s.y[j])),
        "fp_sqr_throughput" => (0..n).map(|i| i % count).for_each(|j| s.xs[j] = Library::fp_sqr(s.xs[j])),
        "fp2_mul_throughput" => (0..n).map(|i| i % count).for_each(|j| s.xs2[j] = Library::fp2_mul(s.xs2[j], s.y2[j])),
        "fp2_sqr_throughput" => (0..n).map(|i| i % count).for_each(|j| s.xs2[j] = Library::fp2_sqr(s.xs2[j])),
        "fp12_mul" => (0..n).for_each(|i| s.x12 = Library::fp12_mul(&s.x12, &s.f[i % count])),
        "g2_subgroup" => (0..n).for_each(|i| {
            black_box(Library::g2_in_subgroup(&s.pairs[i % count].1));
        }),
        "miller_loop" => (0..n).for_each(|i| {
            let j = i % count;
            black_box(Library::miller_loop(&s.pairs[j..j + 1]));
        }),
        "final_exp" => (0..n).for_each(|i| {
            black_box(Library::final_exp(&s.f[i % count]));
        }),
        _ => unreachable!(),
    }
    black_box((s.x, s.x2, &s.x12, &s.xs, &s.xs2));
}

fn time(path: &str, op: &str, least: f64, rounds: usize) -> Result<(), String> {
    let records = load(path)?;
    let mut run: Box<dyn FnMut(usize)> = if CHAINS.contains(&op) {
        let mut pool = load_pool(&records).ok_or("no records ecpairing_1_* that decode")?;
        let op = op.to_owned();
        Box::new(move |n| chain(&op, &mut pool, n))
    } else {
        let prefix = format!("{op}_");
        let inputs: Vec<_> = records.into_iter().filter(|r| r.name.starts_with(&prefix)).collect();
        if inputs.is_empty() {
            return Err(format!("no record's name begins with {prefix}"));
        }
        Box::new(move |n| {
            for i in 0..n {
                let record = &inputs[i % inputs.len()];
                black_box(call(&record.call, &record.input));
            }
        })
    };
    let mut round = |iterations: usize| {
        let start = Instant::now();
        run(iterations);
        start.elapsed().as_nanos() as f64
    };
    // doubles until a round is long enough, which also warms up
    let mut iterations = 1;
    while round(iterations) < least {
        iterations *= 2;
    }
    let mut times: Vec<f64> = (0..rounds).map(|_| round(iterations) / iterations as f64).collect();
    times.sort_by(f64::total_cmp);
    println!("{:.2} {:.2}", (times[(rounds - 1) / 2] + times[rounds / 2]) / 2.0, times[0]);
    Ok(())
}

fn ops() {
    for op in ["ecadd", "ecmul", "ecpairing_1", "ecpairing_2", "ecpairing_4", "ecpairing_8"].iter().chain(&CHAINS) {
        if Library::SUBGROUP_TEST || !(op.starts_with("ecpairing") || *op == "g2_subgroup") {
            println!("{op}");
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match args[..] {
        ["ops"] => {
            ops();
            Ok(())
        }
        ["answer", path] => answer(path),
        ["time", path, op, least, rounds] => match (least.parse(), rounds.parse()) {
            (Ok(least), Ok(rounds)) if rounds > 0 => time(path, op, least, rounds),
            _ => Err("NANOSECONDS and ROUNDS are numbers".into()),
        },
        _ => Err("usage: peers ops | peers answer FILE | peers time FILE OP NANOSECONDS ROUNDS".into()),
    };
    if let Err(message) = done {
        eprintln!("peers: {message}");
        std::process::exit(1);
    }
}
