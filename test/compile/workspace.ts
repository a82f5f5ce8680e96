/**
 * A temp folder with config files and plugins, compiled as the CLI would. Cleans itself up.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { compilePlan, type CompiledPlan } from "../../engine/compile/compile-plan.ts";
import type { ConfigFiles } from "../../engine/compile/files/config-files.ts";
import { renderDiagnostics } from "../../engine/compile/files/render-diagnostic.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { planDirOf, sealedOf } from "../../shim/plan/layers.ts";

export type Tree = { [path: string]: string };

export interface Workspace {
  root: string;
  write(tree: Tree): void;
  /** Layers: install.yaml (if it was written), user.yaml, repository.yaml. */
  compile(files?: ConfigFiles): CompiledPlan;
  /** What a person would see, with the folder redacted. */
  complaints(): string;
}

export function createWorkspace(tree: Tree): Workspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "interlock-compile-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const workspace: Workspace = {
    root,
    write(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
    },
    compile(files = nodeConfigFiles) {
      const install = "install.yaml" in tree ? `${root}/install.yaml` : "";
      return compilePlan(
        { install, user: `${root}/user.yaml`, repository: `${root}/repository.yaml` },
        files,
        { planDirOf, sealedOf },
      );
    },
    complaints: () => renderDiagnostics(workspace.compile().diagnostics).replaceAll(root, "<root>"),
  };
  workspace.write(tree);
  return workspace;
}

/** A config that installs the plugins of a folder. */
export function installs(folder: string, more = ""): string {
  return `version: 1\nplugins:\n  dirs: [${folder}]\n${more}`;
}

/** A manifest with one trailer hook; `change` edits its text. */
export function manifest(id: string, change: (text: string) => string = (text) => text): string {
  return change(`extensions:
  hookApiVersion: 1
  hooks:
    - id: ${id}
      hook: commit.message.finalize
      effects:
        - type: text.ensureTrailer
          key: Reviewed-on
          value: "\${config.review.url}"
`);
}
