/** `npm run build` while agents commit through dist/bin. */
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dist, root } from "../support/paths.ts";
import { botEnv, botTrailer, Sandbox } from "../support/sandbox.ts";

/** In a process of its own, as the build is. */
function publishing(prefix: string, made: string): string {
  const script = join(root, "scripts", "build", "publish.mjs");
  const words = { made, published: prefix, before: `${prefix}-before`, work: join(prefix, "..") };
  return `import(${JSON.stringify(script)}).then(({ publish }) => publish(${JSON.stringify(words)}))`;
}

test("commits through a prefix that is built anew all carry the trailer", async () => {
  const sandbox = new Sandbox();
  const prefix = join(sandbox.folder, "prefix");
  const made = join(sandbox.folder, "made");
  cpSync(dist, prefix, { recursive: true, verbatimSymlinks: true });
  sandbox.readyPlan();
  const loop = "while [ -e ../building ]; do git commit -q --allow-empty -m fix || echo failed; done";
  sandbox.write(join(sandbox.folder, "building"), "");
  const agent = spawn("/bin/sh", ["-c", loop], {
    cwd: sandbox.repository,
    env: { ...sandbox.environment({ prefix }), ...botEnv },
  });
  let said = "";
  for (const output of [agent.stdout, agent.stderr]) output.on("data", (text) => (said += String(text)));
  const ended = new Promise((resolve) => agent.on("close", resolve));
  const first = statSync(join(prefix, "bin", "interlock")).ino;
  for (let i = 0; i < 12; i++) {
    cpSync(dist, made, { recursive: true, verbatimSymlinks: true });
    await new Promise((resolve) =>
      spawn(process.execPath, ["-e", publishing(prefix, made)]).on("exit", resolve),
    );
    expect(existsSync(made)).toBe(false);
  }
  sandbox.shell("rm ../building");
  await ended;
  expect(said).toBe("");
  expect(statSync(join(prefix, "bin", "interlock")).ino).not.toBe(first);
  const messages = sandbox.realGit(["log", "--format=%B%x00"]).stdout.split("\0").slice(0, -1);
  expect(messages.length).toBeGreaterThan(12);
  expect(messages.filter((message) => !message.includes(botTrailer))).toEqual([]);
});

test("at no moment is there no git in it, also for one who looks without end", () => {
  const sandbox = new Sandbox();
  const prefix = join(sandbox.folder, "prefix");
  for (const name of [prefix, join(sandbox.folder, "made")])
    cpSync(dist, name, { recursive: true, verbatimSymlinks: true });
  const program = publishing(prefix, join(sandbox.folder, "made"));
  const log = join(sandbox.folder, "calls");
  const run = spawnSync("strace", [
    "-f",
    "-qq",
    "-e",
    "trace=/^rename,unlink,rmdir",
    "-o",
    log,
    process.execPath,
    "-e",
    program,
  ]);
  expect(run.status).toBe(0);
  // One step has the old and the new in each other's place; what is moved away later is the old one, by its new name.
  const calls = readFileSync(log, "utf8")
    .split("\n")
    .filter((call) => call.includes(`"${prefix}"`));
  expect(calls).toEqual([expect.stringMatching(/renameat2\(.*RENAME_EXCHANGE\) += 0/)]);
});
