# Replaces the rules, and restores the old ones if the new ones do not compile. Sourced by install.sh
# and seal.sh, which define 'lib', 'state', 'etc' and 'config'.
#
# Only the file in /etc can be compiled. So 'rules.old' keeps the old rules until the new ones are baked; 'rules.new' is a
# copy of the new ones. $lib/config.yaml is the starter of the last install, config.yaml.new that of an incomplete one.

# Replaces by rename: a concurrent reader or process sees either the old file or the new one.
put_file() {
  cp "$1" "$2.new"
  chmod "$3" "$2.new"
  chown 0:0 "$2.new"
  mv -f "$2.new" "$2"
}

is_starter() {
  cmp -s "$1" "$lib/config.yaml" || cmp -s "$1" "$lib/config.yaml.new"
}

put_rules() {
  ! cmp -s "$1" "$config" || return 0
  put_file "$1" "$state/rules.new" 644
  [ ! -e "$config" ] || put_file "$config" "$state/rules.old" 644
  put_file "$1" "$config" 644
}

# Reverts rules that were never baked, unless someone has changed them since.
recover_rules() {
  if cmp -s "$config" "$state/rules.new"; then
    if [ -e "$state/rules.old" ]; then put_file "$state/rules.old" "$config" 644; else rm -f "$config"; fi
    say "'$config' was restored"
  fi
  rm -f "$state/rules.old" "$state/rules.new"
}

# read_path <envFile or audit.file> <config>: understands the usual YAML forms; prints nothing for others.
read_path() {
  [ -f "$2" ] || return 0
  blank='[ 	]'
  value="$blank*[\"']\\{0,1\\}\\([^]\"',{}# 	][^\"',{}# 	]*\\).*"
  case $1 in
    audit.file) path=$(sed -n "s/^audit:$blank*{\\(.*,\\)*$blank*file:$value/\\2/p
      /^audit:/,/^[^# 	]/s/^$blank$blank*file:$value/\\1/p" "$2") ;;
    *) path=$(sed -n "s/^$1:$value/\\1/p" "$2") ;;
  esac
  case $path in
    '' | /*) printf '%s\n' "$path" ;;
    *) printf '%s\n' "$etc/$path" ;;
  esac
}
