#!/bin/sh

test_description='inside a test the rules are applied

Not one of git'"'"'s scripts. It runs before the tests, which use a rule that changes
nothing, with a rule that adds a trailer: so the rules really run in the tests.'

. ./test-lib.sh

test_expect_success 'the message of a commit goes through the rules' '
	git commit --allow-empty -m one &&
	git cat-file commit HEAD >commit &&
	grep "^Interlock-Conformance: probed$" commit
'

test_expect_success 'nothing of the shim is left in the folder of a test' '
	rm commit &&
	echo .git >expect &&
	ls -A >actual &&
	sed -e "/^actual$/d" -e "/^expect$/d" actual >left &&
	test_cmp expect left
'

test_done
