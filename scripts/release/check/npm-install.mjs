/** Installs the npm packages in a root filesystem with git and Node, and without compilers. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../../command.mjs";
import { compareFileStates, readFileState } from "../../image/file-state.mjs";
import { commitPaths } from "../../image/sealed-checks.mjs";
import { expectFailure, expectOutput, expectWays, makeRoot, packagesPlace } from "./clean-root.mjs";
import { addProject, changedCommit, checkFirstMinutes, writeRules } from "./first-minutes.mjs";

const modules = "/usr/local/lib/node_modules";
const own = `${modules}/interlock/node_modules/@interlock`;

/** As docs/install.md shows them; here no registry may be asked. */
export const npmCommands = (tarballs) => [
  `npm install --global --offline ${tarballs.join(" ")}`,
  'export PATH="$(npm root --global)/@interlock/linux-x64/bin:$PATH"',
  writeRules,
  changedCommit,
  "npm uninstall --global interlock @interlock/linux-x64",
];

async function startRegistry(packages) {
  const script = fileURLToPath(new URL("registry.mjs", import.meta.url));
  const server = spawn(process.execPath, [script, packages], { stdio: ["ignore", "pipe", "inherit"] });
  const [address] = await once(server.stdout, "data");
  return { address: String(address).trim(), stop: () => server.kill() };
}

export async function checkNpmInstall(context, version) {
  const { report, packages } = context;
  const image = makeRoot(context, "npm", "git", true);
  addProject(image);
  const check = (title, script, prints, options) =>
    report(`npm: ${title}`, expectOutput(image.run(script, options), prints));
  check("there is no compiler", "command -v cc gcc g++ clang make python3 || echo none", /^none\n$/);
  const before = readFileState(image);

  const tarballs = ["interlock", "interlock-linux-x64"].map(
    (name) => `${packagesPlace}/${name}-${version}.tgz`,
  );
  checkFirstMinutes(context, image, "npm, from the files", npmCommands(tarballs));
  image.run(`rmdir ${modules}/@interlock; rm -r ~/.cache ~/.local ~/project/.interlock`); // npm leaves the empty folder of a scope
  report("npm: after it, every file is as it was", lines(compareFileStates(before, readFileState(image))));

  const registry = await startRegistry(packages);
  try {
    const npm = (words) => `npm --silent --no-audit --no-fund --registry ${registry.address} ${words}`;
    check(
      "from a registry, it chooses the package of this machine",
      `${npm("install --global interlock")} && ls ${own} && interlock --version`,
      new RegExp(`linux-x64\ninterlock ${version}\n$`),
    );
    image.run(
      `mkdir -p /etc/interlock && printf 'version: 1\\nplugins:\\n  dirs: [${own}/linux-x64/plugins/github]\\n' >/etc/interlock/config.yaml`,
    );
    const onPath = `SEALED=no; PATH=${own}/linux-x64/bin:$PATH\n${commitPaths}`;
    report("npm: every way to make a commit", expectWays(image.run(onPath, { user: "agent" })));
    report(
      "npm: it cannot be sealed, and says how to",
      expectFailure(image.run("interlock seal"), /install the \.deb/),
    );
    report(
      "npm: without the optional package, it names it",
      expectFailure(
        image.run(
          `cd $(mktemp -d) && ${npm("install --omit=optional interlock")} && npx interlock --version`,
        ),
        /'@interlock\/linux-x64' is not installed/,
      ),
    );
    check(
      "a project imports the library",
      `cd $(mktemp -d) && ${npm("install interlock")} && echo 'import { createEngine } from "interlock"; console.log(typeof createEngine)' >a.mjs && node a.mjs`,
      /^function\n$/,
    );
    check(
      "for arm64 it chooses the other",
      `cd /srv && ${npm("install --cpu=arm64 interlock")} && ls node_modules/@interlock`,
      /linux-arm64\n$/,
    );
    const arm64 = join(image.root, "srv/node_modules/@interlock/linux-arm64/bin/git");
    const said = run("qemu-aarch64-static", ["-0", "interlock", arm64, "--version"]);
    report(
      "npm: and that runs under qemu",
      expectOutput({ ...said, status: "of qemu" }, /^(interlock|git version) [\d.]+/),
    );
  } finally {
    registry.stop();
  }
}

const lines = (text) => (text === "" ? [] : [text]);
