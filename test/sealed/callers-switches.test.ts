import { expect, test } from "vitest";
import { botTrailer } from "../support/sandbox.ts";
import { describeSealed, sealedConfig } from "../support/sealed-machine.ts";

const commit = "git commit --allow-empty -m work";
const plans = "/opt/interlock/lib/interlock/plans";

describeSealed("what a caller can set in a sealed install", (machine) => {
  test("INTERLOCK_CONFIG is ignored, with a line that INTERLOCK_QUIET silences", () => {
    machine().asAgent("echo 'version: 1' >~/config.yaml");
    const run = machine().asAgent(`INTERLOCK_CONFIG=~/config.yaml ${commit}`);
    expect(run.stderr).toContain("interlock: INTERLOCK_CONFIG is ignored: the install is sealed\n");
    expect(machine().message()).toContain(botTrailer);
    const quiet = machine().asAgent(`INTERLOCK_QUIET=1 INTERLOCK_CONFIG=~/config.yaml ${commit}`);
    expect(quiet).toMatchObject({ status: 0, stderr: "" });
    expect(machine().message()).toContain(botTrailer);
  });

  test("values of the environment, HOME and XDG folders do not matter", () => {
    machine().asAgent(
      `GITHUB_APP_BOT_NAME= GITHUB_APP_BOT_EMAIL=x HOME= XDG_CONFIG_HOME=/x XDG_CACHE_HOME=/x git -c user.name=A -c user.email=a@b commit -q --allow-empty -m work`,
    );
    expect(machine().message()).toContain(botTrailer);
  });

  test("a time limit, or no memory, lets nothing through that breaks a rule", () => {
    const limits = ["INTERLOCK_TIMEOUT_MS=1", "ulimit -v 3000;", "ulimit -v 4000;", "ulimit -s 64;"];
    const runs = limits.map((limit) => machine().asAgent(`${limit} git commit -q --allow-empty -m work`));
    const made = runs.filter(({ status }) => status === 0).length;
    expect(made).toBeLessThan(limits.length);
    const log = machine().asAgent("git log --format=%B").stdout;
    expect(log.split(botTrailer)).toHaveLength(made + 1);
    expect(log.split("work\n")).toHaveLength(made + 1);
  });

  test("a hook of ours finds the layers itself, whatever INTERLOCK_CALL says", () => {
    machine().asAgent("printf 'work\\n' >.git/COMMIT_EDITMSG");
    const call = JSON.stringify({
      command: "commit",
      kind: "composed",
      hooks: "",
      skipped: [],
      enforcingHooks: ["commit-msg"],
      prepares: false,
      advises: false,
      quiet: false,
      gitDir: ".git",
      revisions: [],
      message: { cleanup: "strip", editor: false, commentChar: "#", template: "", allowEmpty: false },
      layers: { install: "", user: "", repository: "", trust: "", seal: null },
    });
    const hook = `${plans}/hooks/commit-msg/commit-msg .git/COMMIT_EDITMSG; cat .git/COMMIT_EDITMSG`;
    expect(machine().asAgent(`INTERLOCK_CALL='${call}' sh -c '${hook}'`).stdout).toContain(botTrailer);
  });

  test("what would load code into git is taken away, with a line that INTERLOCK_QUIET silences", () => {
    const show = "git -c alias.x='!echo $LD_LIBRARY_PATH-$GCONV_PATH' x";
    const run = machine().asAgent(`LD_LIBRARY_PATH=/x GCONV_PATH=/y ${show}`);
    expect(run).toMatchObject({ status: 0, stdout: "-\n" });
    expect(run.stderr).toBe(
      "interlock: GCONV_PATH is taken away from git here\ninterlock: LD_LIBRARY_PATH is taken away from git here\n",
    );
    const quiet = machine().asAgent(`INTERLOCK_QUIET=1 LD_LIBRARY_PATH=/x ${show}`);
    expect(quiet).toMatchObject({ status: 0, stdout: "-\n", stderr: "" });
  });

  test("so is what would bring the caller's message catalogues and locales, and not an honest language or zone", () => {
    const names = ["GIT_TEXTDOMAINDIR", "LOCPATH", "NLSPATH", "GLIBC_TUNABLES", "LD_DEBUG", "LANGUAGE", "TZ"];
    const show = `git -c alias.x='!echo ${names.map((name) => `$${name}`).join("-")}' x`;
    const harmful = names.map((name) => `${name}=/x/y`).join(" ");
    expect(machine().asAgent(`INTERLOCK_QUIET=1 ${harmful} ${show}`).stdout).toBe("------\n");
    const honest = "LANGUAGE=de:fr TZ=:/etc/localtime";
    expect(machine().asAgent(`${honest} ${show}`)).toMatchObject({
      stdout: "-----de:fr-:/etc/localtime\n",
      stderr: "",
    });
    expect(machine().asAgent(`TZ=Europe/Berlin ${show}`).stdout).toBe("------Europe/Berlin\n");
  });

  test("GIT_EXEC_PATH and --exec-path stay what the caller says", () => {
    const show = "git -c alias.show-it='!echo $GIT_EXEC_PATH' show-it";
    expect(machine().asAgent(`GIT_EXEC_PATH=/usr/lib/git-core ${show}`).stdout).toBe("/usr/lib/git-core\n");
    expect(machine().asAgent(`${show.replace("git", "git --exec-path=/usr/lib/git-core")}`)).toMatchObject({
      status: 0,
    });
  });

  test("an envFile counts if it is root's, and one that is not refuses the commit", () => {
    machine().asRoot("mkdir -p /etc/interlock/run; echo GITHUB_APP_BOT_NAME=Other >/etc/interlock/run/env");
    machine().configure(`${sealedConfig}envFile: /etc/interlock/run/env\n`);
    machine().asAgent(commit);
    expect(machine().message()).toContain("Co-authored-by: Other <bot@example.org>");
    machine().asRoot("chown 1000 /etc/interlock/run/env");
    const refused = machine().asAgent(commit);
    expect(refused).toMatchObject({ status: 128 });
    expect(refused.stderr).toContain("'/etc/interlock/run/env' belongs to uid 1000");
    // Absent, but theirs to make.
    machine().asRoot("rm /etc/interlock/run/env; chown 1000 /etc/interlock/run");
    expect(machine().asAgent(commit).stderr).toContain("'/etc/interlock/run' belongs to uid 1000");
    machine().asRoot("rmdir /etc/interlock/run");
    expect(machine().asAgent(commit)).toMatchObject({ status: 0 });
    expect(machine().message()).toContain(botTrailer);
  });

  test("the name gh leads to the real gh, word for word but for what a rule changes", () => {
    const script = '#!/bin/sh\nprintf "<%s>" "$@"; exit 3';
    const real = "/opt/interlock/lib/interlock/real/gh";
    machine().asRoot(`mv ${real} ${real}.kept; cat >${real} <<'END'\n${script}\nEND\nchmod 755 ${real}`);
    const passed = machine().asAgent("gh pr list --search 'a b'");
    const changed = machine().asAgent("/usr/bin/gh issue create --title 'a b'");
    const elsewhere = machine().asAgent(
      "INTERLOCK_CONFIG=/dev/null XDG_CONFIG_HOME=/tmp gh pr create -t 'a b' -b ''",
    );
    machine().asRoot(`rm ${real}`);
    const without = machine().asAgent("PATH=/opt/interlock/bin gh pr");
    machine().asRoot(`mv ${real}.kept ${real}`);
    expect(passed).toEqual({ status: 3, stdout: "<pr><list><--search><a b>", stderr: "" });
    expect(changed).toEqual({
      status: 3,
      stdout: "<issue><create><--label=needs-triage><--title><a b>",
      stderr: "",
    });
    expect(elsewhere.stdout).toBe("<pr><create><--body=## Summary\n\n## Test Plan><-t><a b>");
    expect(without).toMatchObject({ status: 127 });
  });

  test("a gh beside ours is not healthy, because rules for pull requests would not apply", () => {
    machine().asRoot("mv /usr/bin/gh /usr/bin/gh.ours; cp /bin/true /usr/bin/gh");
    const health = machine().asAgent("interlock health");
    machine().asRoot("mv /usr/bin/gh.ours /usr/bin/gh");
    expect(health).toMatchObject({ status: 1 });
    expect(health.stderr).toContain("'/usr/bin/gh' is not interlock");
    expect(machine().asAgent("interlock health")).toMatchObject({ status: 0 });
  });

  test("a dry run says that the plan is sealed", () => {
    const run = machine().asAgent(`interlock explain -- ${commit}`);
    expect(run.stdout).toMatch(/^plan {6}\S+\/plans\/plan-[0-9a-f]{8}, sealed, mode enforce$/m);
  });

  test("interlock verify judges by the baked plan", () => {
    machine().asAgent("/opt/interlock/lib/interlock/real/git commit -q --allow-empty -m bare");
    const run = machine().asAgent("interlock verify HEAD");
    expect(run).toMatchObject({ status: 1 });
    machine().asAgent("git commit -q --amend --allow-empty -m good");
    expect(machine().asAgent("interlock verify HEAD")).toMatchObject({ status: 0 });
  });
});
