/*
 * Runs a verb of the cold side as a child, so that it does not end without a word of ours: under small limits Node and the dynamic
 * loader end by a signal, or with messages of their own, and sometimes they wait for ever.
 */
#pragma once

_Noreturn void lead_verb(char *const *argv);
