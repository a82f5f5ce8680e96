/**
 * An npm registry with the packages of one folder, for a test. Prints its address.
 *
 *   node scripts/release/check/registry.mjs <folder>
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { run } from "../../command.mjs";

const folder = process.argv[2];

function readPackage(file) {
  const manifest = JSON.parse(run("tar", ["-xzOf", join(folder, file), "package/package.json"]).stdout);
  const integrity = `sha512-${createHash("sha512")
    .update(readFileSync(join(folder, file)))
    .digest("base64")}`;
  return { ...manifest, dist: { integrity, tarball: file } };
}

const packages = readdirSync(folder)
  .filter((name) => name.endsWith(".tgz"))
  .map(readPackage);

const server = createServer((request, response) => {
  const name = decodeURIComponent(request.url.slice(1));
  const file = packages.find(({ dist }) => dist.tarball === name);
  if (file) return response.end(readFileSync(join(folder, name)));
  const found = packages.find((entry) => entry.name === name);
  if (!found) return response.writeHead(404).end("{}");
  const tarball = `http://${request.headers.host}/${found.dist.tarball}`;
  const versions = { [found.version]: { ...found, dist: { ...found.dist, tarball } } };
  return response.end(JSON.stringify({ name, versions, "dist-tags": { latest: found.version } }));
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`));
