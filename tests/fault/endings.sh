#!/bin/sh
# Every other way for a run to end leaves nothing behind: signals, a reader that goes, a controller that says stop.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

mkdir folder
mkfifo events requests

empty() {
	find folder -mindepth 1 >found
	same found </dev/null
}

# A run that would take long, in the background; returns when it measures. Its events go through fd 3.
start() {
	"$FSTUI" run --stream --tests read --file-size 4M --record-size 4K --precision 0.0001% \
		--max-time 60s --output result.csv folder >events 2>err <"${1:-/dev/null}" &
	pid=$!
	exec 3<events
	while read -r line <&3; do
		case $line in *'"event":"sample"'*) break ;; esac
	done
}

# Waits for the end; what the run told meanwhile is in `out`.
finish() {
	cat <&3 >out
	exec 3<&-
	status=0
	wait "$pid" || status=$?
}

ends_by_signal() {
	start
	[ -n "$(find folder -name '.fstui-work.*' -perm 0700)" ] || { ls -la folder; return 1; }
	kill -s "$1" "$pid"
	finish
	[ "$status" -eq 130 ] || { echo "exit status $status"; cat err; return 1; }
	has out '"event":"end".*"outcome":"stopped"' && empty
}

ends_without_reader() {
	start
	exec 3<&-
	status=0
	wait "$pid" || status=$?
	[ "$status" -eq 130 ] || { echo "exit status $status"; cat err; return 1; }
	empty
}

# The reader is a process that is killed; nobody else holds the pipe.
ends_with_parent() {
	sh -c '"$FSTUI" run --stream --tests read --file-size 4M --record-size 4K --precision 0.0001% \
		--max-time 60s --output result.csv folder </dev/null 2>/dev/null |
		while read -r line; do
			case $line in *sample*) kill -9 $$ ; exit ;; esac
		done' 2>/dev/null
	tries=0
	while [ -n "$(find folder -name '.fstui-work.*')" ] && [ "$tries" -lt 100 ]; do
		tries=$((tries + 1))
		sleep 0.1
	done
	empty
}

stops_on_request() {
	exec 4<>requests
	start requests
	echo stop >&4
	finish
	exec 4>&-
	[ "$status" -eq 130 ] || { echo "exit status $status"; cat err; return 1; }
	has out '"outcome":"stopped"' && empty
}

skips_on_request() {
	exec 4<>requests
	start requests
	echo pause >&4
	echo resume >&4
	echo skip >&4
	finish
	exec 4>&-
	[ "$status" -eq 0 ] || { echo "exit status $status"; cat err; return 1; }
	has out '"event":"measurement".*"status":"skipped"' &&
		has out '"event":"end".*"outcome":"done".*"skipped":1' && empty
}

says_what_is_no_request() {
	exec 4<>requests
	start requests
	echo 'make coffee' >&4
	echo stop >&4
	finish
	exec 4>&-
	has out '"event":"note".*make coffee'
}

tells_progress() {
	start
	kill -s USR1 "$pid"
	kill -s TERM "$pid"
	finish
	has err '^fstui: [0-9]+ % after '
}

for signal in INT HUP TERM; do
	check "SIG$signal stops a run, which leaves nothing" ends_by_signal "$signal"
done
# A full device is no reader that went away: it is told, and the status says so.
ends_at_a_full_device() {
	status=0
	"$FSTUI" run --stream --tests read --file-size 64K --record-size 4K --precision off \
		--output result.csv folder >/dev/full 2>err </dev/null || status=$?
	[ "$status" -eq 1 ] || { echo "exit status $status"; cat err; return 1; }
	has err 'cannot write its events: No space left on device' && empty
}

check "a reader that goes away stops a run, which leaves nothing" ends_without_reader
check "so does a parent that is killed" ends_with_parent
check "a full device ends a run with its reason" ends_at_a_full_device
check "the request stop ends a run" stops_on_request
check "the request skip makes the cell a skipped row and goes on" skips_on_request
check "what is no request is told" says_what_is_no_request
check "SIGUSR1 prints how far it is" tells_progress

done_testing
