// The repositories that the measured commands work in.
import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { byGit, env, runNow, scratch, write } from "./world.mjs";

/** With one commit, and no hook. */
export function makeRepository(name) {
  const path = join(scratch, name);
  runNow(byGit("init", "-q", path));
  runNow(byGit("-C", path, "commit", "-q", "--allow-empty", "-m", "chore: first"));
  return path;
}

export function copyRepository(path, name) {
  const copy = join(scratch, name);
  cpSync(path, copy, { recursive: true });
  return copy;
}

/** Commits to replay, each with a file of its own, and the same as patches. */
export function makePicks(name, count) {
  const path = makeRepository(name);
  const script = `base=$(git rev-parse HEAD); for i in $(seq ${count}); do echo $i >f$i; git add f$i; git commit -q -m "fix: change $i"; done
    topic=$(git rev-parse HEAD); git checkout -q --detach $base; git commit -q --allow-empty -m "chore: onto"; echo $(git rev-parse HEAD) $topic`;
  const ends = execFileSync("sh", ["-ec", script], { cwd: path, env, encoding: "utf8" });
  const [onto, topic] = ends.trim().split(" ");
  const patches = runNow(byGit("-C", path, "format-patch", "--stdout", `${topic}~${count}..${topic}`));
  return { path, onto, topic, patches: write(join(scratch, `${name}.mbox`), `${patches}\n`) };
}

/** A bare repository whose commits have a body, two trailers, and a changed file each. */
export function makeHistory(name, count) {
  const folder = join(scratch, name);
  runNow(byGit("init", "-q", "--bare", folder));
  const parts = [];
  for (let i = 0; i < count; i++) {
    const message = `fix(part-${i % 50}): retry upload ${i}

The upload of part ${i} failed when the connection was lost,
and nothing tried it again. Now it is tried three times.

Reviewed-by: Reviewer ${i % 7} <reviewer-${i % 7}@example.org>
Co-authored-by: Robo Bot <bot@example.org>
`;
    const who = `Ann Author <ann@example.org> ${1_500_000_000 + i} +0000`;
    parts.push(
      `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata ${message.length}\n${message}\nM 644 inline f${i % 100}\ndata <<E\n${i}\nE\n`,
    );
  }
  runNow(byGit("fast-import", "--quiet"), { cwd: folder, input: parts.join("") });
  return folder;
}
