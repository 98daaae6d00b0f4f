/* Comparing: who meets whom, what is significant, what is said of the rest. */
#include "../support/test.h"

#include <math.h>

#include "analysis/compare.h"
#include "base/attributes.h"
#include "base/rng.h"

#define assert_near(a, b) assert_true(fabs((a) / (b)-1) <= 1e-9)

struct spec {
	const char *environment, *tool;
	enum test test;
	double file, record, value;
	double spread; /* 0: unknown */
	const char *options, *status;
};

static void add(struct dataset *dataset, const struct spec *spec)
{
	struct measurement m = {0};

	measurement_set_string(&m, COL_ENVIRONMENT, spec->environment);
	measurement_set_string(&m, COL_TOOL, spec->tool ? spec->tool : "fstui");
	measurement_set_string(&m, COL_TEST, test_table[spec->test].name);
	measurement_set_string(
		&m, COL_DIRECTION, direction_names[test_table[spec->test].direction]);
	if (spec->file > 0)
		measurement_set_number(&m, COL_FILE_SIZE, spec->file);
	if (spec->record > 0)
		measurement_set_number(&m, COL_RECORD_SIZE, spec->record);
	measurement_set_number(&m, test_table[spec->test].figure, spec->value);
	if (spec->spread > 0)
		measurement_set_number(&m, COL_SPREAD, spec->spread);
	measurement_set_string(&m, COL_OPTIONS, spec->options ? spec->options : "");
	measurement_set_string(&m, COL_STATUS, spec->status ? spec->status : "ok");
	dataset_add(dataset, &m);
}

struct fixture {
	struct dataset *dataset;
	struct cube *cube;
	struct compare *compare;
};

static struct fixture compare_of(const struct spec *specs, size_t count)
{
	struct fixture f = {.dataset = dataset_new()};

	for (size_t i = 0; i < count; i++)
		add(f.dataset, &specs[i]);
	f.cube = cube_new(f.dataset, NULL, 0);
	f.compare = compare_new(f.cube, 0);
	return f;
}

static void done(struct fixture *f)
{
	compare_free(f->compare);
	cube_free(f->cube);
	dataset_free(f->dataset);
}

/* The cell of environment number @environment in the first line that has one for a test. */
static const struct compare_cell *cell_of(
	const struct fixture *f, enum test test, uint32_t environment)
{
	for (size_t i = 0; i < f->compare->line_count; i++) {
		const struct compare_line *line = &f->compare->lines[i];
		const struct compare_cell *cell = compare_find_cell(line, environment);

		if (cell && cube_test(f->cube, line->test)->test == test)
			return cell;
	}
	fail_msg("no cell of %s for environment %u", test_table[test].name, environment);
	return NULL;
}

static void test_tools_and_unknown_dimensions_meet(void **state)
{
	static const struct spec specs[] = {
		{"a", "bonnie++", TEST_WRITE, 0x1p27, 0x1p14, 100e6, 0, NULL, NULL},
		{"b", "dd", TEST_WRITE, 0x1p27, 0, 300e6, 0, NULL, NULL},
	};
	struct fixture f = compare_of(specs, FST_COUNT(specs));
	const struct compare_cell *cell = cell_of(&f, TEST_WRITE, 1);

	(void)state;
	assert_true(cell->meeting.exact);
	assert_near(cell->meeting.ratio, 3);
	assert_int_equal(cell->verdict, VERDICT_SINGLE);
	assert_true(isnan(cell->p) && isnan(cell->meeting.half_width));
	assert_true(f.compare->all_single);
	assert_int_equal(f.compare->line_count, 1);
	done(&f);
}

static void test_other_work_is_named_and_not_judged(void **state)
{
	static const struct spec specs[] = {
		{"a", NULL, TEST_WRITE, 0x1p27, 0x1p14, 100e6, 0.01, NULL, NULL},
		{"b", NULL, TEST_WRITE, 0x1p20, 0x1p19, 900e6, 0.01, NULL, NULL},
		{"c", NULL, TEST_WRITE, 0x1p27, 0x1p14, 900e6, 0.01, "fsync", NULL},
	};
	struct fixture f = compare_of(specs, FST_COUNT(specs));
	struct strbuf difference = STRBUF_INIT;

	(void)state;
	assert_int_equal(cell_of(&f, TEST_WRITE, 1)->verdict, VERDICT_OTHER);
	assert_true(isnan(cell_of(&f, TEST_WRITE, 1)->p));
	work_add_difference(f.dataset, 1, 0, &difference);
	assert_string_equal(strbuf_string(&difference), "1M file, 512K record");
	strbuf_clear(&difference);
	work_add_difference(f.dataset, 0, 2, &difference);
	assert_string_equal(strbuf_string(&difference), "no fsync");
	assert_int_equal(f.compare->tests[0].sums[1].verdict, VERDICT_OTHER);
	assert_true(isnan(f.compare->tests[0].sums[1].speed));
	strbuf_free(&difference);
	done(&f);
}

