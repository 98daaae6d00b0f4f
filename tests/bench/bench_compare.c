/*
 * Compare and findings over 100,000 rows: six environments, thirteen tests, the cells of a sweep,
 * ten runs of each. Against indexing the same rows alone (the cube), which every view needs anyway.
 */
#include "../support/bench.h"

#include <math.h>
#include <stdio.h>

#include "analysis/compare.h"
#include "analysis/findings.h"
#include "base/attributes.h"
#include "base/rng.h"
#include "report/compare_text.h"

enum { ENVIRONMENTS = 6, TESTS = 13, RUNS = 10, ROWS_LEAST = 100000, TIMES = 5 };

static void add_run(struct dataset *dataset, struct rng *rng, int environment, int run)
{
	static const char *const names[ENVIRONMENTS] = {
		"ext4", "xfs", "btrfs", "nfs", "sshfs", "vboxsf"};
	char id[16];

	snprintf(id, sizeof(id), "run-%d", run);
	for (int test = 0; test < TESTS; test++)
		for (double file = 0x1p16; file <= 0x1p29; file *= 2)
			for (double record = 0x1p12; record <= fmin(file, 0x1p24); record *= 2) {
				double call_s = (1 + environment) * 3e-6 + record / 2e9;
				struct measurement m = {0};

				measurement_set_string(&m, COL_ENVIRONMENT, names[environment]);
				measurement_set_string(&m, COL_RUN, id);
				measurement_set_string(&m, COL_TOOL, "fstui");
				measurement_set_string(&m, COL_TEST, test_table[test].name);
				measurement_set_string(&m, COL_DIRECTION,
					direction_names[test_table[test].direction]);
				measurement_set_number(&m, COL_FILE_SIZE, file);
				measurement_set_number(&m, COL_RECORD_SIZE, record);
				measurement_set_number(&m, COL_BYTES_PER_S,
					record / call_s * (0.95 + 0.1 * rng_unit(rng)));
				measurement_set_number(&m, COL_SPREAD, 0.02);
				measurement_set_string(&m, COL_STATUS, "ok");
				dataset_add(dataset, &m);
			}
}

static struct dataset *make_rows(void)
{
	struct dataset *dataset = dataset_new();
	struct rng rng;

	rng_seed(&rng, 1);
	for (int run = 0; run < RUNS || dataset_count(dataset) < ROWS_LEAST; run++)
		for (int e = 0; e < ENVIRONMENTS; e++)
			add_run(dataset, &rng, e, run);
	return dataset;
}

static double time_cube(const struct dataset *dataset)
{
	double start_s = bench_now_s();

	cube_free(cube_new(dataset, NULL, 0));
	return bench_now_s() - start_s;
}

static double time_compare(const struct dataset *dataset)
{
	double start_s = bench_now_s();
	struct cube *cube = cube_new(dataset, NULL, 0);
	struct compare *compare = compare_new(cube, 0);
	struct strbuf out = STRBUF_INIT;

	compare_text_add(compare, 80, false, &out);
	strbuf_free(&out);
	compare_free(compare);
	cube_free(cube);
	return bench_now_s() - start_s;
}

static double time_findings(const struct dataset *dataset)
{
	double start_s = bench_now_s();
	struct cube *cube = cube_new(dataset, NULL, 0);

	findings_free(findings_new(cube, 0));
	cube_free(cube);
	return bench_now_s() - start_s;
}

int main(void)
{
	struct dataset *dataset = make_rows();
	double cube_s[TIMES], compare_s[TIMES], findings_s[TIMES], cube, compare, findings;

	for (int i = 0; i < TIMES; i++) {
		cube_s[i] = time_cube(dataset);
		compare_s[i] = time_compare(dataset);
		findings_s[i] = time_findings(dataset);
	}
	cube = bench_median(cube_s, TIMES);
	compare = bench_median(compare_s, TIMES);
	findings = bench_median(findings_s, TIMES);
	bench_print("compare_rows", dataset_count(dataset), "rows", "100,000 wanted at least");
	bench_print("compare_100000_rows", compare, "s",
		"%.3f s for indexing the same rows alone; 1 s at most: %s", cube,
		compare < 1 ? "met" : "MISSED");
	bench_print("findings_100000_rows", findings, "s",
		"%.3f s for indexing the same rows alone; 1 s at most: %s", cube,
		findings < 1 ? "met" : "MISSED");
	dataset_free(dataset);
	return 0;
}
