// `npm test`: everything that must pass for a commit, except for tests with servers (`npm run remotes`). Independent steps run in parallel.
import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Did the npm script succeed? Its output is shown when it ends, so that two do not mix. */
function step(name) {
  const child = spawn("npm", ["run", "-s", name], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => output.push(data));
  return new Promise((resolve) => {
    child.once("error", (error) => output.push(`error: npm cannot be started: ${error.message}\n`));
    child.once("close", (status) => {
      for (const data of output) process.stdout.write(data);
      if (status !== 0) process.stderr.write(`error: 'npm run ${name}' failed\n`);
      resolve(status === 0);
    });
  });
}

async function buildAll() {
  return [(await step("build")) && (await step("test-binaries"))];
}

async function checkAll() {
  return [await step("lint"), await step("typecheck")];
}

const results = await Promise.all([buildAll(), checkAll()]);
if (results.flat().every((worked) => worked)) {
  const tests = spawn("npm", ["run", "-s", "vitest"], { cwd: root, stdio: "inherit" });
  tests.once("close", (status) => (process.exitCode = status ?? 1));
} else {
  process.exitCode = 1;
}
