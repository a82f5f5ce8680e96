/** A program that leaves something behind which has become another user's, as sudo does it. Needs root to set up. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dist } from "../support/paths.ts";
import { Sandbox } from "../support/sandbox.ts";
import { sh } from "./with-program.ts";

const user = 1000;

test.skipIf(process.getuid?.() !== 0)("a commit does not wait for what it cannot end", () => {
  const sandbox = new Sandbox();
  const { folder } = sandbox;
  const home = join(folder, "home-1000");
  chmodSync(folder, 0o755);
  cpSync(dist, join(folder, "prefix"), { recursive: true, verbatimSymlinks: true });
  const sudo = join(folder, "sudo");
  copyFileSync("/usr/bin/setpriv", sudo);
  chmodSync(sudo, 0o4755);
  const stays = `setsid ${sudo} --reuid=0 sleep 20 >/dev/null 2>&1 </dev/null & sleep 0.2; echo ran >&2; exit 2`;
  const program = sandbox.write(join(folder, "program"), sh(stays), 0o755);
  sandbox.write(join(home, ".config/interlock/config.yaml"), "version: 1\n");
  sandbox.write(
    join(home, ".config/interlock/hooks/x.yaml"),
    `id: x\nevent_type: commit.message.finalize\nhandler: {kind: command, command: [${program}]}\n`,
  );
  mkdirSync(join(home, "repo"));
  for (const path of [home, join(home, "repo"), join(home, ".config")]) chownSync(path, user, user);
  const line =
    "git init -q . && git config user.name A && git config user.email a@b && interlock compile && time -p git commit -q --allow-empty -m x";
  const run = spawnSync("setpriv", [`--reuid=${user}`, "--clear-groups", "bash", "-c", line], {
    cwd: join(home, "repo"),
    env: { HOME: home, PATH: `${folder}/prefix/bin:${process.env["PATH"]}` },
    encoding: "utf8",
  });
  expect(run.stderr).toContain("ran ('x'");
  expect(Number(/^real ([\d.]+)$/m.exec(run.stderr)?.[1])).toBeLessThan(15);
});
