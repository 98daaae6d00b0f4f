#!/bin/sh
# `fstui run`: plans, events, rows, and what it refuses.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

mkdir folder other
small='--tests write,read,random_read,fwrite,fsync --file-size 64K --record-size 4K --precision off'

nothing_is_left() {
	find folder other -mindepth 1 >found
	same found </dev/null
}

# refused STATUS PATTERN ARGUMENT...: exits so, says so, and leaves nothing.
refused() {
	expected=$1
	pattern=$2
	shift 2
	exits "$expected" "$FSTUI" run "$@" && has err "$pattern" && same out </dev/null &&
		nothing_is_left && [ ! -e "$XDG_DATA_HOME/fstui" ]
}

plan_of_the_sweep() {
	exits 0 "$FSTUI" run --suite sweep --dry-run folder &&
		has out '^cells +1638, and 260 left out by the crossover rule' &&
		has out '^ +1 +write +64K +4K ' && has out '^ +- +freread +512M +32K +crossover' &&
		lacks out ' 64K +128K ' && has out '^space +512M in each folder$' && nothing_is_left
}

plan_of_quick() {
	exits 0 "$FSTUI" run -n folder other && has out '^cells +16$' &&
		has out '^writes +about [0-9]+M in all$' && nothing_is_left
}

events_are_as_promised() {
	# shellcheck disable=SC2086 # several words
	exits 0 "$FSTUI" run --stream $small --note 'a note' --name one folder --name two other &&
		[ "$(head -n 1 out | cut -c 1-22)" = '{"event":"begin","v":1' ] &&
		has out '"event":"begin",.*"cells":10,.*"kernel":"' &&
		has out '"event":"cell",.*"cell":2,"cells":10,"repeat":1,"environment":"two","test":"write"' &&
		has out '"event":"measurement",.*"cell":10,"environment":"two",.*"test":"fsync"' &&
		[ "$(grep -c '"event":"measurement"' out)" -eq 10 ] &&
		[ "$(grep -c '"note":"a note"\|; a note"' out)" -eq 10 ] &&
		tail -n 1 out | grep -q '"event":"end".*"outcome":"done","ok":10,"failed":0,"skipped":0}$' &&
		same err </dev/null && nothing_is_left
}

samples_are_told() {
	exits 0 "$FSTUI" run --stream --tests read --file-size 1M --record-size 4K --max-time 400ms \
		--precision 0.0001% folder &&
		has out '"event":"sample",.*"cell":1,"bytes_per_s":[0-9.]+,"ops_per_s":[0-9.]+,"lat_p50_s":[0-9.e-]+,"lat_p99_s":[0-9.e-]+,"lat_max_s":[0-9.e-]+,"progress":[0-9.e-]+'
}

rows_go_to_the_library() {
	rm -rf "$XDG_DATA_HOME/fstui"
	# shellcheck disable=SC2086
	exits 0 "$FSTUI" run $small folder && same out </dev/null &&
		has err '^fstui: \[5/5\] .*/folder +fsync +64K/4K' && has err 'results are in' &&
		[ "$(find "$XDG_DATA_HOME/fstui" -name '*.csv' | wc -l)" -eq 1 ] &&
		exits 0 "$FSTUI" show --format=csv "$XDG_DATA_HOME"/fstui/*.csv &&
		[ "$(wc -l <out)" -eq 6 ] && nothing_is_left
}

# One pass a cell writes and reads the file once; the histogram has every operation.
rows_say_what_was_measured() {
	rm -f r.csv
	# shellcheck disable=SC2086
	exits 0 "$FSTUI" run $small --output r.csv --name env folder &&
		exits 0 "$FSTUI" show --format=jsonl r.csv &&
		has out '"environment":"env".*"tool":"fstui".*"test":"write","direction":"write","file_size":65536,"record_size":4096,"threads":1,"engine":"psync","repeat":1,' &&
		has out '"test":"read".*"cached_before":1,"cached_after":1' &&
		has out '"test":"fwrite".*"engine":"stdio"' &&
		has out '"test":"fsync","direction":"sync".*"lat_p99_s"' &&
		has out '"test":"read".*"lat_histogram":"[0-9.e: -]+"' &&
		has out '"filesystem":"[a-z0-9.]+","mount_options"' &&
		grep '"test":"read"' out | sed 's/.*"lat_histogram":"\([^"]*\)".*/\1/' | tr ' ' '\n' |
		awk -F : '{ n += $2 } END { exit n != 16 }'
}

repeats_are_enough() {
	rm -f r.csv
	exits 0 "$FSTUI" run --tests read --file-size 64K --record-size 64K --output r.csv folder &&
		exits 0 "$FSTUI" show --format=jsonl r.csv &&
		repeat=$(sed 's/.*"repeat":\([0-9]*\).*/\1/' out) &&
		elapsed=$(sed 's/.*"elapsed_s":\([0-9.]*\).*/\1/' out) &&
		[ "$repeat" -ge 30 ] && awk "BEGIN { exit !($elapsed >= 0.1) }" && has out '"spread":0'
}

options_are_rows_options() {
	rm -f r.csv
	exits 0 "$FSTUI" run --tests write,read --file-size 64K --record-size 4K --precision off \
		--include-close --include-fsync --engine stdio --data zero --output r.csv folder &&
		exits 0 "$FSTUI" show --format=jsonl r.csv &&
		has out '"test":"write".*"engine":"stdio","options":"fsync close"' &&
		has out '"note":"fsync p50 .*; close p50 '
}

# A system may refuse io_uring; the message then says so.
engines_do_all_tests() {
	for engine in psync vectored stdio mmap io_uring; do
		rm -f r.csv
		"$FSTUI" run --tests write,rewrite,read,random_read,random_write,random_mixed,mixed \
			--file-size 64K --record-size 4K --precision off --engine $engine --output r.csv \
			--name env folder >out 2>err || {
			[ $engine = io_uring ] && has err 'io_uring: ' && continue
			return 1
		}
		exits 0 "$FSTUI" show --format=jsonl r.csv && [ "$(wc -l <out)" -eq 7 ] &&
			lacks out '"status":"failed"' || return 1
	done
	nothing_is_left
}

options_are_in_rows() {
	rm -f r.csv
	exits 0 "$FSTUI" run --tests write,read,fsync,fread,random_mixed,char_read --file-size 64K --record-size 4K \
		--precision off --o-dsync --fsync-every 4 --read-percent 50 --rate 100M --output r.csv folder &&
		exits 0 "$FSTUI" show --format=jsonl r.csv &&
		has out '"test":"write".*"options":"o_dsync fsync_every=4 rate=104857600"' &&
		has out '"test":"read".*"options":"rate=104857600"' &&
		has out '"test":"random_mixed".*"options":"o_dsync fsync_every=4 read_percent=50 rate=104857600".*"note":"write p50 .*fsync p50' &&
		has out '"test":"char_read".*"record_size":1,.*"options":"sampled=4096"' &&
		lacks out '"test":"fsync".*"options"'
}

threads_share_the_size() {
	rm -f r.csv
	exits 0 "$FSTUI" run --tests write,read,random_mixed,seek,fsync --file-size 1M --record-size 4K \
		--precision off --threads 3 --include-fsync --output r.csv folder &&
		exits 0 "$FSTUI" show --format=jsonl r.csv && [ "$(wc -l <out)" -eq 5 ] &&
		lacks out '"status":"failed"' &&
		has out '"test":"write".*"file_size":1048576,.*"threads":3,.*"options":"fsync"' &&
		has out '"test":"seek".*"threads":3' && has out '"test":"fsync".*"threads":1' &&
		nothing_is_left
}

machine_needs_no_file() {
	rm -f r.csv
	exits 0 "$FSTUI" run --tests cpu,memory_read,memory_write,cached_read --max-prime 1000 --threads 2 \
		--precision off --output r.csv folder &&
		exits 0 "$FSTUI" show --format=jsonl r.csv && [ "$(wc -l <out)" -eq 4 ] &&
		has out '"test":"cpu","direction":"none","threads":2,"options":"max_prime=1000",.*"ops_per_s"' &&
		has out '"test":"memory_write",.*"record_size":1024,"threads":2,.*"bytes_per_s"' &&
		has out '"test":"cached_read",.*"record_size":2097152,"threads":1,.*"bytes_per_s"' &&
		lacks out 'file_size\|"engine"' && nothing_is_left
}

cold_is_proven() {
	rm -f r.csv
	exits 0 "$FSTUI" run --tests read --file-size 64K --record-size 4K --precision off --cold --output r.csv \
		--name disk folder && exits 0 "$FSTUI" show --format=jsonl r.csv &&
		has out '"options":"cold"' || return 1
	grep -q '"cached_before":0,' out || has out '"status":"doubtful".*could not be emptied'
}

skipped_rows_are_kept() {
	rm -f r.csv
	exits 0 "$FSTUI" run --tests read --file-size 32M --precision off --output r.csv folder &&
		exits 0 "$FSTUI" show --format=jsonl r.csv &&
		[ "$(grep -c '"status":"skipped","note":"crossover rule"' out)" -eq 4 ] &&
		[ "$(grep -cE '"status":"(ok|doubtful)"' out)" -eq 9 ] && lacks out '"status":"skipped".*bytes_per_s'
}

no_time_is_not_run() {
	rm -f r.csv
	exits 0 "$FSTUI" run --suite sweep --max-total-time 300ms --output r.csv folder &&
		cp err messages &&
		exits 0 "$FSTUI" show --format=jsonl r.csv &&
		has messages '^fstui: [0-9]+ cells were not run: the limit' && has out '"status":"ok"' &&
		lacks out '"status":"skipped"' && nothing_is_left
}

bytes_are_limited() {
	rm -f r.csv
	exits 0 "$FSTUI" run --tests write,rewrite --file-size 1M --record-size 64K --max-bytes 5M \
		--output r.csv folder &&
		exits 0 "$FSTUI" show --format=jsonl r.csv &&
		has out '"test":"write".*"note":".*limit of bytes'
}

filling_is_limited() {
	rm -f r.csv
	exits 0 "$FSTUI" run --tests read --file-size 8M --record-size 64K --max-bytes 1M \
		--output r.csv folder &&
		has err '1 cells were not run' &&
		[ ! -s r.csv ]
}

works_without_a_home() {
	(
		unset HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CONFIG_HOME
		# shellcheck disable=SC2086
		exits 0 "$FSTUI" run $small --output r.csv folder && nothing_is_left
	)
}

# The reason is the system's, not what happened while tidying up.
reason_is_told() {
	exits 1 "$FSTUI" run --tests read --file-size 64K /proc && has err '^fstui: /proc: ' && lacks err 'Success'
}

rows_go_to_standard_output() {
	# shellcheck disable=SC2086
	exits 0 "$FSTUI" run $small --output - --name env folder && cp out r.csv && lacks err 'results are in' &&
		exits 0 "$FSTUI" show --format=jsonl r.csv && [ "$(wc -l <out)" -eq 5 ] &&
		[ ! -e - ] && nothing_is_left
}

library_needs_a_place() {
	(
		unset HOME XDG_DATA_HOME
		# shellcheck disable=SC2086
		exits 1 "$FSTUI" run $small folder && has err '--output' && nothing_is_left
	)
}

check "--dry-run prints the sweep's plan and makes nothing" plan_of_the_sweep
# 390 GB for an answer would be too much of somebody's flash; who asks for a size gets all its passes.
large_writes_are_spared() {
	exits 0 "$FSTUI" run --suite sweep --dry-run folder && has out '^writes .*2 or 3 times only' &&
		exits 0 "$FSTUI" run --suite sweep --precision 5% --dry-run folder && lacks out 'times only' &&
		exits 0 "$FSTUI" run --tests write --file-size 64M --dry-run folder && lacks out 'times only'
}

check "the default sweep spares large writes, and says so" large_writes_are_spared
check "--dry-run prints the quick plan" plan_of_quick
check "a folder that is not there is told" refused 1 '/no/such: .*No such file' /no/such
check "a file is no folder" refused 1 'expected a folder' /etc/passwd
check "a device is no folder" refused 1 'expected a folder' /dev/null
check "an empty name of a folder is told" refused 1 '"": .*No such file' ""
check "a folder where none can be made is told with the reason" reason_is_told
many_files_are_created() {
	rm -f r.csv
	exits 0 "$FSTUI" run --suite files --files 50 --precision off --output r.csv folder &&
		exits 0 "$FSTUI" show --format=jsonl r.csv && [ "$(wc -l <out)" -eq 6 ] &&
		has out '"test":"create_seq","direction":"meta","files":50,"threads":1,"repeat":1,"ops_per_s":[0-9.]+' &&
		has out '"test":"delete_random".*"lat_p99_s"' && lacks out '"status":"failed"' &&
		lacks out '"file_size"' && nothing_is_left
}

packages_are_upgraded() {
	rm -f r.csv
	exits 0 "$FSTUI" run --suite upgrade --precision off --max-time 60s --output r.csv folder &&
		exits 0 "$FSTUI" show --format=jsonl r.csv && [ "$(wc -l <out)" -eq 4 ] &&
		has out '"options":"no_sync pass=2".*"note":".*write p50' && lacks out '"options":"no_sync.*fsync p50' &&
		has out '"test":"upgrade","direction":"mixed","files":500,.*"elapsed_s":[0-9.]+.*fsync p50' &&
		lacks out '"status":"failed"' && nothing_is_left
}

# Which cells a result has, and what became of them; sorted, for a resumed run keeps the plan's order
# only in what it adds.
cells_of() {
	"$FSTUI" show --format=csv "$1" >rows.csv || return
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ print $at["environment"], $at["test"], $at["file_size"], $at["record_size"], $at["files"],
			$at["options"] }' rows.csv | sort
}

