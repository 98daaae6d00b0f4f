#!/bin/sh
# Measures the sweeps of data/samples on this machine, as root:
#
#	tests/samples/measure.sh FSTUI OUTPUT.csv
#
# Five file systems that differ in kind: ext4, xfs and btrfs in files behind loop devices, tmpfs in memory,
# and sshfs through an sshd on the loopback address. Everything lies in one temporary folder, and is gone
# when the script ends. One run measures all of them, interleaved.
set -eu

if [ $# -ne 2 ]; then
	echo "Usage: $0 FSTUI OUTPUT.csv" >&2
	exit 2
fi
fstui=$(realpath "$1")
output=$(realpath "$2")
folder=$(mktemp -d /var/tmp/fstui-samples.XXXXXX)
mounts=
loops=
sshd=

cleanup() {
	cd /
	for mount in $mounts; do
		umount "$mount" || umount -l "$mount" || :
	done
	for loop in $loops; do
		losetup -d "$loop" || :
	done
	[ -z "$sshd" ] || kill "$sshd" || :
	rm -rf --one-file-system "$folder"
}
trap cleanup EXIT
trap 'exit 130' HUP INT TERM
cd "$folder"

# mount_loop TYPE: mounts a new file system TYPE at ./TYPE, with its own buffers out of the way.
mount_loop() {
	mkdir "$1"
	truncate -s 2G "$1.img"
	"mkfs.$1" -q "$1.img" >/dev/null
	loop=$(losetup --direct-io=on -f --show "$1.img")
	loops="$loop $loops"
	mount "$loop" "$1"
	mounts="$folder/$1 $mounts"
}

mount_tmpfs() {
	mkdir tmpfs
	mount -t tmpfs -o size=2G fstui-samples tmpfs
	mounts="$folder/tmpfs $mounts"
}

# mount_sshfs: mounts ./remote, which lies on the disk of $folder, at ./sshfs.
mount_sshfs() {
	port=22022
	mkdir -p remote sshfs /run/sshd
	ssh-keygen -q -t ed25519 -N '' -f host_key
	ssh-keygen -q -t ed25519 -N '' -f user_key
	cat >sshd_config <<CONFIG
ListenAddress 127.0.0.1:$port
HostKey $folder/host_key
AuthorizedKeysFile $folder/user_key.pub
StrictModes no
UsePAM no
PidFile none
Subsystem sftp internal-sftp
CONFIG
	"$(command -v sshd || echo /usr/sbin/sshd)" -D -f "$folder/sshd_config" &
	sshd=$!
	tries=0
	until sshfs "root@127.0.0.1:$folder/remote" sshfs -p "$port" \
		-o IdentityFile="$folder/user_key",StrictHostKeyChecking=no,UserKnownHostsFile=/dev/null \
		-o ConnectionAttempts=5,LogLevel=ERROR,fsname=localhost; do
		tries=$((tries + 1))
		[ "$tries" -lt 5 ]
	done
	mounts="$folder/sshfs $mounts"
}

mount_loop ext4
mount_loop xfs
mount_loop btrfs
mount_tmpfs
mount_sshfs

"$fstui" run --suite sweep --file-size 64K,1M,16M,64M --record-size 4K..16M --max-time 2 \
	--note 'sample: a virtual machine with 2 cores' --output "$folder/samples.csv" \
	--name ext4 "$folder/ext4" --name xfs "$folder/xfs" --name btrfs "$folder/btrfs" \
	--name tmpfs "$folder/tmpfs" --name sshfs "$folder/sshfs"
cp "$folder/samples.csv" "$output"
