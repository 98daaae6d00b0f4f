/*
 * Facts of environments. The trees are made up: what virtual machines that are not here have in
 * /proc and /sys, as their documentation and people's pastes show it.
 */
#include "../support/test.h"
#include "../support/support.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "model/facts.h"
#include "model/mounts.h"

static const char mountinfo[] =
	"21 26 0:19 / /sys rw,nosuid shared:7 - sysfs sysfs rw\n"
	"26 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro\n"
	"90 26 0:45 / /vagrant rw,nodev,relatime shared:60 - vboxsf vagrant rw,uid=1000,gid=1000\n"
	"91 26 0:46 / /home/u\\040ser/src rw,relatime - fuse.sshfs u@host:/src rw,user_id=1000\n"
	"92 26 0:47 /sub /data rw,noatime master:1 shared:2 - btrfs /dev/sdb rw,ssd,space_cache\n"
	"93 26 0:48 / /srv ro,relatime - nfs4 10.0.0.1:/srv rw,vers=4.2,rsize=1048576\n"
	"94 26 0:49 / /mnt rw - tmpfs tmpfs rw\n"
	"95 26 0:50 / /mnt rw - xfs /dev/sdc1 rw\n"
	"a line that is none\n";

static void check_mount(
	const char *path, const char *filesystem, const char *source, const char *options)
{
	struct mount mount;

	assert_true(mount_find(text_of(mountinfo), path, &mount));
	assert_string_equal(mount.filesystem, filesystem);
	assert_string_equal(mount.source, source);
	assert_string_equal(mount.options, options);
	mount_free(&mount);
}

static void the_deepest_mount_counts(void **state)
{
	struct mount mount;

	(void)state;
	check_mount("/home/user", "ext4", "/dev/sda1", "rw,relatime,errors=remount-ro");
	check_mount("/vagrant", "vboxsf", "vagrant", "rw,nodev,relatime,uid=1000,gid=1000");
	check_mount("/vagrant/a/b", "vboxsf", "vagrant", "rw,nodev,relatime,uid=1000,gid=1000");
	check_mount("/vagrants", "ext4", "/dev/sda1", "rw,relatime,errors=remount-ro");
	check_mount("/home/u ser/src/x", "fuse.sshfs", "u@host:/src", "rw,relatime,user_id=1000");
	check_mount("/srv", "nfs4", "10.0.0.1:/srv", "ro,relatime,rw,vers=4.2,rsize=1048576");
	check_mount("/mnt/x", "xfs", "/dev/sdc1", "rw"); /* mounted over the tmpfs */
	assert_false(mount_find(TEXT("garbage\n"), "/", &mount));
	assert_false(mount_find(TEXT(""), "/", &mount));
}

static void put(const char *root, const char *path, const char *contents)
{
	char *full = xasprintf("%s/%s", root, path);
	char *folder = xstrdup(full);

	*strrchr(folder, '/') = '\0';
	assert_int_equal(fileio_make_folders(folder, 0755, NULL), FST_OK);
	assert_int_equal(fileio_replace(full, text_of(contents), NULL), FST_OK);
	free(folder);
	free(full);
}

static void put_link(const char *root, const char *path, const char *target)
{
	char *full = xasprintf("%s/%s", root, path);
	char *folder = xstrdup(full);

	*strrchr(folder, '/') = '\0';
	assert_int_equal(fileio_make_folders(folder, 0755, NULL), FST_OK);
	assert_int_equal(symlink(target, full), 0);
	free(folder);
	free(full);
}

/* A VirtualBox guest with a SATA disk that has a partition, and btrfs on another one. */
static char *make_virtualbox(void)
{
	char *root = test_folder_create();

	put(root, "proc/sys/kernel/hostname", "vagrant\n");
	put(root, "proc/sys/kernel/osrelease", "6.1.0-28-amd64\n");
	put(root, "proc/cpuinfo",
		"processor\t: 0\nmodel name\t: Intel(R) Core(TM) i7-8550U CPU @ 1.80GHz\n");
	put(root, "proc/meminfo", "MemTotal:        2014020 kB\nMemFree:  1 kB\n");
	put(root, "proc/self/mountinfo", mountinfo);
	put(root, "sys/class/dmi/id/sys_vendor", "innotek GmbH\n");
	put(root, "sys/class/dmi/id/product_name", "VirtualBox\n");
	put(root, "sys/devices/system/clocksource/clocksource0/current_clocksource", "kvm-clock\n");
	put(root, "sys/devices/pci/block/sda/queue/rotational", "1\n");
	put(root, "sys/devices/pci/block/sda/queue/scheduler", "none [mq-deadline] kyber\n");
	put(root, "sys/devices/pci/block/sda/queue/write_cache", "write back\n");
	put(root, "sys/devices/pci/block/sda/device/model", "VBOX HARDDISK   \n");
	put(root, "sys/devices/pci/block/sda/dev", "8:0\n");
	put(root, "sys/devices/pci/block/sda/sda1/partition", "1\n");
	put(root, "sys/devices/pci/block/sda/sda1/dev", "8:1\n");
	put_link(root, "sys/dev/block/8:1", "../../devices/pci/block/sda/sda1");
	put(root, "sys/devices/pci/block/sdb/queue/rotational", "0\n");
	put(root, "sys/devices/pci/block/sdb/queue/scheduler", "none\n");
	put(root, "sys/devices/pci/block/sdb/dev", "8:16\n");
	put_link(root, "sys/class/block/sdb", "../../devices/pci/block/sdb");
	return root;
}

