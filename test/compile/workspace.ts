import { compilePlan, type CompiledPlan } from "../../engine/compile/compile-plan.ts";
import type { ConfigFiles } from "../../engine/compile/files/config-files.ts";
import { renderFileProblems } from "../../engine/compile/files/render-problem.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { planDirOf, sealedOf } from "../../shim/plan/layers.ts";
import { createFolder, writeFiles } from "../support/temporary-folder.ts";

export type Tree = { [path: string]: string };

export interface Workspace {
  root: string;
  write(tree: Tree): void;
  /** Layers: install.yaml (if it was written), user.yaml, repository.yaml. */
  compile(files?: ConfigFiles): CompiledPlan;
  /** What a person would see, with the folder redacted. */
  complaints(): string;
}

/** A folder with config files and plugins, compiled as the CLI would. */
export function createWorkspace(tree: Tree): Workspace {
  const root = createFolder(tree);
  const workspace: Workspace = {
    root,
    write: (files) => writeFiles(root, files),
    compile(files = nodeConfigFiles) {
      const install = "install.yaml" in tree ? `${root}/install.yaml` : "";
      return compilePlan(
        { install, user: `${root}/user.yaml`, repository: `${root}/repository.yaml` },
        files,
        { planDirOf, sealedOf },
      );
    },
    complaints: () => renderFileProblems(workspace.compile().diagnostics).replaceAll(root, "<root>"),
  };
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
