/** What a program learns of its commands from simple-git, as JSON; ids are left to the caller to hide. */
import { simpleGit } from "simple-git";

const git = simpleGit();
const show = (name, value) => console.log(JSON.stringify({ [name]: value }, null, 1));

await git.add("a");
show("commit", await git.commit("From simple-git", { "--author": "Ann Author <ann@example.org>" }));
show("paragraphs", await git.commit(["Title", "Body"], { "--allow-empty": null }));
await git.checkoutLocalBranch("side");
show("on a side branch", await git.commit("On the side", { "--allow-empty": null }));
await git.checkout("main");
show("merge", await git.mergeFromTo("side", "main", ["--no-ff", "--no-edit"]));
show("amend", await git.raw("commit", "--amend", "--allow-empty", "-m", "Merged at last"));
show("push", await git.push("origin", "main"));
show("status", await git.status());
show(
  "log",
  (await git.log(["--topo-order"])).all.map(({ message, author_name }) => ({ message, author_name })),
);
await git.commit("Nothing is staged", ["missing"]).catch((error) => show("error", error.message));
