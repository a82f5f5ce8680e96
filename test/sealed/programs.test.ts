/** Programs as hooks in a sealed install: only what nobody but root can write, and nobody gets at what they say. */
import { expect, onTestFinished, test } from "vitest";
import { GithubServer } from "../gh/github-server.ts";
import { describeSealed, sealedConfig, type Machine } from "../support/sealed-machine.ts";

const folder = "/opt/interlock/plugins/acme";
const commit = "git commit -q --allow-empty -m work";

/** Root's plugin with a program, and its baked plan. */
function install(machine: Machine, command: string, script: string, hook = "commit.message.finalize"): void {
  machine.asRoot(`rm -rf ${folder}; mkdir -p ${folder}
cat >${folder}/plugin.yaml <<'END'
name: acme
extensions:
  hookApiVersion: 1
  hooks:
    - id: acme.check
      hook: ${hook}
      handler: { type: command, command: ${command}, timeoutMs: 30000 }
END
cat >${folder}/check <<'END'
${script}
END
chmod 755 ${folder}/check`);
  machine.configure(sealedConfig.replace("plugins/github]", `plugins/github, ${folder}]`));
}

/** A rule of the caller's own. */
function addOwnRule(machine: Machine, hook: string, effect: string): void {
  machine.asAgent(`mkdir -p ~/own ~/.config/interlock
echo 'version: 1
plugins: {dirs: [../../own]}' >~/.config/interlock/config.yaml
echo 'name: own
extensions:
  hookApiVersion: 1
  hooks:
    - {id: own.add, hook: ${hook}, effects: [${effect}]}' >~/own/plugin.yaml`);
}

const refuses = "#!/bin/sh\necho closed >&2; exit 2";

