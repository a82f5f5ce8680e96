/**
 * `interlock run-examples`: runs the examples of a plugin, for `interlock plugin test`, which compiles the plugin and
 * compares. Here the rules run as in a commit: by this binary's script engine. Reads one JSON object from standard input
 * and prints one; its strings are byte strings. Nothing is read from layers, so no configuration changes the outcome.
 */
import { asciiJson, decodeUtf8 } from "../../engine/core/bytes.ts";
import type { CommitKind, Occasion } from "../../engine/core/occasion.ts";
import { hookPoints, type HookPointName } from "../../engine/core/hook-points.ts";
import type { CleanupSettings } from "../../engine/core/cleanup-settings.ts";
import type { Plan } from "../../engine/core/plan.ts";
import { renderCode, type Problem } from "../../engine/core/problem.ts";
import { usualVariables } from "../../engine/core/program-environment.ts";
import { kindOfMade } from "../../engine/core/seen-kind.ts";
import { parseGlobalOptions } from "../git/global-options.ts";
import type { IdentReader } from "../git/idents.ts";
import type { Decision, Host } from "../host.ts";
import { askAboutCommand } from "../rules/command-programs.ts";
import { firePoint } from "../rules/fire-point.ts";
import type { Surroundings } from "../rules/commit-metadata.ts";

export interface ExampleRequest {
  plan: Plan;
  cases: ExampleCase[];
}

export interface ExampleCase {
  point: HookPointName;
  given: string | string[];
  /** In place of the sealed values; the caller's environment is not read. */
  env: { [name: string]: string };
  config: { [key: string]: string };
  commit: CommitKind;
  remotes: string[];
  author: string;
  committer: string;
  /** Where `push.before` says that it is pushed. */
  push: { remote: string; url: string };
}

export interface ExampleOutcome {
  result: string | string[];
  problems: readonly Problem[];
  warnings: readonly Problem[];
}

/** As `git commit -m` cleans a message. */
const cleanup: CleanupSettings = { mode: "whitespace", commentChar: "#" };

export function runExamples(host: Host): Decision {
  const text = host.argv.length === 2 ? host.readStdin() : 0;
  const request = typeof text === "string" ? parse(text) : null;
  if (request === null) {
    host.write(
      2,
      "interlock: error: 'run-examples' is for 'interlock plugin test' " +
        renderCode("wrong-usage") +
        "\nhint: interlock plugin test\n",
    );
    return { action: "exit", status: 129 };
  }
  const outcomes = request.cases.map((each) => {
    host.resetDeadline();
    return runExample(host, request.plan, each);
  });
  host.write(1, asciiJson(outcomes) + "\n");
  return { action: "exit", status: 0 };
}

function parse(text: string): ExampleRequest | null {
  try {
    return JSON.parse(text) as ExampleRequest;
  } catch {
    return null;
  }
}

function runExample(host: Host, compiled: Plan, each: ExampleCase): ExampleOutcome {
  const { point, given, env, config, author, committer } = each;
  const plan: Plan = { ...compiled, env, config };
  const ident = (which: "author" | "committer"): string => (which === "author" ? author : committer);
  const text = typeof given === "string" ? given : "";
  const kind = (): CommitKind => kindOfMade(text, each.commit === "merge", each.commit);
  const occasion: Occasion = { commit: kind, remotes: () => each.remotes };
  // A program needs its PATH; no rule reads anything else of the caller's.
  const own = (name: string): string | undefined =>
    usualVariables.indexOf(name) >= 0 ? host.env(name) : undefined;
  const asked: Host = { ...host, env: own };
  if (point === "command.before") return runCommand(asked, plan, given as string[], ident, occasion);
  const isMessage = hookPoints[point].trailers === "commit";
  const { value, findings } = firePoint<string | string[]>(asked, plan, {
    point,
    given,
    cleanup: isMessage ? cleanup : null,
    kind,
    remotes: occasion.remotes,
    ident,
    isSealed: false,
    surroundings: point === "push.before" ? pushSurroundings(each) : undefined,
  });
  return { result: value, problems: findings.problems, warnings: findings.warnings };
}

function runCommand(
  host: Host,
  plan: Plan,
  words: string[],
  ident: IdentReader,
  { remotes }: Occasion,
): ExampleOutcome {
  const program = words[0] === "gh" ? "gh" : "git";
  const globals = program === "git" ? parseGlobalOptions(words) : null;
  // `gh api`, and `gh pr create`.
  const command = globals !== null ? globals.commandIndex : words[1] === "api" ? 1 : 2;
  const asked = { program, fixed: command + 1, remotes, ident, isSealed: false, repository: null } as const;
  const { argv, problems, warnings } = askAboutCommand({ ...host, argv: words }, plan, asked);
  return { result: argv === null ? words : argv.slice(), problems, warnings };
}

/** The gate has nothing to judge here: no commit is pushed. */
function pushSurroundings({ push: { remote, url } }: ExampleCase): Surroundings {
  return {
    place: null,
    metadata: () => ({ url: decodeUtf8(url) }),
    fields: { remote: decodeUtf8(remote) },
  };
}
