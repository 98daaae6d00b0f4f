#!/bin/sh
# Writes the man page to standard output: make-man.sh FSTUI. What commands and options do is said once, in
# their tables; this turns the --help of each command into a section.
set -eu
fstui=$1

# man_from_help MODE: --help as roff; MODE is main or command.
man_from_help() {
	awk -v mode="$1" '
	function roff(text) {
		gsub(/\\/, "\\e", text)
		gsub(/-/, "\\-", text)
		sub(/^[.'\'']/, "\\\\\\&&", text)
		return text
	}
	function heading(title) {
		print (mode == "main" && title == "Commands" ? ".SH " toupper(title) : ".SS " title)
	}
	/^Usage: / { in_usage = 1; sub(/^Usage: /, "       ") }
	in_usage && /^       / {
		sub(/^ +/, "")
		usage[++usages] = roff($0)
		next
	}
	in_usage {
		in_usage = 0
		if (mode == "main")
			print ".SH SYNOPSIS"
		for (i = 1; i <= usages; i++) {
			if (i > 1)
				print ".br"
			print ".B " usage[i]
		}
		if (mode == "main")
			print ".SH DESCRIPTION"
		else
			print ".PP"
		next
	}
	/^$/ { skip = 0; between = 1; next }
	/^Exit status:/ && mode == "main" {
		print ".SH EXIT STATUS"
		sub(/^Exit status: */, "")
		between = 0
	}
	/^[A-Z][^.]*:$/ {
		sub(/:$/, "")
		sub(/ \(each has its own .*\)$/, "")
		if (mode == "command" && /^(Everywhere|Screen)/) {
			skip = 1
			next
		}
		heading($0)
		between = 0
		next
	}
	skip { next }
	match($0, /[^ ]/) > 1 && RSTART <= 8 {
		line = substr($0, RSTART)
		if (!match(line, /^(-[A-Za-z], )?--[a-z0-9-]+(=[A-Za-z]+)? +/))
			match(line, /^[^ ]+ +/)
		item = substr(line, 1, RLENGTH)
		sub(/ +$/, "", item)
		print ".TP"
		print ".B " roff(item)
		print roff(substr(line, RLENGTH + 1))
		between = 0
		next
	}
	{
		sub(/^ +/, "")
		if (between)
			print ".PP"
		between = 0
		print roff($0)
	}'
}

version=$("$fstui" --version)
cat <<MAN
.\\" Made by data/make-man.sh from the program's own --help.
.TH FSTUI 1 "" "$version" "User Commands"
.SH NAME
fstui \\- benchmark file systems and compare them in the terminal
MAN
"$fstui" --help | man_from_help main
"$fstui" --help | sed -n '/^Commands/,/^$/ { s/^  \([a-z][a-z]*\)  .*/\1/p; }' | while read -r command; do
	echo ".SH FSTUI $(echo "$command" | tr '[:lower:]' '[:upper:]')"
	"$fstui" "$command" --help | man_from_help command
done
echo '.SH KEYS'
echo 'In the explorer. Every action can also be typed after a colon, and has other keys if the'
echo 'configuration file says so.'
env -u FSTUI_CONFIG XDG_CONFIG_HOME=/nonexistent "$fstui" --list-keys | awk '
	function roff(text) {
		gsub(/\\/, "\\e", text)
		gsub(/-/, "\\-", text)
		sub(/^[.'\'']/, "\\\\\\&&", text)
		return text
	}
	{
		name = $1
		match($0, /^[^ ]+ +/)
		rest = substr($0, RLENGTH + 1)
		keys = rest
		sub(/   *[^ ].*$/, "", keys)
		help = substr(rest, length(keys) + 1)
		sub(/^ +/, "", help)
		print ".TP"
		print ".BR " roff(name) " \" \\ \" \"" roff(keys) "\""
		print roff(help)
	}'
cat <<'MAN'
.SH FILES
.TP
.I $XDG_CONFIG_HOME/fstui/config
The configuration: settings of the screen, and keys.
.B fstui \-\-default\-config
prints one with everything that can be in it.
.B FSTUI_CONFIG
names another file. Without the variable, ~/.config/fstui/config. The program never writes it.
.TP
.I $XDG_CONFIG_HOME/fstui/themes/
Themes of one's own, NAME.theme; those that come with the program are examples.
.TP
.I $XDG_DATA_HOME/fstui/
The library of results: CSV files, one measurement a row. Without the variable, ~/.local/share/fstui/.
.TP
.I $XDG_STATE_HOME/fstui/
Which work folders are in use, for
.BR "fstui clean" .
Without the variable, ~/.local/state/fstui/.
.SH SEE ALSO
.BR fio (1),
.BR bonnie++ (8),
.BR sysbench (1),
.BR hdparm (8),
.BR dd (1)
MAN
