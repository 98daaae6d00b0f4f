/*
 * Findings on data whose truth is known: every planted effect is found, at the right environment,
 * and nothing else; and where there is only noise, nothing is.
 */
#include "../support/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/findings.h"
#include "analysis/statistics.h"
#include "base/attributes.h"
#include "base/rng.h"
#include "base/strbuf.h"

struct world {
	struct dataset *dataset;
	struct rng rng;
	double noise; /* standard deviation of a sample, relative */
	int samples; /* behind a row: 1 has no spread */
};

static struct world world_new(uint64_t seed, double noise, int samples)
{
	struct world world = {.dataset = dataset_new(), .noise = noise, .samples = samples};

	rng_seed(&world.rng, seed);
	return world;
}

static double normal(struct rng *rng)
{
	return sqrt(-2 * log(1 - rng_unit(rng))) * cos(2 * acos(-1) * rng_unit(rng));
}

/* What a run would have measured of a figure that is @truth, with its spread. */
static void set_figure(struct world *world, struct measurement *m, enum column figure, double truth)
{
	double values[64];
	struct estimate median;

	for (int i = 0; i < world->samples; i++)
		values[i] = truth * exp(world->noise * normal(&world->rng));
	median = statistics_median(values, (size_t)world->samples);
	measurement_set_number(m, figure, median.value);
	measurement_set_number(m, COL_REPEAT, world->samples);
	if (!isnan(median.low))
		measurement_set_number(
			m, COL_SPREAD, (median.high - median.low) / 2 / median.value);
}

/* A run's time series: 12 points at the first level, the others at the second. */
static void set_series(struct world *world, struct measurement *m, double first, double second,
	struct strbuf *text)
{
	strbuf_clear(text);
	for (int i = 0; i < 60; i++)
		strbuf_printf(text, "%s%d:%.0f::::", i ? " " : "", i + 1,
			(i < 12 ? first : second) * exp(world->noise * normal(&world->rng)));
	measurement_set_text(m, COL_SERIES, strbuf_text(text));
}

static struct measurement row_of(const char *environment, enum test test)
{
	struct measurement m = {0};

	measurement_set_string(&m, COL_ENVIRONMENT, environment);
	measurement_set_string(&m, COL_RUN, "run-1");
	measurement_set_string(&m, COL_TOOL, "fstui");
	measurement_set_string(&m, COL_TEST, test_table[test].name);
	measurement_set_string(&m, COL_DIRECTION, direction_names[test_table[test].direction]);
	measurement_set_string(&m, COL_STATUS, "ok");
	measurement_set_number(&m, COL_THREADS, 1);
	return m;
}

static void add(struct world *world, struct measurement *m, double truth)
{
	enum test test = test_find(measurement_text(m, COL_TEST));

	set_figure(world, m, test_table[test].figure, truth);
	dataset_add(world->dataset, m);
}

static void add_plain(struct world *world, const char *environment, enum test test, double truth)
{
	struct measurement m = row_of(environment, test);

	add(world, &m, truth);
}

/* What a call costs, what a byte costs, and what is left beyond a file size. */
struct path {
	double call_s, bytes_per_s;
	double cliff_bytes, left; /* files over cliff_bytes: this share; 0: no cliff */
};

static void add_sweep(
	struct world *world, const char *environment, enum test test, struct path path)
{
	for (double file = 0x1p16; file <= 0x1p28; file *= 16)
		for (double record = 0x1p12; record <= file && record <= 0x1p24; record *= 4) {
			struct measurement m = row_of(environment, test);
			double rate = record / (path.call_s + record / path.bytes_per_s);

			if (path.left > 0 && file > path.cliff_bytes)
				rate *= path.left;
			measurement_set_number(&m, COL_FILE_SIZE, file);
			measurement_set_number(&m, COL_RECORD_SIZE, record);
			add(world, &m, rate);
		}
}

static const struct path disk = {.call_s = 5e-6, .bytes_per_s = 2e9};

static struct findings *find(const struct world *world)
{
	struct cube *cube = cube_new(world->dataset, NULL, 0);
	struct findings *findings = findings_new(cube, FINDINGS_NO_BASELINE);

	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *f = &findings->items[i];

