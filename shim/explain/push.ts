/**
 * Dry run of a push. `git push --dry-run --porcelain` asks the remote as the real push would and lists the
 * refs it would change; the gate's own code judges these. No hook runs, and nothing is sent or changed.
 */
import { parseTrace } from "../push/advertised.ts";
import { idsOf } from "../push/send-request.ts";
import { judgePush } from "../push/judge-push.ts";
import { askAboutPush, updateLine } from "../push/push-programs.ts";
import { readAddressSettings } from "../push/remote-has.ts";
import { tryPush } from "../push/try-push.ts";
import type { Update } from "../push/updates.ts";
import { settingsWhileSending } from "../hooks/hook-context.ts";
import { readPushLine, type PushLine } from "../git/push-line.ts";
import { rewriteUrl } from "../git/remotes.ts";
import { parseTriedPushes, type TriedPush, type TriedRef } from "../git/tried-push.ts";
import type { Host } from "../host.ts";
import type { CommandInRepository } from "../plan/open-command.ts";
import { refuseWith, type Report } from "../report/report.ts";

export function explainPush(host: Host, command: CommandInRepository, report: Report): Report {
  const { globals, layers, plan, repository } = command;
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
  const talk = tried.trace ?? "";
  const connections = parseTrace(talk);
  let { warnings, commits, notes, trace } = report;
  for (let i = 0; i < pushes.length; i++) {
    const { shown, refs } = pushes[i] as TriedPush;
    const updates = updatesOf(host, refs);
    const url = addressOf(host, shown, operand === undefined ? "" : (host.argv[operand] as string));
    const { gitDir } = repository;
    // Over http a helper reads the refs, and its trace does not tell several addresses apart.
    const isHelpers = pushes.length === 1 && /^https?:\/\//.test(url);
    const connection = connections[i] ?? (isHelpers ? parseTrace(talk, "git")[0] : undefined);
    const advertised = connection === undefined ? null : connection.refs;
    const { seal } = layers;
    const judged = judgePush(host, plan, { url, gitDir, updates, advertised, seal, isDryRun: line.dryRun });
    warnings = warnings.concat(judged.warnings);
    commits = commits.concat(judged.commits);
    if (judged.problems.length > 0)
      return refuseWith({ ...report, warnings, commits, notes, trace }, judged.problems);
    const lines = updates.map(({ name, id, remoteRef, remoteId }) =>
      updateLine(name, id, remoteRef, remoteId),
    );
    const said = askAboutPush(host, plan, { remote: url, url, lines, isSealed: seal !== null });
    trace = trace.concat(said.trace);
    warnings = warnings.concat(said.warnings);
    if (said.problems.length > 0)
      return refuseWith({ ...report, warnings, commits, notes, trace }, said.problems);
    const count = updates.length + (updates.length === 1 ? " ref" : " refs");
    if (commits.length === 0)
      notes = notes.concat(
        "git would send " + count + " to '" + shown + "', and the gate finds nothing wrong",
      );
  }
  return { ...report, warnings, commits, notes, trace };
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

/** Omits deletions and refs that git rejects. */
function updatesOf(host: Host, refs: readonly TriedRef[]): Update[] {
  const changes = refs.filter(({ flag, name }) => name !== "" && " +*".indexOf(flag) >= 0);
  const specs = changes.map(({ name, remoteRef }) => ({ force: "", source: name, target: remoteRef }));
  const ids = idsOf(host, specs) ?? [];
  const updates: Update[] = [];
  changes.forEach(({ name, remoteRef, remoteId }, i) => {
    const id = ids[i];
    if (id) updates.push({ name, remoteRef, remoteId, id });
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
