/*
 * For large variables. They get a section of their own, so that the small ones, which every command writes to, lie together
 * on one page (layout.ld).
 */
#ifndef INTERLOCK_LARGE_H
#define INTERLOCK_LARGE_H

#define LARGE __attribute__((section(".bss..large"))) _Alignas(4096)

#endif
