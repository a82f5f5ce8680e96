/**
 * What a git that is run to decide something gets of the caller's environment. A variable that is not listed here does
 * not reach it: nobody knows which ones the next version of git will read.
 *
 * Nothing of what it answers is believed for its own sake (objects are hashed, see shim/gate/), so a variable is listed
 * where the answer would be of no use without it.
 */
interface CallersVariable {
  /** With `*` at the end: all that begin so. */
  name: string;
  why: string;
}

/** To find the repository and to read its objects. */
const toRead: readonly CallersVariable[] = [
  { name: "HOME", why: "~/.gitconfig says which repositories are safe (safe.directory)" },
  { name: "XDG_CONFIG_HOME", why: "so does git/config in it" },
  { name: "PATH", why: "git finds its own programs by its exec-path, which is not listed" },
  { name: "LANG", why: "words in git's messages" },
  { name: "LC_*", why: "words in git's messages" },
  { name: "TMPDIR", why: "temporary files of git's" },
  { name: "USER", why: "an identity where none is configured" },
  { name: "LOGNAME", why: "an identity where none is configured" },
  { name: "SUDO_UID", why: "git takes a repository of whoever called sudo for safe" },
  { name: "GIT_DIR", why: "the repository of the command" },
  { name: "GIT_COMMON_DIR", why: "the repository of the command" },
  { name: "GIT_WORK_TREE", why: "the repository of the command" },
  { name: "GIT_IMPLICIT_WORK_TREE", why: "the repository of the command" },
  { name: "GIT_PREFIX", why: "the repository of the command" },
  { name: "GIT_CEILING_DIRECTORIES", why: "where git looks for it" },
  { name: "GIT_DISCOVERY_ACROSS_FILESYSTEM", why: "where git looks for it" },
  { name: "GIT_OBJECT_DIRECTORY", why: "receive-pack keeps new objects apart; they are hashed like all" },
  {
    name: "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    why: "receive-pack keeps new objects apart; they are hashed like all",
  },
  { name: "GIT_QUARANTINE_PATH", why: "receive-pack keeps new objects apart" },
  { name: "GIT_CONFIG_NOSYSTEM", why: "which settings there are; safe.directory is one" },
  { name: "GIT_CONFIG_SYSTEM", why: "which settings there are; safe.directory is one" },
  { name: "GIT_CONFIG_GLOBAL", why: "which settings there are; safe.directory is one" },
];

/** To say what a command of the caller's will see. Not GIT_CONFIG, which `git config` alone honours. */
const toSeeSettings: readonly CallersVariable[] = [
  { name: "GIT_CONFIG_PARAMETERS", why: "-c of the command" },
  { name: "GIT_CONFIG_COUNT", why: "settings of the command" },
  { name: "GIT_CONFIG_KEY_*", why: "settings of the command" },
  { name: "GIT_CONFIG_VALUE_*", why: "settings of the command" },
  { name: "GIT_AUTHOR_*", why: "who commits" },
  { name: "GIT_COMMITTER_*", why: "who commits" },
  { name: "EMAIL", why: "who commits" },
  { name: "GIT_EDITOR", why: "which editor opens" },
  { name: "VISUAL", why: "which editor opens" },
  { name: "EDITOR", why: "which editor opens" },
  { name: "TERM", why: "whether an editor can open" },
];

/** To reach a remote as the caller does. */
const toConnect: readonly CallersVariable[] = [
  { name: "GIT_SSH", why: "the caller's ssh" },
  { name: "GIT_SSH_COMMAND", why: "the caller's ssh" },
  { name: "GIT_SSH_VARIANT", why: "the caller's ssh" },
  { name: "SSH_*", why: "agent and askpass of the caller's ssh" },
  { name: "GIT_ASKPASS", why: "credentials" },
  { name: "GIT_TERMINAL_PROMPT", why: "credentials" },
  { name: "GIT_PROXY_COMMAND", why: "the way to the remote" },
  { name: "GIT_PROXY_SSL_*", why: "the way to the remote" },
  { name: "GIT_SSL_*", why: "which certificates count" },
  { name: "SSL_CERT_*", why: "which certificates count" },
  { name: "CURL_*", why: "which certificates count" },
  { name: "GIT_HTTP_*", why: "the way to the remote" },
  { name: "GIT_ALLOW_PROTOCOL", why: "which ways the caller permits" },
  { name: "GIT_PROTOCOL_FROM_USER", why: "which ways the caller permits" },
  { name: "http_proxy", why: "the way to the remote" },
  { name: "https_proxy", why: "the way to the remote" },
  { name: "HTTPS_PROXY", why: "the way to the remote" },
  { name: "all_proxy", why: "the way to the remote" },
  { name: "ALL_PROXY", why: "the way to the remote" },
  { name: "no_proxy", why: "the way to the remote" },
  { name: "NO_PROXY", why: "the way to the remote" },
  { name: "DISPLAY", why: "an askpass of the caller's" },
  { name: "WAYLAND_DISPLAY", why: "an askpass of the caller's" },
  { name: "DBUS_SESSION_BUS_ADDRESS", why: "a store of credentials" },
  { name: "XDG_RUNTIME_DIR", why: "a store of credentials" },
  { name: "GNUPGHOME", why: "a store of credentials" },
  { name: "KRB5*", why: "credentials" },
];

const namesOf = (variables: readonly CallersVariable[]): string[] => variables.map(({ name }) => name);

export const forReading: readonly string[] = namesOf(toRead);
export const forSettings: readonly string[] = forReading.concat(namesOf(toSeeSettings));
export const forConnecting: readonly string[] = forSettings.concat(namesOf(toConnect));
