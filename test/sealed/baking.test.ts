import { expect, test } from "vitest";
import { inputsOf } from "../../engine/core/plan.ts";
import { describeSealed, sealedConfig, type Machine } from "../support/sealed-machine.ts";

const plans = "/opt/interlock/lib/interlock/plans";
const commit = "git commit -q --allow-empty -m work";

function sums(machine: Machine): string {
  return machine.asRoot(`cd ${plans}; find . | sort; find . -type f | xargs sha256sum; ls -ln hooks/all`)
    .stdout;
}

/** What `interlock compile` says to root about a config. */
function refusal(machine: Machine, config: string): string {
  const run = machine.try(`cat >/etc/interlock/config.yaml <<'END'\n${config}END\ninterlock compile`, {}, []);
  expect(run).toMatchObject({ status: 128, stdout: "" });
  return run.stderr;
}

describeSealed("interlock compile in a sealed install", (machine) => {
  test("bakes a plan with the sums of what it was made from, and hooks folders, the same each time", () => {
    const before = sums(machine()).replace(/\d\d:\d\d/g, "");
    const plan = JSON.parse(machine().asRoot(`tail -n +2 ${plans}/plan-*`).stdout);
    expect(plan.layers).toEqual({ install: "/etc/interlock/config.yaml", user: "", repository: "" });
    const stamps = new Map(inputsOf(plan).map(({ path, stamp }) => [path, stamp]));
    const sum = machine().asRoot("sha256sum /etc/interlock/config.yaml").stdout.slice(0, 64);
    expect(stamps.get("/etc/interlock/config.yaml")).toBe(`sha256:${sum}`);
    for (const stamp of stamps.values()) expect(stamp).toMatch(/^(?:absent|sha256:[0-9a-f]{64})$/);
    machine().asRoot("touch /etc/interlock/config.yaml; umask 077; interlock compile");
    expect(sums(machine()).replace(/\d\d:\d\d/g, "")).toBe(before);
    expect(machine().asAgent(commit).status).toBe(0);
  });

  test("no other remote is trusted unless the config names it", () => {
    const trusted = (): unknown =>
      JSON.parse(machine().asRoot(`tail -n +2 ${plans}/plan-*`).stdout).trustRemotes;
    expect(trusted()).toEqual([]);
    machine().configure(`${sealedConfig}push: { trustRemotes: ["*/upstream"] }\n`);
    expect(trusted()).toEqual(["*/upstream"]);
  });

  test("a lower layer of root's has no part in it", () => {
    machine().asRoot("mkdir -p ~/.config/interlock; echo nonsense >~/.config/interlock/config.yaml");
    expect(machine().asRoot("interlock compile").stdout).toContain(
      "plan with 3 contributions from 1 plugin baked",
    );
  });

  test("--prefix says which binary the hooks lead to", () => {
    machine().asRoot(
      "cp -r /opt/interlock /opt/other; /opt/other/bin/interlock compile --prefix /opt/interlock",
    );
    const link = machine().asRoot(`readlink ${plans}/hooks/commit-msg/commit-msg; rm -r /opt/other`);
    expect(link.stdout).toBe("/opt/interlock/bin/interlock\n");
    expect(machine().asAgent("GIT_EDITOR='echo x >' git commit -q --allow-empty").status).toBe(0);
  });

  test("the agent's compiles for its own cache, and says that the plan is root's", () => {
    const run = machine().asAgent("interlock compile");
    expect(run).toMatchObject({ status: 0 });
    expect(run.stdout).toContain("interlock: the install is sealed: root bakes its plan");
    expect(run.stdout).toContain("/.cache/interlock/plan-");
  });

  const forms: [title: string, config: string, says: string][] = [
    [
      "another spelling of true",
      sealedConfig.replace("sealed: true", "sealed: True"),
      "is not written in the form",
    ],
    [
      "a comment behind it",
      sealedConfig.replace("sealed: true", "sealed: true # yes"),
      "is not written in the form",
    ],
    ["quotes around the key", sealedConfig.replace("sealed:", '"sealed":'), "is not written in the form"],
    ["no planDir", sealedConfig.replace(/planDir.*\n/, ""), "'sealed' needs a 'planDir'"],
    [
      "a way around",
      `${sealedConfig}onEngineFailure: pass\n`,
      "'onEngineFailure: pass' and 'sealed' exclude",
    ],
  ];
  test.each(forms)("is refused, and no commit passes: %s", (_, config, says) => {
    expect(refusal(machine(), config)).toContain(says);
    // The old plan may hold, or nothing does; a commit without the rules is not made.
    if (machine().asAgent(commit).status === 0) expect(machine().message()).toContain("Co-authored-by");
  });

  test("fails where a plugin could be changed by somebody else, and leaves the plan as it was", () => {
    const before = sums(machine());
    machine().asRoot("chown 1000 /opt/interlock/plugins/github/plugin.yaml");
    const said = refusal(machine(), sealedConfig);
    machine().asRoot("chown 0 /opt/interlock/plugins/github/plugin.yaml");
    expect(said).toContain(
      "the seal would not hold: '/opt/interlock/plugins/github/plugin.yaml' belongs to uid 1000",
    );
    expect(sums(machine())).toBe(before);
  });

  test("'sealed: false' and no line at all are an install like any other", () => {
    machine().asRoot("sed -i 's/sealed: true/sealed: false/' /etc/interlock/config.yaml");
    machine().asRoot("chmod 777 /etc/interlock; interlock compile");
    const run = machine().asAgent(commit);
    machine().asRoot("chmod 755 /etc/interlock");
    expect(run.status).toBe(0);
    expect(machine().message()).toContain("Co-authored-by");
    expect(machine().asAgent("interlock health").stdout).toMatch(
      /^interlock: healthy: not sealed, mode enforce,/,
    );
  });
});
