/** Asks a host everything it can answer about a prepared folder; both hosts must say the same. */
import type { Host } from "../../shim/host.ts";

function sorted(names: string[] | number): string[] | number {
  return typeof names === "number" ? names : names.sort();
}

/** Root's own, absent ones, and what lies in a folder that everybody may write to. */
function guardPaths(folder: string): string[] {
  const system = ["/", "/etc/passwd", "/etc/absent/x", "/usr/../etc/./passwd", "//etc//", "/proc/self/cwd"];
  return system.concat("", "etc", folder + "/file", folder + "/missing", "/etc/passwd/x", "/proc/1/fd/x\0y");
}

/** The test has put something else at each of them. */
function ownPaths(folder: string): string[] {
  const names = [
    "mine",
    "anybodys",
    "others",
    "link",
    "fifo",
    "folder",
    "open",
    "open/folder",
    "sticky/folder",
  ];
  return names
    .concat("missing", "others-folder", "others-folder/folder", "x\0y")
    .map((name) => folder + "/own/" + name);
}

function withoutTime(trace: string | undefined): string[] | undefined {
  return trace?.split("\n").map((line) => line.replace(/^.* packet: +/, ""));
}

/** Made, used, made again (which removes the first), and removed with what links lead to left alone. */
function tryTemporaryFolder(host: Host): unknown[] {
  const first = host.makeTemporaryFolder();
  const second = host.makeTemporaryFolder();
  const kept = second.slice(0, second.lastIndexOf("/")) + "/kept";
  const answers: unknown[] = [
    host.stat(first),
    host.isOwnFolder(second),
    second.indexOf(host.env("TMPDIR") + "/interlock-"),
  ];
  host.makeDirectory(kept);
  host.writeFile(kept + "/file", "");
  host.makeDirectory(second + "/in");
  host.makeDirectory(second + "/in/side");
  host.writeFile(second + "/in/side/file", "");
  host.makeLink(kept, second + "/in/link");
  host.removeTemporaryFolder();
  answers.push(host.stat(second), host.stat(kept + "/file") !== null);
  host.removeTemporaryFolder();
  return answers;
}

/** Texts of all bytes, left out, numbers, and what is too long for a line. */
function tryRecords(host: Host, file: string): unknown[] {
  let bytes = "";
  for (let i = 0; i < 256; i++) bytes += String.fromCharCode(i);
  const text = "\xc3\xa9".repeat(1000);
  const list: string[] = [];
  for (let i = 0; i < 60; i++) list.push(text);
  return [
    host.appendRecord(file, []),
    host.appendRecord(file, ['{"bytes":', bytes, ',"more":', "\xf0\x9f\x8e\x89\xed\xa0\x80\xc3", "}\n"]),
    host.appendRecord(file, [
      '[1.5,"',
      undefined,
      "[",
      1.5,
      ",",
      0.0621,
      ",",
      0,
      ",",
      1234567,
      ",",
      2,
      ",",
      ["a", '"'],
      ",",
      [],
      "]\n",
    ]),
    host.appendRecord(file, ["", list, "\n"]),
    host.appendRecord(file + "/x", ["", "x"]),
    host.readFile(file),
    host.sha256(bytes),
    host.sha256(""),
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/.test(host.now(true)),
    host.elapsed() > 0,
  ];
}

