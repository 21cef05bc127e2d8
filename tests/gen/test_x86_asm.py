# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The assembler language refuses what would go wrong silently in an assembler: lost and overwritten carries, registers
read before they are written, more live values than registers."""

import pytest

from gen.emit.x86 import gas
from gen.emit.x86.alloc import allocate
from gen.emit.x86.asm import Asm, AsmError
from gen.emit.x86.isa import CALLER_SAVED, REGISTERS, Reg


def kernel(build) -> Asm:
    asm = Asm("k")
    r, a = asm.argument("r"), asm.argument("a")
    build(asm, asm.words(r, 0, 4), asm.words(a, 0, 4))
    return asm


def test_carry_overwritten_before_its_use():
    def build(asm, r, a):
        x, y = asm.loads(a[:2], "x")
        carry = asm.add(x, a[2])
        asm.imul(y, a[3])  # spoils the flags
        asm.adc(y, 0, carry)

    with pytest.raises(AsmError, match="overwritten by an instruction that leaves no carry"):
        kernel(build)


def test_carry_overwritten_by_another_chain():
    def build(asm, r, a):
        x, y = asm.loads(a[:2], "x")
        first = asm.add(x, a[2])
        asm.add(y, a[3])
        asm.adc(y, 0, first)

    with pytest.raises(AsmError, match=r"overwritten by k, instruction 3 \(add\)"):
        kernel(build)


def test_two_chains_do_not_disturb_each_other():
    def build(asm, r, a):
        x, y = asm.loads(a[:2], "x")
        low, high = asm.zero(Reg("zero"))
        low = asm.adcx(x, a[2], low)
        high = asm.adox(y, a[3], high)
        low = asm.adcx(y, a[3], low)
        asm.cancelled(low)
        asm.cancelled(high)
        asm.mov(r[0], x)

    allocate(kernel(build))


def test_chains_cannot_be_crossed():
    def build(asm, r, a):
        x = asm.load(a[0], "x")
        _, high = asm.zero(Reg("zero"))
        asm.adcx(x, a[1], high)

    with pytest.raises(AsmError, match="takes CF, was handed OF"):
        kernel(build)


def test_lost_carry():
    def build(asm, r, a):
        x = asm.load(a[0], "x")
        asm.add(x, a[1])
        asm.mov(r[0], x)

    with pytest.raises(AsmError, match=r"nobody takes the carry of k, instruction 1 \(add\)"):
        allocate(kernel(build))


def test_carry_that_is_gone_cannot_be_dropped():
    def build(asm, r, a):
        x = asm.load(a[0], "x")
        carry = asm.add(x, a[1])
        asm.imul(x, a[2])
        asm.dropped(carry, "whatever")

    with pytest.raises(AsmError, match="gone already"):
        kernel(build)


def test_register_never_written():
    def build(asm, r, a):
        asm.mov(r[0], Reg("ghost"))

    with pytest.raises(AsmError, match="reads ghost, which nothing has written"):
        allocate(kernel(build))


def test_products_need_a_multiplier_and_two_registers():
    def without(asm, r, a):
        asm.mulx(Reg("hi"), Reg("lo"), a[0])

    def one(asm, r, a):
        asm.multiplier(a[0])
        both = Reg("both")
        asm.mulx(both, both, a[1])

    with pytest.raises(AsmError, match="no multiplier"):
        kernel(without)
    with pytest.raises(AsmError, match="one register for both halves"):
        kernel(one)


def test_two_operands_in_memory():
    with pytest.raises(AsmError, match="two operands in memory"):
        kernel(lambda asm, r, a: asm.mov(r[0], a[0]))


def test_out_of_registers_is_refused():
    def build(asm, r, a):
        words = asm.loads([a[0]] * 15, "x")
        for word in [*words, a[0]]:
            asm.mov(r[0], asm.load(word, "y"))

    with pytest.raises(AsmError, match="no register left for x13"):
        allocate(kernel(build))


def test_registers_are_given_in_order_and_freed():
    """As long as few values live at a time, no callee-saved register is touched."""

    def build(asm, r, a):
        for i in range(40):
            word = asm.load(a[i % 4], f"x{i}")
            asm.mov(r[i % 4], word)

    made = allocate(kernel(build))
    assert made.saved == ()
    assert made.pressure == 3
    assert set(made.place.values()) <= set(CALLER_SAVED)


def test_multiplier_keeps_rdx_to_itself():
    """A register that lives across products is never rdx, one that lives between them may be."""

    def build(asm, r, a):
        long = asm.load(a[0], "long")
        asm.multiplier(a[1])
        hi, lo = Reg("hi"), Reg("lo")
        asm.mulx(hi, lo, a[2])
        for word in (long, hi, lo):
            asm.mov(r[0], word)
        for word in asm.loads([a[0]] * 13, "late"):
            asm.mov(r[0], word)

    place = {reg.name: machine for reg, machine in allocate(kernel(build)).place.items()}
    assert place["m"] == "rdx"
    assert "rdx" not in (place["long"], place["hi"], place["lo"])
    assert "rdx" in {place[f"late{i}"] for i in range(13)}
    assert len(REGISTERS) == 15


def test_moves_of_a_dying_register_cost_nothing():
    def build(asm, r, a):
        x = asm.load(a[0], "x")
        y = asm.load(x, "y")
        asm.mov(r[0], y)

    made = allocate(kernel(build))
    assert made.instructions == 2


def test_printed_form():
    def build(asm, r, a):
        c = asm.constant("c", (5,))
        slot = asm.slots(1)[0]
        x = asm.load(a[1], "x")
        asm.mov(slot, x)
        low, _ = asm.zero(Reg("zero"))
        low = asm.adcx(x, c[0], low)
        asm.dropped(low, "for the test")
        asm.mov(r[0], x)

    made = allocate(kernel(build))
    assert gas.constant_lines([made]) == ["LSM_ASM_LOCAL(c):", "    .quad 0x0000000000000005"]
    assert gas.kernel_lines(made) == [
        "LSM_ASM_FUNCTION(k)",
        "    subq $8, %rsp",
        "    .cfi_adjust_cfa_offset 8",
        "    movq 8(%rsi), %rax",
        "    movq %rax, (%rsp)",
        "    xorl %ecx, %ecx",
        "    adcxq LSM_ASM_LOCAL(c)(%rip), %rax",
        "    /* CF is 0: for the test */",
        "    movq %rax, (%rdi)",
        "    addq $8, %rsp",
        "    .cfi_adjust_cfa_offset -8",
        "    ret",
        "LSM_ASM_END(k)",
    ]
