/**
 * Which of git's test scripts belong together. A script is named by its number, as git's own
 * documentation does; the rest of its name may change between versions.
 */
export const groups = [
  {
    name: "commit",
    inCi: true,
    scripts: "t1007 t1100 t3900 t7005 t7500 t7501 t7502 t7507 t7509 t7510 t7514 t7516 t7526 t7528",
  },
  {
    name: "hooks",
    inCi: true,
    scripts: "t1350 t1416 t1800 t5401 t5402 t5403 t5407 t5411 t7503 t7504 t7505 t7520",
  },
  { name: "trailers", inCi: true, scripts: "t7513" },
  {
    name: "alias",
    inCi: true,
    scripts: "t0005 t0007 t0012 t0014 t0040 t0061 t0210 t0211 t0212 t1300 t1309 t7006 t9003",
  },
  {
    name: "merge",
    inCi: true,
    scripts: "t5520 t5521 t6200 t7600 t7601 t7604 t7607 t7608 t7611 t7614",
  },
  { name: "cherry-pick", inCi: true, scripts: "t3501 t3505 t3506 t3507 t3508 t3510 t3511 t3514" },
  { name: "am", inCi: true, scripts: "t4150 t4151 t4152 t4153 t4254 t4257" },
  {
    name: "rebase",
    inCi: true,
    scripts:
      "t3400 t3403 t3404 t3405 t3406 t3408 t3413 t3415 t3418 t3423 t3428 t3429 t3430 t3434 t3436 t3437",
  },
  { name: "push", inCi: true, scripts: "t5516 t5523 t5531 t5541 t5543 t5545 t5548 t5571 t5801" },
  {
    name: "other-writers",
    inCi: false,
    scripts: "t2400 t3301 t3903 t6030 t6050 t7003 t7004 t7407 t9300",
  },
].map((group) => ({ ...group, scripts: group.scripts.split(" ") }));

/** `--all`: the rest of the suite, t8 and t9, is about git's companions (blame, svn, cvs, p4, gitweb). */
const wholeSuite = /^t[0-7]\d{3}-/;

const numberOf = (script) => script.slice(0, 5);

/** The scripts of the tree that a selection names, and the words that name none. */
export function selectScripts({ all, words }, present) {
  if (all) return { scripts: present.filter((script) => wholeSuite.test(script)), unknown: [] };
  const wanted = words.length > 0 ? words : groups.filter((group) => group.inCi).map((group) => group.name);
  const chosen = new Set();
  const unknown = [];
  for (const word of wanted) {
    const numbers = groups.find((group) => group.name === word)?.scripts;
    const found = present.filter((script) =>
      numbers ? numbers.includes(numberOf(script)) : script === word || numberOf(script) === word,
    );
    if (found.length === 0) unknown.push(word);
    for (const script of found) chosen.add(script);
  }
  return { scripts: present.filter((script) => chosen.has(script)), unknown };
}
