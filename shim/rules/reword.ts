/**
 * The command for a message that has to be written anew: a check does not say what it should be. Changes that are staged
 * or in the files stay what they are, and merges stay merges.
 */
import { newMessage } from "./next-command.ts";

export const shortIdLength = 12;

export interface ToReword {
  id: string;
  /** How many parents it has. */
  parents: number;
  /** Is it the last commit of what is checked out? */
  isTip: boolean;
}

/** `git`: with its options. `branch`: a word to end with, for a branch that is not checked out; or empty. */
export function renderReword(
  { id, parents, isTip }: ToReword,
  git = "git",
  branch = "",
): { command: string; note: string } {
  if (isTip) return { command: git + " commit --amend --only --allow-empty -m " + newMessage, note: "" };
  const start = parents === 0 ? "--root" : id.slice(0, shortIdLength) + "^";
  return {
    command: git + " rebase -i -r --autostash " + start + (branch === "" ? "" : " " + branch),
    note: parents > 1 ? "change its 'merge -C' to 'merge -c'" : "change its 'pick' to 'reword'",
  };
}
