# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ecadd, ecmul, ecpairing: answers, ways to give the input, errors and their wording."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.support import TWIST_X1, G, P, Q, R, g2_hex, mul, word

G2 = g2_hex(Q)
TRUE_PAIRS = word(*G) + G2 + word(1, P - 2) + G2


def check_error(done: subprocess.CompletedProcess[str], code: int, start: str) -> None:
    assert done.returncode == code, done
    assert done.stdout == ""
    assert done.stderr.startswith(start), done.stderr
    assert done.stderr.count("\n") == 1


def test_answers(run: Run) -> None:
    done = run("ecadd", word(*G, *G))
    assert (done.returncode, done.stdout, done.stderr) == (0, word(*mul(2)) + "\n", "")
    assert run("ecmul", word(*G, 5)).stdout == word(*mul(5)) + "\n"
    assert run("ecmul", word(*G, 2**256 - 1)).stdout == word(*mul(2**256 - 1)) + "\n"
    assert run("ecmul", word(*G, R)).stdout == word(0, 0) + "\n"
    assert run("ecpairing", TRUE_PAIRS).stdout == word(1) + "\n"
    # a false pairing is an answer, not an error
    done = run("ecpairing", word(*G) + G2)
    assert (done.returncode, done.stdout, done.stderr) == (0, word(0) + "\n", "")


def test_short_and_long_input(run: Run) -> None:
    assert run("ecadd", "").stdout == word(0, 0) + "\n"
    assert run("ecadd", word(*G)).stdout == word(*G) + "\n"
    assert run("ecadd", word(*G, *G) + "ff").stdout == word(*mul(2)) + "\n"
    assert run("ecmul", word(*G) + "01").stdout == word(*mul(1 << 248)) + "\n"
    assert run("ecpairing", "").stdout == word(1) + "\n"
    assert run("ecpairing", "0x").stdout == word(1) + "\n"


def test_ways_to_give_the_input(run: Run, tmp_path: Path) -> None:
    text, answer = word(*G, 7), word(*mul(7)) + "\n"
    file = tmp_path / "input"
    wrapped = "\n".join(text[i : i + 60] for i in range(0, len(text), 60)) + "\n"
    for content in (text, "0x" + text, "0X" + text.upper(), f" \t0x{text}\r\n", wrapped):
        file.write_text(content)
        assert run("ecmul", f"@{file}").stdout == answer
        assert run("ecmul", "-", stdin=content).stdout == answer
        assert run("ecmul", content).stdout == answer
    assert run("ecmul", "--", text).stdout == answer


def test_wrong_usage(run: Run, tmp_path: Path) -> None:
    check_error(run("ecadd"), 2, "limbsmith: ecadd: needs one argument HEX, got 0")
    check_error(run("ecadd", "", ""), 2, "limbsmith: ecadd: needs one argument HEX, got 2")
    check_error(run("ecadd", f"@{tmp_path}/none"), 2, f"limbsmith: ecadd: {tmp_path}/none: cannot open"[:60])
    check_error(run("ecadd", f"@{tmp_path}"), 2, "limbsmith: ecadd: ")
    check_error(run("ecadd", "@"), 2, "limbsmith: ecadd: @ needs the name of a file")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("abc", "odd number of hexadecimal digits (3), the text ends at character 3"),
        ("0x0", "odd number of hexadecimal digits (1), the text ends at character 3"),
        ("00g0", "character 3 is 'g', not a hexadecimal digit"),
        ("0x00-1", "character 5 is '-', not a hexadecimal digit"),
        ("0x0x00", "character 4 is 'x', not a hexadecimal digit"),
        ("x00", "character 1 is 'x', not a hexadecimal digit"),
        ("00é", "character 3 is byte 0xc3, not a hexadecimal digit"),
    ],
)
def test_text_that_is_not_hexadecimal(run: Run, text: str, reason: str) -> None:
    for command in ("ecadd", "ecmul", "ecpairing"):
        check_error(run(command, text), 2, f"limbsmith: {command}: HEX: {reason}")
        check_error(run(command, "-", stdin=text), 2, f"limbsmith: {command}: standard input: {reason}")


