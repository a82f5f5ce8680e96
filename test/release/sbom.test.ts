import { expect, test } from "vitest";
import { findSbomProblems, listBundledPackages } from "../../scripts/release/check/sbom-problems.mjs";
import { listShipped, renderSbom } from "../../scripts/release/sbom.mjs";
import { root } from "../support/paths.ts";

const part = (name: string) => ({
  "bom-ref": `${name}@1.0.0`,
  type: "library",
  name,
  version: "1.0.0",
  purl: `pkg:npm/${name}@1.0.0`,
  licenses: [{ license: { id: "MIT" } }],
});

/** As npm gives it: with packages for development, under the folder's name, at this time of day. */
const npm = {
  $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  serialNumber: "urn:uuid:93386916-c953-442b-85bc-49cfd475587d",
  metadata: { timestamp: new Date().toISOString(), component: { ...part("interlock"), name: "some-folder" } },
  components: [part("yaml"), part("vitest")],
  dependencies: [
    { ref: "interlock@1.0.0", dependsOn: ["yaml@1.0.0", "vitest@1.0.0"] },
    { ref: "yaml@1.0.0", dependsOn: [] },
    { ref: "vitest@1.0.0", dependsOn: ["yaml@1.0.0"] },
  ],
};

const linked = ["duktape", "zlib", "musl", "libgcc"].map((name) => ({
  name,
  version: "1.0.0",
  licence: name === "libgcc" ? "GPL-3.0-or-later WITH GCC-exception-3.1" : "MIT",
  purl: `pkg:deb/debian/${name}@1.0.0`,
  description: "linked",
}));

function render(commit = "c0ffee") {
  const date = new Date("2026-01-02T03:04:05Z");
  return renderSbom({ npm, shipped: ["yaml@1.0.0"], parts: linked, properties: { commit }, date });
}

test("the bill lists what is shipped and linked, and not what development needs", () => {
  const sbom = render();
  expect(sbom.components.map(({ name }: { name: string }) => name)).toEqual([
    "yaml",
    "duktape",
    "zlib",
    "musl",
    "libgcc",
  ]);
  expect(JSON.stringify(sbom)).not.toContain("vitest");
  expect(findSbomProblems(sbom, ["yaml"])).toEqual([]);
});

test("the bill is the same each time, and has another serial number for another commit", () => {
  expect(render()).toEqual(render());
  expect(render("beef").serialNumber).not.toBe(render().serialNumber);
});

test("every dependency in package.json is listed as shipped, also one that development wants too", () => {
  const names = listShipped(root).map(({ ref }) => ref.replace(/@[^@]*$/, ""));
  expect(names).toEqual(
    expect.arrayContaining(["@eslint-community/regexpp", "execa", "refa", "yaml", "zod"]),
  );
  expect(names).not.toContain("vitest");
});

test.each([
  ["'zod' is missing", (sbom: any) => sbom, ["yaml", "zod"]],
  [
    "'musl' is missing",
    (sbom: any) => ({
      ...sbom,
      dependencies: [],
      components: sbom.components.filter((c: any) => c.name !== "musl"),
    }),
    [],
  ],
  [
    "'yaml@1.0.0' has no licence",
    (sbom: any) => ({
      ...sbom,
      components: [{ ...sbom.components[0], licenses: [] }, ...sbom.components.slice(1)],
    }),
    [],
  ],
  [
    "'gone@1' is no component",
    (sbom: any) => ({ ...sbom, dependencies: [{ ref: "gone@1", dependsOn: [] }] }),
    [],
  ],
  ["the serial number is not a UUID", (sbom: any) => ({ ...sbom, serialNumber: "1" }), []],
  [
    "a bom-ref stands for two components",
    (sbom: any) => ({ ...sbom, components: [...sbom.components, sbom.components[0]] }),
    [],
  ],
])("a bill is found wrong: %s", (problem, change, packages) => {
  expect(findSbomProblems(change(render()), packages)).toEqual([problem]);
});

test("the packages in a bundle are read from its comments, wherever node_modules lies", () => {
  const bundle = [
    "// node_modules/yaml/dist/index.js",
    "  // ../elsewhere/node_modules/@scope/name/a.js",
    "// node_modules/one/node_modules/two/b.js",
    "// cli/main.ts",
    "// see node_modules/not/this for more",
  ].join("\n");
  expect(listBundledPackages(bundle)).toEqual(["@scope/name", "two", "yaml"]);
});
