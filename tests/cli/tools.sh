#!/bin/sh
# Real tools run by fstui: in a work folder, followed live, their results kept. Where a tool is not installed
# its check is skipped. Those that take seconds wait for FSTUI_LONG. iozone is not in Debian: a script in its
# place replays a captured log line by line.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

mkdir folder bin
PATH=$PWD/bin:$PATH

nothing_left() {
	find folder -mindepth 1 >found
	same found </dev/null
}

# follows TOOL TEST ARGS...: a run of TOOL tells cells and samples, and keeps a row of TEST.
follows() {
	tool=$1 test=$2
	shift 2
	named=$(printf %s "$tool" | tr + .)
	rm -f r.csv
	exits 0 "$FSTUI" run --name env --stream --output r.csv folder --tool "$tool" -- "$@" </dev/null &&
		cp out events &&
		has events '"event":"begin".*"tool":"'"$named"'"' &&
		has events '"event":"cell".*"environment":"env".*"test":"'"$test"'"' &&
		has events '"event":"sample".*"cell":1' &&
		has events '"event":"measurement".*"tool":"'"$named"'"' &&
		has events '"event":"end".*"outcome":"done"' &&
		exits 0 "$FSTUI" show --format=jsonl r.csv &&
		has out '"environment":"env".*"tool":"'"$named"'".*"test":"'"$test"'".*"filesystem":' && nothing_left
}

# tool_check always|long NAME TOOL COMMAND...
tool_check() {
	tool_when=$1 tool_name=$2 tool_program=$3
	shift 3
	if [ "$tool_when" = long ] && [ -z "${FSTUI_LONG:-}" ]; then
		skip "$tool_name" "it takes seconds"
	elif PATH=$PATH:/usr/sbin:/sbin command -v "$tool_program" >/dev/null; then
		check "$tool_name" "$@"
	else
		skip "$tool_name" "$tool_program is missing"
	fi
}

refused() {
	pattern=$1
	shift
	exits 2 "$FSTUI" run folder --tool "$@" && has err "$pattern" && nothing_left
}

missing_is_told() {
	exits 1 env PATH=/nonexistent "$FSTUI" run folder --tool ioping -- -c 1 && has err 'ioping is not installed: .*package'
}

failure_is_told() {
	exits 1 "$FSTUI" run --output r2.csv folder --tool dd -- if=/no/such of=f &&
		has err "dd ended with status 1: .*/no/such" && nothing_left && [ ! -e r2.csv ]
}

# What the tool starts is stopped with it, and what it has told by then is kept.
stop_keeps_what_there_is() {
	mkfifo events.pipe
	"$FSTUI" run --stream --output r3.csv folder --tool dd -- if=/dev/zero of=/dev/null bs=64k \
		>events.pipe 2>err </dev/null &
	pid=$!
	exec 3<events.pipe
	while read -r line <&3; do
		case $line in *'"event":"sample"'*) break ;; esac
	done
	kill -TERM "$pid"
	cat <&3 >out
	exec 3<&-
	status=0
	wait "$pid" || status=$?
	[ "$status" -eq 130 ] && has out '"event":"measurement".*"test":"copy"' &&
		has out '"outcome":"stopped"' && nothing_left
}

# A tool that leaves folders, links and a file that may not be read in its folder, and a process behind.
untidy() {
	cat >bin/ioping <<'END'
#!/bin/sh
mkdir -p deep/er && echo x >deep/er/file && chmod 000 deep/er/file
ln -s "$OUTSIDE" link && ln -s / root && mkfifo pipe
sleep 1000 &
echo "$!" >"$OUTSIDE/pid"
echo '4 KiB <<< . (tmpfs tmpfs 1 GiB): request=1 time=1.5 us'
echo
echo '--- . (tmpfs tmpfs 1 GiB) ioping statistics ---'
echo '9 requests completed in 13.5 us, 36 KiB read, 666.7 k iops, 2.54 GiB/s'
echo 'generated 10 requests in 9.00 s, 40 KiB, 1 iops, 4.44 KiB/s'
echo 'min/avg/max/mdev = 1.1 us / 1.5 us / 2.0 us / 0.2 us'
END
	chmod +x bin/ioping
	mkdir outside
	echo stays >outside/file
	OUTSIDE=$PWD/outside
	export OUTSIDE
	follows ioping random_read -c 1 && same outside/file stays || return 1
	read -r left <outside/pid
	! kill -0 "$left" 2>/dev/null || grep -q '^State:.*Z' "/proc/$left/status"
}

