import { spawn } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { realGit } from "./paths.ts";

/** A `git daemon` of root's that takes pushes, until it is closed; the address of the folder. */
export async function listenForGit(folder: string): Promise<{ address: string; close: () => void }> {
  const port = await freePort();
  const options = ["--reuseaddr", "--export-all", "--enable=receive-pack", "--max-connections=0"];
  const daemon = spawn(
    realGit,
    ["daemon", "--listen=127.0.0.1", `--port=${port}`, `--base-path=${folder}`, "--verbose", ...options],
    {
      env: { PATH: "/usr/bin:/bin", HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  await new Promise<void>((resolve, reject) => {
    daemon.stderr.on("data", (chunk) => {
      if (String(chunk).includes("Ready")) resolve();
    });
    daemon.once("close", (status) => reject(new Error(`git daemon ended with ${status}`)));
  });
  return { address: `git://127.0.0.1:${port}`, close: () => void daemon.kill() };
}

function freePort(): Promise<number> {
  const probe = createServer();
  return new Promise((resolve) =>
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    }),
  );
}
