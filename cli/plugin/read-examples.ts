/**
 * `examples.yaml` of a plugin: what its rules are given, and what comes of it.
 */
import { finalizePoint } from "../../engine/core/hook-points.ts";
import { join } from "node:path";
import * as z from "zod";
import type { Problem } from "../../engine/core/problem.ts";
import { errorAt } from "../../engine/compile/files/problem-at.ts";
import { readYaml } from "../../engine/compile/files/read-yaml.ts";
import { configKey, envName, lineText } from "../../engine/compile/schema/schema-parts.ts";
import { parseWith } from "../../engine/compile/schema/zod-issues.ts";
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { commitKinds } from "../../engine/core/occasion.ts";
import {
  isCorePoint,
  pointOf,
  resolvePoint,
  suggestPoint,
  type PointName,
} from "../../engine/lifecycle/all-points.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";

export const examplesName = "examples.yaml";

const givenForm = z.union([z.string(), z.array(z.string()), z.record(z.string(), z.unknown())], {
  error: "this must be a text, a list of texts, or a map",
});
const person = "Ann Author <ann@example.org>";

const exampleSchema = z.strictObject({
  name: lineText,
  hook: z.string().default(finalizePoint),
  environment: z.record(envName, lineText).default({}),
  config: z.record(configKey, z.union([z.string(), z.number(), z.boolean()])).default({}),
  commit: z.enum(commitKinds).default("composed"),
  remotes: z.array(lineText).default([]),
  author: lineText.default(person),
  committer: lineText.default(person),
  /** For a push. */
  remote: lineText.default("origin"),
  given: givenForm,
  becomes: givenForm.optional(),
  unchanged: z.literal(true).optional(),
  /** A part of what the refusal says. */
  refused: z.string().optional(),
  /** A part of what a warning says. */
  warned: z.string().optional(),
  /** At a point of an agent's lifecycle: fields of what the hooks answer. */
  result: z.record(z.string(), z.unknown()).optional(),
});

const examplesSchema = z.strictObject({ examples: z.array(exampleSchema) });

export interface Example extends Omit<z.output<typeof exampleSchema>, "hook"> {
  hook: PointName;
  line: number;
}

/** `folder`: of the plugin. The file must exist. */
export function readExamples(folder: string): { examples: Example[] | null; diagnostics: Problem[] } {
  const file = encodeUtf8(join(folder, examplesName));
  const stat = nodeConfigFiles.stat(file);
  if (stat === null) return { examples: [], diagnostics: [] };
  const { source, diagnostics: ofYaml } = readYaml(nodeConfigFiles, file, stat);
  if (source === null) return { examples: null, diagnostics: ofYaml };
  const { value, diagnostics } = parseWith(examplesSchema, source, { laterKeys: [] });
  const examples = (value?.examples ?? []).map((example, i) => {
    const path = ["examples", i];
    const problem = whyWrong(example);
    if (problem !== null)
      diagnostics.push(
        errorAt(file, source.frame([...path, problem.at]), {
          code: "bad-value",
          message: problem.message,
          hint: problem.hint,
        }),
      );
    return { ...example, hook: resolvePoint(example.hook) as PointName, line: source.line(path) };
  });
  return { examples: diagnostics.length === 0 ? examples : null, diagnostics };
}

/** What an example gives at a point: what its contributions work on, or all that an agent's runtime says. */
function formAt(point: PointName): "text" | "list" | "map" {
  const { mode } = pointOf(point);
  return !isCorePoint(point) ? "map" : mode === "text" ? "text" : "list";
}

const nounOf = { text: "a text", list: "a list", map: "a map" };

function formOf(given: Example["given"]): keyof typeof nounOf {
  return typeof given === "string" ? "text" : Array.isArray(given) ? "list" : "map";
}

interface Mistake {
  at: string;
  message: string;
  hint: string;
}

function whyWrong(example: z.output<typeof exampleSchema>): Mistake | null {
  const { hook, given, becomes } = example;
  const point = resolvePoint(hook);
  if (point === null) return { at: "hook", message: `'${hook}' is no hook point`, hint: suggestPoint(hook) };
  const form = formAt(point);
  const what = nounOf[form];
  for (const [at, each] of Object.entries({ given, becomes }))
    if (each !== undefined && formOf(each) !== form)
      return { at, message: `'${at}' must be ${what} at '${point}'`, hint: `write ${what} here` };
  if (becomes !== undefined && point === "push.before")
    return {
      at: "becomes",
      message: "a push cannot become another one",
      hint: "write 'unchanged: true', 'refused:' or 'warned:'",
    };
  if (example.result !== undefined && isCorePoint(point))
    return { at: "result", message: `there is no 'result' at '${point}'`, hint: "leave it out" };
  return whyWrongOutcome(example);
}

function whyWrongOutcome({
  becomes,
  unchanged,
  refused,
  warned,
  result,
}: z.output<typeof exampleSchema>): Mistake | null {
  const given = [becomes, unchanged, refused].filter((each) => each !== undefined).length;
  const goesOn = warned !== undefined || result !== undefined;
  if (refused === undefined && given <= 1 && (given === 1 || goesOn)) return null;
  if (refused !== undefined && given === 1 && !goesOn) return null;
  const named = Object.entries({ becomes, unchanged, refused, warned, result }).filter(
    ([, each]) => each !== undefined,
  );
  if (named.length > 1)
    return {
      at: "name",
      message: `an example cannot have ${named.map(([key]) => `'${key}'`).join(" and ")}`,
      hint: "keep one of them; 'warned' and 'result' may stand beside 'becomes' or 'unchanged'",
    };
  return {
    at: "name",
    message:
      "an example needs one of 'becomes', 'unchanged' and 'refused', or 'warned' or 'result', which may stand beside the first two",
    hint: "write 'becomes: |' with the text that comes of it, 'unchanged: true', or 'refused:' with a part of the refusal",
  };
}
