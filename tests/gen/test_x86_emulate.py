# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The emulator: instructions against Python integers, and everything it must refuse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gen import emulate
from gen.emulate import Array, EmulatorError

TOP = (1 << 64) - 1
WORD = st.one_of(st.sampled_from([0, 1, 2, TOP, TOP - 1, 1 << 63, (1 << 63) - 1]), st.integers(0, TOP))


def run(body: str, words: tuple[int, ...] = (0, 0, 0, 0), out: int = 1, constants: str = "") -> tuple[int, ...]:
    text = f"{constants}\nLSM_ASM_FUNCTION(k)\n{body}\n    ret\nLSM_ASM_END(k)\n"
    return emulate.run(emulate.parse(text), "k", [Array("r", (0,) * 4, True), Array("a", words)], {"r": out})["r"]


@given(WORD, WORD, WORD, WORD)
def test_long_addition(a, b, c, d):
    body = """
    movq (%rsi), %rax
    movq 8(%rsi), %rcx
    addq 16(%rsi), %rax
    adcq 24(%rsi), %rcx
    movq $0, %r8
    adcq $0, %r8
    movq %rax, (%rdi)
    movq %rcx, 8(%rdi)
    movq %r8, 16(%rdi)"""
    low, high, carry = run(body, (a, b, c, d), 3)
    assert low + (high << 64) + (carry << 128) == a + (b << 64) + c + (d << 64)


@given(WORD, WORD, WORD, WORD)
def test_long_subtraction_and_mask(a, b, c, d):
    body = """
    movq (%rsi), %rax
    movq 8(%rsi), %rcx
    subq 16(%rsi), %rax
    sbbq 24(%rsi), %rcx
    sbbq %r8, %r8
    movq %rax, (%rdi)
    movq %rcx, 8(%rdi)
    movq %r8, 16(%rdi)"""
    low, high, mask = run(body, (a, b, c, d), 3)
    difference = a + (b << 64) - c - (d << 64)
    assert low + (high << 64) == difference % (1 << 128)
    assert mask == (TOP if difference < 0 else 0)


@given(WORD, WORD, WORD, WORD)
def test_two_chains(a, b, c, d):
    body = """
    movq (%rsi), %rdx
    mulxq 8(%rsi), %rax, %rcx
    xorl %r8d, %r8d
    adcxq 16(%rsi), %rax
    adoxq 24(%rsi), %rcx
    adcxq %r8, %rcx
    movq %rax, (%rdi)
    movq %rcx, 8(%rdi)"""
    low, high = run(body, (a, b, c, d), 2)
    assert low + (high << 64) == (a * b + c + (d << 64)) % (1 << 128)


@given(WORD, WORD, WORD)
def test_product_shift_and_choice(a, b, c):
    body = """
    movq (%rsi), %rax
    imulq 8(%rsi), %rax
    movq %rax, (%rdi)
    movq (%rsi), %rax
    movq 8(%rsi), %rcx
    shrdq $13, %rcx, %rax
    movq %rax, 8(%rdi)
    movq (%rsi), %rax
    movq %rax, %rcx
    subq 16(%rsi), %rcx
    cmovcq %rax, %rcx
    andq 8(%rsi), %rcx
    movq %rcx, 16(%rdi)"""
    product, shifted, chosen = run(body, (a, b, c, 0), 3)
    assert product == a * b % (1 << 64)
    assert shifted == ((b << 64 | a) >> 13) % (1 << 64)
    assert chosen == (a if a < c else a - c) & b


