/** Rights by which a user gets around a seal: found, told, and true. */
import { dirname } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { parseExamination } from "../doctor/examination.ts";
import type { Run } from "../support/sandbox.ts";
import { describeSealed, type Machine } from "../support/sealed-machine.ts";

const env = { PATH: `/usr/local/bin:/usr/bin:/bin:${dirname(process.execPath)}` };

/** Whether the kernel lets users make namespaces is not ours to change. */
const isApart = (words: string): boolean => words.includes("can make user namespaces");

/** What doctor says of it: status and words. */
function told(run: Run): { status: Run["status"]; lines: string[] } {
  const { status, findings } = parseExamination(run);
  const lines = findings
    .filter(({ check, message }) => check === "seal" && !isApart(message))
    .map((finding) => `${finding.status} ${finding.message}`);
  return { status, lines };
}

const intact = "ok sealed: only root can change what decides";
const interlock = "/opt/interlock/bin/interlock";
const doctor = `${interlock} doctor --json`;
const health = `${interlock} health --require-sealed`;

const cases: [title: string, root: string, finding: string, gives: "root" | "perhaps"][] = [
  [
    "sudo without a password",
    "echo '#1000 ALL=(ALL) NOPASSWD:ALL' >/etc/sudoers.d/agent",
    "this user may run any program as root with sudo, without a password, and so undo the seal",
    "root",
  ],
  [
    "sudo that never asks",
    "printf 'Defaults !authenticate\\n#1000 ALL=(ALL) ALL\\n' >/etc/sudoers.d/agent",
    "this user may run any program as root with sudo, without a password, and so undo the seal",
    "root",
  ],
  [
    "sudo for one program",
    "echo '#1000 ALL=(root) NOPASSWD:/usr/bin/apt-get update' >/etc/sudoers.d/agent",
    "this user may run as root with sudo, without a password: /usr/bin/apt-get update; one that writes files or starts other programs undoes the seal",
    "perhaps",
  ],
  [
    "a file of sudo's that the user may write to",
    "touch /etc/sudoers.d/agent; chmod 666 /etc/sudoers.d/agent",
    "this user can write to '/etc/sudoers.d/agent': sudo obeys it, at the latest when its mode is right again",
    "root",
  ],
  [
    "a folder of sudo's that the user may write to",
    "chmod 777 /etc/sudoers.d",
    "this user can write to '/etc/sudoers.d': sudo obeys no file of another than root there, but root's can be taken away",
    "perhaps",
  ],
];

describeSealed("a user who can get around the seal", (machine) => {
  beforeEach(() => {
    machine().asRoot(
      "getent passwd 1000 >/dev/null || echo 'agent:x:1000:1000::/:/bin/sh' >>/etc/passwd; rm -f /etc/sudoers.d/*; chmod 755 /etc/sudoers.d",
    );
  });

  const asAgent = (script: string): Run => machine().asAgent(script, env);

  test("a user without such rights is told that all is well", () => {
    expect(told(asAgent(doctor))).toEqual({ status: 0, lines: [intact] });
    const { status, stdout } = asAgent(health);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^interlock: healthy: sealed, mode enforce, git is [^;]*(?:; this user can make user namespaces: .*)?\n$/,
    );
  });

  test("one who would need a password is, too", () => {
    machine().asRoot("echo '#1000 ALL=(ALL) ALL' >/etc/sudoers.d/agent");
    expect(told(asAgent(doctor))).toEqual({ status: 0, lines: [intact] });
  });

  test.each(cases)("%s: doctor says so, and health with --require-sealed", (_, root, words, gives) => {
    machine().asRoot(root);
    const status = gives === "root" ? 1 : 0;
    const state = gives === "root" ? "fail" : "warn";
    expect(told(asAgent(doctor))).toEqual({ status, lines: [intact, `${state} ${words}`] });
    if (gives === "root")
      expect(asAgent(`${interlock} doctor`).stdout).toMatch(
        /\ninterlock: the rules are enforced here, and this user can undo the seal\n$/,
      );
    expect(told(asAgent(`${doctor} --build`))).toEqual({ status: 0, lines: [intact, `warn ${words}`] });
    const run = asAgent(health);
    expect(run.status).toBe(status);
    if (gives === "root")
      expect(run.stderr).toContain(`interlock: error: ${words} [E-can-undo-seal]\nhint: `);
    else expect(run.stdout).toContain(`; ${words}`);
    expect(asAgent(`${interlock} health`).status).toBe(0);
    expect(told(machine().try(doctor, env, [])).lines).toContain(
      `warn ${words.replace("this user", userName(machine()))}`,
    );
    const asRoot = machine().try(health, env, []);
    expect(asRoot.status).toBe(0);
    expect(asRoot.stdout).toContain(words.replace("this user", userName(machine())));
  });

  test("what it says is true", () => {
    machine().asRoot("echo '#1000 ALL=(ALL) NOPASSWD:ALL' >/etc/sudoers.d/agent");
    expect(asAgent(`sudo -n rm /etc/interlock/config.yaml; ${health}`)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        "the install is not sealed, or no longer: there is no '/etc/interlock/config.yaml'",
      ),
    });
  });

  test("a socket by which root's containers are started", () => {
    const script = (mode: string): string => `unshare -m sh -c 'mount -t tmpfs -o mode=755 run /run
      python3 -c "import socket; socket.socket(socket.AF_UNIX).bind(\\"/run/docker.sock\\")"; chmod ${mode} /run/docker.sock
      exec setpriv --reuid=1000 --regid=1000 --clear-groups ${doctor}'`;
    const words =
      "fail this user can write to '/var/run/docker.sock': whoever can give orders there gets root in any container and on its machine";
    expect(told(machine().try(script("666"), env, []))).toEqual({ status: 1, lines: [intact, words] });
    expect(told(machine().try(script("660"), env, []))).toEqual({ status: 0, lines: [intact] });
  });

  test("asking leaves no line in sudo's log", () => {
    machine().asRoot(
      "printf 'Defaults logfile=/etc/interlock/sudo.log, log_allowed, log_denied\\n#1000 ALL=(ALL) NOPASSWD:/bin/true\\n' >/etc/sudoers.d/agent",
    );
    asAgent(`${doctor}; ${health}`);
    machine().try(doctor, env, []);
    expect(machine().asRoot("ls /etc/interlock").stdout).not.toContain("sudo.log");
    asAgent("sudo -n /bin/true");
    expect(machine().asRoot("ls /etc/interlock").stdout).toContain("sudo.log");
  });

  test("a user namespace is named where it can be made, and no failure", () => {
    const canMake = asAgent("unshare --user --map-root-user --mount true").status === 0;
    const { findings, status } = parseExamination(asAgent(doctor));
    expect(findings.filter(({ message }) => isApart(message)).map((finding) => finding.status)).toEqual(
      canMake ? ["warn"] : [],
    );
    expect(status).toBe(0);
  });
});

function userName(machine: Machine): string {
  return `'${machine.asRoot("getent passwd 1000").stdout.split(":")[0]}'`;
}
