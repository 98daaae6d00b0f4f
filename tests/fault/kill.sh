#!/bin/sh
# kill -9 at many moments of a run: every finished cell is on disk, and `clean` finds and removes what was
# left, and nothing else. FSTUI_LONG: 200 moments instead of 25.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

kills=25
[ -z "${FSTUI_LONG:-}" ] || kills=200

mkdir folder
echo "not fstui's" >folder/bystander
ln -s "$PWD/folder/bystander" folder/link

# Numbers that look random and are the same every time (Park and Miller).
seed=42
next_random() {
	seed=$((seed * 16807 % 2147483647))
}

# One run, killed after so many milliseconds: from before its work folder is there to after its end.
killed_run() {
	next_random
	moment=$((seed % 400))
	rm -f result.csv
	: >events
	# The suites take turns: one file, many files, an upgrade.
	case $((round % 3)) in
	0) suite="--suite files --files 500" ;;
	1) suite="--tests write,read,fsync --file-size 64K,4M --record-size 4K,64K" ;;
	2) suite="--suite upgrade" ;;
	esac
	# shellcheck disable=SC2086 # several words
	"$FSTUI" run --stream $suite --max-time 200ms --output result.csv folder >events 2>/dev/null \
		</dev/null &
	pid=$!
	sleep "$(printf '0.%03d' "$moment")"
	kill -9 "$pid" 2>/dev/null
	wait "$pid" 2>/dev/null
	return 0
}

# What was told as measured must be in the file; a torn last line may be there besides.
rows_are_there() {
	told=$(grep -c '"event":"measurement".*}$' events)
	[ "$told" -eq 0 ] && return
	"$FSTUI" show --format csv result.csv >rows 2>warnings || { cat rows warnings; return 1; }
	kept=$(($(wc -l <rows) - 1))
	[ "$kept" -ge "$told" ] && return
	echo "$told cells were told as finished, $kept are in the file"
	return 1
}

only_the_bystander_is_left() {
	find folder -mindepth 1 | sort >found
	printf 'folder/bystander\nfolder/link\n' | diff - found && same folder/bystander "not fstui's"
}

all_moments() {
	left_overs=0
	round=0
	while [ "$round" -lt "$kills" ]; do
		round=$((round + 1))
		killed_run
		rows_are_there || { echo "killed after $moment ms"; return 1; }
		# Every other time it must find the folder by the state file alone.
		if [ $((round % 2)) -eq 0 ]; then
			"$FSTUI" clean folder >removed 2>messages
		else
			"$FSTUI" clean >removed 2>messages
		fi || { cat removed messages; return 1; }
		left_overs=$((left_overs + $(grep -c '^removed ' removed)))
		only_the_bystander_is_left || { echo "killed after $moment ms"; return 1; }
	done
	echo "$left_overs" >left_over_count
}

some_left_something() {
	read -r left_overs <left_over_count
	[ "$left_overs" -gt 0 ]
}

check "$kills runs killed at random moments lose nothing and leave nothing that clean keeps" all_moments
check "and some of them were killed at work" some_left_something
check "afterwards there is nothing to clean" exits 0 "$FSTUI" clean
check "and clean says so" has err 'nothing was left behind'

done_testing
