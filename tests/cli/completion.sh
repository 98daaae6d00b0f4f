#!/bin/sh
# The completions that the program makes of its tables, in the shells that they are for.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

mkdir folder
touch folder/log.txt file.csv
for shell in bash zsh fish; do
	"$FSTUI" --completion="$shell" >"completion.$shell" || exit 99
done

# complete_bash WORD...: what bash offers for the last word of `fstui WORD...`, a line each, sorted.
complete_bash() {
	bash --norc --noprofile -c '
		compopt() { :; } # works within a completion alone
		. ./completion.bash
		COMP_WORDS=(fstui)
		for word; do
			# as readline breaks words
			case $word in
			--*=*) COMP_WORDS+=("${word%%=*}" = "${word#*=}") ;;
			*) COMP_WORDS+=("$word") ;;
			esac
		done
		[[ ${COMP_WORDS[-1]} != "" || ${COMP_WORDS[-2]} != = ]] || unset "COMP_WORDS[-1]"
		COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
		_fstui
		printf "%s\n" "${COMPREPLY[@]}"' bash "$@" | sort
}

offers() {
	expected=$1
	shift
	complete_bash "$@" | paste -sd ' ' - >offered
	same offered "$expected"
}

bash_offers_commands_options_and_values() {
	offers 'run' ru || return
	offers '--glyphs=' --gl || return
	offers 'ascii block braille' --glyphs '' || return
	offers 'block braille' run --glyphs=b || return
	offers 'braille' --glyphs=br || return
	offers 'sizes surface' --view s || return
	offers 'okabe' run --theme o || return
	offers 'folder' run fol || return
	offers 'file.csv folder' show f || return
	offers '--again' import --ag
}

# Every long option of every --help is offered.
bash_knows_every_option() {
	"$FSTUI" --help | sed -n '/^Commands/,/^$/ s/^  \([a-z]*\) .*/\1/p' >commands
	[ -s commands ] || return
	while read -r command; do
		"$FSTUI" "$command" --help | grep -Eo '^ +(-., )?--[a-z0-9-]+' |
			grep -Eo -e '--[a-z0-9-]+' | sort -u >wanted
		complete_bash "$command" -- | sed 's/=$//' | grep -e '^--' | sort -u >found
		comm -23 wanted found >missing
		[ ! -s missing ] || { echo "$command lacks:"; cat missing; return 1; }
	done <commands
}

fish_offers_the_same() {
	fish --no-config -c '
		source completion.fish
		complete -C "fstui ru" | string split -f 1 \t
		complete -C "fstui --glyphs " | string split -f 1 \t | sort
		complete -C "fstui run --no-mou" | string split -f 1 \t' >offered 2>&1
	printf '%s\n' run ascii block braille --no-mouse | same offered
}

# zsh offers nothing without a terminal; that it takes the functions is seen by calling them.
zsh_takes_it() {
	cp completion.zsh _fstui
	zsh -f -c '
		fpath=($PWD $fpath)
		autoload -Uz compinit && compinit -D -u || exit 1
		[[ $_comps[fstui] = _fstui ]] || exit 2
		_describe() { print -l $commands; }
		_files() { :; }
		_arguments() { print -l -- "$@"; }
		CURRENT=2 PREFIX=r
		words=(fstui r) _fstui >commands
		CURRENT=3 PREFIX=--
		words=(fstui run --)
		_fstui >options' || return
	has commands '^run:' && has options '^--glyphs=\[.*\]:SET:\(braille block ascii\)$'
}

check "shells read them" sh -c 'bash -n completion.bash'
check "bash offers commands, options and values" bash_offers_commands_options_and_values
check "bash knows every option of every command" bash_knows_every_option
if command -v fish >/dev/null 2>&1; then
	check "fish offers the same" fish_offers_the_same
else
	skip "fish offers the same" "fish is missing"
fi
if command -v zsh >/dev/null 2>&1; then
	check "zsh takes it" zsh_takes_it
else
	skip "zsh takes it" "zsh is missing"
fi

done_testing
