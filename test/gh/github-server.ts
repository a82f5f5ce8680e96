/**
 * A small GitHub on loopback. With `GH_HOST=github.localhost` gh speaks plain http, and with `http_proxy` set to this
 * server it sends that here, so that neither TLS nor a name in DNS is needed. It answers just what gh asks, and keeps
 * what it was sent.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answer, readOperation, type AnswerObject } from "./answer-graphql.ts";
import { item, mutationAnswer, queryData } from "./github-data.ts";

/** A request that changes something. */
export interface Sent {
  /** `POST repos/octo/demo/pulls`, or the name of a mutation. */
  what: string;
  /** The JSON body, a mutation's `input`, or what is no JSON as text. */
  body: unknown;
}

interface GraphqlRequest {
  query: string;
  variables?: { [name: string]: unknown };
}

export class GithubServer {
  readonly sent: Sent[] = [];
  /** Every request as `METHOD path`, or `query Name`. */
  readonly seen: string[] = [];
  #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const answered = this.#answer(request, Buffer.concat(pieces).toString("utf8"));
        response.writeHead(200, { "Content-Type": "application/json; charset=utf-8" });
        response.end(JSON.stringify(answered));
      });
    });
  }

  static async start(): Promise<GithubServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new GithubServer(server);
  }

  get proxy(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** For the next command: `BLOCKED` makes `--auto` wait instead of merging at once. */
  begin(mergeState = "CLEAN"): void {
    item["mergeStateStatus"] = mergeState;
    this.sent.length = 0;
    this.seen.length = 0;
  }

  #answer(request: IncomingMessage, text: string): unknown {
    const url = new URL(request.url ?? "/", "http://api.github.localhost");
    const path = url.pathname.replace(/^\/(?:api\/v3\/)?/, "");
    if (path === "graphql" || path === "api/graphql")
      return this.#answerGraphql(JSON.parse(text) as GraphqlRequest);
    this.seen.push(`${request.method} ${path}`);
    if (request.method === "GET") return {};
    this.sent.push({ what: `${request.method} ${path}${url.search}`, body: parse(text) });
    return { number: 7, html_url: "http://github.localhost/octo/demo/pull/7" };
  }

  #answerGraphql(request: GraphqlRequest): unknown {
    const { query, variables = {} } = request;
    const { kind, name, selections } = readOperation(query, variables);
    this.seen.push(`${kind} ${name}`);
    if (kind !== "mutation") return { data: answer(selections, queryData) };
    const data: AnswerObject = {};
    for (const selection of selections) {
      // gh's own are in a variable; what a caller of `gh api` writes is kept whole.
      this.sent.push({ what: selection.name, body: variables["input"] ?? request });
      data[selection.name] = mutationAnswer;
    }
    return { data: answer(selections, data) };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
