#!/bin/sh
# A folder behind sshfs: what is removed while it is open stays there under another name.
. "${FSTUI_SRCDIR:?}/tests/fault/lib.sh"

make_sshfs shared served

small_run() {
	"$FSTUI" run --tests write,read,fwrite --file-size 64K --record-size 16K --precision off --output r.csv shared
}

nothing_left() {
	find served shared -mindepth 1 >found
	same found </dev/null
}

facts_name_sshfs() {
	"$FSTUI" show --format=jsonl r.csv >rows && has rows '"filesystem":"fuse.sshfs"'
}

check "it can be measured" small_run
check "nothing is left behind" nothing_left
check "the rows say that it is sshfs" facts_name_sshfs
done_testing
