/** The requests to GitHub's interfaces whose text, labels or commit message we read. */
import { hasBranchPlaceholder, hasPlaceholder, segmentsOf } from "./api-address.ts";

/** Where in a request's body each part stands, by the names on the way. A part that is not there is null. */
export interface TextParts {
  /** `description` of a pull request, `issue`, or a commit's `message`. */
  about: "description" | "issue" | "message";
  /** Does the request make something new, so that a text or list that is missing is an empty one? */
  isNew: boolean;
  /** The description, or a message's body. */
  body: readonly string[] | null;
  /** The title, or a message's first line where it has a place of its own. */
  title: readonly string[] | null;
  /** Names of labels. */
  labels: readonly string[] | null;
  /** Ids of labels stand here, which say nothing of their names. */
  labelIds: readonly string[] | null;
  /** How a merge is made: `rebase` makes no message. */
  method: readonly string[] | null;
  /** Does the server compose what is missing? Then a part that is not given must not be made up. */
  isComposed: boolean;
  /** Does it count only if what the request names is a pull request? An issue has the same number and address. */
  ifPullRequest: boolean;
  /** Where the repository stands as `OWNER/NAME`, if the body names it. */
  repository: readonly string[] | null;
}

/** `doubt`: why it may be something else; empty if it cannot. */
export type ApiTarget =
  /** `repository`: `OWNER/NAME` with placeholders in it, or null where it goes by a number. */
  | { kind: "rest"; parts: readonly TextParts[]; repository: string | null; doubt: string }
  /** `isGrouped`: gh puts all fields but `query` and `operationName` into `variables`. */
  | { kind: "graphql"; isGrouped: boolean; doubt: string };

function parts(about: TextParts["about"], isNew: boolean, given: Partial<TextParts>): TextParts {
  const none = { body: null, title: null, labels: null, labelIds: null, method: null, repository: null };
  return { about, isNew, ...none, isComposed: false, ifPullRequest: false, ...given };
}

const description = { title: ["title"], body: ["body"] };
const commitMessage = [parts("message", true, { body: ["message"] })];
const labels = parts("issue", false, { labels: ["labels"] });

interface RestRow {
  /** GitHub takes POST for PATCH. */
  methods: string;
  /** Below `repos/OWNER/NAME/`; `*` is one segment, `**` the rest. */
  path: string;
  parts: readonly TextParts[];
}

const restRows: readonly RestRow[] = [
  { methods: "POST", path: "pulls", parts: [parts("description", true, description)] },
  { methods: "PATCH POST", path: "pulls/*", parts: [parts("description", false, description)] },
  { methods: "POST", path: "issues", parts: [{ ...labels, isNew: true }] },
  {
    methods: "PATCH POST",
    path: "issues/*",
    parts: [labels, parts("description", false, { ...description, ifPullRequest: true })],
  },
  { methods: "POST PUT", path: "issues/*/labels", parts: [labels] },
  { methods: "POST", path: "git/commits", parts: commitMessage },
  { methods: "PUT DELETE", path: "contents/**", parts: commitMessage },
  { methods: "POST", path: "merges", parts: [parts("message", false, { body: ["commit_message"] })] },
  {
    methods: "PUT",
    path: "pulls/*/merge",
    parts: [
      parts("message", false, {
        title: ["commit_title"],
        body: ["commit_message"],
        method: ["merge_method"],
        isComposed: true,
      }),
    ],
  },
];

const inputDescription = { title: ["input", "title"], body: ["input", "body"] };
const labelIds = parts("issue", false, { labelIds: ["input", "labelIds"] });
const mergeMessage = parts("message", false, {
  title: ["input", "commitHeadline"],
  body: ["input", "commitBody"],
  method: ["input", "mergeMethod"],
  isComposed: true,
});

/** By name of the mutation; paths begin with its argument. */
export const mutations: { readonly [name: string]: readonly TextParts[] } = {
  createPullRequest: [parts("description", true, inputDescription)],
  revertPullRequest: [parts("description", true, inputDescription)],
  updatePullRequest: [parts("description", false, inputDescription), labelIds],
  createIssue: [{ ...labelIds, isNew: true }],
  updateIssue: [labelIds],
  addLabelsToLabelable: [labelIds],
  createCommitOnBranch: [
    parts("message", true, {
      title: ["input", "message", "headline"],
      body: ["input", "message", "body"],
      repository: ["input", "branch", "repositoryNameWithOwner"],
    }),
  ],
  mergePullRequest: [mergeMessage],
  enablePullRequestAutoMerge: [mergeMessage],
  mergeBranch: [parts("message", false, { body: ["input", "commitMessage"] })],
};

/**
 * null: none of ours. `isOverridden`: a header may make the server take the request for one of another method. A request
 * that could be one of ours, and we cannot tell which, is all of them, with a doubt.
 */
export function findTarget(method: string, endpoint: string, isOverridden = false): ApiTarget | null {
  if (endpoint === "graphql") return { kind: "graphql", isGrouped: true, doubt: "" };
  const segments = segmentsOf(endpoint);
  if (segments.length === 1 && (segments[0] as string).toLowerCase() === "graphql")
    return { kind: "graphql", isGrouped: false, doubt: "" };
  const fits = restRows.map(({ path }) => fitOf(path, segments));
  const byPath = restRows.filter((_, i) => fits[i] !== "no");
  const byMethod = byPath.filter(({ methods }) => (" " + methods + " ").includes(" " + method + " "));
  const isKnown = !isOverridden && byMethod.length > 0;
  if (byPath.length === 0 || (!isKnown && !isOverridden && /^(?:GET|HEAD|OPTIONS|DELETE)$/.test(method)))
    return null;
  let doubt = isKnown ? "" : "'" + method + "' is no method that we know for this address";
  if (isOverridden) doubt = "a header says that another method is meant: give it as --method";
  if (fits.indexOf("perhaps") >= 0) doubt = "what a placeholder in its address stands for: write it out";
  let all: TextParts[] = [];
  for (const row of isKnown ? byMethod : byPath) all = all.concat(row.parts);
  return { kind: "rest", parts: all, repository: repositoryOf(segments), doubt };
}

function repositoryOf(segments: readonly string[]): string | null {
  return (segments[0] as string).toLowerCase() === "repos" ? segments.slice(1, 3).join("/") : null;
}

type Fit = "yes" | "no" | "perhaps";

/** Below `repos/OWNER/NAME`, where a placeholder is one segment, or `repositories/ID`. */
function fitOf(pattern: string, segments: readonly string[]): Fit {
  const [first = "", ...more] = segments;
  // It may be any path, that of GraphQL, too.
  if (hasPlaceholder(first)) return "perhaps";
  const above = first.toLowerCase() === "repos" ? 2 : first.toLowerCase() === "repositories" ? 1 : -1;
  if (above < 0) return "no";
  if (more.slice(0, above).some(hasBranchPlaceholder)) return "perhaps";
  return fitBelow(pattern.split("/"), more.slice(above));
}

function fitBelow(wanted: readonly string[], segments: readonly string[]): Fit {
  for (let i = 0; ; i++) {
    const each = wanted[i];
    const given = segments[i];
    if (each === undefined || given === undefined) return each === given ? "yes" : "no";
    if (each === "**") return "yes";
    if (hasPlaceholder(given)) return "perhaps";
    if (each !== "*" && each !== given.toLowerCase()) return "no";
  }
}
