/*
 * A temporary folder of this process, removed when it ends.
 */
#pragma once

/* For every way in which the script can end; harmless if there is none. */
void remove_temporary_folder(void);
