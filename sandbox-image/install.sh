#!/bin/sh
# Makes interlock the git of the image it runs in. As root, inside the image; safe to run again.
set -eu
umask 022 # the agent's user must be able to read and run it, and not to change it
unset GIT_EXEC_PATH GIT_DIR CDPATH
LC_ALL=C
export LC_ALL

usage='usage: install.sh [<options>]

  --from DIR      the built prefix: dist, dist-packaged or an unpacked release (default: the folder of this script)
  --minimal       leave the cold side out of the image; it is used from DIR to bake the plan
  --no-seal       do not take the place of the image'"'"'s git; to be put first on the PATH instead
  --config FILE   the rules, in place of the config file that is there
  --uninstall     put everything back as it was'

prefix=/opt/interlock
lib=$prefix/lib/interlock
etc=/etc/interlock
config=$etc/config.yaml
command_link=/usr/local/bin/interlock
record=/var/log/interlock/audit.log # of the starter

fail() {
  printf 'error: %s\nhint: %s\n' "$1" "$2" >&2
  exit 1
}

say() {
  printf 'interlock: %s\n' "$1"
}

here=$(cd -- "$(dirname -- "$0")" && pwd)
from=$here
[ ! "$here" -ef "$lib" ] || from=$prefix # the installed copy of this script
given_config=
minimal=false
seal=true
uninstall=false
while [ $# -gt 0 ]; do
  case $1 in
    --minimal) minimal=true ;;
    --no-seal) seal=false ;;
    --uninstall) uninstall=true ;;
    --from | --config)
      [ $# -ge 2 ] && [ -n "$2" ] || fail "'$1' needs a value" "install.sh --help"
      if [ "$1" = --from ]; then from=$2; else given_config=$2; fi
      shift
      ;;
    -h | --help)
      printf '%s\n' "$usage"
      exit 0
      ;;
    *) fail "'$1' is no option" "install.sh --help" ;;
  esac
  shift
done

# --- moving programs away and back ---

exists() {
  [ -e "$1" ] || [ -L "$1" ]
}

