import { dirname } from "node:path";
import { expect, test } from "vitest";
import type { Finding } from "../../cli/doctor/finding.ts";
import { describeSealed, sealedConfig, type Machine } from "../support/sealed-machine.ts";
import { only, parseExamination, type Examination } from "./examination.ts";

/** The cold side runs on Node, which an image of its kind has on its PATH. */
const env = { PATH: `/usr/local/bin:/usr/bin:/bin:${dirname(process.execPath)}` };

/** But for what the kernel allows every user, which is the machine's. */
function amiss({ findings }: Examination): Finding[] {
  return findings.filter(
    ({ status, message }) => status !== "ok" && !message.includes("can make user namespaces"),
  );
}

function examine(machine: Machine, flags = ""): Examination {
  return parseExamination(machine.asAgent(`/opt/interlock/bin/interlock doctor --json ${flags}`, env));
}

describeSealed("interlock doctor in a sealed install", (machine) => {
  test("finds nothing amiss", () => {
    const examination = examine(machine());
    const { status, effective, sealed, findings } = examination;
    expect(amiss(examination)).toEqual([]);
    expect({ status, effective, sealed }).toEqual({ status: 0, effective: true, sealed: true });
    expect(only(findings, "shells")).toEqual([
      "ok 'sh -c' finds interlock: /usr/bin/git",
      "ok 'bash -lc' finds interlock: /usr/bin/git",
      "ok 'env -i sh -c' finds interlock: /usr/bin/git",
    ]);
    expect(only(findings, "copies")).toEqual(["ok every git and gh in the usual places is interlock"]);
    expect(only(findings, "plan")[0]).toMatch(/^ok baked from what is there: /);
  });

  test("says to root that the seal prevents accidents, not intent", () => {
    const run = machine().try("/opt/interlock/bin/interlock doctor --json", env, []);
    const { findings, status } = parseExamination(run);
    expect(only(findings, "seal")).toContain("warn for uid 0 it prevents accidents, not intent");
    expect(status).toBe(0);
  });

  const faults: [title: string, script: string, check: string, words: RegExp][] = [
    [
      "git-core's git is the real one",
      "rm /usr/lib/git-core/git; cp /opt/interlock/lib/interlock/real/git /usr/bin/git.copy; mv /usr/bin/git.copy /usr/lib/git-core/git",
      "copies",
      /^fail not interlock, .*\/usr\/lib\/git-core\/git/,
    ],
    [
      "another git comes first",
      "cp /opt/interlock/lib/interlock/real/git /usr/bin/git.copy; ln -s /usr/bin/git.copy /opt/git; mkdir -p /opt/x/bin; cp /usr/bin/git.copy /opt/x/bin/git",
      "copies",
      /^fail not interlock, .*\/opt\/x\/bin\/git/,
    ],
    [
      "the config is the group's too",
      "chmod g+w /etc/interlock/config.yaml",
      "seal",
      /^fail the seal does not hold: .*config\.yaml/,
    ],
    [
      "a plugin is the agent's",
      "chown 1000 /opt/interlock/plugins/github/plugin.yaml",
      "seal",
      /^fail the seal does not hold: .*plugin\.yaml/,
    ],
    [
      "a plugin was changed since",
      "echo '# more' >>/opt/interlock/plugins/github/plugin.yaml",
      "plan",
      /^fail changed since the plan was baked: .*plugin\.yaml/,
    ],
    [
      "the plan is gone",
      "rm /opt/interlock/lib/interlock/plans/plan-*",
      "plan",
      /^fail the install is sealed, and its plan/,
    ],
    [
      "glass is broken",
      "printf 'until 2999-01-01T00:00:00Z\\nfire\\n' >/etc/interlock/break-glass",
      "seal",
      /^fail break-glass until 2999-01-01T00:00:00Z: fire/,
    ],
  ];
  test.each(faults)("fails if %s", (_, script, check, words) => {
    machine().asRoot("cp -a /opt/interlock/plugins /opt/interlock-kept-plugins");
    try {
      machine().asRoot(script);
      const { status, findings } = examine(machine());
      expect(only(findings, check).some((line) => words.test(line))).toBe(true);
      expect(status).toBe(1);
    } finally {
      machine().asRoot(
        "ln -sfn /opt/interlock/bin/git /usr/lib/git-core/git; rm -rf /opt/x /opt/git /usr/bin/git.copy; rm -rf /opt/interlock/plugins; mv /opt/interlock-kept-plugins /opt/interlock/plugins",
      );
    }
  });

  test("fails if a hooks folder is not there, as health does", () => {
    machine().asRoot("rm -r /opt/interlock/lib/interlock/plans/hooks/commit-msg");
    const { findings, status } = examine(machine());
    expect(
      only(findings, "seal").some((line) => line.startsWith("fail hooks that git is given are not there")),
    ).toBe(true);
    expect(status).toBe(1);
    expect(machine().asAgent("interlock health").status).toBe(1);
  });

  test("leaves alone what user and repository add", () => {
    machine()
      .asAgent(`mkdir -p ~/.config/interlock ~/plug/mine; printf 'version: 1\\nplugins:\\n  dirs: [%s]\\n' ~/plug >~/.config/interlock/config.yaml
      cat >~/plug/mine/plugin.yaml <<'END'
name: mine
extensions:
  hookApiVersion: 1
  hooks:
    - { id: mine.x, hook: commit.message.finalize, when: { envPresent: [MINE] }, effects: [{ type: text.ensureTrailer, key: Mine, value: x }] }
END`);
    expect(amiss(examine(machine()))).toEqual([]);
  });

  test.each([
    [
      "an empty value",
      "GITHUB_APP_BOT_NAME=\\nGITHUB_APP_BOT_EMAIL=b\\n",
      644,
      /^fail 'GITHUB_APP_BOT_NAME' has no sealed value/,
    ],
    [
      "quotes",
      'GITHUB_APP_BOT_NAME="a"\\nGITHUB_APP_BOT_EMAIL=b\\n',
      644,
      /^fail .*: the value of 'GITHUB_APP_BOT_NAME' is in quotes, which would become part of the value/,
    ],
    [
      "blanks",
      "GITHUB_APP_BOT_NAME= a\\nGITHUB_APP_BOT_EMAIL=b\\n",
      644,
      /^warn 'GITHUB_APP_BOT_NAME' has blanks around its value/,
    ],
    [
      "a file for root alone",
      "GITHUB_APP_BOT_NAME=a\\nGITHUB_APP_BOT_EMAIL=b\\n",
      600,
      /^fail '\/etc\/interlock\/env' cannot be read by everybody/,
    ],
  ])("names %s among the sealed ones, to root too", (_, text, mode, words) => {
    machine().configure(sealedConfig.replace(/env:\n(?: .*\n)*/, "envFile: /etc/interlock/env\n"));
    machine().asRoot(`printf '${text}' >/etc/interlock/env; chmod ${mode} /etc/interlock/env`);
    const run = machine().try("/opt/interlock/bin/interlock doctor --json", env, []);
    expect(only(parseExamination(run).findings, "values").some((line) => words.test(line))).toBe(true);
    if (mode === 600) expect(machine().asAgent("interlock health").status).toBe(1);
  });

  test("fails for a condition's value that is not sealed, but not while the image is built", () => {
    const config = sealedConfig.replace(/env:\n(?: .*\n)*/, "envFile: /etc/interlock/env\n");
    machine().configure(config);
    const later = examine(machine());
    expect(only(later.findings, "values")).toContain(
      "fail 'GITHUB_APP_BOT_NAME' has no sealed value: a caller who unsets it disables a rule",
    );
    expect(later.status).toBe(1);
    expect(examine(machine(), "--build").status).toBe(0);
    machine().asRoot("printf 'GITHUB_APP_BOT_NAME=a\\nGITHUB_APP_BOT_EMAIL=b\\n' >/etc/interlock/env");
    expect(examine(machine()).status).toBe(0);
  });
});
