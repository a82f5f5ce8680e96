/**
 * To have the gate believe what is not so: about history, about what the remote has, about what a message says. Each
 * runs over every transport on which it can be made.
 */
import { daemon, stopped, type Attempt, type Transports } from "./attempt.ts";

const core = "/usr/lib/git-core";

/** `$b` is a bad commit, `main` a good one on top of it. */
const below = "forge; b=$(git rev-parse HEAD); good";
/** `$b` is a bad commit, `main` a good one beside it. */
const beside = "forge; b=$(git rev-parse HEAD); git update-ref refs/heads/main HEAD~; good";
const fileOf = (id: string): string => `.git/objects/$(printf %s ${id} | sed 's,^..,&/,')`;

/** A repository of the agent's own that has the bad commit. */
const liar = "git init -q --bare $OUT/liar.git; git --git-dir=$OUT/liar.git fetch -q $OUT/repo main:main";

/** The loose file of `$b` holds the bytes of a good commit; the true ones are in `$OUT/kept`. */
const otherBytes = `${beside}; g=$(git rev-parse HEAD); git update-ref refs/heads/main $b; good
  f=${fileOf("$b")}; cp $f $OUT/kept; chmod u+w $f; cp ${fileOf("$g")} $f`;

/** What git packs for `$1`, by an honest git. */
const prepared = (revisions: string): string =>
  `printf '%s\\n' ${revisions} | git pack-objects -q --revs --stdout >$OUT/pack`;
/** An exec-path in which `pack-objects` prints `$OUT/pack`, whatever it is asked for. */
const ownPacker = `mkdir $OUT/p; ln -s ${core}/* $OUT/p; rm $OUT/p/git; executable $OUT/p/git <<'E'
#!/bin/sh
case $1 in pack-objects) cat >/dev/null; exec cat $OUT/pack ;; *) exec /usr/bin/git "$@" ;; esac
E
`;

/** A function of the shell: the command lines of each git that runs here, by one process. */
const running = `running() {
  set --
  for p in /proc/[0-9]*; do read -r c <$p/comm && case $c in git*) test $p/cwd -ef . && set -- "$@" $p/cmdline ;; esac; done 2>/dev/null
  test $# = 0 || sed 's/\\x00/ /g' "$@" 2>/dev/null
}`;

/** Serves settings to each git by itself: `settings` says which, knowing what runs. */
const serving = (settings: string, push = "push"): string => `
${running}
mkfifo $OUT/settings; git config include.path $OUT/settings
(trap '' PIPE; while :; do { ${settings}; echo '[x]'; } >$OUT/settings 2>/dev/null; sleep 0.01; done) & served=$!
${push}; kill $served`;
const elsewhere = `printf '[url "%s"]\\n\\tinsteadOf = %s\\n' $OUT/liar.git $REMOTE`;

/** A commit-graph that leaves `$b` out: `main` names the parent of `$b` as its own. */
const forgedGraph = `git commit-graph write --reachable; chmod u+w .git/objects/info/commit-graph; node -e '
const fs = require("fs"), [file, top, base] = process.argv.slice(1), all = fs.readFileSync(file);
const chunk = (name) => { for (let at = 8; ; at += 12) if (all.toString("latin1", at, at + 4) === name) return Number(all.readBigUInt64BE(at + 4)); };
const place = (id) => { for (let n = 0, at = chunk("OIDL"); ; n++, at += 20) if (all.toString("hex", at, at + 20) === id) return n; };
all.writeUInt32BE(place(base), chunk("CDAT") + 36 * place(top) + 20); fs.writeFileSync(file, all)
' .git/objects/info/commit-graph $(git rev-parse main main~2)`;

/** A commit object of these bytes, for printf, behind tree and parent. */
const object = (bytes: string): string =>
  `id=$({ printf 'tree %s\\nparent %s\\n' $(git rev-parse 'HEAD^{tree}' HEAD); printf '${bytes}' "$TRAILER"; } | git hash-object -t commit -w --literally --stdin)
  git update-ref refs/heads/main $id`;
/** In UTF-7 a time zone with a plus would be no text, and git would show the bytes as they are. */
const idents = "author A <a@b> 1 -0000\\ncommitter A <a@b> 1 -0000\\n";
const written = (message: string, headers = ""): string => object(`${idents}${headers}\\n${message}`);

/** What git's helper would tell `send-pack`: to push `main`, and what the remote has. */
const request = `{ pkt() { printf '%04x%s' $((4 + \${#1})) "$1"; }; pkt 'refs/heads/main:refs/heads/main
'; printf 0000; line="$(git rev-parse HEAD~) refs/heads/main"; printf '%04x%s\\0%s' $((4 + \${#line} + 15)) "$line" ' report-status'; printf 0000; }`;
/** What `send-pack` printed for its helper, without the packets around it. */
const unwrapped = `node -e '
const all = require("fs").readFileSync(process.env.OUT + "/answer"), parts = [];
for (let at = 0, n; (n = parseInt(all.toString("latin1", at, at + 4), 16)) > 4; at += n) parts.push(all.subarray(at + 4, at + n));
process.stdout.write(Buffer.concat(parts))'`;

