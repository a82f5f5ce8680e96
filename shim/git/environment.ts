/**
 * Which of the caller's variables reach a git that interlock runs to decide something. A variable that is not
 * listed does not reach it: nobody knows which ones the next version of git will read.
 *
 * interlock does not trust the answers of that git (objects are hashed, see shim/push/), so a variable is
 * listed if the answer would be useless without it. Some that are omitted, and why:
 *
 * - GIT_CONFIG: only `git config` honours it, and would show us other settings than the command sees.
 * - LANG and LC_*, except for programs that ask for a password: under a UTF-8 locale, a pattern of `git
 *   config --get-regexp` does not match a key with other bytes.
 * - GIT_EXEC_PATH: other programs under the names of git's own.
 * - GIT_NAMESPACE, GIT_SHALLOW_FILE, GIT_GRAFT_FILE, GIT_REPLACE_REF_BASE, GIT_TEST_*: another history.
 *
 * The reason follows each name, as a comment and not as data, because every commit loads this file.
 * docs/security.md has the same table, and a test compares them.
 */
/** To find the repository, and to read its objects and settings as the command will. */
export const forReading: readonly string[] = [
  "HOME", // `~/.gitconfig` says which repositories are safe (`safe.directory`)
  "XDG_CONFIG_HOME", // so does `git/config` there
  "PATH", // for programs that a setting of the caller's names; git finds its own by its exec-path
  "LD_LIBRARY_PATH", // a git may need it to start; a sealed install takes it away from commands that rules apply to
  "LD_PRELOAD", // the same
  "SUDO_UID", // git takes a repository of the one who called sudo for safe
  "INTERLOCK_WRAPPERS", // ends a circle where the git behind us is a script that calls interlock
  "GIT_DIR", // the repository of the command
  "GIT_COMMON_DIR", // the repository of the command
  "GIT_WORK_TREE", // the repository of the command
  "GIT_IMPLICIT_WORK_TREE", // `--bare`
  "GIT_CEILING_DIRECTORIES", // where git looks for the repository
  "GIT_DISCOVERY_ACROSS_FILESYSTEM", // where git looks for the repository
  "GIT_OBJECT_DIRECTORY", // receive-pack keeps new objects apart; they are hashed like all
  "GIT_ALTERNATE_OBJECT_DIRECTORIES", // the same
  "GIT_QUARANTINE_PATH", // with it git moves no ref while objects are kept apart
  "GIT_CONFIG_NOSYSTEM", // which config files there are
  "GIT_CONFIG_SYSTEM", // which config files there are
  "GIT_CONFIG_GLOBAL", // which config files there are
  "GIT_CONFIG_PARAMETERS", // `-c` of the command; `safe.directory` may be given so
  "GIT_CONFIG_COUNT", // the same in variables
  "GIT_CONFIG_KEY_*", // the same in variables
  "GIT_CONFIG_VALUE_*", // the same in variables
];

/** Also, to predict the caller's commit. */
export const forSettings: readonly string[] = /* @__PURE__ */ forReading.concat([
  "GIT_AUTHOR_*", // whose the commit is
  "GIT_COMMITTER_*", // who commits
  "EMAIL", // who commits
  "GIT_INDEX_FILE", // what is staged
  "GIT_EDITOR", // which editor opens
  "VISUAL", // which editor opens
  "EDITOR", // which editor opens
  "TERM", // whether an editor can open
  "TZ", // the zone of a date that names none
]);

/** Also, to reach a remote as the caller does. */
export const forConnecting: readonly string[] = /* @__PURE__ */ forSettings.concat([
  "GIT_SSH", // the caller's ssh
  "GIT_SSH_COMMAND", // the caller's ssh
  "GIT_SSH_VARIANT", // the caller's ssh
  "SSH_*", // agent and askpass of the caller's ssh
  "GIT_ASKPASS", // credentials
  "GIT_TERMINAL_PROMPT", // credentials
  "GH_*", // credentials: `gh auth git-credential`
  "GITHUB_*", // credentials: the same
  "GITLAB_*", // credentials: `glab auth git-credential`
  "GCM_*", // credentials: git-credential-manager
  "KRB5*", // credentials
  "AWS_*", // credentials: `aws codecommit credential-helper`
  "GNUPGHOME", // a store of credentials
  "GPG_TTY", // a store of credentials
  "PASSWORD_STORE_DIR", // a store of credentials
  "DBUS_SESSION_BUS_ADDRESS", // a store of credentials
  "XDG_RUNTIME_DIR", // a store of credentials
  "XDG_CACHE_HOME", // a store of credentials: the socket of `git credential-cache`
  "DISPLAY", // an askpass of the caller's
  "WAYLAND_DISPLAY", // an askpass of the caller's
  "GIT_PROXY_COMMAND", // the way to the remote
  "GIT_PROXY_SSL_*", // the way to the remote
  "GIT_HTTP_*", // the way to the remote
  "http_proxy", // the way to the remote
  "https_proxy", // the way to the remote
  "HTTPS_PROXY", // the way to the remote
  "all_proxy", // the way to the remote
  "ALL_PROXY", // the way to the remote
  "no_proxy", // the way to the remote
  "NO_PROXY", // the way to the remote
  "GIT_SSL_*", // which certificates count
  "SSL_CERT_*", // which certificates count
  "NIX_SSL_CERT_FILE", // which certificates count
  "CURL_*", // which certificates count
  "GIT_ALLOW_PROTOCOL", // which ways the caller permits
  "GIT_PROTOCOL_FROM_USER", // which ways the caller permits
  "LANG", // words that a program of the caller's asks for a password in
  "LC_*", // the same
  "USER", // for settings of ssh and programs of the caller's that name it
  "LOGNAME", // the same
  "TMPDIR", // temporary files
]);
