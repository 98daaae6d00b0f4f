#!/bin/sh
# shellcheck disable=SC2154 # run sets status
# --dump draws a view as text; without a terminal the explorer prints what there is.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

# shellcheck disable=SC2154 # run sets $status

cat >two.csv <<'ROWS'
environment,test,direction,file_size,record_size,bytes_per_s,status
here,read,read,1048576,4096,1048576000,ok
here,read,read,1048576,8192,2097152000,ok
there,read,read,1048576,4096,104857600,ok
there,read,read,1048576,8192,209715200,ok
ROWS

rows_and_columns() {
	run "$FSTUI" --dump 60x12 --view sizes two.csv
	[ "$status" -eq 0 ] && [ "$(wc -l <out)" -eq 12 ] && has out '^ A here 1/2 '
}
check "a dump has as many rows as the screen" rows_and_columns

only_ascii() {
	run "$FSTUI" --dump 80x24 --view sizes --glyphs ascii two.csv
	[ "$status" -eq 0 ] && ! LC_ALL=C grep -q '[^ -~]' out
}
check "--glyphs ascii draws with ASCII alone" only_ascii

keys_are_pressed() {
	run "$FSTUI" --dump 80x24 --keys '2 Down b Right' two.csv
	has out 'there 2/2' && has out 'record 8K 2/2' && has out '× B'
}
check "--keys presses keys first" keys_are_pressed

same_twice() {
	"$FSTUI" --dump 132x43 --view sizes --roles two.csv >first
	"$FSTUI" --dump 132x43 --view sizes --roles two.csv >second
	cmp first second && has first '^--- roles ---'
}
check "a dump is the same every time" same_twice

check "an unknown view is wrong usage" exits 2 "$FSTUI" --dump 80x24 --view nothing two.csv
check "and says which there are" has err 'library, sizes, surface, compare, latency, findings, run'
check "an unknown key is wrong usage" exits 2 "$FSTUI" --dump 80x24 --keys Nokey two.csv
check "a size that is none is wrong usage" exits 2 "$FSTUI" --dump 80 two.csv
check "a file that is not there fails" exits 1 "$FSTUI" --dump 80x24 ./nowhere.csv

check "without a terminal it prints and succeeds" exits 0 "$FSTUI" two.csv
check "what there is" has out 'there'
check "and no escape sequence" lacks out "$(printf '\033')"
check "a dumb terminal is no terminal" exits 0 env TERM=dumb "$FSTUI" two.csv
check "no TERM is no terminal" exits 0 env -u TERM "$FSTUI" two.csv

done_testing
