/**
 * The git settings that are read here, by what they are read for. Each git command reads as few as it needs.
 */
export interface WantedSettings {
  /**
   * Without one of these words, in any case, a file has nothing to say to us; most have none, and are not parsed.
   * No pattern: the script engine would take a microsecond for each byte of the file.
   */
  words: readonly string[];
  keys: RegExp;
  /** Those of them that lead elsewhere, so that the rest is not certain: other files, other hooks, another work tree. */
  doubtful: RegExp;
  /** The values are used as they are: where gits could read one in two ways, nothing is certain. */
  isExact?: boolean;
}

/** A name for each reading; not a map by string, so that a misspelt one does not compile. */
interface SettingsTable {
  /** Those that decide how a commit message is read, cleaned and hooked. */
  rewriting: WantedSettings;
  /** Those that injection needs: `askSettings` asks git for the same. */
  injection: WantedSettings;
  /** Those that say where the remotes are. Every clone has some, so they are read only where it matters. */
  remotes: WantedSettings;
  workTree: WantedSettings;
  /** What git does with a misspelt command. */
  correction: WantedSettings;
}

export const wantedSettings: SettingsTable = {
  rewriting: {
    words: [
      "hook",
      "include",
      "cleanup",
      "comment",
      "verbose",
      "encoding",
      "worktree",
      "mergeoptions",
      "[merge]",
    ],
    keys: /^(?:(?:include|includeif|hook)\.|core\.(?:hookspath|worktree|commentchar|commentstring)$|commit\.(?:cleanup|verbose)$|i18n\.commitencoding$|merge\.log$|branch\..*\.mergeoptions$|extensions\.worktreeconfig$)/,
    doubtful: /^(?:(?:include|includeif|hook)\.|core\.(?:hookspath|worktree)$)/,
  },
  injection: {
    words: [
      "hookspath",
      "comment",
      "cleanup",
      "status",
      "template",
      "verbose",
      "email",
      "name",
      "autocorrect",
      "ignoredhook",
      "mergeoptions",
      "include",
      "worktreeconfig",
    ],
    keys: /^(?:include(?:if)?\.|core\.(?:hookspath|commentchar|commentstring)$|commit\.(?:cleanup|status|template|verbose)$|(?:user|author|committer)\.(?:name|email)$|help\.autocorrect$|advice\.ignoredhook$|branch\.[^]*\.mergeoptions$|extensions\.worktreeconfig$)/,
    doubtful: /^include(?:if)?\./,
    isExact: true,
  },
  remotes: {
    words: ["url", "include", "worktree"],
    keys: /^(?:include(?:if)?\.|remote\.[^]*\.(?:push)?url$|url\.[^]*\.insteadof$|extensions\.worktreeconfig$)/,
    doubtful: /^include(?:if)?\./,
  },
  workTree: {
    words: ["worktree"],
    keys: /^core\.worktree$/,
    doubtful: /^$/,
    isExact: true,
  },
  correction: {
    words: ["autocorrect", "include", "worktree"],
    keys: /^(?:include(?:if)?\.|help\.autocorrect$|extensions\.worktreeconfig$)/,
    doubtful: /^include(?:if)?\./,
  },
};
