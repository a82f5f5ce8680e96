import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { manifest, Workshop } from "./workshop.ts";

function withPlugin(): { box: Workshop; folder: string; config: string; before: string } {
  const box = new Workshop();
  expect(box.call(["init"])).toMatchObject({ status: 0, stderr: "" });
  const config = join(box.repository, ".interlock/config.yaml");
  const before = readFileSync(config, "utf8");
  const folder = box.source("rules", { "plugin.yaml": manifest("rules") });
  expect(box.plugin("add", folder)).toMatchObject({ status: 0, stderr: "" });
  return { box, folder, config, before };
}

test("update installs what the ref names now, and says if that is nothing new", () => {
  const { box, folder } = withPlugin();
  expect(box.plugin("update").stdout).toMatch(/^interlock: 'rules' is up to date, at [0-9a-f]{12}\n$/);
  box.write(join(folder, "plugin.yaml"), manifest("rules", { value: "second" }));
  box.write(join(folder, "hooks/run"), "#!/bin/sh\n", 0o755);
  box.realGit(["add", "."], { cwd: folder });
  box.realGit(["commit", "-q", "-m", "second"], { cwd: folder });
  const before = box.everything();
  // A program is new, so it has to be agreed to.
  expect(box.plugin("update", "rules").stderr).toContain("'rules' brings programs: hooks/run");
  expect(box.everything()).toEqual(before);
  const run = box.plugin("update", "rules", "--yes", "--json");
  expect(JSON.parse(run.stdout)).toMatchObject([
    { name: "rules", updated: true, executables: ["hooks/run"], standing: "trusted" },
  ]);
  expect(box.commit()).toContain("Rules: second");
  rmSync(join(folder, "hooks"), { recursive: true });
  box.realGit(["commit", "-q", "-a", "-m", "third"], { cwd: folder });
  expect(box.plugin("update")).toMatchObject({ status: 0 });
  expect(existsSync(join(box.repository, ".interlock/plugins/rules/hooks"))).toBe(false);
  expect(box.commit()).toContain("Rules: second");
});

test("remove takes out the files and the lines, and the rest is as it was and trusted", () => {
  const { box, config, before } = withPlugin();
  expect(readFileSync(config, "utf8")).not.toBe(before);
  const run = box.plugin("remove", "rules");
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toContain("interlock: removed '.interlock/plugins/rules'\n");
  expect(readFileSync(config, "utf8")).toBe(before);
  expect(existsSync(join(box.repository, ".interlock/interlock.lock"))).toBe(false);
  expect(existsSync(join(box.repository, ".interlock/plugins/rules"))).toBe(false);
  expect(box.commit()).toBe("work\n\nChecked-by: house-rules\n");
});

test.each(["update", "remove"])("%s does not lose changes of somebody's, unless told to", (command) => {
  const { box } = withPlugin();
  box.write(".interlock/plugins/rules/plugin.yaml", manifest("rules", { value: "mine" }));
  const before = box.everything();
  const run = box.plugin(command, "rules");
  expect(run.status).toBe(128);
  expect(run.stderr).toContain(
    "'rules' was changed since it was installed [E-not-possible]\nhint: keep what you need of it",
  );
  expect(box.everything()).toEqual(before);
  expect(box.plugin(command, "rules", "--yes").status).toBe(0);
});

test("a plugin that is missing is fetched again by update, and is the one that was trusted", () => {
  const { box } = withPlugin();
  rmSync(join(box.repository, ".interlock/plugins/rules"), { recursive: true });
  expect(box.plugin("list").stderr).toContain("'rules' is in ");
  expect(box.plugin("update", "rules")).toMatchObject({ status: 0, stderr: "" });
  expect(box.commit()).toContain("Rules: rules");
});

test.each(["update", "remove"])("%s suggests the plugin that was meant", (command) => {
  const { box } = withPlugin();
  const run = box.plugin(command, "rulse");
  expect(run).toMatchObject({ status: 128, stdout: "" });
  expect(run.stderr).toContain(
    "no plugin 'rulse' is installed here [E-not-possible]\nhint: did you mean 'rules'?",
  );
});

test("a lock file that cannot be read is shown with its place", () => {
  const { box } = withPlugin();
  box.write(".interlock/interlock.lock", "version: 1\nplugins: {rules: {}}\n");
  for (const command of ["list", "update"]) {
    const run = box.plugin(command);
    expect(run.status).toBe(128);
    expect(run.stderr).toContain("interlock.lock:2:18: error: 'source' is missing");
  }
});
