/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What x86-64 assembler files need and ELF and Mach-O spell differently. For the preprocessor of .S files only.
 *
 *   LSM_ASM_CONSTANTS        constants follow: read-only data, aligned
 *   LSM_ASM_LOCAL(name)      a label that does not reach the symbol table
 *   LSM_ASM_TEXT             functions follow
 *   LSM_ASM_FUNCTION(name)   begins the function NS(name): hidden, aligned, unwind information, a valid target of
 *                            indirect branches (Intel CET)
 *   LSM_ASM_END(name)        ends it
 *   LSM_ASM_FILE_END         at the end of the file: the stack need not be executable; CET is supported
 */
#ifndef LSM_CORE_ASM_H
#define LSM_CORE_ASM_H

#include "core/ns.h"

#if !defined(__x86_64__)
#error "the assembler files of this engine are for x86-64"
#endif

/* Statements of one macro stand in one line of output, parted by semicolons. */
#if defined(__APPLE__)
#define LSM_ASM_PASTE(name) _##name
#define LSM_ASM_SYMBOL_(name) LSM_ASM_PASTE(name)
#define LSM_ASM_LOCAL(name) L##name
#define LSM_ASM_HIDE(symbol) .private_extern symbol
#define LSM_ASM_TYPE(symbol)
#define LSM_ASM_SIZE(symbol)
#define LSM_ASM_CONSTANTS .section __TEXT,__const; .p2align 5
#define LSM_ASM_FILE_END
#else
#define LSM_ASM_SYMBOL_(name) name
#define LSM_ASM_LOCAL(name) .L##name
#define LSM_ASM_HIDE(symbol) .hidden symbol
#define LSM_ASM_TYPE(symbol) .type symbol, @function
#define LSM_ASM_SIZE(symbol) .size symbol, . - symbol
#define LSM_ASM_CONSTANTS .section .rodata; .p2align 5
#if defined(__CET__) && (__CET__ & 3)
#define LSM_ASM_FEATURE_1_AND 0xc0000002 /* GNU_PROPERTY_X86_FEATURE_1_AND of the x86-64 psABI */
/* NT_GNU_PROPERTY_TYPE_0, one property: its value is __CET__ (1: indirect branch tracking, 2: shadow stack). */
#define LSM_ASM_PROPERTIES                                                                                             \
    .section .note.gnu.property, "a"; .p2align 3; .long 4; .long 16; .long 5; .asciz "GNU";                            \
    .long LSM_ASM_FEATURE_1_AND; .long 4; .long __CET__ & 3; .long 0;
#else
#define LSM_ASM_PROPERTIES
#endif
#define LSM_ASM_FILE_END LSM_ASM_PROPERTIES .section .note.GNU-stack, "", @progbits
#endif

#define LSM_ASM_SYMBOL(name) LSM_ASM_SYMBOL_(name)
#define LSM_ASM_TEXT .text
#define LSM_ASM_FUNCTION(name)                                                                                         \
    .globl LSM_ASM_SYMBOL(NS(name)); LSM_ASM_HIDE(LSM_ASM_SYMBOL(NS(name))); LSM_ASM_TYPE(LSM_ASM_SYMBOL(NS(name)));   \
    .p2align 6; LSM_ASM_SYMBOL(NS(name)):; .cfi_startproc; endbr64
#define LSM_ASM_END(name) .cfi_endproc; LSM_ASM_SIZE(LSM_ASM_SYMBOL(NS(name)))

#endif
