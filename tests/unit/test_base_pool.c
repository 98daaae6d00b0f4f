/* The pool of strings, the set of keys, the random numbers. */
#include "../support/test.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/keyset.h"
#include "base/pool.h"
#include "base/rng.h"

static void test_a_text_is_kept_once(void **state)
{
	struct pool *pool = pool_new();
	uint32_t a = pool_add(pool, TEXT("alpha"));

	(void)state;
	assert_int_equal(pool_add(pool, TEXT("")), 0);
	assert_int_equal(pool_add(pool, (struct text){0}), 0);
	assert_int_equal(pool_add(pool, TEXT("alpha")), a);
	assert_int_not_equal(pool_add(pool, TEXT("alph")), a);
	assert_int_not_equal(pool_add(pool, TEXT("alpha\0")), a);
	assert_int_equal(pool_find(pool, TEXT("alpha")), a);
	assert_true(pool_find(pool, TEXT("beta")) == UINT32_MAX);
	assert_int_equal(pool_count(pool), 4);
	pool_free(pool);
	pool_free(NULL);
}

static void test_texts_stay_where_they_are(void **state)
{
	struct pool *pool = pool_new();
	const char *first = pool_text(pool, pool_add(pool, TEXT("first"))).ptr;
	char name[32];

	(void)state;
	for (int i = 0; i < 100000; i++) {
		snprintf(name, sizeof(name), "text number %d", i);
		assert_int_equal(pool_add(pool, text_of(name)), (uint32_t)i + 2);
	}
	assert_ptr_equal(pool_text(pool, 1).ptr, first);
	assert_string_equal(first, "first");
	for (int i = 0; i < 100000; i++) {
		snprintf(name, sizeof(name), "text number %d", i);
		assert_int_equal(pool_find(pool, text_of(name)), (uint32_t)i + 2);
		assert_string_equal(pool_text(pool, (uint32_t)i + 2).ptr, name);
	}
	assert_true(pool_bytes(pool) < 100000 * 64);
	pool_free(pool);
}

static void test_appended_texts_are_not_looked_for(void **state)
{
	struct pool *pool = pool_new();
	uint32_t first = pool_append(pool, TEXT("once")), second = pool_append(pool, TEXT("once"));
	uint32_t added;

	(void)state;
	assert_int_not_equal(first, second);
	assert_string_equal(pool_text(pool, first).ptr, "once");
	assert_string_equal(pool_text(pool, second).ptr, "once");
	assert_true(pool_find(pool, TEXT("once")) == UINT32_MAX);
	added = pool_add(pool, TEXT("once"));
	assert_int_not_equal(added, first);
	assert_int_equal(pool_find(pool, TEXT("once")), added);
	assert_int_equal(pool_count(pool), 4);
	pool_free(pool);
}

static void test_a_text_longer_than_a_block(void **state)
{
	struct pool *pool = pool_new();
	size_t length = 1000000;
	char *long_text = malloc(length);
	uint32_t id;

	(void)state;
	memset(long_text, 'x', length);
	id = pool_add(pool, text_make(long_text, length));
	pool_add(pool, TEXT("behind"));
	assert_true(text_equal(pool_text(pool, id), text_make(long_text, length)));
	assert_true(text_is(pool_text(pool, id + 1), "behind"));
	free(long_text);
	pool_free(pool);
}

static void test_keys_are_numbered_in_their_order(void **state)
{
	struct keyset set = {0};
	struct rng rng;

	(void)state;
	assert_true(keyset_find(&set, 0) == UINT32_MAX);
	rng_seed(&rng, 6);
	for (uint32_t i = 0; i < 10000; i++)
		assert_int_equal(keyset_add(&set, rng_next(&rng)), i);
	rng_seed(&rng, 6);
	for (uint32_t i = 0; i < 10000; i++) {
		uint64_t key = rng_next(&rng);

		assert_int_equal(keyset_add(&set, key), i);
		assert_int_equal(keyset_find(&set, key), i);
	}
	assert_true(keyset_find(&set, 12345) == UINT32_MAX);
	assert_int_equal(keyset_add(&set, 0), 10000);
	keyset_free(&set);
}

/* The first outputs of the reference xoshiro256** with its state filled by splitmix64 from 42. */
static void test_random_numbers_are_the_same_everywhere(void **state)
{
	static const uint64_t expected[] = {UINT64_C(0x15780B2E0C2EC716),
		UINT64_C(0x6104D9866D113A7E), UINT64_C(0xAE17533239E499A1),
		UINT64_C(0xECB8AD4703B360A1)};
	struct rng rng;

	(void)state;
	rng_seed(&rng, 42);
	for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++)
		assert_true(rng_next(&rng) == expected[i]);
}

static void test_random_numbers_are_spread_evenly(void **state)
{
	unsigned counts[10] = {0};
	struct rng rng;
	double sum = 0;

	(void)state;
	rng_seed(&rng, 7);
	for (int i = 0; i < 100000; i++) {
		double unit = rng_unit(&rng);

		counts[rng_below(&rng, 10)]++;
		assert_true(unit >= 0 && unit < 1);
		sum += unit;
	}
	/* Five standard deviations: the seed is fixed, so that this never wavers. */
	for (int i = 0; i < 10; i++)
		assert_in_range(counts[i], 10000 - 475, 10000 + 475);
	assert_true(sum > 49500 && sum < 50500);
	assert_int_equal(rng_below(&rng, 1), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_text_is_kept_once),
		cmocka_unit_test(test_texts_stay_where_they_are),
		cmocka_unit_test(test_appended_texts_are_not_looked_for),
		cmocka_unit_test(test_a_text_longer_than_a_block),
		cmocka_unit_test(test_keys_are_numbered_in_their_order),
		cmocka_unit_test(test_random_numbers_are_the_same_everywhere),
		cmocka_unit_test(test_random_numbers_are_spread_evenly),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
