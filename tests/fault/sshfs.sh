#!/bin/sh
# A folder behind sshfs: what is removed while it is open stays there under another name, and the server may
# die in the middle of a run.
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

server_dies() {
	mkfifo events
	"$FSTUI" run --stream --tests read,reread,write --file-size 1M --record-size 4K --max-time 60s \
		--precision 0.0001% --output r.csv shared >events 2>err </dev/null &
	pid=$!
	exec 3<events
	while read -r line <&3; do
		case $line in *'"event":"sample"'*) break ;; esac
	done
	kill_server shared
	cat <&3 >out
	exec 3<&-
	status=0
	wait "$pid" || status=$?
	[ "$status" -eq 0 ] || { echo "exit status $status"; cat err; return 1; }
	[ "$(grep -c '"status":"failed","note":"E' out)" -eq 3 ] &&
		has out '"event":"end".*"outcome":"done","ok":0,"failed":3'
}

check "it can be measured" small_run
check "nothing is left behind" nothing_left
check "the rows say that it is sshfs" facts_name_sshfs
check "when the server dies cells are failed, and the run ends" server_dies
done_testing
