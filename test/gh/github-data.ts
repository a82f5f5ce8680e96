/** The one repository of the test's GitHub, which answers to every name. */
import type { Answer, AnswerObject } from "./answer-graphql.ts";

export const labelNames = ["bug", "help wanted", "a,b", "agent", "größe", "needs-triage"];

function label(name: string): Answer {
  return labelNames.includes(name) ? { id: `LABEL ${name}`, name } : null;
}

function list(nodes: Answer[]): AnswerObject {
  return { nodes, totalCount: nodes.length, pageInfo: { hasNextPage: false, endCursor: "" } };
}

/** A pull request or an issue, with what gh asks of either. */
export const item: AnswerObject = {
  __typename: "PullRequest",
  id: "ITEM",
  number: 7,
  title: "Old title",
  body: "Old body",
  state: "OPEN",
  url: "http://github.localhost/octo/demo/pull/7",
  headRefName: "new-topic_1",
  headRefOid: "1234567890",
  baseRefName: "main",
  mergeable: "MERGEABLE",
  mergeStateStatus: "CLEAN",
  isDraft: false,
  isCrossRepository: false,
  headRepositoryOwner: { id: "OWNER", login: "octo", name: "octo" },
  headRepository: { id: "REPO", name: "demo" },
  author: { login: "ann" },
  commits: list([]),
  labels: list([]),
  assignees: list([]),
  projectCards: list([]),
  projectItems: list([]),
  reviewRequests: list([]),
  milestone: null,
  viewerMergeBodyText: "Composed body",
  viewerMergeHeadlineText: "Composed headline",
  clientMutationId: "",
};

const repository: AnswerObject = {
  id: "REPO",
  name: "demo",
  owner: { login: "octo", id: "OWNER" },
  defaultBranchRef: { name: "main" },
  viewerPermission: "WRITE",
  viewerCanPush: true,
  hasIssuesEnabled: true,
  mergeCommitAllowed: true,
  squashMergeAllowed: true,
  rebaseMergeAllowed: true,
  label: ({ name }) => label(name ?? ""),
  labels: list(labelNames.map(label)),
  milestones: list([]),
  assignableUsers: list([]),
  projects: list([]),
  projectsV2: list([]),
  pullRequest: item,
  // Before it creates one gh asks whether it is there already.
  pullRequests: list([]),
  issue: { ...item, __typename: "Issue" },
  // Number 9 is a pull request, any other an issue.
  issueOrPullRequest: ({ number }) =>
    number === "9"
      ? { ...item, url: "http://github.localhost/octo/demo/pull/9" }
      : { ...item, __typename: "Issue", url: "http://github.localhost/octo/demo/issues/7" },
};

/** The server's schema has nothing that an old one would not have. */
const oldType: AnswerObject = { fields: [], inputFields: [], enumValues: [] };

export const queryData: AnswerObject = {
  repository: ({ owner = "octo", name = "demo" }) => ({
    ...repository,
    owner: { login: owner, id: "OWNER" },
    name,
  }),
  viewer: { login: "ann", projectsV2: list([]) },
  organization: { projects: list([]), projectsV2: list([]), teams: list([]) },
  user: { projectsV2: list([]) },
  node: item,
  __type: oldType,
};

/** Every mutation gives the thing it changed. */
export const mutationAnswer: AnswerObject = {
  clientMutationId: "",
  pullRequest: item,
  issue: item,
  __typename: "Payload",
};
