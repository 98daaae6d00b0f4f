/* Many files in a folder, held against bonnie++ -n on the same file system. */
#include "../support/bench.h"

#include "base/alloc.h"
#include "base/text.h"
#include "base/number.h"
#include "model/vocabulary.h"
#include "store/result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Enough that bonnie++ tells every rate: it keeps those of under half a second to itself. */
#define UNITS "384"
#define FILES "393216"
#define PAIRS 5

/* bonnie++'s six rates, in its CSV's order; each is followed by a CPU share. */
static const enum test tests[] = {TEST_CREATE_SEQ, TEST_STAT_SEQ, TEST_DELETE_SEQ,
	TEST_CREATE_RANDOM, TEST_STAT_RANDOM, TEST_DELETE_RANDOM};

#define TESTS (sizeof(tests) / sizeof(tests[0]))

static void die(const char *what)
{
	fprintf(stderr, "bench_files: %s\n", what);
	exit(EXIT_FAILURE);
}

/* The rates stand five fields behind the number of files: sizes and folders are between. */
static void take_rates(struct text line, double rates[TESTS])
{
	size_t field = 0, found = 0;
	struct text part;

	while (text_next_part(&line, ',', &part)) {
		if (!found && field > 4 && text_is(part, UNITS))
			found = field;
		for (size_t i = 0; i < TESTS && found; i++)
			if (field == found + 5 + 2 * i)
				number_parse(part, &rates[i]);
		field++;
	}
}

static void run_bonnie(const char *folder, double rates[TESTS])
{
	char *command = xasprintf(
		"bonnie++ -d '%s' -s 0 -n " UNITS " -u \"$(id -u)\" -q 2>/dev/null", folder);
	FILE *pipe = popen(command, "r");
	char line[1024] = "";

	if (!pipe || !fgets(line, sizeof(line), pipe) || pclose(pipe) != 0)
		die("bonnie++ did not run");
	take_rates(text_of(line), rates);
	free(command);
}

static void run_fstui(const char *folder, double rates[TESTS])
{
	const char *program = getenv("FSTUI");
	char *result = xasprintf("%s.csv", folder);
	char *command = xasprintf("'%s' run --suite files --files " FILES
				  " --precision off --output '%s' '%s' 2>/dev/null",
		program ? program : "./fstui", result, folder);
	struct dataset *dataset = dataset_new();

	if (system(command) != 0 || result_read(result, dataset, NULL, NULL) != FST_OK)
		die("fstui did not run");
	for (uint32_t row = 0; row < dataset_count(dataset); row++)
		for (size_t i = 0; i < TESTS; i++)
			if (text_is(dataset_text(dataset, row, COL_TEST),
				    test_table[tests[i]].name))
				dataset_number(dataset, row, COL_OPS_PER_S, &rates[i]);
	unlink(result);
	dataset_free(dataset);
	free(command);
	free(result);
}

int main(void)
{
	char folder[] = "/dev/shm/fstui-bench.XXXXXX";
	double ratios[TESTS][PAIRS];

	if (system("bonnie++ -v >/dev/null 2>&1; [ $? -ne 127 ]") != 0) {
		printf("files  skipped: bonnie++ is missing\n");
		return 0;
	}
	if (!mkdtemp(folder))
		die("no folder in /dev/shm");
	for (size_t pair = 0; pair < PAIRS; pair++) {
		double ours[TESTS] = {0}, theirs[TESTS] = {0};

		if (pair % 2) {
			run_fstui(folder, ours);
			run_bonnie(folder, theirs);
		} else {
			run_bonnie(folder, theirs);
			run_fstui(folder, ours);
		}
		for (size_t i = 0; i < TESTS; i++)
			ratios[i][pair] = theirs[i] > 0 ? ours[i] / theirs[i] : 0;
	}
	rmdir(folder);
	for (size_t i = 0; i < TESTS; i++) {
		double median = bench_median(ratios[i], PAIRS);

		bench_print(test_table[tests[i]].name, median, "",
			"0.85 to 1.15 of bonnie++ -n " UNITS " on tmpfs, %d pairs: %s", PAIRS,
			median >= 0.85 && median <= 1.15 ? "met" : "MISSED");
	}
	return 0;
}
