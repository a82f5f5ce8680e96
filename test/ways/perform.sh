# prepare <number>, then for each world
# perform <number> <world> <path>: carries out a way, and notes what came of it in results/<number>/<world>.
git() {
	command git ${folder_option:+-C "$folder_option"} "$@"
	set -- $?
	test $1 = 0 || echo "git: exit status $1"
	return $1
}

# What only git can tell. The folder itself is kept, and its files are read when all is done.
look() {
	PATH=$real_path
	cd "$now/repo/$where" || return
	command git log --all --topo-order --reverse --date=raw \
		--format='%H%x00%P%x00%T%x00%an <%ae> %ad%x00%cn <%ce> %cd%x00%B%x00%(trailers:key=Co-authored-by)%x01' \
		>"$out/log" 2>"$out/log-errors"
	command git status --porcelain=v2 >"$out/tree" 2>/dev/null
	if test -d .git && ! test -L .git; then
		printf '%s\n' "$PWD/.git" "$PWD/.git" >"$out/folders"
	else
		command git rev-parse --path-format=absolute --git-common-dir --absolute-git-dir >"$out/folders"
	fi
}

# The state that a way begins in, made once and copied for each world.
prepare() {
	out=$folder/results/$1
	hook_log=$out/hooks seen=$out/seen where=.
	export hook_log seen
	prepared=$folder/base
	# Without a file of its own, what was there before is what base.sh left.
	test -s "$folder/ways/$1.setup" || test -e "$folder/ways/$1.where" || return
	cp -a "$folder/base" "$now"
	test -e "$folder/ways/$1.where" && read -r where <"$folder/ways/$1.where"
	(
		cd "$now/repo"
		PATH=$real_path
		set -e
		. "$folder/ways/$1.setup"
	) >"$out/setup" 2>&1 </dev/null || echo failed >"$out/setup-failed"
	(cd "$now/repo/$where" && PATH=$real_path && command git rev-list --all) >"$out/before" 2>/dev/null
	prepared=$out/prepared
	mv "$now" "$prepared"
}

perform() {
	out=$folder/results/$1/$2
	cp -a "$prepared" "$now"
	hook_log=$out/hooks seen=$out/seen
	(
		cd "$now/repo"
		PATH=$3
		. "$folder/ways/$1.run"
	) >"$out/stdout" 2>"$out/stderr" </dev/null
	echo $? >"$out/status"
	(look)
	mv "$now" "$out/now"
}
