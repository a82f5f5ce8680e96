# Makes a commit in every way, in an image: each must have the trailer once. Prints one line per way: "ok - <way>" or
# "not ok - <way>". Runs as the agent.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export GITHUB_APP_BOT_NAME=acme-bot GITHUB_APP_BOT_EMAIL=bot@acme.example
export GIT_AUTHOR_DATE='1700000000 +0000' GIT_COMMITTER_DATE='1700000000 +0000'
git config --global user.name Ann
git config --global user.email ann@example.org
git config --global init.defaultBranch main
git config --global advice.detachedHead false
trailer='Co-authored-by: acme-bot <bot@acme.example>'
core=$(git --exec-path)
files=0

say() {
  if [ "$1" = true ]; then
    echo "ok - $2"
  else
    echo "not ok - $2"
    sed 's/^/    /' "$work/log"
  fi
}

# way <name> <command>...: runs the command in a new repository whose branches 'main' and 'side' do not conflict, and checks
# HEAD, which must be a new commit.
way() {
  name=$1
  shift
  rm -rf repo
  {
    git init -q repo && cd repo &&
      raw_commit one && git branch side && raw_commit two &&
      git checkout -q side && raw_commit three && git checkout -q main
  } >"$work/log" 2>&1 || exit 1
  before=$(git rev-parse HEAD)
  good=true
  "$@" >>"$work/log" 2>&1 || good=false
  [ "$(git rev-parse HEAD)" != "$before" ] || good=false
  count=$(git log -1 --format=%B | grep -cxF "$trailer")
  [ "$count" -eq 1 ] || good=false
  echo "trailers: $count" >>"$work/log"
  cd .. || exit 1
  say "$good" "$name"
}

# A commit without the rules: fast-import writes messages unchanged.
raw_commit() {
  files=$((files + 1))
  branch=$(git symbolic-ref HEAD)
  from=
  ! git rev-parse -q --verify HEAD >/dev/null || from="from $branch^0"
  git fast-import --quiet <<END || return
commit $branch
committer Ann <ann@example.org> 1700000000 +0000
data <<EOM
$1
EOM
$from
M 644 inline file$files
data <<EOM
$files
EOM
END
  git reset -q --hard
}

composed() { git commit --allow-empty -m composed; }
from_file() { echo text >../message && git commit --allow-empty -F ../message; }
edited() { GIT_EDITOR='sh -c "echo edited >\"\$1\"" sh' git commit --allow-empty; }
amended() { git commit --amend --no-edit --allow-empty; }
unverified() { git commit --allow-empty --no-verify -m unverified; }
merged() { git merge -q --no-edit side; }
picked() { git cherry-pick side; }
reverted() { git revert --no-edit HEAD; }
rebased() { git checkout -q side && git rebase -q main; }
mailed() { git format-patch -q -1 side -o ../mail && git am -q ../mail/*.patch && rm -r ../mail; }
treed() { git reset -q "$(git commit-tree -p HEAD -m tree 'HEAD^{tree}')"; }
aliased() { git -c alias.ci='commit --allow-empty' ci -m aliased; }
shell_aliased() { git -c alias.ci='!git commit --allow-empty' ci -m aliased; }
hooked() {
  printf '#!/bin/sh\ngit commit --allow-empty -m hooked\n' >.git/hooks/post-checkout
  chmod +x .git/hooks/post-checkout
  git checkout -q -b other
}
core_git() { "$core/git" commit --allow-empty -m core; }
core_git_commit() { "$core/git-commit" --allow-empty -m core; }
by_exec_path() { PATH=$core:$PATH git commit --allow-empty -m core; }
without_path() { env -i HOME="$HOME" GITHUB_APP_BOT_NAME="$GITHUB_APP_BOT_NAME" \
  GITHUB_APP_BOT_EMAIL="$GITHUB_APP_BOT_EMAIL" PATH=/nowhere /usr/bin/git commit --allow-empty -m bare; }

way "commit -m" composed
way "commit -F" from_file
way "commit with an editor" edited
way "commit --amend" amended
way "commit --no-verify" unverified
way "merge" merged
way "cherry-pick" picked
way "revert" reverted
way "rebase" rebased
way "am" mailed
way "commit-tree" treed
way "an alias" aliased
way "an alias of the shell" shell_aliased
if [ "${SEALED:-yes}" = yes ]; then
  way "a hook of checkout" hooked
  way "git of git's exec-path" core_git
  way "git-commit of git's exec-path" core_git_commit
  way "git's exec-path first on the PATH" by_exec_path
  way "/usr/bin/git without a PATH" without_path
fi
