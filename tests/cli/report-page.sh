#!/bin/sh
# The HTML report in a real browser: no error, no request to anywhere, sorting, accessibility, a phone's width.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

FSTUI_CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
	skip_all "no Chromium"
export FSTUI_CHROMIUM
command -v node >/dev/null || skip_all "no node"
if ! [ -d "${FSTUI_NODE_MODULES:-}/playwright-core" ] || ! [ -d "${FSTUI_NODE_MODULES:-}/axe-core" ]; then
	skip_all "FSTUI_NODE_MODULES names no folder with playwright-core and axe-core"
fi

page() {
	check "the page of $1 is right in a browser" \
		node "$FSTUI_SRCDIR/tests/cli/report-page.js" "$2"
}

check "a page is written" "$FSTUI" report -o sweep.html "$FSTUI_SRCDIR/data/samples/file-systems.csv"
page "a sweep" sweep.html
check "and one of logs" "$FSTUI" report -o logs.html "$FSTUI_SRCDIR/data/samples/vagrant-disks.csv"
page "logs" logs.html

done_testing
