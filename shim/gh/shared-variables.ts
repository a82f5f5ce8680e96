/** Variables of a GraphQL request that stand in several places, not all of which are to change alike. */
import type { PlaceEdit } from "./api-texts.ts";
import { tokenize } from "./graphql-tokens.ts";

/** The names of variables that these edits must not change. Each edit is of one place where the variable is used. */
export function variablesInTwoRoles(query: string, edits: readonly PlaceEdit[]): string[] {
  const names: string[] = [];
  for (const { place, value } of edits) {
    if (place.in !== "body" || place.path[0] !== "variables") continue;
    const name = place.path[1] as string;
    const key = place.path.join(" ");
    const same = edits.filter(
      (each) => each.place.in === "body" && each.place.path.join(" ") === key && each.value === value,
    );
    if (same.length < usesOf(query, name) && names.indexOf(name) < 0) names.push(name);
  }
  return names;
}

/** Without its declarations, where a colon follows. */
function usesOf(query: string, name: string): number {
  const tokens = tokenize(query) || [];
  return tokens.filter(({ kind, text }, i) => {
    const next = tokens[i + 1];
    const behind = tokens[i + 2];
    if (kind === "string" || text !== "$" || !next || next.text !== name) return false;
    return !(behind && behind.kind === "word" && behind.text === ":");
  }).length;
}