		assert_non_null(f->sentence);
		assert_non_null(f->why);
		assert_true(f->row_count > 0);
		assert_true(f->at.at[CUBE_ENVIRONMENT] < cube_count(cube, CUBE_ENVIRONMENT));
		assert_false(text_contains(text_of(f->sentence), "nan"));
		assert_false(text_contains(text_of(f->sentence), "inf "));
		assert_false(text_contains(text_of(f->sentence), ", )"));
	}
	cube_free(cube);
	return findings;
}

/* The finding of @kind whose sentence has @words in it; NULL without one. */
static const struct finding *finding_with(
	const struct findings *findings, enum finding_kind kind, const char *words)
{
	for (size_t i = 0; i < findings->count; i++)
		if (findings->items[i].kind == kind &&
			text_contains(text_of(findings->items[i].sentence), words))
			return &findings->items[i];
	return NULL;
}

/* Found with @words, and no finding of a kind that is not in @kinds (bits). */
static const struct finding *check_found(
	const struct findings *findings, enum finding_kind kind, const char *words, unsigned kinds)
{
	const struct finding *found = finding_with(findings, kind, words);

	for (size_t i = 0; i < findings->count; i++)
		if (!(kinds >> findings->items[i].kind & 1)) {
			print_error("not planted: %s: %s\n",
				finding_table[findings->items[i].kind].name,
				findings->items[i].sentence);
			fail();
		}
	if (!found) {
		for (size_t i = 0; i < findings->count; i++)
			print_error("found only: %s\n", findings->items[i].sentence);
		fail_msg("not found: %s with \"%s\"", finding_table[kind].name, words);
	}
	return found;
}

#define BIT(kind) (1u << FINDING_##kind)

static void done(struct world *world, struct findings *findings)
{
	findings_free(findings);
	dataset_free(world->dataset);
}

static void test_a_flat_path_is_found(void **state)
{
	struct world world = world_new(1, 0.02, 10);
	const struct path flat = {.call_s = 0, .bytes_per_s = 90e6};
	struct findings *findings;

	(void)state;
	add_sweep(&world, "ext4", TEST_READ, disk);
	add_sweep(&world, "ext4", TEST_WRITE, disk);
	add_sweep(&world, "vboxsf", TEST_READ, flat);
	add_sweep(&world, "vboxsf", TEST_WRITE, flat);
	findings = find(&world);
	/* The gap between the two, and the knee of the disk, are in the data as well. */
	check_found(findings, FINDING_FLAT, "vboxsf hardly moves",
		BIT(FLAT) | BIT(RANK) | BIT(PAIR) | BIT(KNEE));
	assert_null(finding_with(findings, FINDING_FLAT, "ext4 hardly"));
	assert_non_null(finding_with(findings, FINDING_KNEE, "ext4: "));
	done(&world, findings);
}

static void test_cached_reads_are_found(void **state)
{
	struct world world = world_new(2, 0.02, 10);
	const struct path ahead = {.call_s = 1e-6, .bytes_per_s = 4e9};
	const struct path slow = {.call_s = 4e-4, .bytes_per_s = 6e7};
	struct findings *findings;

	(void)state;
	add_sweep(&world, "ext4", TEST_READ, disk);
	add_sweep(&world, "ext4", TEST_WRITE, disk);
	add_sweep(&world, "nfs", TEST_READ, ahead);
	add_sweep(&world, "nfs", TEST_WRITE, slow);
	findings = find(&world);
	check_found(findings, FINDING_CACHE, "nfs reads 4K records",
		BIT(CACHE) | BIT(RANK) | BIT(PAIR) | BIT(KNEE));
	done(&world, findings);

	world = world_new(3, 0.02, 10);
	add_plain(&world, "vm", TEST_DEVICE_READ, 200e6);
	add_plain(&world, "vm", TEST_READ, 5e9);
	findings = find(&world);
	check_found(findings, FINDING_CACHE, "times as fast as its device", BIT(CACHE));
	done(&world, findings);
}