/** A proxy that leads to the remote, and answers itself for the service that it is told. */
const proxy = (service: string): string => `executable $OUT/proxy <<'E'
#!/usr/bin/env node
const net = require("net"), { spawn } = require("child_process");
process.stdin.once("data", (first) => {
  if (first.includes("git-${service}")) {
    const own = spawn("git", ["${service}", process.env.OUT + "/liar.git"], { stdio: ["pipe", "inherit", "inherit"], env: { PATH: process.env.PATH, HOME: process.env.HOME } });
    return process.stdin.pipe(own.stdin);
  }
  const on = net.connect(process.argv[3], process.argv[2]);
  on.write(first); process.stdin.pipe(on); on.pipe(process.stdout);
});
E
`;

/**
 * A refspec that, once its source is an id, is longer than a packet can be. Where the length is cut to four digits, the
 * text goes on as packets of its own: a branch that is called like the beginning of the good commit's id, a second one
 * to fill what the id's next digits say, and more for the rest.
 */
const wrappingSpec = `
const fs = require("fs"), [good, bad] = process.argv.slice(1), total = 65516 - 2 + 40, cut = total - 65536;
const filler = (n) => { let name = ""; while (name.length < n) name += "x".repeat(99) + "/"; return name.slice(0, n - 1) + "x"; };
const second = parseInt(good.slice(cut, cut + 4), 16), refs = { [good.slice(0, cut)]: bad, [good.slice(cut + 4)]: good };
let target = "refs/heads/" + filler(cut + second - 52);
for (let rest = total - cut - second, n; rest > 0; rest -= n) {
  n = rest > 4000 ? 3000 : rest;
  const name = rest + filler(n - 4 - 11 - String(rest).length - (n === rest ? 1 : 0));
  refs[name] = good; target += n.toString(16).padStart(4, "0") + "refs/heads/" + name;
}
fs.writeFileSync(".git/packed-refs", Object.entries(refs).map(([name, id]) => id + " refs/heads/" + name + "\\n").join(""));
console.log("@~:" + target);`;

