/** Checks the .debs and the npm packages of a release. Root installs them in root filesystems. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../command.mjs";
import { checkArm64Programs, checkLibraries, checkLintian } from "./deb-file.mjs";
import { checkDebInstall } from "./deb-install.mjs";
import { checkNpmInstall } from "./npm-install.mjs";

/** `context`: `packages`, the folder of the release; `scratch`; `report` and `say`. */
export async function checkPackages(context) {
  const { packages, scratch, report, say } = context;
  const files = readdirSync(packages).filter((name) => name.endsWith(".deb"));
  for (const file of files.sort()) {
    const [, version, arch] = file.replace(/\.deb$/, "").split("_");
    const tree = join(scratch, `deb-${arch}`);
    run("dpkg-deb", ["-x", join(packages, file), tree]);
    report(`${file}: lintian finds no error`, checkLintian(join(packages, file)));
    report(`${file}: it asks for the libraries that it needs`, checkLibraries(tree));
    if (arch === "arm64") report(`${file}: its programs run under qemu`, checkArm64Programs(tree, version));
    if (process.getuid() !== 0) continue;
    if (arch === "amd64") {
      checkDebInstall(context, file);
      await checkNpmInstall(context, version);
    }
  }
  if (process.getuid() !== 0) say("note: root also installs the packages in root filesystems");
}
