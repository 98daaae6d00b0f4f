/* What syncs are worth, judged from medians and facts. */
#include "../support/test.h"

#include "bench/honesty.h"

static struct measurement facts_of(const char *filesystem, const char *options, double rotational)
{
	struct measurement m = {0};

	measurement_set_string(&m, COL_FILESYSTEM, filesystem);
	measurement_set_string(&m, COL_MOUNT_OPTIONS, options);
	if (rotational >= 0)
		measurement_set_number(&m, COL_ROTATIONAL, rotational);
	return m;
}

static void expect(enum sync_verdict verdict, struct sync_evidence evidence,
	struct measurement facts, const char *reason)
{
	struct strbuf why = STRBUF_INIT;

	assert_int_equal(sync_judge(&evidence, &facts, &why), verdict);
	assert_true(text_contains(strbuf_text(&why), reason));
	strbuf_free(&why);
}

static void a_disk_that_waits_is_honest(void **state)
{
	(void)state;
	expect(SYNC_HONEST,
		(struct sync_evidence){
			.small_s = 0.012, .clean_s = 1e-6, .large_s = 0.05, .large_bytes = 4e6},
		facts_of("ext4", "rw", 1), "12 ms");
	expect(SYNC_HONEST,
		(struct sync_evidence){
			.small_s = 40e-6, .clean_s = 1e-6, .large_s = 0.002, .large_bytes = 4e6},
		facts_of("xfs", "rw", 0), "40 us");
}

static void syncs_that_do_nothing_are_ignored(void **state)
{
	struct sync_evidence evidence = {
		.small_s = 300e-9, .clean_s = 290e-9, .large_s = 300e-9, .large_bytes = 4e6};

	(void)state;
	expect(SYNC_IGNORED, evidence, facts_of("ext4", "rw", 0), "as long as syncs of none");
	expect(SYNC_IGNORED, evidence, facts_of("nfs4", "rw", -1), "as long as syncs of none");
}

static void what_no_device_can_is_suspicious(void **state)
{
	(void)state;
	expect(SYNC_SUSPICIOUS, (struct sync_evidence){.small_s = 60e-6, .clean_s = 1e-6},
		facts_of("ext4", "rw", 1), "the disk turns");
	expect(SYNC_SUSPICIOUS,
		(struct sync_evidence){
			.small_s = 60e-6, .clean_s = 1e-6, .large_s = 61e-6, .large_bytes = 4e6},
		facts_of("ext4", "rw", 0), "more than any device");
	expect(SYNC_SUSPICIOUS, (struct sync_evidence){.small_s = 5e-6, .clean_s = 1e-6},
		facts_of("ext4", "rw", 0), "any flash");
	expect(SYNC_SUSPICIOUS, (struct sync_evidence){.small_s = 60e-6, .clean_s = 1e-6},
		facts_of("ext4", "rw,barrier=0", 0), "barriers");
}

static void what_cannot_be_told_is_unknown(void **state)
{
	struct sync_evidence evidence = {.small_s = 1e-3, .clean_s = 1e-6};

	struct measurement guest = facts_of("ext4", "rw", 1);

	(void)state;
	/* Virtual disks say that they turn, whatever is below. */
	measurement_set_string(&guest, COL_HYPERVISOR, "KVM");
	expect(SYNC_UNKNOWN, (struct sync_evidence){.small_s = 120e-6, .clean_s = 1e-6}, guest,
		"hypervisor");
	expect(SYNC_HONEST, (struct sync_evidence){.small_s = 800e-6, .clean_s = 1e-6}, guest,
		"800 us");
	expect(SYNC_UNKNOWN, (struct sync_evidence){0}, facts_of("ext4", "rw", 0), "no durable");
	expect(SYNC_UNKNOWN, (struct sync_evidence){.small_s = 1e-7, .clean_s = 1e-7},
		facts_of("tmpfs", "rw", -1), "memory");
	expect(SYNC_UNKNOWN, evidence, facts_of("fuse.sshfs", "rw", -1), "the other side");
	expect(SYNC_UNKNOWN, evidence, facts_of("vboxsf", "rw", -1), "the other side");
	expect(SYNC_UNKNOWN, evidence, facts_of("ext4", "rw", -1), "what the device is");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_disk_that_waits_is_honest),
		cmocka_unit_test(syncs_that_do_nothing_are_ignored),
		cmocka_unit_test(what_no_device_can_is_suspicious),
		cmocka_unit_test(what_cannot_be_told_is_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
