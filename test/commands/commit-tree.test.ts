import { testCommands } from "../support/compare-with-git/test-cases.ts";

const tree = "HEAD^{tree}";

testCommands([
  { title: "commit-tree -m", run: `git update-ref refs/heads/new $(git commit-tree -p HEAD -m one ${tree})` },
  {
    title: "commit-tree with several -m",
    run: `git update-ref refs/heads/new $(git commit-tree ${tree} -p HEAD -m one -m two)`,
  },
  {
    title: "commit-tree -F",
    run: `echo one >../m; git update-ref refs/heads/new $(git commit-tree ${tree} -p HEAD -F ../m)`,
  },
  {
    title: "commit-tree -F -",
    run: `git update-ref refs/heads/new $(echo one | git commit-tree ${tree} -p HEAD -F -)`,
  },
  {
    title: "commit-tree -m and -F",
    run: `echo two >../m; git update-ref refs/heads/new $(git commit-tree ${tree} -m one -F ../m -m three)`,
  },
  {
    title: "commit-tree from standard input",
    run: `git update-ref refs/heads/new $(echo one | git commit-tree ${tree} -p HEAD)`,
  },
  {
    title: "commit-tree from standard input without a line end",
    run: `git update-ref refs/heads/new $(printf one | git commit-tree ${tree} -p HEAD)`,
  },
  {
    title: "commit-tree with attached values",
    run: `git update-ref refs/heads/new $(git commit-tree -pHEAD -mone ${tree})`,
  },
  {
    title: "commit-tree of a merge",
    run: `git update-ref refs/heads/new $(git commit-tree ${tree} -p HEAD -p side -m one)`,
  },
  {
    title: "commit-tree -F from a subdirectory",
    run: `echo one >m; git update-ref refs/heads/new $(cd deep && git commit-tree ${tree} -p HEAD -F m)`,
  },
]);
