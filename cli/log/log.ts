/**
 * `interlock log`: the record of decisions (docs/record.md), as a person reads it.
 */
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { writeBytes } from "../../shim/node/write-files.ts";
import { loadPlan } from "../../shim/plan/load-plan.ts";
import { paint as inColour, plain } from "../../shim/report/colour.ts";
import { hasColor } from "../shared/terminal.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { findLayersHere } from "../shared/layers-here.ts";
import { badSetUp, complainOfProblems, refuseCall, refuseSetUp } from "../shared/complain.ts";
import { escapeInJson, say, sayJson, sayPainted } from "../shared/output.ts";
import { followEvents } from "./follow-events.ts";
import { readEvents, standardInput, UnreadableRecord, type LoggedEvent } from "./read-events.ts";
import { renderEvent } from "./render-event.ts";
import { parseSince } from "./since.ts";
import { countEvents, renderStats } from "./stats.ts";

/** As many as fit on a screen. */
const usualCount = 20;

export async function runLog(line: VerbLine): Promise<number> {
  const given = line.value("--since");
  const since = given === null ? null : parseSince(decodeUtf8(given), new Date());
  if (given !== null && since === null)
    return refuseCall(
      `'--since' does not understand '${decodeUtf8(given)}'`,
      "write 90s, 30m, 1h, 2d or 1w, or a date: 2026-01-02, 2026-01-02T15:04",
    );
  const count = line.value("-n");
  if (count !== null && !/^[1-9][0-9]{0,8}$/.test(count))
    return refuseCall(`'-n' needs a number, not '${decodeUtf8(count)}'`, "interlock log -n 20");
  if (line.has("--stats") && line.has("--follow"))
    return refuseCall("'--stats' and '--follow' do not go together", "leave one of them out");
  const file = findFile(line);
  if (file === standardInput && line.has("--follow"))
    return refuseCall("'--follow' needs a file, not standard input", "leave '--follow' out");
  if (typeof file === "number") return file;
  const most =
    count !== null ? Number(count) : since === null && !line.has("--stats") ? usualCount : Infinity;
  try {
    return await show(line, file, since, most);
  } catch (error) {
    if (!(error instanceof UnreadableRecord)) throw error;
    return refuseSetUp(`'${file}' cannot be read: ${error.message}`, error.hint);
  }
}

async function show(line: VerbLine, file: string, since: Date | null, most: number): Promise<number> {
  const asJson = line.has("--json");
  const paint = hasColor(1) ? inColour : plain;
  const print = (event: LoggedEvent): void =>
    writeBytes(1, encodeUtf8(asJson ? `${escapeInJson(event.line)}\n` : renderEvent(event, paint)));
  const { events, damaged, end, inode } = await readEvents(file, since, most, line.has("--follow"));
  if (line.has("--stats")) {
    const stats = countEvents(events);
    if (asJson) sayJson({ ...stats, damaged });
    else sayPainted(renderStats(stats));
  } else if (events.length === 0 && !line.has("--follow")) {
    if (!asJson) say(`interlock: nothing is recorded${since === null ? "" : " since then"} in ${file}\n`);
  } else {
    events.forEach(print);
  }
  if (damaged > 0 && !asJson)
    say(`interlock: ${damaged} ${damaged === 1 ? "line is" : "lines are"} not whole, and left out\n`);
  if (line.has("--follow")) await followEvents(file, { end, inode }, print);
  return 0;
}

/** On failure, the exit status; the error is already printed. */
function findFile(line: VerbLine): string | number {
  const named = line.value("--file");
  if (named !== null) return decodeUtf8(named);
  const { host, layers } = findLayersHere();
  const { plan, planState } = loadPlan(host, layers, false);
  if (planState.problems.length > 0) {
    complainOfProblems(planState.problems);
    return badSetUp;
  }
  const { file, socket } = plan?.audit ?? {};
  if (file !== undefined) return decodeUtf8(file);
  if (socket !== undefined)
    return refuseSetUp(
      `decisions are sent to '${decodeUtf8(socket)}', and only its reader has them`,
      "name the file that it writes: interlock log --file <file>",
    );
  return refuseSetUp(
    "nothing is recorded: no 'audit.file' is configured here",
    "add 'audit: {file: <file>}' to the install config, or to your own (~/.config/interlock/config.yaml) if there is none: docs/record.md",
  );
}
