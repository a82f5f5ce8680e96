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
state=$lib # where records of what was done are kept

here=$(cd -- "$(dirname -- "$0")" && pwd)
from=$here
[ ! "$here" -ef "$lib" ] || from=$prefix # the installed copy of this script
parts='move-programs.sh swap-config.sh seal-programs.sh'
for part in $parts; do
  if [ ! -r "$here/$part" ]; then
    printf "error: '%s', a part of this script, is missing\nhint: copy it there\n" "$here/$part" >&2
    exit 1
  fi
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
  restore_programs
  ! is_ours "$command_link" || rm -f "$command_link"
  recover_rules
  for file in "$(read_path envFile "$config")" "$etc/break-glass"; do
    [ -z "$file" ] || ! exists "$file" || say "'$file' stays, and applies again after another install"
  done
  ! is_starter "$config" || rm -f "$config"
  rm -f "$config.new"
  ! exists "$config" || say "'$config' was changed, and stays"
  rmdir "$etc" 2>/dev/null || true
  remove_empty_record
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
  other_way=", or use --no-seal"
  check_sealed_rules
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
  mkdir -p "$prefix/bin" "$state/plans" "$prefix/plugins"
  put_file "$from/bin/interlock" "$prefix/bin/interlock" 755
  for name in git gh; do ln -sf interlock "$prefix/bin/$name"; done
  # Plugins of an older release are ours too: --uninstall removes them.
  { ! exists "$lib/plugins" || cat "$lib/plugins"; ls "$from/plugins"; } | sort -u >"$lib/plugins.new"
  mv -f "$lib/plugins.new" "$lib/plugins"
  for plugin in "$from"/plugins/*; do put_folder "$plugin" "$prefix/plugins/${plugin##*/}"; done
  if [ "$minimal" = true ]; then
    rm -rf "$lib/cold" "$lib/library"
    : >"$lib/minimal" # so that the binary says what is left out
  else
    rm -f "$lib/minimal"
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

# A caller's PATH may have no git: then interlock runs the one of the default path, or else the one that is found now.
note_programs() {
  rm -rf "$lib/found"
  [ "$seal" = false ] || return 0
  for name in git gh; do
    ! is_program "/usr/bin/$name" && ! is_program "/bin/$name" || continue
    (
      IFS=:
      for folder in $PATH; do
        is_program "$folder/$name" && [ ! "$folder" -ef "$prefix/bin" ] && ! is_ours "$folder/$name" || continue
        mkdir -p "$lib/found"
        ln -s "$folder/$name" "$lib/found/$name"
        break
      done
    )
  done
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
  rm -f "$state/rules.old" "$state/rules.new"
  [ "$starter" = "$lib/config.yaml" ] || mv -f "$starter" "$lib/config.yaml"
}

on_exit() {
  status=$?
  trap - EXIT
  [ "$status" -eq 0 ] || printf 'hint: the install is incomplete: run it again, or undo it with: install.sh --uninstall\n' >&2
  exit "$status"
}

run_install() {
  [ "$minimal" = false ] || [ "$seal" = true ] || fail "'--minimal' and '--no-seal' cannot be combined: without a seal, the cold side compiles stale plans" "remove one of them"
  [ "$seal" = true ] || [ ! -e "$state/moved" ] || fail "there already is a sealed install" "install.sh --uninstall"
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
  note_programs
  bake_rules
  if [ "$seal" = true ]; then
    divert_programs
    check_result
    ! exists "$etc/break-glass" || say "'$etc/break-glass' exists, and may disable the rules"
    say "git is sealed; undo with '$lib/install.sh --uninstall'"
  else
    say "now put it first on the agent's PATH; in a Dockerfile: ENV PATH=$prefix/bin:\$PATH"
  fi
}

[ "$(id -u)" -eq 0 ] || fail "this must run as root" "sudo install.sh"
if [ "$uninstall" = true ]; then run_uninstall; else run_install; fi
