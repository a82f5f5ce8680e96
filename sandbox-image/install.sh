#!/bin/sh
# Replaces the system git of the image it runs in by interlock. Run as root, inside the image; safe to run again.
set -eu
umask 022 # the agent's user must be able to read and run the files, but not to change them
unset GIT_EXEC_PATH GIT_DIR CDPATH
LC_ALL=C
export LC_ALL

usage='usage: install.sh [<options>]

  --from DIR      the built prefix: dist, dist-packaged or an unpacked release (default: the folder of this script)
  --minimal       do not install the cold side; the one in DIR bakes the plan
  --no-seal       do not replace the system git; put interlock first on the PATH yourself
  --config FILE   the rules, instead of the existing config file
  --uninstall     restore everything'

prefix=/opt/interlock
lib=$prefix/lib/interlock
etc=/etc/interlock
config=$etc/config.yaml
command_link=/usr/local/bin/interlock
record=/var/log/interlock/audit.log # the starter's audit.file

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
parts='move-programs.sh swap-config.sh'
for part in $parts; do
  [ -r "$here/$part" ] || fail "'$here/$part', a part of this script, is missing" "copy it there"
  . "$here/$part"
done
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
    *) fail "unknown option '$1'" "install.sh --help" ;;
  esac
  shift
done

# --- uninstall ---

run_uninstall() {
  [ -d "$prefix" ] || fail "there is no '$prefix' to remove" "was it installed here?"
  if [ -e "$lib/moved" ]; then
    while read -r path moved program how; do
      [ "$how" != dpkg ] || has_dpkg || fail "'$path' was moved by dpkg-divert, which is not installed" "install dpkg-divert, and run this again"
      check_move "$path" "$moved" "$how"
    done <"$lib/moved"
    while read -r path moved program how; do restore "$path" "$moved" "$how"; done <"$lib/moved"
  fi
  left=$(find "$lib/real" ! -type d 2>/dev/null || true)
  [ -z "$left" ] || fail "these programs were not restored: $left" "move them back to their places, and run this again"
  ! is_ours "$command_link" || rm -f "$command_link"
  recover_rules
  for file in "$(read_path envFile "$config")" "$etc/break-glass"; do
    [ -z "$file" ] || ! exists "$file" || say "'$file' stays, and applies again after another install"
  done
  ! is_starter "$config" || rm -f "$config"
  rm -f "$config.new"
  ! exists "$config" || say "'$config' was changed, and stays"
  rmdir "$etc" 2>/dev/null || true
  if [ -s "$record" ]; then say "'$record' has records, and stays"; else rm -f "$record"; fi
  rmdir "${record%/*}" 2>/dev/null || true
  if [ -e "$lib/plugins" ]; then
    while read -r plugin; do rm -rf "$prefix/plugins/${plugin:?}"; done <"$lib/plugins"
  fi
  rm -rf "$prefix/bin" "$lib"
  for folder in "$prefix/lib" "$prefix/plugins" "$prefix"; do
    [ ! -d "$folder" ] || rmdir "$folder" 2>/dev/null || say "'$folder' stays: it has files that were not installed by this script"
  done
  say "uninstalled"
}

# --- install: check everything before changing anything ---

# Anyone who can write to a folder above can replace what is below it.
check_folders_above() {
  folder=$1
  while [ "$folder" != / ]; do
    folder=$(dirname -- "$folder")
    [ ! -d "$folder" ] || [ -z "$(find "$folder/" -prune \( ! -user 0 -o -perm -020 -o -perm -002 \))" ] ||
      fail "users other than root can write to '$folder'" "chown 0:0 '$folder' && chmod go-w '$folder'"
  done
}