const everywhere = stopped("gate", {
  "`info/grafts` hides the commit": `${below}; printf '%s %s\\n' $(git rev-parse HEAD HEAD~2) >.git/info/grafts; executable .git/hooks/pre-push <<'E'
#!/bin/sh
rm -f .git/info/grafts
E
push`,
  "`GIT_GRAFT_FILE` hides the commit until it is packed": `${below}; printf '%s %s\\n' $(git rev-parse HEAD HEAD~2) >$OUT/grafts; export GIT_GRAFT_FILE=$OUT/grafts; ${serving("case $(running) in *pack-objects*) : >$OUT/grafts ;; esac")}`,
  "`.git/shallow` hides the commit while the gate reads": `${below}; ${serving("case $(running) in *pack-objects*) rm -f .git/shallow ;; *rev-list*) cp .git/refs/heads/main .git/shallow ;; esac")}; rm -f .git/shallow`,
  "`GIT_REPLACE_REF_BASE` shows a good commit": `${beside}; git update-ref refs/mine/$b HEAD; git update-ref refs/heads/main $b; export GIT_REPLACE_REF_BASE=refs/mine/; git push -q origin $b:refs/heads/main`,
  "a forged commit-graph omits the commit, and `GIT_TEST_COMMIT_GRAPH` makes git read the graph": `${below}; ${forgedGraph}; export GIT_TEST_COMMIT_GRAPH=1; ${serving("case $(running) in *pack-objects*) rm -f .git/objects/info/commit-graph ;; esac")}`,
  "a forged commit-graph, and the agent's `pack-objects`": `${below}; ${prepared("main ^main~2")}; ${forgedGraph}; ${ownPacker} GIT_TEST_COMMIT_GRAPH=1 GIT_EXEC_PATH=$OUT/p git push -q origin main`,
  "other bytes under the commit's id until it is packed": `${otherBytes}; ${serving("case $(running) in *pack-objects*) cat $OUT/kept >$f ;; esac")}`,
  "other bytes under the commit's id, and the agent's `pack-objects`": `${below}; ${prepared("main ^main~2")}; git update-ref refs/heads/main main~2; good; f=${fileOf("$b")}; chmod u+w $f; cp ${fileOf("$(git rev-parse HEAD)")} $f
    git update-ref refs/heads/main main@{2}; ${ownPacker} GIT_EXEC_PATH=$OUT/p git push -q origin main`,
  "other bytes under the commit's id, from the agent's object folder": `${beside}; g=$(git rev-parse HEAD); git update-ref refs/heads/main $b; good; ${prepared("main ^main~2")}
    mkdir -p $OUT/o/$(printf %.2s $b); cp ${fileOf("$g")} $OUT/o/${"$(printf %s $b | sed 's,^..,&/,')"}; ${ownPacker}
    GIT_OBJECT_DIRECTORY=$OUT/o GIT_ALTERNATE_OBJECT_DIRECTORIES=$PWD/.git/objects GIT_EXEC_PATH=$OUT/p git push -q origin main`,
  "other bytes under the id of a tag": `${beside}; git tag -am x v1 $b; git tag -am x v2 main; t=$(git rev-parse v1); f=${fileOf("$t")}; cp $f $OUT/kept; chmod u+w $f; cp ${fileOf("$(git rev-parse v2)")} $f
    ${serving("case $(running) in *pack-objects*) cat $OUT/kept >$f ;; esac", "git push -q origin v1")}`,
  "a tree pushed before has the commit as a file": `forge; b=$(git rev-parse HEAD); t=$(perl -e 'print "100644 x\\0", pack("H*", shift)' $b | git hash-object -t tree -w --literally --stdin)
    git push -q origin $t:refs/tags/t; push`,
  "a graft makes an earlier push send the commit": `${beside}; printf '%s %s %s\\n' $(git rev-parse HEAD HEAD~) $b >.git/info/grafts; git push -q origin main:refs/heads/side; rm .git/info/grafts
    git push -q origin $b:refs/heads/new`,
  "the agent's `pack-objects` makes an earlier push send the commit": `${beside}; ${prepared("main $b ^main~")}; ${ownPacker} GIT_EXEC_PATH=$OUT/p git push -q origin main:refs/heads/side; git push -q origin $b:refs/heads/new`,
  "`GIT_CONFIG` hides `insteadOf`": `forge; ${liar}; git config url.$REMOTE.pushInsteadOf foo:; git config url.$OUT/liar.git.insteadOf $REMOTE; GIT_CONFIG=/dev/null git push -q foo: main`,
  "a pipe serves `insteadOf` to the git that asks, and not to the one that pushes": `forge; ${liar}; ${serving(`case $(running) in *fetch*|*ls-remote*) ${elsewhere} ;; esac`)}`,
  "two push addresses, and the first has the commit": `forge; ${liar}; git remote set-url --push origin $OUT/liar.git; git remote set-url --add --push origin $REMOTE; push`,
  "the agent's trace says that the remote has the commit": `forge; printf '12:00:00.000000 pkt-line.c:80           packet:         push< %s refs/heads/x\\\\0report-status\\n12:00:00.000000 pkt-line.c:80           packet:         push< 0000\\n' $(git rev-parse HEAD) >$OUT/trace; GIT_TRACE_PACKET=$OUT/trace push`,
  "a remote on this machine, named by a number, has the commit": `forge; ${liar}; ${daemon("liar.git")}
    git remote add other git://2130706433:$port/liar.git; git remote add another git://0x7f000001:$port/liar.git; push; kill $(cat $OUT/pid)`,
  "the message of a note, and `i18n.logOutputEncoding`": `forge "Notes added by 'git notes add'"; git push -q origin main:refs/notes/x; git -c i18n.logOutputEncoding=UTF-16 push -q origin main`,
  "a name with byte 0xa0": `forge; git push -q origin main:refs/heads/$(printf 'voil\\303\\240')`,
  "`git puhs`, and a `git-puhs` that git cannot run": `forge; mkdir $OUT/bin; printf '#!/nonexistent\\n' >$OUT/bin/git-puhs; chmod 755 $OUT/bin/git-puhs; chmod 111 $OUT/bin
    PATH=$OUT/bin:$PATH git -c help.autocorrect=immediate puhs -q --no-verify origin main; chmod 755 $OUT/bin`,
  "`git puhs`, and `help.autocorrect` from a pipe": `forge; ${serving("n=$((n + 1)); test $n -lt 2 || printf '[help]\\n\\tautocorrect = immediate\\n'", "git puhs -q --no-verify origin main || git puhs -q --no-verify origin main || git puhs -q --no-verify origin main")}`,
});

/** What arrives: what a judge may read in it is not what others will. */
/** As git traces a ref of the remote's. */
const traced = "packet:         push< $(git rev-parse HEAD) refs/heads/x";

