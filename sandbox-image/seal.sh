#!/bin/sh
# Seals an install whose files belong to a package: 'interlock seal' and the package's scripts run it, as root. Unlike
# install.sh it copies nothing; it adds the two lines of a seal to the rules, bakes the plan and moves the system git and gh.
set -eu
umask 022
unset GIT_EXEC_PATH GIT_DIR CDPATH
LC_ALL=C
export LC_ALL

lib=$(cd -- "$(dirname -- "$0")" && pwd)
prefix=${lib%/lib/interlock}
from=$prefix
state=/var/lib/interlock
etc=/etc/interlock
config=$etc/config.yaml
minimal=false
for part in move-programs.sh swap-config.sh seal-programs.sh; do . "$lib/$part"; done

is_sealed() {
  [ -e "$state/moved" ]
}

# The rules that there are, with the lines of a seal; the starter if there are none.
write_sealed_rules() {
  rules=$state/rules.sealed
  if ! exists "$config"; then
    cp "$lib/config.yaml" "$rules"
    return
  fi
  [ -f "$config" ] || fail "'$config' is not a file" "remove it, or put the rules there"
  ! grep -q '^planDir:' "$config" || has_line planDir "$state/plans" "$config" ||
    fail "'$config' has another planDir" "remove the line: a sealed plan is kept in '$state/plans'"
  sed -e '/^sealed:/d; /^planDir:/d' -e "/^version:/a\\
sealed: true\\
planDir: $state/plans" "$config" >"$rules"
  # An existing order of the lines is kept: the file stays as it is.
  ! has_line sealed true "$config" || ! has_line planDir "$state/plans" "$config" || cp "$config" "$rules"
  check_sealed_rules
}

# remember <true or false>: the package does this again after an upgrade, and its scripts follow debconf's answer.
remember() {
  [ -z "${DPKG_MAINTSCRIPT_NAME-}${DEBIAN_HAS_FRONTEND-}" ] || return 0
  ! command -v debconf-set-selections >/dev/null || echo "interlock interlock/seal boolean $1" | debconf-set-selections
}

on_exit() {
  status=$?
  trap - EXIT
  rm -f "$state/rules.sealed"
  if [ "$status" -ne 0 ] && ! is_sealed; then
    # No program is moved yet: rules that say 'sealed: true' would stop every commit.
    recover_rules >&2
  elif [ "$status" -ne 0 ]; then
    if [ "$was_sealed" = true ]; then
      printf 'hint: the seal is incomplete: run this again, or undo it with: interlock seal --undo\n' >&2
    else
      run_undo >/dev/null && printf 'interlock: the seal was undone\n' >&2
    fi
  fi
  is_sealed || rmdir "$state/plans" "$state" "$etc" 2>/dev/null || true
  exit "$status"
}

run_seal() {
  was_sealed=false
  ! is_sealed || was_sealed=true
  mkdir -p "$etc" "$state/plans"
  trap on_exit EXIT
  trap 'exit 1' HUP INT TERM
  recover_rules
  write_sealed_rules
  check_git
  check_place
  put_rules "$rules"
  if ! interlock "$prefix" compile >/dev/null; then
    recover_rules
    fail "the plan cannot be baked" "fix '$config' or its plugins, as described above"
  fi
  divert_programs
  # Not before: until the list of moves is written, a failure must bring the old rules back.
  rm -f "$state/rules.old" "$state/rules.new"
  check_result
  ! exists "$etc/break-glass" || say "'$etc/break-glass' exists, and may disable the rules"
  remember true
  say "git is sealed; undo with 'interlock seal --undo'"
}

run_undo() {
  # The folder exists from the first step of a seal on, even if that was killed.
  [ -d "$state" ] || { say "git is not sealed"; return; }
  restore_programs
  recover_rules
  if is_starter "$config"; then
    rm -f "$config"
  elif [ -f "$config" ]; then
    sed -e '/^sealed:/d' -e "\\|^planDir:[ 	]*$state/plans|d" "$config" >"$state/rules.open"
    put_file "$state/rules.open" "$config" 644
  fi
  rm -rf "$lib/real" "$state"
  rmdir "$etc" 2>/dev/null || true
  remove_empty_record
  remember false
  say "the system git and gh are restored"
}

case ${1-} in
  '') act=run_seal ;;
  --undo) act=run_undo ;;
  *) fail "unknown option '$1'" "interlock seal --help" ;;
esac
[ "$(id -u)" -eq 0 ] || fail "this must run as root" "sudo interlock seal"
$act
