/**
 * A repository with an `.interlock` folder and a user's config folder beside it, and engines made of them as
 * `interlock dispatch` makes them. Cleans itself up.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { compilePlan } from "../../engine/compile/compile-plan.ts";
import { renderFileProblems } from "../../engine/compile/files/render-problem.ts";
import { isError } from "../../engine/core/problem.ts";
import { encodeUtf8 } from "../../engine/core/bytes.ts";
import { engineOf } from "../../library/engine-of.ts";
import type { Engine, EngineDiagnostic, RunResult } from "../../library/index.ts";
import { discoverExecutables } from "../../library/discover-programs.ts";
import { nodeConfigFiles } from "../../shim/node/config-files.ts";
import { planDirOf, sealedOf } from "../../shim/plan/layers.ts";
import type { Tree } from "../library/workspace.ts";
import { dist } from "../support/paths.ts";
import { createPrograms } from "./programs.ts";

export const allowAll = "version: 1\nlayers: {repository: on}\nexecutableHooks: {allow: true}\n";

export interface Project {
  folder: string;
  /** The work tree. */
  top: string;
  engine(): Promise<{ engine: Engine; warnings: EngineDiagnostic[] }>;
  dispatch(point: string, payload?: object): Promise<RunResult>;
  /** What is wrong with the files. */
  complaints(): string;
  /** The same, and what leaves out only one file. */
  warnings(): string;
  interlock(
    args: readonly string[],
    input?: object | string,
    env?: { [name: string]: string },
  ): { status: number | null; stdout: string; stderr: string };
}

/** `files` by their path: `repo/...` is the work tree, `user/interlock/...` the user's, `install.yaml` the install's. */
export function createProject(files: Tree): Project {
  const folder = createPrograms({
    "install.yaml": allowAll,
    "repo/.interlock/config.yaml": "version: 1\n",
    "user/interlock/config.yaml": "version: 1\n",
    ...files,
  });
  const top = join(folder, "repo");
  mkdirSync(join(top, ".git", "objects"), { recursive: true });
  mkdirSync(join(top, ".git", "refs"));
  writeFileSync(join(top, ".git", "HEAD"), "ref: refs/heads/main\n");
  const paths = {
    install: encodeUtf8(join(folder, "install.yaml")),
    user: encodeUtf8(join(folder, "user/interlock/config.yaml")),
    repository: encodeUtf8(join(top, ".interlock/config.yaml")),
  };
  const env = (name: string): string | undefined => (name === "PATH" ? process.env["PATH"] : undefined);
  const compile = () => compilePlan(paths, nodeConfigFiles, { planDirOf, sealedOf, hookFiles: true });
  const project: Project = {
    folder,
    top,
    async engine() {
      const { plan, hooks, programs, allowPrograms } = compile();
      expect(project.complaints()).toBe("");
      const roots = [
        { layer: "repository", folder: join(top, ".interlock") },
        { layer: "user", folder: join(folder, "user/interlock") },
      ] as const;
      const setting = { env, cwd: top, isSealed: false, allow: allowPrograms };
      const found = await discoverExecutables(roots, setting);
      const parts = { hooks, programs: [...programs, ...found.hooks], policies: [], env, isSealed: false };
      if (plan === null) throw new Error("there is no plan");
      return { engine: engineOf({ plan, ...parts }, { cwd: top }), warnings: found.diagnostics };
    },
    async dispatch(point, payload = {}) {
      const { engine } = await project.engine();
      return engine.dispatchAsync(point as "agent.end", payload as { [field: string]: unknown });
    },
    complaints: () =>
      renderFileProblems(compile().diagnostics.filter(isError)).replaceAll(folder, "<folder>"),
    warnings: () => renderFileProblems(compile().diagnostics).replaceAll(folder, "<folder>"),
    interlock(args, input = "", more = {}) {
      const { status, stdout, stderr } = spawnSync(join(dist, "bin", "interlock"), args, {
        cwd: top,
        env: {
          PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
          HOME: folder,
          XDG_CONFIG_HOME: join(folder, "user"),
          INTERLOCK_CONFIG: join(folder, "install.yaml"),
          ...more,
        },
        input: typeof input === "string" ? input : JSON.stringify(input),
        encoding: "utf8",
        timeout: 120_000,
      });
      return {
        status,
        stdout: stdout.replaceAll(folder, "<folder>"),
        stderr: stderr.replaceAll(folder, "<folder>"),
      };
    },
  };
  return project;
}
