# shellcheck shell=sh
# Sourced by every fault test, in place of tests/cli/lib.sh: file systems that are small, read-only or
# vanish. They are mounted below the test's folder and unmounted when it ends. Without root, or where
# mounting is forbidden, the whole test is skipped: make them before the first check.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

mounts=
loops=

fault_cleanup() {
	cd /
	for mount in $mounts; do
		umount -l "$mount" 2>/dev/null
	done
	for loop in $loops; do
		losetup -d "$loop" 2>/dev/null
	done
	tap_cleanup
}
trap fault_cleanup EXIT

[ "$(id -u)" -eq 0 ] || skip_all "mounting needs root"

# make_tmpfs FOLDER SIZE: a new folder that holds at most SIZE, such as 8M. FOLDER is relative.
make_tmpfs() {
	{ mkdir "$1" && mount -t tmpfs -o "size=$2" fstui-test "$1" 2>/dev/null; } ||
		skip_all "tmpfs cannot be mounted here"
	mounts="$PWD/$1 $mounts"
}

# make_loop FOLDER TYPE SIZE: a new folder on a file system TYPE (ext4, xfs, btrfs) in a file of SIZE.
# $loop is its block device.
make_loop() {
	command -v "mkfs.$2" >/dev/null || skip_all "mkfs.$2 is missing"
	{ truncate -s "$3" "$1.img" && "mkfs.$2" -q "$1.img" >/dev/null 2>&1 && mkdir "$1"; } ||
		skip_all "mkfs.$2 failed"
	loop=$(losetup -f --show "$1.img" 2>/dev/null) || skip_all "there are no loop devices here"
	loops="$loop $loops"
	mount -t "$2" "$loop" "$1" 2>/dev/null || skip_all "$2 cannot be mounted here"
	mounts="$PWD/$1 $mounts"
}

# make_read_only FOLDER: what is mounted there lets nothing be written from now on.
make_read_only() {
	mount -o remount,ro "$1"
}

# make_sshfs FOLDER SERVED: a new folder that is SERVED (relative, made too) seen through sshfs. Its server
# hangs at pipes, without a network; `kill_server FOLDER` kills it with signal 9.
make_sshfs() {
	command -v sshfs >/dev/null || skip_all "sshfs is missing"
	[ -c /dev/fuse ] || skip_all "there is no FUSE here"
	for server in /usr/lib/openssh/sftp-server /usr/libexec/openssh/sftp-server \
		/usr/lib/ssh/sftp-server /usr/libexec/sftp-server; do
		[ ! -x "$server" ] || break
	done
	[ -x "$server" ] || skip_all "sftp-server is missing"
	mkdir "$1" "$2"
	printf '#!/bin/sh\necho $$ >"%s/%s.server"\nexec %s\n' "$PWD" "$1" "$server" >"$1.ssh"
	chmod +x "$1.ssh"
	sshfs -o "ssh_command=$PWD/$1.ssh" "nowhere:$PWD/$2" "$1" 2>/dev/null ||
		skip_all "sshfs cannot be mounted here"
	mounts="$PWD/$1 $mounts"
}

kill_server() {
	kill -9 "$(cat "$1.server")"
}