static void test_exact_partners_are_preferred(void **state)
{
	static const struct spec specs[] = {
		{"a", NULL, TEST_READ, 0x1p27, 0x1p14, 100e6, 0, NULL, NULL},
		{"a", NULL, TEST_READ, 0x1p27, 0x1p16, 200e6, 0, NULL, NULL},
		{"b", NULL, TEST_READ, 0x1p27, 0x1p12, 1e6, 0, NULL, NULL},
		{"b", NULL, TEST_READ, 0x1p27, 0x1p16, 400e6, 0, NULL, NULL},
		{"b", NULL, TEST_READ, 0x1p30, 0x1p16, 1e6, 0, NULL, NULL},
	};
	struct fixture f = compare_of(specs, FST_COUNT(specs));
	const struct compare_sum *sum = &f.compare->tests[0].sums[1];

	(void)state;
	assert_int_equal(sum->count, 1);
	assert_near(sum->speed, 2);
	/* Two lines of the baseline, and two of b's works that it has nothing for. */
	assert_int_equal(f.compare->line_count, 4);
	done(&f);
}

static void test_verdicts_follow_the_intervals(void **state)
{
	static const struct spec specs[] = {
		{"a", NULL, TEST_WRITE, 0, 0, 100e6, 0.02, NULL, NULL},
		{"a", NULL, TEST_READ, 0, 0, 100e6, 0.02, NULL, NULL},
		{"a", NULL, TEST_UPGRADE, 0, 0, 100, 0.02, NULL, NULL},
		{"b", NULL, TEST_WRITE, 0, 0, 150e6, 0.02, NULL, NULL},
		{"b", NULL, TEST_READ, 0, 0, 101e6, 0.02, NULL, NULL},
		{"b", NULL, TEST_UPGRADE, 0, 0, 150, 0.02, NULL, NULL},
		{"c", NULL, TEST_WRITE, 0, 0, 150e6, 0, NULL, "doubtful"},
		{"c", NULL, TEST_READ, 0, 0, 0, 0.02, NULL, NULL},
		{"c", NULL, TEST_UPGRADE, 0, 0, 150, 0.02, NULL, "failed"},
	};
	struct fixture f = compare_of(specs, FST_COUNT(specs));
	struct estimate interval;

	(void)state;
	assert_int_equal(cell_of(&f, TEST_WRITE, 1)->verdict, VERDICT_BETTER);
	assert_int_equal(cell_of(&f, TEST_READ, 1)->verdict, VERDICT_SAME);
	/* More of a time is worse, and the speed says so. */
	assert_int_equal(cell_of(&f, TEST_UPGRADE, 1)->verdict, VERDICT_WORSE);
	assert_near(cell_of(&f, TEST_UPGRADE, 1)->meeting.ratio, 1.5);
	assert_near(cell_of(&f, TEST_UPGRADE, 1)->meeting.speed, 1 / 1.5);
	assert_int_equal(cell_of(&f, TEST_WRITE, 2)->verdict, VERDICT_DOUBTFUL);
	assert_int_equal(cell_of(&f, TEST_READ, 2)->verdict, VERDICT_NONE);
	assert_int_equal(cell_of(&f, TEST_UPGRADE, 2)->verdict, VERDICT_NONE);
	assert_false(f.compare->all_single);
	interval = meeting_interval(f.compare->works, &cell_of(&f, TEST_WRITE, 1)->meeting, 1);
	assert_true(interval.low > 1.4 && interval.low < 1.5);
	assert_true(interval.high < 1.6 && interval.high > 1.5);
	done(&f);
}

static void test_several_runs_are_tested_by_rank(void **state)
{
	struct spec specs[12];
	struct fixture f;
	struct estimate interval;

	(void)state;
	for (int i = 0; i < 12; i++)
		specs[i] = (struct spec){.environment = i < 6 ? "a" : "b",
			.test = TEST_WRITE,
			.value = (i < 6 ? 100 : 130) + i % 6};
	f = compare_of(specs, 12);
	/* Completely apart: 2 / (12 choose 6). */
	assert_near(cell_of(&f, TEST_WRITE, 1)->p, 2.0 / 924);
	assert_int_equal(cell_of(&f, TEST_WRITE, 1)->verdict, VERDICT_BETTER);
	assert_int_equal(cell_of(&f, TEST_WRITE, 1)->work->samples, 6);
	interval = meeting_interval(f.compare->works, &cell_of(&f, TEST_WRITE, 1)->meeting, 1);
	assert_true(interval.low > 1.2 && interval.high < 1.4);
	done(&f);
}

