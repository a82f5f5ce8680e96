/*
 * Reserves room for the heap image; the build fills it in (image.h). scripts/build/native.mjs sets IMAGE_SIZE. Not writable
 * at first: the kernel counts what is writable against the limit of data when it starts a program, and kills one that exceeds it.
 * The section `.file` is for layout.ld.
 */
	.section .heap_image, "a", %progbits
	.balign 4096
	.globl heap_image, heap_image_end
heap_image:
	.zero IMAGE_SIZE
heap_image_end:
	.section .rodata
	.globl build_id
build_id:
	.incbin "build-id"
	.section .file, "aw", %progbits
	.byte 0
	.section .note.GNU-stack, "", %progbits
