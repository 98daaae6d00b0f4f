#!/bin/sh
# The house rules that a machine can check.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

find "$FSTUI_SRCDIR/src" "$FSTUI_SRCDIR/tests" -name '*.[ch]' >sources
find "$FSTUI_SRCDIR/tests" -name '*.sh' >scripts
echo "$FSTUI_SRCDIR/bootstrap" >>scripts
echo "$FSTUI_SRCDIR/.ci/run" >>scripts

no_file_is_long() {
	xargs wc -l <sources | awk '$2 != "total" && $1 > 900' >long
	same long </dev/null
}

# Another version of clang-format has other opinions.
if clang-format --version 2>/dev/null | grep -q 'version 14\.'; then
	check "clang-format has nothing to say" xargs clang-format --dry-run -Werror -style=file <sources
else
	skip "clang-format has nothing to say" "clang-format 14 is missing"
fi

# 1091, 2154 and 2317: what is sourced, what it sets, and functions that only `check` calls. 2016: quoted
# programs.
if command -v shellcheck >/dev/null 2>&1; then
	check "shellcheck has nothing to say" xargs shellcheck -e SC1091,SC2016,SC2154,SC2317 <scripts
else
	skip "shellcheck has nothing to say" "shellcheck is missing"
fi

check "no source file is over 900 lines" no_file_is_long

done_testing
