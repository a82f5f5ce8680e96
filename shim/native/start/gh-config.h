/* gh's own settings, as far as the pass-through must look at them. */
#pragma once

/* May the name of an alias begin with this word? Only a reader of YAML can tell: true if the file has it as
   a word, in anything but a comment. */
int may_name_gh_alias(const char *word);
