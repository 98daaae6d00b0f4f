#!/bin/sh
# fstui show: what a person may name, and the forms in which rows are printed.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

cat >dd.txt <<'END'
$ dd if=/dev/zero of=/mnt/a/file bs=1M count=1024
1024+0 records in
1024+0 records out
1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2 s, 537 MB/s
END

cat >result.csv <<'END'
environment,run,tool,test,file_size,record_size,bytes_per_s,lat_p99_s,status,color
vm,r1,fstui,read,67108864,4096,1048576000,0.000012,ok,red
vm,r1,fstui,write,67108864,65536,524288,0.25,failed,
"a ""b"", c",r2,fstui,read,67108864,4096,,,ok,
END

check "a log is recognised" exits 0 "$FSTUI" show --format=jsonl dd.txt
check "and printed as JSON Lines" has out '"bytes_per_s":536870912,.*"reported":"537 MB/s","source":"dd.txt:4"'
check "with nothing on standard error" same err </dev/null

check "a result file is read" exits 0 "$FSTUI" show result.csv
check "and printed as a table with units in the heading" has out '^environment +tool +test +file +record +MiB/s +p99 ms +status'
check "where what is well is not said" lacks out ' ok'
check "and what is not is" has out 'write +64M +64K +0.500 +250 +failed'

round_trip() {
	"$FSTUI" show "--format=$1" result.csv >"again.$1" &&
		"$FSTUI" show --format=csv "again.$1" >out && "$FSTUI" show --format=csv result.csv | same out
}
check "CSV reads back the same" round_trip csv
check "JSON Lines read back the same" round_trip jsonl
check "columns that nobody knows are kept" has again.csv 'clock_cost_s,color$'
check "and are keys of JSON" has again.jsonl '"color":"red"'

fits() {
	COLUMNS=$1 "$FSTUI" show result.csv >out && lacks out "^.{$(($1 + 1))}" && has out '^vm'
}
check "a table fits 80 columns" fits 80
check "a table fits 40 columns" fits 40
check "a table fits 5 columns" fits 5

from_pipe() {
	"$FSTUI" show --format=csv - <"$1" >out 2>err && has out "$2"
}
check "standard input may be a file" from_pipe result.csv '^vm,'
piped() {
	(true && cat "$1") | "$FSTUI" show --format=csv - >out 2>err && has out "$2"
}
check "standard input may be a pipe with a result" piped result.csv '^vm,'
check "standard input may be a pipe with a log" piped dd.txt '^/mnt/a/file,'

names() {
	"$FSTUI" import result.csv 2>err && "$FSTUI" show --format=csv "$1" >out && [ "$(wc -l <out)" -eq "$2" ]
}
check "an environment is found by its name" names vm 3
check "a run is found by its id" names r2 2
check "a name that is a folder too is a name" sh -c 'mkdir vm && "$FSTUI" show vm >out && grep -q "^vm" out'
check "a file goes before a name" sh -c 'rmdir vm && cp dd.txt vm && "$FSTUI" show vm >out && grep -q "/mnt/a/file" out'

check "what is nothing is told" exits 1 "$FSTUI" show no-such-thing
check "with what it could have been" has err 'no file, and no environment or run'
check "a misspelt environment gets a suggestion" sh -c '"$FSTUI" import --name debian-vm dd.txt 2>err; "$FSTUI" show debain-vm 2>err; grep -q "did you mean \"debian-vm\"" err'
check "an unrecognised file has exit status 3" exits 3 "$FSTUI" show "$FSTUI_SRCDIR/LICENSE"
check "and says what was looked for" has err 'nothing recognised.*expected'
check "of several files one recognised is enough" exits 0 "$FSTUI" show "$FSTUI_SRCDIR/LICENSE" dd.txt
check "a missing file is an error all the same" exits 1 "$FSTUI" show dd.txt no-such-file.txt
check "and the rest is shown" has out '/mnt/a/file'

early_end() {
	i=0
	head -1 result.csv >long.csv
	while [ "$i" -lt 3000 ]; do
		echo "vm,r1,fstui,read,67108864,4096,104857600,0.000012,ok,$i"
		i=$((i + 1))
	done >>long.csv
	"$FSTUI" show --format=jsonl long.csv 2>err | head -1 >out
	same err </dev/null && has out '"color":"0"'
}
check "a reader that has seen enough is no error" early_end

done_testing
