/** The environment of a hook program, whichever host runs it. */

/** What every program gets: what a shell needs, and nothing that says what the caller is doing. */
export const usualVariables: readonly string[] = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TMPDIR",
  "TZ",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
];

/**
 * Instead of these in a sealed install: the caller's PATH, home and locale lead to files of the caller's, which interpreters
 * load.
 */
export const sealedVariables: { readonly [name: string]: string } = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  HOME: "/",
  TMPDIR: "/tmp",
  LC_ALL: "C.UTF-8",
  PYTHONNOUSERSITE: "1",
  // A program at a commit runs among the caller's files, which `python3 -c` would otherwise import.
  PYTHONSAFEPATH: "1",
};

/**
 * What says where git's repository and its index are: `local_repo_env` in git's environment.c, without settings and what shows
 * another history. A program that runs in git's own hook gets those that git has set.
 */
export const repositoryVariables: readonly string[] = [
  "GIT_DIR",
  "GIT_COMMON_DIR",
  "GIT_WORK_TREE",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_PREFIX",
];
