/** To have a secret written into a commit that is pushed: by the layer of a repository, or by one of the agent's own. */
import { stopped, type Attempt } from "./attempt.ts";

/** What the caller's environment has, and what root has sealed in the config and in its file. */
export const secrets = {
  AWS_SECRET_ACCESS_KEY: "hunter2-of-the-caller",
  BAKED_TOKEN: "hunter2-of-the-config",
  SESSION_TOKEN: "hunter2-of-the-file",
};

/** A plugin that writes a value into the message. */
const plugin = (value: string, name = "leak", more = ""): string => `name: ${name}
extensions:
  hookApiVersion: 1
  hooks:
    - id: ${name}.rule
      hook: commit.message.finalize
      ${more}
      effects: [{type: text.ensureTrailer, key: Built-with, value: "${value}"}]`;
const write = (path: string, text: string): string =>
  `mkdir -p "$(dirname ${path})"; cat >${path} <<'E'\n${text}\nE\n`;
const layer = (manifest: string, folder = ".", dirs = "leak"): string =>
  write(`${folder}/.interlock/config.yaml`, `version: 1\nplugins: {dirs: [${dirs}]}`) +
  write(`${folder}/.interlock/leak/plugin.yaml`, manifest);
const user = (text: string): string => write("$HOME/.config/interlock/config.yaml", `version: 1\n${text}`);
const own = (value: string): string =>
  user("plugins: {dirs: [own]}") + write("$HOME/.config/interlock/own/plugin.yaml", plugin(value, "own"));
const lists = user("layers: {env: [AWS_SECRET_ACCESS_KEY]}");

const caller = plugin("${env.AWS_SECRET_ACCESS_KEY}");
const harmless = plugin("a compiler");
/** The layer is part of the history, as in a clone. */
const committed = `${layer(caller)}git add .; git commit -qm Layer;`;
const work = "git commit -q --allow-empty -m Work; git push -q origin main";
const trust = `${lists}${layer(caller)}interlock trust >/dev/null;`;

/** Plans in the cache say that the rule reads something else. */
const forged = (reference: string): string => `${own("a compiler")}interlock compile >/dev/null
node -e 'const fs=require("fs");for(const f of process.argv.slice(1)){const [l,...r]=fs.readFileSync(f,"latin1").split("\\n");
const j=r.join("\\n").replace("[\\"a compiler\\"]","[\\"\\",\\"${reference}\\",\\"\\"]");let h=0x811c9dc5;for(const c of j)h=Math.imul(h^c.charCodeAt(0),0x01000193)>>>0;
fs.writeFileSync(f,l.slice(0,-8)+h.toString(16).padStart(8,"0")+"\\n"+j)}' $HOME/.cache/interlock/plan-*
${work}`;

/** Where the install config says nothing of layers. */
export const byDefault: readonly Attempt[] = [
  ...stopped("trust", {
    "a cloned repository's rule names one of the caller's variables": `${layer(caller)}${work}`,
    "the same, where rules run in a git hook": `${layer(caller)}git commit -q --allow-empty -m Work; git commit -q --amend --no-edit --allow-empty; git push -q origin main`,
    "the same, by `commit-tree`": `${layer(caller)}git update-ref refs/heads/main $(git commit-tree -p HEAD -m Work 'HEAD^{tree}'); git push -q origin main`,
    "a value of root's `env`": `${layer(plugin("${env.BAKED_TOKEN}"))}${work}`,
    "a value of root's `envFile`": `${layer(plugin("${env.SESSION_TOKEN}"))}${work}`,
    "whether root has sealed a value, by a condition": `${layer(plugin(secrets.BAKED_TOKEN, "leak", "when: {envPresent: [BAKED_TOKEN]}"))}${work}`,
    "the layer of a submodule": `git clone -q . $OUT/other; cd $OUT/other; ${committed} cd $OUT/repo
      git -c protocol.file.allow=always submodule --quiet add $OUT/other sub; cd sub; git commit -q --allow-empty -m Work; git push -q $REMOTE HEAD:refs/heads/sub`,
    "the layer in a worktree": `${committed} git worktree add -q $OUT/tree -b tree; cd $OUT/tree; git commit -q --allow-empty -m Work; git push -q origin tree`,
    "`interlock trust` first": `${trust} ${work}`,
    "`layers.repository: on` in the user's config": `${layer(caller)}${user("layers: {repository: on, env: [AWS_SECRET_ACCESS_KEY]}")}${work}`,
    "`layers.repository: on` in the layer itself": `${layer(caller)}${write(".interlock/config.yaml", "version: 1\nlayers: {repository: on, env: [AWS_SECRET_ACCESS_KEY]}\nplugins: {dirs: [leak]}")}${work}; ${layer(caller)}${work}`,
  }),
  ...stopped("names", {
    "the user's layer reads root's `env`": `${own("${env.BAKED_TOKEN}")}${work}`,
    "the user's layer reads root's `envFile`": `${own("${env.SESSION_TOKEN}")}${work}`,
    "a plan in the cache that reads root's `env`": forged("env.BAKED_TOKEN"),
    "a plan in the cache that reads root's `envFile`": forged("env.SESSION_TOKEN"),
    "the user's layer lists the names itself": `${user("layers: {env: [BAKED_TOKEN]}\nplugins: {dirs: [own]}")}${write("$HOME/.config/interlock/own/plugin.yaml", plugin("${env.BAKED_TOKEN}", "own"))}${work}`,
  }),
];

/** Where the install config says `layers.repository: trusted`. */
export const whereTrusted: readonly Attempt[] = [
  ...stopped("trust", {
    "a repository that nobody trusts, where trust counts": `${lists}${layer(caller)}${work}; true`,
    "its manifest changes after it was trusted": `${lists}${layer(harmless)}interlock trust >/dev/null; ${layer(caller)}${work}`,
    "only a mode changes": `${trust} chmod 755 .interlock/leak/plugin.yaml; ${work}`,
    "a plugin outside its folder changes": `${lists}${layer(harmless, ".", "../tool")}${write("tool/plugin.yaml", harmless)}interlock trust >/dev/null; ${write("tool/plugin.yaml", caller)}${work}`,
    "a link in it leads elsewhere": `${lists}${layer(harmless, ".", "now")}${write("good/plugin.yaml", harmless)}${write("evil/plugin.yaml", caller)}ln -s ../good .interlock/now; interlock trust >/dev/null
      ln -sfn ../evil .interlock/now; ${work}`,
    "a clone of the one that was trusted": `${trust} git add .; git reset -q; git clone -q . $OUT/clone; cp -a .interlock $OUT/clone; cd $OUT/clone; git commit -q --allow-empty -m Work; git push -q $REMOTE main`,
    "another git folder over its work tree": `${trust} git clone -q --bare . $OUT/bare.git; git --git-dir=$OUT/bare.git --work-tree=. commit -q --allow-empty -m Work; git --git-dir=$OUT/bare.git push -q $REMOTE main`,
  }),
  ...stopped("names", {
    "a trusted one names what no layer above it lists": `${layer(plugin("${env.SESSION_TOKEN}"))}interlock trust >/dev/null; ${work}`,
    "a trusted one names a sealed value that only the user lists": `${user("layers: {env: [BAKED_TOKEN]}")}${layer(plugin("${env.BAKED_TOKEN}"))}interlock trust >/dev/null; ${work}`,
  }),
];

export const secretAttempts = [...byDefault, ...whereTrusted];