static void test_an_ignored_sync_is_found(void **state)
{
	struct world world = world_new(4, 0.03, 10);
	struct findings *findings;
	const struct finding *found;

	(void)state;
	add_plain(&world, "honest", TEST_FSYNC, 180);
	add_plain(&world, "liar", TEST_FSYNC, 60000);
	findings = find(&world);
	found = check_found(
		findings, FINDING_SYNC_IGNORED, "liar acknowledges", BIT(SYNC_IGNORED) | BIT(PAIR));
	assert_non_null(found->advice);
	/* Who does not sync is not the fastest at it. */
	assert_null(finding_with(findings, FINDING_DURABILITY, "liar"));
	done(&world, findings);

	/* A tenth of that is beyond a disk that turns only. */
	for (int rotational = 0; rotational < 2; rotational++) {
		struct measurement m = row_of("disk", TEST_FSYNC);

		world = world_new(5, 0.03, 10);
		measurement_set_number(&m, COL_ROTATIONAL, rotational);
		add(&world, &m, 6000);
		findings = find(&world);
		assert_int_equal(findings->count, rotational);
		done(&world, findings);
	}
}

static void test_a_verdict_is_passed_on(void **state)
{
	struct world world = world_new(6, 0.03, 10);
	struct measurement m = row_of("share", TEST_FSYNC);
	struct findings *findings;

	(void)state;
	measurement_set_string(&m, COL_NOTE, "verdict: ignored; a clean sync takes as long");
	add(&world, &m, 3000);
	m = row_of("disk", TEST_FSYNC);
	/* A rate that would be doubted, by somebody who measured more than that. */
	measurement_set_string(&m, COL_NOTE, "verdict: honest (grows with what is dirty)");
	measurement_set_number(&m, COL_ROTATIONAL, 1);
	add(&world, &m, 3000);
	findings = find(&world);
	check_found(findings, FINDING_SYNC_IGNORED, "share: syncs are acknowledged and ignored",
		BIT(SYNC_IGNORED));
	assert_int_equal(findings->count, 1);
	done(&world, findings);
}

static void test_the_price_of_durability_is_found(void **state)
{
	struct world world = world_new(7, 0.03, 10);
	struct measurement m;
	struct findings *findings;
	const struct finding *found;

	(void)state;
	add_plain(&world, "disk", TEST_UPGRADE, 40);
	m = row_of("disk", TEST_UPGRADE);
	measurement_set_string(&m, COL_OPTIONS, "no_sync");
	add(&world, &m, 4);
	findings = find(&world);
	check_found(findings, FINDING_DURABILITY, "Syncs make upgrade", BIT(DURABILITY));
	done(&world, findings);

	world = world_new(8, 0.03, 10);
	add_plain(&world, "disk", TEST_FSYNC, 600);
	add_plain(&world, "share", TEST_FSYNC, 10);
	findings = find(&world);
	found = check_found(
		findings, FINDING_DURABILITY, "share is slowest", BIT(DURABILITY) | BIT(PAIR));
	assert_non_null(strstr(found->advice, "belong outside of share"));
	done(&world, findings);
}

static void test_memory_is_no_place_for_databases(void **state)
{
	struct world world = world_new(22, 0.03, 10);
	struct findings *findings;

	(void)state;
	for (int memory = 0; memory < 2; memory++)
		for (int clean = 0; clean < 2; clean++) {
			struct measurement m = row_of(memory ? "shm" : "disk", TEST_FSYNC);

			measurement_set_string(&m, COL_FILESYSTEM, memory ? "tmpfs" : "ext4");
			measurement_set_string(&m, COL_OPTIONS, clean ? "clean" : "");
			add(&world, &m, memory ? 200000 : clean ? 90000 : 200);
		}
	findings = find(&world);
	/* The gap is said, but no advice follows from it, and a clean sync raises no doubt. */
	check_found(findings, FINDING_PAIR, "shm against disk: faster at fsync", BIT(PAIR));
	assert_int_equal(findings->count, 1);
	assert_null(findings->items[0].advice);
	done(&world, findings);
}

