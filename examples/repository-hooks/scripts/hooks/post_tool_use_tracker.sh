#!/bin/sh
# Records every call.
exec "$(dirname "$0")/log_context.py"
