/** `git history` (since 2.54) opens an editor and runs no hook, so the rules run in the wrapped editor. */
import { noTraits } from "../git/command-traits.ts";
import { inject } from "../hooks/inject.ts";
import { messageWithoutOptions } from "../hooks/settings.ts";
import { quoteWords } from "../../engine/core/quote-words.ts";
import type { Command } from "./command.ts";

export const history: Command<null> = {
  kind: "intercepted",
  traits: noTraits,
  parse: () => null,
  needsRepository: true,
  decide: (host, command) =>
    inject(host, command, (settings) => ({
      reason: "git asks no hook",
      enforcingHooks: [],
      kind: "rebase",
      again: quoteWords(host.argv),
      wrapsEditor: true,
      message: { ...messageWithoutOptions(settings, settings.cleanup ?? "strip"), editor: true },
    })),
};
