# Replaces the system git and gh by ours, and restores them. Sourced by install.sh and by seal.sh after the other parts.
#
# They define 'prefix', whose programs replace the others, and 'from', whose cold side bakes the plan; 'lib', in which the
# real programs are kept; 'state' for the list of moved programs and the baked plan; 'etc', 'config', and 'rules', the config
# file that is about to be used; and, if there is one, 'other_way' for a hint.

record=/var/log/interlock/audit.log # the starter's audit.file

fail() {
  printf 'error: %s\nhint: %s\n' "$1" "$2" >&2
  exit 1
}

say() {
  printf 'interlock: %s\n' "$1"
}

# --- checks, before anything changes ---

# Anyone who can write to a folder above can replace what is below it.
check_folders_above() {
  folder=$1
  while [ "$folder" != / ]; do
    folder=$(dirname -- "$folder")
    [ ! -d "$folder" ] || [ -z "$(find "$folder/" -prune \( ! -user 0 -o -perm -020 -o -perm -002 \))" ] ||
      fail "users other than root can write to '$folder'" "chown 0:0 '$folder' && chmod go-w '$folder'"
  done
}

# Matches a config line in the only form that the shim parses.
has_line() {
  grep -Eq "^$1:[ 	]+$2[ 	]*\$" "$3"
}

check_sealed_rules() {
  has_line sealed true "$rules" || fail "'$rules' has no line 'sealed: true'" "add it${other_way-}"
  has_line planDir "$state/plans" "$rules" || fail "'$rules' does not say where the plan is baked" "add the line 'planDir: $state/plans'"
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

# A git that was built with 'make install' has hard links to itself, or copies, for its commands: each is a git, too. Those that
# were moved by an earlier run are ours now. One line per program: path, new place, program.
list_copies() {
  for path in "$core"/git-* /usr/bin/git-*; do
    [ "$path" != "$core/git-http-push" ] || continue
    if ! grep -qs "^$path " "$state/moved"; then
      [ -f "$path" ] && [ ! -L "$path" ] || continue
      [ "$path" -ef "$git" ] || cmp -s "$path" "$git" || continue
    fi
    case $path in
      "$core"/*) printf '%s %s git\n' "$path" "$lib/real/core/${path##*/}" ;;
      *) printf '%s %s git\n' "$path" "$lib/real/bin/${path##*/}" ;;
    esac
  done
}

# The programs to move, one per line, in the format of move-programs.sh. With dpkg, gh may be installed later: its package then
# writes to the diverted place.
list_moves() {
  while read -r path moved program; do
    [ -n "$path" ] || continue
    how=rename
    if has_dpkg || grep -qs "^$path .* dpkg\$" "$state/moved"; then how=dpkg; fi
    [ "$program" = git ] || [ "$how" = dpkg ] || exists "$path" || continue
    [ "$path" != "$core/git-http-push" ] || exists "$path" || continue
    printf '%s %s %s %s\n' "$path" "$moved" "$program" "$how"
  done <<END
/usr/bin/git $lib/real/git git
$core/git $lib/real/core/git git
$core/git-http-push $lib/real/core/http-push git
/usr/bin/gh $lib/real/gh gh
$(list_copies)
END
}

check_place() {
  moves=$(list_moves)
  while read -r path moved program how; do
    check_move "$path" "$moved" "$how"
    check_diversion "$path" "$moved" "$how"
    check_folders_above "$path"
  done <<END
$moves
END
  for path in "$config" "$lib" "$state" "$(read_path envFile "$rules")" "$(read_path audit.file "$rules")"; do
    [ -z "$path" ] || check_folders_above "$path"
  done
}

# --- the steps ---

# Ignores the caller's environment, home and repository.
interlock() {
  program=$1/bin/interlock
  shift
  (cd / && env -i PATH="$PATH" HOME=/nonexistent "$program" "$@")
}

divert_programs() {
  printf '%s\n' "$moves" >"$state/moved.new"
  mv -f "$state/moved.new" "$state/moved"
  while read -r path moved program how; do divert "$path" "$moved" "$program" "$how"; done <"$state/moved"
}

check_result() {
  interlock "$prefix" health --build --require-sealed || fail "the install does not hold" "see above"
  [ "$minimal" = false ] || return 0
  interlock "$prefix" doctor --build || fail "the install does not hold" "see above"
}

# --- and back ---

restore_programs() {
  if [ -e "$state/moved" ]; then
    while read -r path moved program how; do
      [ "$how" != dpkg ] || has_dpkg || fail "'$path' was moved by dpkg-divert, which is not installed" "install dpkg-divert, and run this again"
      check_move "$path" "$moved" "$how"
    done <"$state/moved"
    while read -r path moved program how; do restore "$path" "$moved" "$how"; done <"$state/moved"
  fi
  left=$(find "$lib/real" ! -type d 2>/dev/null || true)
  [ -z "$left" ] || fail "these programs were not restored: $left" "move them back to their places, and run this again"
}

remove_empty_record() {
  if [ -s "$record" ]; then say "'$record' has records, and stays"; else rm -f "$record"; fi
  rmdir "${record%/*}" 2>/dev/null || true
}
