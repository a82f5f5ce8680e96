# prepare <number> <start> <where>, once for each setup, then for each side
# run_case <number> <side> <path> <number of the prepared one> <where>: the outcome goes to results/<number>/<side>.
git() {
	command git ${folder_option:+-C "$folder_option"} "$@"
	set -- $?
	test $1 = 0 || echo "git: exit status $1"
	return $1
}

prepare() {
	out=$folder/results/$1
	cp -a "$folder/$2" "$now"
	(
		cd "$now/repo"
		PATH=$real_path
		set -e
		. "$folder/cases/$1.setup"
	) >"$out/setup" 2>&1 </dev/null || { cat "$out/setup"; echo "the setup failed"; } >"$out/setup-failure"
	(cd "$now/repo/$3" && PATH=$real_path && command git rev-list --all) >"$out/before" 2>/dev/null
	rm -f "$hook_log" "$seen"
	mv "$now" "$out/prepared"
}

run_case() {
	out=$folder/results/$1/$2
	cp -a "$folder/results/$4/prepared" "$now"
	cp "$folder/results/$4/before" "$out"
	! test -e "$folder/results/$4/setup-failure" || cp "$folder/results/$4/setup-failure" "$out"
	(
		cd "$now/repo"
		PATH=$3
		. "$folder/cases/$1.run"
	) >"$out/stdout" 2>"$out/stderr" </dev/null
	echo $? >"$out/status"
	(ask_git "$5")
	mv "$now" "$out/now"
}

# What only git can tell. The folder itself is kept, and its files are read when all cases have run.
ask_git() {
	PATH=$real_path
	cd "$now/repo/$1" || return
	command git log --all --topo-order --reverse --date=raw \
		--format='%H%x00%P%x00%T%x00%an <%ae> %ad%x00%cn <%ce> %cd%x00%B%x00%(trailers:key=Co-authored-by)%x01' \
		>"$out/log" 2>/dev/null
	command git status --porcelain=v2 >"$out/tree" 2>/dev/null
	if test -d .git && ! test -L .git; then
		printf '%s\n' "$PWD/.git" "$PWD/.git" >"$out/git-folders"
	else
		command git rev-parse --path-format=absolute --git-common-dir --absolute-git-dir >"$out/git-folders"
	fi
}
