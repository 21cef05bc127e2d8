# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`gen field`: a field for any odd prime, compiled alone and compared with Python integers."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from sympy import isprime, nextprime, prevprime

import fieldlib
from curvelib import run_gen
from fieldlib import COMPILERS, STRICT, compile_alone
from gen.numbers import NumberError, integer
from gen.params import ParamError
from gen.standalone import make, order, vectors


def boundary(bits: int, kind: str) -> int:
    """The largest, the smallest or a random prime of exactly `bits` bits: just below and above the spare-bit limits."""
    if kind == "top":
        return int(prevprime(1 << bits))
    if kind == "bottom":
        return int(nextprime(1 << (bits - 1)))
    chance = random.Random(bits)
    while True:
        value = chance.getrandbits(bits) | 1 << (bits - 1) | 1
        if isprime(value):
            return value


def special(words: int, low: int) -> int:
    """A prime of `words` words that is `low` modulo 2^64: 1 and -1 give the reduction factors n0 = -1 and 1."""
    value = (1 << 64 * words) - (1 << 64) + low % (1 << 64)
    while not isprime(value):
        value -= 1 << 64
    return value


SIZES = [64 * k + offset for k in range(1, 9) for offset in (-3, -2, -1, 0, 1)]
NAMED = {
    "2^127-1": 2**127 - 1,
    "2^255-19": 2**255 - 19,
    "2^64-2^32+1": 2**64 - 2**32 + 1,
    "p = -1 mod 2^64": special(4, -1),
    "p = 1 mod 2^64": special(3, 1),
    "secp256k1": 2**256 - 2**32 - 977,
    "2^521-1": 2**521 - 1,
}
TINY = {str(p): p for p in (3, 5, 7, 11, 13, 17, 19, 23, 31, 59, 61, 127, 251, 257, 65537)}
ALL = {f"{bits} bits, {kind}": (bits, kind) for bits in (*SIZES, 1024) for kind in ("top", "bottom", "random")}
QUICK = (
    "61 bits, random",
    "64 bits, top",
    "65 bits, bottom",
    "254 bits, random",
    "256 bits, top",
    "257 bits, bottom",
    "384 bits, top",
)


def compare(folder: Path, modulus: int) -> None:
    made, library = compile_alone(folder, modulus)
    for alias in (False, True):
        fieldlib.check_prime_field(library, "fp", alias)
    fieldlib.check_bytes(library, "fp")
    assert made.root == (modulus % 4 == 3 and modulus > 3)
    if made.root:
        fieldlib.check_square_roots(library, "fp")


@pytest.mark.parametrize("modulus", [*NAMED.values(), 3, 7], ids=[*NAMED, "3", "7"])
def test_special_primes(tmp_path: Path, modulus: int) -> None:
    compare(tmp_path, modulus)


@pytest.mark.parametrize("size", QUICK)
def test_primes_at_the_limits_of_words(tmp_path: Path, size: str) -> None:
    compare(tmp_path, boundary(*ALL[size]))


@pytest.mark.full
@pytest.mark.parametrize("size", [size for size in ALL if size not in QUICK])
def test_primes_of_every_size(tmp_path: Path, size: str) -> None:
    compare(tmp_path, boundary(*ALL[size]))


@pytest.mark.full
@pytest.mark.parametrize("modulus", TINY.values(), ids=TINY)
def test_tiny_primes(tmp_path: Path, modulus: int) -> None:
    compare(tmp_path, modulus)


def test_n0_of_the_special_primes() -> None:
    for name, n0 in (("p = -1 mod 2^64", 1), ("p = 1 mod 2^64", 2**64 - 1)):
        assert make(order("fp", str(NAMED[name]))).field.n0 == n0


def test_sixteen_words_are_right_and_stay_within_a_code_size(tmp_path: Path) -> None:
    """Unrolled all the way: gcc 12 takes 2 s for the four long functions and makes 47 KB of them, clang 14 39 KB. The
    whole library has 160 KB with gcc -O1."""
    made, library = compile_alone(tmp_path, boundary(1024, "random"))
    assert made.field.limbs == 16
    assert made.plan["mul"].program.cost() == 2 * 16**2 + 16  # products, and one reduction factor a row
    assert made.plan["sqr"].program.cost() == 16 * 17 // 2 + 16**2 + 16
    assert len(made.files["fp.c"]) < 300_000
    assert (tmp_path / "field.so").stat().st_size < 200_000
    fieldlib.check_prime_field(library, "fp", alias=False)


