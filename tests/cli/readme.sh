#!/bin/sh
# What README.md tells people to type exists.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

grep -oE '\./fstui [a-z]+[^&|<>`]*' "$FSTUI_SRCDIR/README.md" | sed 's/^\.\/fstui //' >recipes

# The command, with the recipe's long options: its --help has them all, up to those of a tool.
recipe_is_possible() {
	"$FSTUI" "$1" --help >help || return
	shift
	for word; do
		case $word in
		--) break ;;
		--*) has help "${word%%=*}" || return ;;
		esac
	done
}

check "there are recipes" test "$(wc -l <recipes)" -ge 3
while read -r recipe; do
	# shellcheck disable=SC2086 # words of a command
	check "fstui $recipe" recipe_is_possible $recipe
done <recipes

done_testing
