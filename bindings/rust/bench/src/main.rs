// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The crate limbsmith beside ark-bn254 and substrate-bn, on the same bytes in and out: first the answers to every vector
//! are compared, then each call is timed turn by turn on valid inputs without infinity, and the least time is shown.
//!
//! usage: bench FOLDER [ROUNDS]      FOLDER holds the project's vectors; 30 rounds of 20 ms each by default

#![allow(dead_code)] // the peers can do more

#[path = "../../../../tools/bench/rust/src/ark.rs"]
mod ark;
#[path = "../../../../tools/bench/rust/src/evm.rs"]
mod evm;
#[path = "../../../../tools/bench/rust/src/peer.rs"]
mod peer;
#[path = "../../../../tools/bench/rust/src/substrate_bn.rs"]
mod substrate_bn;

use std::hint::black_box;
use std::time::Instant;

use limbsmith::evm_bn254;
use serde_json::Value;

type Call = fn(&[u8]) -> Option<Vec<u8>>;

/// A call: its file of vectors, and limbsmith, ark-bn254 and substrate-bn doing it.
const CALLS: [(&str, [Call; 3]); 3] = [
    (
        "bn254_add",
        [|i| Some(evm_bn254::add(i).ok()?.into()), evm::ecadd::<ark::Library>, evm::ecadd::<substrate_bn::Library>],
    ),
    (
        "bn254_mul",
        [|i| Some(evm_bn254::mul(i).ok()?.into()), evm::ecmul::<ark::Library>, evm::ecmul::<substrate_bn::Library>],
    ),
    (
        "bn254_pairing",
        [
            |i| Some(evm_bn254::pairing(i).ok()?.into()),
            evm::ecpairing::<ark::Library>,
            evm::ecpairing::<substrate_bn::Library>,
        ],
    ),
];
const NAMES: [&str; 3] = ["limbsmith", "ark-bn254", "substrate-bn"];

fn inputs(folder: &str, name: &str) -> Vec<Vec<u8>> {
    let text = std::fs::read_to_string(format!("{folder}/{name}.json")).expect("a file of vectors");
    let entries: Value = serde_json::from_str(&text).expect("JSON");
    let hex =
        entries.as_array().expect("a list").iter().map(|entry| entry["Input"].as_str().expect("an input").to_owned());
    hex.map(|hex| (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect())
        .collect()
}

/// Nanoseconds a call, the least of the rounds, each contender in turn.
fn time(calls: &[Call; 3], inputs: &[&Vec<u8>], rounds: usize) -> [f64; 3] {
    let mut least = [f64::INFINITY; 3];
    for _ in 0..rounds {
        for (call, least) in calls.iter().zip(&mut least) {
            let (start, mut done) = (Instant::now(), 0);
            while start.elapsed().as_millis() < 20 {
                black_box(call(black_box(inputs[done % inputs.len()])));
                done += 1;
            }
            *least = least.min(start.elapsed().as_nanos() as f64 / done as f64);
        }
    }
    least
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (folder, rounds) = (&arguments[1], arguments.get(2).map_or(30, |n| n.parse().expect("ROUNDS, a number")));
    println!("engine {}\n{:>20}{:>14}{:>14}{:>14}", limbsmith::engine(), "microseconds", NAMES[0], NAMES[1], NAMES[2]);
    for (name, calls) in &CALLS {
        let all = inputs(folder, name);
        for input in &all {
            let answers = calls.map(|call| call(input));
            assert!(answers[0] == answers[1], "{name}: {} differ on {input:02x?}", NAMES[..2].join(" and "));
            assert!(answers[0] == answers[2], "{name}: {} and {} differ on {input:02x?}", NAMES[0], NAMES[2]);
        }
        for (length, label) in [(128, "add"), (96, "mul"), (192, "pairing, 1 pair"), (384, "pairing, 2 pairs")] {
            if !label.starts_with(&name[6..]) {
                continue;
            }
            let points = |input: &[u8]| input.chunks(64).all(|part| part.iter().any(|&byte| byte != 0)); // no infinity
            let good = |input: &&Vec<u8>| input.len() == length && points(input) && calls[0](input).is_some();
            let good: Vec<_> = all.iter().filter(good).collect();
            let [ours, ark, substrate] = time(calls, &good, rounds).map(|nanoseconds| nanoseconds / 1000.0);
            println!("{label:>20}{ours:>14.2}{ark:>14.2}{substrate:>14.2}");
        }
    }
}
