/**
 * What the config of a sealed install must say, and what it must not say.
 */
import { systemConfig } from "../../core/plan.ts";
import type { Config } from "../schema/config-schema.ts";
import type { Problem } from "../../core/problem.ts";
import { errorAt, noteAt } from "../files/problem-at.ts";
import type { YamlSource } from "../files/yaml-source.ts";

/** `found`: does the hot path, which has no YAML parser, read `sealed: true`? */
export function checkSealedConfig(source: YamlSource, config: Config, found: boolean): Problem[] {
  const sealed = config.sealed ?? false;
  if (sealed !== found) {
    return [
      errorAt(source.file, source.keyFrame(["sealed"]), {
        code: "seal-form",
        message: "'sealed' is not written in the form that the shim reads",
        hint: "write it on a line of its own, as in 'sealed: true', without quotes or a comment",
      }),
    ];
  }
  if (!sealed) return [];
  if (source.file !== systemConfig) {
    return [
      noteAt(source.file, source.keyFrame(["sealed"]), {
        code: "seals-nothing",
        message: `'sealed' has no effect here: only '${systemConfig}' can seal an install`,
        hint: "",
      }),
    ];
  }
  const diagnostics: Problem[] = [];
  if (config.planDir === undefined) {
    diagnostics.push(
      errorAt(source.file, source.keyFrame(["sealed"]), {
        code: "seal-form",
        message: "'sealed' needs a 'planDir', where the plan is baked",
        hint: "add 'planDir: /opt/interlock/lib/interlock/plans', or another folder of root's",
      }),
    );
  }
  if (config.onEngineFailure === "pass") {
    diagnostics.push(
      errorAt(source.file, source.keyFrame(["onEngineFailure"]), {
        code: "seal-form",
        message:
          "'onEngineFailure: pass' and 'sealed' exclude each other: limits on memory would lead around the rules",
        hint: "remove 'onEngineFailure'",
      }),
    );
  }
  return diagnostics;
}