check_source() {
  from=$(cd -- "$from" 2>/dev/null && pwd) || fail "'$from' is not a folder" "install.sh --from DIR"
  [ -x "$from/bin/interlock" ] || fail "'$from' is not a built prefix: no bin/interlock" "npm run build, then --from dist"
  ! exists "$command_link" || is_ours "$command_link" || fail "'$command_link' is another program" "remove it, and run this again"
  "$from/bin/interlock" --version >/dev/null || fail "'$from/bin/interlock' does not run here" "use the release for $(uname -m)"
  cold=$from/lib/interlock/cold
  if [ ! -x "$cold/interlock-cold" ]; then
    [ -e "$cold/cli.cjs" ] || fail "'$from' has no cold side, which bakes the plan" "use a prefix from 'npm run build' or 'npm run package'"
    node -e 'process.exit(parseInt(process.versions.node) >= 20 ? 0 : 1)' 2>/dev/null ||
      fail "the plan cannot be baked: no Node 20 or newer, and no packaged cold side" \
        "install Node, or use the prefix of 'npm run package' (with --minimal it is not copied to the image)"
  fi
}

# Matches a config line in the only form that the shim parses.
has_line() {
  grep -Eq "^$1:[ 	]+$2[ 	]*\$" "$3"
}

check_config() {
  rules=$given_config
  [ -n "$rules" ] || ! exists "$config" || rules=$config
  [ -n "$rules" ] || rules=$here/config.yaml
  [ -f "$rules" ] && [ -r "$rules" ] || fail "'$rules' is not a readable file" "install.sh --config FILE"
  if [ "$seal" = false ]; then
    { [ -z "$given_config" ] && ! exists "$config"; } || ! has_line sealed true "$rules" ||
      fail "'$rules' has the line 'sealed: true'" "remove the line, or --no-seal"
    return
  fi
  has_line sealed true "$rules" || fail "'$rules' has no line 'sealed: true'" "add it, or use --no-seal"
  has_line planDir "$lib/plans" "$rules" || fail "'$rules' does not say where the plan is baked" "add the line 'planDir: $lib/plans'"
}

check_git() {
  for git in "$lib/real/git" /usr/bin/git; do
    ! is_program "$git" || break
  done
  is_program "$git" || fail "there is no git in '/usr/bin'" "install git with the package manager, then run this again"
  core=$("$git" --exec-path) && [ -d "$core" ] || fail "'$git' does not run" "reinstall git"
  # Another git on the PATH could be called instead of ours.
  (
    IFS=:
    for folder in /usr/local/bin /usr/local/sbin /usr/sbin /sbin /bin $PATH; do
      case $folder in "$core" | "$from/bin" | "$prefix/bin") continue ;; esac
      ! is_program "$folder/git" || [ "$folder/git" -ef /usr/bin/git ] || is_ours "$folder/git" ||
        fail "there is another git: '$folder/git'" "remove it: only the one in '/usr/bin' is sealed"
    done
  )
}

# The programs to move, one per line, in the format of move-programs.sh. With dpkg, gh may be installed later: its package then
# writes to the diverted place.
list_moves() {
  while read -r path moved program; do
    how=rename
    if has_dpkg || grep -qs "^$path .* dpkg\$" "$lib/moved"; then how=dpkg; fi
    [ "$program" = git ] || [ "$how" = dpkg ] || exists "$path" || continue
    [ "$path" != "$core/git-http-push" ] || exists "$path" || continue
    printf '%s %s %s %s\n' "$path" "$moved" "$program" "$how"
  done <<END
/usr/bin/git $lib/real/git git
$core/git $lib/real/core/git git
$core/git-http-push $lib/real/core/http-push git
/usr/bin/gh $lib/real/gh gh
END
}

check_place() {
  moves=$(list_moves)
  while read -r path moved program how; do
    check_move "$path" "$moved" "$how"
    check_folders_above "$path"
  done <<END
$moves
END
  for path in "$config" "$lib" "$(read_path envFile "$rules")" "$(read_path audit.file "$rules")"; do
    [ -z "$path" ] || check_folders_above "$path"
  done
}

# --- install: the steps ---

put_folder() {
  rm -rf "$lib/new"
  cp -RP "$1" "$lib/new"
  chown -R 0:0 "$lib/new"
  chmod -R go=u,go-w "$lib/new"
  rm -rf "$2"
  mv "$lib/new" "$2"
}

