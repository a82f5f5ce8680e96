/**
 * The command line of `interlock fix`.
 */
import { suggestName } from "../../engine/compile/nearest-name.ts";
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import type { Plan } from "../../engine/core/plan.ts";
import type { Refusal } from "../commits/refuse.ts";
import { splitOption } from "../commits/split-option.ts";

const switches = {
  "--dry-run": "dryRun",
  "--allow-skipped": "allowSkipped",
  "--detached": "detached",
  "--force-pushed": "forcePushed",
} as const;

export type FixRequest = { [S in (typeof switches)[keyof typeof switches]]: boolean } & {
  /** Null: as the plan has it. */
  scope: Plan["scope"] | null;
  /** A byte string; null for what nobody else has yet. */
  range: string | null;
};

const scopes = ["all", "own"] as const;
const options = ["--scope", ...Object.keys(switches)];

export function parseArguments(args: readonly string[]): FixRequest | Refusal {
  const request: FixRequest = {
    dryRun: false,
    allowSkipped: false,
    detached: false,
    forcePushed: false,
    scope: null,
    range: null,
  };
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] as string;
    const [name, joined] = splitOption(arg);
    if (name === "--scope") {
      const value = joined ?? args[++i] ?? "";
      const scope = scopes.find((each) => each === value);
      if (scope === undefined)
        return { message: `'--scope' cannot be '${decodeUtf8(value)}'`, hint: "use one of: all, own" };
      request.scope = scope;
    } else if (Object.hasOwn(switches, arg)) {
      request[switches[arg as keyof typeof switches]] = true;
    } else if (arg.startsWith("-")) {
      const text = decodeUtf8(arg);
      return { message: `'fix' takes no '${text}'`, hint: suggestName(text, options) };
    } else {
      if (request.range !== null)
        return {
          message: `'fix' takes one range, and '${decodeUtf8(arg)}' is another`,
          hint: "give the range as 'A..', from A to the current branch",
        };
      request.range = arg;
    }
  }
  return request;
}
