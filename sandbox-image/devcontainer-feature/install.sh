#!/bin/sh
# Called by the dev container's tooling as root, with the feature's options as variables. A feature is shipped as its
# folder alone, so an unpacked release lies in it, as 'release'.
set -eu
here=$(cd -- "$(dirname -- "$0")" && pwd)
if [ ! -x "$here/release/install.sh" ]; then
  printf "error: '%s' has no release in it\nhint: unpack one there: see sandbox-image/README.md\n" "$here" >&2
  exit 1
fi
set --
[ "${MINIMAL:-true}" != true ] || set -- "$@" --minimal
[ -z "${CONFIG:-}" ] || set -- "$@" --config "$CONFIG"
exec "$here/release/install.sh" "$@"
