/**
 * The formats of `interlock verify`: the parser, the help, completion and docs/verify.md derive from it. To add one: its row here, a file
 * in cli/verify/formats/, and its line in formats.ts there.
 */
export const verifyFormats = {
  /** The default, and the only one that the native binary has. */
  text: "for people",
  json: "one object",
  github: "workflow commands of GitHub Actions",
  sarif: "SARIF 2.1.0; a commit is a logical location",
  junit: "JUnit's XML; a commit is a test case",
};

export type FormatName = keyof typeof verifyFormats;

export const formatNames = Object.keys(verifyFormats) as FormatName[];
