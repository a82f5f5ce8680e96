/*
 * Becomes the cold side (programs/cold-side.h) while git prints commits (object-stream.h), so that nothing is walked twice: the cold
 * side reads the print from a pipe of ours, with git's exit status behind it. We stay, because only its parent learns that status, and
 * end as the cold side does.
 */
#pragma once

_Noreturn void lead_walk(char *const *argv);
