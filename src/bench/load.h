/*
 * What of a load (threads, queue depth, mix, rate ...) and of the options means something to a
 * test with an engine, so that rows say what was measured and nothing else.
 */
#ifndef FST_BENCH_LOAD_H
#define FST_BENCH_LOAD_H

#include "base/strbuf.h"
#include "bench/bench.h"

/* sysbench's: three reads, two writes. */
#define LOAD_READ_PERCENT 60
/* sysbench's limit. */
#define LOAD_MAX_PRIME 10000
/* Threads have files of their own, whose descriptors stay open. */
#define LOAD_THREADS_MAX 64

#define LOAD_DEPTH_MAX 4096

/* @wanted as @test with @engine has it: its own figures for zeros, zeros for what it ignores. */
struct bench_load load_of_test(const struct bench_test *test, const struct engine *engine,
	const struct bench_load *wanted);

/* Those of @options (enum plan_option) that change what @test with @engine does. */
unsigned load_options_of_test(
	const struct bench_test *test, const struct engine *engine, unsigned options);

/* FST_USAGE when @engine cannot do what @wanted asks of @test. */
fst_status load_check(const struct bench_test *test, const struct engine *engine,
	const struct bench_load *wanted, struct fst_error *error);

/* The words of column `options` for both. */
void load_add_words(unsigned options, const struct bench_load *load, struct strbuf *out);

#endif
