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
};
