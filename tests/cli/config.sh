#!/bin/sh
# The config file, --list-keys and --default-config.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

config=$XDG_CONFIG_HOME/fstui/config
mkdir -p "$XDG_CONFIG_HOME/fstui/themes"

defaults_are_a_config() {
	exits 0 "$FSTUI" --default-config || return
	sed 's/^#\([a-z0-9-]* =\)/\1/' out >"$config"
	sed -n '/^\[keys\]/,$!s/^\([a-z0-9-]*\) = .*/\1/p' "$config" >settings
	printf '%s\n' utf8 glyphs color theme sync mouse | same settings || return
	exits 0 "$FSTUI" --list-keys || return
	same err </dev/null || return
	mv out with
	: >empty
	exits 0 env FSTUI_CONFIG=empty "$FSTUI" --list-keys && diff -u with out
}

keys_are_bound() {
	printf '[keys]\nswap = s F5\nhelp = F1\ncancel =\n' >"$config"
	exits 0 "$FSTUI" --list-keys || return
	has out '^swap +s F5 ' && has out '^help +F1 ' && has out '^cancel   +cancel;' || return
	has err 's does "swap" now, no longer "scale"'
}

settings_are_used() {
	echo 'glyphs = ascii' >"$config"
	"$FSTUI" --dump 80x24 --view sizes >ascii || return
	LC_ALL=C grep -q '[^ -~]' ascii && return 1
	"$FSTUI" --dump 80x24 --view sizes --glyphs braille >fine || return
	LC_ALL=C grep -q '[^ -~]' fine
}

# complaint 21: dotfile sprawl; --config and FSTUI_CONFIG
named_files_are_used() {
	printf '[keys]\nhelp = F9\n' >mine
	exits 0 "$FSTUI" --list-keys --config mine && has out '^help +F9 ' || return
	exits 0 env FSTUI_CONFIG=mine "$FSTUI" --list-keys && has out '^help +F9 ' || return
	exits 1 "$FSTUI" --list-keys --config nowhere && has err 'nowhere'
}

nonsense_is_named() {
	printf 'glyphs = runes\n\nthem = dark\nmouse = maybe\nwhat\n[colours]\n' >"$config"
	exits 0 "$FSTUI" --list-keys || return
	has err "$config:1: .*runes" && has err '4 more lines' || return
	printf '\nthem = dark\n' >"$config"
	exits 0 "$FSTUI" --list-keys && has err ":2: .*theme" || return
	printf '[keys]\nhlep = ?\n' >"$config"
	exits 0 "$FSTUI" --list-keys && has err ":2: .*did you mean help" || return
	printf '[keys]\nhelp = Hyper-x\n' >"$config"
	exits 0 "$FSTUI" --list-keys && has err ':2: "Hyper-x" is no key' || return
	head -c 3000 /dev/urandom >"$config"
	exits 0 "$FSTUI" --list-keys && has out '^help +\? F1 '
}

a_way_out_stays() {
	printf '[keys]\nquit =\nback =\ncancel =\ncommand =\n' >"$config"
	exits 0 "$FSTUI" --list-keys && has out '^cancel +\^C' && has err 'no key leaves'
}

# complaint 20: config overwritten on exit; 21: HOME unset or read-only
nothing_is_written() {
	rm -f "$config"
	exits 0 "$FSTUI" --dump 80x24 || return
	[ ! -e "$config" ] || return
	exits 0 env -u HOME -u XDG_DATA_HOME -u XDG_CONFIG_HOME -u XDG_STATE_HOME \
		"$FSTUI" --dump 80x24 && has out 'Library'
}

check "the defaults are a config file that changes nothing" defaults_are_a_config
check "complaint 13: keys are bound, and conflicts told with both names" keys_are_bound
check "settings are used, and options come before them" settings_are_used
check "complaint 21: --config and FSTUI_CONFIG name a file" named_files_are_used
check "nonsense is named with file and line, and the rest works" nonsense_is_named
check "who binds every way out away gets one back" a_way_out_stays
check "complaint 20: nothing is written, also without HOME" nothing_is_written

done_testing
