/* The pieces of bytecode, made by compile-script at build time. */
	.section .rodata
	.balign 16
	.globl plain_bytecode, plain_bytecode_end, decide_bytecode, decide_bytecode_end, hook_bytecode, hook_bytecode_end, gate_bytecode, gate_bytecode_end, explain_bytecode, explain_bytecode_end, health_bytecode, health_bytecode_end, verify_bytecode, verify_bytecode_end
plain_bytecode:
	.incbin "plain.bytecode"
plain_bytecode_end:
	.balign 16
decide_bytecode:
	.incbin "decide.bytecode"
decide_bytecode_end:
	.balign 16
hook_bytecode:
	.incbin "hook.bytecode"
hook_bytecode_end:
	.balign 16
gate_bytecode:
	.incbin "gate.bytecode"
gate_bytecode_end:
	.balign 16
explain_bytecode:
	.incbin "explain.bytecode"
explain_bytecode_end:
	.balign 16
health_bytecode:
	.incbin "health.bytecode"
health_bytecode_end:
	.balign 16
verify_bytecode:
	.incbin "verify.bytecode"
verify_bytecode_end:
	.section .note.GNU-stack, "", %progbits
