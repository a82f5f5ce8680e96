import { run, SetupError } from "../command.mjs";

/** The version of an installed Debian package, as `1.2.3-1`. */
export function readPackageVersion(name) {
  const query = run("dpkg-query", ["-W", "-f", "${Version}", name]);
  if (query.ok && query.stdout) return query.stdout;
  throw new SetupError(
    `'${name}' is not installed as a Debian package`,
    "node scripts/ensure-dependencies.mjs --system-only --release",
    query.output,
  );
}

/** The package that a file belongs to. */
export function readOwner(file) {
  const query = run("dpkg-query", ["-S", file]);
  if (query.ok) return query.stdout.slice(0, query.stdout.search(/[:,]/));
  throw new SetupError(
    `'${file}' belongs to no Debian package`,
    "a release is built on Debian",
    query.output,
  );
}
