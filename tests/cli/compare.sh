#!/bin/sh
# `fstui compare`: the table, its footnotes, and lines for programs.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

logs=$FSTUI_SRCDIR/data/samples/logs

"$FSTUI" compare "$logs/vagrant-disks.txt" >disks
check "figures and ratios stand side by side" has disks '^write +MiB/s +49\.4 +436 x8\.8 +3\.02 x0\.061'
check "groups have their geometric mean" has disks '^= sequential +mean +x4\.4 +x0\.024'
check "other work is marked" has disks '^write .*x0\.42\*'
check "and named" sh -c 'tr -s "\n " " " <disks | grep -q "NFS did write with 1M file, 512K record, the baseline with 128M file, 16K record"'
check "single samples are said to be" has disks 'single sample: no confidence can be stated'
check "the tools are shown" has disks '^NFS +bonnie\+\+ 1\.97'
check "too fast is no figure" has disks '^read .*too_fast'

cat >rows.csv <<'ROWS'
environment,tool,test,direction,bytes_per_s,elapsed_s,spread,repeat,cache_mode,status
a,fio,write,write,100000000,,0.02,10,none,ok
a,fio,read,read,100000000,,0.02,10,none,ok
a,time,upgrade,mixed,,100,0.02,10,none,ok
b,dd,write,write,300000000,,0.02,10,writeback,ok
b,dd,read,read,101000000,,0.02,10,writeback,ok
b,time,upgrade,mixed,,200,0.02,10,writeback,ok
c,dd,write,write,300000000,,0.02,10,writeback,doubtful
ROWS
"$FSTUI" compare rows.csv >rows
check "a difference beyond the spread stands without a mark" has rows '^write .*286 x3 '
check "one within it has a tilde" has rows '^read .*x1~'
check "the tilde is explained" has rows '^~ +no significant difference'
check "of times more is worse" has rows '^upgrade .*200 x0\.5 '
check "doubtful figures are marked" has rows '^write .*x3!'
check "the facts that differ are named" has rows '^b +dd, time; differs in cache_mode none / writeback'
"$FSTUI" compare --baseline b rows.csv >turned
check "the baseline can be chosen" has turned '^b .*the baseline'
check "and turns the ratios round" has turned '^write .*x0\.33 '

"$FSTUI" compare --format=jsonl rows.csv >lines
check "a line a cell for programs" test "$(wc -l <lines)" = 7
check "with p and verdict" has lines '"test":"write","environment":"b","baseline":"a".*"ratio":3,.*"p":.*"verdict":"better"'
check "with an interval" has lines '"ratio_low":2\.9[0-9]*,"ratio_high":3\.0'
"$FSTUI" compare --format=csv rows.csv >csv
check "the same as csv" has csv '^test,environment,baseline,file_size'
check "every line has all fields" sh -c 'awk -F, "{ print NF }" csv | sort -u | wc -l | grep -qx 1'

printf 'environment,test,direction,bytes_per_s\nalone,write,write,1000\n' >alone.csv
run "$FSTUI" compare alone.csv
check "one environment only is said" has out 'One environment only'
printf 'environment,test,direction,bytes_per_s\na,write,write,1000\nb,read,read,2000\n' >apart.csv
run "$FSTUI" compare apart.csv
check "nothing in common is said" has out 'no test with a figure in common'
printf 'environment,test,direction,bytes_per_s\na,write,write,0\nb,write,write,2000\n' >zero.csv
run "$FSTUI" compare zero.csv
check "a zero has no ratio" lacks out 'x(inf|nan|[0-9])'
check "an unknown baseline gets a suggestion" exits 2 "$FSTUI" compare --baseline alon alone.csv
check "which names it" has err 'did you mean "alone"'
check "what is not there fails" exits 1 "$FSTUI" compare no-such-thing

done_testing
