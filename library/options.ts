/**
 * The options of `createEngine` as the text of a config file that does not exist on disk, so that both have the same
 * rules and the same errors.
 */
import type { ConfigFiles } from "../engine/compile/files/config-files.ts";
import { basePayload } from "../engine/lifecycle/all-points.ts";
import { suggestName } from "../engine/core/nearest-name.ts";
import { encodeUtf8 } from "../engine/core/bytes.ts";
import { isPlain } from "./check-call.ts";
import { wrongCall, type EngineDiagnostic } from "./diagnostic.ts";
import type { EngineOptions } from "./public-types.ts";
import type { BaseFields } from "./run-types.ts";

/** What stands in diagnostics in place of a file's path. */
export const optionsPlace = "createEngine()";

const baseNames = Object.keys(basePayload);

const inFile = "write it into the config file, or leave 'configFile' out";

/** Each option's form, and whether it is allowed together with `configFile`. The config schema checks its content. */
const optionForms: { [O in keyof EngineOptions]-?: OptionForm } = {
  configFile: { holds: isPath, called: "the path of a config file", beside: true },
  plugins: {
    holds: (value) => Array.isArray(value) && Array.from(value).every(isPath),
    called: "a list of folders",
    beside: false,
  },
  config: { holds: isPlain, called: "an object of values", beside: false },
  disabledHooks: { holds: isPlain, called: "an object of lists, by plugin", beside: false },
  env: {
    holds: (value) => isPlain(value) && Object.values(value).every(isTextOrNothing),
    called: "an object whose values are texts",
    beside: true,
  },
  hookFolders: {
    holds: (value) => Array.isArray(value) && Array.from(value).every(isPath),
    called: "a list of folders",
    beside: true,
  },
  registry: {
    holds: (value) => isPlain(value) && typeof value["registerHandler"] === "function",
    called: "what 'createHandlerRegistry' gives",
    beside: true,
  },
  cwd: { holds: isPath, called: "the path of a folder", beside: true },
  base: { holds: isBase, called: `an object of texts: ${baseNames.join(", ")}`, beside: true },
  catchErrors: { holds: (value) => typeof value === "boolean", called: "true or false", beside: true },
  failurePolicyByHook: {
    holds: (value) => isPlain(value) && Object.values(value).every((each) => policies.includes(each)),
    called: "an object of 'fail-open' and 'fail-closed', by hook point",
    beside: true,
  },
  timeoutMsByHook: {
    holds: (value) =>
      isPlain(value) && Object.values(value).every((each) => typeof each === "number" && each > 0),
    called: "an object of numbers above 0, by hook point",
    beside: true,
  },
  logger: {
    holds: (value) => isPlain(value) && typeof value["error"] === "function",
    called: "an object with the function 'error'",
    beside: true,
  },
};

const policies: unknown[] = ["fail-open", "fail-closed"];

interface OptionForm {
  holds(value: unknown): boolean;
  called: string;
  beside: boolean;
}

export function checkOptions(given: unknown): EngineDiagnostic[] {
  const refuse = (message: string, hint: string): EngineDiagnostic =>
    wrongCall("wrong-option", message, hint);
  if (!isPlain(given)) return [refuse("'createEngine' takes an object of options", usage)];
  const diagnostics: EngineDiagnostic[] = [];
  const names = Object.keys(optionForms);
  for (const [name, value] of Object.entries(given)) {
    const form = names.includes(name) ? optionForms[name as keyof EngineOptions] : null;
    if (form === null)
      diagnostics.push(refuse(`'createEngine' has no option '${name}'`, suggestName(name, names)));
    else if (value === undefined) continue;
    else if (!form.holds(value)) diagnostics.push(refuse(`'${name}' must be ${form.called}`, usage));
    else if (given["configFile"] !== undefined && !form.beside)
      diagnostics.push(refuse(`'${name}' cannot stand beside 'configFile'`, inFile));
  }
  if (["configFile", "plugins", "hookFolders"].every((name) => given[name] === undefined))
    diagnostics.push(refuse("'createEngine' needs 'configFile' or 'plugins'", usage));
  return diagnostics;
}

const usage =
  "call createEngine({ configFile: 'interlock.yaml' }) or createEngine({ plugins: ['plugins/github'] }); plugins: [] is an engine of functions alone";

/** Null if the options hold something that JSON cannot represent, such as a function or a cycle. */
export function renderOptions(options: EngineOptions, folders: readonly string[]): string | null {
  const disabled = Object.entries(options.disabledHooks ?? {});
  const manifests = disabled.map(([plugin, hooks]) => [plugin, { extensions: { disabledHooks: hooks } }]);
  const config = {
    version: 1,
    plugins: { dirs: folders, manifests: Object.fromEntries(manifests) },
    config: options.config ?? {},
  };
  try {
    return encodeUtf8(JSON.stringify(config, refuseUnwritable, 1));
  } catch {
    return null;
  }
}

export function unwritableOptions(): EngineDiagnostic {
  const hint = "use texts, numbers, true, false, and objects of them";
  return wrongCall("wrong-option", "the options hold something that no config file can hold", hint);
}

/** JSON.stringify would silently drop some values and turn others into null. */
function refuseUnwritable(_key: string, value: unknown): unknown {
  const isWritable =
    ["string", "boolean", "object"].includes(typeof value) ||
    (typeof value === "number" && Number.isFinite(value));
  if (!isWritable) throw new TypeError("not for JSON");
  return value;
}

/** The real files, and this one. */
export function withOptionsFile(files: ConfigFiles, text: string): ConfigFiles {
  const { length } = text;
  return {
    ...files,
    stat: (path) => (path === optionsPlace ? { kind: "file", size: length, stamp: "" } : files.stat(path)),
    readFile: (path) => (path === optionsPlace ? text : files.readFile(path)),
  };
}

function isPath(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

/** Null values are no texts: what is not known is left out. */
export function isBase(value: unknown): value is BaseFields {
  if (!isPlain(value)) return false;
  return Object.entries(value).every(([name, text]) => baseNames.includes(name) && isTextOrNothing(text));
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
