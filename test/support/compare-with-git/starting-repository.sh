# The repository that most cases begin with, and its patches. Run once, by the real git.
set -e
HOME=$folder/empty/home
mkdir history/patches
cd history/repo

minute=0
# record <subject> [more paragraphs]: each commit with an author and a date of its own
record() {
	minute=$((minute + 1))
	subject=$1
	shift
	for paragraph; do set -- "$@" -m "$paragraph"; shift; done
	git add -A
	GIT_AUTHOR_NAME="Author $minute" GIT_AUTHOR_EMAIL="author$minute@example.org" \
		GIT_AUTHOR_DATE="2019-05-06T07:0$minute:00+0200" \
		GIT_COMMITTER_DATE="2019-06-07T08:0$minute:00+0100" \
		git commit -q -m "$subject" "$@"
}

mkdir deep
seq 1 12 >a
seq 1 12 >b
echo 1 >deep/c
record "Base"
git branch side
git branch clash
git branch third

sed -i 's/^12$/main/' a
record "Change the end of a"
sed -i 's/^12$/main/' b
record "Change the end of b" "With a body." "Reviewed-by: Rae Viewer <rae@example.org>"

git checkout -q side
echo side >side1
record "Add side1" "Why side1 is there."
echo side >side2
record "Add side2" "Signed-off-by: Sid Off <sid@example.org>"

git checkout -q clash
sed -i 's/^12$/clash/' a
record "Change the end of a differently" "It will clash."

git checkout -q third
echo third >third1
record "Add third1"

git checkout -q main
git format-patch -q -o ../patches main..side
git format-patch -q --stdout main..side >../patches/side.mbox
git format-patch -q --stdout main..clash >../patches/clash.patch
