#!/bin/sh
# Turn the sample logs into the results that the explorer opens: what `fstui import` reads in them.
#
# usage: import-logs.sh FSTUI LOGS-FOLDER OUT-FOLDER
set -eu
[ $# -eq 3 ] || {
	sed -n '2,4p' "$0"
	exit 2
}
fstui=$(realpath "$1") out=$(realpath "$3")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$2"
for log in *.txt; do
	set -- "$log"
	[ "$log" != vm-esxi-guest.txt ] || set -- --names guest,open-vm-tools,native "$log"
	XDG_DATA_HOME=$work "$fstui" import "$@" 2>"$work/report" || {
		cat "$work/report" >&2
		exit 1
	}
	mv "$work"/fstui/*.csv "$out/${log%.txt}.csv"
done
