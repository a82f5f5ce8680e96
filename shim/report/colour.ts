/**
 * Colour for people. Asked in this order: `--color`, NO_COLOR (https://no-color.org), CLICOLOR_FORCE and CLICOLOR
 * (https://bixense.com/clicolors), TERM, and whether somebody looks at a terminal.
 */
export const colorChoices = ["auto", "always", "never"] as const;
export type ColorChoice = (typeof colorChoices)[number];

const codes = {
  bold: "1",
  dim: "2",
  red: "31",
  green: "32",
  yellow: "33",
  cyan: "36",
  /** Words of a diff, within a line that has the colour already. */
  removed: "31;7",
  added: "32;7",
};
export type Style = keyof typeof codes;
export type Painter = (style: Style, text: string) => string;

export function wantsColor(
  choice: ColorChoice,
  env: (name: string) => string | null | undefined,
  isTerminal: boolean,
): boolean {
  if (choice !== "auto") return choice === "always";
  if (env("NO_COLOR")) return false;
  const force = env("CLICOLOR_FORCE");
  if (force && force !== "0") return true;
  return isTerminal && env("CLICOLOR") !== "0" && env("TERM") !== "dumb";
}

export const plain: Painter = (_, text) => text;

/** `text`: already printable; what comes after it is plain again. */
export function paint(style: Style, text: string): string {
  return text === "" ? "" : "\x1b[" + codes[style] + "m" + text + "\x1b[0m";
}

const labels: { readonly [label: string]: Style } = {
  error: "red",
  warning: "yellow",
  hint: "cyan",
};

/** Each line that says what kind of line it is, as in `interlock: error: ...` and `file:1:2: warning: ...`. `text`: already printable. */
export function paintLabels(text: string, painter: Painter): string {
  return text.replace(
    /^((?:.*?: )??)(error|warning|hint):/gm,
    (_, place: string, label: string) => place + painter(labels[label] as Style, label + ":"),
  );
}
