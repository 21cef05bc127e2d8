// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Compiles the library, which is one C file that needs no flags.

use std::path::Path;

fn main() {
    let source = "native/limbsmith_bn254.c";
    println!("cargo:rerun-if-changed=native");
    if !Path::new(source).is_file() {
        eprintln!(
            "limbsmith-sys: there is no {source}. The packaged crate holds it; in a checkout of the project, \
             tools/vendor bindings/rust/limbsmith-sys writes it."
        );
        std::process::exit(1);
    }
    // Always optimised: the stack that a call needs is bounded for such a build. -O2 and not -O3: the project's
    // CMakeLists.txt says why.
    cc::Build::new().file(source).opt_level(2).debug(false).define("LSM_STATIC", None).compile("limbsmith");
}
