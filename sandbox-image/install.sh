#!/bin/sh
# Copies a built prefix into an image's root filesystem and prints the ENV line to set.
#
#   install.sh <prefix-source> <root>     e.g.  install.sh dist-packaged /mnt/image
set -eu
umask 022 # the agent's user must be able to read and run it, and not to change it

fail() {
  printf 'error: %s\nhint: %s\n' "$1" "$2" >&2
  exit 1
}

[ $# -eq 2 ] || fail "two arguments are needed" "install.sh <prefix-source> <root>"
source=${1%/}
root=${2%/} # empty for '/'
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
opt=$root/opt
config=$root/etc/interlock/config.yaml

[ -x "$source/bin/git" ] || fail "'$source' is not a built prefix: no bin/git" "run 'npm run build'"
[ -d "$root/" ] || fail "'$2' is not a folder" "give the root of the image's filesystem"
# A link in the image is meant for inside the image; followed from here it would leave it.
for folder in "$opt" "$root/etc" "$root/etc/interlock"; do
  [ -z "$root" ] || [ ! -L "$folder" ] || fail "'$folder' is a link" "run this inside the image, with root '/'"
done

# Beside the old one first, so that an install that breaks off leaves that as it was.
mkdir -p "$opt"
rm -rf "$opt/interlock.new"
cp -RP "$source" "$opt/interlock.new"
chmod -R go=u,go-w "$opt/interlock.new" # whatever umask it was built under
rm -rf "$opt/interlock"
mv "$opt/interlock.new" "$opt/interlock"

if [ ! -e "$config" ]; then
  mkdir -p "${config%/*}"
  cp "$here/config.yaml" "$config"
fi

if [ ! -x "$opt/interlock/lib/interlock/cold/interlock-cold" ]; then
  echo "note: this prefix needs Node 20 or newer in the image; 'npm run package' makes one that does not" >&2
fi
cat <<'END'
ENV PATH=/opt/interlock/bin:$PATH
END
