/** The git settings that interlock reads, grouped by purpose. Each git command reads as few as it needs. */
export interface WantedSettings {
  /**
   * A file without any of these words (in any case) has none of the settings
   * and is not parsed; most files have none. These are not patterns, because
   * the script engine would take a microsecond for each byte of the file.
   */
  words: readonly string[];
  keys: RegExp;
  /**
   * Keys that make the other settings uncertain, because they name
   * other files, other hooks or another work tree.
   */
  doubtful: RegExp;
  /** Values are used verbatim: if versions of git could parse one differently, the settings are uncertain. */
  isExact?: boolean;
}

/** A field for each purpose, not a map by string, so that a misspelt one does not compile. */
interface SettingsTable {
  /** How git cleans a commit message, and which hooks see it. */
  rewriting: WantedSettings;
  /** What injection needs: `askSettings` asks git for the same. */
  injection: WantedSettings;
  /** Where the remotes are. Every clone has some, so they are read only if a rule needs them. */
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
      "template",
      "encoding",
      "worktree",
      "mergeoptions",
      "[merge]",
    ],
    keys: /^(?:(?:include|includeif|hook)\.|core\.(?:hookspath|worktree|commentchar|commentstring)$|commit\.(?:cleanup|template|verbose)$|i18n\.commitencoding$|merge\.log$|branch\..*\.mergeoptions$|extensions\.worktreeconfig$)/,
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
      "event",
      "encoding",
      "mergeoptions",
      "include",
      "worktreeconfig",
    ],
    keys: /^(?:include(?:if)?\.|hook\.[^]*\.event$|core\.(?:hookspath|commentchar|commentstring)$|commit\.(?:cleanup|status|template|verbose)$|(?:user|author|committer)\.(?:name|email)$|help\.autocorrect$|advice\.ignoredhook$|i18n\.commitencoding$|branch\.[^]*\.mergeoptions$|extensions\.worktreeconfig$)/,
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