describeSealed("in a sealed install", (machine) => {
  test.each([
    ["commit.message.finalize", commit],
    ["command.before", commit],
    ["push.before", `${commit}; git init -q --bare ../b.git; git push -q ../b.git HEAD:x`],
  ])("a program of root's refuses at %s, whatever the caller's variables and hooks say", (hook, line) => {
    install(machine(), "[./check]", refuses, hook);
    const run = machine().asAgent(`export INTERLOCK_QUIET=1 INTERLOCK_CONFIG=/dev/null\n${line}`);
    expect(run.stderr).toContain("closed ('acme.check'");
    expect(run.status).toBe(1);
  });

  test.each([
    ["in the work tree, with git's index", "commit.message.finalize", () => machine().repository],
    ["in '/'", "command.before", () => "/"],
  ])("it runs %s, with the system's PATH and nothing else of the caller's environment", (_, hook, place) => {
    const prints = '#!/bin/sh\necho "$PWD $PATH $HOME $SECRET${GIT_INDEX_FILE-none}" >&2; exit 2';
    install(machine(), "[./check]", prints, hook);
    const run = machine().asAgent(`cp ~/.gitconfig .; PATH=$PWD:$PATH SECRET=x HOME=$PWD ${commit}`);
    const index = hook === "command.before" ? "none" : ".git/index";
    const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    expect(run.stderr).toContain(`${place()} ${path} / ${index}`);
  });

  test.each([
    ["[python3, check.py]", "check.py"],
    ["./check.py", "./check.py"],
    ["sh check.py", null],
    ["python3 lib/check.py", "lib/check.py"],
  ])("it is no script in the caller's work tree: %s", (command, named) => {
    install(machine(), command, "");
    const run = machine().asAgent(`mkdir lib; echo 'exit 0' >check.py; cp check.py lib; chmod +x check.py
${commit}`);
    const name = named ?? "check.py";
    expect(run.stderr).toContain(`'${name}' would be a file in the caller's folder`);
    expect(run.status).toBe(1);
  });

  /** It finds nothing wrong if its file cannot be written, or its programs do not start. */
  const careless = `#!/bin/sh
f=$(mktemp)
cat >"$f"
if grep -q FORBIDDEN "$f"; then rm -f "$f"; echo closed >&2; exit 2; fi
rm -f "$f"`;
  const forbidden = "git commit -q --allow-empty -m FORBIDDEN";

  // With such an umask git itself could not commit.
  test.each([
    ["umask 0777", "command.before"],
    ["ulimit -S -n 16", "commit.message.finalize"],
    ["ulimit -S -s 64", "commit.message.finalize"],
  ])("the caller's '%s' does not hold for it", (before, hook) => {
    install(machine(), "[./check]", careless, hook);
    const run = machine().asAgent(`${before}; ${forbidden}`);
    expect(run.stderr).toContain("closed ('acme.check'");
    expect(run.status).toBe(1);
  });

  test.each(["ulimit -f 100", "ulimit -n 20", "ulimit -p 40"])("with '%s' for good, it fails", (before) => {
    install(machine(), "[./check]", careless);
    const run = machine().asAgent(`${before}; ${forbidden}`);
    expect(run.stderr).toContain("'acme.check' failed: cannot be started: ");
    expect(run.status).toBe(1);
  });

  test("one that the caller could write does not run, and blocks the commit", () => {
    install(machine(), "[./check]", refuses);
    machine().asRoot(`chown 1000 ${folder}/check`);
    const run = machine().asAgent(commit);
    expect(run.stderr).toContain("'acme.check' failed: does not run in a sealed install: ");
    expect(run.status).toBe(1);
  });

  test("a bare name is looked up on the system's PATH, before it is judged", () => {
    install(machine(), "[sealed-tool]", refuses);
    const callers =
      "printf '#!/bin/sh\\nexit 0\\n' >sealed-tool; chmod +x sealed-tool; export PATH=$PWD:$PATH";
    const missing = machine().asAgent(`${callers}\n${commit}`);
    expect(missing.stderr).toContain("cannot be started: 'sealed-tool' is not on the PATH");
    machine().asRoot(`cp ${folder}/check /usr/bin/sealed-tool`);
    expect(machine().asAgent(`${callers}\n${commit}`).stderr).toContain("closed ('acme.check'");
    machine().asRoot("chown 1000 /usr/bin/sealed-tool");
    const writable = machine().asAgent(`${callers}\n${commit}`);
    expect(writable.stderr).toContain("does not run in a sealed install: ");
    expect(writable.status).toBe(1);
    machine().asRoot("rm /usr/bin/sealed-tool");
  });

  test("a program of the user's layer does not run, and the commit goes on by root's rules", () => {
    const run = machine().asAgent(`mkdir -p ~/.config/interlock/hooks
printf 'id: own\\nevent_type: commit.message.finalize\\nhandler: {kind: command, command: [touch, %s/ran]}\\n' "$HOME" >~/.config/interlock/hooks/own.yaml
echo 'version: 1' >~/.config/interlock/config.yaml
${commit}; test ! -e ~/ran`);
    expect(run.status).toBe(0);
    expect(machine().message()).toContain("Co-authored-by:");
  });

  test("what root's program would change of the caller's own rules is refused, and what of root's is not", () => {
    const redacts = `#!/usr/bin/python3
import json, sys
text = json.load(sys.stdin)["payload"]["text"]
print(json.dumps({"text": text.replace("evil", "***").replace("Co-authored-by", "With")}))`;
    install(machine(), "[./check]", redacts);
    machine().asAgent("rm -rf ~/.config/interlock");
    expect(machine().asAgent(commit).status).toBe(0);
    addOwnRule(machine(), "commit.message.finalize", "{type: text.ensureSuffix, value: evil}");
    const run = machine().asAgent(commit);
    expect(run.stderr).toContain("'acme.check' would change what 'own.add' added");
    expect(run.status).toBe(1);
    machine().asAgent("rm -rf ~/.config/interlock");
  });

  test.each([
    [
      "issue.labels.finalize",
      "{type: list.appendUnique, path: labels, values: [evil]}",
      "issue create -t T -b B",
    ],
    ["pull_request.description.finalize", "{type: text.ensureSuffix, value: evil}", "pr edit 7 -b B"],
    ["commit.message.finalize", "{type: text.ensureSuffix, value: evil}", "pr merge 7 -s -t T -b B"],
  ])(
    "what the caller's own rules add for gh at %s is shown to root's program",
    async (hook, effect, words) => {
      install(machine(), "[./check]", "#!/bin/sh\ngrep -q evil && { echo evil >&2; exit 2; }; exit 0", hook);
      const server = await GithubServer.start();
      onTestFinished(() => server.stop());
      const gh = `export GH_HOST=github.localhost GH_TOKEN=t http_proxy=${server.proxy}; gh ${words} -R octo/demo`;
      expect(await machine().besides(gh)).toMatchObject({ status: 0 });
      server.begin();
      addOwnRule(machine(), hook, effect);
      const run = await machine().besides(gh);
      expect(run.stderr).toContain("evil ('acme.check'");
      expect([run.status, server.sent]).toEqual([1, []]);
    },
  );

  test("another process of the caller's cannot write to what the program says, or reads", () => {
    install(
      machine(),
      "[./check]",
      `#!/bin/sh\nuntil [ -e '${machine().folder}/home/tried' ]; do sleep 0.05; done; echo closed >&2; exit 2`,
    );
    // Without the seal each of these would be written.
    const run = machine().asAgent(`${commit} & shim=$!
until hook=$(pgrep -P $shim) && pid=$(pgrep -P $hook) && grep -q check /proc/$pid/cmdline; do sleep 0.05; done
for place in $pid/fd/0 $pid/fd/1 $pid/fd/2 $hook/fd/3 $hook/fd/4 $hook/fd/5; do
  (echo '{"payload": {"text": "forged"}}' >/proc/$place) 2>/dev/null && echo "wrote to $place"
done
touch ~/tried; wait $shim`);
    expect(run.stdout).toBe("");
    expect(run.stderr).toContain("closed ('acme.check'");
    expect(run.status).toBe(1);
  });
});
