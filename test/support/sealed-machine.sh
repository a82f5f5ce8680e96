# In a mount namespace of its own: an install as in an image, with the machine's git diverted behind it.
#   sealed-machine.sh <dist> <empty folder>
set -eu
umask 022
mount --make-rprivate /
mount -t tmpfs -o mode=755 interlock "$2"
for place in etc opt usr/bin usr/lib/git-core; do
  layer=$2/$(printf %s "$place" | tr / -)
  mkdir -p "$layer/upper" "$layer/work"
  chmod 755 "$layer" "$layer/upper"
  mount -t overlay -o "lowerdir=/$place,upperdir=$layer/upper,workdir=$layer/work" overlay "/$place"
done
real=/opt/interlock/lib/interlock/real
mkdir -p /etc/interlock /opt/interlock "$real/core"
cp -R "$1/bin" "$1/lib" "$1/plugins" /opt/interlock
chmod -R go-w /opt/interlock
chown -R 0:0 /opt/interlock
mv /usr/bin/git "$real/git"
mv /usr/bin/gh "$real/gh"
mv /usr/lib/git-core/git "$real/core/git"
mv /usr/lib/git-core/git-http-push "$real/core/http-push"
ln -s /opt/interlock/bin/git /usr/lib/git-core/git-http-push
ln -s /opt/interlock/bin/git /usr/bin/git
ln -s /opt/interlock/bin/gh /usr/bin/gh
ln -s /opt/interlock/bin/git /usr/lib/git-core/git
echo ready
# Stays until whoever started it goes.
exec cat >/dev/null