const inTrace = stopped("gate", {
  // A git that reads grafts waits here, when it has heard what the remote has.
  "another process writes into the gate's own trace": `forge; mkfifo .git/info/grafts; sh -c 'echo $$ >$OUT/pid; exec git push -q origin main' & pushing=$!
    exec 8<>.git/info/grafts; sleep 1; p=$(cat $OUT/pid); { chmod u+w /proc/$p/fd/9; echo "12:00:00.000000 pkt-line.c:80           ${traced}" >>/proc/$p/fd/9; } 2>/dev/null; exec 8>&-
    (trap '' PIPE; while :; do : >.git/info/grafts; sleep 0.01; done) & served=$!; wait $pushing; kill $served`,
  "a reflog's text, written into the gate's own trace": `forge; mkdir -p .git/logs/refs/heads; printf '%s %s A <a@b> 1 +0000\\t%s\\n' $(git rev-parse HEAD~ HEAD) "${traced}" >.git/logs/refs/heads/main; git update-ref refs/remotes/origin/main HEAD~
    for n in 9 8 /proc/self/fd/9 /proc/self/fd/8 /proc/self/fd/20; do GIT_TRACE_REFS=$n git push -q --force-with-lease --force-if-includes origin main; done`,
  "an internal variable of interlock that names a trace": `forge; printf '%s\\\\0report-status\\n' "12:00:00.000000 pkt-line.c:80           ${traced}" >$OUT/trace; export INTERLOCK_TRACE=$OUT/trace; push; GIT_TRACE_PACKET=1 git push -q origin main; git -c help.autocorrect=immediate puhs -q origin main; git -c alias.p='!git push' p -q origin main`,
});

const readOtherwise = stopped("gate", {
  "`refs/replace` on the remote itself shows a good commit": `${beside}; git push -q origin main:refs/replace/$b; git push -q origin $b:refs/heads/new`,
  "a tag of a tag of the commit": "forge; git tag -am x v1; git tag -am x v2 v1; git push -q origin v2",
  "the last paragraph begins with `;`": `${written("Bad\\n\\n%s\\n\\n; more\\n")}; push`,
  "scissors after another comment character": `${written("Bad\\n\\n%s\\n\\n; ------------------------ >8 ------------------------\\nmore\\n")}; push`,
  "`core.commentChar` of the push": `${written("Bad\\n\\n%s\\n\\nZ more\\n")}; git -c core.commentChar=Z push -q origin main`,
  "a NUL byte in the header": `${object(`${idents}\\000x\\n\\nGood\\n\\n%s\\n`)}; push`,
  "a NUL byte in the message": `${written("Bad\\n\\000\\n\\n%s\\n")}; push`,
  "UTF-7, which decodes to one more paragraph": `${written("Bad\\n\\n%s\\nX: +AAoACg-more\\n", "encoding UTF-7\\n")}; push`,
  "UTF-16, which decodes to no trailer": `${written("Bad!\\n\\n%s\\n\\n", "encoding UTF-16BE\\n")}; push`,
  "ISO-2022-JP, which decodes to no trailers": `${written("Bad\\n\\n%s\\nX: y\\033$B\\n0l0: 0l0l\\n0l0: 0l0l\\n0l0: 0l0l\\n0l0: 0l0l\\033(B\\n", "encoding ISO-2022-JP\\n")}; push`,
  "a trailer with two addresses": `forge "Bad

Co-authored-by: Evil <e@e> <bot@example.org>"; push`,
});

const overHttp = stopped("gate", {
  "a refspec so long that the command for `send-pack` wraps around": `${beside}; good; while case $(git rev-parse main~ | cut -c19-20) in 00|ff) ;; *) false ;; esac; do good; done
    node -e '${wrappingSpec}' $(git rev-parse main~) $b >$OUT/spec; xargs git push -q origin <$OUT/spec; git push -q origin $b:refs/heads/new`,
  "`send-pack` called directly, for the agent's helper": `forge; ${request} | git send-pack --stateless-rpc --helper-status --stdin $REMOTE 2>/dev/null >$OUT/answer; ${unwrapped} | curl -s -H 'Content-Type: application/x-git-receive-pack-request' --data-binary @- $REMOTE/git-receive-pack >/dev/null`,
});

/** A remote helper of the agent's own. `option`: what it answers to an option. `first`: a statement that it begins with. */
const lateHelper = (
  capabilities: string,
  option: string,
  first = "",
): string => `executable $OUT/bin/git-remote-bridge <<'E'
#!/usr/bin/env node
// An honest way to the remote, that connects only when git is about to send.
const fs = require("fs"), net = require("net"), { spawn, execFileSync } = require("child_process");
const remote = process.env.REMOTE; let asked = 0;
${first}
const line = () => { const b = Buffer.alloc(1); let s = ""; while (fs.readSync(0, b, 0, 1) === 1 && b[0] !== 10) s += b.toString("latin1"); return s; };
for (;;) {
  const l = line();
  if (l === "") process.exit();
  if (l === "capabilities") fs.writeSync(1, "${capabilities}");
  else if (l.startsWith("option")) fs.writeSync(1, "${option}\\n");
  else if (l.startsWith("list")) fs.writeSync(1, execFileSync("git", ["ls-remote", remote, "refs/*"]).toString().replace(/\\t/g, " ") + "\\n");
  else if (l === "connect git-receive-pack" && asked++ > 0) { fs.writeSync(1, "\\n"); break; }
  else fs.writeSync(1, "fallback\\n");
}
if (remote.startsWith("git://")) {
  const u = new URL(remote), c = net.connect(u.port, u.hostname), r = \`git-receive-pack \${u.pathname}\\0host=\${u.host}\\0\`;
  c.write((r.length + 4).toString(16).padStart(4, "0") + r); process.stdin.pipe(c); c.pipe(process.stdout);
} else spawn("git", ["receive-pack", remote], { stdio: "inherit" });
E
`;

