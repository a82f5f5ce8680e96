/**
 * The conditions of a hook.
 */
import * as z from "zod";
import { encodeUtf8 } from "../core/bytes.ts";
import { commitKinds } from "../core/facts.ts";
import { remoteName } from "../core/remote-name.ts";
import { addFinding, configKey, envName, lineText } from "./schema-parts.ts";

/** Remotes are compared by `host/path`; a URL would never match. */
const remoteGlob = lineText.superRefine((glob, ctx) => {
  const name = remoteName(glob);
  if (glob !== "" && (name === glob || (glob.startsWith("*") && !/(?:\.git|\/)$/.test(glob)))) return;
  addFinding(ctx, {
    code: "bad-value",
    message: `'${glob}' is not 'host/path'`,
    hint: name === "" ? "write it as github.com/acme/*" : `did you mean '${name}'?`,
  });
});

export const whenSchema = z.strictObject({
  envPresent: z.array(envName).default([]),
  configPresent: z.array(configKey).default([]),
  commit: z.array(z.enum(commitKinds)).min(1, "'commit' is empty").default([]),
  remote: z.array(remoteGlob.transform(encodeUtf8)).min(1, "'remote' is empty").default([]),
});
