import { spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** `git http-backend` as a CGI program, until it is closed; the address of the folder. */
export async function listenForHttp(folder: string): Promise<{ address: string; close: () => void }> {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "", "http://x");
    const backend = spawn("/usr/lib/git-core/git-http-backend", {
      env: {
        PATH: "/usr/bin:/bin",
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: "1",
        GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
        REMOTE_USER: "somebody",
        REQUEST_METHOD: request.method ?? "",
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
      },
    });
    request.pipe(backend.stdin);
    const chunks: Buffer[] = [];
    backend.stdout.on("data", (chunk) => chunks.push(chunk));
    backend.on("close", () => {
      const answer = Buffer.concat(chunks);
      const blank = answer.indexOf("\r\n\r\n");
      const headers = answer.subarray(0, blank).toString("latin1").split("\r\n");
      for (const line of headers) {
        const [name = "", value = ""] = line.split(/: */, 2);
        if (name === "Status") response.statusCode = Number.parseInt(value, 10);
        else response.setHeader(name, value);
      }
      response.end(answer.subarray(blank + 4));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, close: () => void server.close() };
}

/** Until the test ends; the address of the folder's `bare.git`. */
export async function serve(folder: string): Promise<string> {
  const { address, close } = await listenForHttp(folder);
  onTestFinished(close);
  return `${address}/bare.git`;
}
