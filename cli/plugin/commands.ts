/**
 * The commands of `interlock plugin`, as data: parsing, help, the manual page and completion derive from it. What each one
 * does is in plugin.ts, which loads more.
 */
export interface CommandForm {
  /** The operands, as the usage shows them. */
  words: string;
  /** The fewest and the most words. */
  counts: readonly [number, number];
  /** Beside '--json', which all take. */
  options: readonly string[];
  summary: string;
}

export const commands = {
  add: {
    words: "<org/repo | address | ./folder>",
    counts: [1, 1],
    options: ["--ref", "--global", "--yes"],
    summary: "install a plugin, pinned to a commit",
  },
  list: { words: "", counts: [0, 0], options: [], summary: "list what is installed" },
  remove: {
    words: "<org/repo>",
    counts: [1, 1],
    options: ["--global", "--yes"],
    summary: "take a plugin out",
  },
  update: {
    words: "[<org/repo>]",
    counts: [0, 1],
    options: ["--ref", "--global", "--yes"],
    summary: "fetch what its ref names now; without a name, of all plugins",
  },
  outdated: {
    words: "",
    counts: [0, 0],
    options: [],
    summary: "list the installed plugins whose source has something newer",
  },
  validate: { words: "[<folder>]", counts: [0, 1], options: [], summary: "check one plugin alone" },
  test: { words: "[<folder>]", counts: [0, 1], options: [], summary: "run a plugin's examples" },
  init: { words: "[<name>]", counts: [0, 1], options: [], summary: "write a new plugin to work on" },
} as const satisfies { [name: string]: CommandForm };

export type CommandName = keyof typeof commands;

export const commandNames = Object.keys(commands) as CommandName[];

/** `add <what>` */
export function usageOf(name: CommandName): string {
  return `${name} ${commands[name].words}`.trimEnd();
}

/** The commands that take an option. */
export function takersOf(option: string): string {
  const takes = (name: CommandName): boolean =>
    (commands[name].options as readonly string[]).includes(option);
  return commandNames.filter(takes).join(", ");
}
