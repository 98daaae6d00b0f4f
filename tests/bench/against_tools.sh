#!/bin/sh
# Figures of fstui against those of the tools it is to agree with, or to beat, measured in turns:
#   against_tools.sh [FIGURE...]       all of them without a name
# One line a figure: the median of the ratios fstui / tool over the pairs, and the extremes. What a machine
# cannot do (no root, no loop devices, a tool that is not there) is told and left out. Files are made in the
# current folder; FSTUI_BENCH_DIR names another, FSTUI_BENCH_PAIRS another number of pairs than five.
# shellcheck disable=SC2317 # functions are called by names put together
set -u

here=$PWD
FSTUI=${FSTUI:-$here/fstui}
pairs=${FSTUI_BENCH_PAIRS:-5}
status=0
work=$(mktemp -d "${FSTUI_BENCH_DIR:-$here}/against.XXXXXX") || exit 1
mounted=
loop=

cleanup() {
	cd "$here" || exit 1
	[ -z "$mounted" ] || umount "$mounted"
	[ -z "$loop" ] || losetup -d "$loop"
	rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM
cd "$work" || exit 1
mkdir folder

# own FIELD TEST ARGUMENT...: the FIELD of the row of TEST that `fstui run ARGUMENT...` makes.
own() {
	field=$1
	test=$2
	shift 2
	rm -f rows.csv
	"$FSTUI" run --tests "$test" --precision 0.1% --output rows.csv "$@" 2>own.err || cat own.err >&2
	"$FSTUI" show --format=jsonl rows.csv | figure "$test" "$field"
}

# figure TEST FIELD: from JSON Lines on standard input.
figure() {
	sed -n "s/.*\"test\":\"$1\",.*\"$2\":\\([0-9.e+-]*\\).*/\\1/p" | head -n 1
}

# fio_bps ARGUMENT...: bytes a second of a fio job that reads.
fio_bps() {
	fio --name=against --size=64m --bs=4k --rw=randread --norandommap --randrepeat=0 --time_based --runtime=2 \
		--filename="$place/fio" --output-format=terse --terse-version=3 "$@" 2>/dev/null |
		awk -F ';' '{ print $7 * 1024 }'
}

# sysbench_fileio ARGUMENT...: its output.
sysbench_fileio() {
	(cd folder && sysbench fileio --file-num=1 --time=2 "$@" run)
}

# The two sides of each figure: `own_NAME` and `tool_NAME` print a rate.
own_random_read_fio() { own bytes_per_s random_read --file-size 64M --record-size 4K --max-time 2s folder; }
tool_random_read_fio() { fio_bps --ioengine=psync --invalidate=0; }

own_random_read_sysbench() { own_random_read_fio; }
tool_random_read_sysbench() {
	[ -e folder/test_file.0 ] ||
		(cd folder && sysbench fileio --file-num=1 --file-total-size=64M --file-block-size=4K prepare >/dev/null)
	sysbench_fileio --file-total-size=64M --file-block-size=4K --file-test-mode=rndrd |
		awk '/read, MiB/ { print $3 * 1048576 }'
}

own_io_uring_fio() {
	own bytes_per_s random_read --file-size 64M --record-size 4K --max-time 2s --engine io_uring --queue-depth 32 folder
}
tool_io_uring_fio() {
	fio_bps --ioengine=io_uring --iodepth=32 --fixedbufs --registerfiles --iodepth_batch_submit=32 \
		--iodepth_batch_complete_min=1 --iodepth_batch_complete_max=32 --invalidate=0
}

own_direct_fio() { own bytes_per_s random_read --file-size 64M --record-size 4K --max-time 2s --direct "$place"; }
tool_direct_fio() { fio_bps --ioengine=psync --direct=1; }

own_cpu_sysbench() { own ops_per_s cpu --max-time 2s folder; }
tool_cpu_sysbench() { sysbench cpu --time=2 run | awk '/events per second/ { print $4 }'; }

own_cached_read_hdparm() { own bytes_per_s cached_read --max-time 2s "$loop"; }
tool_cached_read_hdparm() { hdparm -T "$loop" | awk '/cached reads/ { print $(NF - 1) * 1048576 }'; }

# hdparm waits three seconds for I/O to settle and reads once. Where a host takes free memory back meanwhile, the
# pages that a read needs are slow to get: both have to wait, or neither.
own_device_read_hdparm() {
	sleep 3
	own bytes_per_s device_read --max-time 4s --precision off "$loop"
}
own_device_direct_hdparm() { own bytes_per_s device_read --max-time 4s --direct --precision off "$loop"; }
tool_device_direct_hdparm() { hdparm -t --direct "$loop" | awk '/disk reads/ { print $(NF - 1) * 1048576 }'; }
tool_device_read_hdparm() { hdparm -t "$loop" | awk '/disk reads/ { print $(NF - 1) * 1048576 }'; }

# bonnie++ gives no figure of what took less than half a second: 4 GiB, in memory, read fast enough for a disk's
# pace to be out of the way. It makes one pass, and so do we.
bonnie() {
	bonnie++ -d "$place" -s 4096 -r 2048 -n 0 -f -q -u "$(id -u)" >bonnie.csv 2>/dev/null
	"$FSTUI" show --format=jsonl bonnie.csv | figure "$1" bytes_per_s
}
own_write_bonnie() {
	own bytes_per_s write --file-size 4G --record-size 8K --include-close --max-time 60s --precision off "$place"
}
tool_write_bonnie() { bonnie write; }
own_read_bonnie() {
	own bytes_per_s read --file-size 4G --record-size 8K --max-time 60s --precision off "$place"
}
tool_read_bonnie() { bonnie read; }

# repeatability: one folder under two names; the share of cells whose values differ by less than the sum of the
# half-widths that their rows state.
repeatability() {
	rm -f rows.csv
	mkdir -p "$place/fstui-twice"
	"$FSTUI" run --suite sweep --file-size 256K,4M --output rows.csv --name a "$place/fstui-twice" \
		--name b "$place/fstui-twice" 2>/dev/null
	rmdir "$place/fstui-twice"
	"$FSTUI" show --format=jsonl rows.csv | sed -n \
		's/.*"environment":"\(.\)".*"test":"\([a-z_]*\)".*"file_size":\([0-9]*\),"record_size":\([0-9]*\).*"bytes_per_s":\([0-9.e+]*\).*"spread":\([0-9.e+-]*\).*/\1 \2,\3,\4 \5 \6/p' |
		awk '$1 == "a" { v[$2] = $3; s[$2] = $4 }
			$1 == "b" && ($2 in v) {
				d = v[$2] - $3
				n++
				within += (d < 0 ? -d : d) < v[$2] * s[$2] + $3 * $4
			}
			END {
				if (!n) { print "# repeatability: no figures"; exit 1 }
				met = within / n >= 0.9 ? "met" : "MISSED"
				printf "%-32s  %10.4g  ratio   compared with the stated half-widths, one folder twice, %d cells; at least 0.90: %s\n", \
					"repeatability", within / n, n, met
			}' || status=1
}

own_random_mixed_sysbench() {
	own bytes_per_s random_mixed --file-size 128M --record-size 16K --fsync-every 100 --read-percent 60 \
		--max-time 3s folder
}
tool_random_mixed_sysbench() {
	if [ ! -e folder/test_file.0 ] || [ "$(stat -c %s folder/test_file.0)" -ne 134217728 ]; then
		rm -f folder/test_file.0
		(cd folder && sysbench fileio --file-num=1 --file-total-size=128M prepare >/dev/null)
	fi
	sysbench_fileio --file-total-size=128M --file-test-mode=rndrw --file-fsync-freq=100 --file-rw-ratio=1.5 |
		awk '/read, MiB/ { r = $3 } /written, MiB/ { w = $3 } END { print (r + w) * 1048576 }'
}

# need_device: an ext4 file system on a loop device in $place, the device in $loop.
need_device() {
	[ -z "$loop" ] || return 0
	[ "$(id -u)" -eq 0 ] && command -v mkfs.ext4 >/dev/null && truncate -s 1G image &&
		mkfs.ext4 -q image >/dev/null 2>&1 && loop=$(losetup -f --show image 2>/dev/null) &&
		mkdir -p mounted && mount "$loop" mounted && mounted=$work/mounted
}

# compare NAME LOW HIGH TOOL WITH...: the ratio of the medians is to lie in LOW..HIGH; 0 is no limit.
compare() {
	name=$1
	low=$2
	high=$3
	tool=$4
	shift 4
	case " $wanted " in
	"  " | *" $name "*) ;;
	*) return ;;
	esac
	command -v "$tool" >/dev/null || {
		echo "# $name: $tool is not installed"
		return
	}
	place=folder
	case $name in
	*_bonnie)
		[ ! -w /dev/shm ] || place=/dev/shm
		;;
	direct_* | *_hdparm)
		need_device || {
			echo "# $name: needs root and a loop device"
			return
		}
		place=$mounted
		;;
	esac
	"own_$name" >/dev/null
	"tool_$name" >/dev/null
	i=0
	: >ratios
	while [ "$i" -lt "$pairs" ]; do
		if [ $((i % 2)) -eq 0 ]; then
			a=$("own_$name")
			b=$("tool_$name")
		else
			b=$("tool_$name")
			a=$("own_$name")
		fi
		awk -v a="$a" -v b="$b" 'BEGIN { if (a > 0 && b > 0) printf "%.4f\n", a / b }' >>ratios
		i=$((i + 1))
	done
	sort -n ratios | awk -v name="against_$name" -v low="$low" -v high="$high" -v what="$*" '
		{ r[NR] = $1 }
		END {
			if (NR == 0) { print "# " name ": no figures"; exit 1 }
			m = NR % 2 ? r[(NR + 1) / 2] : (r[NR / 2] + r[NR / 2 + 1]) / 2
			met = m >= low && (high == 0 || m <= high)
			printf "%-32s  %10.4g  ratio   compared with %s (%.3f..%.3f, %d interleaved pairs); ", \
				name, m, what, r[1], r[NR], NR
			if (high == 0) printf "at least %.2f: ", low
			else printf "%.2f..%.2f: ", low, high
			print met ? "met" : "MISSED"
		}' || status=1
}