# Killed with its tool at work: the tool ends, and clean removes what both left.
killed_is_cleaned() {
	mkfifo killed
	"$FSTUI" run --stream --output r4.csv folder --tool dd -- if=/dev/zero of=f bs=64k oflag=dsync status=progress \
		>killed 2>err </dev/null &
	pid=$!
	exec 3<killed
	while read -r line <&3; do
		case $line in *'"event":"sample"'*) break ;; esac
	done
	tool=$(cat "/proc/$pid/task/$pid/children" 2>/dev/null)
	kill -9 "$pid"
	wait "$pid" 2>/dev/null
	cat <&3 >/dev/null
	exec 3<&-
	while [ -n "$tool" ] && kill -0 "$tool" 2>/dev/null && ! grep -q '^State:.*Z' "/proc/$tool/status"; do
		sleep 0.05
	done
	[ -n "$(find folder -name f)" ] || { find folder; return 1; }
	exits 0 "$FSTUI" clean folder && has out '^removed ' && nothing_left
}

# Tests, sizes, figures and status of a file's rows, in no order.
figures() {
	"$FSTUI" show --format=csv "$1" | cut -d, -f7,9,10,17,37 | sort
}

replayed_iozone() {
	cat >bin/iozone <<END
#!/bin/sh
while IFS= read -r line; do
	printf '%s\n' "\$line"
done <"$FSTUI_SRCDIR/tests/corpus/local/iozone-3471-ext4-Racb.txt"
END
	chmod +x bin/iozone
	follows iozone write -Racb out.xls && has events '"event":"cell".*"test":"freread"' &&
		has out '"test":"stride_read"' || return 1
	# Its rows come while it goes on.
	last_cell=$(grep -n '"event":"cell"' events | tail -1 | cut -d: -f1)
	first_row=$(grep -n '"event":"measurement"' events | head -1 | cut -d: -f1)
	[ "$first_row" -lt "$last_cell" ] || return 1
	# They are those that the whole log has, also what its last lines call in doubt.
	figures r.csv >kept
	figures "$FSTUI_SRCDIR/tests/corpus/local/iozone-3471-ext4-Racb.txt" >whole
	has kept 'doubtful$' && diff kept whole
}

device_by_hdparm() {
	truncate -s 32M image
	loop=$(losetup -f --show image 2>/dev/null) || return 77
	rm -f r.csv
	exits 0 "$FSTUI" run --output r.csv --tool hdparm -- -t "$loop"
	passed=$?
	losetup -d "$loop"
	[ "$passed" -eq 0 ] && exits 0 "$FSTUI" show --format=jsonl r.csv &&
		has out '"environment":"/dev/loop[0-9]*".*"test":"device_read".*"virtual_disk":"loop'
}

plan_is_printed() {
	exits 0 "$FSTUI" run --dry-run folder --tool sysbench -- fileio --file-test-mode=seqwr &&
		has out 'sysbench fileio .* prepare$' && has out 'sysbench fileio .*--report-interval=1 run$'
}

tool_check always "dd is followed, and its result kept" dd follows dd write if=/dev/zero of=f bs=1M count=64 conv=fsync
tool_check long "so is sysbench fileio, whose files are made ready before" sysbench \
	follows sysbench random_mixed fileio --file-total-size=8M --file-num=2 --file-test-mode=rndrw --time=2
tool_check always "so is fio" fio \
	follows fio random_read --name=x --rw=randread --size=4m --bs=4k --runtime=1 --time_based
tool_check always "so is ioping" ioping follows ioping random_read -c 3 -i 0.05
tool_check long "so is bonnie++, as root too" bonnie++ follows bonnie++ write -f -s 16M -r 8 -n 1
check "iozone is followed cell by cell (a captured log is replayed)" replayed_iozone
rm bin/iozone
if [ "$(id -u)" -eq 0 ] && loop=$(losetup -f 2>/dev/null) && [ -b "$loop" ]; then
	tool_check long "hdparm reads a device" hdparm device_by_hdparm
else
	skip "hdparm reads a device" "there are no loop devices here"
fi
check "hdparm is refused what writes" refused 'not for measuring' hdparm -- -t --write-sector 1 /dev/loop0
check "and anything but a device" refused 'expected a block device' hdparm -- -t /etc/passwd
check "dd may not write outside" refused 'leads out of' dd -- if=/dev/zero of=/dev/vda
check "by no detour" refused 'leads out of' dd -- if=/dev/zero of=a/../../x
check "nor may fio" refused 'leads out of' fio -- --name=x --rw=write --filename=/dev/vda
check "nor iozone" refused 'leads out of' iozone -- -a -f /tmp/x
check "nor bonnie++" refused 'of its own' bonnie++ -- -d /tmp
check "nor ioping" refused 'leads out of' ioping -- -WWW /dev/vda
check "own options do not go with a tool" refused "own tests" dd --suite quick -- if=a of=b
check "a tool that is not there is told with its package" missing_is_told
check "a tool that fails is told with its last words" failure_is_told
check "a stopped tool's last figures are kept" stop_keeps_what_there_is
tool_check always "after kill -9 the tool ends, and clean removes its files" dd killed_is_cleaned
check "what a tool leaves behind is removed, links are not followed, processes are ended" untidy
check "--dry-run prints the commands" plan_is_printed

done_testing
