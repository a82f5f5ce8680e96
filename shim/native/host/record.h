/*
 * The part of the Host interface that writes the record of decisions: a file that is appended to, and a socket.
 */
#pragma once

/*
 * `interlock send-record <socket>`: a line from standard input, for the cold side, because Node has no such datagrams. Ends with 0, or
 * the errno.
 */
_Noreturn void send_record_of_input(const char *path);
