import type { PointName } from "./points/lifecycle-points.ts";

/** What differs where a runtime runs hooks. */
export interface RuntimeRules {
  /** Points where a hook that cannot run refuses, whatever the hook or the point itself says. */
  failsClosed?: readonly PointName[];
  /** What stands between the contexts of several hooks; left out: a blank line. */
  contextJoint?: string;
}
