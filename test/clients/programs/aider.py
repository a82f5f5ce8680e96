"""How aider commits an edit of its own: through GitPython, past the hooks, under the names that it sets."""
import os

import git

repo = git.Repo(".", odbt=git.GitDB)
repo.git.add("a")
os.environ["GIT_COMMITTER_NAME"] = os.environ["GIT_AUTHOR_NAME"] = "Ann Author (aider)"
message = "feat: add a file\n\nCo-authored-by: aider (some-model) <aider@aider.chat>"
repo.git.commit(["-m", message, "--no-verify", "--", os.path.abspath("a")])
print(f"Commit {repo.head.commit.hexsha[:7]} {message}")
