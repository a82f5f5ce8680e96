/** Which people of a commit, its author or its committer, a contribution names. */
import type { Contribution, GitIdent, Reference } from "../core/plan.ts";
import { referencesIn } from "../core/resolve-template.ts";

/** Does it name the author or the committer of a commit? */
export function refersToIdents(contribution: Contribution): boolean {
  return identsIn(conditionsOf(contribution)).length > 0 || identsInEffects(contribution).length > 0;
}

export function conditionsOf({ when }: Pick<Contribution, "when">): readonly Reference[] {
  return (when && when.present) || [];
}

export function identsInEffects({ effects }: Contribution): GitIdent[] {
  const idents: GitIdent[] = [];
  for (const effect of effects) idents.push(...identsIn(referencesIn(effect)));
  return idents;
}

const identSource = "git.";

export function identsIn(references: readonly Reference[]): GitIdent[] {
  return references
    .filter((reference) => reference.startsWith(identSource))
    .map((reference) => reference.slice(identSource.length) as GitIdent);
}