wanted=$*
compare random_read_fio 1.15 0 fio "fio psync, 4 KiB cached random reads"
compare random_read_sysbench 1.0 0 sysbench "sysbench fileio rndrd, 4 KiB cached"
compare io_uring_fio 1.05 0 fio "fio io_uring, depth 32, registered, batched, 4 KiB cached"
compare direct_fio 0.95 0 fio "fio psync, O_DIRECT 4 KiB on ext4 on a loop device"
compare cpu_sysbench 0.95 1.05 sysbench "sysbench cpu"
compare cached_read_hdparm 0.90 1.10 hdparm "hdparm -T of a loop device"
compare device_read_hdparm 0.90 1.10 hdparm "hdparm -t of a loop device"
compare device_direct_hdparm 0.90 1.10 hdparm "hdparm -t --direct of a loop device"
compare write_bonnie 0.85 1.15 bonnie++ "bonnie++ -s, block output"
compare read_bonnie 0.85 1.15 bonnie++ "bonnie++ -s, block input"
compare random_mixed_sysbench 0.85 1.15 sysbench "sysbench fileio rndrw, fsync every 100"
place=folder
[ ! -w /dev/shm ] || place=/dev/shm
case " $wanted " in
"  " | *" repeatability "*) repeatability ;;
esac
exit $status