# A link to one of our programs, whatever its name.
is_ours() {
  case $(readlink -- "$1" 2>/dev/null) in
    "$prefix"/bin/*) true ;;
    *) false ;;
  esac
}

has_dpkg() {
  command -v dpkg-divert >/dev/null 2>&1 && [ -e /var/lib/dpkg/status ]
}

is_diverted() {
  [ "$(dpkg-divert --truename "$1")" = "$2" ]
}

# divert <path> <where it goes> <our program>. With dpkg, a package that brings the path again writes to where
# it went. dpkg-divert moves the file before it records that: both halves may have been left behind alone.
divert() {
  mkdir -p "${2%/*}"
  if has_dpkg; then
    if ! is_diverted "$1" "$2"; then
      ! is_ours "$1" || rm -f "$1"
      dpkg-divert --quiet --package interlock --divert "$2" --rename --add "$1" ||
        fail "'$1' cannot be diverted" "see 'dpkg-divert --list $1'"
    fi
    is_ours "$1" || ! exists "$1" || fail "'$1' is diverted, and yet a program lies there" "remove it, and run this again"
  elif exists "$1" && ! is_ours "$1"; then
    mv -f "$1" "$2"
  fi
  is_ours "$1" || ln -s "$prefix/bin/$3" "$1"
}

# The opposite. What a package manager put over our link is newer than what was moved away.
restore() {
  ! is_ours "$1" || rm -f "$1"
  if has_dpkg; then
    is_diverted "$1" "$2" || return 0
    dpkg-divert --quiet --package interlock --divert "$2" --rename --remove "$1" ||
      fail "'$1' cannot be put back" "its program is '$2'; see 'dpkg-divert --list $1'"
  elif exists "$1"; then
    rm -f "$2"
  elif exists "$2"; then
    mv -f "$2" "$1"
  fi
}

# What is diverted: path, where it goes, our program. gh may come later, and then goes where it should.
list_diversions() {
  printf '%s %s %s\n' /usr/bin/git "$lib/real/git" git "$core/git" "$lib/real/core/git" git
  ! exists "$core/git-http-push" || printf '%s %s %s\n' "$core/git-http-push" "$lib/real/core/http-push" git
  if has_dpkg || exists /usr/bin/gh; then printf '%s %s %s\n' /usr/bin/gh "$lib/real/gh" gh; fi
}

run_uninstall() {
  [ -d "$lib" ] || fail "there is no '$lib' to remove" "was it installed here?"
  if [ -e "$lib/moved" ]; then
    while read -r path moved program; do restore "$path" "$moved"; done <"$lib/moved"
  fi
  left=$(find "$lib/real" ! -type d 2>/dev/null || true)
  [ -z "$left" ] || fail "these were not put back: $left" "move them to where they belong, and run this again"
  ! is_ours "$command_link" || rm -f "$command_link"
  ! cmp -s "$config" "$lib/config.yaml" || rm -f "$config"
  ! exists "$config" || say "'$config' was changed, and stays"
  rmdir "$etc" 2>/dev/null || true
  if [ -s "$record" ]; then say "'$record' has records, and stays"; else rm -f "$record"; fi
  rmdir "${record%/*}" 2>/dev/null || true
  if [ -e "$lib/plugins" ]; then
    while read -r plugin; do rm -rf "$prefix/plugins/${plugin:?}"; done <"$lib/plugins"
  fi
  rm -rf "$prefix/bin" "$lib"
  for folder in "$prefix/lib" "$prefix/plugins" "$prefix"; do
    [ ! -d "$folder" ] || rmdir "$folder" 2>/dev/null || say "'$folder' has files of others, and stays"
  done
  say "uninstalled"
}

# --- install: everything is checked before anything is changed ---

# Where a folder above is not root's alone, what lies below can be exchanged.
check_folder() {
  [ -d "$1" ] || return 0
  [ -z "$(find "$1/" -prune \( ! -user 0 -o -perm -020 -o -perm -002 \))" ] ||
    fail "'$1' can be written to by others than root" "chown 0:0 '$1' && chmod go-w '$1'"
}

check_source() {
  from=$(cd -- "$from" 2>/dev/null && pwd) || fail "'$from' is not a folder" "install.sh --from DIR"
  [ -x "$from/bin/interlock" ] || fail "'$from' is not a built prefix: no bin/interlock" "npm run build, then --from dist"
  "$from/bin/interlock" --version >/dev/null || fail "'$from/bin/interlock' does not run here" "take the release for $(uname -m)"
  cold=$from/lib/interlock/cold
  if [ ! -x "$cold/interlock-cold" ]; then
    [ -e "$cold/cli.cjs" ] || fail "'$from' has no cold side, which bakes the plan" "take a prefix from 'npm run build' or 'npm run package'"
    node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)' 2>/dev/null ||
      fail "the plan cannot be baked: no Node 20 or newer, and no packaged cold side" \
        "install Node, or take the prefix of 'npm run package' (with --minimal it leaves nothing behind)"
  fi
}

# A value of the config, in the one form that the shim reads it in.
has_line() {
  grep -Eq "^$1:[ 	]+$2[ 	]*\$" "$3"
}

check_config() {
  rules=$given_config
  [ -n "$rules" ] || ! exists "$config" || rules=$config
  [ -n "$rules" ] || rules=$here/config.yaml
  [ -f "$rules" ] && [ -r "$rules" ] || fail "'$rules' is not a file that can be read" "install.sh --config FILE"
  [ "$seal" = true ] || return 0
  has_line sealed true "$rules" || fail "'$rules' has no line 'sealed: true'" "add it, or use --no-seal"
  has_line planDir "$lib/plans" "$rules" || fail "'$rules' does not say where the plan is baked" "add the line 'planDir: $lib/plans'"
}

check_git() {
  for git in "$lib/real/git" /usr/bin/git; do
    [ ! -x "$git" ] || break
  done
  [ -x "$git" ] || fail "there is no git in '/usr/bin'" "install git by the package manager, then run this again"
  core=$("$git" --exec-path) && [ -d "$core" ] || fail "'$git' does not run" "reinstall git"
  # Another git on the PATH would be the one that is called, or could be.
  (
    IFS=:
    for folder in /usr/local/bin /usr/local/sbin /usr/sbin /sbin /bin $PATH; do
      case $folder in "$core" | "$from/bin" | "$prefix/bin") continue ;; esac
      [ ! -x "$folder/git" ] || [ "$folder/git" -ef /usr/bin/git ] || is_ours "$folder/git" ||
        fail "there is another git: '$folder/git'" "remove it: only the one in '/usr/bin' is sealed"
    done
  )
}

# --- install: the steps ---

# Replaced by rename: the git that runs meanwhile is the old one or the new one.
put_file() {
  cp "$1" "$2.new"
  chmod "$3" "$2.new"
  chown 0:0 "$2.new"
  mv -f "$2.new" "$2"
}

put_folder() {
  rm -rf "$2.new"
  cp -RP "$1" "$2.new"
  chown -R 0:0 "$2.new"
  chmod -R go=u,go-w "$2.new"
  rm -rf "$2"
  mv "$2.new" "$2"
}

# A minimal install has it for as long as the plan is baked.
put_cold_side() {
  rm -rf "$lib/cold" "$lib/library"
  if [ "$minimal" = true ]; then
    ln -s "$cold" "$lib/cold"
    return
  fi
  put_folder "$cold" "$lib/cold"
  [ ! -d "$from/lib/interlock/library" ] || put_folder "$from/lib/interlock/library" "$lib/library"
}

put_prefix() {
  mkdir -p "$prefix/bin" "$lib/plans" "$prefix/plugins"
  put_file "$from/bin/interlock" "$prefix/bin/interlock" 755
  for name in git gh; do ln -sf interlock "$prefix/bin/$name"; done
  ls "$from/plugins" >"$lib/plugins"
  while read -r plugin; do put_folder "$from/plugins/$plugin" "$prefix/plugins/$plugin"; done <"$lib/plugins"
  put_cold_side
  put_file "$0" "$lib/install.sh" 755
  edit=
  [ "$seal" = true ] || edit='/^sealed:/d; /^planDir:/d'
  sed "$edit" "$here/config.yaml" >"$lib/config.yaml"
  mkdir -p "${command_link%/*}"
  exists "$command_link" || ln -s "$prefix/bin/interlock" "$command_link"
}

put_config() {
  mkdir -p "$etc"
  if [ -n "$given_config" ]; then
    put_file "$given_config" "$config" 644
  elif ! exists "$config"; then
    put_file "$lib/config.yaml" "$config" 644
  fi
}

# Nothing of the caller's environment, home or repository counts.
interlock() {
  (cd / && env -i PATH="$PATH" HOME=/nonexistent "$prefix/bin/interlock" "$@")
}

bake_plan() {
  bake=compile
  [ "$seal" = true ] || bake=hooks # each user's plan is in the user's own cache; this checks, and writes nothing
  interlock "$bake" >/dev/null || fail "the plan cannot be baked" "mend '$config' or its plugins, as said above"
  [ "$minimal" = false ] || rm -rf "$lib/cold" "$lib/library"
}

check_result() {
  interlock health || fail "the install does not hold" "see above"
  [ "$minimal" = false ] || return 0
  interlock doctor --build || fail "the install does not hold" "see above"
}

on_exit() {
  status=$?
  trap - EXIT
  [ "$status" -eq 0 ] || printf 'hint: the install is not complete: run it again, or undo it with: install.sh --uninstall\n' >&2
  exit "$status"
}

run_install() {
  [ "$minimal" = false ] || [ "$seal" = true ] || fail "'--minimal' and '--no-seal' do not mix: a plan that is not sealed is compiled when it is stale" "leave one out"
  [ "$seal" = true ] || [ ! -e "$lib/moved" ] || fail "a sealed install is there" "install.sh --uninstall"
  check_source
  check_config
  if [ "$seal" = true ]; then
    check_git
    for folder in / /etc "$etc" /opt "$prefix" /usr /usr/bin "${core%/*}" "$core"; do check_folder "$folder"; done
  fi
  trap on_exit EXIT
  trap 'exit 1' HUP INT TERM
  [ "$from" -ef "$prefix" ] || put_prefix # the installed script makes good what is amiss around it
  put_config
  bake_plan
  if [ "$seal" = true ]; then
    list_diversions >"$lib/moved"
    while read -r path moved program; do divert "$path" "$moved" "$program"; done <"$lib/moved"
    check_result
    say "git is sealed; undo with '$lib/install.sh --uninstall'"
  else
    say "put it first on the agent's PATH, in a Dockerfile: ENV PATH=$prefix/bin:\$PATH"
  fi
}

[ "$(id -u)" -eq 0 ] || fail "this must run as root" "sudo install.sh"
if [ "$uninstall" = true ]; then run_uninstall; else run_install; fi
