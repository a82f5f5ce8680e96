"""What a program learns of its commits and its push from GitPython.

gitpython.py commit|refused
"""
import sys

import git

repo = git.Repo(".")
if sys.argv[1] == "commit":
    repo.index.add(["a"])
    print(repo.git.commit("-m", "From GitPython", "-m", "A body"))
    print(repo.git.commit("--amend", "--no-edit", "--author", "Bob Builder <bob@example.org>"))
    print(repo.git.execute(["git", "commit", "--allow-empty", "-F", "-"], istream=open("message")))

try:
    pushed = repo.remotes.origin.push("main")
    for info in pushed:
        print(info.local_ref, info.flags == info.FAST_FORWARD, info.summary)
    pushed.raise_if_error()
except git.exc.GitCommandError as error:
    print(error)
    sys.exit(1)
