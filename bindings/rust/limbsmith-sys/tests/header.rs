// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The declarations are those of the header: functions with their types, structures, constants, and nothing is missing.

use std::collections::BTreeSet;

const HEADER: &str = include_str!("../native/limbsmith_bn254.h");
const DECLARATIONS: &str = include_str!("../src/lib.rs");

/// C without comments and preprocessor lines, each run of blanks one blank.
fn code(header: &str) -> String {
    let mut text = String::new();
    let mut rest = header;
    while let Some(start) = rest.find("/*") {
        text += &rest[..start];
        rest = &rest[start + rest[start..].find("*/").expect("an open comment") + 2..];
    }
    text += rest;
    let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// A C type and a name, as `const uint8_t in[64]`, to the name and the Rust type.
fn typed(declaration: &str) -> (String, String) {
    let text = declaration.replace('*', " * ").replace('[', " [");
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let array = words.iter().position(|word| word.starts_with('['));
    words.truncate(array.unwrap_or(words.len()));
    let name = words.pop().expect("a name");
    let pointer = array.is_some() || words.contains(&"*");
    let constant = words.contains(&"const");
    let base = match words.iter().find(|word| !["const", "*"].contains(word)) {
        Some(&"char") => "c_char",
        Some(&"int") => "c_int",
        Some(&"size_t") => "usize",
        Some(&"uint8_t") => "u8",
        Some(&"uint64_t") => "u64",
        Some(&"void") => "()",
        Some(other) => other,
        None => panic!("no type in {declaration}"),
    };
    let prefix = if !pointer {
        ""
    } else if constant {
        "*const "
    } else {
        "*mut "
    };
    (if name == "in" { "in_" } else { name }.to_owned(), format!("{prefix}{base}"))
}

fn functions_of_header() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for declaration in code(HEADER).split("LSM_API ").skip(1) {
        let declaration = &declaration[..declaration.find(';').expect("an end")];
        let (head, arguments) = declaration.split_once('(').expect("a function");
        let (name, result) = typed(head);
        let arguments = arguments.trim_end_matches(')').split(',').filter(|argument| *argument != "void");
        let arguments: Vec<_> = arguments.map(typed).map(|(name, kind)| format!("{name}: {kind}")).collect();
        let result = if result == "()" { String::new() } else { format!(" -> {result}") };
        assert!(found.insert(format!("fn {name}({}){result}", arguments.join(", "))), "{name} twice");
    }
    found
}

fn functions_of_declarations() -> BTreeSet<String> {
    let block = DECLARATIONS.split_once("extern \"C\" {").expect("a block").1;
    let statements = block.split(';').filter_map(|statement| statement.split_once("pub fn "));
    let one_line = statements.map(|(_, text)| text.split_whitespace().collect::<Vec<_>>().join(" "));
    one_line.map(|text| format!("fn {}", text.replace("( ", "(").replace(", )", ")"))).collect()
}

#[test]
fn functions() {
    let (header, here) = (functions_of_header(), functions_of_declarations());
    assert!(header.len() > 40, "{} functions", header.len());
    assert_eq!(header.difference(&here).collect::<Vec<_>>(), Vec::<&String>::new(), "in the header only");
    assert_eq!(here.difference(&header).collect::<Vec<_>>(), Vec::<&String>::new(), "not in the header");
}

/// What must not be ignored in C must not be in Rust.
#[test]
fn must_use() {
    let header = code(HEADER);
    let names = |text: &str, mark: &str, start: &str| -> BTreeSet<String> {
        let after = text.split(mark).skip(1).map(|part| &part[part.find(start).unwrap() + start.len()..]);
        after.map(|part| part[..part.find('(').unwrap()].rsplit([' ', '*']).next().unwrap().to_owned()).collect()
    };
    let wanted = names(&header, "LSM_MUST_CHECK ", "LSM_API ");
    assert!(wanted.len() > 10);
    assert_eq!(names(DECLARATIONS, "#[must_use]", "pub fn "), wanted);
}

fn values(text: &str) -> BTreeSet<(String, u64)> {
    let number = |word: &str| word.trim_end_matches([',', ';']).parse().ok();
    let mut found = BTreeSet::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let pair = match words[..] {
            ["#define", name, value, ..] => Some((name, number(value))),
            [name, "=", value, ..] if name.starts_with("LSM_") => Some((name, number(value))),
            ["pub", "const", name, _, "=", value] => Some((name.trim_end_matches(':'), number(value))),
            _ => None,
        };
        if let Some((name, Some(value))) = pair {
            found.insert((name.to_owned(), value));
        }
    }
    found
}

#[test]
fn constants() {
    assert!(values(HEADER).len() > 20);
    assert_eq!(values(DECLARATIONS), values(HEADER));
    assert!(HEADER.contains("#define LSM_NO_ITEM ((size_t)-1)"));
    let version = format!(
        "{}.{}.{}",
        limbsmith_sys::LSM_VERSION_MAJOR,
        limbsmith_sys::LSM_VERSION_MINOR,
        limbsmith_sys::LSM_VERSION_PATCH
    );
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
}

#[test]
fn structures() {
    let header = code(HEADER);
    assert_eq!(header.matches("typedef struct").count(), 2);
    assert!(header.contains("typedef struct lsm_bn254_g1 { uint64_t private_words[8]; } lsm_bn254_g1;"));
    assert!(header.contains("typedef struct lsm_bn254_g2 { uint64_t private_words[16]; } lsm_bn254_g2;"));
    assert_eq!(size_of::<limbsmith_sys::lsm_bn254_g1>(), 8 * 8);
    assert_eq!(size_of::<limbsmith_sys::lsm_bn254_g2>(), 16 * 8);
}

/// The points, which the crate limbsmith does not use: e(G1, -G2) e(G1, G2) = 1, and not without the sign.
#[test]
fn points() {
    use limbsmith_sys::*;
    let (mut p, mut q) = (lsm_bn254_g1::default(), [lsm_bn254_g2::default(); 2]);
    unsafe {
        lsm_bn254_g1_generator(&mut p);
        lsm_bn254_g2_generator(&mut q[0]);
        lsm_bn254_g2_neg(&mut q[1], &q[0]);
        assert_eq!(lsm_bn254_pairing_check([p, p].as_ptr(), q.as_ptr(), 2), 1);
        q[1] = q[0];
        assert_eq!(lsm_bn254_pairing_check([p, p].as_ptr(), q.as_ptr(), 2), 0);
        assert_eq!(lsm_bn254_g2_in_subgroup(&q[0]), 1);
        assert_eq!(lsm_bn254_selftest(), LSM_OK);
    }
}
