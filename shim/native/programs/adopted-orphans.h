/*
 * Finds and kills processes that a hook program has left behind in a session of their own: meanwhile they become children
 * of this process when their parent ends.
 */
#pragma once

/* 0 if the caller has left us children, which nobody could tell from a program's. */
int begin_adopting(void);
/*
 * Once the program is started, because it takes longer to ask: 0 if not begun, or if /proc is not that of our own processes,
 * so that nobody could be found there. Then orphans stay with whom they went to before.
 */
int go_on_adopting(int is_begun);
/* Kills those that have come, if `is_begun`. */
void end_adopting(int is_begun);
