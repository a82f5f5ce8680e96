/**
 * Would the install config be found by whatever the agent's programs start?
 */
import { systemConfig } from "../../engine/core/system-config.ts";
import { configBesidePrefix } from "../../shim/plan/layers.ts";
import { ownPrefix } from "../own-prefix.ts";
import { warn, type Check } from "./finding.ts";

/** Gemini CLI, for one, keeps most variables from what it runs where GITHUB_SHA is set. */
export const checkInstallLayer: Check = ({ host, layers }) => {
  const isNamed = layers.install !== "" && layers.install !== systemConfig;
  if (!isNamed || configBesidePrefix(host) !== "") return [];
  return [
    warn(
      "config",
      "the install config is found by INTERLOCK_CONFIG alone: what is run without that variable has no rules",
      `move it to ${systemConfig}, or to ${ownPrefix()}${systemConfig}`,
    ),
  ];
};
