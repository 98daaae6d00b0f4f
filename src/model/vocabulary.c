#include "model/vocabulary.h"

const struct test_info test_table[TEST_COUNT] = {
#define TEST_ROW(id, test_name, test_direction, test_figure, test_group, sizes, test_title) \
	[TEST_##id] = {.name = test_name,                                                   \
		.direction = DIRECTION_##test_direction,                                    \
		.figure = COL_##test_figure,                                                \
		.group = GROUP_##test_group,                                                \
		.has_sizes = sizes,                                                         \
		.title = test_title},
	TEST_TABLE(TEST_ROW)
#undef TEST_ROW
};

const char *const direction_names[DIRECTION_COUNT] = {
	[DIRECTION_READ] = "read",
	[DIRECTION_WRITE] = "write",
	[DIRECTION_MIXED] = "mixed",
	[DIRECTION_SYNC] = "sync",
	[DIRECTION_META] = "meta",
	[DIRECTION_NONE] = "none",
};

const char *const row_status_names[STATUS_COUNT] = {
	[STATUS_OK] = "ok",
	[STATUS_TOO_FAST] = "too_fast",
	[STATUS_SKIPPED] = "skipped",
	[STATUS_FAILED] = "failed",
	[STATUS_DOUBTFUL] = "doubtful",
};

static int find_name(struct text name, const char *const *names, int count)
{
	int i = 0;

	while (i < count && !text_is(name, names[i]))
		i++;
	return i;
}

enum test test_find(struct text name)
{
	int i = 0;

	while (i < TEST_COUNT && !text_is(name, test_table[i].name))
		i++;
	return (enum test)i;
}

enum row_status row_status_find(struct text name)
{
	return (enum row_status)find_name(name, row_status_names, STATUS_COUNT);
}

enum direction direction_find(struct text name)
{
	return (enum direction)find_name(name, direction_names, DIRECTION_COUNT);
}
