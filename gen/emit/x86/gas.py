# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Prints kernels for the C preprocessor and the GNU assembler (AT&T order: source first, destination last).

What differs between ELF and Mach-O is in the macros of src/core/asm.h.
"""

from __future__ import annotations

import textwrap

from gen.emit.x86.alloc import Kernel
from gen.emit.x86.asm import Clear, Comment, Instr
from gen.emit.x86.isa import FRAME, Mem, Operand, Reg

_LOW_HALF = {"rax": "eax", "rbx": "ebx", "rcx": "ecx", "rdx": "edx", "rsi": "esi", "rdi": "edi", "rbp": "ebp"}
CLEAR_MARK = " is 0: "
"""In a comment: the emulator reads it back as an assertion."""


def constant_lines(kernels: list[Kernel]) -> list[str]:
    """The constants of several kernels."""
    merged: dict[str, tuple[int, ...]] = {}
    for kernel in kernels:
        for name, values in kernel.constants.items():
            if merged.setdefault(name, values) != values:
                raise ValueError(f"{kernel.name}: the constant {name} has two values")
    lines = []
    for name, values in merged.items():
        lines.append(f"LSM_ASM_LOCAL({name}):")
        lines += [f"    .quad {value:#018x}" for value in values]
    return lines


def kernel_lines(kernel: Kernel) -> list[str]:
    """The function, from LSM_ASM_FUNCTION to LSM_ASM_END."""
    lines = [f"LSM_ASM_FUNCTION({kernel.name})"]
    offset = 16
    for machine in kernel.saved:
        lines.append(f"    pushq %{machine}")
        lines.append("    .cfi_adjust_cfa_offset 8")
        lines.append(f"    .cfi_offset %{machine}, -{offset + 8}")
        offset += 8
    if kernel.frame:
        lines.append(f"    subq ${8 * kernel.frame}, %rsp")
        lines.append(f"    .cfi_adjust_cfa_offset {8 * kernel.frame}")
    for item in kernel.items:
        if isinstance(item, Comment):
            lines += _comment(item.text)
        elif isinstance(item, Clear):
            lines += _comment(f"{item.flag}{CLEAR_MARK}{item.why}")
        else:
            lines.append("    " + instruction(item, kernel))
    if kernel.frame:
        lines.append(f"    addq ${8 * kernel.frame}, %rsp")
        lines.append(f"    .cfi_adjust_cfa_offset -{8 * kernel.frame}")
    for machine in reversed(kernel.saved):
        lines.append(f"    popq %{machine}")
        lines.append("    .cfi_adjust_cfa_offset -8")
        lines.append(f"    .cfi_restore %{machine}")
    lines += ["    ret", f"LSM_ASM_END({kernel.name})"]
    return lines


def _comment(text: str) -> list[str]:
    return [f"    /* {part} */" for part in textwrap.wrap(text, 106)]


def instruction(item: Instr, kernel: Kernel) -> str:
    """One line."""

    def show(operand: Operand) -> str:
        if isinstance(operand, Reg):
            return f"%{kernel.place[operand]}"
        if isinstance(operand, int):
            return f"${operand}"
        return _memory(operand, kernel)

    if item.name in ("zero", "mask"):
        (reg,) = item.operands
        assert isinstance(reg, Reg)
        machine = kernel.place[reg]
        if item.name == "mask":
            return f"sbbq %{machine}, %{machine}"
        half = _LOW_HALF.get(machine, f"{machine}d")
        return f"xorl %{half}, %{half}"
    operands = [show(operand) for operand in reversed(item.operands)]
    return f"{item.name}q {', '.join(operands)}"


def _memory(operand: Mem, kernel: Kernel) -> str:
    if operand.base == FRAME:
        base = "rsp"
    elif isinstance(operand.base, Reg):
        base = kernel.place[operand.base]
    else:
        offset = f" + {8 * operand.index}" if operand.index else ""
        return f"LSM_ASM_LOCAL({operand.base}){offset}(%rip)"
    return f"{8 * operand.index}(%{base})" if operand.index else f"(%{base})"
