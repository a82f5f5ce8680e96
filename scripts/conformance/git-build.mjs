/**
 * The tree in which git's tests run: Debian's source of the installed version, with the few programs
 * built that the tests need in addition to an installed git. Built once per version and cached.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { cacheFolder } from "../cache-folder.mjs";
import { run, SetupError } from "../command.mjs";
import { fetchSource } from "./git-source.mjs";

/** As in debian/rules, so that the tests expect what the installed git can do. */
const options = [
  "NO_OPENSSL=1",
  "USE_LIBPCRE2=1",
  "NO_PERL_CPAN_FALLBACKS=1",
  "prefix=/usr",
  "gitexecdir=/usr/lib/git-core",
  "SANE_TOOL_PATH=",
  "PYTHON_PATH=/usr/bin/python3",
  "DEFAULT_PAGER=pager",
  "DEFAULT_EDITOR=editor",
  // Our flags: fast to build, without warnings.
  "CFLAGS=-O1 -w",
];

function perlLibraries(tree) {
  return readdirSync(join(tree, "perl"), { recursive: true })
    .filter((path) => path.endsWith(".pm") && !path.startsWith("FromCPAN"))
    .map((path) => join("perl", "build", "lib", path));
}

function build(tree) {
  const jobs = `-j${availableParallelism()}`;
  const targets = ["GIT-BUILD-OPTIONS", "t/helper/test-tool", "t/helper/test-fake-ssh"];
  const steps = [
    ["make", [jobs, ...options, ...targets, ...perlLibraries(tree)]],
    ["make", ["-C", "templates", "SHELL_PATH=/bin/sh", "PERL_PATH=/usr/bin/perl"]],
  ];
  for (const [command, args] of steps) {
    const step = run(command, args, { cwd: tree });
    if (step.ok) continue;
    const hint = "node scripts/ensure-dependencies.mjs --system-only --conformance";
    throw new SetupError(`git's test programs do not build in '${tree}'`, hint, step.output);
  }
}

/** Returns the cache folder of this version, with `tree` built. */
export function ensureTree(version, report) {
  const folder = join(cacheFolder("conformance"), `git-${version.replace(/^\d+:/, "")}`);
  const tree = join(folder, "tree");
  if (existsSync(tree)) return { folder, tree };
  mkdirSync(folder, { recursive: true });
  // Under another name until complete: an aborted run leaves no partial tree.
  const workshop = mkdtempSync(join(folder, "making-"));
  try {
    let start = Date.now();
    const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`;
    report(`fetching the source of git ${version}`);
    const fresh = fetchSource(version, workshop);
    report(`fetched in ${seconds()}; building the test programs`);
    start = Date.now();
    build(fresh);
    report(`built in ${seconds()}: ${relative(process.cwd(), tree)}`);
    if (!existsSync(tree)) renameSync(fresh, tree);
  } finally {
    rmSync(workshop, { recursive: true, force: true });
  }
  return { folder, tree };
}