put_prefix() {
  mkdir -p "$prefix/bin" "$lib/plans" "$prefix/plugins"
  put_file "$from/bin/interlock" "$prefix/bin/interlock" 755
  for name in git gh; do ln -sf interlock "$prefix/bin/$name"; done
  # Plugins of an older release are ours too: --uninstall removes them.
  { ! exists "$lib/plugins" || cat "$lib/plugins"; ls "$from/plugins"; } | sort -u >"$lib/plugins.new"
  mv -f "$lib/plugins.new" "$lib/plugins"
  for plugin in "$from"/plugins/*; do put_folder "$plugin" "$prefix/plugins/${plugin##*/}"; done
  if [ "$minimal" = true ]; then
    rm -rf "$lib/cold" "$lib/library"
  else
    put_folder "$cold" "$lib/cold"
    [ ! -d "$from/lib/interlock/library" ] || put_folder "$from/lib/interlock/library" "$lib/library"
  fi
  for name in $parts install.sh; do put_file "$here/$name" "$lib/$name" 755; done
  edit=
  [ "$seal" = true ] || edit='/^sealed:/d; /^planDir:/d'
  sed "$edit" "$here/config.yaml" >"$lib/starter"
  mv -f "$lib/starter" "$lib/config.yaml.new"
  mkdir -p "${command_link%/*}"
  exists "$command_link" || ln -s "$prefix/bin/interlock" "$command_link"
}

# Ignores the caller's environment, home and repository.
interlock() {
  program=$1/bin/interlock
  shift
  (cd / && env -i PATH="$PATH" HOME=/nonexistent "$program" "$@")
}

# Uses the cold side of the source prefix: a minimal install has none.
bake_plan() {
  if [ "$seal" = true ]; then
    interlock "$from" compile --prefix "$prefix" >/dev/null
  else
    interlock "$from" hooks >/dev/null # checks only: each user's plan is in the user's own cache
  fi
}

bake_rules() {
  mkdir -p "$etc"
  starter=$lib/config.yaml
  [ ! -e "$starter.new" ] || starter=$starter.new
  new=$given_config
  [ -n "$new" ] || { exists "$config" && ! is_starter "$config"; } || new=$starter
  [ -z "$new" ] || put_rules "$new"
  if ! bake_plan; then
    recover_rules
    [ ! -e "$config" ] || bake_plan 2>/dev/null || true
    fail "the plan cannot be baked" "fix '$rules' or its plugins, as described above"
  fi
  rm -f "$lib/rules.old" "$lib/rules.new"
  [ "$starter" = "$lib/config.yaml" ] || mv -f "$starter" "$lib/config.yaml"
}

check_result() {
  interlock "$prefix" health --build || fail "the install does not hold" "see above"
  [ "$minimal" = false ] || return 0
  interlock "$prefix" doctor --build || fail "the install does not hold" "see above"
}

on_exit() {
  status=$?
  trap - EXIT
  [ "$status" -eq 0 ] || printf 'hint: the install is incomplete: run it again, or undo it with: install.sh --uninstall\n' >&2
  exit "$status"
}

run_install() {
  [ "$minimal" = false ] || [ "$seal" = true ] || fail "'--minimal' and '--no-seal' cannot be combined: without a seal, the cold side compiles stale plans" "remove one of them"
  [ "$seal" = true ] || [ ! -e "$lib/moved" ] || fail "there already is a sealed install" "install.sh --uninstall"
  recover_rules
  check_source
  check_config
  if [ "$seal" = true ]; then
    check_git
    check_place
  fi
  trap on_exit EXIT
  trap 'exit 1' HUP INT TERM
  [ "$from" -ef "$prefix" ] || put_prefix # the installed script only repairs what is around it
  bake_rules
  if [ "$seal" = true ]; then
    printf '%s\n' "$moves" >"$lib/moved.new"
    mv -f "$lib/moved.new" "$lib/moved"
    while read -r path moved program how; do divert "$path" "$moved" "$program" "$how"; done <"$lib/moved"
    check_result
    ! exists "$etc/break-glass" || say "'$etc/break-glass' exists, and may disable the rules"
    say "git is sealed; undo with '$lib/install.sh --uninstall'"
  else
    say "now put it first on the agent's PATH; in a Dockerfile: ENV PATH=$prefix/bin:\$PATH"
  fi
}

[ "$(id -u)" -eq 0 ] || fail "this must run as root" "sudo install.sh"
if [ "$uninstall" = true ]; then run_uninstall; else run_install; fi
