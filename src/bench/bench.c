#include "bench/bench.h"

#include <string.h>

#include "base/attributes.h"

const struct engine *const engines[] = {
	&engine_psync,
	&engine_stdio,
	NULL,
};

const struct engine *engine_find(struct text name)
{
	size_t i = 0;

	while (engines[i] && !text_is(name, engines[i]->name))
		i++;
	return engines[i];
}

#define READS(id, how)                                                             \
	{                                                                          \
		.test = TEST_##id, .kind = OPERATION_READ, .access = ACCESS_##how, \
		.run = transfer_run_read                                           \
	}
#define WRITES(id, how)                                                             \
	{                                                                           \
		.test = TEST_##id, .kind = OPERATION_WRITE, .access = ACCESS_##how, \
		.writes = true, .run = transfer_run_write                           \
	}

const struct bench_test bench_tests[] = {
	{.test = TEST_WRITE,
		.kind = OPERATION_WRITE,
		.new_file = true,
		.writes = true,
		.run = transfer_run_write},
	WRITES(REWRITE, SEQUENTIAL),
	READS(READ, SEQUENTIAL),
	READS(REREAD, SEQUENTIAL),
	READS(RANDOM_READ, RANDOM),
	WRITES(RANDOM_WRITE, RANDOM),
	READS(BACKWARD_READ, BACKWARD),
	WRITES(RECORD_REWRITE, SAME),
	READS(STRIDE_READ, STRIDE),
	{.test = TEST_FWRITE,
		.kind = OPERATION_WRITE,
		.new_file = true,
		.writes = true,
		.engine = &engine_stdio,
		.run = transfer_run_write},
	{.test = TEST_FREWRITE,
		.kind = OPERATION_WRITE,
		.writes = true,
		.engine = &engine_stdio,
		.run = transfer_run_write},
	{.test = TEST_FREAD,
		.kind = OPERATION_READ,
		.engine = &engine_stdio,
		.run = transfer_run_read},
	{.test = TEST_FREREAD,
		.kind = OPERATION_READ,
		.engine = &engine_stdio,
		.run = transfer_run_read},
	{.test = TEST_FSYNC,
		.kind = OPERATION_SYNC,
		.writes = true,
		.engine = &engine_psync,
		.run = durable_run},
};

const size_t bench_test_count = FST_COUNT(bench_tests);

const struct bench_test *bench_test_find(enum test test)
{
	for (size_t i = 0; i < bench_test_count; i++)
		if (bench_tests[i].test == test)
			return &bench_tests[i];
	return NULL;
}

void transfer_run_read(struct pass *pass)
{
	pass->engine->read(pass);
}

void transfer_run_write(struct pass *pass)
{
	pass->engine->write(pass);
}
