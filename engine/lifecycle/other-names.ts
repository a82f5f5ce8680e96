/**
 * Names that people who come from git's own hooks, or who guess, give to our hook points. Not aliases: a file should say
 * what runs, and git's hooks do not quite do what our points do.
 */
import type { HookPointName } from "../core/hook-points.ts";

/** Written without dots, dashes and capitals. */
const otherNames: { [name: string]: HookPointName } = {
  commitmsg: "commit.message.finalize",
  commitmessage: "commit.message.finalize",
  message: "commit.message.finalize",
  commit: "commit.message.finalize",
  precommit: "commit.message.finalize",
  premergecommit: "commit.message.finalize",
  applypatchmsg: "commit.message.finalize",
  preapplypatch: "commit.message.finalize",
  beforecommit: "commit.message.finalize",
  commitbefore: "commit.message.finalize",
  // What a hook before a push, or on a server, would look at: the gate judges these rules again.
  prepush: "commit.message.finalize",
  prereceive: "commit.message.finalize",
  update: "commit.message.finalize",
  preparecommitmsg: "commit.message.prepare",
  preparecommitmessage: "commit.message.prepare",
  commitprepare: "commit.message.prepare",
  push: "push.before",
  beforepush: "push.before",
  pr: "pull_request.description.finalize",
  prdescription: "pull_request.description.finalize",
  prbody: "pull_request.description.finalize",
  pullrequest: "pull_request.description.finalize",
  pullrequestdescription: "pull_request.description.finalize",
  pullrequestbody: "pull_request.description.finalize",
  labels: "issue.labels.finalize",
  issuelabels: "issue.labels.finalize",
  issue: "issue.labels.finalize",
  response: "response.finalize",
};

/** The point that was probably meant, or null. */
export function pointMeantBy(name: string): HookPointName | null {
  const plain = name.toLowerCase().replace(/[^a-z]/g, "");
  return Object.hasOwn(otherNames, plain) ? (otherNames[plain] as HookPointName) : null;
}
