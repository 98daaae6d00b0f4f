# shellcheck shell=sh
# Sourced by every shell test: `. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"`.
#
# Gives the test an empty folder of its own (the current one; removed at exit), a HOME and XDG folders
# below it, a fixed locale and time zone, and no window size. $FSTUI is the program. A test is a list of
# `check` and `skip` calls, each one TAP line, with `done_testing` as its last command.

set -u
: "${FSTUI:?run the tests with make check}" "${FSTUI_SRCDIR:?}"

tap_count=0
tap_folder=$(mktemp -d "${TMPDIR:-/tmp}/fstui-test.XXXXXX") || exit 99
tap_cleanup() {
	cd / && chmod -R u+rwX "$tap_folder" && rm -rf --one-file-system "$tap_folder"
}
trap tap_cleanup EXIT
trap 'exit 99' HUP INT TERM

mkdir "$tap_folder/home" "$tap_folder/work"
HOME=$tap_folder/home
XDG_DATA_HOME=$HOME/.local/share
XDG_CONFIG_HOME=$HOME/.config
XDG_STATE_HOME=$HOME/.local/state
TZ=UTC
LC_ALL=C.UTF-8
TERM=xterm-256color
export HOME XDG_DATA_HOME XDG_CONFIG_HOME XDG_STATE_HOME TZ LC_ALL TERM
unset LINES COLUMNS LANG LANGUAGE NO_COLOR COLORTERM
cd "$tap_folder/work" || exit 99

# check NAME COMMAND...: one test, which passes when COMMAND succeeds. What COMMAND prints is shown as
# diagnostics when it fails.
check() {
	tap_name=$1
	shift
	tap_count=$((tap_count + 1))
	if "$@" >"$tap_folder/output" 2>&1; then
		echo "ok $tap_count - $tap_name"
	else
		echo "not ok $tap_count - $tap_name"
		echo "# failed: $*"
		sed 's/^/# /' "$tap_folder/output"
	fi
}

# skip NAME REASON: one test that cannot run here.
skip() {
	tap_count=$((tap_count + 1))
	echo "ok $tap_count - $1 # SKIP $2"
}

# skip_all REASON: ends the test script, which can do nothing here.
skip_all() {
	echo "1..0 # SKIP $1"
	exit 0
}

# run COMMAND...: runs it with its standard output in the file `out`, its standard error in `err` and its
# exit status in $status. Always succeeds, so that the test can look at all three.
run() {
	status=0
	"$@" >out 2>err || status=$?
}

# exits STATUS COMMAND...: succeeds when COMMAND exits with STATUS.
exits() {
	expected=$1
	shift
	run "$@"
	[ "$status" -eq "$expected" ] && return
	echo "exit status: expected $expected, found $status"
	cat out err
	return 1
}

# same FILE [TEXT]: succeeds when FILE holds exactly TEXT and a newline; without TEXT, what standard input
# holds. Shows the difference otherwise.
same() {
	if [ $# -gt 1 ]; then
		printf '%s\n' "$2" | diff -u - "$1"
	else
		diff -u - "$1"
	fi
}

# has FILE PATTERN, lacks FILE PATTERN: whether a line of FILE matches the extended regular expression.
has() {
	grep -Eq -e "$2" "$1" && return
	echo "no line of $1 matches: $2"
	cat "$1"
	return 1
}

lacks() {
	grep -En -e "$2" "$1" || return 0
	return 1
}

# done_testing: says how many tests there were. Failures are told by TAP, not by the exit status.
done_testing() {
	echo "1..$tap_count"
	exit 0
}
