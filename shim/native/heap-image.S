/*
 * The heap image: room for it, until the build puts it there (see heap.h). IMAGE_SIZE is set by scripts/build/native.mjs.
 */
	.section .heap_image, "aw", %progbits
	.balign 4096
	.globl heap_image, heap_image_end
heap_image:
	.zero IMAGE_SIZE
heap_image_end:
	.section .rodata
	.globl build_id
build_id:
	.incbin "build-id"
	.section .note.GNU-stack, "", %progbits