@pytest.mark.skipif("adx" not in Path("/proc/cpuinfo").read_text().split(), reason="no x86-64 with ADX here")
@pytest.mark.parametrize(
    "size", ["254 bits, random", "256 bits, random", "256 bits, top", "320 bits, bottom", "64 bits, top"]
)
def test_the_engine_adx(tmp_path: Path, size: str) -> None:
    made, library = compile_alone(tmp_path, boundary(*ALL[size]), engine="adx")
    assert "fp_mul" in made.files["fp.S"] and "core/asm.h" in made.files
    for alias in (False, True):
        fieldlib.check_prime_field(library, "fp", alias)


def test_adx_is_refused_with_the_number_of_words() -> None:
    with pytest.raises(
        ParamError, match=r"--engine: adx is refused: .* needs 6 words at most; p has 9 words"
    ) as caught:
        make(order("fp", "2^521-1", "adx"))
    assert "c64 serves every modulus" in caught.value.reason


def build_and_run(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    sources = sorted(path.name for path in folder.glob("*.c"))
    subprocess.run([COMPILERS[0], *STRICT, *sources, "-o", "t"], cwd=folder, check=True)
    return subprocess.run([str(folder / "t")], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("name", "modulus"), [("f25519", "2^255-19"), ("goldilocks", "2^64-2^32+1"), ("three", "3"), ("m61", "2^61-1")]
)
def test_the_commands_files_compile_alone_and_its_test_program_passes(tmp_path: Path, name: str, modulus: str) -> None:
    run = run_gen("field", "--modulus", modulus, "--name", name, "--out", str(tmp_path / "f"), "--test")
    assert run.returncode == 0, run.stderr
    assert f"wrote {tmp_path / 'f' / name}.h\n" in run.stdout
    assert re.search(r"  mul: (?:mont_\w+|fold), \d+ word multiplications", run.stdout)
    header = (tmp_path / "f" / f"{name}.h").read_text()
    assert str(tmp_path) not in header and '#include "engine_id.h"' not in header
    contracts = json.loads((tmp_path / "f/contracts.json").read_text())
    assert contracts["field"] == name
    assert {f"{name}_mul", f"{name}_inv"} <= {entry["function"] for entry in contracts["functions"]}
    ran = build_and_run(tmp_path / "f", name)
    per_row = 14 + 2 * (f"{name}_sqrt" in header)
    assert ran.stdout == f"{name}: {24 * per_row + 1} checks, 0 failed\n"
    assert ran.returncode == 0


def test_the_test_program_fails_on_another_field(tmp_path: Path) -> None:
    """Its answers are those of its own prime: with the code of the next prime it says what is wrong."""
    mine, other = (make(order("fp", str(p), test=True)) for p in (2**127 - 1, 2**128 - 173))
    for file, text in {**mine.files, "fp.c": other.files["fp.c"], "fp.h": other.files["fp.h"]}.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text)
    ran = build_and_run(tmp_path, "fp")
    assert ran.returncode == 1
    assert "fp: mul is wrong for vector" in ran.stdout and "fp: inv is wrong for vector" in ran.stdout
    assert "from_bytes of the modulus" in ran.stdout


@pytest.mark.skipif(not shutil.which("g++"), reason="g++ is not installed")
def test_the_header_serves_cpp(tmp_path: Path) -> None:
    compile_alone(tmp_path, 2**127 - 1)
    (tmp_path / "use.cpp").write_text(
        '#include "fp.h"\nint main() { fp a = LSM_FP_ONE; fp_add(&a, &a, &a); return fp_is_zero(&a); }\n'
    )
    subprocess.run(
        ["g++", "-std=c++17", "-Wall", "-Wextra", "use.cpp", "field.so", "-o", "use"], cwd=tmp_path, check=True
    )
    assert subprocess.run([str(tmp_path / "use")], check=False).returncode == 0


def test_two_fields_link_into_one_program(tmp_path: Path) -> None:
    for name, modulus in (("one", 2**61 - 1), ("two", 2**127 - 1)):
        (tmp_path / name).mkdir()
        compile_alone(tmp_path / name, modulus, name)
    (tmp_path / "both.c").write_text(
        '#include "one/one.h"\n#include "two/two.h"\nint main(void) { one a = LSM_ONE_ONE; two b = LSM_TWO_ONE; '
        "one_inv(&a, &a); two_inv(&b, &b); return !(one_eq(&a, &LSM_ONE_ONE) && two_eq(&b, &LSM_TWO_ONE)); }\n"
    )
    subprocess.run([COMPILERS[0], *STRICT, "both.c", "one/one.c", "two/two.c", "-o", "both"], cwd=tmp_path, check=True)
    assert subprocess.run([str(tmp_path / "both")], check=False).returncode == 0