static void test_a_cliff_is_found_at_its_size(void **state)
{
	struct world world = world_new(9, 0.03, 10);
	struct path cliff = disk;
	struct findings *findings;

	(void)state;
	cliff.cliff_bytes = 0x1p24;
	cliff.left = 0.3;
	add_sweep(&world, "disk", TEST_READ, cliff);
	add_sweep(&world, "disk", TEST_REREAD, cliff);
	findings = find(&world);
	check_found(
		findings, FINDING_CLIFF, "between files of 16M and 256M", BIT(CLIFF) | BIT(KNEE));
	done(&world, findings);
}

static void test_slow_metadata_is_found(void **state)
{
	static const enum test tests[] = {TEST_CREATE_SEQ, TEST_STAT_SEQ, TEST_DELETE_SEQ};
	struct world world = world_new(10, 0.05, 10);
	struct findings *findings;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(tests); i++) {
		add_plain(&world, "ext4", tests[i], 20000);
		add_plain(&world, "share", tests[i], 700);
	}
	add_plain(&world, "ext4", TEST_WRITE, 1e9);
	add_plain(&world, "share", TEST_WRITE, 1e9);
	findings = find(&world);
	check_found(findings, FINDING_METADATA, "share is slowest at files work",
		BIT(METADATA) | BIT(PAIR));
	done(&world, findings);

	world = world_new(11, 0.05, 10);
	for (double files = 256; files <= 65536; files *= 16) {
		struct measurement m = row_of("share", TEST_CREATE_SEQ);

		measurement_set_number(&m, COL_FILES, files);
		add(&world, &m, 1e6 / sqrt(files));
	}
	findings = find(&world);
	check_found(findings, FINDING_METADATA, "slows down with many files", BIT(METADATA));
	done(&world, findings);
}

static void test_read_ahead_is_found(void **state)
{
	struct world world = world_new(12, 0.03, 10);
	struct findings *findings;

	(void)state;
	for (int random = 0; random < 2; random++) {
		struct measurement m = row_of("disk", random ? TEST_RANDOM_READ : TEST_READ);

		measurement_set_number(&m, COL_FILE_SIZE, 0x1p30);
		measurement_set_number(&m, COL_RECORD_SIZE, 4096);
		add(&world, &m, random ? 1e6 : 150e6);
	}
	findings = find(&world);
	check_found(findings, FINDING_READ_AHEAD, "times as fast as at random", BIT(READ_AHEAD));
	done(&world, findings);
}

static void test_a_slower_second_pass_is_found(void **state)
{
	struct world world = world_new(13, 0.03, 10);
	struct measurement m;
	struct findings *findings;

	(void)state;
	for (int cow = 0; cow < 2; cow++) {
		add_plain(&world, cow ? "cow" : "plain", TEST_UPGRADE, 100);
		m = row_of(cow ? "cow" : "plain", TEST_UPGRADE);
		measurement_set_string(&m, COL_OPTIONS, "pass=2");
		add(&world, &m, cow ? 160 : 98);
	}
	findings = find(&world);
	check_found(findings, FINDING_SECOND_PASS, "cow degrades",
		BIT(SECOND_PASS) | BIT(PAIR) | BIT(DURABILITY));
	assert_null(finding_with(findings, FINDING_SECOND_PASS, "plain degrades"));
	done(&world, findings);
}

static void test_a_guest_faster_than_its_host_is_found(void **state)
{
	struct world world = world_new(14, 0.03, 10);
	struct measurement m;
	struct findings *findings;

	(void)state;
	for (int guest = 0; guest < 2; guest++) {
		m = row_of(guest ? "in" : "out", TEST_RANDOM_WRITE);
		measurement_set_string(&m, COL_HYPERVISOR, guest ? "KVM" : "none");
		add(&world, &m, guest ? 300e6 : 100e6);
	}
	findings = find(&world);
	check_found(findings, FINDING_HOST_CACHE, "The guest in is faster than the host",
		BIT(HOST_CACHE) | BIT(PAIR) | BIT(RANK));
	done(&world, findings);
}

static void add_series(struct world *world, const char *environment, double first, double second)
{
	struct measurement m = row_of(environment, TEST_WRITE);
	struct strbuf series = STRBUF_INIT;

	set_series(world, &m, first, second, &series);
	add(world, &m, second);
	strbuf_free(&series);
}

