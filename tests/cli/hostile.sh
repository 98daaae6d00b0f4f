#!/bin/sh
# Input that means no good: an error or clean rows, in bounded memory, and nothing of it on the terminal.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

# Address space of the program in KiB; the sanitizers need all of it.
memory_limit=300000
if nm "$FSTUI" 2>/dev/null | grep -q ' __asan_init'; then
	memory_limit=unlimited
fi

# bounded COMMAND...: runs it with bounded memory and time; true when it ends by itself with status 0 to 3.
bounded() {
	status=0
	run timeout 60 sh -c 'ulimit -v "$1" && shift && exec "$@"' - "$memory_limit" "$@"
	[ "$status" -le 3 ] && return
	echo "exit status $status"
	head -c 1000 err
	return 1
}

# clean FILE: no control byte but line feeds, and valid UTF-8.
clean() {
	if LC_ALL=C tr -d '\n -~\200-\377' <"$1" | grep -q .; then
		echo "control bytes in $1"
		return 1
	fi
	iconv -f UTF-8 -t UTF-8 <"$1" >/dev/null
}

# tame NAME FILE: show and import of FILE end well and print nothing harmful, in every format.
tame() {
	for format in table jsonl csv; do
		check "$1: show --format=$format ends" bounded "$FSTUI" show --format=$format "$2"
		check "$1: its output is clean" clean out
		check "$1: its errors are clean" clean err
	done
	check "$1: import ends" bounded "$FSTUI" import --again "$2"
	check "$1: its report is clean" clean err
	check "$1: list ends" bounded "$FSTUI" list
	check "$1: its output is clean" clean out
}

: >empty
check "an empty file is nothing recognised" exits 3 "$FSTUI" show empty
check "a folder is said to be one" exits 1 "$FSTUI" show ./
check "by name" has err 'folder'
check "a device is refused" exits 1 "$FSTUI" show /dev/zero
check "by name" has err 'device'
# Root reads everything, so it puts that ability away.
as_anybody=
[ "$(id -u)" -ne 0 ] || as_anybody='setpriv --bounding-set=-dac_override,-dac_read_search --inh-caps=-all'
echo x >secret && chmod 0 secret
# shellcheck disable=SC2086 # a command and its options
if $as_anybody cat secret >/dev/null 2>&1; then
	skip "an unreadable file is told" "whoever runs this reads everything"
else
	check "an unreadable file is told" exits 1 $as_anybody "$FSTUI" show secret
	check "with the reason" has err 'secret: cannot open: Permission denied'
fi

# Nobody writes into it: whoever opened it would wait for ever.
mkfifo pipe
check "a pipe does not hold the screen up" bounded "$FSTUI" --dump=80x24 --keys='i p i p e Enter'
check "but is refused" has out 'pipe: expected a file, found a pipe'
mkdir -p "$XDG_DATA_HOME/fstui"
mkfifo "$XDG_DATA_HOME/fstui/x.csv"
check "nor one in the library" bounded "$FSTUI" list
check "which is no result" test "$status" -eq 0
rm "$XDG_DATA_HOME/fstui/x.csv"

check "a folder called as an option is none" exits 0 \
	"$FSTUI" --dump=100x24 --keys='r Enter C-u - n Space . Enter'
check "of the run's command" has out "fstui run --suite quick [.]/-n [.]"

tame "a binary" "$FSTUI"

printf '$ dd if=/dev/zero of=/mnt/\033]0;owned\007\302\233\377\342\200\256x bs=1M count=1024\n1024+0 records in\n1024+0 records out\n1073741824 bytes (1.1 GB) copied, 2 s, 537 MB/s\n' >escapes.txt
tame "escapes in a log" escapes.txt

cp escapes.txt "$(printf 'name\033[2J\n.txt')"
tame "escapes in a file's name" "$(printf 'name\033[2J\n.txt')"

printf 'environment,test,bytes_per_s,note,\033[31mcol\n\\x1B[2J,read,1,\033[5m\\x07\377,\\x9B\n' >escapes.csv
tame "escapes in a result" escapes.csv
check "whose rows are kept" sh -c '"$FSTUI" show --format=jsonl escapes.csv | grep -q "\"bytes_per_s\":1,"'

{
	echo 'environment,test,bytes_per_s,lat_max_s'
	for number in nan inf -1 1e999 0x10 1e400 '' 99999999999999999999999999 1e-320; do
		echo "x,read,$number,1"
	done
} >numbers.csv
tame "absurd numbers" numbers.csv
check "of which the possible ones are kept" sh -c '"$FSTUI" show --format=csv numbers.csv 2>err | wc -l | grep -qx "4" && grep -q "numbers.csv:2: bytes_per_s: expected a number, found \"nan\"" err'

{
	echo '1073741824 bytes (1.1 GB) copied, 2 s, 537 MB/s'
	head -c 100000000 /dev/zero | tr '\0' 'a'
	echo
	echo '2147483648 bytes (2.1 GB) copied, 2 s, 1.1 GB/s'
} >long-line.txt
check "a line of 100 MB ends" bounded "$FSTUI" show --format=jsonl long-line.txt
rm long-line.txt
{
	echo 'environment,test,note'
	printf 'x,read,'
	head -c 100000000 /dev/zero | tr '\0' '"'
	echo
	echo 'y,read,z'
} >long-line.csv
check "a field of 100 MB ends" bounded "$FSTUI" show --format=jsonl long-line.csv
check "and the next row is read" has out '"environment":"y"'
rm long-line.csv

noise() {
	LC_ALL=C awk 'BEGIN { srand(1); for (i = 0; i < 4000; i++) printf "%c", int(rand() * 255) + 1 }' >block
	i=0
	while [ $i -lt 8 ]; do
		cat block block >twice && mv twice block
		i=$((i + 1))
	done
	n=0
	while [ $n -lt "$1" ]; do
		cat block
		n=$((n + 1))
	done
}
noise 20 >noise.bin
check "noise ends" bounded "$FSTUI" show noise.bin
check "with nothing recognised" test "$status" -eq 3
check "because it is no text" has err 'expected text, found binary data'
check "noise on a pipe, too" bounded "$FSTUI" show - <noise.bin
rm noise.bin

# Text, but of no meaning: all of it is looked at.
if [ "${FSTUI_LONG-}" = 1 ]; then
	noise 30 | od -An -tx1 -w40 >noise.txt
	for part in 1 2 3 4 5 6 7 8 9 10 11 12; do
		sed "s/^/$part/" noise.txt
	done | head -c 1000000000 >gigabyte.txt
	check "1 GB of text ends" bounded "$FSTUI" show gigabyte.txt
	check "1 GB of text on a pipe ends" bounded sh -c 'cat gigabyte.txt | "$FSTUI" show -'
	rm noise.txt gigabyte.txt
fi

done_testing
