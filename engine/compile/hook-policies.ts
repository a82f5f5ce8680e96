/**
 * The policies of all contributions as one section for a prompt. Policies advise, effects guarantee.
 */
import { decodeUtf8, encodeUtf8 } from "../core/bytes.ts";
import type { PointName } from "../lifecycle/all-points.ts";
import type { ConfigFiles } from "./files/config-files.ts";
import type { Problem } from "../core/problem.ts";
import { errorAt, unreadable, type Finding } from "./files/problem-at.ts";
import type { ListedHook, ListedPolicy } from "./list-hooks.ts";

export interface HookPolicy {
  point: PointName;
  hook: string;
  plugin: string;
  /** As the manifest names it. */
  file: string;
  text: string;
}

export interface ReadPolicies {
  /** In run order; those of disabled hooks are left out. */
  policies: HookPolicy[];
  diagnostics: Problem[];
}

/** `hooks` in run order; the compiler has checked where their files are. */
export function readHookPolicies(hooks: readonly ListedHook[], files: ConfigFiles): ReadPolicies {
  const read: ReadPolicies = { policies: [], diagnostics: [] };
  for (const hook of hooks.filter(({ disabledBy }) => disabledBy === null)) {
    for (const policy of hook.policies) {
      const bytes = files.readFile(policy.path);
      const finding = typeof bytes === "number" ? null : checkPolicyText(bytes, policy);
      if (typeof bytes === "number") read.diagnostics.push(unreadable(policy.path, bytes));
      else if (finding !== null) read.diagnostics.push(errorAt(policy.path, null, finding));
      else
        read.policies.push({
          point: hook.point,
          hook: hook.id,
          plugin: hook.plugin,
          file: policy.file,
          text: decodeUtf8(bytes),
        });
    }
  }
  return read;
}

/** One `<hook-policies>` section, or nothing if there are no policies. `points`: only of these. */
export function renderHookPolicies(policies: readonly HookPolicy[], points?: readonly PointName[]): string {
  const wanted = policies.filter(({ point }) => points === undefined || points.includes(point));
  if (wanted.length === 0) return "";
  return `<hook-policies>\n${wanted.map(renderPolicy).join("\n")}</hook-policies>\n`;
}

function renderPolicy({ hook, plugin, file, text }: HookPolicy): string {
  // A file name may contain anything. It must not end the comment.
  const source = `${hook} (${plugin}/${file.replaceAll(">", "&gt;")})`;
  const body = text
    .replace(/^\ufeff/, "")
    .replaceAll("\r\n", "\n")
    .trimEnd();
  return `<!-- ${source} -->\n${body}\n`;
}

function checkPolicyText(bytes: string, { file }: ListedPolicy): Finding | null {
  const bad = (message: string, hint: string): Finding => ({ code: "bad-policy-file", message, hint });
  const text = decodeUtf8(bytes);
  if (encodeUtf8(text) !== bytes) return bad(`policy file '${file}' is not UTF-8`, "save it as UTF-8");
  if (/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(text))
    return bad(`policy file '${file}' has a control character in it`, "write plain text");
  if (/<\/?hook-policies\b/i.test(text)) {
    return bad(
      `policy file '${file}' has a 'hook-policies' tag in it`,
      "take the tag out; it would end the section for all policies",
    );
  }
  return null;
}
