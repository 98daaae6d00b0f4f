#!/bin/sh
# What a crash leaves of acknowledged records. The crash: the writer is stopped, and the image below its
# file system is copied as it is at that moment. What only memory has is not in the copy.
. "${FSTUI_SRCDIR:?}/tests/fault/lib.sh"

# crash NAME PRELOAD: records on a fresh ext4, the crash, and what is found in the copy, in `out`.
crash() {
	make_loop "$1" ext4 64M
	sync -f "$1"
	mkfifo "$1.pipe"
	LD_PRELOAD=$2 "$FSTUI" durable write "$1" >"$1.pipe" 2>"$1.err" &
	writer=$!
	# More are acknowledged meanwhile; these are the ones that the witness has.
	exec 3<"$1.pipe"
	count=0
	: >"$1.acknowledged"
	while [ "$count" -lt 201 ] && read -r line <&3; do
		echo "$line" >>"$1.acknowledged"
		count=$((count + 1))
	done
	kill -s STOP "$writer"
	cp --sparse=always "$1.img" "$1.crashed.img"
	kill -s KILL "$writer"
	kill -s CONT "$writer" 2>/dev/null
	wait "$writer" 2>/dev/null
	exec 3<&-
	mkdir "$1.after"
	loop=$(losetup -f --show "$1.crashed.img") || return
	loops="$loop $loops"
	mount -t ext4 "$loop" "$1.after" || return
	mounts="$PWD/$1.after $mounts"
	run "$FSTUI" durable verify "$1.after" <"$1.acknowledged"
}

crash honest ""
check "what an honest disk acknowledged is there after a crash" test "$status" -eq 0
check "every record of it" has out '^intact 200$'

eatmydata=$(find /usr/lib -name 'libeatmydata.so' 2>/dev/null | head -1)
if [ -n "$eatmydata" ]; then
	crash eaten "$eatmydata"
	check "where syncs are ignored records are missing" test "$status" -eq 1
	check "and it says so" has err 'lost'
else
	skip "where syncs are ignored records are missing" "libeatmydata is missing"
fi

done_testing
