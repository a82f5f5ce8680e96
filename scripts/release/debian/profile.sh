# interlock's git and gh first on the PATH of login shells. To switch it off, delete this file: dpkg keeps it deleted.
if [ -x /usr/lib/interlock/bin/git ]; then
  case ":$PATH:" in
    *:/usr/lib/interlock/bin:*) ;;
    *) PATH=/usr/lib/interlock/bin:$PATH ;;
  esac
fi
