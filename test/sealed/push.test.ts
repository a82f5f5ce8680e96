import { expect, test } from "vitest";
import { serve } from "../support/serve-http.ts";
import { describeSealed, sealedConfig, type Machine } from "../support/sealed-machine.ts";

const real = "/opt/interlock/lib/interlock/real/git";
const bad = `${real} commit -q --allow-empty -m bad`;
const good = "git commit -q --allow-empty -m good";
const hook = "printf '#!/bin/sh\\necho own hook >&2\\n' >.git/hooks/pre-push; chmod +x .git/hooks/pre-push";

/** Settings that name a program of the caller's, of those that git may read during a push. Not those of the way to the remote. */
const programSettings = [
  "core.fsmonitor",
  "core.editor",
  "core.pager",
  "core.askPass",
  "credential.helper",
  "diff.external",
  "diff.x.command",
  "diff.x.textconv",
  "filter.x.clean",
  "filter.x.smudge",
  "filter.x.process",
  "gpg.program",
  "gpg.ssh.program",
  "interactive.diffFilter",
  "merge.x.driver",
  "sequence.editor",
  "submodule.s.update",
  "uploadpack.packObjectsHook",
];

function makeRemote(machine: Machine): void {
  machine.asAgent(
    `git init -q --bare ../bare.git; git -C ../bare.git config http.receivepack true; git remote add origin $HOME/bare.git`,
  );
}

function arrived(machine: Machine): string {
  return machine.asAgent("git --git-dir ../bare.git log --all --format=%s").stdout;
}

