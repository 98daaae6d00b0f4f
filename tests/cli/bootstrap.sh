#!/bin/sh
# bootstrap: the commands for each package manager, and what it does on machines that lack something.
# The package managers, sudo, autoreconf and make are stand-ins that write down how they were called.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

unset CC CFLAGS CPPFLAGS LDFLAGS PKG_CONFIG PKG_CONFIG_PATH
clean_path=$PWD/bin
mkdir bin tree
cp "$FSTUI_SRCDIR/bootstrap" tree

for tool in sh awk sed tr cat rm mktemp dirname env getconf chmod id; do
	ln -s "$(command -v "$tool")" "bin/$tool"
done

# stand_in NAME [COMMAND]: a program that logs its call and then does COMMAND.
stand_in() {
	rm -f "bin/$1"
	printf '#!/bin/sh\necho "%s $*" >>"%s/calls"\n%s\n' "$1" "$PWD" "${2-}" >"bin/$1"
	chmod +x "bin/$1"
}

# A machine that has everything needed, as far as bootstrap can see.
furnish() {
	stand_in gcc
	stand_in pkg-config
	stand_in automake
	stand_in make
	stand_in autoreconf "
		printf '#!/bin/sh\necho configure >>\"$PWD/calls\"; : >config.status; : >Makefile\n' >configure
		chmod +x configure; : >Makefile.in"
	: >calls
}

bare() {
	rm -rf bin/gcc bin/pkg-config bin/automake bin/make bin/autoreconf bin/sudo bin/dnf \
		tree/configure tree/Makefile* tree/config.status
	: >calls
}

bootstrap() {
	PATH=$clean_path sh tree/bootstrap "$@"
}

# called COMMAND...: COMMAND was called, with the arguments in this order.
called() {
	grep -v -e '^gcc' -e '^pkg-config' calls >steps
	has steps "$*"
}

for manager in apt dnf apk pacman zypper brew; do
	check "--print=$manager succeeds" exits 0 bootstrap --print="$manager"
	check "--print=$manager installs the libraries" has out 'install|add|-S '
	check "--print=$manager names all four" has out 'ncurses.* .*pcre2.* .*jansson.* .*csv'
	check "--print=$manager names the libraries of the tests" has out 'cmocka.* libvterm'
	check "--print=$manager ends with make" has out '^make -j'
done
check "an unknown manager is refused" exits 1 bootstrap --print=yum
check "and the known ones are named" has err 'apt dnf apk pacman zypper brew'
check "an unknown option is wrong usage" exits 2 bootstrap --prnit

bare
check "without a package manager it fails" exits 1 bootstrap
check "and says what to install" has err 'C compiler, make, pkg-config, ncursesw, PCRE2 \(8-bit\), jansson, libcsv, autoconf, automake 1.16, libxlsxwriter, liburing, cmocka, libvterm'

stand_in id 'echo 0'
stand_in dnf
check "it fails when the package manager did not help" exits 1 bootstrap
check "but called it" called 'dnf install -y gcc make .*ncurses-devel'
check "and says what is still lacking" has err 'still not found: C compiler'

bare
stand_in id 'echo 1000'
stand_in dnf
check "without root and sudo it fails" exits 1 bootstrap
check "and says which packages" has err 'Please have installed: gcc make pkgconf'
stand_in sudo '"$@"'
check "with sudo it goes on" exits 1 bootstrap
check "with sudo, the package manager is called by it" called 'sudo dnf install -y gcc'
: >calls
check "--print on a bare machine succeeds" exits 0 bootstrap --print
check "and calls no package manager" lacks calls dnf

bare
furnish
check "on a furnished machine it builds" exits 0 bootstrap
check "by autoreconf" called autoreconf -i
check "by configure" called configure
check "by make" called make -j
: >calls
check "run again it succeeds" exits 0 bootstrap
check "run again it only makes" same out "make -j$(getconf _NPROCESSORS_ONLN)"

stand_in pkg-config '[ "$2" != cmocka ]'
check "libraries of the tests may stay away" exits 0 bootstrap
check "which is said" has out 'going on without cmocka'

done_testing
