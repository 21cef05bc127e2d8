// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The vectors of tests/data and, where it is set, of the folder LSM_VECTORS: results, errors, gas; also from many threads.

use std::path::{Path, PathBuf};

use limbsmith::{evm_bn254, Error};
use serde_json::Value;

struct Vector {
    name: String,
    call: String,
    input: Vec<u8>,
    expected: Result<Vec<u8>, String>,
    gas: Option<u64>,
    item: Option<u64>,
}

fn bytes(hex: &str) -> Vec<u8> {
    assert!(hex.len() % 2 == 0, "{hex}");
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

fn files() -> Vec<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data");
    let folders = [Some(data), std::env::var_os("LSM_VECTORS").filter(|name| !name.is_empty()).map(PathBuf::from)];
    let entries = folders.into_iter().flatten().flat_map(|folder| folder.read_dir().unwrap());
    let names = entries.map(|entry| entry.unwrap().path());
    names.filter(|path| path.extension().is_some_and(|e| e == "json") && stem(path).starts_with("bn254_")).collect()
}

fn stem(path: &Path) -> &str {
    path.file_stem().unwrap().to_str().unwrap()
}

fn vectors() -> Vec<Vector> {
    let mut found = Vec::new();
    for path in files() {
        let entries: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        for entry in entries.as_array().unwrap() {
            let text = |key: &str| entry[key].as_str();
            found.push(Vector {
                name: format!("{}: {}", path.display(), text("Name").unwrap()),
                call: text("Op").unwrap_or(stem(&path)).to_owned(),
                input: bytes(text("Input").unwrap()),
                expected: text("Expected").map(bytes).ok_or_else(|| text("ExpectedError").unwrap().to_owned()),
                gas: entry["Gas"].as_u64(),
                item: entry["Item"].as_u64(),
            });
        }
    }
    assert!(found.len() > 2000, "{} vectors", found.len());
    assert!(found.iter().filter(|vector| vector.expected.is_err()).count() > 100);
    assert!(found.iter().filter(|vector| vector.item.is_some_and(|item| item > 0)).count() > 100);
    found
}

/// The bad item that the error names.
fn item(error: &Error) -> Option<u64> {
    match error {
        Error::NotCanonical { item } | Error::NotOnCurve { item } | Error::NotInSubgroup { item } => Some(*item as u64),
        _ => None,
    }
}

/// The machine code of <limbsmith/status.h>.
fn code(error: Error) -> &'static str {
    match error {
        Error::Length => "invalid_length",
        Error::NotCanonical { .. } => "not_canonical",
        Error::NotOnCurve { .. } => "not_on_curve",
        Error::NotInSubgroup { .. } => "not_in_subgroup",
        _ => panic!("{error}"),
    }
}

fn check(vector: &Vector) {
    let (result, gas) = match vector.call.as_str() {
        "bn254_add" => (evm_bn254::add(&vector.input).map(Vec::from), evm_bn254::add_gas(vector.input.len())),
        "bn254_mul" => (evm_bn254::mul(&vector.input).map(Vec::from), evm_bn254::mul_gas(vector.input.len())),
        "bn254_pairing" => {
            (evm_bn254::pairing(&vector.input).map(Vec::from), evm_bn254::pairing_gas(vector.input.len()))
        }
        other => panic!("{}: an unknown call {other}", vector.name),
    };
    let named = result.as_ref().err().and_then(item);
    assert!(vector.item.is_none() || named == vector.item, "{}: item {named:?}", vector.name);
    assert_eq!(result.map_err(|error| code(error).to_owned()), vector.expected, "{}", vector.name);
    assert!(!vector.gas.is_some_and(|wanted| wanted != gas), "{}: gas {gas}", vector.name);
}

#[test]
fn all() {
    vectors().iter().for_each(check);
}

#[test]
fn threads() {
    let vectors = vectors();
    std::thread::scope(|scope| {
        for thread in 0..16 {
            let mine = vectors.iter().skip(thread).step_by(7);
            scope.spawn(move || mine.for_each(check));
        }
    });
}

#[test]
fn bad_items() {
    let mut input = [0; 3 * evm_bn254::PAIR_LEN];
    input[2 * evm_bn254::PAIR_LEN + 63] = 1;
    assert_eq!(evm_bn254::pairing(&input), Err(Error::NotOnCurve { item: 2 }));
    input[evm_bn254::PAIR_LEN] = 255;
    assert_eq!(evm_bn254::pairing(&input), Err(Error::NotCanonical { item: 1 }));
}
