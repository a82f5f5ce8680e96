/**
 * A small GitHub on loopback. With `GH_HOST=github.localhost` gh speaks plain http, and with `http_proxy` set to this
 * server it sends that here, so that neither TLS nor a name in DNS is needed. It answers just what gh asks, and keeps
 * what it was sent.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answer, readOperation, type AnswerObject, type Operation } from "./answer-graphql.ts";
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
  variables?: { [name: string]: unknown } | null;
}

export class GithubServer {
  readonly sent: Sent[] = [];
  /** Every request as `METHOD path`, or `query Name`. */
  readonly seen: string[] = [];
  /** Every request as it came: a line `METHOD address`, and the bytes of its body. */
  readonly requests: { line: string; text: string }[] = [];
  /** What each request that changes something says of its length. */
  readonly lengths: (string | undefined)[] = [];
  #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const text = Buffer.concat(pieces).toString("utf8");
        this.requests.push({ line: `${request.method} ${request.url}`, text });
        const answered = this.#answer(request, text);
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
    this.requests.length = 0;
    this.lengths.length = 0;
  }

  #answer(request: IncomingMessage, text: string): unknown {
    const url = new URL(request.url ?? "/", "http://api.github.localhost");
    const path = url.pathname.replace(/^\/(?:api\/v3\/)?/, "");
    if (path === "graphql" || path === "api/graphql") {
      const asked = parse(text);
      if (isGraphql(asked)) return this.#answerGraphql(asked);
    }
    this.seen.push(`${request.method} ${path}`);
    // Number 7 is a pull request, which GitHub shows as an issue, too; any other is an issue alone, and 404 is not there.
    if (request.method === "GET")
      return path.endsWith("/7") ? { pull_request: {} } : path.endsWith("/404") ? [] : {};
    this.lengths.push(request.headers["content-length"]);
    this.sent.push({ what: `${request.method} ${path}${url.search}`, body: parse(text) });
    return { number: 7, html_url: "http://github.localhost/octo/demo/pull/7" };
  }

  #answerGraphql(request: GraphqlRequest): unknown {
    const { query } = request;
    const variables = request.variables ?? {};
    const operation = tryRead(query, variables);
    if (!operation) {
      this.sent.push({ what: "unreadable", body: request });
      return { errors: [{ message: "no GraphQL" }] };
    }
    const { kind, name, selections } = operation;
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

function tryRead(query: string, variables: { [name: string]: unknown }): Operation | null {
  try {
    return readOperation(query, variables);
  } catch {
    return null;
  }
}

function isGraphql(asked: unknown): asked is GraphqlRequest {
  return typeof asked === "object" && asked !== null && "query" in asked && typeof asked.query === "string";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
