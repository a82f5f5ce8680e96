/** `interlock plugin <command>`: finds the command, and checks that it is given what it takes. */
import { decodeUtf8 } from "../../engine/core/bytes.ts";
import { suggestName } from "../../engine/core/nearest-name.ts";
import type { VerbLine } from "../../shim/verbs/parse-line.ts";
import { refuseCall } from "../shared/complain.ts";
import { addPlugin } from "./add.ts";
import { commandNames, commands, usageOf, type CommandForm, type CommandName } from "./commands.ts";
import { initPlugin } from "./init-plugin.ts";
import { listPlugins } from "./list.ts";
import { listOutdated } from "./outdated.ts";
import { removePlugin } from "./remove.ts";
import { testPlugin } from "./test-plugin.ts";
import { updatePlugins } from "./update.ts";
import { validatePlugin } from "./validate.ts";

const runners: {
  [N in CommandName]: (line: VerbLine, words: readonly string[]) => number | Promise<number>;
} = {
  add: addPlugin,
  list: listPlugins,
  remove: removePlugin,
  update: updatePlugins,
  outdated: listOutdated,
  validate: validatePlugin,
  test: testPlugin,
  init: initPlugin,
};

export async function runPlugin(line: VerbLine): Promise<number> {
  const [word, ...rest] = line.words;
  const name = decodeUtf8(word ?? "");
  const known = commandNames.find((each) => each === name);
  const names: readonly CommandName[] = commandNames;
  if (known === undefined)
    return refuseCall(
      word === undefined
        ? `'plugin' needs a command: ${names.join(", ")}`
        : `'plugin' has no command '${name}'`,
      word === undefined ? "'interlock plugin --help' lists what they take" : suggestName(name, names),
    );
  const command: CommandForm = commands[known];
  const hint = `usage: interlock plugin ${usageOf(known)}`;
  const wrong = ["--ref", "--global", "--yes"].find(
    (option) => line.has(option) && !command.options.includes(option),
  );
  if (wrong !== undefined) return refuseCall(`'plugin ${name}' takes no '${wrong}'`, hint);
  const [fewest, most] = command.counts;
  if (rest.length < fewest) return refuseCall(`'plugin ${name}' needs an argument`, hint);
  if (rest.length > most)
    return refuseCall(`'plugin ${name}' takes no '${decodeUtf8(rest[most] as string)}'`, hint);
  return runners[known](line, rest);
}
