/**
 * `layers:` in a config file: what the layers below may do. A lower layer cannot extend its own rights.
 */
import { encodeUtf8 } from "../../core/bytes.ts";
import type { Layer, Reference } from "../../core/plan.ts";
import { repositoryPolicies, type RepositoryPolicy } from "../schema/config-schema.ts";
import type { Problem } from "../../core/problem.ts";
import { ignoredKey, type ConfigLayer } from "./read-layers.ts";

export interface LayerRights {
  /** When a repository's own layer is used. */
  repository: RepositoryPolicy;
  /** Names whose sealed values lower layers may read. */
  readableBelow: string[];
  /** The plan's reference to an environment variable that a layer names; null if the layer may not read it. */
  referenceTo(layer: Layer, name: string): Reference | null;
  diagnostics: Problem[];
}

export function findLayerRights(layers: readonly ConfigLayer[]): LayerRights {
  const install = layers.find(({ layer }) => layer === "install");
  const user = layers.find(({ layer }) => layer === "user");
  const byInstall = install?.config.layers?.env ?? [];
  const byUser = user?.config.layers?.env ?? [];
  const most = install === undefined ? null : policyOf(install);
  const asked = user?.config.layers?.repository;
  const isRaised = most !== null && asked !== undefined && isMore(asked, most);
  return {
    repository: isRaised ? most : (asked ?? most ?? "trusted"),
    readableBelow: [...new Set(byInstall)].sort().map(encodeUtf8),
    referenceTo(layer, name) {
      // Without an install layer there are no sealed values.
      if (layer === "install" || byInstall.includes(name)) return `env.${name}`;
      if (layer === "user") return install === undefined ? `env.${name}` : `caller.${name}`;
      return byUser.includes(name) ? `caller.${name}` : null;
    },
    diagnostics:
      isRaised && user !== undefined && install !== undefined ? [raised(user, asked, install)] : [],
  };
}

/** In a sealed install, a sandbox, the agent itself would be the one to trust a repository. So the default is `off`. */
function policyOf({ config }: ConfigLayer): RepositoryPolicy {
  return config.layers?.repository ?? (config.sealed ? "off" : "trusted");
}

function isMore(policy: RepositoryPolicy, than: RepositoryPolicy): boolean {
  return repositoryPolicies.indexOf(policy) > repositoryPolicies.indexOf(than);
}

function raised({ file, source }: ConfigLayer, asked: RepositoryPolicy, install: ConfigLayer): Problem {
  const frame = source.frame(["layers", "repository"]);
  return ignoredKey(file, frame, `'layers.repository: ${asked}'`, install.file);
}
