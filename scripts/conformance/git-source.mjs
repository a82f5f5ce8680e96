/**
 * Debian's source package of the installed git. apt gets lists and a state of its own: the
 * machine's sources stay as they are, and no root is needed.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, SetupError } from "./command.mjs";

const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";

/** The version of the source package that the installed git was built from, as `1:2.39.5-0+deb12u3`. */
export function readSourceVersion() {
  const query = run("dpkg-query", ["-W", "-f", "${source:Version}", "git"]);
  if (query.ok && query.stdout) return query.stdout;
  throw new SetupError("the installed git is not a Debian package", "apt-get install git", query.output);
}

/** The places that the machine's own apt uses, so that a mirror is honoured; else Debian's. */
function listSources() {
  const format = "$(ORIGIN) $(REPO_URI) $(RELEASE)";
  const targets = run("apt-get", ["indextargets", "--format", format, "Created-By: Packages"]);
  const lines = targets.stdout.split("\n").filter((line) => line.startsWith("Debian "));
  const own = [...new Set(lines)].map((line) => line.slice("Debian ".length));
  if (own.length > 0) return own;
  const release = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
  return [
    `http://deb.debian.org/debian ${release}`,
    `http://deb.debian.org/debian ${release}-updates`,
    `http://deb.debian.org/debian-security ${release}-security`,
  ];
}

function aptOptions(folder) {
  const values = {
    "Dir::Etc::sourcelist": join(folder, "sources.list"),
    "Dir::Etc::sourceparts": "-",
    "Dir::State::lists": join(folder, "lists"),
    "Dir::Cache": join(folder, "cache"),
    // apt would drop to a user who may not write here.
    "APT::Sandbox::User": process.getuid() === 0 ? "root" : "",
    "Acquire::Retries": "3",
  };
  return ["-q", ...Object.entries(values).flatMap(([key, value]) => ["-o", `${key}=${value}`])];
}

/** Unpacks the source, with Debian's patches, below `folder`; gives the tree's path. */
export function fetchSource(version, folder) {
  const apt = join(folder, "apt");
  mkdirSync(join(apt, "lists", "partial"), { recursive: true });
  mkdirSync(join(apt, "cache", "archives", "partial"), { recursive: true });
  const signedBy = existsSync(keyring) ? `[signed-by=${keyring}] ` : "";
  const sources = listSources();
  writeFileSync(
    join(apt, "sources.list"),
    sources.map((source) => `deb-src ${signedBy}${source} main\n`).join(""),
  );
  const options = aptOptions(apt);
  const update = run("apt-get", [...options, "-o", "APT::Update::Error-Mode=any", "update"]);
  const places = sources.join(", ");
  if (!update.ok) {
    throw new SetupError(
      `cannot read the source lists of '${places}'`,
      "the machine must reach a Debian mirror that has sources; see above for what apt says",
      update.output,
    );
  }
  const source = run("apt-get", [...options, "source", `git=${version}`], { cwd: folder });
  rmSync(apt, { recursive: true, force: true });
  const tree = readdirSync(folder, { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && entry.name.startsWith("git-"),
  );
  if (source.ok && tree) return join(folder, tree.name);
  throw new SetupError(
    `cannot fetch the source of git '${version}' from '${places}'`,
    "a mirror keeps only the newest version: apt-get update && apt-get install git",
    source.output,
  );
}
