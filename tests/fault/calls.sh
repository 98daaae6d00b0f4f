#!/bin/sh
# Every system call that the worker makes on its files fails once (tests/fault/inject.c): the cell is failed with
# its reason, the rest goes on, nothing stays behind. FSTUI_LONG: every call with every error.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

inject=$FSTUI_BUILDDIR/tests/fault/inject.so
[ -e "$inject" ] || skip_all "faults cannot be preloaded here"
mkdir folder

# faulty FAULT OPTIONS...: a short run with that fault.
faulty() {
	fault=$1
	shift
	rm -f r.csv
	run env LD_PRELOAD="$inject" FSTUI_FAULT="$fault" \
		ASAN_OPTIONS="verify_asan_link_order=0:${ASAN_OPTIONS-}" \
		"$FSTUI" run --stream --file-size 64K --record-size 16K --precision off --output r.csv "$@" folder \
		</dev/null
	cp out events
	cp err messages
}

nothing_left() {
	find folder -mindepth 1 >found
	same found </dev/null
}

# fails_alone CALL ERROR TEST OTHER [OPTIONS...]: the cell of TEST fails with ERROR, that of OTHER does not.
fails_alone() {
	call=$1 error=$2 test=$3 other=$4
	shift 4
	faulty "$call:$error" --tests "$test,$other" "$@"
	[ "$status" -eq 0 ] || { cat messages events; return 1; }
	has events '"test":"'"$test"'".*"status":"failed","note":"'"$error" &&
		has events '"test":"'"$other"'".*"status":"ok"' &&
		has events '"event":"end".*"outcome":"done","ok":1,"failed":1' &&
		exits 0 "$FSTUI" show --format=jsonl r.csv && has out '"status":"failed"' && nothing_left
}

# goes_on CALL HOW TEST [OPTIONS...]: interrupted and short calls are no failures.
goes_on() {
	call=$1 how=$2 test=$3
	shift 3
	faulty "$call:$how" --tests "$test" "$@"
	[ "$status" -eq 0 ] || { cat messages events; return 1; }
	has events '"test":"'"$test"'".*"status":"(ok|doubtful)"' &&
		has events '"event":"end".*"outcome":"done","ok":1,"failed":0' && nothing_left
}

# each CALL TEST OTHER ERRORS [OPTIONS...]: the first of the errors, or all.
each() {
	each_call=$1 each_test=$2 each_other=$3 each_errors=$4
	shift 4
	for error in $each_errors; do
		check "$each_call fails with $error in $each_test: the cell is failed, the rest goes on" \
			fails_alone "$each_call" "$error" "$each_test" "$each_other" "$@"
		[ -n "${FSTUI_LONG:-}" ] || break
	done
}

# Whether the engine is there.
has_engine() {
	"$FSTUI" run --tests read --file-size 64K --record-size 16K --precision off --engine "$1" --output x.csv folder \
		>/dev/null 2>&1
}

nothing_can_be_opened() {
	faulty openat:EMFILE --tests write,read
	[ "$status" -eq 0 ] && has events '"outcome":"done","ok":0,"failed":2' &&
		has events '"status":"failed","note":"EMFILE' && nothing_left
}

cannot_shrink() {
	faulty ftruncate:EIO --tests read --file-size 128K,64K
	[ "$status" -eq 0 ] && has events '"outcome":"done","ok":1,"failed":1' &&
		has events '"file_size":65536.*"status":"failed","note":"EIO' && nothing_left
}

what_cannot_be_removed_is_told() {
	faulty unlinkat:EROFS:2 --tests write
	has events '"event":"note".*cannot remove fstui-data.* from the work folder.*Read-only file system' || return 1
	rm -rf folder && mkdir folder
}

old_kernel_tells_residency() {
	faulty cachestat:ENOSYS --tests read
	has events '"test":"read".*"cached_before":1,.*"cached_after":1[,}]' && nothing_left
}

steps_of_the_clock() {
	faulty clock:step --tests write,read,fsync --max-total-time 60s
	[ "$status" -eq 0 ] && has events '"outcome":"done","ok":3' &&
		lacks events '"elapsed_s":-' && lacks events '"(t_s|elapsed_s)":[0-9]{3,}' && nothing_left
}

writes="ENOSPC EDQUOT EIO EROFS"
each pwrite write fwrite "$writes"
each pread read fwrite "EIO ESTALE"
each fwrite fwrite write "EDQUOT ENOSPC EIO EROFS"
each fread fread write "EIO ENOTCONN"
each fsync fsync write "EIO ENOSPC EDQUOT EROFS"
each pwritev pwritev read "EROFS EIO ENOSPC EDQUOT"
each preadv preadv read "EIO"
each mkdirat create_seq write "EDQUOT ENOSPC EIO EROFS"
each syncfs create_seq write "EIO ENOSPC"
check "ftruncate fails with EIO: the smaller file's cell is failed, the other is not" cannot_shrink
if has_engine mmap; then
	each mmap read fwrite "ENOMEM EIO" --engine mmap
fi
if has_engine io_uring; then
	each uring read fwrite "EIO" --engine io_uring
	check "short transfers of io_uring go on" goes_on uring short read --engine io_uring
	check "so do interrupted ones" goes_on uring EINTR read --engine io_uring
fi
for call in pread pwrite preadv pwritev fsync; do
	case $call in
	pread) test='read' ;;
	pwrite) test='write' ;;
	*) test=$call ;;
	esac
	check "$call that is interrupted goes on" goes_on "$call" EINTR "$test"
	[ "$call" = fsync ] || check "$call that is short goes on" goes_on "$call" short "$test"
done
check "where nothing can be opened, every cell is failed" nothing_can_be_opened
check "what cannot be removed is told" what_cannot_be_removed_is_told
check "an old kernel tells residency by mincore" old_kernel_tells_residency
check "a wall clock that is set all the time changes nothing" steps_of_the_clock

done_testing