/** The git that has started the helper ends, and leaves it its pipes. */
const alone = "process.kill(process.ppid, 9);";

const overGit = stopped("gate", {
  "two addresses: the first ends before git sends, the second is a helper that connects late": `base=$(git rev-parse HEAD); forge; b=$(git rev-parse HEAD)
git init -q --bare $OUT/own.git; git --git-dir=$OUT/own.git fetch -q $OUT/repo $b:refs/heads/zz $b:refs/heads/main
${lateHelper("connect\\npush\\noption\\n\\n", "ok")}git config remote.two.url $OUT/own.git
git config --add remote.two.pushurl $OUT/own.git
git config --add remote.two.pushurl bridge::x
PATH=$OUT/bin:$PATH timeout 20 git push --atomic two $b:refs/heads/new $base:refs/heads/main >&2`,
  "the same, where the helper kills the git that has started it": `base=$(git rev-parse HEAD); forge; b=$(git rev-parse HEAD)
git init -q --bare $OUT/own.git; git --git-dir=$OUT/own.git fetch -q $OUT/repo $b:refs/heads/zz $b:refs/heads/main
${lateHelper("connect\\npush\\noption\\n\\n", "ok", alone)}git config remote.two.url $OUT/own.git
git config --add remote.two.pushurl $OUT/own.git
git config --add remote.two.pushurl bridge::x
PATH=$OUT/bin:$PATH timeout 20 git push --atomic two $b:refs/heads/new $base:refs/heads/main >&2`,
  "the proxy removes the mark of the remote's first packet, and becomes git's http helper": `forge; b=$(git rev-parse HEAD)
executable $OUT/proxy <<'E'
#!/usr/bin/perl
use IO::Socket::INET; use POSIX;
my ($h, $p) = @ARGV;
pipe(my $r, my $w);
if (fork() == 0) {
  close $r; my $c = IO::Socket::INET->new(PeerAddr => $h, PeerPort => $p) or die;
  if (fork() == 0) { while (sysread(STDIN, my $x, 65536)) { syswrite($c, $x) } shutdown($c, 1); POSIX::_exit(0) }
  sysread($c, my $l, 4); my $n = hex($l) - 4; my $d = "";
  while (length($d) < $n) { sysread($c, $d, $n - length($d), length($d)) }
  $d =~ s/\\0.*//s; $d .= "\\n";
  syswrite(STDOUT, sprintf("%04x", 4 + length $d) . $d);
  while (sysread($c, my $x, 65536)) { syswrite(STDOUT, $x) }
  close STDOUT; sleep 5; POSIX::_exit(0);
}
close $w;
open(STDIN, "<&", $r); open(STDOUT, ">", "/dev/null");
exec "git", "remote-http", "x", "http://127.0.0.1:1/";
E
GIT_PROXY_COMMAND=$OUT/proxy timeout 20 git push origin $b:refs/heads/new >&2`,
  "where the caller traces packets, the proxy becomes git's http helper": `forge
executable $OUT/proxy <<'X'
#!/bin/sh
exec 4<&0
node -e 'const c=require("net").connect(+process.argv[2],process.argv[1]);process.stdin.pipe(c);c.pipe(process.stdout)' "$1" "$2" <&4 4<&- &
exec git remote-http x http://127.0.0.1:9/x <$OUT/idle >/dev/null 2>&1 4<&-
X
mkfifo $OUT/idle; sleep 8 3<>$OUT/idle &
GIT_TRACE_PACKET=/dev/null GIT_PROXY_COMMAND=$OUT/proxy timeout 20 git push $REMOTE main`,
  "where no descriptor is left for our trace, the push inherits one of git's http helpers": `forge
node -e 'require("net").createServer(()=>{}).listen(0,"127.0.0.1",function(){require("fs").writeFileSync(process.env.OUT+"/port",String(this.address().port))});setTimeout(()=>process.exit(),8000)' &
while ! test -s $OUT/port; do sleep 0.1; done
cat >$OUT/reap.pl <<'X'
syscall(157, 36, 1, 0, 0, 0); # PR_SET_CHILD_SUBREAPER
my $pid = fork // die;
if (!$pid) { open STDOUT, ">/dev/null"; exec "git", "ls-remote", "http://127.0.0.1:$ARGV[0]/x" }
sleep 1; kill 9, $pid; waitpid $pid, 0;
syscall(157, 36, 0, 0, 0, 0);
exec "git", "push", $ENV{REMOTE}, "main";
X
timeout 20 perl $OUT/reap.pl $(cat $OUT/port) 3</dev/null 4</dev/null 5</dev/null 6</dev/null 7</dev/null 8</dev/null 9</dev/null`,
  "`GIT_PROXY_COMMAND` answers for the remote when the gate asks": `forge; ${liar}; ${proxy("upload-pack")} GIT_PROXY_COMMAND=$OUT/proxy git push -q origin main`,
  "`core.gitProxy` answers for the remote when the gate asks": `forge; ${liar}; ${proxy("upload-pack")} git -c core.gitProxy=$OUT/proxy push -q origin main`,
});

