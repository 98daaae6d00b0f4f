#include "analysis/finding_sweep.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/work_dims.h"
#include "base/alloc.h"

static bool same_setup(const struct work_dims *a, const struct work_dims *b)
{
	for (int i = 0; i < WORK_NUMBERS; i++)
		if (work_numbers[i].column != COL_FILE_SIZE &&
			work_numbers[i].column != COL_RECORD_SIZE &&
			a->numbers[i] != b->numbers[i] &&
			!(isnan(a->numbers[i]) && isnan(b->numbers[i])))
			return false;
	return a->engine == b->engine && a->options == b->options;
}

struct sweep sweep_new(const struct finding_context *context, uint32_t test, uint32_t environment)
{
	enum test word = finding_vocabulary_test(context, test);
	struct sweep sweep = {0};
	struct work_dims setup;
	const struct work *works;
	size_t count;

	if (word == TEST_COUNT || !test_table[word].has_sizes ||
		cube_test(context->cube, test)->figure != COL_BYTES_PER_S)
		return sweep;
	works = works_of(context->works, test, environment, &count);
	sweep.works = xcalloc(count, sizeof(*sweep.works));
	for (size_t i = 0; i < count; i++) {
		struct work_dims dims;

		if (works[i].status != STATUS_OK || !(works[i].value > 0))
			continue;
		dims = work_dims_of(context->dataset, works[i].row, word);
		if (isnan(dims.numbers[0]) || isnan(dims.numbers[1]))
			continue;
		if (sweep.count == 0)
			setup = dims;
		else if (!same_setup(&setup, &dims))
			continue;
		sweep.works[sweep.count++] = &works[i];
	}
	return sweep;
}

void sweep_free(struct sweep *sweep)
{
	free(sweep->works);
	*sweep = (struct sweep){0};
}

double sweep_file_bytes(const struct finding_context *context, const struct work *work)
{
	return (double)cube_size(context->cube, CUBE_FILE_SIZE, work->at.at[CUBE_FILE_SIZE]);
}

double sweep_record_bytes(const struct finding_context *context, const struct work *work)
{
	return (double)cube_size(context->cube, CUBE_RECORD_SIZE, work->at.at[CUBE_RECORD_SIZE]);
}

size_t sweep_file_count(const struct sweep *sweep, size_t first)
{
	size_t count = 1;

	while (first + count < sweep->count && sweep->works[first + count]->at.at[CUBE_FILE_SIZE] ==
						       sweep->works[first]->at.at[CUBE_FILE_SIZE])
		count++;
	return count;
}
