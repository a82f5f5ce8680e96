/**
 * Checks that let every message pass, or none: their author meant something else.
 */
import type { Problem } from "../core/problem.ts";
import { warningAt, type Finding } from "./files/problem-at.ts";
import { whatItMatches } from "./pattern/what-it-matches.ts";
import type { Plugin } from "./plugins/read-plugin.ts";
import { onMessage, rowOf } from "../core/effects/effects.ts";
import type { PatternDfa } from "../core/pattern-dfa.ts";
import type { TextEffect } from "../core/plan.ts";
import { isMessage } from "../lifecycle/all-points.ts";
import { keysWithForm } from "./schema/effect-schema.ts";
import type { ManifestHook } from "./schema/manifest-schema.ts";

export function checkPatterns(plugins: readonly Plugin[]): Problem[] {
  return plugins.flatMap(({ source, hooks }) =>
    (hooks ?? []).flatMap((hook, i) =>
      hook.effects.flatMap((effect, j) =>
        keysWithForm(effect, "pattern").flatMap(({ key, planned }) => {
          const dfa = (effect as unknown as { [key: string]: PatternDfa })[planned] as PatternDfa;
          const finding = judge(hook, effect, dfa);
          if (finding === null || source === null) return [];
          const frame = source.frame(["extensions", "hooks", i, "effects", j, key]);
          return [warningAt(source.file, frame, finding)];
        }),
      ),
    ),
  );
}

function judge(
  { id, hook }: ManifestHook,
  effect: ManifestHook["effects"][number],
  dfa: PatternDfa,
): Finding | null {
  if (!rowOf(effect).isCheck) return null;
  const matched = whatItMatches(dfa);
  // A description may be empty; a commit's message only if git is told to allow it.
  if (matched === "some" || (matched === "blank" && !isMessage(hook))) return null;
  const words = {
    nothing: "the pattern can match no text",
    blank: "the pattern matches an empty text alone, of which git makes no commit",
    everything: "the pattern matches every text",
  }[matched];
  const check = { ...effect, line: 0 } as TextEffect;
  const isRequired = !onMessage(check).forbids(check);
  return isRequired === (matched === "everything")
    ? {
        code: "rule-without-effect",
        message: `'${id}' can refuse nothing: ${words}`,
        hint: `write what a text must ${isRequired ? "have, such as '^(feat|fix): '" : "not have, such as 'WIP'"}, or remove the check`,
      }
    : {
        code: "refuses-everything",
        message: `'${id}' refuses every text: ${words}`,
        hint: `write what a text must ${isRequired ? "have, such as '^(feat|fix): '" : "not have, such as 'WIP'"}`,
      };
}
