/** The requests to GitHub's interfaces whose text, labels or commit message we read. */

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
  /** Does the server compose what is missing? Then a part that is not given must not be made up. */
  isComposed: boolean;
}

export type ApiTarget =
  | { kind: "rest"; parts: TextParts }
  /** `isGrouped`: gh puts all fields but `query` and `operationName` into `variables`. */
  | { kind: "graphql"; isGrouped: boolean };

function parts(about: TextParts["about"], isNew: boolean, given: Partial<TextParts>): TextParts {
  const none = { body: null, title: null, labels: null, labelIds: null, isComposed: false };
  return { about, isNew, ...none, ...given };
}

const description = { title: ["title"], body: ["body"] };
const commitMessage = parts("message", true, { body: ["message"] });

interface RestRow {
  /** GitHub takes POST for PATCH. */
  methods: string;
  /** Below `repos/OWNER/NAME/`; `*` is one segment, `**` the rest. */
  path: string;
  parts: TextParts;
}

const restRows: readonly RestRow[] = [
  { methods: "POST", path: "pulls", parts: parts("description", true, description) },
  { methods: "PATCH POST", path: "pulls/*", parts: parts("description", false, description) },
  { methods: "POST", path: "issues", parts: parts("issue", true, { labels: ["labels"] }) },
  { methods: "PATCH POST", path: "issues/*", parts: parts("issue", false, { labels: ["labels"] }) },
  { methods: "POST PUT", path: "issues/*/labels", parts: parts("issue", false, { labels: ["labels"] }) },
  { methods: "POST", path: "git/commits", parts: commitMessage },
  { methods: "PUT DELETE", path: "contents/**", parts: commitMessage },
  { methods: "POST", path: "merges", parts: parts("message", false, { body: ["commit_message"] }) },
  {
    methods: "PUT",
    path: "pulls/*/merge",
    parts: parts("message", false, { title: ["commit_title"], body: ["commit_message"], isComposed: true }),
  },
];

/** By name of the mutation; paths begin with its argument. */
export const mutations: { readonly [name: string]: TextParts } = {
  createPullRequest: parts("description", true, { title: ["input", "title"], body: ["input", "body"] }),
  revertPullRequest: parts("description", true, { title: ["input", "title"], body: ["input", "body"] }),
  updatePullRequest: parts("description", false, { title: ["input", "title"], body: ["input", "body"] }),
  createIssue: parts("issue", true, { labelIds: ["input", "labelIds"] }),
  updateIssue: parts("issue", false, { labelIds: ["input", "labelIds"] }),
  addLabelsToLabelable: parts("issue", false, { labelIds: ["input", "labelIds"] }),
  createCommitOnBranch: parts("message", true, {
    title: ["input", "message", "headline"],
    body: ["input", "message", "body"],
  }),
  mergePullRequest: parts("message", false, {
    title: ["input", "commitHeadline"],
    body: ["input", "commitBody"],
    isComposed: true,
  }),
  enablePullRequestAutoMerge: parts("message", false, {
    title: ["input", "commitHeadline"],
    body: ["input", "commitBody"],
    isComposed: true,
  }),
  mergeBranch: parts("message", false, { body: ["input", "commitMessage"] }),
};

/** null: none of ours. `endpoint` is as gh is given it: a path, or a whole address. */
export function findTarget(method: string, endpoint: string): ApiTarget | null {
  if (endpoint === "graphql") return { kind: "graphql", isGrouped: true };
  const segments = segmentsOf(endpoint);
  if (segments.length === 1 && segments[0] === "graphql") return { kind: "graphql", isGrouped: false };
  const rest = belowRepository(segments);
  if (!rest) return null;
  for (const row of restRows) {
    if ((" " + row.methods + " ").includes(" " + method + " ") && matches(row.path, rest)) {
      return { kind: "rest", parts: row.parts };
    }
  }
  return null;
}

/** `repos/OWNER/NAME/…`, where a placeholder is one segment, or `repositories/ID/…`. */
function belowRepository(segments: readonly string[]): string[] | null {
  if (segments[0] === "repos") return segments.slice(3);
  return segments[0] === "repositories" ? segments.slice(2) : null;
}

/** As the server will see them: without host and query, decoded, dots resolved. */
function segmentsOf(endpoint: string): string[] {
  let path = endpoint.replace(/[?#][^]*$/, "");
  if (path.includes("://")) path = path.replace(/^[^]*?:\/\/[^/]*\/?/, "").replace(/^api\/(?:v3\/)?/, "");
  const segments: string[] = [];
  for (const raw of path.split("/")) {
    const segment = decodePercent(raw);
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments;
}

function decodePercent(text: string): string {
  return text.replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

function matches(pattern: string, segments: readonly string[]): boolean {
  const wanted = pattern.split("/");
  if (wanted[wanted.length - 1] === "**")
    return segments.length >= wanted.length && segments[0] === wanted[0];
  return wanted.length === segments.length && wanted.every((each, i) => each === "*" || each === segments[i]);
}
