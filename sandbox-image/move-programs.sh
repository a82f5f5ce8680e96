# Moves programs to make room for ours, and back. Sourced by install.sh and seal.sh, which define
# 'prefix' and 'fail'.
#
# After an interruption at any point, each program is complete in one of its two places, and the next run continues from
# there. The list of moves has one line per program: path, new place, our program, and how it was moved (dpkg or rename).

exists() {
  [ -e "$1" ] || [ -L "$1" ]
}

# A folder may have the name git too.
is_program() {
  [ -f "$1" ] && [ -x "$1" ]
}

# A link to one of our programs, whatever its name.
is_ours() {
  case $(readlink -- "$1" 2>/dev/null) in
    "$prefix"/bin/*) true ;;
    *) false ;;
  esac
}

is_others() {
  exists "$1" && ! is_ours "$1"
}

has_dpkg() {
  command -v dpkg-divert >/dev/null 2>&1 && [ -e /var/lib/dpkg/status ]
}

is_diverted() {
  [ "$(dpkg-divert --truename "$1")" = "$2" ]
}

# Between file systems, mv copies to the target and may leave half a program there; a rename cannot.
put_program() {
  rm -f "$2.interlock"
  ln -P "$1" "$2.interlock" 2>/dev/null || cp -a "$1" "$2.interlock"
  mv -f "$2.interlock" "$2"
  rm -f "$2.interlock" # rename does nothing if both names are one file
}

# check_move <path> <new place> <how>: call before moving anything in either direction. With dpkg, packages write to the new
# place, so if there are two programs, we cannot tell which one is wanted. Without dpkg, the one at the path is newer.
check_move() {
  [ "$3" = dpkg ] && is_others "$1" && exists "$2" && ! cmp -s "$1" "$2" || return 0
  newer=$1
  [ "$1" -nt "$2" ] || newer=$2
  fail "there are two programs for '$1': itself, and '$2', where it was moved to; '$newer' is newer" \
    "keep the first: mv '$1' '$2'; or the second: mv '$1' /var/tmp/; then run this again"
}

# check_diversion <path> <new place> <how>: dpkg keeps one diversion a path. Another may be that of an install elsewhere.
check_diversion() {
  [ "$3" = dpkg ] && has_dpkg || return 0
  case $(dpkg-divert --truename "$1") in
    "$1" | "$2") ;;
    *) fail "'$1' is already diverted: $(dpkg-divert --list "$1")" "undo that install first" ;;
  esac
}

# divert <path> <new place> <our program> <how>. With dpkg, a package that installs the path again writes to the new place.
# dpkg-divert records the diversion before it moves the file, so a file may be diverted and not yet moved.
divert() {
  mkdir -p "${2%/*}"
  rm -f "$1.interlock" "$2.interlock" "$2.dpkg-divert.tmp"
  if [ "$4" = dpkg ] && has_dpkg && ! is_diverted "$1" "$2"; then
    rename=--rename
    ! is_ours "$1" || rename=--no-rename # already moved, without dpkg
    dpkg-divert --quiet --package interlock --divert "$2" "$rename" --add "$1" ||
      fail "'$1' cannot be diverted" "see 'dpkg-divert --list $1'"
  fi
  ! is_others "$1" || put_program "$1" "$2"
  if ! is_ours "$1"; then
    ln -s "$prefix/bin/$3" "$1.interlock"
    mv -f "$1.interlock" "$1"
  fi
}

# restore <path> <new place> <how>: the opposite.
restore() {
  rm -f "$1.interlock" "$2.interlock" "$2.dpkg-divert.tmp"
  if exists "$2" && ! is_others "$1"; then
    put_program "$2" "$1"
  elif is_ours "$1"; then
    rm -f "$1"
  fi
  if [ "$3" = dpkg ] && is_diverted "$1" "$2"; then
    rm -f "$2"
    dpkg-divert --quiet --package interlock --divert "$2" --rename --remove "$1" ||
      fail "the diversion of '$1' cannot be removed" "see 'dpkg-divert --list $1'"
  fi
  rm -f "$2"
}
