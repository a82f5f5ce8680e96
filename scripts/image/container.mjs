/**
 * Builds the Dockerfile with buildah, without a registry: its base images are made from our root filesystems, and kept
 * in a separate storage folder.
 */
import { writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ensureSystem } from "./base-system.mjs";
import { mustRun, run } from "./run-mixed.mjs";

const bases = {
  "docker.io/library/node:20-bookworm": "node",
  "docker.io/library/debian:bookworm-slim": "bare",
};
const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Where the build finds this machine's settings for npm's registry. */
const settingsPlace = "/run/interlock-build";

export class Builder {
  constructor(project, work, say) {
    this.project = project;
    this.work = work;
    this.tars = Object.entries(bases).map(([name, system]) => [name, ensureSystem(system, say)]);
    const folder = join(dirname(this.tars[0][1]), "buildah");
    this.storage = ["--root", folder, "--runroot", join(work, "buildah"), "--storage-driver", "vfs"];
  }

  buildah(...words) {
    return mustRun("buildah", [...this.storage, ...words]).trim();
  }

  /** A cached image of another tar file is replaced. */
  importBases() {
    for (const [name, tar] of this.tars) {
      const format = ["inspect", "--type", "image", "--format", "{{.Docker.Config.Labels.tar}}", name];
      const kept = run("buildah", [...this.storage, ...format]);
      if (kept.ok && kept.output.trim() === basename(tar)) continue;
      const container = this.buildah("from", "scratch");
      this.buildah("add", "-q", container, tar, "/");
      this.buildah("config", "--env", `PATH=${path}`, "--label", `tar=${basename(tar)}`, container);
      this.buildah("commit", "-q", "--rm", container, name);
    }
    this.buildah("rmi", "--prune");
  }

  /** The Dockerfile names no path of this machine: what the build needs is mounted. */
  #volumes() {
    const ask = (key) =>
      run("npm", ["config", "get", key], { cwd: this.work, stdio: ["ignore", "pipe", "ignore"] });
    const setting = (key) => ask(key).output.trim().split("\n").at(-1);
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

  /** Builds an image with these options of `buildah build`, passes its name to `use`, and removes it. */
  build(name, words, use) {
    const options = ["--isolation", "chroot", "--pull-never", "--format", "docker", "-t", name];
    this.buildah("build", ...options, ...this.#volumes(), ...words, this.project);
    try {
      use(name);
    } finally {
      this.buildah("rmi", "--force", name);
      this.buildah("rmi", "--prune");
    }
  }

  /** Passes an image's root folder and metadata to `use`. */
  open(name, use) {
    const container = this.buildah("from", "--pull-never", name);
    try {
      const settings = JSON.parse(this.buildah("inspect", "--type", "image", name)).Docker.config;
      use(this.buildah("mount", container), settings);
    } finally {
      this.buildah("rm", container);
    }
  }
}
