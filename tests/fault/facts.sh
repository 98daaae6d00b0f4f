#!/bin/sh
# What is told of real file systems: behind loop devices, under an overlay, on mapped devices, in a changed root
# that is no mount point. What no test machine has is in tests/synthetic.
. "${FSTUI_SRCDIR:?}/tests/fault/lib.sh"

mapped=
facts_cleanup() {
	cd /
	for mount in $mounts; do
		umount -l "$mount" 2>/dev/null
	done
	[ -z "$mapped" ] || dmsetup remove "$mapped" 2>/dev/null
	mounts=
	fault_cleanup
}
trap facts_cleanup EXIT

make_loop disk ext4 24M

# facts_of FOLDER: the row of a short run there is in `row`.
facts_of() {
	rm -f r.csv
	exits 0 "$FSTUI" run --tests write --file-size 64K --record-size 16K --precision off --output r.csv "$1" &&
		exits 0 "$FSTUI" show --format=jsonl r.csv && cp out row
}

loop_is_followed() {
	facts_of disk && has row '"filesystem":"ext4"' && has row "\"device\":\"$loop\"" &&
		has row "\"virtual_disk\":\"${loop#/dev/} \\(file $PWD/disk.img in [a-z0-9]+\\)" &&
		has row '"mount_options":"rw,'
}

overlay_is_followed() {
	mkdir -p lower over disk/upper disk/work
	mount -t overlay -o "lowerdir=$PWD/lower,upperdir=$PWD/disk/upper,workdir=$PWD/disk/work" overlay over ||
		return 77
	mounts="$PWD/over $mounts"
	facts_of over && has row '"filesystem":"overlay"' &&
		has row "\"virtual_disk\":\"ext4 $loop on ${loop#/dev/} " && has row '"cache_mode":"write '
}

changed_root() {
	mkdir -p root/proc root/sys root/tmp root/dev
	for library in $(ldd "$FSTUI" | grep -o '/[^ ]*'); do
		mkdir -p "root/$(dirname "$library")"
		cp "$library" "root/$library"
	done
	cp "$FSTUI" root/fstui
	touch root/dev/null && mount --bind /dev/null root/dev/null &&
		mount --bind /proc root/proc && mount --bind /sys root/sys || return 77
	mounts="$PWD/root/proc $PWD/root/sys $PWD/root/dev/null $mounts"
	here=$(stat -f -c %T .)
	exits 0 chroot root /fstui run --tests write --file-size 64K --record-size 16K --precision off \
		--output /r.csv /tmp && exits 0 "$FSTUI" show --format=jsonl root/r.csv || return 1
	case $here in
	ext2/ext3) has out '"filesystem":"ext[234]"' ;;
	overlayfs) has out '"filesystem":"overlay"' ;;
	*) has out '"filesystem":"[a-z]' ;;
	esac
}

copy_on_write_is_told() {
	mkdir cow/plain cow/fixed
	chattr +C cow/fixed || return 77
	facts_of cow/plain && has row '"filesystem":"btrfs"' && lacks row 'nodatacow' &&
		facts_of cow/fixed && has row '"mount_options":"[^"]*,nodatacow"'
}

mapping_is_followed() {
	truncate -s 24M mapped.img
	under=$(losetup -f --show mapped.img) || return 77
	loops="$under $loops"
	mapped=fstui-test-$$
	echo "0 49152 linear $under 0" | dmsetup create "$mapped" || return 77
	mkfs.ext4 -q "/dev/mapper/$mapped" && mkdir onto && mount "/dev/mapper/$mapped" onto || return 1
	mounts="$PWD/onto $mounts"
	facts_of onto && has row "\"device\":\"/dev/mapper/$mapped\"" &&
		has row "\"virtual_disk\":\"dm-[0-9]+ \\(dm $mapped\\) on ${under#/dev/} \\(file "
}

# unless_absent NAME COMMAND: a test that is skipped where COMMAND returns 77.
unless_absent() {
	name=$1
	shift
	if "$@" >messages 2>&1; then
		check "$name" true
	elif [ $? -eq 77 ]; then
		skip "$name" "this machine cannot: $(tail -1 messages)"
	else
		check "$name" sh -c 'cat messages; false'
	fi
}

check "a loop device is followed to its file" loop_is_followed
unless_absent "an overlay is followed to what is under it" overlay_is_followed
unless_absent "a changed root has facts, too" changed_root
if command -v dmsetup >/dev/null; then
	unless_absent "a mapped device is followed down" mapping_is_followed
else
	skip "a mapped device is followed down" "dmsetup is missing"
fi
if command -v mkfs.btrfs >/dev/null; then
	make_loop cow btrfs 128M
	unless_absent "btrfs without copying on write is told" copy_on_write_is_told
else
	skip "btrfs without copying on write is told" "mkfs.btrfs is missing"
fi

done_testing