resumed_is_as_uninterrupted() {
	rm -f whole.csv part.csv
	plan='--tests write,read,fsync,create_seq --file-size 64K,32M --files 20 --precision off --name one folder
		--name two other'
	# shellcheck disable=SC2086 # several words
	exits 0 "$FSTUI" run $plan --output whole.csv && head -n 38 whole.csv >part.csv &&
		printf 'one,,torn' >>part.csv && exits 0 "$FSTUI" run $plan --resume part.csv &&
		cells_of whole.csv >whole && cells_of part.csv >part && diff whole part &&
		[ "$(tail -n +2 rows.csv | cut -d, -f3 | sort -u | wc -l)" -eq 1 ] &&
		exits 0 "$FSTUI" run -n $plan --resume part.csv && has out 'are measured already' &&
		cp part.csv before.csv && exits 0 "$FSTUI" run $plan --resume part.csv &&
		diff before.csv part.csv && nothing_is_left
}

check "a resumed run has the rows of one that was never interrupted" resumed_is_as_uninterrupted
check "nothing of another plan is resumed" refused 2 'none of the rows' --resume whole.csv --tests reread folder
check "a resumed run has its file" refused 2 'adds its rows' --resume whole.csv --output x.csv folder
check "many files are created, looked up and deleted" many_files_are_created
check "packages are upgraded, with and without syncs" packages_are_upgraded
# judged [PRELOAD]: the sync suite in a folder, with the verdict's row in `judged`.
judged() {
	rm -f r.csv
	LD_PRELOAD=${1-} "$FSTUI" run --suite sync --precision off --output r.csv folder 2>err || return
	"$FSTUI" show -f jsonl r.csv | grep '"note":"verdict: ' >judged
	[ "$(wc -l <judged)" -eq 1 ] && nothing_is_left
}

