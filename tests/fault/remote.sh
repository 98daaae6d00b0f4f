#!/bin/sh
# A folder of a FUSE file system, where removed files that are open stay under another name, and whose
# server dies in the middle of a run. sshfs talks to a server through pipes; there is no network.
. "${FSTUI_SRCDIR:?}/tests/fault/lib.sh"

command -v sshfs >/dev/null || skip_all "sshfs is missing"
for server in /usr/lib/openssh/sftp-server /usr/libexec/openssh/sftp-server \
	/usr/lib/ssh/sftp-server /usr/libexec/sftp-server; do
	[ ! -x "$server" ] || break
done
[ -x "$server" ] || skip_all "sftp-server is missing"
[ -c /dev/fuse ] || skip_all "there is no FUSE here"

mkdir served folder
printf '#!/bin/sh\necho $$ >"%s/server"\nexec %s\n' "$PWD" "$server" >ssh
chmod +x ssh
sshfs -o "ssh_command=$PWD/ssh" "nowhere:$PWD/served" folder 2>/dev/null ||
	skip_all "sshfs cannot be mounted here"
mounts="$PWD/folder $mounts"

leaves_nothing() {
	exits 0 "$FSTUI" run --tests write,read,fsync --file-size 64K --record-size 4K --max-time 200ms \
		--output r.csv folder && lacks err 'stays there' || return
	ls -A served folder/ >found
	printf 'folder/:\n\nserved:\n' | diff - found && exits 0 "$FSTUI" show --format=jsonl r.csv &&
		has out '"filesystem":"fuse.sshfs"' && has out '"test":"write".*"status":"ok"'
}

server_dies() {
	mkfifo events
	"$FSTUI" run --stream --tests read,reread,write --file-size 1M --record-size 4K --max-time 60s \
		--precision 0.0001% --output r.csv folder >events 2>err </dev/null &
	pid=$!
	exec 3<events
	while read -r line <&3; do
		case $line in *'"event":"sample"'*) break ;; esac
	done
	kill -9 "$(cat server)"
	cat <&3 >out
	exec 3<&-
	status=0
	wait "$pid" || status=$?
	[ "$status" -eq 0 ] || { echo "exit status $status"; cat err; return 1; }
	[ "$(grep -c '"status":"failed","note":"E' out)" -eq 3 ] &&
		has out '"event":"end".*"outcome":"done","ok":0,"failed":3'
}

check "a run in a FUSE folder leaves nothing" leaves_nothing
check "the cells of a file system whose server died are failed; the run ends" server_dies

done_testing
