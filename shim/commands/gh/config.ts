/** gh's settings, from its file, or from gh itself where only a whole reader of YAML can tell what the file says. */
import { ghConfigFile, readAliasList, readGhConfig, type GhConfig } from "../../gh/config-file.ts";
import { isBefore } from "../../gh/version.ts";
import { isAbsent, type Host } from "../../host.ts";
import { askGh } from "./ask-gh.ts";

export function readConfig(host: Host): GhConfig {
  const path = ghConfigFile((name) => host.env(name));
  const text = host.readFile(path);
  if (typeof text === "number")
    return isAbsent(text) ? readGhConfig("") : askConfig(host, "'" + path + "' cannot be read");
  const config = readGhConfig(text);
  return config.problem === "" ? config : askConfig(host, config.problem);
}

/** Without aliases gh prints nothing. A setting that it does not know is one that it does not heed. */
function askConfig(host: Host, problem: string): GhConfig {
  const ask = (...words: string[]): string | null => {
    const { status, stdout } = askGh(host, words);
    return status === 0 ? stdout : null;
  };
  const aliases = ask("alias", "list");
  const editor = (ask("config", "get", "editor") || "").replace(/\n$/, "");
  const preference = ask("config", "get", "prefer_editor_prompt") || "";
  const config = aliases === null ? { ...readGhConfig(""), problem } : readAliasList(aliases);
  return { ...config, editor, prefersEditor: /^enabled\n?$/.test(preference) };
}

/** Is this a gh that looks for an alias only at the first word? */
export function hasOldAliases(host: Host): boolean {
  return isBefore(askGh(host, ["version"]).stdout, 30);
}

/** Is this a gh that does not know the setting `prefer_editor_prompt`? */
export function isDeafToEditor(host: Host): boolean {
  return isBefore(askGh(host, ["version"]).stdout, 55);
}
