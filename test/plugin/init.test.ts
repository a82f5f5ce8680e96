import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTerminal } from "../support/terminal.ts";
import { Workshop } from "./workshop.ts";

test("after init in a fresh repository, the first commit changes, and says so on a terminal", async () => {
  const box = new Workshop();
  const run = box.call(["init"]);
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toBe(`created .interlock/config.yaml
created .interlock/plugins/house-rules/plugin.yaml
created .interlock/plugins/house-rules/hooks/commit-message.md
created .interlock/plugins/house-rules/examples.yaml
interlock: '.interlock/config.yaml' is trusted with this change; if it changes again, run 'interlock trust'

Next:
  git commit --allow-empty -m 'Try the rules' && git log -1   # 'Checked-by: house-rules' is added
  interlock plugin test .interlock/plugins/house-rules        # run the plugin's examples
  git add .interlock                                          # whoever clones it runs 'interlock trust'
`);
  const env = { INTERLOCK_CONFIG: undefined };
  const terminal = openTerminal(box, "git", ["commit", "--allow-empty", "-m", "Try the rules"], {
    env,
  });
  expect(await terminal.ended).toMatchObject({ exitCode: 0 });
  expect(terminal.screen()).toContain("interlock: adding 'Checked-by: house-rules' (house-rules.checked)");
  expect(box.message()).toBe("Try the rules\n\nChecked-by: house-rules\n");
  for (const name of ["test", "validate"])
    expect(box.plugin(name, ".interlock/plugins/house-rules")).toMatchObject({ status: 0, stderr: "" });
  expect(() => box.commit("wip: x")).toThrow("the title begins with 'wip'; say what the commit does");
});

test("--plugin names the plugin, --no-plugin writes none, and both exclude each other", () => {
  const box = new Workshop();
  expect(box.call(["init", "--plugin", "x", "--no-plugin"])).toMatchObject({ status: 129 });
  expect(box.call(["init", "--plugin", "Not a name"])).toMatchObject({ status: 129 });
  expect(existsSync(join(box.repository, ".interlock"))).toBe(false);
  expect(box.call(["init", "--plugin", "acme"])).toMatchObject({ status: 0, stderr: "" });
  expect(box.commit()).toBe("work\n\nChecked-by: acme\n");
  const other = new Workshop();
  const run = other.call(["init", "--no-plugin"]);
  expect(run.stdout).toContain("created .interlock/config.yaml\n");
  expect(run.stdout).toContain("There is no rule yet.");
  expect(existsSync(join(other.repository, ".interlock/plugins"))).toBe(false);
  expect(other.commit()).toBe("work\n");
});

test("--global writes rules for every repository, inside of one or not", () => {
  const box = new Workshop();
  const config = join(box.folder, "home", ".config", "interlock");
  const run = box.call(["init", "--global", "--plugin", "mine"], { cwd: box.folder });
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(run.stdout).toBe(`created home/.config/interlock/config.yaml
created home/.config/interlock/plugins/mine/plugin.yaml
created home/.config/interlock/plugins/mine/hooks/commit-message.md
created home/.config/interlock/plugins/mine/examples.yaml

Next:
  git commit --allow-empty -m 'Try the rules' && git log -1   # 'Checked-by: mine' is added
  interlock plugin test home/.config/interlock/plugins/mine   # run the plugin's examples
  interlock doctor                                            # which of your shells find interlock?
`);
  expect(readFileSync(join(config, "config.yaml"), "utf8")).toMatch(
    /^# Rules for your commits in every repository\./,
  );
  expect(existsSync(join(box.repository, ".interlock"))).toBe(false);
  expect(box.commit()).toBe("work\n\nChecked-by: mine\n");
  const again = box.call(["init", "--global"]);
  expect(again).toMatchObject({ status: 128, stdout: "" });
  expect(again.stderr).toContain("exists already");
  expect(again.stderr).toContain("'interlock plugin add --global' adds one");
  const bare = new Workshop().call(["init", "--global", "--no-plugin"]);
  expect(bare.stdout).toContain("  interlock plugin add --global <org/repo>   # use somebody's plugin\n");
});

test("nothing is overwritten, and a folder with files that nobody has looked at is not trusted", () => {
  const box = new Workshop();
  const config = box.write(".interlock/config.yaml", "version: 1\n");
  const run = box.call(["init"]);
  expect(run).toMatchObject({ status: 128, stdout: "" });
  expect(run.stderr).toContain(
    "'.interlock/config.yaml' exists already [E-not-possible]\nhint: nothing is overwritten",
  );
  expect(readFileSync(config, "utf8")).toBe("version: 1\n");
  const other = new Workshop();
  other.write(".interlock/plugins/house-rules/plugin.yaml", "name: house-rules\n");
  expect(other.call(["init"]).stderr).toContain("'.interlock/plugins/house-rules' exists already");
  expect(other.call(["init", "--plugin", "mine"]).stdout).toContain("is not trusted, and not used");
  expect(other.commit()).toBe("work\n");
});

test("outside of a repository it says what to do", () => {
  const box = new Workshop();
  const run = box.call(["init"], { cwd: box.folder });
  expect(run).toMatchObject({ status: 128, stdout: "" });
  expect(run.stderr).toBe(
    "interlock: error: there is no repository here [E-not-possible]\nhint: run 'git init' first, go to a repository, or use '--global' for rules in all of yours\n",
  );
});

test("the config that init writes names its keys, and is valid with its comments taken as text", () => {
  const box = new Workshop();
  box.call(["init"]);
  const text = readFileSync(join(box.repository, ".interlock/config.yaml"), "utf8");
  // Each block that is commented out can be put in force.
  const full = text.replace(
    /^( *)# ( *(?:manifests|some-plugin|extensions|disabledHooks|config|ticket\.id):)/gm,
    "$1$2",
  );
  expect(full).toContain("\nconfig:\n  ticket.id: ABC-1\n");
  box.write(
    ".interlock/config.yaml",
    full.replaceAll("some-plugin.some-hook", "house-rules.no-wip").replaceAll("some-plugin", "house-rules"),
  );
  expect(box.call(["trust"])).toMatchObject({ status: 0, stderr: "" });
  expect(box.commit("wip: x")).toContain("Checked-by: house-rules");
});