static void test_means_are_geometric(void **state)
{
	static const struct spec specs[] = {
		{"a", NULL, TEST_WRITE, 0, 0, 100, 0.02, NULL, NULL},
		{"a", NULL, TEST_READ, 0, 0, 100, 0.02, NULL, NULL},
		{"a", NULL, TEST_SEEK, 0, 0, 100, 0.02, NULL, NULL},
		{"b", NULL, TEST_WRITE, 0, 0, 400, 0.02, NULL, NULL},
		{"b", NULL, TEST_READ, 0, 0, 100, 0.02, NULL, NULL},
		{"b", NULL, TEST_SEEK, 0, 0, 50, 0.02, NULL, NULL},
	};
	struct fixture f = compare_of(specs, FST_COUNT(specs));

	(void)state;
	assert_int_equal(f.compare->group_count, 2);
	assert_string_equal(f.compare->groups[0].title, "sequential");
	assert_near(f.compare->groups[0].sums[1].speed, 2);
	assert_int_equal(f.compare->groups[0].sums[1].count, 2);
	assert_near(f.compare->groups[1].sums[1].speed, 0.5);
	/* Two independent parts of the same width: the mean's is narrower by the root of two. */
	assert_near(f.compare->groups[0].sums[1].half_width, 0.02);
	assert_int_equal(f.compare->groups[0].sums[0].verdict, VERDICT_BASE);
	done(&f);
}

static void test_many_alike_raise_few_alarms(void **state)
{
	struct rng rng;
	size_t alarms = 0, sets = 200;

	(void)state;
	rng_seed(&rng, 9);
	for (size_t set = 0; set < sets; set++) {
		struct spec specs[120];
		struct fixture f;
		bool any = false;

		for (size_t i = 0; i < FST_COUNT(specs); i++)
			specs[i] = (struct spec){.environment = i % 2 ? "a" : "b",
				.test = TEST_READ,
				.record = (double)(4096 << i / 12),
				.value = 1e8 * (1 + 0.1 * rng_unit(&rng))};
		f = compare_of(specs, FST_COUNT(specs));
		for (size_t i = 0; i < f.compare->cell_count; i++)
			any = any || f.compare->cells[i].verdict == VERDICT_BETTER ||
			      f.compare->cells[i].verdict == VERDICT_WORSE;
		alarms += any;
		done(&f);
	}
	/* Holm keeps the chance of any false alarm in a set under 5 %. */
	assert_in_range(alarms, 0, sets * 8 / 100);
}

static void test_facts_that_differ_are_named(void **state)
{
	struct dataset *dataset = dataset_new();
	struct strbuf out = STRBUF_INIT;
	struct cube *cube;

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct measurement m = {0};

		measurement_set_string(&m, COL_ENVIRONMENT, i ? "b" : "a");
		measurement_set_string(&m, COL_TEST, "write");
		measurement_set_number(&m, COL_BYTES_PER_S, 1);
		measurement_set_string(&m, COL_CACHE_MODE, i ? "writeback" : "none");
		measurement_set_string(&m, COL_KERNEL, "6.1");
		measurement_set_string(&m, COL_MOUNT_OPTIONS, i ? "rw,sync" : "rw,noatime");
		if (i)
			measurement_set_string(&m, COL_SCHEDULER, "none");
		dataset_add(dataset, &m);
	}
	cube = cube_new(dataset, NULL, 0);
	compare_add_facts_difference(cube, 0, 1, &out);
	assert_string_equal(
		strbuf_string(&out), "mount_options noatime / sync, cache_mode none / writeback");
	strbuf_free(&out);
	cube_free(cube);
	dataset_free(dataset);
}

static void test_nothing_in_common_is_no_error(void **state)
{
	static const struct spec specs[] = {
		{"a", NULL, TEST_WRITE, 0, 0, 100, 0, NULL, NULL},
		{"b", NULL, TEST_READ, 0, 0, 100, 0, NULL, NULL},
	};
	struct fixture f = compare_of(specs, FST_COUNT(specs));
	struct fixture none = compare_of(specs, 0);

	(void)state;
	assert_int_equal(cell_of(&f, TEST_READ, 1)->verdict, VERDICT_NONE);
	assert_null(compare_find_cell(&f.compare->lines[0], 1));
	assert_false(f.compare->all_single);
	assert_int_equal(none.compare->line_count, 0);
	done(&f);
	done(&none);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tools_and_unknown_dimensions_meet),
		cmocka_unit_test(test_other_work_is_named_and_not_judged),
		cmocka_unit_test(test_exact_partners_are_preferred),
		cmocka_unit_test(test_verdicts_follow_the_intervals),
		cmocka_unit_test(test_several_runs_are_tested_by_rank),
		cmocka_unit_test(test_means_are_geometric),
		cmocka_unit_test(test_many_alike_raise_few_alarms),
		cmocka_unit_test(test_facts_that_differ_are_named),
		cmocka_unit_test(test_nothing_in_common_is_no_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
