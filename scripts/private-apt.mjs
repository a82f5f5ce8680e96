/**
 * apt with separate lists and state, for packages that the machine's apt does not offer (sources, another
 * architecture). The machine's sources do not change, and root is not needed.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, SetupError } from "./command.mjs";

const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";

/** The machine's own apt sources, so that a mirror is used; else Debian's. */
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

function aptOptions(folder, architecture) {
  const values = {
    "Dir::Etc::sourcelist": join(folder, "sources.list"),
    "Dir::Etc::sourceparts": "-",
    "Dir::State::lists": join(folder, "lists"),
    "Dir::Cache": join(folder, "cache"),
    // apt would switch to a user who cannot write here.
    "APT::Sandbox::User": process.getuid() === 0 ? "root" : "",
    "Acquire::Retries": "3",
    ...(architecture && { "APT::Architecture": architecture, "APT::Architectures": architecture }),
  };
  return ["-q", ...Object.entries(values).flatMap(([key, value]) => ["-o", `${key}=${value}`])];
}

/**
 * Downloads the lists to `folder`. `kind`: `deb`, or `deb-src` for sources; optionally of another architecture.
 * Returns the options that make apt-get use them, and the sources for messages.
 */
export function openPrivateApt(folder, kind, architecture) {
  mkdirSync(join(folder, "lists", "partial"), { recursive: true });
  mkdirSync(join(folder, "cache", "archives", "partial"), { recursive: true });
  const signedBy = existsSync(keyring) ? `[signed-by=${keyring}] ` : "";
  const sources = listSources();
  writeFileSync(
    join(folder, "sources.list"),
    sources.map((source) => `${kind} ${signedBy}${source} main\n`).join(""),
  );
  const options = aptOptions(folder, architecture);
  const update = run("apt-get", [...options, "-o", "APT::Update::Error-Mode=any", "update"]);
  const places = sources.join(", ");
  if (update.ok) return { options, places };
  const what = architecture ?? (kind === "deb-src" ? "sources" : "packages");
  throw new SetupError(
    `cannot read the lists of '${places}'`,
    `the machine must reach a Debian mirror that has ${what}; see above for what apt says`,
    update.output,
  );
}
