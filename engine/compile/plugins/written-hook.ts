/**
 * A hook with a handler as it was written, from whichever form of file, with its places. `build-programs.ts` makes a
 * declared hook of it.
 */
import type { Layer, When } from "../../core/plan.ts";
import type { PointName } from "../../lifecycle/all-points.ts";
import type { YamlPath, YamlSource } from "../files/yaml-source.ts";
import type { WrittenHandler, WrittenMatch } from "../schema/handler-schema.ts";

export interface WrittenHook {
  id: string;
  plugin: string;
  layer: Layer;
  point: PointName;
  event: string;
  priority: number;
  enabled: boolean;
  summary: string;
  match: WrittenMatch;
  envPresent: readonly string[];
  configPresent: readonly string[];
  onlyFor: Pick<When, "commit" | "remote">;
  environments: readonly string[];
  handler: WrittenHandler;
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