static void test_drift_is_found(void **state)
{
	struct world world = world_new(15, 0.05, 10);
	struct findings *findings;

	(void)state;
	add_series(&world, "burst", 900e6, 180e6);
	add_series(&world, "steady", 180e6, 180e6);
	findings = find(&world);
	check_found(findings, FINDING_DRIFT, "burst at write", BIT(DRIFT));
	assert_int_equal(findings->count, 1);
	done(&world, findings);

	world = world_new(16, 0.02, 1);
	for (int i = 0; i < 12; i++) {
		struct measurement m = row_of("vm", TEST_WRITE);
		char started[40];

		snprintf(started, sizeof(started), "2026-11-30T20:%02d:00+00:00", i);
		measurement_set_string(&m, COL_STARTED, started);
		add(&world, &m, 100e6 * pow(0.96, i));
	}
	findings = find(&world);
	check_found(findings, FINDING_DRIFT, "vm at write", BIT(DRIFT));
	done(&world, findings);
}

static void test_unsteady_figures_are_found(void **state)
{
	struct world world = world_new(17, 0.8, 8);
	struct findings *findings;

	(void)state;
	for (double record = 4096; record <= 65536; record *= 2) {
		struct measurement m = row_of("vm", TEST_READ);

		measurement_set_number(&m, COL_RECORD_SIZE, record);
		add(&world, &m, 1e8);
	}
	findings = find(&world);
	check_found(findings, FINDING_VARIANCE, "Unsteady: vm", BIT(VARIANCE));
	done(&world, findings);
}

static void test_an_unsteady_figure_without_sizes_is_named(void **state)
{
	static const enum test tests[] = {TEST_READ, TEST_REREAD, TEST_WRITE, TEST_REWRITE};
	struct world world = world_new(17, 0.8, 8);
	struct findings *findings;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(tests); i++)
		add_plain(&world, "vm", tests[i], 1e8);
	findings = find(&world);
	check_found(findings, FINDING_VARIANCE, " of vm) within", BIT(VARIANCE));
	done(&world, findings);
}

static void test_other_work_is_said(void **state)
{
	struct world world = world_new(18, 0.02, 10);
	struct measurement m = row_of("a", TEST_WRITE);
	struct findings *findings;

	(void)state;
	measurement_set_number(&m, COL_FILE_SIZE, 0x1p27);
	add(&world, &m, 1e8);
	m = row_of("b", TEST_WRITE);
	measurement_set_number(&m, COL_FILE_SIZE, 0x1p20);
	add(&world, &m, 5e8);
	findings = find(&world);
	check_found(findings, FINDING_NOT_COMPARABLE, "b ran with 1M file, a with 128M file",
		BIT(NOT_COMPARABLE) | BIT(PAIR));
	assert_null(finding_with(findings, FINDING_RANK, "slowest"));
	for (size_t i = 0; i < findings->count; i++)
		if (findings->items[i].kind == FINDING_PAIR)
			assert_int_equal(findings->items[i].confidence, CONFIDENCE_UNKNOWN);
	done(&world, findings);
}

static void test_doubtful_figures_carry_nothing(void **state)
{
	struct world world = world_new(19, 0.02, 10);
	struct findings *findings;

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct measurement m = row_of(i ? "a" : "b", TEST_WRITE);

		if (i)
			measurement_set_string(&m, COL_STATUS, "doubtful");
		add(&world, &m, i ? 9e11 : 1e8);
	}
	findings = find(&world);
	assert_int_equal(findings->count, 0);
	assert_non_null(strstr(findings->limits, "doubtful"));
	done(&world, findings);
}

