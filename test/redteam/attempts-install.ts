/** To switch enforcement off, and commit and push as anybody would. */
import { botTrailer } from "../support/sandbox.ts";
import { madeCompliant, stopped, type Attempt } from "./attempt.ts";

const own = (
  effects: string,
  name = "own",
  id = "own.rule",
  priority = 999,
): string => `mkdir -p $HOME/.config/interlock $OUT/plug
cat >$OUT/plug/plugin.yaml <<'E'
name: ${name}
extensions:
  hookApiVersion: 1
  hooks:
    - id: ${id}
      hook: commit.message.finalize
      priority: ${priority}
      effects: [${effects}]
E
printf 'version: 1\\nplugins:\\n  dirs: [%s]\\n' $OUT/plug >$HOME/.config/interlock/config.yaml`;
const users = (text: string): string =>
  `mkdir -p $HOME/.config/interlock; printf '${text}' >$HOME/.config/interlock/config.yaml`;
const ensure = "{ type: text.ensureTrailer, key: Made-by, value: hand }";
const remove = "{ type: text.removeTrailer, key: Co-authored-by }";
const ensureBots = `{ type: text.ensureTrailer, key: Co-authored-by, value: "${botTrailer.slice(16)}" }`;
const forgePlanIn = (
  folder: string,
  change = 'p.mode="report";p.pushVerify="off";p.trustAuthors=["*"];for(const k in p.points)p.points[k]=[]',
): string => `node -e 'const fs=require("fs"),f=process.argv[1],[l,...r]=fs.readFileSync(f,"latin1").split("\\n");
const p=JSON.parse(r.join("\\n"));${change};
const j=JSON.stringify(p)+"\\n";let h=0x811c9dc5;for(const c of j)h=Math.imul(h^c.charCodeAt(0),0x01000193)>>>0;
fs.writeFileSync(f,l.slice(0,-8)+h.toString(16).padStart(8,"0")+"\\n"+j)' ${folder}/plan-* 2>/dev/null`;
/** The rule of the caller's gets the id of a sealed one, which a published commit would then break, too. */
const takeId = `for(const k in p.points)for(const c of p.points[k])if(c.id=="own.rule")c.id="github.ensure-bot-coauthor"`;
const copyWithoutTrailer = `good; push; git update-ref refs/heads/bad $({ git cat-file commit HEAD; printf '\\n(cherry picked from commit ${"1".repeat(40)})\\n'; } | git hash-object -t commit -w --stdin)`;
const pushCopy = "git push -q origin bad 2>/dev/null";
const ownPrivate = "$OUT/interlock-$(id -u)";
const emptyHooks = `for h in commit-msg prepare-commit-msg pre-push interlock-editor; do ln -sfn /bin/true $f/$h; done`;

