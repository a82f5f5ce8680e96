/** Commands of a page, one after the other in one shell, on a terminal as the reader's. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { spawn } from "node-pty";
import { makeRepository } from "../support/new-repository.ts";
import { noUpkeep } from "../support/no-upkeep.ts";
import { dist } from "../support/paths.ts";
import { toReal, toShown, type Places } from "../support/compare-output.ts";

export interface Outcome {
  status: number;
  printed: string[];
}

export interface World {
  folder: string;
  places: Places;
  env: { [name: string]: string };
}

const settings = `[user]
\tname = Ann Author
\temail = ann@acme.example
[init]
\tdefaultBranch = main
[core]
\tpager = cat
[advice]
\tdetachedHead = false
${noUpkeep}`;

/** A home, as `/home/ann`, with an empty repository `app`, and interlock, as `/opt/interlock`. */
export function createWorld(hasInterlock: boolean): World {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "doc-")));
  const home = join(folder, "ann");
  makeRepository(join(home, "app"));
  writeFileSync(join(home, ".gitconfig"), settings);
  const path = ["/usr/bin", "/bin", dirname(process.execPath)];
  return {
    folder,
    places: [
      ["/home/ann", home],
      ["/opt/interlock", dist],
      ["/usr/lib/interlock", dist],
    ],
    env: {
      PATH: (hasInterlock ? [join(dist, "bin"), ...path] : path).join(":"),
      HOME: home,
      TMPDIR: folder,
      SHELL: "/bin/bash",
      TERM: "dumb",
      LANG: "C.UTF-8",
      GIT_CONFIG_NOSYSTEM: "1",
    },
  };
}

export function removeWorld({ folder }: World): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Between the outputs; no command prints it. */
const mark = "\u001e";

/** A file that the reader writes: it appears when the commands before it are done. */
export function writeCommand(path: string, text: string): string {
  const quoted = text.replaceAll("'", `'\\''`);
  return `mkdir -p "$(dirname ${path})" && printf %s '${quoted}' > ${path}`;
}

export async function runCommands(world: World, commands: readonly string[]): Promise<Outcome[]> {
  const script = join(world.folder, "session.sh");
  const text = commands.map((command) => `${toReal(command, world.places)}\nprintf '${mark}%d${mark}' $?\n`);
  mkdirSync(dirname(script), { recursive: true });
  // It waits at the end: node-pty may drop what a program wrote last.
  writeFileSync(script, `${text.join("")}read -r _\n`);
  const terminal = spawn("/bin/bash", ["--noprofile", "--norc", script], {
    cwd: join(world.folder, "ann", "app"),
    env: world.env,
    cols: 120,
    rows: 50,
  });
  let screen = "";
  // A command that asks something waits for ever.
  const limit = setTimeout(() => terminal.kill("SIGKILL"), 50_000);
  await new Promise<void>((resolve) => {
    terminal.onData((data) => {
      screen += data;
      if (screen.split(mark).length > 2 * commands.length) resolve();
    });
    terminal.onExit(() => resolve());
  });
  clearTimeout(limit);
  terminal.kill("SIGKILL");
  // On a busy machine a command may show how far it is; it takes that away again.
  const seen = screen
    .replaceAll("\r\n", "\n")
    .replace(/\r\x1b\[K[^\n\r]*(?=\r\x1b\[K)/g, "")
    .replaceAll("\r\x1b[K", "");
  const pieces = toShown(seen, world.places).split(mark);
  return commands.map((command, i) => {
    const output = pieces[2 * i] ?? "";
    const status = pieces[2 * i + 1];
    if (status === undefined) throw new Error(`'${command}' did not end: ${output}`);
    return { status: Number(status), printed: readLines(output) };
  });
}

/** Without the empty lines at the end, which nobody sees. */
function readLines(output: string): string[] {
  const text = output.trimEnd();
  return text === "" ? [] : text.split("\n");
}
