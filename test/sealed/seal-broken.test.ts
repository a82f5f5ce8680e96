import { dirname } from "node:path";
import { expect, test } from "vitest";
import { botTrailer } from "../support/sandbox.ts";
import { describeSealed } from "../support/sealed-machine.ts";

const commit = "git commit -q --allow-empty -m work";
const plans = "/opt/interlock/lib/interlock/plans";

describeSealed("where somebody else than root can change what decides", (machine) => {
  const openings: [title: string, open: string, shut: string, says: string][] = [
    [
      "the config is the agent's",
      "chown 1000 /etc/interlock/config.yaml",
      "chown 0 /etc/interlock/config.yaml",
      "'/etc/interlock/config.yaml' belongs to uid 1000",
    ],
    [
      "the config's folder can be written to by others",
      "chmod 777 /etc/interlock",
      "chmod 755 /etc/interlock",
      "'/etc/interlock' can be written to by its group or others",
    ],
    [
      "the config is a link to a file of the agent's",
      "mv /etc/interlock/config.yaml /etc/kept; cp /etc/kept $HOME/config.yaml; chown 1000 $HOME/config.yaml; ln -s $HOME/config.yaml /etc/interlock/config.yaml",
      "mv /etc/kept /etc/interlock/config.yaml",
      "can be written to by its group or others",
    ],
    ["the plan", `chmod 666 ${plans}/plan-*`, `chmod 644 ${plans}/plan-*`, "can be written to by its group"],
    ["planDir", `chmod 775 ${plans}`, `chmod 755 ${plans}`, `'${plans}' can be written to by its group`],
    ["a folder above it", "chown 1000 /opt", "chown 0 /opt", "'/opt' belongs to uid 1000"],
    [
      "the binary",
      "chmod 757 /opt/interlock/bin",
      "chmod 755 /opt/interlock/bin",
      "'/opt/interlock/bin' can be written to",
    ],
    [
      "the real git",
      "chown 1000 /opt/interlock/lib/interlock/real/git",
      "chown 0 /opt/interlock/lib/interlock/real/git",
      "real/git' belongs to uid 1000",
    ],
  ];

  test.each(openings)("commits are refused, and git status works: %s", (_, open, shut, says) => {
    machine().asRoot(open);
    const refused = machine().asAgent(commit);
    const status = machine().asAgent("git status --short");
    const health = machine().asAgent("interlock health");
    machine().asRoot(shut);
    expect(refused).toMatchObject({ status: 128, stdout: "" });
    expect(refused.stderr).toContain("interlock: error: the install is sealed, and the seal does not hold: ");
    expect(refused.stderr).toContain(says);
    expect(refused.stderr).toContain("'interlock doctor' names all such places");
    expect(status).toEqual({ status: 0, stdout: "", stderr: "" });
    expect(health).toMatchObject({ status: 1, stdout: "" });
    expect(health.stderr).toContain(says);
    expect(machine().asAgent(commit)).toMatchObject({ status: 0 });
    expect(machine().asAgent("interlock health")).toEqual({
      status: 0,
      stdout:
        "interlock: healthy: sealed, mode enforce, git is /opt/interlock/bin/../lib/interlock/real/git\n",
      stderr: "",
    });
  });

  test("a baked plan that is absent, damaged or another version's is refused, and nothing is compiled", () => {
    const damages = [
      [`rm ${plans}/plan-*`, "its plan cannot be read: no such file or folder"],
      [`echo >>$(ls ${plans}/plan-*)`, "its plan is damaged"],
      [`sed -i '1s/ [0-9.]* / 0.0.0 /' ${plans}/plan-*`, "its plan is another version's"],
    ] as const;
    for (const [damage, says] of damages) {
      machine().asRoot(damage);
      const refused = machine().asAgent(commit);
      expect(refused).toMatchObject({ status: 128, stdout: "" });
      expect(refused.stderr).toContain(`the install is sealed, and ${says}`);
      expect(refused.stderr).toContain("hint: as root, run 'interlock compile'");
      machine().asRoot("interlock compile");
    }
    expect(machine().asAgent(commit).status).toBe(0);
    expect(machine().asAgent("ls -A ~/.cache 2>/dev/null").stdout).toBe("");
  });

  test("plugins that change after baking change nothing", () => {
    machine().asRoot("mv /opt/interlock/plugins /opt/interlock/elsewhere");
    const run = machine().asAgent(commit);
    machine().asRoot("mv /opt/interlock/elsewhere /opt/interlock/plugins");
    expect(run.status).toBe(0);
    expect(machine().message()).toContain(botTrailer);
  });

  test("hooks folders that are absent are not made: what needs them is refused", () => {
    machine().asRoot(`rm -r ${plans}/hooks`);
    expect(machine().asAgent(commit).status).toBe(0);
    const refused = machine().asAgent("git commit -q --amend --no-edit -s");
    expect(refused).toMatchObject({ status: 128, stdout: "" });
    expect(refused.stderr).toContain("its hooks folders are not there");
  });

  test("in a user namespace without root, root's files count as root's; in one of the agent's own they do not", () => {
    const inside = machine().asAgent(`unshare --user --map-user=1000 ${commit}`);
    expect(inside).toMatchObject({ status: 0 });
    expect(machine().message()).toContain(botTrailer);
    const asRoot = machine().asAgent(`unshare --user --map-root-user ${commit}`);
    expect(asRoot).toMatchObject({ status: 128 });
    expect(asRoot.stderr).toContain("'/' belongs to uid 65534");
  });

  test("a copy of the binary elsewhere is refused", () => {
    const run = machine().asAgent(
      "cp /opt/interlock/bin/interlock ~/git; PATH=/opt/interlock/lib/interlock/real ~/git commit --allow-empty -m x",
    );
    expect(run).toMatchObject({ status: 128 });
    expect(run.stderr).toContain("the seal does not hold");
  });

  test("limits that leave the config unread leave no commit", () => {
    const run = machine().asAgent(`ulimit -n 3; ${commit}`);
    expect(run.status).not.toBe(0);
    expect(machine().asAgent("git log --oneline").stdout).toBe("");
  });

  test("health with --require-sealed fails once the seal is undone, and while it never was", () => {
    expect(machine().asAgent("interlock health --require-sealed").stdout).toMatch(
      /^interlock: healthy: sealed, /,
    );
    const rules =
      "printf 'version: 1\nplugins:\n  dirs: [/opt/interlock/plugins/dco]\n' >/etc/interlock/config.yaml";
    machine().asRoot(rules);
    const env = { PATH: `/opt/interlock/bin:/usr/bin:/bin:${dirname(process.execPath)}` };
    expect(machine().asAgent("interlock health", env).stdout).toMatch(/^interlock: healthy: not sealed, /);
    expect(machine().asAgent("interlock health --require-sealed", env)).toEqual({
      status: 1,
      stdout: "",
      stderr:
        "interlock: error: the install is not sealed, or no longer: '/etc/interlock/config.yaml' does not say 'sealed: true' (/etc/interlock/config.yaml) [E-not-sealed]\n" +
        "hint: find out who undid the seal, and seal it again as root ('interlock seal', or install.sh)\n",
    });
    const { stdout } = machine().asAgent("interlock health --require-sealed --json", env);
    expect(JSON.parse(stdout)).toMatchObject({ healthy: false, sealed: false });
    machine().asRoot("rm /etc/interlock/config.yaml");
    expect(machine().asAgent("interlock health --require-sealed", env)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("no longer: there is no '/etc/interlock/config.yaml'"),
    });
  });

  test("a minimal install says what it leaves out", () => {
    const lib = "/opt/interlock/lib/interlock";
    machine().asRoot(`mv ${lib}/cold /opt/cold; : >${lib}/minimal`);
    const runs = ["doctor", "explain -- git status", "verify HEAD", "health"].map((verb) =>
      machine().asAgent(`git commit -q --allow-empty -m x; interlock ${verb}`),
    );
    machine().asRoot(`rm ${lib}/minimal; mv /opt/cold ${lib}/cold`);
    expect(runs.map(({ status }) => status)).toEqual([128, 0, 0, 0]);
    expect(runs[0]?.stderr).toBe(
      "interlock: error: this minimal install leaves out: doctor [E-no-cold-side]\n" +
        "hint: it has explain, health, verify (as text) and version; install.sh without '--minimal' installs the others, too\n",
    );
  });
});