const overPath = stopped("gate", {
  "the other side lists no refs, and becomes git's http helper": `forge; b=$(git rev-parse HEAD)
executable $OUT/rp <<'E'
#!/usr/bin/perl
use POSIX; pipe(my $r, my $w);
if (fork() == 0) { close $r; syswrite(STDOUT, "0000"); exec "git-receive-pack", "--stateless-rpc", @ARGV }
open(my $keep, ">&", $w); close $w;
if (fork() == 0) { close $r; close STDIN; close STDOUT; sleep 4; POSIX::_exit(0) }
close $keep; open(STDIN, "<&", $r); open(STDOUT, ">", "/dev/null");
exec "git", "remote-http", "x", "http://127.0.0.1:1/";
E
timeout 20 git push --receive-pack="exec $OUT/rp" origin $b:refs/heads/new >&2`,
  "where the caller traces packets, the program that reaches the remote becomes git's http helper": `forge
executable $OUT/rp <<'X'
#!/bin/sh
exec 4<&0
git receive-pack "$REMOTE" <&4 4<&- &
exec git remote-http x http://127.0.0.1:9/x <$OUT/idle >/dev/null 2>&1 4<&-
X
mkfifo $OUT/idle; sleep 8 3<>$OUT/idle &
GIT_TRACE_PACKET=/dev/null timeout 20 git push --receive-pack="exec $OUT/rp" $REMOTE main`,
  "the commit as a note of a namespace and as a branch, in one push": `forge "Notes added by 'git notes add'"; n=$(git rev-parse HEAD); GIT_NAMESPACE=ns git push -q origin main:refs/notes/x; good
    git push -q origin main:refs/namespaces/ns/refs/notes/x $n:refs/heads/new`,
  "the commit as a note with git's own message in a namespace, then as a branch": `forge "Notes added by 'git notes add'"; GIT_NAMESPACE=ns git push -q origin main:refs/notes/x; push`,
  "the name of a folder, written into the gate's own trace": `forge; link="$OUT/x
12:00:00.000000 pkt-line.c:80           ${traced}"; mkdir -p "$(dirname "$link")"; ln -s $REMOTE "$link"; for n in 9 8 /proc/self/fd/9 /proc/self/fd/8 /proc/self/fd/20; do GIT_TRACE=$n GIT_TRACE2=$n git push -q "$link" main; done`,
  "a symbolic link leads elsewhere when the gate asks the remote": `forge; ${liar}; ln -s $REMOTE $OUT/link; ${serving("case $(running) in *fetch*|*ls-remote*) ln -sfn $OUT/liar.git $OUT/link ;; *) ln -sfn $REMOTE $OUT/link ;; esac", "git push -q $OUT/link main")}`,
  "`send-pack` called directly, for the agent's helper that is a pipe to `receive-pack`": `forge; ${request} | git send-pack --stateless-rpc --helper-status --stdin $REMOTE 2>/dev/null >$OUT/answer; ${unwrapped} | git receive-pack --stateless-rpc $REMOTE >/dev/null`,
});

/** A name with a line end in it, part of which looks like a line that git gives to `pre-push`: the remote has `$b` there. */
const forgedLine = (name: string): string =>
  `forge; b=$(git rev-parse HEAD); g=$(git rev-parse HEAD~); name="${name}"`;
const inBraces = forgedLine("HEAD^{/Bad|x $g refs/heads/zz $b\ny}");
const asDescribed = forgedLine("main $g refs/heads/zz $b\nx-g$b");
const inLines = stopped("gate", {
  "a line of git's trace, forged by a ref name with a line end": `${inBraces}; git push -q origin "$name:refs/heads/main"`,
  "the same, by a name as `describe` gives it": `${asDescribed}; git push -q origin "$name:refs/heads/main"`,
});
/** Where an install is not sealed, the lines are believed if nobody has heard the remote. */
const unheard = stopped("gate", {
  "a forged line of git's trace, where the caller traces packets": `${asDescribed}; GIT_TRACE_PACKET=/dev/null git push -q origin "$name:refs/heads/main"`,
  "the same, where no descriptor is left for our trace": `${asDescribed}; git push -q origin "$name:refs/heads/main" 3</dev/null 4</dev/null 5</dev/null 6</dev/null 7</dev/null 8</dev/null 9</dev/null`,
});

