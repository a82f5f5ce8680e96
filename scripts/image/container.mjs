/**
 * The Dockerfile, built for real by buildah, without a registry: the images that it names are made from our root
 * filesystems. Storage is a folder of its own.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureSystem } from "./base-system.mjs";
import { mustRun, run } from "./command.mjs";

const bases = {
  "docker.io/library/node:20-bookworm": "node",
  "docker.io/library/debian:bookworm-slim": "bare",
};

/** Where the settings by which this machine reaches npm's registry appear in the build. */
const settingsPlace = "/run/interlock-build";

export class Builder {
  constructor(project, work, say) {
    this.project = project;
    this.work = work;
    this.say = say;
    this.storage = [
      "--root",
      join(work, "storage"),
      "--runroot",
      join(work, "run"),
      "--storage-driver",
      "vfs",
    ];
  }

  buildah(...words) {
    return mustRun("buildah", [...this.storage, ...words]).trim();
  }

  importBases() {
    for (const [name, system] of Object.entries(bases)) {
      const container = this.buildah("from", "scratch");
      this.buildah("add", "-q", container, ensureSystem(system, this.say), "/");
      this.buildah(
        "config",
        "--env",
        "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        container,
      );
      this.buildah("commit", "-q", "--rm", container, name);
    }
  }

  /** No path of this machine is in the Dockerfile: what the build needs of it is mounted. */
  #volumes() {
    const setting = (key) =>
      run("npm", ["config", "get", key], { cwd: this.work }).output.trim().split("\n").at(-1);
    const lines = [`registry=${setting("registry")}`];
    const volumes = [];
    const authorities = setting("cafile");
    if (authorities !== "null") {
      lines.push(`cafile=${settingsPlace}/ca.crt`);
      volumes.push("--volume", `${authorities}:${settingsPlace}/ca.crt:ro`);
    }
    const file = join(this.work, "npmrc");
    writeFileSync(file, `${lines.join("\n")}\n`);
    return [...volumes, "--volume", `${file}:/usr/local/etc/npmrc:ro`];
  }

  /** The root folder of the built image, and what it says about itself. */
  build(variant) {
    const name = `interlock-${variant}`;
    const options = [
      "--isolation",
      "chroot",
      "--pull-never",
      "--format",
      "docker",
      "--build-arg",
      `VARIANT=${variant}`,
    ];
    this.buildah("build", ...options, ...this.#volumes(), "-t", name, this.project);
    const container = this.buildah("from", "--pull-never", name);
    const root = this.buildah("mount", container);
    return { root, settings: JSON.parse(this.buildah("inspect", "--type", "image", name)).Docker.config };
  }
}
