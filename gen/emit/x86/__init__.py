# SPDX-License-Identifier: Apache-2.0 OR MIT
"""x86-64 kernels. Two carry chains side by side are the algorithm there and cannot be printed from a program in SSA
form, so these kernels are written in a small assembler language of their own and compared with the program that states
what they compute: build (asm, rows, kernels) -> registers (alloc) -> text (gas) -> gen.emulate reads the text back."""