def test_zero_byte_in_a_file(run: Run) -> None:
    check_error(run("ecadd", "-", stdin=b"00\0"), 2, "limbsmith: ecadd: standard input: character 3 is byte 0x00")


@pytest.mark.parametrize(
    ("command", "text", "message"),
    [
        ("ecadd", word(P, 2), "not_canonical: point 0: x is not below the field modulus p"),
        ("ecadd", word(1, P + 2), "not_canonical: point 0: y is not below"),
        ("ecadd", word(*G, 2**256 - 1, 0), "not_canonical: point 1: x is not below"),
        ("ecadd", word(1), "not_on_curve: point 0: does not satisfy y^2 = x^3 + 3"),
        ("ecadd", word(*G, 4, 16), "not_on_curve: point 1: does not"),
        ("ecadd", word(1, 1, P, 0), "not_on_curve: point 0: does not"),
        ("ecmul", word(P, 0, 0), "not_canonical: point 0: x is not below"),
        ("ecmul", word(1, 1, 0), "not_on_curve: point 0: does not"),
        ("ecpairing", "00", "invalid_length: input: 1 bytes is no multiple of 192"),
        ("ecpairing", TRUE_PAIRS + "00", "invalid_length: input: 385 bytes"),
        ("ecpairing", word(P, 0) + G2, "not_canonical: pair 0: G1 point: x is not below"),
        ("ecpairing", TRUE_PAIRS + word(1, 1) + G2, "not_on_curve: pair 2: G1 point: does not"),
        ("ecpairing", word(0, 0, P, 0, 0, 0), "not_canonical: pair 0: G2 point: imaginary part of x is not below"),
        ("ecpairing", word(0, 0, 0, P, 0, 0), "not_canonical: pair 0: G2 point: real part of x is not below"),
        ("ecpairing", word(0, 0, 0, 0, P, 0), "not_canonical: pair 0: G2 point: imaginary part of y is not below"),
        ("ecpairing", word(0, 0, 0, 0, 0, P), "not_canonical: pair 0: G2 point: real part of y is not below"),
        ("ecpairing", TRUE_PAIRS + word(0, 0, 1, 1, 1, 1), "not_on_curve: pair 2: G2 point: does not satisfy"),
        ("ecpairing", word(*G) + g2_hex(TWIST_X1), "not_in_subgroup: pair 0: G2 point: is on the curve"),
        ("ecpairing", TRUE_PAIRS + word(0, 0) + g2_hex(TWIST_X1), "not_in_subgroup: pair 2: G2 point"),
        # the first bad pair decides, though the second is caught earlier by decoding
        ("ecpairing", word(*G) + g2_hex(TWIST_X1) + word(P, 0) + G2, "not_in_subgroup: pair 0: G2 point"),
    ],
)
def test_invalid_input(run: Run, command: str, text: str, message: str) -> None:
    check_error(run(command, text), 1, f"limbsmith: {command}: {message}")


def test_big_input(run: Run, tmp_path: Path) -> None:
    # megabytes of pairs at infinity, then one bad pair
    file = tmp_path / "big"
    pairs = 20000
    file.write_text("00" * 192 * pairs)
    assert run("ecpairing", f"@{file}").stdout == word(1) + "\n"
    file.write_text("00" * 192 * pairs + word(1, 1) + G2)
    check_error(run("ecpairing", f"@{file}"), 1, f"limbsmith: ecpairing: not_on_curve: pair {pairs}: G1 point")
    file.write_text(word(*G, *G) + "ab" * 4_000_000)
    assert run("ecadd", f"@{file}").stdout == word(*mul(2)) + "\n"