static void test_bad_input_is_said_plainly(void **state)
{
	struct world world = world_new(20, 0.02, 1);
	struct measurement m = {0};
	struct findings *findings = find(&world);

	(void)state;
	assert_int_equal(findings->count, 0);
	findings_free(findings);
	/* No test, no figure, zeros, failures. */
	measurement_set_string(&m, COL_ENVIRONMENT, "x");
	dataset_add(world.dataset, &m);
	m = row_of("x", TEST_WRITE);
	measurement_set_number(&m, COL_BYTES_PER_S, 0);
	dataset_add(world.dataset, &m);
	m = row_of("y", TEST_WRITE);
	measurement_set_number(&m, COL_BYTES_PER_S, 1e8);
	dataset_add(world.dataset, &m);
	m = row_of("y", TEST_UPGRADE);
	measurement_set_number(&m, COL_ELAPSED_S, 0);
	dataset_add(world.dataset, &m);
	m = row_of("x", TEST_UPGRADE);
	measurement_set_string(&m, COL_STATUS, "failed");
	dataset_add(world.dataset, &m);
	findings = find(&world);
	assert_int_equal(findings->count, 0);
	assert_non_null(strstr(findings->limits, "failed"));
	done(&world, findings);
	world = world_new(21, 0.02, 1);
	add_plain(&world, "alone", TEST_WRITE, 1e8);
	findings = find(&world);
	assert_non_null(strstr(findings->limits, "One environment only"));
	done(&world, findings);
}

/* Environments that are all alike: whatever differs is noise. */
static void add_noise(struct world *world, int environments, int rows)
{
	static const enum test tests[] = {
		TEST_WRITE, TEST_READ, TEST_RANDOM_READ, TEST_FSYNC, TEST_CREATE_SEQ, TEST_UPGRADE};
	static const double truths[] = {4e8, 4e8, 4e8, 900, 9000, 30};
	struct strbuf series = STRBUF_INIT;

	for (int e = 0; e < environments; e++)
		for (size_t t = 0; t < FST_COUNT(tests); t++)
			for (double record = 4096;
				record <= (test_table[tests[t]].has_sizes && t < 3 ? 0x1p20 : 4096);
				record *= 4)
				for (int r = 0; r < rows; r++) {
					char name[8] = {'e', (char)('0' + e)};
					struct measurement m = row_of(name, tests[t]);

					measurement_set_number(&m, COL_FILE_SIZE, 0x1p30);
					measurement_set_number(&m, COL_RECORD_SIZE, record);
					if (world->samples > 1 && record == 4096)
						set_series(
							world, &m, truths[t], truths[t], &series);
					add(world, &m, truths[t]);
				}
	strbuf_free(&series);
}

static void test_noise_raises_hardly_a_finding(void **state)
{
	int sets = 1000, raised = 0;

	(void)state;
	for (int set = 0; set < sets; set++) {
		/* Rows that sum up ten samples; single samples; several runs of one sample each. */
		static const int samples[] = {10, 1, 1}, rows[] = {1, 1, 6};
		static const double noises[] = {0.05, 0.02, 0.05};
		struct world world = world_new(
			(uint64_t)set + 1000, noises[set % 3], samples[set % 3]);
		struct findings *findings;

		add_noise(&world, 2 + set % 3 + set / 3 % 2, rows[set % 3]);
		findings = find(&world);
		if (findings->count) {
			raised++;
			print_message("# set %d: %s\n", set, findings->items[0].sentence);
		}
		done(&world, findings);
	}
	print_message("# %d of %d sets of noise raised a finding\n", raised, sets);
	assert_in_range(raised, 0, sets * 5 / 100 - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_flat_path_is_found),
		cmocka_unit_test(test_cached_reads_are_found),
		cmocka_unit_test(test_an_ignored_sync_is_found),
		cmocka_unit_test(test_a_verdict_is_passed_on),
		cmocka_unit_test(test_the_price_of_durability_is_found),
		cmocka_unit_test(test_memory_is_no_place_for_databases),
		cmocka_unit_test(test_a_cliff_is_found_at_its_size),
		cmocka_unit_test(test_slow_metadata_is_found),
		cmocka_unit_test(test_read_ahead_is_found),
		cmocka_unit_test(test_a_slower_second_pass_is_found),
		cmocka_unit_test(test_a_guest_faster_than_its_host_is_found),
		cmocka_unit_test(test_drift_is_found),
		cmocka_unit_test(test_unsteady_figures_are_found),
		cmocka_unit_test(test_an_unsteady_figure_without_sizes_is_named),
		cmocka_unit_test(test_other_work_is_said),
		cmocka_unit_test(test_doubtful_figures_carry_nothing),
		cmocka_unit_test(test_bad_input_is_said_plainly),
		cmocka_unit_test(test_noise_raises_hardly_a_finding),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
