/*
 * For large variables. The linker sorts variables by alignment: so the small ones, which every command writes to, lie
 * together on few pages.
 */
#ifndef INTERLOCK_LARGE_H
#define INTERLOCK_LARGE_H

#define LARGE _Alignas(4096)

#endif
