#!/bin/sh
# Measure the sample sweep anew: five really different file systems on one machine, in one interleaved run.
#
# usage: make-samples.sh FSTUI OUT.csv     (as root, Linux; needs e2fsprogs xfsprogs btrfs-progs sshfs openssh-server)
#
# ext4, xfs and btrfs lie on loop devices in a temporary folder, tmpfs is itself, sshfs mounts a folder of the
# ext4 over an sshd on loopback. All of it lives in namespaces of its own (mounts, host name), so the rows name
# no real host and nothing stays mounted. Takes about ten minutes and 4 GB in TMPDIR.
set -eu

if [ "${FSTUI_SAMPLES_INSIDE:-}" != yes ]; then
	[ $# -eq 2 ] || {
		sed -n '2,9p' "$0"
		exit 2
	}
	[ "$(id -u)" -eq 0 ] || {
		echo "make-samples: needs root, for mounts" >&2
		exit 1
	}
	for tool in mkfs.ext4 mkfs.xfs mkfs.btrfs sshfs ssh-keygen unshare; do
		command -v "$tool" >/dev/null || {
			echo "make-samples: $tool is missing" >&2
			exit 1
		}
	done
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	FSTUI_SAMPLES_INSIDE=yes unshare --mount --uts --pid --fork --mount-proc sh "$0" \
		"$(realpath "$1")" "$(realpath -m "$2")" "$work"
	exit
fi

fstui=$1 out=$2 work=$3

hostname sample-vm
mount -t tmpfs -o size=16M none /mnt
cd /mnt
mkdir ext4 xfs btrfs tmpfs sshfs

for fs in ext4 xfs btrfs; do
	truncate -s 1300M "$work/$fs.img"
	"mkfs.$fs" -q "$work/$fs.img"
	mount -o loop "$work/$fs.img" "/mnt/$fs"
done
mount -t tmpfs -o size=1300M tmpfs /mnt/tmpfs

# An sshd of our own: its key, its port, this folder.
mkdir -m 700 /mnt/ssh /run/sshd 2>/dev/null || true
ssh-keygen -q -t ed25519 -N '' -f /mnt/ssh/host
ssh-keygen -q -t ed25519 -N '' -f /mnt/ssh/user
cat >/mnt/ssh/config <<EOF
ListenAddress 127.0.0.1
Port 2222
HostKey /mnt/ssh/host
AuthorizedKeysFile /mnt/ssh/user.pub
StrictModes no
UsePAM no
PidFile none
Subsystem sftp internal-sftp
EOF
ip link set lo up 2>/dev/null || true
"$(command -v sshd || echo /usr/sbin/sshd)" -D -f /mnt/ssh/config &
sshd=$!
trap 'kill "$sshd" 2>/dev/null || true' EXIT
mkdir /mnt/ext4/shared
tries=0
until sshfs -p 2222 -o IdentityFile=/mnt/ssh/user,StrictHostKeyChecking=no,UserKnownHostsFile=/dev/null,LogLevel=ERROR \
	127.0.0.1:/mnt/ext4/shared /mnt/sshfs; do
	tries=$((tries + 1))
	[ "$tries" -lt 50 ] || exit 1
	kill -0 "$sshd"
	sleep 0.1
done

"$fstui" run --suite sweep --file-size 64K,1M,16M,64M \
	--record-size 4K,16K,64K,256K,1M,4M,16M --precision 10% --max-time 1s --seed 1 \
	--note "sample, measured by make-samples.sh" --output "$work/rows.csv" \
	--name ext4 /mnt/ext4 --name xfs /mnt/xfs --name btrfs /mnt/btrfs --name tmpfs /mnt/tmpfs --name sshfs /mnt/sshfs
fusermount -u /mnt/sshfs 2>/dev/null || umount /mnt/sshfs

# The run takes the folders in an order of chance; in the sample they come in ours.
head -n 1 "$work/rows.csv" >"$out"
for fs in ext4 xfs btrfs tmpfs sshfs; do
	grep "^$fs," "$work/rows.csv" >>"$out"
done
