#!/bin/sh
# How command lines are read: what is wrong is said, and what is allowed.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

# refused PATTERN COMMAND...: wrong usage, with PATTERN on standard error and nothing on standard output.
refused() {
	pattern=$1
	shift
	exits 2 "$@" && has err "$pattern" && same out </dev/null
}

for command in run import show list clean; do
	check "$command --help succeeds" exits 0 "$FSTUI" "$command" --help
	check "$command --help tells its usage" has out "^Usage: fstui $command"
	check "$command --version succeeds" exits 0 "$FSTUI" "$command" --version
	check "$command is in the overview" sh -c '"$FSTUI" --help | grep -q "^  $1 "' - "$command"
done

help_is_narrow() {
	COLUMNS=60 "$FSTUI" run --help >out && lacks out '^.{61}'
}
check "--help fits the terminal" help_is_narrow

check "--help wins over what is wrong behind it" exits 0 "$FSTUI" show --help --nonsense
check "--help behind -- is an operand" exits 1 "$FSTUI" show -- --help

check "an unknown option gets a suggestion" \
	refused 'unknown option --formt: did you mean --format\?' "$FSTUI" show --formt=csv x
check "an abbreviation is not taken, but understood" \
	refused 'unknown option --form: did you mean --format\?' "$FSTUI" show --form=csv x
check "an unknown letter is told" refused 'unknown option -Q' "$FSTUI" show -Q x
check "an unknown choice is told with those allowed" \
	refused '"xml"; allowed: table, jsonl or csv' "$FSTUI" show --format=xml x
check "a near choice gets a suggestion" \
	refused 'did you mean jsonl\?' "$FSTUI" show --format json x
check "a missing argument is told" refused '--format needs an argument' "$FSTUI" show --format
check "a flag takes no argument" refused 'takes no argument, found "yes"' "$FSTUI" import --again=yes x
check "an empty text is no name" refused '--name: expected a text' "$FSTUI" import --name= x
check "a bad size is told with examples" \
	refused '--record-size: "4Q" is no size: expected sizes such as 4K' "$FSTUI" run --record-size=4Q .
check "a bad time is told with examples" \
	refused 'expected a time such as 90s' "$FSTUI" run --max-time=soon .
check "a bad percentage is told" refused 'expected a percentage such as 5%' "$FSTUI" run --precision=0 .
check "a misspelt command gets a suggestion" \
	refused 'neither a command nor a file: did you mean import\?' "$FSTUI" improt
check "show without an operand says what it needs" refused 'show needs a file' "$FSTUI" show
check "list takes no operand" refused 'fstui show x' "$FSTUI" list x

escapes_are_shown() {
	exits 2 "$FSTUI" show "--$(printf '\033[31mred')" && lacks err "$(printf '\033')" && has err 'x1B'
}
check "escapes in a wrong option do not reach the terminal" escapes_are_shown

output_full() {
	"$FSTUI" --help >/dev/full 2>err
	[ $? -eq 1 ] && has err 'cannot write standard output: No space left'
}
if [ -c /dev/full ]; then
	check "a full disk behind standard output is an error" output_full
else
	skip "a full disk behind standard output is an error" "no /dev/full"
fi

# With standard output closed a result file must not become it.
closed_output() {
	printf 'environment,test,bytes_per_s\na,read,5\n' >r.csv
	"$FSTUI" import r.csv >&- 2>err && has err '1 row imported' &&
		"$FSTUI" show a --format=jsonl >out && has out '"bytes_per_s":5'
}
check "a closed standard output is no harm" closed_output

done_testing
