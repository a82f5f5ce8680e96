# Editors and hooks for the cases, in the folder "tools".
mkdir tools
cd tools

# Writes a subject and a paragraph above what is there.
cat >edit-above <<'END'
#!/bin/sh
{ printf 'Edited subject\n\nEdited paragraph.\n\n'; cat "$1"; } >"$1.new" && mv "$1.new" "$1"
END
# Changes the first line only.
cat >edit-first <<'END'
#!/bin/sh
sed -i '1s/$/ (edited)/' "$1"
END
# Leaves what it sees as it is, and a copy beside it.
cat >edit-nothing <<'END'
#!/bin/sh
cat "$1" >>"$seen"
END
cat >edit-away <<'END'
#!/bin/sh
: >"$1"
END
cat >fail <<'END'
#!/bin/sh
exit 1
END

# Every hook in one: notes how it was called, and changes what it may change.
cat >hook <<'END'
#!/bin/sh
name=${0##*/}
{
	echo "$0 $*"
	case $name in
	reference-transaction) while read -r line; do echo "$line"; done ;;
	*)
		pwd
		# Not 'env | sed | sort': that is three processes for each of thousands of hooks.
		export -p | while read -r line; do
			case $line in "export GIT_EXEC_PATH="*) ;; "export GIT_"*) echo "$line" ;; esac
		done
		;;
	esac
	case $name in post-rewrite) cat ;; esac
} >>"$hook_log"
case $name in
pre-commit | pre-merge-commit) echo "$name says something" && echo "$name complains" >&2 ;;
prepare-commit-msg) sed -i '1s/$/ (prepared)/' "$1" ;;
commit-msg | applypatch-msg) printf '\nHooked in %s.\n' "$name" >>"$1" ;;
esac
exit 0
END
chmod +x *