export const installAttempts: readonly Attempt[] = [
  ...madeCompliant("seal", {
    "an empty config over the install's":
      "echo 'version: 1' 2>/dev/null >/etc/interlock/config.yaml; mv /etc/interlock /etc/x 2>/dev/null; rm -rf /etc/interlock 2>/dev/null; bad; push",
    "the plans and plugins of the install":
      "rm -rf /opt/interlock/lib/interlock/plans /opt/interlock/plugins 2>/dev/null; chmod -R 777 /opt/interlock 2>/dev/null; bad; push",
    "the binary and the links to it":
      "rm -f /usr/bin/git /usr/lib/git-core/git /opt/interlock/bin/interlock 2>/dev/null; cp /bin/true /opt/interlock/bin/git 2>/dev/null; bad; push",
    "`chattr`, `setfattr`, `chown`":
      "chattr +i /opt/interlock/bin/interlock 2>/dev/null; chown $(id -u) /etc/interlock/config.yaml 2>/dev/null; bad; push",
    "a break-glass file in `/etc/interlock`":
      "printf 'until 2999-01-01T00:00:00Z\\nx\\n' 2>/dev/null >/etc/interlock/break-glass; bad; push",
    "break-glass files elsewhere":
      "mkdir -p .interlock $HOME/.config/interlock $HOME/.interlock; for f in .interlock $HOME/.config/interlock $HOME/.interlock; do printf 'until 2999-01-01T00:00:00Z\\nx\\n' >$f/break-glass; done; bad; push",
    "an env file in `/run/interlock`":
      "mkdir -p /run/interlock 2>/dev/null; echo GITHUB_APP_BOT_NAME=x 2>/dev/null >/run/interlock/env; bad; push",
    "a forged plan in the cache": `${own(ensure)}; git -c core.hooksPath=/dev/null commit -q --allow-empty --dry-run; interlock compile >/dev/null 2>&1; ${forgePlanIn("$HOME/.cache/interlock")}; bad; push`,
    "a forged private folder, for an unwritable cache": `${own(ensure)}; export XDG_CACHE_HOME=/proc/none TMPDIR=$OUT; interlock compile >/dev/null 2>&1; git commit -q --allow-empty -C HEAD; ${forgePlanIn(ownPrivate)}; mkdir -p -m 700 ${ownPrivate}/hooks-x; for f in ${ownPrivate}/hooks-*; do ${emptyHooks}; done; GIT_EDITOR=true bad -e; push`,
    "a user config that adds": `${users("version: 1\\nconfig: { x: y }\\n")}; bad; push`,
    "`mode: report` in the user's config": `${users("version: 1\\nmode: report\\n")}; bad; push`,
    "`mode: report` in the repository's config":
      "mkdir .interlock; printf 'version: 1\\nmode: report\\n' >.interlock/config.yaml; bad; push",
    "an endless file as the repository's config":
      "mkdir .interlock; ln -s /proc/self/pagemap .interlock/config.yaml; ulimit -v 6000000; bad; push",
    "repository manifests that are too large to compile": `mkdir -p .interlock p/a p/b; printf 'version: 1\\nplugins: {dirs: [../p]}\\n' >.interlock/config.yaml; for f in a b; do { printf 'a: '; head -c 60000 /dev/zero | tr '\\0' '['; } >p/$f/plugin.yaml; done; bad; push`,
    "a relative `XDG_CONFIG_HOME`, whose config says `mode: report`":
      "mkdir -p x/interlock; printf 'version: 1\\nmode: report\\n' >x/interlock/config.yaml; export XDG_CONFIG_HOME=x; bad; push",
    "`interlock compile` by the agent":
      "interlock compile >/dev/null 2>&1; INTERLOCK_CONFIG=/dev/null interlock compile >/dev/null 2>&1; bad; push",
    "another `gh` on the PATH":
      "executable $OUT/bin/gh <<'E'\n#!/bin/sh\nexec git \"$@\"\nE\n$OUT/bin/gh commit -q --allow-empty -m Bad; $OUT/bin/gh push -q origin main",
  }),
  ...stopped("seal", {
    "the files that a refusal names": `${own(remove)}; for i in 1 2; do
bad 2>$OUT/said; grep -o '/[^ :()]*\\.yaml' $OUT/said | while read -r file; do : 2>/dev/null >"$file"; done; done; push`,
    "`planDir` in the user's config, writable for all, with a forged plan": `${own(ensure)}; mkdir -m 1777 $OUT/plans; echo "planDir: $OUT/plans" >>$HOME/.config/interlock/config.yaml; interlock compile >/dev/null 2>&1; ${forgePlanIn("$OUT/plans")}; bad; push`,
    "`push.verify: off` in the user's config": `${users("version: 1\\npush: { verify: off }\\n")}; forge; push`,
    "`disabledHooks` in the user's config": `${users("version: 1\\nplugins:\\n  disabledHooks: [github.ensure-bot-coauthor]\\n")}; bad; push`,
    "a user rule that removes the trailer": `${own(remove)}; bad; push`,
    "a plugin with the name and the id of the sealed one": `${own(remove, "github", "github.ensure-bot-coauthor")}; bad; push`,
    "a copy of interlock with the agent's config beside it":
      "mkdir -p $OUT/il/bin $OUT/il/etc/interlock; cp /opt/interlock/bin/interlock $OUT/il/bin/git 2>/dev/null; echo 'version: 1' >$OUT/il/etc/interlock/config.yaml; PATH=$OUT/il/bin:$PATH; bad; push",
    "a forged plan, in which a rule of the caller's has the id of a sealed one, and a copy of a published commit": `${copyWithoutTrailer}; ${own("{ type: text.ensureTrailer, key: Made-by, value: hand, required: true }")}; ${pushCopy}; ${forgePlanIn("$HOME/.cache/interlock", takeId)}; ${pushCopy}`,
    "the same without a forged plan, by a rule that removes the trailer last": `${copyWithoutTrailer}; ${own(remove)}; ${pushCopy}`,
    "the same by rules that add it first, and something else": `${copyWithoutTrailer}; ${own(`${ensure}, ${ensureBots}`, "own", "own.rule", 1)}; ${pushCopy}`,
    "`push.trustAuthors` in the repository's config":
      "mkdir .interlock; printf 'version: 1\\npush: { trustAuthors: [\"*\"] }\\n' >.interlock/config.yaml; forge; push",
  }),
];
