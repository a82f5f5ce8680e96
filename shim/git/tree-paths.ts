/** Which files differ between two trees. */
/** The content of a tree; null if only git finds it. */
export type ReadTree = (id: string) => string | null;

interface Entry {
  name: string;
  isTree: boolean;
  mode: string;
  /** As the tree has it: bytes. */
  id: string;
  end: number;
}

/** Null if only git can tell. Ids in hexadecimal. */
export function differingPaths(read: ReadTree, before: string, after: string): string[] | null {
  const paths: string[] = [];
  return before === after || compare(read, before, after, "", paths) ? paths.sort() : null;
}

/** An empty id stands for a tree without entries. */
function compare(read: ReadTree, before: string, after: string, folder: string, paths: string[]): boolean {
  const [old, now] = [before === "" ? "" : read(before), after === "" ? "" : read(after)];
  if (old === null || now === null) return false;
  const idSize = (before || after).length / 2;
  const add = (entry: Entry, ids: [string, string]): boolean => {
    const path = folder + entry.name;
    if (entry.isTree) return compare(read, ids[0], ids[1], path + "/", paths);
    paths.push(path);
    return true;
  };
  let i = sameEntries(old, now, idSize);
  let j = i;
  while (old.slice(i) !== now.slice(j)) {
    const was = entryAt(old, i, idSize);
    const is = entryAt(now, j, idSize);
    if (was === undefined || is === undefined) return false;
    const order = was === null ? 1 : is === null ? -1 : orderOf(was, is);
    if (order <= 0) i = (was as Entry).end;
    if (order >= 0) j = (is as Entry).end;
    if (order < 0 && !add(was as Entry, [hexOf((was as Entry).id), ""])) return false;
    if (order > 0 && !add(is as Entry, ["", hexOf((is as Entry).id)])) return false;
    if (order !== 0) continue;
    const [a, b] = [was as Entry, is as Entry];
    if (a.id === b.id && a.mode === b.mode) continue;
    if (!add(b, [hexOf(a.id), hexOf(b.id)])) return false;
  }
  return true;
}

/** Where the first entry begins that may differ. */
function sameEntries(old: string, now: string, idSize: number): number {
  let [same, differs] = [0, Math.min(old.length, now.length) + 1];
  while (differs - same > 1) {
    const middle = (same + differs) >> 1;
    if (old.slice(0, middle) === now.slice(0, middle)) same = middle;
    else differs = middle;
  }
  let at = 0;
  for (;;) {
    const nul = old.indexOf("\0", at);
    if (nul < 0 || nul + 1 + idSize > same) return at;
    at = nul + 1 + idSize;
  }
}

/** Old gits wrote others, such as 100664, which git reads as one of these. */
const usualModes = ["100644", "40000", "100755", "120000", "160000"];

/** Null at the end; undefined if it is no entry as git writes it today. */
function entryAt(tree: string, at: number, idSize: number): Entry | null | undefined {
  if (at >= tree.length) return null;
  const space = tree.indexOf(" ", at);
  const nul = tree.indexOf("\0", space);
  if (space < 0 || nul < 0) return undefined;
  const mode = tree.slice(at, space);
  if (usualModes.indexOf(mode) < 0) return undefined;
  const end = nul + 1 + idSize;
  return {
    name: tree.slice(space + 1, nul),
    isTree: mode === "40000",
    mode,
    id: tree.slice(nul + 1, end),
    end,
  };
}

/** As git sorts a tree: a folder as if its name ended in a slash. A file and a folder of one name are two entries. */
function orderOf(a: Entry, b: Entry): number {
  const [first, second] = [a, b].map(({ name, isTree }) => (isTree ? name + "/" : name)) as [string, string];
  return first < second ? -1 : first > second ? 1 : 0;
}

function hexOf(id: string): string {
  let hex = "";
  for (let i = 0; i < id.length; i++) hex += ("0" + id.charCodeAt(i).toString(16)).slice(-2);
  return hex;
}
