/**
 * Checks the image that the Dockerfile builds, and images made by the recipes of sandbox-image/README.md.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInRoot } from "./in-root.mjs";
import { bot, checkSealed, judge } from "./sealed-checks.mjs";
import { variants } from "./variants.mjs";

const health = { Test: ["CMD", "interlock", "health", "--require-sealed"], Interval: 300_000_000_000 };
const expected = JSON.stringify({ User: "agent", WorkingDir: "/home/agent", Healthcheck: health });

/** Checks what `docker inspect` would show, and what must hold in every sealed image. */
export function checkDockerfile(builder, variant, results) {
  const name = `Dockerfile, ${variant}`;
  const check = (root, { User, WorkingDir, Healthcheck }) => {
    const found = JSON.stringify({ User, WorkingDir, Healthcheck });
    results.add(`${name}: user, folder and health check`, found === expected ? "" : found);
    const image = { name, run: (script, options) => runInRoot(root, script, options) };
    checkSealed(image, results, variants[variant]);
  };
  builder.build(`interlock-${variant}`, ["--build-arg", `VARIANT=${variant}`], (built) =>
    builder.open(built, check),
  );
}

/** Every Dockerfile that the README shows, over a bare Debian. */
export function checkRecipes(builder, project, results) {
  const text = readFileSync(join(project, "sandbox-image", "README.md"), "utf8");
  const recipes = [...text.matchAll(/^```dockerfile\n([^]*?)^```/gm)].map((match) => match[1]);
  builder.build("interlock-release", ["--target", "release"], () => {
    for (const [index, recipe] of recipes.entries()) {
      const file = join(builder.work, `recipe-${index}`);
      const git = recipe.includes("apt-get") ? "" : "RUN apt-get update && apt-get install -y git\n";
      writeFileSync(file, `FROM debian:bookworm-slim\n${git}${recipe}`);
      const check = (root) => {
        const result = runInRoot(root, "interlock health --require-sealed", { user: "agent", env: bot });
        results.add(`recipe ${index + 1} of the README`, judge(result, /^interlock: healthy: sealed/));
      };
      builder.build(`recipe-${index}`, ["-f", file], (built) => builder.open(built, check));
    }
  });
}
