#!/bin/sh
# fstui durable: what it acknowledges, and what it finds when records were changed behind its back.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

mkdir folder empty

# says STATUS WORD NUMBER...: `verify` of the acknowledged lines exits with STATUS and counts so.
says() {
	expected=$1
	shift
	run "$FSTUI" durable verify folder <acknowledged
	[ "$status" -eq "$expected" ] || { echo "exit status $status"; cat out err; return 1; }
	while [ $# -gt 0 ]; do
		has out "^$1 $2\$" || return
		shift 2
	done
}
# put RECORD BYTES OFFSET: overwrites bytes of a record (of 4 KiB, counted from 0) in the ledger.
put() {
	printf '%s' "$2" | dd of="$(echo folder/.fstui-work.*/fstui-ledger)" bs=1 conv=notrunc \
		seek=$(($1 * 4096 + $3)) status=none
}

check "an operand is needed" exits 2 "$FSTUI" durable
check "and a folder" exits 2 "$FSTUI" durable write
check "a folder that is not there is an error" exits 1 "$FSTUI" durable write missing
check "an odd record size, too" exits 2 "$FSTUI" durable write --record-size 1000 folder
check "a file smaller than a record, too" exits 2 "$FSTUI" durable write --file-size 1K folder

check "records are written" exits 0 "$FSTUI" durable write --records 40 folder
cp out acknowledged
seq 40 >numbers
check "and acknowledged in order" sh -c 'sed 1d acknowledged | cmp - numbers'
check "behind a line that names the ledger" has acknowledged '^# fstui durable [0-9a-f]{16} 4096 16384$'
check "where they are is told" has err 'fstui durable verify.*fstui clean'
check "all are found" says 0 acknowledged 40 checked 40 intact 40 lost 0 torn 0 reordered 0
check "also without the line" sh -c '"$FSTUI" durable verify folder <numbers | grep -q "^intact 40$"'
check "a line that was cut acknowledges nothing" sh -c '
	printf "1\n2\n3" | "$FSTUI" durable verify folder | grep -q "^acknowledged 2$"'
check "records beyond the last are no fault" sh -c '
	head -31 acknowledged | "$FSTUI" durable verify folder 2>err && grep -q "10 whole and 0 torn" err'

put 4 XXXXXXXX 3000
check "a changed record is torn" says 1 intact 39 torn 1 lost 0 reordered 1
put 9 "$(printf '%600s' '')" 0
check "one without its head, too" says 1 intact 38 torn 2 reordered 2
echo 41 >>acknowledged
check "one that was never written is lost" says 1 checked 41 lost 1 torn 2 reordered 2
check "a lost one is said to be" has err '3 records .* lost or torn'

check "lines that are no numbers are refused" sh -c '! echo one | "$FSTUI" durable verify folder 2>err && grep -q "standard input:1" err'
check "numbers that fall, too" sh -c '! printf "2\n1\n" | "$FSTUI" durable verify folder 2>err && grep -q "standard input:2" err'
check "nothing acknowledged is told" sh -c '"$FSTUI" durable verify folder </dev/null; [ $? -eq 3 ]'
check "a ledger that is gone is all lost" sh -c '! "$FSTUI" durable verify empty <acknowledged >out 2>err && grep -q "^lost 41$" out'
check "and without its line unknown" sh -c '! "$FSTUI" durable verify empty <numbers 2>err && grep -q "all of 40 acknowledged records are lost, or" err'

check "two ledgers are told apart" exits 0 "$FSTUI" durable write --records 100 --file-size 128K --record-size 8K folder
cp out acknowledged
check "by the line" says 0 acknowledged 100 checked 16 intact 16 lost 0
check "or not at all" sh -c '"$FSTUI" durable verify folder <numbers; [ $? -eq 2 ]'

mkfifo pipe
lines() {
	"$FSTUI" durable write folder >pipe 2>err &
	writer=$!
	head -5 <pipe >some
	status=0
	wait "$writer" || status=$?
	[ "$(wc -l <some)" -eq 5 ]
}
check "it goes on until nobody listens" lines
check "which is an error" test "$status" -eq 1
check "clean removes it all" exits 0 "$FSTUI" clean folder
check "and leaves nothing" sh -c '[ -z "$(ls -A folder)" ]'

done_testing
