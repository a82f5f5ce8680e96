/**
 * A hook with a handler as it was written, from whichever form of file, with its places. `build-programs.ts` makes a
 * declared hook of it.
 */
import type { When } from "../../core/plan.ts";
import type { FiledHook } from "../../lifecycle/hook.ts";
import type { YamlPath, YamlSource } from "../files/yaml-source.ts";
import type { WrittenHandler, WrittenMatch } from "../schema/handler-schema.ts";

export interface WrittenHook extends Omit<FiledHook, "source" | "place" | "disabledBy"> {
  /** Was its id made from the event and a number? Such hooks are merged: none takes another's place. */
  isNumbered?: true;
  /** A mistake in it is a warning, and leaves it out: it is in a file of its own, and no rule for git and gh. */
  mayBeLeftOut?: boolean;
  enabled: boolean;
  match: WrittenMatch;
  envPresent: readonly string[];
  configPresent: readonly string[];
  onlyFor: Pick<When, "commit" | "remote">;
  environments: readonly string[];
  handler: WrittenHandler;
  /** Does exit status 2 of its program refuse? Otherwise it is a failure like any other status. */
  statusRefuses?: boolean;
  source: YamlSource;
  /** Where it stands. */
  path: YamlPath;
  handlerPath: YamlPath;
  /** The file's folder, where a relative program begins; a byte string. */
  folder: string;
  /** Where a program runs, a byte string; null: wherever the dispatch is about. */
  cwd: string | null;
  /** Does the list of contributions have it, too? */
  isListed: boolean;
}
