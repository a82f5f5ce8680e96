// `npm run demo`: one commit with the real git and one through interlock, in a scratch repository.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const scratch = mkdtempSync(join(tmpdir(), "interlock-demo-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

const plain = {
  PATH: process.env.PATH,
  HOME: scratch,
  GIT_CONFIG_NOSYSTEM: "1",
  GITHUB_APP_BOT_NAME: "acme-agent[bot]",
  GITHUB_APP_BOT_EMAIL: "acme-agent[bot]@users.noreply.github.com",
};
const wrapped = {
  ...plain,
  PATH: `${join(root, "dist", "bin")}:${process.env.PATH}`,
  INTERLOCK_CONFIG: join(scratch, "config.yaml"),
};

function show(text) {
  process.stdout.write(`${text}\n`);
}

/** Runs a shell line in the repository and shows it as in a terminal. */
function run(line, env) {
  show(`$ ${line}`);
  const output = execFileSync("/bin/sh", ["-c", `{ ${line}; } 2>&1`], {
    cwd: join(scratch, "repo"),
    env,
    encoding: "utf8",
  });
  show(output.trimEnd());
  show("");
}

writeFileSync(
  wrapped.INTERLOCK_CONFIG,
  `version: 1\nnotices: always\nplugins:\n  dirs: [${join(root, "dist", "plugins", "github")}]\n`,
);
writeFileSync(join(scratch, ".gitconfig"), "[user]\n\tname = Ann Author\n\temail = ann@example.org\n");
execFileSync("git", ["init", "-q", "-b", "main", join(scratch, "repo")], { env: plain });
writeFileSync(join(scratch, "repo", "file"), "1\n");

show("--- before: the real git ---\n");
run("git add file && git commit -qm 'fix the parser' && git log -1 --format=%B", plain);
writeFileSync(join(scratch, "repo", "file"), "2\n");

show("--- after: interlock first on PATH, with the github plugin ---\n");
run("git commit -am 'fix the parser' && git log -1 --format=%B", wrapped);

show("--- why? ---\n");
run("interlock explain -- git commit --allow-empty -m 'fix the parser'", wrapped);
