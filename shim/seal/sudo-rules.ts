/** Reads what `sudo -l` prints in the C locale: which programs may be run as root without a password? */

export interface PasswordFree {
  /** Every program. */
  any: boolean;
  /** The programs that are named, with their arguments. */
  some: string[];
}

export function parseSudoRules(list: string): PasswordFree {
  const found: PasswordFree = { any: false, some: [] };
  const begin = list.indexOf("may run the following commands");
  if (begin < 0) return found;
  // Then no rule needs the tag.
  const isExempt = /[\s,](?:!authenticate|exempt_group=)/.test(list.slice(0, begin));
  for (const line of list.slice(begin).split("\n")) {
    const rule = /^\s+\(([^)]*)\)\s+(.*)$/.exec(line);
    if (rule === null || !isAsRoot(rule[1] as string)) continue;
    let isFree = isExempt;
    // A comma of a command is quoted.
    for (const quoted of (rule[2] as string).replace(/\\,/g, "\0").split(",")) {
      let command = quoted.replace(/\0/g, "\\,").trim();
      // An option, such as CWD=/srv, or a tag, which holds for what follows, too.
      for (let tag = findTag(command); tag !== null; tag = findTag(command)) {
        if (tag === "NOPASSWD:") isFree = true;
        if (tag === "PASSWD:") isFree = false;
        command = command.slice(tag.length).trim();
      }
      if (!isFree || command === "" || command.startsWith("!")) continue;
      if (command === "ALL") found.any = true;
      else found.some.push(command);
    }
  }
  return found;
}

/** `users`: and after a colon groups, which do not matter. */
function isAsRoot(users: string): boolean {
  const names = (users.split(":")[0] as string).split(",").map((name) => name.trim());
  const isNamed = names.some((name) => name === "ALL" || name === "root" || name === "#0");
  return isNamed && names.indexOf("!root") < 0 && names.indexOf("!#0") < 0;
}

function findTag(command: string): string | null {
  const tag = /^(?:[A-Z_]+:|[A-Z_]+=\S+)/.exec(command);
  return tag === null ? null : tag[0];
}
