/** What is wrong with a bill of materials; empty if nothing is. Pure. */

const serial = /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Beside npm's packages; every binary has them. */
const linked = ["duktape", "zlib", "musl", "libgcc"];

/** `packages`: the names of the npm packages that are in the bundles. */
export function findSbomProblems(sbom, packages) {
  const problems = [];
  const expect = (right, problem) => right || problems.push(problem);
  expect(sbom.bomFormat === "CycloneDX" && sbom.specVersion === "1.5", "it is not CycloneDX 1.5");
  expect(serial.test(sbom.serialNumber), "the serial number is not a UUID");
  expect(!Number.isNaN(Date.parse(sbom.metadata?.timestamp)), "there is no time");
  expect(sbom.metadata?.component?.name === "interlock", "it is not about interlock");

  const components = sbom.components ?? [];
  const refs = [sbom.metadata?.component, ...components].map((part) => part?.["bom-ref"]);
  expect(new Set(refs).size === refs.length, "a bom-ref stands for two components");
  for (const part of components) {
    for (const key of ["type", "name", "version", "purl"]) {
      expect(typeof part[key] === "string" && part[key] !== "", `'${part["bom-ref"]}' has no ${key}`);
    }
    const licensed = part.licenses?.some(({ license, expression }) => license?.id ?? expression);
    expect(licensed, `'${part["bom-ref"]}' has no licence`);
  }
  for (const { ref, dependsOn } of sbom.dependencies ?? []) {
    for (const other of [ref, ...dependsOn]) expect(refs.includes(other), `'${other}' is no component`);
  }
  const names = components.map((part) => part.name);
  for (const name of [...linked, ...packages]) expect(names.includes(name), `'${name}' is missing`);
  return problems;
}

/** The npm packages that a bundle of esbuild is made of: each module has a comment with its path. */
export function listBundledPackages(bundle) {
  const modules = bundle.matchAll(/^ *\/\/ (?:\S+\/)?node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S+$/gm);
  return [...new Set([...modules].map((match) => match[1]))].sort();
}