def test_known_answers_are_right() -> None:
    p = 2**61 - 1
    rows = vectors(make(order("fp", str(p))).field)
    assert len(rows) == 24 and {row["a"] for row in rows} >= {0, 1, p - 1}
    for row in rows:
        assert (row["sum"] - row["a"] - row["b"]) % p == (row["product"] - row["a"] * row["b"]) % p == 0
        assert row["inverse"] * row["a"] % p == (row["a"] != 0)


@pytest.mark.parametrize(
    ("modulus", "reason"),
    [
        ("91", r"91 = 7 \* 13, not a prime \(the nearest are 91 - 2 and 91 \+ 6\)"),
        ("2^255-18", r"\d{77} is even"),
        ("2", "2 is below 3"),
        ("0", "0 is below 3"),
        ("-7", "-7 is below 3"),
        ("2^1025-1", r"\d+ has 1025 bits"),
        ("(2^521-1)*(2^127-1)", r"\d+ is composite .*, not a prime"),
    ],
)
def test_moduli_that_are_no_odd_prime(modulus: str, reason: str) -> None:
    with pytest.raises(ParamError, match=rf"^command line: --modulus: {reason}.*; an odd prime of 2 to 1024 bits is"):
        order("fp", modulus)


@pytest.mark.parametrize(
    ("modulus", "reason"),
    [
        ("2^999999999", r"2\^999999999 is longer than 2048 bits"),
        ("9" * 5000, "5000 characters; at most 2000 are read"),
        ("__import__('os')", "is not an integer"),
        ("2**3 and 5", "is not an integer"),
        ("2.0", "is not an integer"),
        ("True", "is not an integer"),
        ("7//2", r"the operations are \+ - \* \^"),
        ("2^-1", "the exponent -1 is negative"),
        ("007", "is not an integer"),
        ("(" * 500 + "7" + ")" * 500, "is not an integer"),
        ("", "is not an integer"),
    ],
    ids=lambda value: value[:16],
)
def test_text_that_is_no_number(modulus: str, reason: str) -> None:
    with pytest.raises(ParamError, match=f"^command line: --modulus: .*{reason}"):
        order("fp", modulus)


def test_a_refusal_is_one_line_and_writes_nothing(tmp_path: Path) -> None:
    run = run_gen("field", "--modulus=91", "--name", "fp", "--out", str(tmp_path / "f"))
    assert (run.returncode, run.stdout) == (1, "")
    assert (
        run.stderr.startswith("gen field: refused: command line: --modulus: 91 = 7 * 13")
        and run.stderr.count("\n") == 1
    )
    assert not (tmp_path / "f").exists()


@pytest.mark.parametrize("name", ["int", "Fp", "", "9a", "a b", "size_t", "lsm_x", "x" * 41, "../up"])
def test_refused_names(name: str) -> None:
    with pytest.raises(ParamError, match="command line: --name: "):
        order(name, "7")


def test_nothing_of_the_users_is_overwritten(tmp_path: Path) -> None:
    arguments = ("field", "--modulus", "7", "--name", "seven", "--out", str(tmp_path))
    assert run_gen(*arguments).returncode == 0
    again = run_gen(*arguments)
    assert again.returncode == 0 and "wrote" not in again.stdout
    (tmp_path / "seven.h").write_text("mine\n")
    refused = run_gen(*arguments)
    assert refused.returncode == 1
    told = f"command line: --out: {tmp_path}/seven.h is there already and differs; --force replaces it\n"
    assert refused.stderr == f"gen field: refused: {told}"
    assert (tmp_path / "seven.h").read_text() == "mine\n"
    assert run_gen(*arguments, "--force").returncode == 0
    assert (tmp_path / "seven.h").read_text() != "mine\n"


def test_expressions() -> None:
    for text, value in {
        "2^10-1": 1023,
        "2**10 - 1": 1023,
        "0x1F": 31,
        "-(2^62 + 2^55 + 1)": -(2**62 + 2**55 + 1),
        "3*5": 15,
    }.items():
        assert integer(text, 64) == value
    with pytest.raises(NumberError, match="a number of 129 bits on the way; at most 128"):
        integer("2^64*2^64", 64)
