#!/bin/sh
# The library on a disk that is full or read-only.
. "${FSTUI_SRCDIR:?}/tests/fault/lib.sh"

cat >dd.txt <<'END'
$ dd if=/dev/zero of=/mnt/a/file bs=1M count=1024
1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2 s, 537 MB/s
END

make_tmpfs full 64k
make_tmpfs closed 1m
export XDG_DATA_HOME="$PWD/closed"
check "an import works while there is room" exits 0 "$FSTUI" import dd.txt
make_read_only closed
check "on a read-only disk an import fails" exits 1 "$FSTUI" import --again dd.txt
check "and says why" has err 'closed/fstui.*Read-only file system'
check "and what is there can be listed" exits 0 "$FSTUI" list
check "as before" has out '^/mnt/a/file +dd'

export XDG_DATA_HOME="$PWD/full"
mkdir full/fstui
head -c 100000 /dev/zero >full/filler 2>/dev/null
check "on a full disk an import fails" exits 1 "$FSTUI" import dd.txt
check "and says why" has err 'No space left on device'
check "and leaves nothing behind" sh -c '[ -z "$(ls full/fstui)" ]'
rm full/filler
check "and works when there is room again" exits 0 "$FSTUI" import dd.txt

done_testing
