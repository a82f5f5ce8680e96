/**
 * Each effect changes nothing in a second run; a chain of them may. Two prefixes that both want to come
 * first would grow with every amend. So each text point's chain is run twice over a few samples.
 */
import { dispatchText } from "../core/dispatch-text.ts";
import { commitKinds, type Facts } from "../core/facts.ts";
import { hookPointNames, hookPoints, type HookPointName } from "../core/hook-points.ts";
import type { MessageRules } from "../core/message-rules.ts";
import type { Contribution, Plan } from "../core/plan.ts";
import { makeValues } from "../core/resolve-template.ts";
import { errorAt, type Diagnostic, type Finding } from "./diagnostic.ts";
import type { Plugin } from "./read-plugin.ts";

const messageSamples = [
  "Fix the retry\n",
  "fix: the retry\n\nIt was lost.\n\nReviewed-by: Ann <ann@acme.example>\nSigned-off-by: Bo <bo@acme.example>\n",
  "fixup! Fix the retry\n",
  "Fix\n\nIt was lost\r\n\r\nand found",
];
const textSamples = [
  "",
  "It was lost.\n\n## Summary\n\nFound\n",
  "It was lost\n\nReviewed-by: Ann <ann@acme.example>\n",
];

/** A chain of more effects than this is run over one sample: compiling has to stay quick. */
const longChain = 100;
/** There are as many ways to combine conditions; the first ones have to do. */
const maxScenarios = 16;

const messageRules: MessageRules = { cleanup: "whitespace", commentChar: "#" };

export function checkIdempotence(plan: Plan, plugins: readonly Plugin[]): Diagnostic[] {
  const textPoints = hookPointNames.filter((point) => hookPoints[point].mode === "text");
  return textPoints.flatMap((point) => {
    const clash = findClash(plan, point);
    return clash === null ? [] : [report(clash, point, plugins)];
  });
}

/** One contribution that undoes its own work, or two that undo each other's. */
type Clash = [Contribution, ...Contribution[]];

function findClash(plan: Plan, point: HookPointName): Clash | null {
  const chain = (plan.points[point] ?? []).filter(({ disabledBy }) => disabledBy === undefined);
  const effects = chain.reduce((count, contribution) => count + contribution.effects.length, 0);
  const samples = point.startsWith("commit.message.") ? messageSamples : textSamples;
  for (const facts of scenariosOf(chain)) {
    for (const sample of effects > longChain ? samples.slice(0, 1) : samples) {
      const again = (contributions: Contribution[]) =>
        changesAgain(plan, point, contributions, sample, facts);
      const changed = again(chain);
      const first = chain.find(({ id }) => id === changed);
      if (first === undefined) continue;
      if (again([first]) !== null) return [first];
      const other = chain.find(
        (one) => one !== first && again(chain.filter((c) => c === first || c === one)),
      );
      return other === undefined ? [first] : [first, other];
    }
  }
  return null;
}

/** The id of the first contribution that changes the text in a second run, or null. */
function changesAgain(
  plan: Plan,
  point: HookPointName,
  contributions: Contribution[],
  sample: string,
  facts: Facts,
): string | null {
  const part: Plan = { ...plan, points: { [point]: contributions } };
  const rules = point.startsWith("commit.message.") ? messageRules : null;
  const context = { rules, values: placeholders(plan), allowEmpty: false, facts };
  const once = dispatchText(part, point, sample, context);
  const twice = dispatchText(part, point, once.text, context);
  return twice.text === once.text ? null : (twice.trace.find(({ state }) => state === "applied")?.id ?? null);
}

/** What the plan knows as it is; the rest as it may be. */
function placeholders(plan: Plan) {
  return makeValues(
    plan,
    {},
    (name) => `value-of-${name}`,
    (which) => `${which} <${which}@acme.example>`,
  );
}

/** Contributions whose conditions exclude each other never meet, so only one kind and remote at a time. */
function scenariosOf(chain: readonly Contribution[]): Facts[] {
  const kinds = commitKinds.filter((kind) => chain.some(({ when }) => when?.commit?.includes(kind)));
  const globs = new Set(chain.flatMap(({ when }) => when?.remote ?? []));
  const scenarios: Facts[] = [];
  for (const commit of [null, ...kinds]) {
    // A glob matches itself.
    for (const remotes of [[], ...[...globs].map((glob) => [glob])])
      scenarios.push({ commit, remotes: () => remotes });
  }
  return scenarios.slice(0, maxScenarios);
}

function report([first, second]: Clash, point: HookPointName, plugins: readonly Plugin[]): Diagnostic {
  const plugin = plugins.find(({ name }) => name === first.plugin) as Plugin;
  const index = (plugin.hooks ?? []).findIndex(({ id }) => id === first.id);
  const frame = plugin.source?.frame(["extensions", "hooks", index, "id"]) ?? null;
  return errorAt(
    plugin.file,
    frame,
    second === undefined ? undoesItself(first, point) : undoEachOther(first, second, point),
  );
}

function undoesItself({ id }: Contribution, point: HookPointName): Finding {
  return {
    code: "not-idempotent",
    message: `the effects of '${id}' undo each other: at '${point}' a second run changes the text again`,
    hint: "leave out one of them, or write two values as one",
  };
}

function undoEachOther(first: Contribution, second: Contribution, point: HookPointName): Finding {
  return {
    code: "not-idempotent",
    message: `'${first.id}' and '${second.id}' undo each other: at '${point}' a second run changes the text again`,
    hint: `leave out one of them, or disable it: add '${second.id}' to 'disabledHooks' of plugin '${second.plugin}'`,
  };
}
