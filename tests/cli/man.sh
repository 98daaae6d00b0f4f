#!/bin/sh
# The man page that is made from --help.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

no_complaints() {
	groff -man -ww -z fstui.1 2>complaints
	same complaints </dev/null
}

# Every command and every long option of every --help.
every_word_is_there() {
	"$FSTUI" --help | sed -n '/^Commands/,/^$/ s/^  \([a-z]*\) .*/\1/p' >commands
	[ -s commands ] || return
	while read -r command; do
		"$FSTUI" "$command" --help
		echo "  fstui $command"
	done <commands | grep -Eo '^ +(-., )?--[a-z0-9-]+|^  fstui [a-z]+' |
		sed 's/^ *//' | sort -u >wanted
	sed 's/\\-/-/g; s/\\&//g' fstui.1 >plain
	while read -r word; do
		grep -qF -e "$word" plain || echo "missing: $word"
	done <wanted >missing
	same missing </dev/null
}

check "the man page is made" sh -c 'sh "$FSTUI_SRCDIR/data/make-man.sh" "$FSTUI" >fstui.1'
check "it has every command and option" every_word_is_there
check "and ends with where things are" has fstui.1 '^\.SH FILES'
if command -v groff >/dev/null 2>&1; then
	check "groff has nothing to say" no_complaints
else
	skip "groff has nothing to say" "groff is missing"
fi

done_testing
