/** A policy for tests, as a config file, and what it makes of texts and labels. */
import { join } from "node:path";
import { root } from "../support/paths.ts";

export function policyConfig(more = ""): string {
  const plugin = join(root, "test", "gh", "policy");
  return `version: 1\nplugins:\n  dirs: [${plugin}]\nenv:\n  POLICY_VALUE: ours\n${more}`;
}

/** The trailer that some texts have: a squash merge makes it one of the commit, so it stays last. */
const trailer = "\n\nReviewed-by: Bo\n";

export function described(text: string): string {
  if (text.endsWith(trailer)) return described(text.slice(0, -trailer.length)) + trailer;
  return withParagraph(`[prepared] ${text}`, "Finalized by a rule");
}

export function signed(message: string): string {
  return withParagraph(message, "Policy: ours");
}

function withParagraph(text: string, paragraph: string): string {
  return text.endsWith("\n") ? `${text}\n${paragraph}\n` : `${text}\n\n${paragraph}`;
}

export function labelled(labels: string[], removed: string[], prefix: string): string[] {
  const added = ["agent", "größe"].map((name) => prefix + name);
  return [...labels, ...added.filter((name) => !labels.includes(name) && !removed.includes(name))];
}
