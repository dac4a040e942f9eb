// In: names, one `door` each, from the generated file that includes this one. Out: for every name a function that jumps
// to its slot. A slot holds its door's first step, which has it bound, and then the function behind the name. No
// argument is looked at or moved: hidden lengths, complex results and arguments on the stack are as the caller left them.

#if defined(__x86_64__)
#define WORD .quad
// What all doors share begins; the names follow.
    .section .note.gnu.property, "a"  // calls and jumps arrive at endbr64: IBT and SHSTK may be on
    .p2align 3
    .long 4, 16, 5
    .asciz "GNU"
    .long 0xc0000002, 4, 3, 0

    .macro land
    endbr64
    .endm
    .macro jump_by slot
    jmp *\slot(%rip)
    .endm
    .macro bind_by slot
    lea \slot(%rip), %r11
    jmp door_bind
    .endm

    .text
// In: r11, the slot; all arguments of the call. Out: the call carried out.
    .type door_bind, @function
door_bind:
    .cfi_startproc
    push %rbp
    .cfi_def_cfa_offset 16
    .cfi_offset %rbp, -16
    mov %rsp, %rbp
    .cfi_def_cfa_register %rbp
    sub $208, %rsp
    mov %rdi, (%rsp)
    mov %rsi, 8(%rsp)
    mov %rdx, 16(%rsp)
    mov %rcx, 24(%rsp)
    mov %r8, 32(%rsp)
    mov %r9, 40(%rsp)
    mov %rax, 48(%rsp)  // the number of vector registers of a variadic call
    mov %r10, 56(%rsp)
    mov %r11, 64(%rsp)
    movaps %xmm0, 80(%rsp)
    movaps %xmm1, 96(%rsp)
    movaps %xmm2, 112(%rsp)
    movaps %xmm3, 128(%rsp)
    movaps %xmm4, 144(%rsp)
    movaps %xmm5, 160(%rsp)
    movaps %xmm6, 176(%rsp)
    movaps %xmm7, 192(%rsp)
    mov %r11, %rdi
    call full_bind
    test %rax, %rax
    jz 1f
    mov %rax, %r11
    mov (%rsp), %rdi
    mov 8(%rsp), %rsi
    mov 16(%rsp), %rdx
    mov 24(%rsp), %rcx
    mov 32(%rsp), %r8
    mov 40(%rsp), %r9
    mov 48(%rsp), %rax
    mov 56(%rsp), %r10
    movaps 80(%rsp), %xmm0
    movaps 96(%rsp), %xmm1
    movaps 112(%rsp), %xmm2
    movaps 128(%rsp), %xmm3
    movaps 144(%rsp), %xmm4
    movaps 160(%rsp), %xmm5
    movaps 176(%rsp), %xmm6
    movaps 192(%rsp), %xmm7
    leave
    .cfi_remember_state
    .cfi_def_cfa %rsp, 8
    jmp *%r11
    .cfi_restore_state
1:  mov 64(%rsp), %rdi
    call full_missing
    xorps %xmm0, %xmm0
    xorps %xmm1, %xmm1
    xor %edx, %edx
    leave
    .cfi_def_cfa %rsp, 8
    ret
    .cfi_endproc
    .size door_bind, . - door_bind

#elif defined(__aarch64__)
#define WORD .xword
    .section .note.gnu.property, "a"  // calls and jumps arrive at bti: BTI may be on
    .p2align 3
    .long 4, 16, 5
    .asciz "GNU"
    .long 0xc0000000, 4, 1, 0

    .macro land
    hint #34  // bti c, which older processors pass over
    .endm
    .macro jump_by slot
    adrp x16, \slot
    ldr x16, [x16, :lo12:\slot]
    br x16
    .endm
    .macro bind_by slot
    adrp x17, \slot
    add x17, x17, :lo12:\slot
    b door_bind
    .endm

    .text
// In: x17, the slot; all arguments of the call. Out: the call carried out.
    .type door_bind, %function
door_bind:
    .cfi_startproc
    stp x29, x30, [sp, #-240]!
    .cfi_def_cfa_offset 240
    .cfi_offset 29, -240
    .cfi_offset 30, -232
    mov x29, sp
    stp x0, x1, [sp, #16]
    stp x2, x3, [sp, #32]
    stp x4, x5, [sp, #48]
    stp x6, x7, [sp, #64]
    stp x8, x17, [sp, #80]  // x8: where a structure is to be returned
    stp q0, q1, [sp, #96]
    stp q2, q3, [sp, #128]
    stp q4, q5, [sp, #160]
    stp q6, q7, [sp, #192]
    mov x0, x17
    bl full_bind
    cbz x0, 1f
    mov x16, x0
    ldp x0, x1, [sp, #16]
    ldp x2, x3, [sp, #32]
    ldp x4, x5, [sp, #48]
    ldp x6, x7, [sp, #64]
    ldp x8, x17, [sp, #80]
    ldp q0, q1, [sp, #96]
    ldp q2, q3, [sp, #128]
    ldp q4, q5, [sp, #160]
    ldp q6, q7, [sp, #192]
    .cfi_remember_state
    ldp x29, x30, [sp], #240
    .cfi_restore 29
    .cfi_restore 30
    .cfi_def_cfa_offset 0
    br x16
    .cfi_restore_state
1:  ldr x0, [sp, #88]
    bl full_missing
    movi v0.2d, #0
    movi v1.2d, #0
    mov x1, #0
    ldp x29, x30, [sp], #240
    .cfi_restore 29
    .cfi_restore 30
    .cfi_def_cfa_offset 0
    ret
    .cfi_endproc
    .size door_bind, . - door_bind

#else
#error "no doors for this processor"
#endif

    .hidden full_bind, full_missing, full_slots, full_names, full_text, full_absent
    .globl full_slots, full_names, full_text, full_absent
    .data
    .p2align 3
full_slots:
    .section .rodata
    .p2align 2
full_names:                     // where the name of a slot begins in full_text
    .section .rodata.str, "a"
full_text:
    .bss
full_absent:                    // the names that no library has, by slot

    .section .note.GNU-stack, "", %progbits

    .macro door name
    .text
    .p2align 4
    .globl \name
    .type \name, %function
\name:
    .cfi_startproc
    land
    jump_by .Lslot_\name
    .cfi_endproc
    .size \name, . - \name
    .section .text.first, "ax", %progbits  // apart from the doors, which are used again and again
    .p2align 4
.Lfirst_\name:
    .cfi_startproc
    land
    bind_by .Lslot_\name
    .cfi_endproc
    .data
.Lslot_\name:
    WORD .Lfirst_\name
    .section .rodata
    .long .Ltext_\name - full_text
    .bss
    .zero 1
    .section .rodata.str
.Ltext_\name:
    .asciz "\name"
    .endm
