#!/bin/sh
# The layers of the source tree: an #include points to the same layer or to one below, and nothing in
# libfstui.a needs a terminal.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

upward_includes() {
	(cd "$FSTUI_SRCDIR/src" && grep -r '^#include "' .) >includes
	awk '
	BEGIN {
		rank["base"] = 0
		rank["model"] = 1
		rank["store"] = rank["import"] = rank["bench"] = 2
		rank["feed"] = rank["analysis"] = rank["draw"] = 2
		rank["report"] = rank["term"] = 3
		rank["ui"] = 4
		rank["cmd"] = 5
		rank["main.c"] = 6
	}
	{
		split($0, path, /[\/:"]/)   # "." FROM ... ; the first quote opens the name of the header
		from = path[2]
		quoted = substr($0, index($0, "\"") + 1)
		to = substr(quoted, 1, index(quoted, "/") - 1)
		if (to == "")
			to = from
		if (!(from in rank) || !(to in rank))
			print "a folder without a layer: " $0
		else if (rank[to] > rank[from])
			print "points upwards: " $0
	}' includes >upwards
	same upwards </dev/null
}

# What the curses libraries that fstui is linked with define, against what libfstui.a leaves undefined.
curses_symbols_wanted() {
	ldd "$FSTUI" | awk '/libncurses|libtinfo/ { print $3 }' >libraries
	if [ -s libraries ]; then
		xargs nm -D --defined-only <libraries | awk 'NF > 2 { sub(/@.*/, "", $3); print $3 }'
	fi | sort -u >curses
	nm -u "$FSTUI_LIBRARY" 2>/dev/null | awk '$1 == "U" { print $2 }' | sort -u >undefined
	comm -12 curses undefined >wanted
	same wanted </dev/null
}

check "no #include points to a higher layer" upward_includes
check "libfstui.a needs no symbol of curses" curses_symbols_wanted

done_testing
