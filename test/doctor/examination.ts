import type { Finding } from "../../cli/doctor/finding.ts";
import type { Run } from "../support/sandbox.ts";

export interface Examination {
  status: number | string;
  effective: boolean;
  sealed: boolean;
  findings: Finding[];
}

/** Of `interlock doctor --json`. */
export function parseExamination({ status, stdout }: Run): Examination {
  return { status, ...JSON.parse(stdout) };
}

/** What one check found, a line each. */
export function only(findings: readonly Finding[], check: string): string[] {
  return findings.filter((each) => each.check === check).map(({ status, message }) => `${status} ${message}`);
}
