/** GitHub counts pull requests and issues together, and takes the number of a pull request for an issue's. Only it knows. */
import type { ApiLine } from "../../gh/api-line.ts";
import { valueOf } from "../../gh/parse-flags.ts";
import type { TextLine } from "../../gh/text-line.ts";
import type { Host } from "../../host.ts";
import { askGh } from "./ask-gh.ts";

/** `answer`: null if GitHub does not tell. Then that is said, with what to use `instead`. */
export function isPullRequest(answer: boolean | null, instead: string, unread: string[]): boolean {
  if (answer === null)
    unread.push("whether this is a pull request, whose description it would be: " + instead);
  return answer === true;
}

/** Of the issue that a request changes. */
export function askAboutRequest(host: Host, line: ApiLine): boolean | null {
  const server = valueOf(line.flags, "hostname");
  const words = ["api", "--method=GET", "--jq=.pull_request != null"].concat(
    server ? "--hostname=" + server : [],
  );
  const { status, stdout } = askGh(host, words.concat("--", line.endpoint));
  return status === 0 && /^(?:true|false)\n?$/.test(stdout) ? stdout.startsWith("true") : null;
}

/** Of the issues that `issue edit` names; null also if some are and some are not. */
export function askAboutIssues(host: Host, { targets, repo }: TextLine): boolean | null {
  let answer: boolean | null = null;
  for (const target of targets) {
    const words = ["issue", "view", "--json=url", "--jq=.url"].concat(repo ? "--repo=" + repo : []);
    const { status, stdout } = askGh(host, words.concat("--", target));
    const kind = status === 0 ? /\/(pull|issues)\/\d+\n?$/.exec(stdout) : null;
    const isPull = kind !== null && kind[1] === "pull";
    if (kind === null || (answer !== null && answer !== isPull)) return null;
    answer = isPull;
  }
  return answer;
}