def test_constants_and_frame():
    constants = "LSM_ASM_LOCAL(c):\n    .quad 0x11\n    .quad 0x22"
    body = """
    pushq %rbx
    subq $16, %rsp
    movq LSM_ASM_LOCAL(c) + 8(%rip), %rbx
    movq %rbx, 8(%rsp)
    movq 8(%rsp), %rax
    movq %rax, (%rdi)
    addq $16, %rsp
    popq %rbx"""
    assert run(body, constants=constants) == (0x22,)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("movq %rax, (%rdi)", "rax is read and was never written"),
        ("movq (%rsi), %rax\nadcq $0, %rax", "CF is read and holds nothing"),
        ("movq (%rsi), %rax\nadoxq %rax, %rax", "OF is read and holds nothing"),
        ("movq (%rsi), %rax\nimulq %rax, %rax\nadcq %rax, %rax", "CF is read and holds nothing"),
        ("movq (%rdi), %rax", "word 0 of r is read and is not there"),
        ("movq 32(%rsi), %rax", "word 4 of a is read and is not there"),
        ("movq -8(%rsi), %rax", "word -1 of a is read and is not there"),
        ("movq 4(%rsi), %rax", "offset 4 is no multiple of a word"),
        ("movq (%rsi), %rax\nmovq %rax, (%rsi)", "a may not be written"),
        ("movq (%rsi), %rax\nmovq %rax, 32(%rdi)", "word 4 of r is not there"),
        ("movq (%rsi), %rax\nmovq (%rax), %rcx", "rax holds no address"),
        ("movq %rsi, %rax\naddq $8, %rax", "rax is an address, not a number"),
        ("movq %rsi, (%rdi)", "an address is stored"),
        ("movq (%rsi), %rbx\nmovq %rbx, (%rdi)", "rbx was not restored"),
        ("movq (%rsi), %rax\nmovq %rax, (%rdi)\nsubq $8, %rsp", "the stack pointer was not restored"),
        ("subq $8, %rsp\nmovq (%rsp), %rax", "stack word -1 is read and was never written"),
        ("movq (%rsi), %rax\nmovq %rax, -8(%rsp)", "stack word -1 is outside the frame"),
        ("movq LSM_ASM_LOCAL(c)(%rip), %rax", "word 0 of const c is read and is not there"),
        ("movq (%rsi), %rax", "not every word of r was written"),
        ("cpuid", "an instruction the emulator does not know"),
        ("ret\nmovq (%rsi), %rax", "code after the return"),
        ("xorl %eax, %ecx", "xorl only clears a register"),
    ],
)
def test_refusals(body, message):
    with pytest.raises(EmulatorError, match=message.replace("(", r"\(")):
        run(body)


def test_assertions_are_executed():
    body = "movq (%rsi), %rax\naddq %rax, %rax\n/* CF is 0: it is small */\nmovq %rax, (%rdi)"
    assert run(body, (4, 0, 0, 0)) == (8,)
    with pytest.raises(EmulatorError, match="CF is set and was said to be 0"):
        run(body, (TOP, 0, 0, 0))


def test_result_over_an_input_sees_the_new_words():
    text = emulate.parse(
        "LSM_ASM_FUNCTION(k)\nmovq (%rsi), %rax\nmovq %rax, 8(%rdi)\n"
        "movq 8(%rsi), %rax\nmovq %rax, (%rdi)\nret\nLSM_ASM_END(k)\n"
    )
    apart = emulate.run(text, "k", [Array("r", (0, 0), True), Array("a", (1, 2))], {"r": 2})
    same = emulate.run(text, "k", [Array("r", (0, 0), True), Array("r", (1, 2))], {"r": 2})
    assert apart["r"] == (2, 1)
    assert same["r"] == (1, 1)


def test_unreadable_text():
    for text, message in [
        ("LSM_ASM_FUNCTION(k)\n    movq %xmm0, %rax\n", "cannot read the operand %xmm0"),
        ("LSM_ASM_FUNCTION(k)\n    @@\n", "cannot read @@"),
        ("LSM_ASM_FUNCTION(k)\n    ret\n", "no end"),
        ("LSM_ASM_END(k)\n", "which has not begun"),
        ("    .quad 1\n", "a constant without a name"),
    ]:
        with pytest.raises(EmulatorError, match=message):
            emulate.parse(text)
