/**
 * How a user becomes root without a password, or gets a git of its own in the place of ours: what makes a seal worth less than it
 * seems. Asked only where somebody wants to know, never at a command.
 */
import type { Host } from "../host.ts";
import { parseSudoRules } from "./sudo-rules.ts";

export interface WayAround {
  /** `root`: the user can undo the seal. `perhaps`: that depends. `apart`: only what the user starts itself gets around it. */
  gives: "root" | "perhaps" | "apart";
  /** A sentence about the user. */
  what: string;
  fix: string;
}

/**
 * With '-k', sudo asks no question, takes no password that was given before, and '-l' writes nothing to a log. A new namespace ends with its program.
 */
const script = `
for socket in /var/run/docker.sock /run/podman/podman.sock /run/containerd/containerd.sock; do
  [ ! -S "$socket" ] || [ ! -w "$socket" ] || echo "socket $socket"
done
if command -v sudo >/dev/null; then
  for file in /etc/sudoers /etc/sudoers.d/*; do [ ! -f "$file" ] || [ ! -w "$file" ] || echo "sudoers $file"; done
  [ ! -w /etc/sudoers.d ] || echo "folder /etc/sudoers.d"
  sudo -k -n -l 2>/dev/null | sed 's/^/sudo /'
fi
unshare --user --map-root-user --mount true 2>/dev/null && echo namespace
exit 0`;

const environment = ["PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C"];
const limitMs = 10_000;

/** Of the user that runs this. Root needs none. */
export function findWaysAround(host: Host): WayAround[] {
  return host.userId() === 0 ? [] : ask(host, [], "this user");
}

const mostUsers = 20;

/** Of the users that people and agents have, by name: for root, who can ask in their place. */
export function findWaysOfOthers(host: Host): WayAround[] {
  if (host.userId() !== 0) return [];
  const found: WayAround[] = [];
  for (const { name, uid, gid } of listUsers(host).slice(0, mostUsers)) {
    const become = ["/usr/bin/setpriv", "--reuid=" + uid, "--regid=" + gid, "--init-groups"];
    for (const way of ask(host, become, "'" + name + "'")) found.push(way);
  }
  return found;
}

interface User {
  name: string;
  uid: string;
  gid: string;
}

function listUsers(host: Host): User[] {
  const text = host.readFile("/etc/passwd");
  if (typeof text === "number") return [];
  const users: User[] = [];
  for (const line of text.split("\n")) {
    const [name = "", , uid = "", gid = ""] = line.split(":");
    // Below 1000 are those of the system; 65534 is nobody.
    if (Number(uid) >= 1000 && Number(uid) < 65534) users.push({ name, uid, gid });
  }
  return users;
}

function ask(host: Host, become: readonly string[], who: string): WayAround[] {
  const words = become.concat("/bin/sh", "-c", script);
  const run = host.runHookProgram(words, "/", environment, "", limitMs, false);
  if (run.failure !== "" || run.status !== 0) return [];
  const lines = run.stdout.split("\n");
  const after = (key: string): string[] =>
    lines.filter((line) => line.startsWith(key + " ")).map((line) => line.slice(key.length + 1));
  const ways: WayAround[] = describeSudo(after("sudo").join("\n"), who);
  for (const path of after("sudoers"))
    ways.push({
      gives: "root",
      what: who + " can write to '" + path + "': sudo obeys it, at the latest when its mode is right again",
      fix: "make it root's alone: chown root:root and chmod 440 it",
    });
  for (const path of after("folder"))
    ways.push({
      gives: "perhaps",
      what:
        who +
        " can write to '" +
        path +
        "': sudo obeys no file of another than root there, but root's can be taken away",
      fix: "make it root's alone: chown root:root and chmod 755 it",
    });
  for (const path of after("socket"))
    ways.push({
      gives: "root",
      what:
        who +
        " can write to '" +
        path +
        "': whoever can give orders there gets root in any container and on its machine",
      fix: "take the user out of the group that the socket has, or do not mount the socket",
    });
  if (lines.indexOf("namespace") >= 0)
    ways.push({
      gives: "apart",
      what:
        who +
        " can make user namespaces: in one of its own, and nowhere else, another git can be mounted over /usr/bin/git",
      fix: "if that matters, forbid them: sysctl user.max_user_namespaces=0, or a seccomp profile such as docker's",
    });
  return ways;
}

function describeSudo(list: string, who: string): WayAround[] {
  const { any, some } = parseSudoRules(list);
  const fix = "remove the rule from /etc/sudoers or /etc/sudoers.d, or run the agent as another user";
  if (any)
    return [
      {
        gives: "root",
        what: who + " may run any program as root with sudo, without a password, and so undo the seal",
        fix,
      },
    ];
  if (some.length === 0) return [];
  return [
    {
      gives: "perhaps",
      what:
        who +
        " may run as root with sudo, without a password: " +
        some.join(", ") +
        "; one that writes files or starts other programs undoes the seal",
      fix,
    },
  ];
}
