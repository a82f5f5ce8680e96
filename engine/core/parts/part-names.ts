/**
 * The parts of a message that checks look at. Without a `format`, a title is only a title.
 */

/** What the `format` of a hook makes of a title. */
export const titleParts = ["type", "scope", "breaking", "subject"] as const;

export type TitlePart = (typeof titleParts)[number];

/** What stands between two places of the title; empty parts are left out. */
export type TitleParts = { [P in TitlePart]?: { start: number; end: number } };

/** A trailer is `trailer.<Key>`. */
export const plainParts = ["text", "title", "body", "footer"] as const;

export const trailerPrefix = "trailer.";

export function isTitlePart(part: string): part is TitlePart {
  return titleParts.indexOf(part as TitlePart) >= 0;
}

/** Where the body ends and the footer begins depends on it, too. */
export function dependsOnFormat(part: string): boolean {
  return isTitlePart(part) || part === "body" || part === "footer";
}

/** As messages call it. */
export function nameOf(part: string): string {
  if (part.startsWith(trailerPrefix)) return "trailer '" + part.slice(trailerPrefix.length) + "'";
  return part === "breaking" ? "mark '!'" : part;
}
