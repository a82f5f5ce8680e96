/** Text as roff, the language of manual pages (man(7)). */

/** What would be a command, or an escape, is text. */
function escape(text) {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("'", "\\(aq")
    .replaceAll("`", "\\(ga")
    .replace(/^\./gm, "\\&.")
    .replace(/[^\x00-\x7f]/gu, (letter) => `\\[u${letter.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
}

export const bold = (text) => `\\fB${escape(text)}\\fR`;

/** Markdown of one line: code becomes bold, and a link its text. */
export function plain(markdown) {
  const text = markdown.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").replace(/: see (below|the gate)\b/g, "");
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (/^`.+`$/.test(part) ? bold(part.slice(1, -1)) : escape(part)))
    .join("");
}

export const title = (name, section, version) =>
  `.TH ${name.toUpperCase().replaceAll("-", "\\-")} ${section} "" "interlock ${version}" "interlock manual"`;
export const heading = (text) => `.SH ${text}`;
export const paragraph = (text) => `.PP\n${text}`;
export const definition = (term, text) => `.TP\n${term}\n${text}`;
