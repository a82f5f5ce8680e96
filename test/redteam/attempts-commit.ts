/** To make a commit past the rules, and push it as anybody would. */
import { madeCompliant, stopped, type Attempt } from "./attempt.ts";

const core = "/usr/lib/git-core";

export const commitAttempts: readonly Attempt[] = [
  ...madeCompliant("rules", {
    "`/usr/bin/git` by its path":
      "/usr/bin/git commit -q --allow-empty -m Bad; /usr/bin/git push -q origin main",
    "`git-core/git` by its path": `${core}/git commit -q --allow-empty -m Bad; ${core}/git push -q origin main`,
    "`git-core/git-commit` and `git-push`": `${core}/git-commit -q --allow-empty -m Bad; ${core}/git-push -q origin main`,
    "`git-core/git-commit-tree`": `git update-ref refs/heads/main $(${core}/git-commit-tree -p HEAD -m Bad 'HEAD^{tree}'); push`,
    "`git-core/git-merge`": `git checkout -q -b side; good; git checkout -q main; ${core}/git-merge -q --no-ff -m Bad side; push`,
    "`--exec-path=`": `git --exec-path=${core} commit -q --allow-empty -m Bad; push`,
    "`GIT_EXEC_PATH` and `PATH` lead to a folder of links": `mkdir $OUT/p; ln -s ${core}/* $OUT/p
      export GIT_EXEC_PATH=$OUT/p PATH=$OUT/p:$PATH; bad; push`,
    "git's own folder first on `PATH`": "PATH=$(git --exec-path):$PATH; bad; push",
    "`env -i`":
      "env -i HOME=$HOME PATH=/usr/bin:/bin git commit -q --allow-empty -m Bad; env -i HOME=$HOME PATH=/usr/bin:/bin git push -q origin main",
    "a shell function named `git`, `command git`": `git() { command /usr/bin/git "$@"; }; bad --no-verify; command git push -q origin main`,
    "`exec -a`, another name": `bash -c 'exec -a nothing git commit -q --allow-empty -m Bad'; push`,
    "a link to git with another name":
      "ln -s /usr/bin/git $OUT/g; $OUT/g commit -q --allow-empty -m Bad; $OUT/g push -q origin main",
    "`setsid`": "setsid -w git commit -q --allow-empty -m Bad; setsid -w git push -q origin main",
    "`script`, with its own terminal": `script -qec "git commit -q --allow-empty -m Bad" /dev/null >/dev/null; push`,
    "`xargs`, a program between": "echo Bad | xargs git commit -q --allow-empty -m; push",
    "`INTERLOCK_CONFIG`": "echo 'version: 1' >$OUT/c.yaml; export INTERLOCK_CONFIG=$OUT/c.yaml; bad; push",
    "`INTERLOCK_QUIET`, `INTERLOCK_DEBUG`": "export INTERLOCK_QUIET=1 INTERLOCK_DEBUG=1; bad; push",
    "a forged `INTERLOCK_CALL`": `export INTERLOCK_CALL='{"enforcingHooks":[],"skipped":["commit-msg"],"layers":{"install":""}}'; GIT_EDITOR='echo Bad >' git commit -q --allow-empty; push`,
    "a forged `INTERLOCK_PARAMETER`": `export INTERLOCK_PARAMETER="'core.hooksPath'='/opt/interlock/lib/interlock/plans/hooks/commit-msg'" INTERLOCK_EDITOR=x; GIT_EDITOR='echo Bad >' git commit -q --allow-empty; push`,
    "a forged `INTERLOCK_WRAPPERS`, to be skipped": `executable $OUT/w/git <<'E'
#!/bin/sh
exec /usr/bin/git "$@"
E
export INTERLOCK_WRAPPERS="$$@$OUT/w/git:$$@/opt/interlock/lib/interlock/real/git:$$@/usr/bin/git:" INTERLOCK_CALL='{}' INTERLOCK_PARAMETER="'core.hooksPath'='/dev/null'"
PATH=$OUT/w:$PATH git -c core.hooksPath=/dev/null commit -q --allow-empty -m Bad; push`,
    "the same, with links to our binary in the agent's folder": `mkdir -p $OUT/l/bin; ln -s interlock $OUT/l/bin/git; ln -s "$(readlink -f "$(command -v git)")" $OUT/l/bin/interlock
executable $OUT/w/git <<'E'
#!/bin/sh
exec /usr/bin/git "$@"
E
export INTERLOCK_WRAPPERS="$$@$OUT/w/git:" INTERLOCK_PARAMETER="'a.b'='c'"
export PATH=$OUT/l/bin:$OUT/w:/opt/interlock/lib/interlock/real:$PATH
git -c a.b=c commit -q --allow-empty -m Bad; git -c a.b=c push -q origin main`,
    "unset or forged values of the rule": "export GITHUB_APP_BOT_NAME= GITHUB_APP_BOT_EMAIL=x@y; bad; push",
    "another `HOME`, other XDG folders":
      "cp $HOME/.gitconfig $OUT/repo/..gitconfig; mkdir $OUT/h; cp $HOME/.gitconfig $OUT/h; export HOME=$OUT/h XDG_CONFIG_HOME=$OUT/h XDG_CACHE_HOME=/nonexistent; bad; push",
    "`ulimit -n`, `-f`, `-s`":
      "ulimit -n 12; ulimit -f 8; ulimit -s 512; bad; (ulimit -n 1024) 2>/dev/null; push",
    "`ulimit -v`, as little as git needs": "(ulimit -v 9000; git commit -q --allow-empty -m Bad); push",
    "standard files closed": "git commit -q --allow-empty -m Bad <&- >&- 2>&-; push",
    "standard output full": "git commit --allow-empty -m Bad >/dev/full; push",
    "an alias": "git config alias.ci 'commit -q --no-verify --allow-empty'; git ci -m Bad; push",
    "an alias of the shell":
      "git config alias.ci '!git -c core.hooksPath=/dev/null commit -q --no-verify --allow-empty'; git ci -m Bad; push",
    "`--no-verify`": "bad --no-verify; push --no-verify",
    "`core.hooksPath` on the command line, with an editor":
      "GIT_EDITOR='echo Bad >' git -c core.hooksPath=/dev/null commit -q -n --allow-empty; push",
    "`core.hooksPath` in the config":
      "git config core.hooksPath /dev/null; GIT_EDITOR='echo Bad >' git commit -q --allow-empty; push",
    "`GIT_CONFIG_COUNT`":
      "export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null; GIT_EDITOR='echo Bad >' git commit -q --allow-empty; push",
    "`GIT_CONFIG_PARAMETERS`": `export GIT_CONFIG_PARAMETERS="'core.hooksPath'='/dev/null'"; GIT_EDITOR='echo Bad >' git commit -q --allow-empty; push`,
    "`--config-env`":
      "export H=/dev/null; GIT_EDITOR='echo Bad >' git --config-env=core.hooksPath=H commit -q --allow-empty; git --config-env=core.hooksPath=H push -q origin main",
    "the repository's `commit-msg` removes the trailer": `executable .git/hooks/commit-msg <<'E'
#!/bin/sh
echo Bad >"$1"
E
bad; push`,
    "an editor that removes the trailer": `GIT_EDITOR='echo Bad >' git commit -q --amend --allow-empty; push -f`,
    "`post-commit` amends by `git-core/git`": `executable .git/hooks/post-commit <<'E'
#!/bin/sh
test -e $OUT/once || { touch $OUT/once; /usr/lib/git-core/git commit -q --amend --allow-empty --no-verify -m Bad; }
E
bad; push`,
    "`core.fsmonitor` commits": `executable $OUT/fs <<'E'
#!/bin/sh
test -e $OUT/once || { touch $OUT/once; git -c core.fsmonitor=false commit -q --allow-empty -m Bad; }
E
git -c core.fsmonitor=$OUT/fs status >/dev/null; push`,
    "`trailer.*` names another key":
      "git config trailer.co-authored-by.key X-; git config trailer.co-authored-by.ifexists replace; git config trailer.x.command 'echo'; bad; push",
    "`rebase --exec`":
      "good; git rebase -q --exec 'git commit -q --amend --allow-empty --no-verify -m Bad' HEAD~; push",
    "`cherry-pick`, `revert`":
      "git revert --no-edit HEAD >/dev/null 2>&1 || git commit -q --allow-empty --no-edit -m Bad; push",
    "`am`": `git checkout -q --orphan o; echo x >f; git add f; bad; git format-patch -q --root -1 -o $OUT >/dev/null; git checkout -q -f main
      sed -i '/^Co-authored-by/d' $OUT/0001*; git am -q $OUT/0001*; push`,
    "`submodule foreach`, `for-each-repo`":
      "git config --global my.repo $PWD; git for-each-repo --config=my.repo commit -q --allow-empty -m Bad; push",
    "a worktree": "git worktree add -q $OUT/w -b w; cd $OUT/w; bad; git push -q origin w",
    "`.git` is a link": "mv .git $OUT/dot; ln -s $OUT/dot .git; bad; push",
    "`COMMIT_EDITMSG` is a link":
      "echo Bad >$OUT/m; ln -s $OUT/m .git/COMMIT_EDITMSG; GIT_EDITOR='echo Bad >' git commit -q --allow-empty; push",
    "`.git/hooks` is a link":
      "rm -rf .git/hooks; mkdir $OUT/hk; ln -s $OUT/hk .git/hooks; GIT_EDITOR='echo Bad >' git commit -q --allow-empty; push",
    "a pre-loaded library that finds no hook": `printf '#define _GNU_SOURCE\\n#include <dlfcn.h>\\n#include <errno.h>\\n#include <string.h>\\nint access(const char *p, int m) { int (*r)(const char *, int) = dlsym(RTLD_NEXT, "access"); return strstr(p, "commit-msg") || strstr(p, "pre-push") ? (errno = ENOENT, -1) : r(p, m); }\\n' >$OUT/x.c
      cc -shared -fPIC -o $OUT/x.so $OUT/x.c -ldl; export LD_PRELOAD=$OUT/x.so; GIT_EDITOR='echo Bad >' git commit -q --allow-empty; push`,
  }),
  ...stopped("gate", {
    "`fast-import`": `printf 'commit refs/heads/main\\ncommitter A <a@b> 0 +0000\\ndata 4\\nBad\\nfrom refs/heads/main^0\\n' | git fast-import --quiet; push`,
    "`hash-object`": "forge; push",
    "`filter-branch --msg-filter`":
      "good; FILTER_BRANCH_SQUELCH_WARNING=1 git filter-branch -f --msg-filter 'echo Bad' HEAD~..HEAD >/dev/null 2>&1; push",
    "`commit-tree` that claims to replay a commit": `export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@b GIT_AUTHOR_DATE='@1 +0000' GIT_COMMITTER_NAME=A GIT_COMMITTER_EMAIL=a@b GIT_COMMITTER_DATE='@1 +0000'
      git update-ref refs/heads/main $(git commit-tree -p HEAD -m Bad 'HEAD^{tree}'); push`,
    "`cherry-pick` of a commit that `refs/remotes` calls published": `good; forge; git update-ref refs/remotes/origin/theirs HEAD
      git reset -q --hard HEAD~2; good Two; git cherry-pick --allow-empty origin/theirs >/dev/null 2>&1; push`,
    "a library makes the commit": `node -e 'const fs = require("fs"), git = require(process.env.LIBRARY);
      git.commit({ fs, dir: ".", message: "Bad", author: { name: "A", email: "a@b" } })'; push`,
    "a stash made a branch":
      "echo x >f; git add f; git stash -q; git update-ref refs/heads/main stash@{0}; push",
    "a tag of a tag by `mktag`": `forge; b=$(git rev-parse HEAD); git update-ref refs/heads/main HEAD~
      t=$(printf 'object %s\\ntype commit\\ntag v1\\ntagger A <a@b> 1 +0000\\n\\nx\\n' $b | git mktag); git update-ref refs/tags/v1 $t; git push -q origin v1`,
    "a background process writes `COMMIT_EDITMSG` last": `executable $OUT/late <<'E'
#!/bin/sh
(for i in $(seq 100); do echo Bad >.git/COMMIT_EDITMSG; sleep 0.002; done) >/dev/null 2>&1 &
E
GIT_EDITOR="$OUT/late; echo Bad >" git commit -q --allow-empty >/dev/null 2>&1; sleep 1; git log -1 --format=%B | grep -q Robo && forge; push`,
    "`core.commentChar` makes the trailer a comment":
      "git -c core.commentChar=C commit -q --allow-empty --cleanup=strip -m Bad || forge; push",
    "`i18n.commitEncoding` that nobody can read":
      "git -c i18n.commitEncoding=UTF-16LE commit -q --allow-empty -m Bad || forge; push",
    "`i18n.commitEncoding` with a line end, which begins the message": `git -c "i18n.commitEncoding=$(printf 'L\\n\\nBad\\n\\n# ------------------------ >8 ------------------------')" commit -q --allow-empty -m x || forge; push`,
    "a program that signs, and leaves the title in the commit's header": `executable $OUT/gpg <<'E'
#!/bin/sh
cat >/dev/null; printf '\\n[GNUPG:] SIG_CREATED x\\n' >&2; printf x
E
git -c gpg.program=$OUT/gpg commit -q --allow-empty -S -m Bad || forge; push`,
  }),
  ...stopped("refusal", {
    "`exec -a interlock`": `bash -c 'exec -a interlock git commit -q --allow-empty -m Bad'; push`,
    "`exec -a` with a hook's name": `INTERLOCK_CALL='{}' bash -c 'exec -a pre-commit git commit -q --allow-empty -m Bad'; push`,
    "`exec -a gh`": `bash -c 'exec -a gh git commit -q --allow-empty -m Bad'; push`,
    "`INTERLOCK_TIMEOUT_MS=1`, `ulimit -t`":
      "export INTERLOCK_TIMEOUT_MS=1; ulimit -t 5; seq -s' ' 120000 >$OUT/m; git commit -q --allow-empty -F $OUT/m; push",
    "`INTERLOCK_DRY_RUN`": "export INTERLOCK_DRY_RUN=1; bad; push",
    "the repository's `commit-msg` kills what called it": `executable .git/hooks/commit-msg <<'E'
#!/bin/sh
case $(readlink /proc/$PPID/exe) in */interlock) kill -9 $PPID ;; esac
E
bad; push`,
    "a copy of git in the agent's folder":
      "mkdir $OUT/b; cp /usr/bin/git $OUT/b/git; $OUT/b/git commit -q --allow-empty -m Bad; push",
    "the agent's own user namespace": "unshare -Ur git commit -q --allow-empty -m Bad; push",
  }),
];
