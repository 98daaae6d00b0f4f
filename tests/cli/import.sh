#!/bin/sh
# fstui import and list: the library.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

cat >two.txt <<'END'
$ sudo hdparm -tT /dev/sda
/dev/sda:
 Timing cached reads:   11990 MB in  2.00 seconds = 5995.24 MB/sec
 Timing buffered disk reads: 596 MB in  3.02 seconds = 197.04 MB/sec
$ dd if=/dev/zero of=/mnt/a/file bs=1M count=1024
1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2 s, 537 MB/s
END

library=$XDG_DATA_HOME/fstui

files() {
	find "$library" -type f 2>/dev/null | wc -l | tr -d ' '
}
holds() {
	[ "$(files)" -eq "$1" ] && return
	find "$library"
	return 1
}

check "an empty library is no error" exits 0 "$FSTUI" list
check "and says how to fill it" has err 'fstui import FILE'

check "a dry run succeeds" exits 0 "$FSTUI" import --dry-run two.txt
check "and reports on standard error" has err '3 rows would be imported'
check "and saves nothing" holds 0
check "standard output is for data" same out </dev/null

check "what cannot be read is told once" exits 1 "$FSTUI" import missing.txt
check "by its error alone" same err 'fstui: missing.txt: cannot open: No such file or directory'

check "an import succeeds" exits 0 "$FSTUI" import two.txt
check "and says where it went" has err "3 rows imported to $library/[0-9T]*-.*[.]csv"
check "in one file" holds 1
check "list shows the runs" exits 0 "$FSTUI" list
check "with their tools" has out '^/dev/sda +hdparm'

check "the same again is noticed" exits 0 "$FSTUI" import two.txt
check "and said" has err '2 runs already in the library, left out \(--again imports anyway\)'
check "and not doubled" holds 1
check "also under another file name" sh -c 'cp two.txt other.txt && "$FSTUI" import other.txt 2>err && grep -q "2 runs already" err'
check "--again imports it again" exits 0 "$FSTUI" import --again two.txt
check "to another file" holds 2
check "another environment is another run" exits 0 "$FSTUI" import --name elsewhere two.txt
check "and is kept" holds 3
check "by its name" sh -c '"$FSTUI" show elsewhere | grep -c ^elsewhere | grep -qx 3'

sed 's/537 MB/538 MB/; s/ 2 s,/ 1.995 s,/' two.txt >changed.txt
check "a dry run tells new rows from known ones" exits 0 "$FSTUI" import --dry-run changed.txt
check "in its sum" has err '1 of 3 rows would be imported'
check "and run by run" sh -c 'grep -c "known already$" err | grep -qx 1'
check "and as data" sh -c '"$FSTUI" import --dry-run --format=jsonl changed.txt 2>err | grep -c "known_rows" | grep -qx 1'
check "what is new in a log is imported" exits 0 "$FSTUI" import changed.txt
check "without the rest" has err '1 run already in the library'
check "as so many rows" has err '1 row imported'

check "a pipe is imported" sh -c '"$FSTUI" import --name piped <two.txt 2>err && grep -q "standard input: 3 rows imported" err'
check "names are given in order" sh -c '"$FSTUI" import --names one,two two.txt 2>/dev/null && "$FSTUI" show one two | grep -c "^one\|^two" | grep -qx 3'
check "a result of fstui is imported with a name" sh -c '"$FSTUI" show --format=csv one >r.csv && "$FSTUI" import --name renamed r.csv 2>err && "$FSTUI" show renamed | grep -q ^renamed'

check "of several files the second repeats the first" exits 0 "$FSTUI" import --dry-run --name new two.txt other.txt
check "and that is said" has err '2 runs already in an earlier FILE'
echo 'nothing of a benchmark' >nothing.txt
check "what is not recognised" exits 3 "$FSTUI" import --format=jsonl nothing.txt
check "is reported as skipped" has out '"kind":"skipped".*"nothing recognised in 1 line: .*"first_line":1'

check "a report as JSON Lines is data" exits 0 "$FSTUI" import --dry-run --format=jsonl two.txt
check "one object a line" has out '^\{.*"kind":"recognised".*\}$'

check "nothing recognised has exit status 3" exits 3 "$FSTUI" import "$FSTUI_SRCDIR/LICENSE"
rm -rf "$library"
"$FSTUI" import two.txt 2>/dev/null
check "list prints JSON Lines" sh -c '"$FSTUI" list --format=jsonl | grep -q "^{\"environment\":\"/dev/sda\".*\"rows\":2}"'
check "list prints CSV" sh -c '"$FSTUI" list --format=csv >out && head -1 out | grep -q "^environment,run,tool" && grep -q "^/dev/sda," out'

# At once: no file is lost, none is overwritten.
at_once() {
	before=$(files)
	for name in a b c d e f g h; do
		"$FSTUI" import --again --name "$name" two.txt 2>/dev/null &
	done
	wait
	holds $((before + 8))
}
check "eight imports at once make eight files" at_once

torn() {
	rm -rf "$library"
	"$FSTUI" import two.txt 2>/dev/null
	for file in "$library"/*.csv; do
		printf '/dev/sdb,torn' >>"$file"
	done
	"$FSTUI" list >out 2>err && has err '[.]csv:5: the last line is torn' && has out '^/dev/sda'
}
check "a torn line in the library is told with file and line" torn

# Places that do not work.
check "without HOME an import says why it cannot save" \
	env -u HOME -u XDG_DATA_HOME sh -c '"$FSTUI" import two.txt 2>err; [ $? -eq 1 ] && grep -q "neither XDG_DATA_HOME nor HOME" err'
check "and show works" env -u HOME -u XDG_DATA_HOME "$FSTUI" show two.txt
check "and list says it in a line" env -u HOME -u XDG_DATA_HOME sh -c '"$FSTUI" list 2>err >out && grep -q "neither XDG_DATA_HOME nor HOME" err'
mkdir -p closed
: >closed/fstui
check "a library that is no folder is told" env XDG_DATA_HOME="$PWD/closed" sh -c '"$FSTUI" import two.txt 2>err; [ $? -eq 1 ] && grep -q "closed/fstui" err'

done_testing
