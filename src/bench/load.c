#include "bench/load.h"

#include "base/attributes.h"
#include "bench/plan.h"

static bool is_transfer(const struct bench_test *test)
{
	return test->run == transfer_run_read || test->run == transfer_run_write ||
	       test->run == transfer_run_mixed;
}

struct bench_load load_of_test(
	const struct bench_test *test, const struct engine *engine, const struct bench_load *wanted)
{
	struct bench_load load = {.threads = 1};

	if (!test->one_thread)
		load.threads = wanted->threads ? wanted->threads
			       : test->threads ? test->threads
					       : 1;
	if (engine && engine->queues && is_transfer(test))
		load.queue_depth = wanted->queue_depth ? wanted->queue_depth : 1;
	if (test->run == transfer_run_mixed)
		load.read_percent = wanted->read_percent ? wanted->read_percent : LOAD_READ_PERCENT;
	if (test->run == transfer_run_write || test->run == transfer_run_mixed)
		load.fsync_every = wanted->fsync_every;
	if (is_transfer(test))
		load.rate_bps = wanted->rate_bps;
	if (test->test == TEST_CPU)
		load.max_prime = wanted->max_prime ? wanted->max_prime : LOAD_MAX_PRIME;
	return load;
}

unsigned load_options_of_test(
	const struct bench_test *test, const struct engine *engine, unsigned options)
{
	unsigned known = PLAN_FSYNC | PLAN_CLOSE | PLAN_COLD | PLAN_DROP_CACHES;

	if (test->test == TEST_DEVICE_READ)
		return options & PLAN_DIRECT;
	if (test->kind == OPERATION_SYNC || !engine)
		return 0; /* has its own syncs, or no file */
	if (engine != &engine_stdio && engine != &engine_mmap)
		known |= PLAN_DIRECT; /* libc's buffers and mapped pages are what it goes round */
	if (test->writes && engine != &engine_mmap)
		known |= PLAN_O_SYNC | PLAN_O_DSYNC;
	if (test->new_file)
		known &= ~(unsigned)(PLAN_COLD | PLAN_DROP_CACHES); /* nothing of it is cached */
	return options & known;
}

fst_status load_check(const struct bench_test *test, const struct engine *engine,
	const struct bench_load *wanted, struct fst_error *error)
{
	if (engine && engine->queues && is_transfer(test) &&
		(wanted->fsync_every || wanted->rate_bps > 0))
		return fst_error_set(error, FST_USAGE,
			"%s: --fsync-every and --rate go with engines that do one operation after "
			"the "
			"other (psync, vectored, stdio, mmap), not with %s",
			test_table[test->test].name, engine->name);
	return FST_OK;
}

void load_add_words(unsigned options, const struct bench_load *load, struct strbuf *out)
{
	static const struct {
		enum plan_option bit;
		const char *word;
	} words[] = {
		{PLAN_DIRECT, "direct"},
		{PLAN_O_SYNC, "o_sync"},
		{PLAN_O_DSYNC, "o_dsync"},
		{PLAN_FSYNC, "fsync"},
		{PLAN_CLOSE, "close"},
		{PLAN_COLD, "cold"},
		{PLAN_NO_SYNC, "no_sync"},
		{PLAN_PASS_2, "pass=2"},
		{PLAN_CLEAN, "clean"},
	};
	const struct {
		const char *name;
		double value;
	} numbers[] = {
		{"fsync_every", (double)load->fsync_every},
		{"read_percent", load->read_percent},
		{"max_prime", (double)load->max_prime},
		{"rate", load->rate_bps},
	};

	for (size_t i = 0; i < FST_COUNT(words); i++)
		if (options & words[i].bit)
			strbuf_printf(out, "%s%s", out->len ? " " : "", words[i].word);
	for (size_t i = 0; i < FST_COUNT(numbers); i++)
		if (numbers[i].value > 0)
			strbuf_printf(out, "%s%s=%.0f", out->len ? " " : "", numbers[i].name,
				numbers[i].value);
}
