# shellcheck shell=sh
# Sourced by every fault test, in place of tests/cli/lib.sh: file systems that are small, read-only or
# vanish. They are mounted below the test's folder and unmounted when it ends. Without root, or where
# mounting is forbidden, the whole test is skipped: make them before the first check.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

mounts=
loops=
servers=

fault_cleanup() {
	cd /
	for mount in $mounts; do
		umount -l "$mount" 2>/dev/null
	done
	for server in $servers; do
		kill "$server" 2>/dev/null
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

# make_sshfs FOLDER SERVED: a new folder that is SERVED (relative, made when it is not there) seen through
# sshfs and an sshd of the test's own on loopback. $server is its process.
make_sshfs() {
	for tool in sshfs ssh-keygen; do
		command -v "$tool" >/dev/null || skip_all "$tool is missing"
	done
	sshd=$(PATH=$PATH:/usr/sbin command -v sshd) || skip_all "sshd is missing"
	mkdir -p "$1" "$2" /run/sshd
	mkdir -m 700 "$1.ssh"
	ssh-keygen -q -t ed25519 -N '' -f "$1.ssh/host"
	ssh-keygen -q -t ed25519 -N '' -f "$1.ssh/user"
	# A port by the process's number: tests may run side by side.
	port=$((20000 + $$ % 20000))
	"$sshd" -D -e -p "$port" -o ListenAddress=127.0.0.1 -o "HostKey=$PWD/$1.ssh/host" -o PidFile=none \
		-o "AuthorizedKeysFile=$PWD/$1.ssh/user.pub" -o StrictModes=no -o UsePAM=no \
		-o "Subsystem=sftp internal-sftp" -f /dev/null 2>"$1.ssh/log" &
	server=$!
	servers="$server $servers"
	tries=0
	until grep -q "Server listening" "$1.ssh/log"; do
		{ kill -0 "$server" 2>/dev/null && [ "$tries" -lt 100000 ]; } ||
			skip_all "sshd does not start here"
		tries=$((tries + 1))
	done
	sshfs -p "$port" -o "IdentityFile=$PWD/$1.ssh/user,StrictHostKeyChecking=no" \
		-o UserKnownHostsFile=/dev/null,LogLevel=ERROR "127.0.0.1:$PWD/$2" "$1" 2>/dev/null ||
		skip_all "sshfs cannot be mounted here"
	mounts="$PWD/$1 $mounts"
}
