/* For a build that creates its heap at start. */
	.section .rodata
	.balign 16
	.globl embedded_bytecode, embedded_bytecode_end
embedded_bytecode:
	.incbin "hot-path.bytecode"
embedded_bytecode_end:
	.section .note.GNU-stack, "", %progbits
