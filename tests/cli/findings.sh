#!/bin/sh
# `fstui findings` on logs that people published: the sentences say what their figures say.
. "${FSTUI_SRCDIR:?}/tests/cli/lib.sh"

logs=$FSTUI_SRCDIR/data/samples/logs

# says FILE PATTERN: one sentence matches.
says() {
	sed -n 's/.*"sentence":"\([^"]*\)".*/\1/p' "$1" >sentences
	has sentences "$2"
}

# claims FILE KIND CONFIDENCE: some finding of that kind is that sure.
claims() {
	has "$1" "\"finding\":\"$2\",\"confidence\":\"$3\""
}

"$FSTUI" findings --format=jsonl "$logs/vagrant-disks.txt" >disks
check "SSHfs against the hard disk and the SSD at block writes" \
	says disks 'SSHFS is slowest at sequential work: write 145 times slower than HostSSD, 16\.4 times slower than HostHDD'
check "NFS beats SSHfs at block work" \
	says disks 'NFS beats SSHFS at write \(6\.9 times\), read \(2\.3 times\), block_rewrite \(7\.1 times\)'
check "and is slower at seeks" says disks 'NFS beats SSHFS .* slower at seek \(20\.8 times\)'
check "and half as fast at creating files" \
	says disks 'NFS beats SSHFS .* about half as fast at create_seq and create_random'
check "NFS ran with other sizes, which is said" \
	says disks 'NFS beats SSHFS .* NFS ran with 1M file, 512K record, SSHFS with 128M file, 16K record'
check "so that nothing is claimed of it" says disks 'NFS and HostHDD did not do the same work at 4 of 10 tests'
check "it is no more than a hint" claims disks trade_off hint
check "memory answered the reads of a hard disk" says disks 'HostHDD reads at 4,450 MiB/s what it writes at 49\.4 MiB/s'

check "one name for two places is said" sh -c \
	'"$FSTUI" findings "$1" | tr -s "\n " " " | grep -q "several places: VM\. "' sh "$logs/vagrant-disks.txt"

"$FSTUI" import --names guest,open-vm-tools,native "$logs/vm-esxi-guest.txt" >/dev/null 2>&1
"$FSTUI" findings --format=jsonl guest open-vm-tools native >esxi
for part in 'device_read \+31 %' 'write \+44 %' 'random_mixed \+11 %' 'cached_read, cpu within 1 %'; do
	check "native against the guest: $part" says esxi "^native against guest: .*$part"
done
for part in 'write \+14 %' 'cached_read -7 %' 'random_mixed, device_read, cpu within 2 %'; do
	check "with open-vm-tools against without: $part" says esxi "^open-vm-tools against guest: .*$part"
done
check "single samples claim nothing" claims esxi pair unknown
check "and it is said that they are" has esxi '"why":"single samples: no significance is claimed"'
check "no other word of confidence is used" lacks esxi '"confidence":"(hint|likely|sure)"'
"$FSTUI" findings --format=jsonl --baseline native guest native >turned
check "the baseline can be chosen" says turned '^guest against native: .*device_read -24 %'

"$FSTUI" findings --format=jsonl "$logs/vm-image-upgrades.txt" >images
check "btrfs without copy-on-write against ext4" \
	says images '^Btrfs, \+C / none,native \[Seconds.* 3\.2 to 3\.3 times as long as on Ext4 / none,native'
check "btrfs with copy-on-write against ext4" \
	says images '^Btrfs, CoW / none,native \[Seconds.* 3\.8 to 4\.4 times as long as on Ext4 / none,native'
check "the columns are named" says images 'Ext4 / none,native.*\(table: 1st measurement, s; table: 2nd measurement, s\)'
check "the mixed-mode file system degrades" \
	says images '^Btrfs, CoW / none,native \[mkfs.btrfs --mixed\] degrades at the second pass: from 3,476 s to 5,643 s'
check "the others do not" lacks sentences '^(Ext4|Plain|OpenZFS).* degrades'

mail_fits() {
	for log in "$logs"/*.txt; do
		"$FSTUI" findings "$log" && "$FSTUI" compare "$log"
	done >mail
	LC_ALL=C awk 'length > 80' mail >wide
	same wide </dev/null && LC_ALL=C grep -n '[^ -~]' mail >foreign
	same foreign </dev/null
}
check "what is printed fits a mail: 80 columns of plain characters" mail_fits

printf 'environment,test,direction,bytes_per_s\nalone,write,write,1000\n' >alone.csv
run "$FSTUI" findings alone.csv
check "one environment only is said" has out 'One environment only'
check "and nothing is made up" has out 'Nothing stands out'
printf 'a,write,write,1000\nb,read,read,2000\n' | cat alone.csv - | sed 2d >apart.csv
run "$FSTUI" findings apart.csv
check "nothing in common is said" has out 'No two environments have a test in common'
printf 'environment,test,direction,bytes_per_s,status\na,write,write,0,ok\nb,write,write,5,doubtful\n' >odd.csv
run "$FSTUI" findings odd.csv
check "zeros and doubtful figures end in no ratio" lacks out 'nan|inf|times'
check "an unknown baseline is refused with what there is" exits 2 "$FSTUI" findings --baseline nope alone.csv
check "and named" has err 'no environment is called "nope"'
esc=$(printf '\033')
printf 'environment,test,direction,bytes_per_s\n"x%s[31m, ""y""",write,write,1000\n=b,write,write,9000\n' "$esc" >hostile.csv
run "$FSTUI" findings hostile.csv
check "names reach the terminal escaped" lacks out "$esc"
check "csv has a header and a line a finding" sh -c \
	'"$FSTUI" findings --format=csv hostile.csv | head -n 1 | grep -q "^finding,confidence,why,environment,sentence"'
check "nothing recognised is told apart" exits 3 sh -c 'echo prose | "$FSTUI" findings -'

done_testing
