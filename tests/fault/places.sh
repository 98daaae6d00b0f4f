#!/bin/sh
# Strange places: very long paths, links that somebody plants in the work folder, a folder that is unmounted in
# the middle.
. "${FSTUI_SRCDIR:?}/tests/fault/lib.sh"

make_tmpfs mounted 32M
echo "not fstui's" >bystander
mkfifo events

# A run that would take long, in the background; returns when it measures. Its events go through fd 3.
start() {
	"$FSTUI" run --stream --tests read,write,reread --file-size 1M --record-size 4K --precision 0.0001% \
		--max-time "$2" --output "$PWD/r.csv" "$1" >events 2>err </dev/null &
	pid=$!
	exec 3<events
	while read -r line <&3; do
		case $line in *'"event":"sample"'*) break ;; esac
	done
}

finish() {
	cat <&3 >out
	exec 3<&-
	status=0
	wait "$pid" || status=$?
}

# Five folders of 200 letters each.
long_path() {
	name=$(printf '%0200d' 7)
	path=long/$name/$name/$name/$name/$name
	mkdir -p "$path"
	exits 0 "$FSTUI" run --tests write,read --file-size 64K --record-size 16K --precision off --output r.csv "$path" &&
		exits 0 "$FSTUI" show --format=jsonl r.csv && has out "$name/$name.*\"status\":\"ok\"" &&
		exits 0 "$FSTUI" clean "$path" &&
		find "$path" -mindepth 1 >found && same found </dev/null
}

# Longer than the kernel takes in one call.
longer_path() {
	name=$(printf '%0250d' 7)
	path=$name
	for _ in 1 2 3 4 5; do
		path=$path/$name/$name/$name/$name
	done
	exits 1 "$FSTUI" run --tests write --file-size 64K --record-size 16K "$path" && has err 'File name too long'
}

# Where a test file was, a link to somebody's file is now; where others will be made, too.
links_are_not_followed() {
	mkdir folder
	start folder 1s
	work=$(echo folder/.fstui-work.*)
	for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
		ln -sfn "$PWD/bystander" "$work/fstui-data.$i"
	done
	finish
	[ "$status" -eq 0 ] && has out '"event":"end".*"outcome":"done"' && same bystander "not fstui's" &&
		has out '"event":"note".*holds something that fstui did not make' || return 1
	rm -rf folder
}

a_pipe_does_not_hang_it() {
	mkdir folder
	start folder 1s
	work=$(echo folder/.fstui-work.*)
	rm -f "$work/fstui-data.0"
	mkfifo "$work/fstui-data.0"
	finish
	[ "$status" -eq 0 ] && has out '"event":"end".*"outcome":"done"' || return 1
	rm -rf folder
}

# A work folder that is replaced by a link: what it led to is not touched.
folder_is_replaced() {
	mkdir folder elsewhere
	echo stays >elsewhere/fstui-data.0
	start folder 1s
	work=$(echo folder/.fstui-work.*)
	mv "$work" moved
	ln -s "$PWD/elsewhere" "$work"
	finish
	[ "$status" -eq 0 ] && same elsewhere/fstui-data.0 stays || return 1
	rm -rf folder moved elsewhere
}

# A lazy unmount leaves the run its descriptors; the folder's name leads to what is below then.
unmounted() {
	start mounted 1s
	umount -l mounted || return 1
	finish
	[ "$status" -eq 0 ] && has out '"event":"end".*"outcome":"done"' &&
		find mounted -mindepth 1 >found && same found </dev/null
}

check "a path of 1,000 letters is measured" long_path
check "a path that is too long is told" longer_path
check "links planted in the work folder are not followed" links_are_not_followed
check "a pipe in a file's place does not hang the run" a_pipe_does_not_hang_it
check "a link in the work folder's place is not followed" folder_is_replaced
check "a folder that is unmounted in the middle ends the run well" unmounted

done_testing
