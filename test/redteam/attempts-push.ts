/** A commit that no rule has seen is there already: to push it past the gate. */
import { daemon, outOfReach, stopped, type Attempt } from "./attempt.ts";

const core = "/usr/lib/git-core";
const order = "printf 'push refs/heads/main:refs/heads/main\\n\\n'";
/** A good commit is pushed, while `worse` names a bad one. */
const behind = "good; g=$(git rev-parse HEAD); forge; git branch -q worse; git update-ref refs/heads/main $g";
const liar =
  "git init -q --bare $OUT/liar.git; git push -q $OUT/liar.git main 2>/dev/null || git --git-dir=$OUT/liar.git fetch -q $OUT/repo main:main";
const library = (what: string): string =>
  `node -e 'const fs = require("fs"), git = require(process.env.LIBRARY), http = require(process.env.LIBRARY_HTTP);
   const author = { name: "A", email: "a@b" }; (async () => { ${what} })()'`;

/** A library that makes git believe that there is no hook. */
export const preloaded = `forge; printf '#define _GNU_SOURCE\\n#include <dlfcn.h>\\n#include <errno.h>\\n#include <string.h>\\nint access(const char *p, int m) { int (*r)(const char *, int) = dlsym(RTLD_NEXT, "access"); return strstr(p, "pre-push") ? (errno = ENOENT, -1) : r(p, m); }\\n' >$OUT/x.c
      cc -shared -fPIC -o $OUT/x.so $OUT/x.c -ldl;`;

