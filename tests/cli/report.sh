#!/bin/sh
# fstui report: the formats, what they hold, and that they can be read back.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

samples=$FSTUI_SRCDIR/data/samples/file-systems.csv

report() {
	"$FSTUI" report "$@" "$samples"
}
# figures FILE: each trusted throughput as test, file size, record size and whole KiB/s.
figures() {
	"$FSTUI" show --format=jsonl "$@" |
		sed -n '/"status":"ok"/s/.*"test":"\([a-z_]*\)".*"file_size":\([0-9]*\),"record_size":\([0-9]*\).*"bytes_per_s":\([0-9.e+]*\).*/\1 \2 \3 \4/p' |
		awk '{ print $1, $2, $3, int($4 / 1024 + 0.5) }' | sort -u
}

check "a format must be told" exits 2 report
check "by a suffix or a name" has err '[.]html [.]md .*--format'
check "an unknown suffix is refused" exits 2 report -o x.doc
check "standard output takes a format" sh -c '"$FSTUI" report -f md "$1" >md.out' - "$samples"

check "a page is written" exits 0 report -o x.html
check "with charts" has x.html '<svg class="chart"'
check "and the table of each" has x.html '<th scope="col">record size</th>'
check "and nothing from elsewhere" sh -c '! grep -E "(src|href)=.?(https?:|//)" x.html'
check "Markdown is written" exits 0 report -o x.md
check "with a picture of text" has x.md '^```text'
check "JSON Lines are written" exits 0 report -o x.jsonl
check "as show prints them" sh -c '"$FSTUI" show -f jsonl "$1" | cmp - x.jsonl' - "$samples"
check "CSV is written" exits 0 report -o x.csv
check "and is a result file" sh -c '"$FSTUI" show -f jsonl x.csv | cmp - x.jsonl'

check "the four charts are one command" exits 0 report --preset sizes -o four.html
check "and four" sh -c '[ "$(grep -c "<svg" four.html)" -eq 4 ]'
check "charts alone are a file each" exits 0 report --preset sizes -o c.svg
check "named by what they show" sh -c 'ls c-random_read-64M.svg c-random_write-64M.svg c-read-64M.svg c-write-64M.svg'
check "many files do not fit on standard output" exits 2 report --preset sizes -f svg

check "a workbook of iozone's is written for each environment" exits 0 report -o io.xls
check "and a table" exits 0 report -o io.txt
for name in ext4 xfs btrfs tmpfs sshfs; do
	"$FSTUI" show -f csv "$samples" | sed -n "1p; /^$name,/p" >"$name.csv"
	figures "$name.csv" >want
	check "$name has figures" test -s want
	for file in io-$name.txt io-$name.xls; do
		figures "$file" >got
		check "$file is read back" cmp want got
	done
done

# Texts of a log that would be markup, a formula or a path elsewhere.
cat >hostile.csv <<'END'
environment,tool,test,file_size,record_size,bytes_per_s,status
<script>alert(1)</script>,fstui,write,65536,4096,1000000,ok
<script>alert(1)</script>,fstui,write,65536,8192,2000000,ok
=cmd|'/c calc'!A1,fstui,write,65536,4096,1000000,ok
=cmd|'/c calc'!A1,fstui,write,65536,8192,2000000,ok
../../evil/../x\x1b[31m,fstui,write,65536,4096,1000000,ok
../../evil/../x\x1b[31m,fstui,write,65536,8192,2000000,ok
END
check "hostile names do not stop a page" exits 0 "$FSTUI" report -o h.html hostile.csv
check "markup in them is text" sh -c '! grep -q "<script>alert" h.html && grep -q "&lt;script&gt;alert" h.html'
check "and control bytes are visible" sh -c '! grep -q "$(printf "\033")" h.html && grep -qi "x.x1b" h.html'
check "Markdown has no markup of theirs" sh -c '"$FSTUI" report -o h.md hostile.csv && ! grep -q "<script>" h.md'
check "a spreadsheet gets no formula" sh -c '"$FSTUI" report -o h.csv hostile.csv && grep -q "^.\?'"'"'=cmd" h.csv && ! grep -q "^=cmd" h.csv'
check "their files stay in the folder" sh -c '"$FSTUI" report -o e.txt hostile.csv 2>/dev/null && ls e-*.txt | wc -l | grep -qx 3 && [ ! -e ../evil ]'

# Thirteen tests, all 126 cells of the matrix with its crossover, six environments.
awk 'BEGIN {
	print "environment,tool,test,file_size,record_size,bytes_per_s,status"
	tests = "write rewrite read reread random_read random_write backward_read record_rewrite stride_read"
	count = split(tests " fwrite frewrite fread freread", test, " ")
	for (e = 1; e <= 6; e++)
		for (i = 1; i <= count; i++)
			for (file = 65536; file <= 536870912; file *= 2)
				for (record = file > 16777216 ? 65536 : 4096; record <= 16777216 && record <= file; record *= 2)
					printf "environment number %d,fstui,%s,%d,%d,%d,ok\n", e, test[i], file, record,
						e * 1e9 * (0.5 + (record * 7919 + file * 104729 + i * 1299709) % 1000 / 1000)
}' >full.csv
check "the matrix is whole" sh -c '[ "$(wc -l <full.csv)" -eq $((13 * 126 * 6 + 1)) ]'
check "a full sweep of six environments is a page" exits 0 "$FSTUI" report -o full.html full.csv
check "small enough to mail" sh -c '[ "$(wc -c <full.html)" -lt 1500000 ]'

check "findings are in the page, with confidence, evidence and view" sh -c '
	"$FSTUI" report -o f.html "$1" && grep -q "times slower than HostSSD" f.html &&
		grep -q "Confidence: [a-z]* (.*see the view [a-z]*[.]" f.html && grep -q "<summary>Evidence: [0-9]* m" f.html
	' - "$FSTUI_SRCDIR/data/samples/vagrant-disks.csv"

printf 'environment,tool,test,elapsed_s,status\na,time,command,2,ok\n' >plain.csv
check "nothing to draw is an error" exits 1 "$FSTUI" report -o n.svg plain.csv
check "with its reason" has err 'charts over several record sizes'
check "and no file" sh -c '! ls n*.svg 2>/dev/null'
check "a page says what there is" exits 0 "$FSTUI" report -o n.html plain.csv
check "and why there are no charts" has n.html 'There are no charts: no test was measured over'
check "so does Markdown" sh -c '"$FSTUI" report -f md plain.csv | grep -q "^There are no charts"'
check "a preset without its figures is an error" exits 1 "$FSTUI" report --preset sizes -o p.html plain.csv
check "that says what it needs" has err '64M file over several record sizes'
check "a full disk is an error" sh -c '! "$FSTUI" report -f html "$1" >/dev/full' - "$samples"
check "a folder that is not there, too" exits 1 report -o missing/x.html

done_testing
