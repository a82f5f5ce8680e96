import type { KnownEffect } from "../../../engine/core/effects/effects.ts";
import type { RemoveTrailerEffect } from "../../../engine/core/effects/remove-trailer.ts";
import type { Vector } from "../vector.ts";
import { compiledPatterns } from "./compiled-patterns.ts";
import { common, contribution, plan, trailer, vector } from "./contributions.ts";

function body(title: string, effect: KnownEffect, before: string, after: string, done: string): Vector {
  const trace = [done === "" ? "a unchanged: nothing to change" : "a applied: " + done];
  const of = plan([contribution("a", [effect])], {}, "pull_request.description.finalize");
  return vector(title, of, { payload: before, plain: true }, { payload: after, trace });
}

/** A response has no trailers, whatever its last paragraph looks like. */
function response(title: string, effect: KnownEffect, before: string, after: string, done: string): Vector {
  const trace = [done === "" ? "a unchanged: nothing to change" : "a applied: " + done];
  const of = plan([contribution("a", [effect])], {}, "response.finalize");
  return vector(title, of, { payload: before, plain: true }, { payload: after, trace });
}

const reviewed = trailer("Reviewed-by", ["A <a@x.org>"], { required: true });
const line = "Reviewed-by: A <a@x.org>";
const noReview: RemoveTrailerEffect = {
  ...common,
  type: "text.removeTrailer",
  key: "reviewed-by",
  value: [],
  values: null,
  keep: [],
  required: true,
};
const summary: KnownEffect = {
  ...common,
  type: "text.ensureSection",
  heading: "Summary",
  level: 2,
  value: [],
  required: true,
};
const prefix: KnownEffect = { ...common, type: "text.ensurePrefix", value: ["Note: "], required: true };
const suffix: KnownEffect = { ...common, type: "text.ensureSuffix", value: ["The end."], required: true };
/** The text is "b" and nothing else. */
const onlyB: KnownEffect = {
  ...common,
  type: "text.requireMatch",
  value: [],
  dfa: JSON.parse(compiledPatterns["^b$"] as string),
  message: "write b",
  required: true,
};

function judged(title: string, text: string, holds: boolean): Vector {
  const of = plan([contribution("a", [onlyB])], {}, "response.finalize");
  const trace = [holds ? "a unchanged: nothing to change" : "a failed: 'a': write b"];
  return vector(title, of, { payload: text, plain: true }, { trace, problems: holds ? [] : ["rule-broken"] });
}

export const dispatchPlainTextCases: readonly Vector[] = [
  body("an empty text gets its section", summary, "", "## Summary", "added the section 'Summary'"),
  body("a section that is there", summary, "# Summary\n", "# Summary\n", ""),
  body("an empty text gets its trailer", reviewed, "", line, "added '" + line + "'"),
  body("which is then there", reviewed, line, line, ""),
  body("a trailer at the end", reviewed, "Text\n", "Text\n\n" + line + "\n", "added '" + line + "'"),
  body(
    "the only paragraph may be the block",
    reviewed,
    "Foo: 1\n",
    "Foo: 1\n" + line + "\n",
    "added '" + line + "'",
  ),
  body("a heading is no comment", reviewed, "## A\n", "## A\n\n" + line + "\n", "added '" + line + "'"),
  body("blank lines stay", reviewed, "\n\n", line + "\n\n\n\n", "added '" + line + "'"),
  body("a trailer goes", noReview, "Text\n\n" + line + "\n", "Text\n", "removed '" + line + "'"),
  body("a trailer that is all there is goes", noReview, line, "", "removed '" + line + "'"),
  body("one of two goes", noReview, "Foo: 1\n" + line, "Foo: 1", "removed '" + line + "'"),
  body("no trailer, nothing to remove", noReview, "Text\n", "Text\n", ""),
  body(
    "the text itself gets the prefix",
    prefix,
    "fixup! text\n",
    "Note: fixup! text\n",
    "added the prefix 'Note: '",
  ),
  body(
    "the suffix goes before trailers",
    suffix,
    "Foo: 1\n",
    "The end.\n\nFoo: 1\n",
    "added the suffix 'The end.'",
  ),
  body(
    "a section goes before trailers, which would be none below it",
    summary,
    "Body\n\n" + line + "\n",
    "Body\n\n## Summary\n\n" + line + "\n",
    "added the section 'Summary'",
  ),
  body(
    "before the only paragraph too",
    summary,
    "Foo: 1",
    "## Summary\n\nFoo: 1",
    "added the section 'Summary'",
  ),
  body(
    "code that is open above the trailers is closed",
    summary,
    "```\nx\n\nFoo: 1\n",
    "```\nx\n\n```\n\n## Summary\n\nFoo: 1\n",
    "added the section 'Summary'",
  ),
  response(
    "in a response the suffix is the end",
    suffix,
    "Note: retried.\n",
    "Note: retried.\n\nThe end.\n",
    "added the suffix 'The end.'",
  ),
  response("and stays so", suffix, "Note: retried.\n\nThe end. \n\n", "Note: retried.\n\nThe end. \n\n", ""),
  response("also of an empty one", suffix, "", "The end.", "added the suffix 'The end.'"),
  response(
    "blank lines stay below it",
    suffix,
    "x\n\n\n",
    "x\n\nThe end.\n\n\n",
    "added the suffix 'The end.'",
  ),
  response(
    "as is a section",
    summary,
    "x\n\nNote: y",
    "x\n\nNote: y\n\n## Summary",
    "added the section 'Summary'",
  ),
  judged("a pattern judges the text up to its last line end", "b\n", true),
  judged("white space in it stays", "b \n", false),
  judged("an empty text is judged too", "", false),
];
