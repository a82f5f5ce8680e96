/** A test's own GitHub and sandbox, which go when it ends. */
import { onTestFinished } from "vitest";
import { GhSandbox, type GhOptions, type GhRun, type Installed } from "./gh-sandbox.ts";
import { GithubServer, type Sent } from "./github-server.ts";

export interface WithGithub {
  server: GithubServer;
  box: GhSandbox;
  installed: Installed;
  /** Through interlock. */
  gh(words: string[], options?: GhOptions): Promise<GhRun & { sent: Sent[] }>;
}

/** `files`: below the sandbox's folder; the config file is in `interlock/`. */
export async function withGithub(
  configText: string,
  files: { [path: string]: string } = {},
): Promise<WithGithub> {
  const server = await GithubServer.start();
  server.begin();
  const box = new GhSandbox();
  onTestFinished(async () => {
    await server.stop();
    box.remove();
  });
  for (const [path, content] of Object.entries(files)) box.write(path, content);
  const installed = box.install(configText);
  return {
    server,
    box,
    installed,
    async gh(words, options = {}) {
      server.begin();
      const env = { ...installed.env, ...options.env };
      const run = await box.gh(server, words, { program: installed.program, ...options, env });
      return { ...run, sent: [...server.sent] };
    },
  };
}
