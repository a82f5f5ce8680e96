/** Programs over a text or a list: a commit message, a description, labels. */
import { decodeUtf8, encodeUtf8 } from "../../engine/core/bytes.ts";
import { isMessagePoint, type HookPointName } from "../../engine/core/hook-points.ts";
import type { Plan, PlannedProgram } from "../../engine/core/plan.ts";
import type { Problem } from "../../engine/core/problem.ts";
import type { Host } from "../host.ts";
import type { Metadata } from "./commit-metadata.ts";
import type { Judged } from "./programs-and-effects.ts";
import { programsAt, runPrograms, whyNotRun, type Payload, type ProgramsContext } from "./run-programs.ts";

/** Where no program changes it, the text stays as it is, byte for byte. */
export function runTextPrograms(
  host: Host,
  plan: Plan,
  point: HookPointName,
  text: string,
  context: ProgramsContext,
): Judged<string> {
  const programs = programsAt(plan, point);
  if (programs.length === 0) return { value: text, trace: [], problems: [], warnings: [] };
  const given = decodeUtf8(text);
  const what = isMessagePoint(point) ? "the message" : "the description";
  const whyUnfit = (changed: Payload): string | null => whyNoText([changed["text"] as string]);
  const metadata = metadataFor(programs, context);
  if (isProblem(metadata)) return { value: text, trace: [], problems: [metadata], warnings: [] };
  const ran = runPrograms(host, plan, point, { text: given, metadata }, context, what, whyUnfit);
  const said = ran.payload["text"] as string;
  return { ...ran, value: said === given ? text : encodeUtf8(said) };
}

/** The list itself, if no program changes it. */
export function runListPrograms(
  host: Host,
  plan: Plan,
  point: HookPointName,
  list: readonly string[],
  context: ProgramsContext,
): Judged<readonly string[]> {
  const programs = programsAt(plan, point);
  if (programs.length === 0) return { value: list, trace: [], problems: [], warnings: [] };
  const given = list.map(decodeUtf8);
  const whyUnfit = (changed: Payload): string | null => whyNoText(changed["labels"] as string[]);
  const metadata = metadataFor(programs, context);
  if (isProblem(metadata)) return { value: list, trace: [], problems: [metadata], warnings: [] };
  const payload = { labels: given, metadata };
  const ran = runPrograms(host, plan, point, payload, context, "the labels", whyUnfit);
  const said = ran.payload["labels"] as string[];
  return { ...ran, value: said === given ? list : said.map(encodeUtf8) };
}

/** Nothing is looked up for programs that do not run. */
function metadataFor(programs: readonly PlannedProgram[], context: ProgramsContext): Metadata | Problem {
  const { surroundings } = context;
  const isTold = surroundings && programs.some((program) => whyNotRun(program, context) === null);
  return isTold ? surroundings.metadata() : {};
}

function isProblem(read: Metadata | Problem): read is Problem {
  return "code" in read;
}

/** No command line can carry a NUL, and git cuts a message there. */
function whyNoText(texts: readonly string[]): string | null {
  return texts.some((text) => text.indexOf("\0") >= 0) ? "a NUL cannot be in a text" : null;
}