export function probeHost(host: Host, folder: string): { [question: string]: unknown } {
  return {
    env: host.env("PROBE_BYTES"),
    envMissing: host.env("PROBE_NOT_SET") === undefined,
    envNames: host.envNames("PROBE_").sort(),
    cwd: host.cwd(),
    statFile: host.stat(folder + "/file"),
    statFolder: host.stat(folder),
    statMissing: host.stat(folder + "/missing"),
    statNulInPath: host.stat(folder + "/fi\0le"),
    statOddName: host.stat(folder + "/n\xff\xc3\xa9me"),
    realPath: host.realPath(folder + "/./sub/../file"),
    realPathMissing: host.realPath(folder + "/missing"),
    readAllBytes: host.readFile(folder + "/all-bytes"),
    readMissing: host.readFile(folder + "/missing"),
    readFolder: host.readFile(folder),
    readNoFile: [folder + "/own/fifo", "/dev/zero", "/dev/null"].map((path) => host.readFile(path)),
    readNoFileInPart: [folder + "/own/fifo", "/dev/zero", "/dev/null"].map((path) => host.readFile(path, 9)),
    readInput: [folder + "/file", "/dev/null", folder + "/missing"].map((path) => host.readInput(path)),
    readOwn: ownPaths(folder).map((path) => host.readOwnFile(path)),
    readLooseCommits: (host.readFile(folder + "/loose/ids") as string)
      .split("\n")
      .map((id) => host.readLooseObject(folder + "/loose", "commit", id)),
    treesOfIndexes: ["v2", "v3", "v4", "none", "stale", "cut", "file", "missing"].map((name) =>
      host.treeOfIndex(folder + "/indexes/" + name, 40),
    ),
    treeOfIndexSha256: host.treeOfIndex(folder + "/indexes/sha256", 64),
    readLooseTree: host.readLooseObject(
      folder + "/indexes/.git/objects",
      "tree",
      host.treeOfIndex(folder + "/indexes/v2", 40),
    ),
    readLooseTreeAsCommit: host.readLooseObject(
      folder + "/indexes/.git/objects",
      "commit",
      host.treeOfIndex(folder + "/indexes/v2", 40),
    ),
    isOwnFolder: ownPaths(folder)
      .concat("/", folder + "/sub/x")
      .map((path) => host.isOwnFolder(path)),
    readPackets: [host.readPackets(), host.readPackets(), host.readPackets()],
    readStdin: host.readStdin(),
    readPacketsAtEnd: host.readPackets(),
    checksums: ["", "a", "foobar", "\x7f\x80\xff\xc3\xa9\0", "plan ".repeat(1000)].map(host.checksum),
    stdinIsTerminal: host.isTerminal(0),
    listed: sorted(host.listDirectory(folder)),
    listedExcept: sorted(host.listDirectory(folder, "e")),
    listMissing: host.listDirectory(folder + "/missing"),
    makeFolder: [host.makeDirectory(folder + "/sub/made"), host.makeDirectory(folder + "/sub/made")],
    privateFolder: [false, true, false].map((make) => host.privateFolder(make)),
    makeLink: [
      host.makeLink("n\xffwhere", folder + "/sub/made/link"),
      host.makeLink("x", folder + "/sub/made/link"),
    ],
    writeFile: [
      host.writeFile(folder + "/sub/made/file", "longer than the next"),
      host.writeFile(folder + "/sub/made/file", "\xff\0"),
      host.readFile(folder + "/sub/made/file"),
    ],
    tryAppend: [
      host.tryAppend(folder + "/sub/made/file"),
      host.readFile(folder + "/sub/made/file"),
      host.tryAppend(folder + "/sub/made/absent"),
      host.tryAppend(folder),
    ],
    records: tryRecords(host, folder + "/sub/made/record"),
    guards: guardPaths(folder).map((path) => host.whyUnguarded(path)),
    now: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(host.now()),
    userId: host.userId(),
    ancestorWords: [host.ancestorWords(1), host.ancestorWords(30)],
    siblings: Array.isArray(host.siblings()),
    removeFile: [host.removeFile(folder + "/sub/made/link"), host.removeFile(folder + "/sub/made/link")],
    writeNowhere: host.writeFile(folder + "/missing/file", ""),
    runGit: host.runGit(["-c", "probe.x=\xff", "config", "probe.x"]),
    // In front of git, it is the same.
    runReal: host.runReal(["-c", "probe.x=\xff", "config", "probe.x"]),
    runGitFailing: host.runGit(["rev-parse", "--verify", "no-such"]),
    runGitWithInput: host.runGit(["stripspace"], { stdin: "a\xff\n\n\nb" }),
    runGitWithLongInput: host.runGit(["hash-object", "--stdin"], { stdin: "x".repeat(300000) }).stdout.length,
    runGitWithEnvironment: host.runGit(["var", "GIT_AUTHOR_IDENT"], {
      env: { GIT_AUTHOR_NAME: "N", GIT_AUTHOR_EMAIL: "e", GIT_AUTHOR_DATE: "1500000000 +0000", HOME: null },
    }),
    runGitWithOnly: host
      .runGit(["-c", "alias.e=!env", "e"], {
        only: ["PATH", "PROBE_E*"],
        env: { PROBE_NEW: "n" },
      })
      .stdout.split("\n")
      .filter((line) => /^(PROBE|HOME|TMPDIR)/.test(line))
      .sort(),
    runGitWithNothing: host
      .runGit(["-c", "alias.e=!/usr/bin/env", "e"], { only: [] })
      .stdout.split("\n")
      .filter((line) => /^(PROBE|HOME|TMPDIR)/.test(line)),
    runGitTraced: withoutTime(
      host.runGit(["upload-pack", "--advertise-refs", folder + "/own/none.git"], { traced: true }).trace,
    ),
    runGitTracedInVain: host.runGit(["version"], { traced: true }).trace,
    temporaryFolder: tryTemporaryFolder(host),
    runProgram: host.runProgram("/bin/sh", ["sh", "-c", 'test "$PROBE_NEW$PROBE_BYTES" = n && exit 7'], {
      PROBE_NEW: "n",
      PROBE_BYTES: null,
    }),
    runProgramWithInput: host.runProgram("/bin/sh", ["sh", "-c", 'test "$(cat)" = text'], {}, "text"),
    runEndedBySignal: host.runProgram("/bin/sh", ["sh", "-c", "kill -TERM $$"], {}),
  };
}

/** The lengths of the packets on standard input, or what is wrong with them. */
export function probePackets(host: Host): number[] | number {
  const packets = host.readPackets();
  return typeof packets === "number" ? packets : packets.map(({ length }) => length);
}
