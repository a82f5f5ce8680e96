/**
 * The globs of `match`: `*` is any run of characters, `?` one character, `{a,b}` one of several, which may be globs again.
 * Everything else stands for itself, in the case that it has. In a path, `*` and `?` are within a folder's name, and `**` is
 * any number of folders.
 */

/** For a name, such as an ability's. */
export function matchesName(name: string, glob: string): boolean {
  return patternOf(glob, "[^]").test(name);
}

/** For the path of a file. `roots`: folders; an absolute path below one of them is as good as one relative to it. */
export function matchesPath(path: string, glob: string, roots: readonly string[]): boolean {
  return patternOf(relativeTo(roots, glob), "[^/]").test(relativeTo(roots, path));
}

/** Callers use the same few again and again. */
const known = new Map<string, RegExp>();
const mostKnown = 500;

/** `one`: what a single wildcard stands for. */
function patternOf(glob: string, one: string): RegExp {
  const key = one + glob;
  const before = known.get(key);
  if (before !== undefined) return before;
  const pattern = new RegExp(`^${translate(glob, one)}$`);
  if (known.size >= mostKnown) known.clear();
  known.set(key, pattern);
  return pattern;
}

/** `isStart`: does a folder's name begin here? */
function translate(glob: string, one: string, isStart = true): string {
  const group = firstGroup(glob);
  if (group === null) return translatePlain(glob, one, isStart);
  const before = glob.slice(0, group.start);
  const begins = before === "" ? isStart : before.endsWith("/");
  const choices = group.choices.map((choice) => translate(choice, one, begins)).join("|");
  const after = translate(glob.slice(group.end), one, false);
  return `${translatePlain(before, one, isStart)}(?:${choices})${after}`;
}

function translatePlain(glob: string, one: string, isStart: boolean): string {
  return glob
    .split(isStart ? /((?<=^|\/)(?:\*\*\/)+|\*{2,}|\*|\?)/ : /((?<=\/)(?:\*\*\/)+|\*{2,}|\*|\?)/)
    .map((part, i) => {
      if (i % 2 === 0) return part.replace(/[.+^${}()|[\]\\]/g, "\\$&");
      if (part === "?") return one;
      if (part === "*") return `${one}*`;
      return part.endsWith("/") ? "(?:[^]*/)?" : "[^]*";
    })
    .join("");
}

/** The first braces with a comma between them; others stand for themselves. */
function firstGroup(glob: string): { start: number; end: number; choices: string[] } | null {
  for (let start = glob.indexOf("{"); start >= 0; start = glob.indexOf("{", start + 1)) {
    const cuts = [start];
    let depth = 0;
    for (let i = start; i < glob.length; i++) {
      if (glob[i] === "{") depth++;
      else if (glob[i] === "," && depth === 1) cuts.push(i);
      else if (glob[i] === "}" && --depth === 0) {
        if (cuts.length === 1) break;
        const ends = [...cuts.slice(1), i];
        return { start, end: i + 1, choices: cuts.map((cut, n) => glob.slice(cut + 1, ends[n])) };
      }
    }
  }
  return null;
}

/** Without `./`, and without the root that it is below. */
function relativeTo(roots: readonly string[], path: string): string {
  const plain = path.startsWith("/") ? belowRoot(roots, path) : path;
  return plain.replace(/\/(?:\.?\/)+/g, "/").replace(/^(?:\.\/+)+/, "");
}

function belowRoot(roots: readonly string[], path: string): string {
  const root = roots.map((each) => each.replace(/\/*$/, "/")).find((each) => path.startsWith(each));
  return root === undefined ? path : path.slice(root.length);
}
