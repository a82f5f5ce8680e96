/**
 * Dry run of a push. `git push --dry-run --porcelain` asks the remote as the real push would and lists the
 * refs it would change; the gate's own code judges these. No hook runs, and nothing is sent or changed.
 */
import { parseTrace, type Connection } from "../push/advertised.ts";
import type { Advertised, OutgoingPush, Update } from "../push/announced-push.ts";
import { passGate } from "../push/gate.ts";
import { consequenceOf } from "../push/judge-push.ts";
import { renderUpdate } from "../push/parse-updates.ts";
import { idsOf } from "../push/refspecs.ts";
import { readAddressSettings } from "../push/remote-has.ts";
import { tryPush } from "../push/try-push.ts";
import { settingsWhileSending } from "../hooks/hook-context.ts";
import { readPushLine, type PushLine } from "../git/push-line.ts";
import { rewriteUrl } from "../git/remotes.ts";
import { parseTriedPushes, type TriedPush, type TriedRef } from "../git/tried-push.ts";
import type { Host } from "../host.ts";
import type { CommandInRepository } from "../plan/open-command.ts";
import { refuseWith, type Report } from "../report/report.ts";

export function explainPush(host: Host, command: CommandInRepository, report: Report): Report {
  const { globals, plan } = command;
  const first = globals.commandIndex + 1;
  const line = readPushLine(host.argv, first);
  if (line === null) return report;
  const tried = tryPush(host, trialPushWords(host.argv, first, line), { traced: true });
  const pushes = parseTriedPushes(tried.stdout);
  if (tried.status !== 0 && pushes.length === 0) {
    const words = "git could not find out what it would push: run 'git push --dry-run' with these words";
    return { ...report, notes: report.notes.concat(words + " to see why") };
  }
  const operand = line.operands[0];
  const given = operand === undefined ? "" : (host.argv[operand] as string);
  const connections = connectionsIn(tried.trace ?? "", pushes.length);
  let { warnings, commits, notes, trace } = report;
  for (let i = 0; i < pushes.length; i++) {
    const { shown, refs } = pushes[i] as TriedPush;
    const url = addressOf(host, shown, given);
    const push = announce(host, command, refs, url, connections(i, url), line.dryRun);
    const found = passGate(host, plan, push);
    warnings = warnings.concat(found.warnings);
    commits = commits.concat(found.commits);
    trace = trace.concat(found.trace);
    if (found.problems.length > 0)
      return refuseWith({ ...report, warnings, commits, notes, trace }, found.problems);
    if (commits.length > 0) continue;
    const sent = push.updates.filter(({ id }) => id !== "").length;
    const count = sent + (sent === 1 ? " ref" : " refs");
    notes = notes.concat("git would send " + count + " to '" + shown + "', and the gate finds nothing wrong");
  }
  return { ...report, warnings, commits, notes, trace };
}

/** The connection for one of the addresses, if the trace shows it. */
function connectionsIn(trace: string, addresses: number): (i: number, url: string) => Connection | undefined {
  const direct = parseTrace(trace);
  return (i, url) => {
    // Over http a helper reads the refs, and its trace does not tell several addresses apart.
    const isHelpers = addresses === 1 && /^https?:\/\//.test(url);
    return direct[i] ?? (isHelpers ? parseTrace(trace, "git")[0] : undefined);
  };
}

function announce(
  host: Host,
  { plan, layers, repository }: CommandInRepository,
  refs: readonly TriedRef[],
  url: string,
  connection: Connection | undefined,
  isDryRun: boolean,
): OutgoingPush {
  const advertised = connection === undefined ? null : connection.refs;
  const updates = updatesOf(host, refs, advertised);
  return {
    updates,
    advertised,
    unreadable: null,
    lines: updates.map(renderUpdate),
    consequence: consequenceOf(plan, isDryRun),
    url,
    remote: url,
    gitDir: repository.gitDir,
    seal: layers.seal,
    isSendPack: false,
  };
}

/**
 * The arguments of the trial push. Our options follow the caller's, because the last one wins, and
 * `--dry-run` is the last of ours.
 */
function trialPushWords(argv: readonly string[], first: number, { operands }: PushLine): string[] {
  const isOption = (_: string, i: number): boolean => operands.indexOf(first + i) < 0;
  const options = argv.slice(first).filter(isOption);
  const settings = ["core.hooksPath=/dev/null", "core.abbrev=no", "push.pushOption="];
  // A server without support for push options rejects them after the hook. They do not affect what is sent.
  const ours = [
    "--no-verify",
    "--no-push-option",
    "--no-signed",
    "--no-quiet",
    "--porcelain",
    "--dry-run",
    "--",
  ];
  const words: string[] = [];
  for (const setting of settings) words.push("-c", setting);
  return words.concat(
    settingsWhileSending,
    "push",
    options.filter((word) => word !== "--" && word !== "--end-of-options"),
    ours,
    operands.map((word) => argv[word] as string),
  );
}

/** Omits refs that git rejects. git does not print the old id of one that it deletes: the remote has advertised it. */
function updatesOf(host: Host, refs: readonly TriedRef[], advertised: Advertised | null): Update[] {
  const changes = refs.filter(({ flag }) => " +*-".indexOf(flag) >= 0);
  const specs = changes.map(({ name, remoteRef }) => ({ force: "", source: name, target: remoteRef }));
  const ids = idsOf(host, specs) ?? [];
  const updates: Update[] = [];
  changes.forEach(({ flag, name, remoteRef, remoteId }, i) => {
    const id = ids[i] ?? "";
    if (flag === "-")
      updates.push({ name, id: "", remoteRef, remoteId: (advertised ?? {})[remoteRef] ?? "" });
    else if (id !== "") updates.push({ name, id, remoteRef, remoteId });
  });
  return updates;
}

/** The full address: git shows it without the user name (transport_anonymize_url in transport.c). */
function addressOf(host: Host, shown: string, operand: string): string {
  const settings = readAddressSettings(host);
  const addresses = [operand];
  for (const { key, value } of settings)
    if (/^remote\.[^]*\.(?:push)?url$/.test(key)) addresses.push(rewriteUrl(value, settings));
  for (const address of addresses)
    if (address.replace(/^([a-z+]+:\/\/)?[^/@]*@/i, "$1") === shown) return address;
  return shown;
}