describeSealed("git push in a sealed install", (machine) => {
  test.each(["true", hook, `${hook}; cp .git/hooks/pre-push .git/hooks/pre-commit`])(
    "stops what breaks a rule and lets the rest go: %s",
    (prepare) => {
      makeRemote(machine());
      machine().asAgent(`${prepare}; ${good}`);
      expect(machine().asAgent("git push -q origin main")).toMatchObject({
        status: 0,
        stderr: prepare === "true" ? "" : "own hook\n",
      });
      machine().asAgent(bad);
      for (const line of ["git push -q origin main", "git push --no-verify -q origin main"]) {
        const run = machine().asAgent(line);
        expect(run.status).not.toBe(0);
        expect(run.stderr).toContain("breaks a rule; nothing was pushed");
      }
      expect(arrived(machine())).toBe("good\n");
      expect(machine().asAgent("ls -A ~/.cache 2>/dev/null").stdout).toBe("");
    },
  );

  test("what is missing behind a shallow end stops the push: it could come back while the push runs", () => {
    makeRemote(machine());
    machine().asAgent(`${good}; git push -q origin main; ${bad}; ${good}`);
    machine().asAgent("git -C ../bare.git config receive.shallowUpdate true");
    machine().asAgent(`git clone -q --depth 1 file://$PWD ../shallow 2>/dev/null`);
    const run = machine().asAgent("git -C ../shallow push -q $HOME/bare.git HEAD:refs/heads/new");
    expect(run.stderr).toContain("is not here: the clone is shallow");
    expect(run.stderr).toMatch(/^hint: get it, then push again: cd .* && git fetch --unshallow$/m);
    expect(run.status).toBe(1);
    machine().asAgent("git -C ../shallow fetch -q --unshallow");
    const whole = machine().asAgent("git -C ../shallow push -q $HOME/bare.git HEAD:refs/heads/new");
    expect(whole.stderr).toContain("breaks a rule");
    expect(arrived(machine())).toBe("good\n");
  });

  test("a remote that has the commits is named, with what the install config has to list", () => {
    makeRemote(machine());
    const bob = "--author 'Bob <bob@example.org>'";
    machine()
      .asAgent(`${good}; git push -q origin main; git init -q --bare ../up.git; git remote add upstream $HOME/up.git
      ${bad} ${bob}; ${real} push -q upstream main; ${good}`);
    const run = machine().asAgent("git push origin main");
    expect(run.status).toBe(1);
    const home = machine().asAgent("cd; pwd -P").stdout.trim();
    expect(run.stderr).toContain(
      `hint: it is on the remote 'upstream' already: to push it as it is, list '${home}/up' in 'push.trustRemotes' of the install config\n`,
    );
    expect(run.stderr).not.toContain("git remote add");
    machine().configure(`${sealedConfig}push: { trustRemotes: ["${home}/up"] }\n`);
    expect(machine().asAgent("git push -q origin main")).toMatchObject({ status: 0, stderr: "" });
    machine().configure(sealedConfig);
  });

  test("over http the same, and a variable opens no way to send", async () => {
    makeRemote(machine());
    machine().asAgent(good);
    // The server runs as root, which git would not trust with the agent's repository.
    machine().asRoot(`chown -R 0:0 ${machine().folder}/home/bare.git`);
    const address = await serve(`${machine().folder}/home`);
    const pushed = await machine().besides(`git push -q ${address} main`);
    expect(pushed).toMatchObject({ status: 0, stderr: "" });
    machine().asAgent(bad);
    const stopped = await machine().besides(`git push -q ${address} main`);
    expect(stopped.stderr).toContain("breaks a rule; nothing was pushed");
    const tried = await machine().besides(`git push --dry-run ${address} main`);
    expect(tried.stderr).toContain("breaks a rule; without --dry-run the push is refused");
    expect(tried.status).toBe(0);
    for (const line of [
      `interlock explain -- git push ${address} main`,
      `INTERLOCK_DRY_RUN=1 git push ${address} main`,
    ]) {
      const explained = await machine().besides(line);
      expect(explained.stdout).toContain(`error: interlock: 1 of 1 commit for '${address}' breaks a rule`);
      expect(explained.status).toBe(1);
    }
    const call = `INTERLOCK_CALL='{"enforcingHooks":["pre-push"],"kind":"composed"}'`;
    const baked = "-c core.hooksPath=/opt/interlock/lib/interlock/plans/hooks/pre-push";
    for (const line of [
      `${call} git send-pack --stateless-rpc --helper-status ${address} main`,
      `${call} ${real} push -q ${address} main`,
      `${call} ${real} ${baked} push --no-verify -q ${address} main`,
    ]) {
      const run = await machine().besides(line);
      expect(run.status).not.toBe(0);
      expect(run.stderr).toMatch(/nobody has judged|breaks a rule; nothing was pushed/);
    }
    expect(
      machine().asRoot(`${real} -c safe.directory='*' --git-dir ../bare.git log --all --format=%s`).stdout,
    ).toBe("good\n");
  });

  test.each([
    "GIT_EXEC_PATH=$HOME/p git push -q origin main",
    "git --exec-path=$HOME/p push -q origin main",
    "git -C . --exec-path=/none --exec-path=$HOME/p push -q origin main",
  ])("starts git's own programs, whatever exec-path the caller names: %s", (line) => {
    makeRemote(machine());
    machine().asAgent(`${good}; mkdir ~/p; ln -s /usr/lib/git-core/* ~/p; rm ~/p/git
      printf '#!/bin/sh\\necho "$1" >>~/ran; exec /usr/lib/git-core/git "$@"\\n' >~/p/git; chmod 755 ~/p/git`);
    expect(machine().asAgent(line)).toMatchObject({ status: 0, stderr: "" });
    expect(arrived(machine())).toBe("good\n");
    expect(machine().asAgent("cat ~/ran").stdout).toBe("");
  });

  // The caller chooses much of a trace's text (GIT_OBJECT_DIRECTORY), and a path may lead to git's connection (/proc/self/fd/4).
  test.each(["git push -q origin main", "git send-pack $(git config remote.origin.url) main"])(
    "traces go to standard error or nowhere: %s",
    (line) => {
      makeRemote(machine());
      machine().asAgent(good);
      const traces = [
        "GIT_TRACE",
        "GIT_TRACE_PACK_ACCESS",
        "GIT_TRACE_PACKET",
        "GIT_TRACE_SETUP",
        "GIT_TRACE2",
      ];
      const to = (place: string): string => traces.map((name) => `${name}=${place}`).join(" ");
      machine().asAgent("git config --global trace2.eventTarget ~/by-setting");
      expect(machine().asAgent(`exec 7>~/seven; ${to("7")} ${line}`).status).toBe(0);
      expect(machine().asAgent(`${to("~/file")} ${line}`).status).toBe(0);
      expect(machine().asAgent("cat ~/seven; ls ~ | grep -x file").stdout).toBe("");
      expect(machine().asAgent(`grep -E '"name":"(push|send-pack)"' ~/by-setting`).stdout).toBe("");
      expect(machine().asAgent(`GIT_TRACE=1 ${line}`).stderr).toContain("trace: ");
    },
  );

  test("the repository's hook gets the caller's own files, and no socket or pipe", () => {
    makeRemote(machine());
    machine().asAgent(
      `${good}; printf '#!/bin/sh\ncat <&7; ls -l /proc/self/fd >~/files\n' >.git/hooks/pre-push; chmod +x .git/hooks/pre-push`,
    );
    const run = machine().asAgent("echo seven >~/seven; exec 7<~/seven; git push origin main 2>&1");
    expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining("seven\n") });
    expect(machine().asAgent("grep -E ' [3-9] -> (pipe|socket)' ~/files").stdout).toBe("");
  });

  test("over http, behind a push to a path, what the remote has is published", async () => {
    makeRemote(machine());
    // By a git without interlock in its exec-path, as from another machine.
    machine().asAgent(
      `${bad}; ln -s /usr/lib/git-core ~/core; GIT_EXEC_PATH=~/core ${real} push -q ../bare.git main:main || true`,
    );
    machine().asAgent("cp -r ../bare.git ../other.git; ls ../bare.git/refs/heads");
    machine().asRoot(`chown -R 0:0 ${machine().folder}/home/bare.git`);
    const address = await serve(`${machine().folder}/home`);
    for (const url of ["$HOME/other.git", address])
      machine().asAgent(`git config --add remote.origin.pushurl ${url}`);
    machine().asAgent(good);
    expect(await machine().besides("git push -q origin main")).toMatchObject({ status: 0, stderr: "" });
    expect(
      machine().asRoot(`${real} -c safe.directory='*' --git-dir ../bare.git log --all --format=%s`).stdout,
    ).toBe("good\nbad\n");
  });

  test("what the repository's hook gives to a git of its own reaches it", () => {
    makeRemote(machine());
    machine().asAgent(
      `${good}; printf '#!/bin/bash\ngit hash-object <(echo hi)\n' >.git/hooks/pre-push; chmod +x .git/hooks/pre-push`,
    );
    expect(machine().asAgent("git push -q origin main")).toMatchObject({ status: 0, stderr: "" });
    expect(arrived(machine())).toBe("good\n");
  });

  test("whatever programs settings name, a push starts none of them", () => {
    makeRemote(machine());
    const program = "../named"; // one line a start
    machine()
      .asAgent(`${good}; printf '#!/bin/sh\\necho "$0 $*" >>~/started\\n' >${program}; chmod +x ${program}
    printf '[submodule "s"]\\n\\tpath = s\\n\\turl = ./s\\n' >.gitmodules; echo '* filter=x diff=x merge=x' >.gitattributes; git add .
    git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),s; git commit -q -m good`);
    for (const key of programSettings) machine().asAgent(`git config ${key} $HOME/named`);
    machine().asAgent(
      "git config pager.push true; git config push.negotiate true; git update-index --fsmonitor; : >~/started; git status",
    );
    expect(machine().asAgent("cat ~/started").stdout).toContain("named"); // the settings work
    for (const line of ["push --dry-run", "push", "send-pack"]) {
      machine().asAgent(": >~/started");
      const options = line === "send-pack" ? "" : "--recurse-submodules=check";
      expect(machine().asAgent(`git ${line} ${options} $HOME/bare.git main`).stderr).not.toContain(
        "interlock:",
      );
      expect(machine().asAgent("cat ~/started").stdout).toBe("");
    }
    expect(arrived(machine())).toContain("good");
  });

  test("hooks that settings name, which newer gits run by themselves with their connection, stop a push", () => {
    makeRemote(machine());
    machine().asAgent(`${good}; git config hook.x.event pre-push; git config hook.x.command true`);
    expect(machine().asAgent("git push -q origin main")).toMatchObject({ status: 0, stderr: "" });
    machine().asRoot(`mv ${real} ${real}.moved
      printf '#!/bin/sh\\ntest "$1" = version && echo git version 2.54.0 && exit\\nexec ${real}.moved "$@"\\n' >${real}; chmod 755 ${real}`);
    const run = machine().asAgent("git push origin main:new");
    machine().asRoot(`mv ${real}.moved ${real}`);
    expect(run).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("of the setting 'hook.x.event'"),
    });
    expect(run.stderr).toContain("git config --unset-all hook.x.event\n");
    expect(machine().asAgent("git --git-dir ../bare.git branch --list new").stdout).toBe("");
  });

  test("the repository's hook sees no setting of ours", () => {
    makeRemote(machine());
    machine().asAgent(`${good}; ${hook.replace("echo own hook", 'echo "[$GIT_CONFIG_PARAMETERS]"')}`);
    expect(machine().asAgent("git push -q origin main").stderr).toBe("[]\n");
    expect(machine().asAgent("git -c a.b=c push -q origin main:new").stderr).toBe("['a.b'='c']\n");
  });

  test("under break-glass a push goes on, and what it breaks is written down", () => {
    makeRemote(machine());
    machine().asAgent(bad);
    const log = "/etc/interlock/audit.log";
    machine().asRoot(
      `printf 'until 2999-01-01T00:00:00Z\\nreason\\n' >/etc/interlock/break-glass; touch ${log}; chmod 622 ${log}`,
    );
    const run = machine().asAgent("git push -q origin main");
    expect(run).toMatchObject({ status: 0 });
    expect(run.stderr.match(/break-glass until/g)).toHaveLength(1);
    expect(arrived(machine())).toBe("bad\n");
    const records = machine()
      .asRoot(`cat ${log}`)
      .stdout.trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records).toMatchObject([
      {
        Attributes: {
          "interlock.hook": "pre-push",
          "interlock.outcome": "reported",
          "interlock.push.refs": [expect.stringMatching(/^refs\/heads\//)],
          "interlock.warned.rules": ["github.ensure-bot-coauthor"],
        },
      },
    ]);
  });

  test("the hook judges whatever INTERLOCK_CALL says", () => {
    makeRemote(machine());
    machine().asAgent(bad);
    const call = `INTERLOCK_CALL='{"enforcingHooks":[],"skipped":[],"hooks":".git/hooks","layers":{},"gitDir":".git","message":{"commentChar":"#"}}'`;
    const baked = "-c core.hooksPath=/opt/interlock/lib/interlock/plans/hooks/pre-push";
    const run = machine().asAgent(`${call} ${real} ${baked} push -q origin main`);
    expect(run.status).not.toBe(0);
    expect(arrived(machine())).toBe("");
  });

  test("git http-push is refused; without rules it is the one that is kept, and does not run around in circles", () => {
    machine().asRoot(
      `cd /opt/interlock/lib/interlock/real/core; printf '#!/bin/sh\\necho "kept $*"\\n' >http-push; chmod 755 http-push; rm -f /usr/lib/git-core/git-http-push; ln -s /opt/interlock/bin/git /usr/lib/git-core/git-http-push`,
    );
    for (const options of ["--all", "--dry-run", "-u -y --dry-run"]) {
      const run = machine().asAgent(`git http-push ${options} http://x`);
      expect(run).toMatchObject({
        status: 1,
        stdout: "",
        stderr: expect.stringContaining("[E-push-webdav]"),
      });
    }
    machine().configure(
      "version: 1\nsealed: true\nplanDir: /opt/interlock/lib/interlock/plans\npush: { verify: off }\nplugins: { dirs: [/opt/interlock/plugins/github] }\n",
    );
    for (const line of [
      "git http-push --all x",
      "git -c a.b=c http-push --all x",
      "/usr/lib/git-core/git-http-push --all x",
    ])
      expect(machine().asAgent(line)).toEqual({ status: 0, stdout: "kept --all x\n", stderr: "" });
  });
});