export const pushAttempts: readonly Attempt[] = [
  ...stopped("gate", {
    "`push --no-verify`": "forge; push --no-verify",
    "`push --mirror`": "forge; git push -q --mirror --no-verify origin",
    "a ref of another kind": "forge; git push -q origin HEAD:refs/for/main",
    "push by id, to a new branch": "forge; git push -q origin $(git rev-parse HEAD):refs/heads/new",
    "the bad commit below good ones": "forge; good; good; push",
    "push of a tag": "forge; git tag -am x v1; git push -q origin v1",
    "push as a note": "forge; git push -q origin main:refs/notes/x",
    "push as a note with git's own message, then as a branch": `forge "Notes added by 'git notes add'"; git push -q origin main:refs/notes/x; push`,
    "push as a note, then note and branch at once": `forge "Notes added by 'git notes add'"; git push -q origin main:refs/notes/x; git push -q origin main +main~:refs/notes/x`,
    "an alias of the shell": "forge; git -c alias.p='!git push --no-verify' p -q origin main",
    "a typo that git corrects": "forge; git -c help.autocorrect=immediate psuh -q --no-verify origin main",
    "`core.hooksPath` behind everything else": `forge; export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null; git -c core.hooksPath=/dev/null push -q origin main`,
    "`git-core/git-push`": `forge; ${core}/git-push -q origin main`,
    "git executed by a descriptor that is closed then": `forge; /usr/bin/python3 -c 'import os; os.execve(os.open("/usr/bin/git", os.O_RDONLY), ["git", "push", "-q", "--no-verify", "origin", "main"], os.environ)'`,
    "`git-remote-http` by its path, told what to push": `forge; ${order} | GIT_DIR=.git ${core}/git-remote-http origin $REMOTE`,
    "`git-remote-http` by its path, with a forged call": `forge; export INTERLOCK_CALL='{"enforcingHooks":["pre-push"]}' GIT_DIR=.git; ${order} | ${core}/git-remote-http origin $REMOTE`,
    "`git remote-http` from an alias": `forge; ${order} | git -c alias.h="remote-http origin $REMOTE" h`,
    "the moved git by its path, which finds git's own programs": "forge; $REAL push -q origin main",
    "the same with the baked hooks on its command line":
      "forge; $REAL -c core.hooksPath=/opt/interlock/lib/interlock/plans/hooks/pre-push push -q --no-verify origin main",
    "the agent's remote helper becomes `git-remote-http`": `forge; executable $OUT/bin/git-remote-foo <<E
#!/bin/sh
${order} >$OUT/f; exec ${core}/git-remote-http origin $REMOTE <$OUT/f
E
PATH=$OUT/bin:$PATH git push foo::$REMOTE main`,
    "`--receive-pack` becomes `git remote-http`": `forge; git init -q --bare $OUT/x.git; ${order} >$OUT/f
      git push --receive-pack="exec git remote-http origin $REMOTE <$OUT/f #" $OUT/x.git main`,
    "`GIT_SSH_COMMAND` becomes `git remote-http`": `forge; ${order} >$OUT/f; GIT_SSH_COMMAND="exec git remote-http origin $REMOTE <$OUT/f #" git push ssh://h/x main`,
    "the agent's exec-path, whose `git` becomes the helper": `forge; executable $OUT/p/git <<E
#!/bin/sh
${order} >$OUT/f; unset GIT_EXEC_PATH; exec /usr/bin/git remote-http origin $REMOTE <$OUT/f
E
GIT_EXEC_PATH=$OUT/p git push origin main`,
    "`pre-push` of the repository moves the branch": `${behind}; executable .git/hooks/pre-push <<'E'
#!/bin/sh
git update-ref refs/heads/main worse
E
push`,
    "a process in the background moves the branch": `${behind}; (for i in $(seq 300); do git update-ref refs/heads/main worse; sleep 0.001; done) 2>/dev/null & push; wait; push`,
    "`reference-transaction` becomes the helper": `${behind}; git update-ref refs/heads/main worse~; executable .git/hooks/reference-transaction <<E
#!/bin/sh
test "\\$1" = committed && exec git remote-http origin $REMOTE <$OUT/f
exit 0
E
printf 'push refs/heads/worse:refs/heads/worse\\n\\n' >$OUT/f; git push -q origin main`,
    "`pre-push` of the repository kills what called it": `forge; executable .git/hooks/pre-push <<'E'
#!/bin/sh
case $(readlink /proc/$PPID/exe) in */interlock) kill -9 $PPID ;; esac
E
push`,
    "`post-checkout` pushes": `forge; executable .git/hooks/post-checkout <<'E'
#!/bin/sh
git push -q --no-verify origin main
E
git checkout -q -b zz`,
    "`core.fsmonitor` pushes": `forge; git -c core.fsmonitor="git push -q --no-verify origin main #" status >/dev/null`,
    "an external diff, an editor and a pager push": `forge; echo x >f; git add f; GIT_EXTERNAL_DIFF="git push -q --no-verify origin main #" git diff --cached; GIT_EDITOR="git push -q --no-verify origin main #" git config --edit`,
    "a helper of `ls-remote` pushes": `forge; git -c protocol.ext.allow=always ls-remote "ext::git push -q --no-verify $REMOTE main"; true`,
    "`refs/replace` shows a good one": `forge; b=$(git rev-parse HEAD); git update-ref refs/heads/main HEAD~; good; git replace $b HEAD; git update-ref refs/heads/main $b; push`,
    "`.git/shallow` hides the commit until the hook has run": `forge; good; git rev-parse HEAD >.git/shallow; executable .git/hooks/pre-push <<'E'
#!/bin/sh
rm -f .git/shallow
E
git push -q origin main:refs/heads/new`,
    "`refs/remotes` says that it is published": "forge; git update-ref refs/remotes/origin/main HEAD; push",
    "another object replaces the commit until the hook has run": `forge; good; b=.git/objects/$(git rev-parse HEAD~ | sed 's,^..,&/,'); g=.git/objects/$(git rev-parse HEAD | sed 's,^..,&/,')
      cp $b $OUT/kept; chmod u+w $b; cp $g $b; executable .git/hooks/pre-push <<E
#!/bin/sh
cat $OUT/kept >$b
E
push || { cat $OUT/kept >$b; push; }`,
    "`insteadOf` redirects the question": `forge; ${liar}; git config url.$REMOTE.pushInsteadOf foo:; git config url.$OUT/liar.git.insteadOf $REMOTE; git push -q foo: main`,
    "a fetch address apart from the push address": `forge; ${liar}; git remote set-url origin $OUT/liar.git; git remote set-url --push origin $REMOTE; push`,
    "`git daemon` answers for the remote": `forge; ${daemon("repo", "--enable=receive-pack")}
      git config url.git://127.0.0.1:$port/repo.insteadOf $REMOTE; git config url.$REMOTE.pushInsteadOf foo:; git push -q foo: main; kill $(cat $OUT/pid)`,
    "another remote, reached by the agent's ssh, has the commit": `forge; git remote add other ssh://h.example/x; executable $OUT/ssh <<'E'
#!/bin/sh
exec git upload-pack $OUT/repo
E
GIT_SSH=$OUT/ssh push`,
    "git sees other settings when it is asked than when it pushes": `forge; git config core.worktree $PWD; git config include.path $OUT/fifo; mkfifo $OUT/fifo
      (echo '[broken' >$OUT/fifo; while ! test -e $OUT/done; do timeout 0.3 sh -c "echo '[x]' >$OUT/fifo"; done) & push || push; touch $OUT/done; wait`,
    "a bundle, unpacked elsewhere and pushed from there":
      "forge; git bundle create -q $OUT/b main; git clone -q $OUT/b $OUT/c -b main; cd $OUT/c; git push -q $REMOTE main",
    "a bare clone pushes": "forge; git clone -q --bare . $OUT/c.git; git -C $OUT/c.git push -q $REMOTE main",
    "in a submodule that is pushed too": `git clone -q $REMOTE $OUT/sub; git init -q --bare $OUT/top.git; git -c protocol.file.allow=always submodule --quiet add $OUT/sub sub
      git -C sub remote set-url origin $REMOTE; good; git push -q $OUT/top.git main; cd sub; forge; cd ..; git add sub; good; git push -q --recurse-submodules=on-demand $OUT/top.git main`,
    "`worktree`, `-C`, `GIT_DIR`":
      "forge; git worktree add -q $OUT/w -b w; cd /; GIT_DIR=$OUT/repo/.git git -C $OUT/w push -q --no-verify $REMOTE w",
    "a pre-loaded library that finds no hook": `${preloaded} LD_PRELOAD=$OUT/x.so git push -q origin main`,
    "`LD_AUDIT`, `LD_LIBRARY_PATH`":
      "forge; mkdir $OUT/lib; LD_LIBRARY_PATH=$OUT/lib LD_AUDIT=$OUT/none.so git push -q origin main 2>/dev/null",
    "`push --dry-run`, then `--no-dry-run`": "forge; push --dry-run --no-dry-run",
    "`push --dry-run` from an alias, then `--no-dry-run`":
      "forge; git -c alias.try='push --dry-run' try -q --no-dry-run origin main",
    "`--dry-run` as the value of another option": "forge; git push -q --repo --dry-run origin main",
    "a forged call that says it is a dry run": `forge; export INTERLOCK_CALL='{"dryRun":true,"isDryRun":true,"command":"push --dry-run","enforcingHooks":[],"skipped":["pre-push"]}'; push`,
    "under `push --dry-run`, the agent's remote helper becomes `git-remote-http`": `forge; executable $OUT/bin/git-remote-foo <<E
#!/bin/sh
${order} >$OUT/f; exec ${core}/git-remote-http origin $REMOTE <$OUT/f
E
PATH=$OUT/bin:$PATH git push --dry-run foo::$REMOTE main`,
    "under `push --dry-run`, the agent's remote helper becomes `git remote-http`, which sends": `forge; executable $OUT/bin/git-remote-foo <<E
#!/bin/sh
{ printf 'option dry-run true\\noption dry-run false\\n'; ${order}; } >$OUT/f; exec git remote-http origin $REMOTE <$OUT/f
E
PATH=$OUT/bin:$PATH git push --dry-run foo::$REMOTE main`,
    "a dry run of interlock's own, of a push that takes `--dry-run` back": `forge; INTERLOCK_DRY_RUN=1 git push -q --dry-run --no-dry-run origin main; INTERLOCK_DRY_RUN=json git push -q --repo --dry-run origin main`,
    "a proxy that answers for the remote when the gate asks": `forge; cat >$OUT/proxy.js <<'E'
const http = require("http"), { spawn } = require("child_process");
const server = http.createServer((q, s) => {
  const u = new URL(q.url), lies = q.url.includes("upload-pack");
  if (!lies) {
    const on = http.request(q.url, { method: q.method, headers: q.headers }, (r) => { s.writeHead(r.statusCode, r.headers); r.pipe(s); });
    return q.pipe(on);
  }
  const cgi = spawn("/usr/lib/git-core/git-http-backend", { env: { PATH: process.env.PATH, GIT_PROJECT_ROOT: process.env.OUT, GIT_HTTP_EXPORT_ALL: "1",
    GIT_PROTOCOL: q.headers["git-protocol"] || "", HTTP_CONTENT_ENCODING: q.headers["content-encoding"] || "", REQUEST_METHOD: q.method,
    CONTENT_TYPE: q.headers["content-type"] || "", PATH_INFO: u.pathname.replace(/^\\/[^/]*/, "/repo/.git"), QUERY_STRING: u.search.slice(1) } });
  q.pipe(cgi.stdin);
  const all = [];
  cgi.stdout.on("data", (d) => all.push(d)).on("end", () => {
    const t = Buffer.concat(all), at = t.indexOf("\\r\\n\\r\\n");
    for (const l of t.subarray(0, at).toString().split("\\r\\n")) { const [k, v] = l.split(": "); if (k !== "Status") s.setHeader(k, v); }
    s.end(t.subarray(at + 4));
  });
}).listen(0, "127.0.0.1", () => require("fs").writeFileSync(process.env.OUT + "/port", String(server.address().port)));
setTimeout(() => process.exit(), 8000).unref(); process.on("SIGTERM", () => process.exit());
E
node $OUT/proxy.js & while ! test -s $OUT/port; do sleep 0.05; done; git -c http.proxy=http://127.0.0.1:$(cat $OUT/port) push -q origin main; kill $!`,
    "`ulimit -n`, a closed standard error": "forge; ulimit -n 16; git push -q origin main 2>&-",
  }),
  ...outOfReach("real binary", {
    "the moved git with the agent's exec-path": `forge; mkdir $OUT/p; ln -s ${core}/* $OUT/p; ln -sf $REAL $OUT/p/git; GIT_EXEC_PATH=$OUT/p $REAL push -q origin main`,
    "a copy of the moved git": `forge; mkdir $OUT/p; ln -s ${core}/* $OUT/p; rm $OUT/p/git; cp $REAL $OUT/p/git; GIT_EXEC_PATH=$OUT/p $OUT/p/git push -q origin main`,
    "a copy beside a copy of our binary": `forge; mkdir -p $OUT/i/bin $OUT/i/lib/interlock/real $OUT/p; cp /usr/bin/git $OUT/i/bin/git; cp $REAL $OUT/i/lib/interlock/real/git
      ln -s ${core}/* $OUT/p; ln -sf $OUT/i/lib/interlock/real/git $OUT/p/git; GIT_EXEC_PATH=$OUT/p $OUT/i/lib/interlock/real/git push -q origin main`,
    "`/proc/<pid>/exe` of a running git": `forge; mkdir $OUT/p; ln -s ${core}/* $OUT/p; mkfifo $OUT/fifo; git cat-file --batch <$OUT/fifo >/dev/null & exec 9>$OUT/fifo
      for i in $(seq 100); do case $(readlink /proc/$!/exe) in */git) break ;; esac; sleep 0.05; done
      ln -sf /proc/$!/exe $OUT/p/git; GIT_EXEC_PATH=$OUT/p /proc/$!/exe push -q origin main; exec 9>&-; wait`,
  }),
  ...outOfReach("namespaces", {
    "a mount hides /etc/interlock":
      "mkdir $OUT/e; unshare -Urm sh -c 'mount --bind $OUT/e /etc/interlock 2>/dev/null; git commit -q --allow-empty -m Bad; git push -q origin main'",
  }),
  ...outOfReach("transport", {
    "a library commits and pushes": `${library(`await git.commit({ fs, dir: ".", message: "Bad", author }); await git.push({ fs, http, dir: ".", remote: "origin", ref: "main" })`)}`,
    "`pack-objects` and `curl`": `forge; o=$(git rev-parse HEAD~) n=$(git rev-parse HEAD); line="$o $n refs/heads/main"
      { printf '%04x%s\\0 report-status' $((4 + \${#line} + 15)) "$line"; printf 0000; printf '%s\\n^%s\\n' $n $o | git pack-objects -q --revs --stdout; } >$OUT/body
      curl -s -H 'Content-Type: application/x-git-receive-pack-request' --data-binary @$OUT/body $REMOTE/git-receive-pack >/dev/null`,
    "a proxy that adds to what the remote says and to what git sends": `forge; printf '%s\\n^%s\\n' $(git rev-parse HEAD HEAD~) | git pack-objects -q --revs --stdout >$OUT/pack; git rev-parse HEAD >$OUT/id; cat >$OUT/proxy.js <<'E'
const http = require("http"), fs = require("fs"), { OUT } = process.env;
const line = fs.readFileSync(OUT + "/id", "latin1").trim() + " refs/heads/x\\n";
const whole = (stream) => new Promise((done) => { const all = []; stream.on("data", (d) => all.push(d)).on("end", () => done(Buffer.concat(all))); });
const server = http.createServer(async (q, s) => {
  let body = await whole(q);
  const at = body.indexOf("PACK");
  if (at > 0) body = Buffer.concat([body.subarray(0, at), fs.readFileSync(OUT + "/pack")]);
  const headers = { ...q.headers, "content-length": body.length };
  http.request(q.url, { method: q.method, headers }, async (r) => {
    let answer = await whole(r);
    if (q.url.includes("service=git-receive-pack")) {
      const end = answer.length - 4;
      answer = Buffer.concat([answer.subarray(0, end), Buffer.from((line.length + 4).toString(16).padStart(4, "0") + line + "0000")]);
    }
    s.writeHead(r.statusCode, { "content-type": r.headers["content-type"] }); s.end(answer);
  }).end(body);
}).listen(0, "127.0.0.1", () => fs.writeFileSync(OUT + "/port", String(server.address().port)));
setTimeout(() => process.exit(), 8000).unref(); process.on("SIGTERM", () => process.exit());
E
node $OUT/proxy.js & while ! test -s $OUT/port; do sleep 0.05; done; git -c http.proxy=http://127.0.0.1:$(cat $OUT/port) push -q origin main; kill $!`,
  }),
];
