/*
 * For large variables. They get a section of their own, so that the small ones, which every command writes to, lie together
 * on one page (layout.ld).
 */
#pragma once

#define LARGE __attribute__((section(".bss..large"))) _Alignas(4096)

/* For the one large variable of which every command writes to the beginning: it follows the small ones. */
#define LAST __attribute__((section(".bss..last")))

/* For variables of some size that only commands which read many objects or run programs need. */
#define SELDOM __attribute__((section(".bss..seldom")))
