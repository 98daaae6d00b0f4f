#!/bin/sh
# Folders that cannot be measured: full, nearly full, read-only.
. "${FSTUI_SRCDIR:?}/tests/fault/lib.sh"

make_tmpfs small 8M
make_tmpfs full 1M
make_tmpfs tight 8M
make_tmpfs sealed 8M
make_tmpfs narrow 4M
dd if=/dev/zero of=full/filler bs=64K 2>/dev/null
truncate -s 6M tight/filler && dd if=/dev/zero of=tight/filler bs=1M count=6 conv=notrunc 2>/dev/null
make_read_only sealed

empty_but_for() {
	find "$1" -mindepth 1 -not -name filler >found
	same found </dev/null
}

too_large_is_refused() {
	exits 1 "$FSTUI" run --tests write --file-size 16M --record-size 64K --output r.csv small &&
		has err 'small: the plan needs 16M of space, but only 7\.[0-9]+M is free' &&
		empty_but_for small && [ ! -e r.csv ]
}

full_is_refused() {
	exits 1 "$FSTUI" run --tests write --file-size 64K --record-size 4K --output r.csv full &&
		has err 'full: the plan needs 64K of space, but only 0 is free' && empty_but_for full
}

read_only_is_refused() {
	exits 1 "$FSTUI" run --suite quick --output r.csv sealed &&
		has err 'sealed: .*read-only' && [ ! -e r.csv ]
}

# The guard lets it pass, then somebody else takes the space.
filled_meanwhile() {
	mkfifo events
	"$FSTUI" run --stream --tests write,read --file-size 64K,1M --record-size 64K --max-time 2s \
		--precision 0.0001% --output r.csv tight >events 2>err </dev/null &
	pid=$!
	exec 3<events
	while read -r line <&3; do
		case $line in *'"event":"sample"'*) break ;; esac
	done
	dd if=/dev/zero of=tight/filler2 bs=64K 2>/dev/null
	cat <&3 >out
	exec 3<&-
	status=0
	wait "$pid" || status=$?
	rm tight/filler2
	[ "$status" -eq 0 ] || { echo "exit status $status"; cat err; return 1; }
	has out '"status":"failed","note":"ENOSPC' && has out '"event":"end".*"outcome":"done"' &&
		has out '"test":"read".*"file_size":65536.*"status":"(ok|failed)"' && empty_but_for tight
}

# Rewriting small files uses copies of them, as many as there is room for.
narrow_is_enough() {
	rm -f r.csv
	exits 0 "$FSTUI" run --tests rewrite --file-size 1M --record-size 64K --max-time 1s --output r.csv narrow &&
		exits 0 "$FSTUI" show --format=jsonl r.csv && has out '"status":"ok"' && empty_but_for narrow
}

# What a killed run left on a file system that is not mounted now is not forgotten.
absent_is_remembered() {
	"$FSTUI" run --stream --tests read --file-size 64K --record-size 4K --precision 0.0001% \
		--max-time 60s --output r.csv away >events 2>/dev/null </dev/null &
	pid=$!
	while ! grep -q '"event":"sample"' events; do
		kill -0 "$pid" || return 1
	done
	kill -9 "$pid"
	wait "$pid" 2>/dev/null
	mount --move away elsewhere || return 0 # under a shared mount nothing can be moved
	exits 0 "$FSTUI" clean && has err 'cannot be reached' && mount --move elsewhere away &&
		exits 0 "$FSTUI" clean && has out '^removed .*/away/' && exits 0 "$FSTUI" clean &&
		has err 'nothing was left behind'
}

check "a file that is larger than the folder's space is refused before anything runs" too_large_is_refused
check "a full folder is refused" full_is_refused
check "a read-only folder is refused" read_only_is_refused
check "space that somebody else takes makes failed cells; the rest goes on" filled_meanwhile

make_tmpfs away 16M
mkdir elsewhere
check "what is on an absent file system is remembered" absent_is_remembered
check "where there is no room for copies it goes without" narrow_is_enough

done_testing
