#!/bin/sh
# The dev container's tooling calls this as root, with the feature's options as variables. A feature consists of its own
# folder alone, so that folder must contain an unpacked release, as 'release'.
set -eu
here=$(cd -- "$(dirname -- "$0")" && pwd)
if [ ! -x "$here/release/install.sh" ]; then
  printf "error: '%s/release' is missing\nhint: unpack a release there: see sandbox-image/README.md\n" "$here" >&2
  exit 1
fi
set --
[ "${MINIMAL:-true}" != true ] || set -- "$@" --minimal
[ -z "${CONFIG:-}" ] || set -- "$@" --config "$CONFIG"
exec "$here/release/install.sh" "$@"
