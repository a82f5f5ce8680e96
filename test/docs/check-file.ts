/** Files in pages that no command of the page reads: is each what its program would accept? */
import { parse } from "yaml";
import { configSchema } from "../../engine/compile/schema/config-schema.ts";
import { manifestSchema } from "../../engine/compile/schema/manifest-schema.ts";
import type { Block } from "./read-blocks.ts";

const hook = {
  id: "house.hook",
  hook: "commit.message.finalize",
  effects: [{ type: "text.ensureTrailer", key: "Refs", value: "ABC-1" }],
};

/** A page may show a part of a manifest: hooks, or what stands in one. */
function withHooks(hooks: unknown[]): object {
  return { name: "house", extensions: { hookApiVersion: 1, hooks } };
}

/** Null if all is well, else what is wrong. */
export function checkFile({ language, text }: Block): string | null {
  try {
    const value: unknown = language === "json" ? JSON.parse(text) : parse(text);
    if (language === "json") return null;
    if (/^extensions:/m.test(text)) manifestSchema.parse(value);
    else if (Array.isArray(value)) manifestSchema.parse(withHooks(value));
    else if (/^(when|policies):/.test(text)) manifestSchema.parse(withHooks([{ ...hook, ...Object(value) }]));
    else if (/^version: 1$/m.test(text)) configSchema.parse(value);
    else return "neither a manifest nor a config: name the file in a comment, or mark the block";
    return null;
  } catch (problem) {
    return String(problem);
  }
}
