/*
 * Runs a verb of the cold side as a child, so that it does not end without a word of ours: under small limits Node and the dynamic
 * loader end by a signal, or with messages of their own, and sometimes they wait for ever.
 */
#ifndef INTERLOCK_LEAD_VERB_H
#define INTERLOCK_LEAD_VERB_H

_Noreturn void lead_verb(char *const *argv);

#endif
