import { onTestFinished } from "vitest";
import { listen } from "./http-backend.ts";

/** Until the test ends; the address of the folder's `bare.git`. */
export async function serve(folder: string): Promise<string> {
  const { address, close } = await listen(folder);
  onTestFinished(close);
  return `${address}/bare.git`;
}
