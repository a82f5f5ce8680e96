// The tests' servers: they outlive the commands that are measured, so their time is not among the commands'.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { root, scratch } from "./world.mjs";

/** Serves the repositories in a folder; gives its address for each transport, and the way to end it. */
export async function startServers(folder) {
  const outfile = join(scratch, "servers.mjs");
  const contents =
    'export { listenForHttp } from "./serve-http.ts"; export { listenForGit } from "./serve-git.ts";';
  await esbuild.build({
    stdin: { contents, resolveDir: join(root, "test", "support") },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    define: { "import.meta.dirname": JSON.stringify(join(root, "test", "support")) },
    logLevel: "error",
  });
  const { listenForHttp, listenForGit } = await import(pathToFileURL(outfile).href);
  const [http, daemon] = [await listenForHttp(folder), await listenForGit(folder)];
  return {
    addresses: { "a path": folder, "`git://`": daemon.address, http: http.address },
    close() {
      http.close();
      daemon.close();
    },
  };
}