/** A good commit is published, and then one that is its copy but for white space or a note, so that its trailers are others. */
const copyOf = (good: string, bad: string): string =>
  `${written(`Good\\n\\n%s\\n${good}`)}; push; ${written(`Good\\n\\n%s\\n${bad}`)}; push`;
const scissors = "# ------------------------ >8 ------------------------";
const copies = stopped("gate", {
  "a copy of a good commit, with the note of a pick where its trailers were": copyOf(
    "",
    `\\n(cherry picked from commit ${"1".repeat(40)})\\n`,
  ),
  "a copy of a good commit, with a space after `Conflicts:`": copyOf(
    "\\nConflicts:\\n\\tfile\\n",
    "\\nConflicts: \\n\\tfile\\n",
  ),
  "a copy of a good commit, with a space after scissors": copyOf(
    `${scissors}\\n\\nmore\\n`,
    `${scissors} \\n\\nmore\\n`,
  ),
});

const sendPack = stopped("gate", {
  "`send-pack` called directly": "forge; git send-pack $REMOTE main",
  "`send-pack` called directly, with `--all`": "forge; git send-pack --all --force $REMOTE",
});

/** By programs of one's own that git starts while it pushes, none of which lies about the remote. */
const byPrograms = stopped("gate", {
  "the agent's helper for an http address, which connects only when git is about to send": `forge
${lateHelper("connect\\npush\\n\\n", "unsupported")}git config remote.other.vcs bridge; git config remote.other.url http://example.org/x
PATH=$OUT/bin:$PATH timeout 20 git push other main`,
  "the same, where the helper kills the git that has started it, beside a helper of git's that waits": `forge
${lateHelper("connect\\npush\\n\\n", "unsupported", alone)}git config remote.other.vcs bridge; git config remote.other.url http://example.org/x
node -e 'require("net").createServer(() => {}).listen(0, "127.0.0.1", function () { require("fs").writeFileSync(process.env.OUT + "/port", String(this.address().port)); }); setTimeout(() => process.exit(), 8000)' & server=$!
while ! test -s $OUT/port; do sleep 0.1; done
cat >$OUT/inherit.pl <<'X'
syscall(157, 36, 1, 0, 0, 0); # PR_SET_CHILD_SUBREAPER
my $pid = fork // die;
if (!$pid) { open STDOUT, ">/dev/null"; exec "git", "ls-remote", "http://127.0.0.1:$ARGV[0]/x" }
sleep 1; kill 9, $pid; waitpid $pid, 0;
syscall(157, 36, 0, 0, 0, 0);
exec "git", "push", "other", "main";
X
PATH=$OUT/bin:$PATH timeout 20 perl $OUT/inherit.pl $(cat $OUT/port)
kill $server`,
  "below git's http helper, a `send-pack` that takes `--stateless-rpc` back": `base=$(git rev-parse HEAD); forge; b=$(git rev-parse HEAD)
# A server of one's own that asks for a password; nothing is sent to it.
node -e 'require("http").createServer((q, r) => { r.writeHead(401, { "WWW-Authenticate": "Basic realm=x" }); r.end(); }).listen(0, "127.0.0.1", function () { require("fs").writeFileSync(process.env.OUT + "/port", String(this.address().port)); }); setTimeout(() => process.exit(), 15000)' & server=$!
while ! test -s $OUT/port; do sleep 0.1; done
spec="$b^{object}:refs/heads/new"
length=$(printf %04x $((4 + \${#spec} + 1)))
git update-ref refs/heads/$length$b $b
git update-ref refs/heads/$(printf %04x $((4 + 40 + 16)))$b $b # for a git that is told the request as it is
git update-ref refs/heads/0000 $base
pkt() { printf '%04x%s\\n' $((4 + \${#1} + 1)) "$1"; }
{ pkt "$b:refs/heads/new"; printf 0000; pkt "$b refs/heads/zz-g$base:refs/heads/other"; printf 0000; } >$OUT/request
executable $OUT/helper <<'E'
#!/bin/sh
exec git send-pack --stateless-rpc --no-stateless-rpc $REMOTE --stdin <$OUT/request >$OUT/log 2>&1
E
git -c credential.helper="!exec $OUT/helper" push http://127.0.0.1:$(cat $OUT/port)/x main </dev/null
cat $OUT/log
kill $server`,
  "two addresses, and the program that reaches the first shrinks the gate's trace": `forge; b=$(git rev-parse HEAD)
executable $OUT/own <<'E'
#!/usr/bin/perl
# The way to a repository of one's own that has the commit; it makes the buffer of git's trace small.
use Socket;
for my $n (3 .. 9) { if (open(my $s, "+<&=", $n)) { setsockopt($s, SOL_SOCKET, SO_SNDBUF, pack("i", 1)); push @keep, $s } }
exec "git", "receive-pack", "$ENV{OUT}/own.git";
E
git init -q --bare $OUT/own.git; git --git-dir=$OUT/own.git fetch -q $OUT/repo main:zz
export GIT_SSH_COMMAND=$OUT/own GIT_SSH_VARIANT=simple
git config --add remote.origin.pushurl ssh://own/x
git config --add remote.origin.pushurl $REMOTE
part=$(perl -e 'print "\\xa0" x 200'); git push -q origin $b:refs/heads/$part/$part/$part 2>&1 | cut -c1-150`,
  "two addresses, and the first answers with a pack": `forge; b=$(git rev-parse HEAD)
# A server of one's own: the first address to push to.
cat >$OUT/liar.js <<'E'
const net = require("net"), fs = require("fs");
const b = process.argv[2], out = process.argv[3];
const pkt = (s) => { s = Buffer.from(s, "latin1"); return Buffer.concat([Buffer.from((s.length + 4).toString(16).padStart(4, "0")), s]); };
const flush = Buffer.from("0000");
net.createServer((c) => {
  let n = 0, t = null;
  c.on("error", () => {});
  c.on("data", (d) => {
    if (n++ === 0) { c.write(Buffer.concat([pkt(b + " refs/heads/zz\\0report-status side-band-64k object-format=sha1 agent=git/2\\n"), flush])); return; }
    clearTimeout(t);
    t = setTimeout(() => {
      const report = Buffer.concat([pkt(b + " refs/heads/zz\\0x"), flush]);
      c.write(pkt("\\x01" + report.toString("latin1")));
      setTimeout(() => { c.write(pkt("PACK")); setTimeout(() => c.end(), 300); }, 500);
    }, 500);
  });
}).listen(0, "127.0.0.1", function () { fs.writeFileSync(out + "/port", String(this.address().port)); });
setTimeout(() => process.exit(), 15000);
E
node $OUT/liar.js $b $OUT & liar=$!
while ! test -s $OUT/port; do sleep 0.1; done
git config --add remote.origin.pushurl git://127.0.0.1:$(cat $OUT/port)/x
git config --add remote.origin.pushurl $REMOTE
git push origin $b:refs/heads/new
kill $liar`,
  "the agent's helper named `none`, with settings from a pipe": `forge
executable $OUT/bin/git-remote-none <<'E'
#!/usr/bin/env node
const fs = require("fs"), net = require("net"), { spawn } = require("child_process");
const remote = process.env.REMOTE; let text = "";
const line = () => { const b = Buffer.alloc(1); let s = ""; while (fs.readSync(0, b, 0, 1) === 1 && b[0] !== 10) s += b.toString("latin1"); return s; };
for (let l; (l = line()) !== "";) {
  if (l === "capabilities") fs.writeSync(1, "connect\\n\\n");
  else if (l.startsWith("option")) fs.writeSync(1, "unsupported\\n");
  else if (l.startsWith("connect git-receive-pack")) { fs.writeSync(1, "\\n"); break; }
  else { fs.writeSync(1, "fallback\\n"); }
}
if (remote.startsWith("git://")) {
  const u = new URL(remote), c = net.connect(u.port, u.hostname), r = \`git-receive-pack \${u.pathname}\\0host=\${u.host}\\0\`;
  c.write((r.length + 4).toString(16).padStart(4, "0") + r); process.stdin.pipe(c); c.pipe(process.stdout);
} else spawn("git", ["receive-pack", remote], { stdio: "inherit" });
E
${running}
mkfifo $OUT/settings; git config include.path $OUT/settings
(trap '' PIPE; while :; do { case "$(running)" in *"config --null"*) echo '[' ;; esac; echo '[x]'; } >$OUT/settings 2>/dev/null; sleep 0.01; done) & served=$!
for i in 1 2 3; do PATH=$OUT/bin:$PATH timeout 20 git push none::x main; done
kill $served`,
});

const over = (transports: Transports, attempts: readonly Attempt[]): Attempt[] =>
  attempts.map((attempt) => ({ ...attempt, over: transports }));

export const sealedAttempts: readonly Attempt[] = over(["path", "git"], unheard);

export const proofAttempts: readonly Attempt[] = [
  ...over(["path", "git"], inLines),
  ...over(["path", "http"], copies).map((each): Attempt => ({ ...each, isInObject: true })),
  ...over(["path", "git", "http"], readOtherwise).map((each): Attempt => ({ ...each, isInObject: true })),
  ...over(["path", "git", "http"], everywhere),
  ...over(["path", "git"], sendPack),
  ...over(["path", "git"], inTrace),
  ...over(["path", "git"], byPrograms),
  ...over(["http"], overHttp),
  ...over(["git"], overGit),
  ...over(["path"], overPath),
];
