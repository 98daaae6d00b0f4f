#!/bin/sh
# --help and --version, and wrong usage.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

check "--version succeeds" exits 0 "$FSTUI" --version
check "--version prints the name and the version" has out '^fstui [0-9]+\.[0-9]+\.[0-9]+$'
check "--help succeeds" exits 0 "$FSTUI" --help
check "--help tells the usage" has out '^Usage: fstui'
check "--help says nothing on standard error" same err </dev/null
check "an unknown option is wrong usage" exits 2 "$FSTUI" --no-such-option
check "and leaves standard output alone" same out </dev/null

done_testing
