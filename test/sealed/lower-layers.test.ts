import { expect, test } from "vitest";
import { botTrailer } from "../support/sandbox.ts";
import { describeSealed, sealedConfig, type Machine } from "../support/sealed-machine.ts";

const commit = "git commit -q --allow-empty -m work";

/** A plugin of the agent's own, in the user layer. */
function addPlugin(machine: Machine, effect: string): void {
  machine.asAgent(`mkdir -p ~/.config/interlock/own
cat >~/.config/interlock/config.yaml <<'END'
version: 1
plugins: { dirs: [own] }
END
cat >~/.config/interlock/own/plugin.yaml <<'END'
name: own
extensions:
  hookApiVersion: 1
  hooks:
    - id: own.rule
      hook: commit.message.finalize
      summary: a rule of one's own
      priority: 900
      effects: [${effect}]
END`);
}

describeSealed("below a sealed install", (machine) => {
  test("a user's plugin adds its rule, and its plan lies in the user's cache", () => {
    addPlugin(machine(), "{ type: text.ensureTrailer, key: Made-by, value: hand }");
    expect(machine().asAgent(commit)).toMatchObject({ status: 0 });
    expect(machine().message()).toBe(`work\n\n${botTrailer}\nMade-by: hand`);
    expect(machine().asAgent("ls ~/.cache/interlock").stdout).toMatch(/^plan-[0-9a-f]{8}\n$/);
    expect(machine().asAgent("git commit -q --amend -m again --allow-empty")).toMatchObject({ status: 0 });
    expect(machine().message()).toBe(`again\n\n${botTrailer}\nMade-by: hand`);
  });

  test("a refusal names a file that is root's, and none that is the agent's own", () => {
    addPlugin(machine(), "{ type: text.forbidMatch, pattern: bad, message: no bad }");
    const own = machine().asAgent("git commit -q --allow-empty -m bad");
    expect(own.stderr).toMatch(
      /^interlock: error: 'own.rule': 'bad': no bad \(plugin 'own'\) \[E-rule-broken\]\n/,
    );
    addPlugin(machine(), "{ type: text.removeTrailer, key: Co-authored-by }");
    const sealed = machine().asAgent(commit);
    expect(sealed.stderr).toMatch(
      /^interlock: error: 'github.ensure-bot-coauthor'.* \(\/opt\/interlock\/plugins\/github\/plugin.yaml:\d+\) \[E-[a-z-]+\]\n/,
    );
  });

  test("one that undoes a sealed rule is refused at every commit", () => {
    addPlugin(machine(), "{ type: text.removeTrailer, key: Co-authored-by }");
    const refused = machine().asAgent(commit);
    expect(refused.status).not.toBe(0);
    expect(machine().asAgent("git log --oneline").stdout).toBe("");
  });

  test("a plan in the user's cache that leaves sealed rules out, or switches to report, changes nothing", () => {
    addPlugin(machine(), "{ type: text.ensureTrailer, key: Made-by, value: hand }");
    machine().asAgent(commit);
    const forge = `const fs=require("fs"),f=process.argv[1],[l,...r]=fs.readFileSync(f,"latin1").split("\\n");
const p=JSON.parse(r.join("\\n"));p.mode="report";p.onEngineFailure="pass";p.env={};p.scope="own";p.trustAuthors=["*"];
for(const k in p.points)p.points[k]=p.points[k].filter(c=>c.plugin==="own");
const j=JSON.stringify(p)+"\\n";let h=0x811c9dc5;for(const c of j)h=Math.imul(h^c.charCodeAt(0),0x01000193)>>>0;
fs.writeFileSync(f,l.slice(0,-8)+h.toString(16).padStart(8,"0")+"\\n"+j)`;
    machine().asAgent(`node -e '${forge}' ~/.cache/interlock/plan-*`);
    const run = machine().asAgent("git commit -q --allow-empty -m forged");
    expect(run).toMatchObject({ status: 0, stderr: "" });
    expect(machine().message()).toBe(`forged\n\nMade-by: hand\n${botTrailer}`);
    // What is no plan at all is the caller's own loss.
    machine().asAgent(
      `node -e '${forge.replace("const j=", "p.points=null;const j=")}' ~/.cache/interlock/plan-*`,
    );
    expect(machine().asAgent("git commit -q --allow-empty -m forged").status).toBe(128);
  });

  test("without a cold side they are left out, with a line that says so", () => {
    addPlugin(machine(), "{ type: text.ensureTrailer, key: Made-by, value: hand }");
    machine().asRoot("mv /opt/interlock/lib/interlock/cold /opt/cold");
    const run = machine().asAgent("git commit --allow-empty -m work");
    const health = machine().asAgent("interlock health");
    machine().asRoot("mv /opt/cold /opt/interlock/lib/interlock/cold");
    expect(run).toMatchObject({ status: 0 });
    expect(run.stderr).toContain(
      "interlock: rules of user and repository are left out: there is no cold side to compile them\n",
    );
    expect(machine().message()).toBe(`work\n\n${botTrailer}`);
    expect(health).toMatchObject({ status: 0 });
  });

  test("where the install says so, a repository's config counts in hooks too, and a wrong one ends the commit", () => {
    machine().configure(sealedConfig + "layers: { repository: on }\n");
    machine().asAgent("mkdir .interlock; printf 'version: 1\\nconfig: { x: y }\\n' >.interlock/config.yaml");
    expect(machine().asAgent("GIT_EDITOR='echo work >' git commit -q --allow-empty").status).toBe(0);
    expect(machine().message()).toBe(`work\n\n${botTrailer}`);
    machine().asAgent("printf 'version: 1\\nmode: report\\n' >.interlock/config.yaml");
    expect(machine().asAgent(commit).status).toBe(128);
  });
});
