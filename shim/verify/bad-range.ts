/** Why a range cannot be judged: as data from whoever finds it, and in words here. */
import type { Unproved } from "../push/prove.ts";
import { mostNestedTags } from "../push/read-types.ts";
import type { Refusal } from "../verbs/verb-form.ts";

export type BadRange =
  | Unproved
  | WrongAnswer
  /** git cannot walk it. `message`: git's own, or how it ended; text. */
  | { why: "git"; message: string };

/** To the question for one object. `unasked`: git answers about another one. */
interface WrongAnswer {
  why: "unreadable" | "unanswered" | "unasked";
  id: string;
}

export function describeBadRange(bad: BadRange): Refusal {
  const what = describe(bad);
  if (bad.why === "large")
    return { message: notJudged + what, hint: "make that commit anew with a shorter message" };
  if (bad.why === "nested")
    return { message: notJudged + what, hint: "make a tag that names the commit itself" };
  return {
    message: `git cannot walk these commits: ${what}`,
    hint: "name revisions that are here; in a shallow clone, 'git fetch --unshallow' gets the others",
  };
}

const notJudged = "these commits cannot be judged: ";

function describe(bad: BadRange): string {
  if (bad.why === "git") return bad.message;
  return "child" in bad ? describeUnproved(bad) : describeAnswer(bad);
}

function describeUnproved({ why, id, child }: Unproved): string {
  if (why === "forged") return `what is stored under '${id}' is another object`;
  if (why === "large") return `'${id}' has more than 16 MiB, which is more than interlock reads of a commit`;
  if (why === "nested")
    return `more than ${mostNestedTags} tags lead from one to the next, and then to '${id}'`;
  if (why === "unlisted") return `git does not list what '${id}' leads to`;
  const parent = child === "" ? `'${id}'` : `'${id}', a parent of '${child}',`;
  return why === "missing" ? `${parent} is not there, or cannot be read` : `${parent} is no commit`;
}

function describeAnswer({ why, id }: WrongAnswer): string {
  if (why === "unreadable") return `'${id}' is no commit, or is not there`;
  return why === "unanswered"
    ? `there is no answer about '${id}'`
    : `git tells of '${id}', which was not asked for`;
}