check "durable writes are judged" judged
check "with the evidence" has judged 'verdict: [a-z]+ \(.*fdatasync of a small write .*of nothing .*O_DSYNC'
eatmydata=$(find /usr/lib -name 'libeatmydata.so' 2>/dev/null | head -1)
if [ -z "$eatmydata" ]; then
	skip "syncs that are ignored are told" "libeatmydata is missing"
elif [ "$(stat -f -c %T .)" = tmpfs ]; then
	skip "syncs that are ignored are told" "the folder is in memory"
else
	check "syncs that do nothing are found out" judged "$eatmydata"
	check "and told" has judged 'verdict: ignored \(syncs of dirty data take as long as syncs of none'
fi

check "an unknown suite is wrong usage" refused 2 'quick' --suite fast folder
check "an unknown test is wrong usage" refused 2 'writ' --tests writ folder
check "an unknown engine is wrong usage" refused 2 'io_uring' --engine libaio folder
check "one operation at a time has no queue" refused 2 'io_uring' --queue-depth 4 folder
check "too many threads are refused" refused 2 'at most' --threads 1000 folder
check "a ratio over 100 % is refused" refused 2 '1 to 100' --read-percent 101 folder
check "every engine moves a file" engines_do_all_tests
check "options are in the rows of the tests that have them" options_are_in_rows
check "threads share the size, and work at once" threads_share_the_size
check "the machine is measured without a file" machine_needs_no_file
check "what cannot be emptied is no cold cache" cold_is_proven
check "so is a bad size" refused 2 '4KK' --record-size 4KK folder
check "and a record larger than every file" refused 2 'larger than' --file-size 4K --record-size 8K folder
check "sizes do not go with the quick suite" refused 2 'quick' --suite quick --file-size 4K folder
check "two folders under one name are refused" refused 2 'two folders' folder folder
check "two names for one folder are refused" refused 2 'follow each name' --name a --name b folder
check "a name without a folder is refused" refused 2 'no DIR follows' --name a folder other --name b
check "rows and events do not share standard output" \
	refused 2 'both want standard output' --stream --output - folder
check "--stream prints events, and nothing else" events_are_as_promised
check "samples are told while it runs" samples_are_told
check "rows go to the library; the rest to standard error" rows_go_to_the_library
check "rows say what was measured" rows_say_what_was_measured
check "short passes are repeated for 100 ms and 30 times" repeats_are_enough
check "options of the measurement are on the rows" options_are_rows_options
check "what the crossover rule leaves out is skipped rows" skipped_rows_are_kept
check "what the time does not allow is not run, and told" no_time_is_not_run
check "--max-bytes limits what is written" bytes_are_limited
check "and what is written to be read" filling_is_limited
check "it works without a HOME" works_without_a_home
check "and says what to do when results have no place" library_needs_a_place
check "rows go to standard output when asked" rows_go_to_standard_output

done_testing
