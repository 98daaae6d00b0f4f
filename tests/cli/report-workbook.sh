#!/bin/sh
# The workbook of a report in a real spreadsheet: it opens, its cells and its charts hold the right series.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

samples=$FSTUI_SRCDIR/data/samples/file-systems.csv

run "$FSTUI" report -o x.xlsx "$samples"
if grep -q 'without libxlsxwriter' err; then
	check "without the library it says so" test "$status" -eq 1
	done_testing
	exit 0
fi
check "a workbook is written" test "$status" -eq 0
check "nothing is left in the folder for temporary files" sh -c '
	mkdir tmp && TMPDIR=$PWD/tmp "$FSTUI" report -o y.xlsx "$1" && [ -z "$(ls tmp)" ]' - "$samples"

if command -v unzip >/dev/null; then
	unzip -qq -d book x.xlsx
	# The first chart of the sheet of random reads: names, categories and values of the five environments.
	check "there is a chart for each table" sh -c '
		[ "$(ls book/xl/charts | wc -l)" -eq "$("$FSTUI" report -o c.svg "$1" 2>&1 | grep -c wrote)" ]' - "$samples"
	check "charts have a series for each environment" sh -c '
		[ "$(grep -o "<c:ser>" book/xl/charts/chart1.xml | wc -l)" -eq 5 ]'
	check "and take gaps for gaps" sh -c '! grep -q "dispBlanksAs val=.\(zero\|span\)" book/xl/charts/*.xml'
else
	skip "the charts' series" "no unzip"
fi

if soffice=$(command -v soffice || command -v libreoffice); then
	check "a spreadsheet opens it" "$soffice" -env:UserInstallation="file://$PWD/profile" --headless \
		--convert-to 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1' x.xlsx
	check "with a sheet of all rows" sh -c '
		[ "$(wc -l <x-Rows.csv)" -eq "$("$FSTUI" show -f csv "$1" | wc -l)" ]' - "$samples"
	check "and one for each test, with figures" grep -q '^4K,[0-9]' x-random_read.csv
	check "whose charts survive" "$soffice" -env:UserInstallation="file://$PWD/profile" --headless \
		--convert-to fods x.xlsx
	check "with their series" sh -c '
		[ "$(grep -o "<chart:series " x.fods | wc -l)" -ge "$(grep -o "<c:ser>" book/xl/charts/*.xml | wc -l)" ]'
else
	skip "a spreadsheet opens it" "no LibreOffice"
fi

done_testing
