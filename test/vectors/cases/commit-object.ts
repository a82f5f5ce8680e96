import type { Vector } from "../vector.ts";

const id = "0123456789abcdef0123456789abcdef01234567";
const tree = `tree ${id}\n`;
const parent = `parent ${id}\n`;
const author = "author Ann <ann@example.org> 1 +0000\n";
const committer = "committer Bo <bo@example.org> 1 +0000\n";
const plain = tree + parent + author + committer;
const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n author x\n -----END PGP SIGNATURE-----\n";

const usual: { [title: string]: string } = {
  "a plain one": plain,
  "a root": tree + author + committer,
  "an octopus": tree + parent + parent + parent + author + committer,
  "no name, no address, no date": `${tree}author \ncommitter <>\n`,
  "an encoding": `${plain}encoding ISO-8859-1\n`,
  "a signature": plain + signature,
  "a tag that was merged": `${plain}mergetag object ${id}\n type commit\n tag v1\n \n text\n`,
  "headers of others": `${plain}HG:extra branch:default\nchange-id xyz\nodd\nodd one\n two\n \n three\n`,
  "a signature behind an encoding": `${plain}encoding EUC-JP\n${signature}gpgsig-sha256 x\n y\n`,
};

const where = (name: string): string =>
  `its header is not as git writes it: '${name}' is missing, or stands twice or in another place`;

const odd: { [title: string]: [header: string, why: string] } = {
  "a NUL byte": [`${tree}author A\0\n${committer}`, "its header has a NUL byte, where git stops reading"],
  "no line end": [plain.slice(0, -1), "its header ends in the middle of a line"],
  "no tree": [author + committer, where("tree")],
  "a tree with a short id": [`tree ${id.slice(1)}\n${author}${committer}`, where("tree")],
  "nothing but a tree": [tree, where("author")],
  "two trees": [tree + tree + author + committer, where("author")],
  "a parent with a long id": [`${tree}parent ${id}0\n${author}${committer}`, where("parent")],
  "a parent in capitals": [`${tree}parent ${id.toUpperCase()}\n${author}${committer}`, where("parent")],
  "a parent behind the author": [tree + author + parent + committer, where("committer")],
  "a parent at the end": [tree + author + committer + parent, where("parent")],
  "no author": [tree + committer, where("author")],
  "two authors": [tree + author + author + committer, where("committer")],
  "an author at the end": [tree + author + committer + author, where("author")],
  "no committer": [tree + author, where("committer")],
  "two committers": [plain + committer, where("committer")],
  "two encodings": [`${plain}encoding UTF-8\nencoding UTF-16\n`, where("encoding")],
  "a line that goes on with the committer": [
    `${plain} encoding UTF-16\n`,
    "its header has a line that belongs to no other",
  ],
  "a line that goes on with the encoding": [
    `${plain}encoding UTF-8\n x\n`,
    "its header has a line that belongs to no other",
  ],
};

const commit = (header: string): unknown => ({ id, header, separator: "\n", message: "One\n" });

export const oddHeaderCases: readonly Vector[] = Object.keys(usual)
  .map((title): Vector => ({ title, input: [commit(usual[title] as string)], output: null }))
  .concat(
    Object.keys(odd).map((title): Vector => {
      const [header, why] = odd[title] as [string, string];
      return { title, input: [commit(header)], output: why };
    }),
  );
