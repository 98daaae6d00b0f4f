#!/bin/sh
# The samples that come with fstui: they are what it reads in the logs beside them, and the explorer opens them.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

samples=$FSTUI_SRCDIR/data/samples
mkdir read

same_rows() {
	"$FSTUI" show --format=jsonl "$samples/$1.csv" >shipped &&
		"$FSTUI" show --format=jsonl "read/$1.csv" >read.jsonl &&
		diff shipped read.jsonl
}

no_host_names() {
	! "$FSTUI" show --format=jsonl "$samples"/*.csv | grep -v '"host":"sample-vm"' | grep '"host":'
}

check "the logs are imported" "$FSTUI_SRCDIR/tests/samples/import-logs.sh" "$FSTUI" "$samples/logs" read
for log in "$samples"/logs/*.txt; do
	name=$(basename "$log" .txt)
	check "$name.csv holds what $name.txt says" same_rows "$name"
done
check "no row names a real host" no_host_names
run "$FSTUI"
check "without a terminal there is an overview" test "$status" = 0 -a -s out
check "which says that they are samples" grep -q "these are the samples" err
check "and how to get results of one's own" grep -q "fstui run" err

# bonnie++ wrote other sizes: the sentence below the chart must not set it against the sweep.
sentence_compares_the_same_work() {
	"$FSTUI" --dump 80x24 --view sizes >screen && grep "sshfs is [0-9.]* times slower" screen
}
check "the sentence compares the same work only" sentence_compares_the_same_work
done_testing
