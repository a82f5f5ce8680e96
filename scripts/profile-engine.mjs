// `npm run profile-engine`: tells the compiler which of the engine's paths a commit takes (scripts/build/engine-profile.gz).
// Needed after a change to the engine or its options, or with another compiler; an old profile only makes it slower.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Native } from "./build/native.mjs";
import { readVersion } from "./build/version.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const work = join(root, "build", "native");
const prefix = join(root, "build", "profiled");
const counts = join(work, "profiled", "engine.gcda");
const scratch = mkdtempSync(join(tmpdir(), "interlock-profile-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

for (const old of [prefix, counts]) rmSync(old, { recursive: true, force: true });
mkdirSync(join(prefix, "bin"), { recursive: true });
await new Native(root, work, "profiled", readVersion(root)).linkHost(
  join(prefix, "bin", "interlock"),
  join(work, "hot-path.bytecode"),
);
symlinkSync("interlock", join(prefix, "bin", "git"));
cpSync(join(root, "dist", "lib"), join(prefix, "lib"), { recursive: true });

const write = (name, text, mode) => writeFileSync(join(scratch, name), text, { mode });
const plugins = ["github", "conventional-commits"].map((name) => join(root, "plugins", name));
write("check", "#!/bin/sh\nexit 0\n", 0o755);
write(
  "plugin.yaml",
  `name: acme
extensions:
  hookApiVersion: 1
  hooks:
    - {id: acme.check, hook: commit.message.finalize, handler: {type: command, command: [./check]}}
`,
);
const configs = [
  `version: 1\nplugins:\n  dirs: [${plugins[0]}]\n`,
  `version: 1\nplugins:\n  dirs: [${plugins.join(", ")}]\naudit: {file: audit.log}\n`,
  `version: 1\nplugins:\n  dirs: [${scratch}]\n`,
];
const git = (config, ...words) =>
  execFileSync(join(prefix, "bin", "git"), ["-c", "gc.auto=0", ...words], {
    cwd: scratch,
    env: {
      PATH: `${join(prefix, "bin")}:/usr/bin:/bin:${dirname(process.execPath)}`,
      HOME: scratch,
      GITHUB_APP_BOT_NAME: "Robo Bot",
      GITHUB_APP_BOT_EMAIL: "bot@example.org",
      INTERLOCK_CONFIG: join(scratch, config),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
write(".gitconfig", "[user]\n\tname = A\n\temail = a@example.org\n");
git("none", "init", "-q", "-b", "main");
configs.forEach((text, i) => write(`${i}.yaml`, text));
const commit = (config) =>
  git(config, "commit", "-q", "--allow-empty", "-m", "fix: a message of ordinary length");

// Each compiles its plan; only what comes then counts.
configs.forEach((_, i) => commit(`${i}.yaml`));
rmSync(counts, { force: true });
for (let round = 0; round < 10; round++) {
  for (let i = 0; i < 5; i++) commit("0.yaml");
  commit("1.yaml");
  commit("2.yaml");
  git("1.yaml", "commit", "-q", "--amend", "--no-edit", "--allow-empty");
}
git("1.yaml", "rebase", "-q", "--force-rebase", "HEAD~5");
writeFileSync(
  join(root, "scripts", "build", "engine-profile.gz"),
  gzipSync(readFileSync(counts), { level: 9 }),
);
