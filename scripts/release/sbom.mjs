/** The bill of materials of a release: CycloneDX 1.5, the same bytes for the same commit. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run, SetupError } from "../command.mjs";

/** npm's bill of everything in the lock file; it needs no installed packages. */
export function readNpmSbom(root) {
  const sbom = run("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], { cwd: root });
  if (sbom.ok) return JSON.parse(sbom.stdout);
  throw new SetupError("'npm sbom' failed", "it needs npm 10 or newer", sbom.output);
}

/**
 * The packages that are not only for development, as `name@version`. We do not use `npm sbom --omit dev`, because it
 * omits packages that a development package also needs, such as yaml.
 */
export function listShipped(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(([path, entry]) => path !== "" && !entry.dev && !entry.devOptional)
    .map(([path, { version }]) => ({ path, ref: `${path.replace(/^.*node_modules\//, "")}@${version}` }));
}

/** A linked or embedded part that is not an npm package. */
function renderPart({ name, version, licence, purl, description }) {
  const licenses = licence.includes(" ") ? [{ expression: licence }] : [{ license: { id: licence } }];
  return {
    "bom-ref": `${name}@${version}`,
    type: "library",
    name,
    version,
    scope: "required",
    purl,
    description,
    licenses,
  };
}

/** The serial number is derived from a digest: the same content has the same number. */
function renderSerialNumber(content) {
  const digest = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  const groups = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
  ];
  return `urn:uuid:${[...groups, digest.slice(20, 32)].join("-")}`;
}

/** `npm`: the result of readNpmSbom; `parts`: those that are not npm packages; `properties`: how it was built. */
export function renderSbom({ npm, shipped, parts, properties, date }) {
  const refs = new Set(shipped);
  const root = npm.metadata.component["bom-ref"];
  const extras = parts.map(renderPart);
  const dependencies = npm.dependencies
    .filter(({ ref }) => ref === root || refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  for (const extra of extras) {
    dependencies.find(({ ref }) => ref === root).dependsOn.push(extra["bom-ref"]);
    dependencies.push({ ref: extra["bom-ref"], dependsOn: [] });
  }
  const content = {
    metadata: {
      timestamp: date.toISOString(),
      lifecycles: [{ phase: "build" }],
      // Without npm's version, which does not affect the build.
      tools: [{ vendor: "npm", name: "cli" }],
      // npm uses the folder's name as the project's.
      component: { ...npm.metadata.component, type: "application", name: root.replace(/@[^@]*$/, "") },
      properties: Object.entries(properties).map(([name, value]) => ({ name: `interlock:${name}`, value })),
    },
    components: [...npm.components.filter((part) => refs.has(part["bom-ref"])), ...extras],
    dependencies,
  };
  const { $schema, bomFormat, specVersion } = npm;
  return {
    $schema,
    bomFormat,
    specVersion,
    serialNumber: renderSerialNumber(content),
    version: 1,
    ...content,
  };
}
