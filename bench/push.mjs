// `npm run bench:push`: a push of many clean commits by the real git and through interlock, over a path, git:// and http;
// writes bench/PUSH.md.
//   node bench/push.mjs [rounds] [commits]...
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.argv[2] ?? 5);
const counts = process.argv.length > 3 ? process.argv.slice(3).map(Number) : [10_000];
const scratch = mkdtempSync(join(tmpdir(), "interlock-push-"));
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

const git = "/usr/bin/git";
const config = join(scratch, "config.yaml");
writeFileSync(config, `version: 1\nplugins:\n  dirs: [${join(root, "plugins", "github")}]\n`);
const env = {
  PATH: `/usr/bin:/bin:${dirname(process.execPath)}`,
  HOME: scratch,
  GIT_CONFIG_NOSYSTEM: "1",
  INTERLOCK_CONFIG: config,
  GITHUB_APP_BOT_NAME: "Robo Bot",
  GITHUB_APP_BOT_EMAIL: "bot@example.org",
};
const programs = { git, interlock: join(root, "dist", "bin", "git") };

/** A repository of commits with a body and two trailers, each with a file of its own. */
function makeRepository(count) {
  const folder = join(scratch, `repo-${count}`);
  execFileSync(git, ["init", "-q", "--bare", folder], { env });
  const parts = [];
  for (let i = 0; i < count; i++) {
    const message = `fix(part-${i % 50}): retry upload ${i}

The upload of part ${i} failed when the connection was lost,
and nothing tried it again. Now it is tried three times.

Reviewed-by: Reviewer ${i % 7} <reviewer-${i % 7}@example.org>
Co-authored-by: Robo Bot <bot@example.org>
`;
    const who = `Ann Author <ann@example.org> ${1_500_000_000 + i} +0000`;
    parts.push(
      `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata ${message.length}\n${message}\nM 644 inline f${i % 100}\ndata <<E\n${i}\nE\n`,
    );
  }
  execFileSync(git, ["fast-import", "--quiet"], { cwd: folder, env, input: parts.join("") });
  return folder;
}

/** The tests' servers: both outlive the commands that are measured, so that their time is not among the commands'. */
async function startServers(folder) {
  const outfile = join(scratch, "servers.mjs");
  const contents =
    'export { listen } from "./http-backend.ts"; export { listenForGit } from "./serve-git.ts";';
  await esbuild.build({
    stdin: { contents, resolveDir: join(root, "test", "gate") },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    define: { "import.meta.dirname": JSON.stringify(join(root, "test", "support")) },
    logLevel: "error",
  });
  const { listen, listenForGit } = await import(pathToFileURL(outfile).href);
  return { http: await listen(folder), git: await listenForGit(folder) };
}

/** Seconds on the clock, and seconds of processor time of the command and its children. The servers run meanwhile. */
function measure(cwd, program, args) {
  const words = ["-f", "%e %U %S", program, ...args];
  const child = spawn("/usr/bin/time", words, { cwd, env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk) => (said += String(chunk)));
  return new Promise((resolve, reject) =>
    child.on("close", (status) => {
      if (status !== 0) return reject(new Error(`${args.join(" ")} ended with ${status}: ${said}`));
      const [wall, user, system] = said.trim().split("\n").at(-1).split(" ").map(Number);
      return resolve({ wall, cpu: user + system });
    }),
  );
}

const remotes = join(scratch, "remotes");
mkdirSync(remotes);
const empty = join(scratch, "empty.git");
execFileSync(git, ["init", "-q", "--bare", empty], { env });
execFileSync(git, ["config", "http.receivepack", "true"], { cwd: empty, env });
const servers = await startServers(remotes);
const remote = join(remotes, "bare.git");
const addresses = {
  "a path": remote,
  "`git://`": `${servers.git.address}/bare.git`,
  http: `${servers.http.address}/bare.git`,
};

const rows = [];
for (const count of counts) {
  const repository = makeRepository(count);
  for (const [transport, address] of Object.entries(addresses)) {
    const best = { git: { wall: Infinity, cpu: Infinity }, interlock: { wall: Infinity, cpu: Infinity } };
    for (let round = 0; round < rounds; round++) {
      for (const [name, program] of Object.entries(programs)) {
        rmSync(remote, { recursive: true, force: true });
        cpSync(empty, remote, { recursive: true });
        const { wall, cpu } = await measure(repository, program, ["push", "-q", address, "main"]);
        best[name] = { wall: Math.min(best[name].wall, wall), cpu: Math.min(best[name].cpu, cpu) };
      }
    }
    const { git: real, interlock } = best;
    const figures = ["wall", "cpu"].map(
      (key) =>
        `${real[key].toFixed(2)} | ${interlock[key].toFixed(2)} | ${(interlock[key] / real[key]).toFixed(2)}`,
    );
    rows.push(`| ${count}, over ${transport} | ${figures.join(" | ")} |`);
    console.log(rows.at(-1));
  }
}
servers.http.close();
servers.git.close();

writeFileSync(
  join(root, "bench", "PUSH.md"),
  `# Measured: a push of clean commits

Written by \`npm run bench:push\` on ${cpus()[0]?.model}, ${cpus().length} cores; ${execFileSync(git, ["--version"], { encoding: "utf8" }).trim()}; load
average ${loadavg()[0].toFixed(1)} at the end. Minima of ${rounds} interleaved rounds, in seconds, to an empty remote each time. CPU is that of the
command and what it starts; over \`git://\` and http the server's is not in it. The commits have a body, two trailers and a
changed file; the plugin is github. \`node bench/push.mjs 3 100000\` measures a larger push.

| commits | git | interlock | ratio | git, CPU | interlock, CPU | ratio |
|---|---|---|---|---|---|---|
${rows.join("\n")}
`,
);
console.log(readFileSync(join(root, "bench", "PUSH.md"), "utf8"));