static void check_text(const struct facts *facts, enum column column, const char *expected)
{
	assert_true(text_is(measurement_text(&facts->row, column), expected));
}

static void a_virtual_machine_is_described(void **state)
{
	char *root = make_virtualbox();
	const struct facts_source source = {.root = root, .signature = "KVMKVMKVM"};
	struct facts facts;

	(void)state;
	facts_start(&facts);
	facts_add_machine(&facts, &source);
	facts_add_folder(&facts, &source, &(struct place_probe){.path = "/home"});
	check_text(&facts, COL_HOST, "vagrant");
	check_text(&facts, COL_KERNEL, "6.1.0-28-amd64");
	check_text(&facts, COL_CPU, "Intel(R) Core(TM) i7-8550U CPU @ 1.80GHz");
	check_text(&facts, COL_HYPERVISOR, "VirtualBox"); /* for all that CPUID says KVM */
	check_text(&facts, COL_CLOCK_SOURCE, "kvm-clock");
	assert_true(measurement_number(&facts.row, COL_MEMORY_BYTES, 0) == 2014020 * 1024.0);
	check_text(&facts, COL_FILESYSTEM, "ext4");
	check_text(&facts, COL_DEVICE, "/dev/sda1");
	check_text(&facts, COL_DEVICE_MODEL, "VBOX HARDDISK");
	check_text(&facts, COL_SCHEDULER, "mq-deadline");
	check_text(&facts, COL_CACHE_MODE, "write back");
	assert_true(measurement_number(&facts.row, COL_ROTATIONAL, 9) == 1);
	facts_end(&facts);
	test_folder_remove(root);
}

static bool find_device(const struct facts_source *source, const char *path, unsigned *major_number,
	unsigned *minor_number)
{
	const struct place_probe probe = {.path = path};

	return facts_find_block_device(source, &probe, major_number, minor_number);
}

static void a_disk_is_found_by_its_name_too(void **state)
{
	char *root = make_virtualbox();
	const struct facts_source source = {.root = root};
	unsigned major_number, minor_number;
	struct facts facts;

	(void)state;
	facts_start(&facts);
	facts_add_folder(&facts, &source, &(struct place_probe){.path = "/data/x"});
	check_text(&facts, COL_FILESYSTEM, "btrfs");
	check_text(&facts, COL_SCHEDULER, "none");
	assert_true(measurement_number(&facts.row, COL_ROTATIONAL, 9) == 0);
	assert_false(measurement_has(&facts.row, COL_DEVICE_MODEL));
	assert_true(find_device(&source, "/data", &major_number, &minor_number));
	assert_int_equal(major_number, 8);
	assert_int_equal(minor_number, 16);
	assert_true(find_device(&source, "/", &major_number, &minor_number));
	assert_int_equal(minor_number, 1);
	assert_false(find_device(&source, "/vagrant", &major_number, &minor_number));
	facts_end(&facts);
	test_folder_remove(root);
}

static void what_is_not_there_is_unknown(void **state)
{
	char *root = test_folder_create();
	const struct facts_source source = {.root = root, .signature = NULL};
	struct facts facts;

	(void)state;
	facts_start(&facts);
	facts_add_machine(&facts, &source);
	facts_add_folder(&facts, &source, &(struct place_probe){.path = "/"});
	assert_int_equal(facts.row.have, 0);
	facts_end(&facts);
	test_folder_remove(root);
}

static void signatures_name_hypervisors(void **state)
{
	static const char *const known[][2] = {{"KVMKVMKVM", "KVM"}, {"VMwareVMware", "VMware"},
		{"Microsoft Hv", "Hyper-V"}, {"XenVMMXenVMM", "Xen"}, {" lrpepyh vr", "Parallels"},
		{"something", "unknown"}, {"", "none"}};
	char *root = test_folder_create();

	(void)state;
	for (size_t i = 0; i < FST_COUNT(known); i++) {
		const struct facts_source source = {.root = root, .signature = known[i][0]};
		struct facts facts;

		facts_start(&facts);
		facts_add_machine(&facts, &source);
		check_text(&facts, COL_HYPERVISOR, known[i][1]);
		facts_end(&facts);
	}
	test_folder_remove(root);
}

static void this_machine_has_some(void **state)
{
	char signature[16];
	const struct facts_source source = {
		.root = "", .signature = hypervisor_read_signature(signature)};
	struct place_probe probe;
	struct facts facts;

	(void)state;
	facts_start(&facts);
	facts_add_machine(&facts, &source);
	place_probe(&probe, "/proc");
	facts_add_folder(&facts, &source, &probe);
	assert_true(measurement_has(&facts.row, COL_KERNEL));
	assert_true(measurement_number(&facts.row, COL_MEMORY_BYTES, 0) > 1e6);
	check_text(&facts, COL_FILESYSTEM, "proc");
	facts_end(&facts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_deepest_mount_counts),
		cmocka_unit_test(a_virtual_machine_is_described),
		cmocka_unit_test(a_disk_is_found_by_its_name_too),
		cmocka_unit_test(what_is_not_there_is_unknown),
		cmocka_unit_test(signatures_name_hypervisors),
		cmocka_unit_test(this_machine_has_some),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
