import { expect, test } from "vitest";
import { botTrailer } from "../support/sandbox.ts";
import { describeSealed, sealedConfig } from "../support/sealed-machine.ts";

const commit = "git commit -q --allow-empty -m work";
const layer = `mkdir -p .interlock/p
printf 'version: 1\\nplugins: {dirs: [p]}\\n' >.interlock/config.yaml
cat >.interlock/p/plugin.yaml <<'E'
name: local
extensions:
  hookApiVersion: 1
  hooks:
    - id: local.rule
      hook: commit.message.finalize
      priority: 900
      effects: [{type: text.ensureTrailer, key: Made-in, value: local}]
E`;

describeSealed("a repository's layer below a sealed install", (machine) => {
  const named = (why: string): string =>
    `interlock: '${machine().repository}/.interlock/config.yaml' is not ${why}\n`;

  test("is not used by default, and named once", () => {
    machine().asAgent(layer);
    const off = named("used: 'layers.repository' is 'off' here");
    expect(machine().asAgent(commit)).toMatchObject({ status: 0, stderr: off });
    expect(machine().asAgent(commit)).toMatchObject({ status: 0, stderr: "" });
    expect(machine().message()).toBe(`work\n\n${botTrailer}`);
    expect(machine().asAgent("git commit-tree -m work 'HEAD^{tree}'").stderr).not.toContain(".interlock");
    expect(machine().asAgent("interlock explain -- git commit -m x").stdout).toContain(
      `note      ${off.replace("interlock: ", "")}`,
    );
    expect(machine().asAgent("interlock doctor").stdout).toContain(
      "is not used: 'layers.repository' is 'off' here",
    );
    expect(machine().asAgent("interlock hooks --json").stdout).toContain('"why": "off"');
    const trust = machine().asAgent("interlock trust");
    expect(trust).toMatchObject({ status: 128, stdout: "" });
    expect(trust.stderr).toContain("trusted or not: 'layers.repository' is 'off' here");
  });

  test("needs no cold side to be left out", () => {
    machine().asAgent(layer);
    machine().asRoot("mv /opt/interlock/lib/interlock/cold /opt/cold");
    const run = machine().asAgent(commit);
    machine().asRoot("mv /opt/cold /opt/interlock/lib/interlock/cold");
    expect(run).toMatchObject({ status: 0, stderr: named("used: 'layers.repository' is 'off' here") });
  });

  test("is used once it is trusted, where the install config allows that", () => {
    machine().configure(`${sealedConfig}layers: {repository: trusted}\n`);
    machine().asAgent(layer);
    const run = machine().asAgent(commit);
    expect(run.stderr).toBe(
      named("trusted and not used: look at it, then run 'interlock trust' to use its rules"),
    );
    expect(machine().asAgent("interlock trust").status).toBe(0);
    expect(machine().asAgent(commit)).toMatchObject({ status: 0, stderr: "" });
    expect(machine().message()).toBe(`work\n\n${botTrailer}\nMade-in: local`);
    machine().asAgent("chmod 755 .interlock/p/plugin.yaml");
    machine().asAgent(commit);
    expect(machine().message()).toBe(`work\n\n${botTrailer}`);
  });
});
