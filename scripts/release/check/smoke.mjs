/** Runs what was unpacked: the version, and commits in front of the real git, with a rule. */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../command.mjs";

const trailer = "Co-authored-by: Robo Bot <bot@example.org>";

/** A home, a config that names the unpacked github plugin, and a repository. */
function makeSandbox(folder, prefix) {
  const repository = join(folder, "repo");
  mkdirSync(join(folder, "home"), { recursive: true });
  const config = join(folder, "config.yaml");
  writeFileSync(config, `version: 1\nplugins:\n  dirs: [${join(prefix, "plugins", "github")}]\n`);
  const person = "[user]\n\tname = Ann Author\n\temail = ann@example.org\n";
  writeFileSync(join(folder, "home", ".gitconfig"), person);
  const env = {
    PATH: "/usr/bin:/bin",
    HOME: join(folder, "home"),
    GIT_CONFIG_NOSYSTEM: "1",
    INTERLOCK_CONFIG: config,
    GITHUB_APP_BOT_NAME: "Robo Bot",
    GITHUB_APP_BOT_EMAIL: "bot@example.org",
  };
  run("/usr/bin/git", ["init", "-q", "-b", "main", repository], { env });
  return { repository, env };
}

/** The binary alone: with no cold side beside it, it can only take the plan that is there. */
function copyBinary(prefix, folder) {
  cpSync(join(prefix, "bin"), join(folder, "bin"), { recursive: true, verbatimSymlinks: true });
  return join(folder, "bin");
}

/**
 * `emulator`: what runs programs of that machine, as ["qemu-aarch64-static"], or nothing. `compilerPrefix`: the unpacked
 * prefix of this machine, which compiles the plan.
 */
export function makeSmoke({ folder, prefix, compilerPrefix, emulator }) {
  const { repository, env } = makeSandbox(folder, prefix);
  const bin = copyBinary(prefix, folder);
  const start = (name, args, path) => {
    const [command, ...words] = [...emulator, join(bin, name), ...args];
    return run(command, words, { cwd: repository, env: { ...env, PATH: path } });
  };
  const call = (name, args) => start(name, args, `${bin}:${env.PATH}`);

  return {
    version(version) {
      const said = call("interlock", ["--version"]);
      return said.stdout === `interlock ${version}\n` ? [] : [said.output];
    },
    passThrough() {
      const said = call("git", ["rev-parse", "--show-toplevel"]);
      return said.ok && said.stdout === `${repository}\n` ? [] : [said.output];
    },
    /** The rule takes effect in `args`, once; that it was not there before is sure, as the repository is new. */
    commit(args) {
      const compiled = run(join(compilerPrefix, "bin", "interlock"), ["compile"], { cwd: repository, env });
      if (!compiled.ok) return [compiled.output];
      const said = call("git", args);
      const message = run("/usr/bin/git", ["log", "-1", "--format=%B"], { cwd: repository, env });
      const found = message.stdout.split("\n").filter((line) => line === trailer).length;
      return said.ok && found === 1 ? [] : [said.output + message.output];
    },
  };
}
