/**
 * `examples.yaml` of a plugin: what its rules are given, and what comes of it.
 */
import { join } from "node:path";
import * as z from "zod";
import { errorAt, type Diagnostic } from "../../engine/compile/files/diagnostic.ts";
import { readYaml } from "../../engine/compile/files/read-yaml.ts";
import { configKey, envName, lineText } from "../../engine/compile/schema/schema-parts.ts";
import { parseWith } from "../../engine/compile/schema/zod-issues.ts";
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { commitKinds } from "../../engine/core/facts.ts";
import { hookPoints, type HookPointName } from "../../engine/core/hook-points.ts";
import { suggestName } from "../../engine/core/nearest-name.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";

export const examplesName = "examples.yaml";

const textOrList = z.union([z.string(), z.array(z.string())], {
  error: "this must be a text, or a list of texts",
});
const person = "Ann Author <ann@example.org>";

const exampleSchema = z.strictObject({
  name: lineText,
  hook: z.string().default("commit.message.finalize"),
  environment: z.record(envName, lineText).default({}),
  config: z.record(configKey, z.union([z.string(), z.number(), z.boolean()])).default({}),
  commit: z.enum(commitKinds).default("composed"),
  remotes: z.array(lineText).default([]),
  author: lineText.default(person),
  committer: lineText.default(person),
  given: textOrList,
  becomes: textOrList.optional(),
  unchanged: z.literal(true).optional(),
  /** A part of what the refusal says. */
  refused: z.string().optional(),
});

const examplesSchema = z.strictObject({ examples: z.array(exampleSchema) });

export interface Example extends Omit<z.output<typeof exampleSchema>, "hook"> {
  hook: HookPointName;
  line: number;
}

/** The points whose payload an example can give. */
const points = (Object.keys(hookPoints) as HookPointName[]).filter(
  (name) => hookPoints[name].mode !== "gate",
);

/** `folder`: of the plugin. The file must exist. */
export function readExamples(folder: string): { examples: Example[] | null; diagnostics: Diagnostic[] } {
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
    return { ...example, hook: pointNamed(example.hook) as HookPointName, line: source.line(path) };
  });
  return { examples: diagnostics.length === 0 ? examples : null, diagnostics };
}

function pointNamed(name: string): HookPointName | null {
  return (
    points.find(
      (point) => point === name || (hookPoints[point].aliases as readonly string[]).includes(name),
    ) ?? null
  );
}

function whyWrong(
  example: z.output<typeof exampleSchema>,
): { at: string; message: string; hint: string } | null {
  const { hook, given, becomes, unchanged, refused } = example;
  const point = pointNamed(hook);
  if (point === null)
    return {
      at: "hook",
      message: `'${hook}' is no hook point that has a text or a list`,
      hint: suggestName(hook, points),
    };
  const isList = hookPoints[point].mode === "list";
  const what = isList ? "a list" : "a text";
  for (const [at, each] of Object.entries({ given, becomes }))
    if (each !== undefined && Array.isArray(each) !== isList)
      return { at, message: `'${at}' must be ${what} at '${point}'`, hint: `write ${what} here` };
  if ([becomes, unchanged, refused].filter((each) => each !== undefined).length === 1) return null;
  return {
    at: "name",
    message: "an example needs one of 'becomes', 'unchanged' and 'refused'",
    hint: "write 'becomes: |' with the text that comes of it, 'unchanged: true', or 'refused:' with a part of the refusal",
  };
}
