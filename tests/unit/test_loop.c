/* The event loop: what is due is called once, and nothing else wakes it. */
#include "../support/test.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "base/attributes.h"
#include "base/loop.h"

/* A clock that stands still until the test moves it. */
struct fake_clock {
	uint64_t now_ns;
};

static uint64_t fake_monotonic_ns(void *context)
{
	return ((struct fake_clock *)context)->now_ns;
}

static int64_t fake_wall_s(void *context)
{
	(void)context;
	return 0;
}

struct log {
	struct loop *loop;
	int calls;
	int last;
	int order[8];
};

static void count_timer(void *context)
{
	struct log *log = context;

	log->calls++;
}

static void rearm_timer(void *context)
{
	struct log *log = context;

	log->calls++;
	loop_after(log->loop, 0, rearm_timer, log);
}

static struct loop *loop_with(const struct clock *clock)
{
	struct loop *loop = loop_new(clock, NULL);

	assert_non_null(loop);
	return loop;
}

static void test_timers_fire_once_when_due(void **state)
{
	struct fake_clock fake = {.now_ns = 1000};
	struct clock clock = {fake_monotonic_ns, fake_wall_s, &fake};
	struct log log = {.loop = loop_with(&clock)};
	uint64_t cancelled;

	(void)state;
	loop_after(log.loop, 500, count_timer, &log);
	cancelled = loop_after(log.loop, 100, count_timer, &log);
	loop_cancel(log.loop, cancelled);
	loop_step(log.loop, false);
	assert_int_equal(log.calls, 0);
	fake.now_ns += 500;
	loop_step(log.loop, false);
	assert_int_equal(log.calls, 1);
	fake.now_ns += 5000;
	loop_step(log.loop, false);
	assert_int_equal(log.calls, 1);
	loop_free(log.loop);
}

static void test_a_timer_added_by_a_timer_waits_for_the_next_round(void **state)
{
	struct fake_clock fake = {.now_ns = 1};
	struct clock clock = {fake_monotonic_ns, fake_wall_s, &fake};
	struct log log = {.loop = loop_with(&clock)};

	(void)state;
	loop_after(log.loop, 0, rearm_timer, &log);
	loop_step(log.loop, false);
	assert_int_equal(log.calls, 1);
	loop_step(log.loop, false);
	assert_int_equal(log.calls, 2);
	loop_free(log.loop);
}

struct ordered {
	struct log *log;
	int which;
};

static void note_order(void *context)
{
	struct ordered *ordered = context;

	ordered->log->order[ordered->log->calls++] = ordered->which;
}

static void test_timers_fire_in_the_order_of_their_times(void **state)
{
	struct fake_clock fake = {.now_ns = 1};
	struct clock clock = {fake_monotonic_ns, fake_wall_s, &fake};
	struct log log = {.loop = loop_with(&clock)};
	struct ordered timers[] = {{&log, 30}, {&log, 10}, {&log, 20}, {&log, 11}};

	(void)state;
	for (size_t i = 0; i < FST_COUNT(timers); i++)
		loop_after(log.loop, (uint64_t)(timers[i].which / 10), note_order, &timers[i]);
	fake.now_ns = 100;
	loop_step(log.loop, false);
	assert_int_equal(log.calls, 4);
	assert_int_equal(log.order[0], 10);
	assert_int_equal(log.order[1], 11);
	assert_int_equal(log.order[2], 20);
	assert_int_equal(log.order[3], 30);
	loop_free(log.loop);
}

static void read_byte(void *context, int fd, short events)
{
	struct log *log = context;
	char byte;

	log->calls++;
	log->last = events;
	if (events & POLLIN)
		assert_int_equal(read(fd, &byte, 1), 1);
}

static void test_a_descriptor_is_watched_until_it_is_not(void **state)
{
	struct log log = {.loop = loop_with(&clock_system)};
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	loop_watch(log.loop, ends[0], POLLIN, read_byte, &log);
	assert_int_equal(write(ends[1], "ab", 2), 2);
	loop_step(log.loop, true);
	loop_step(log.loop, true);
	assert_int_equal(log.calls, 2);
	loop_step(log.loop, false);
	assert_int_equal(log.calls, 2);
	close(ends[1]);
	loop_step(log.loop, true);
	assert_int_equal(log.calls, 3);
	assert_true(log.last & POLLHUP);
	loop_unwatch(log.loop, ends[0]);
	loop_step(log.loop, false);
	assert_int_equal(log.calls, 3);
	close(ends[0]);
	loop_free(log.loop);
}

static void swap_watch(void *context, int fd, short events)
{
	struct log *log = context;

	(void)events;
	log->calls++;
	loop_unwatch(log->loop, fd);
	loop_watch(log->loop, fd, POLLIN, read_byte, log);
}

static void test_a_watch_replaced_in_its_callback_waits_for_its_own_event(void **state)
{
	struct log log = {.loop = loop_with(&clock_system)};
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	loop_watch(log.loop, ends[0], POLLIN, swap_watch, &log);
	assert_int_equal(write(ends[1], "a", 1), 1);
	loop_step(log.loop, true);
	assert_int_equal(log.calls, 1);
	loop_step(log.loop, true);
	assert_int_equal(log.calls, 2);
	close(ends[0]);
	close(ends[1]);
	loop_free(log.loop);
}

static void note_signal(void *context, int number)
{
	struct log *log = context;

	log->calls++;
	log->last = number;
}

static void test_signals_arrive_once_however_many_came(void **state)
{
	struct log log = {.loop = loop_with(&clock_system)};

	(void)state;
	loop_signal(log.loop, SIGUSR2, note_signal, &log);
	for (int i = 0; i < 100000; i++)
		raise(SIGUSR2);
	loop_step(log.loop, true);
	assert_int_equal(log.calls, 1);
	assert_int_equal(log.last, SIGUSR2);
	loop_step(log.loop, false);
	assert_int_equal(log.calls, 1);
	loop_free(log.loop);
}

static void test_signals_get_their_disposition_back(void **state)
{
	struct log log = {.loop = loop_with(&clock_system)};
	struct sigaction action;

	(void)state;
	signal(SIGUSR2, SIG_IGN);
	loop_signal(log.loop, SIGUSR2, note_signal, &log);
	loop_free(log.loop);
	assert_int_equal(sigaction(SIGUSR2, NULL, &action), 0);
	assert_ptr_equal(action.sa_handler, SIG_IGN);
	signal(SIGUSR2, SIG_DFL);
}

static void quit_timer(void *context)
{
	loop_quit(context);
}

static void test_quit_ends_the_loop_and_idle_costs_no_wakeups(void **state)
{
	struct loop *loop = loop_with(&clock_system);

	(void)state;
	loop_after(loop, 20000000, quit_timer, loop);
	while (loop_step(loop, true))
		;
	assert_true(loop_wakeups(loop) <= 2);
	assert_false(loop_step(loop, true));
	loop_free(loop);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_timers_fire_once_when_due),
		cmocka_unit_test(test_a_timer_added_by_a_timer_waits_for_the_next_round),
		cmocka_unit_test(test_timers_fire_in_the_order_of_their_times),
		cmocka_unit_test(test_a_descriptor_is_watched_until_it_is_not),
		cmocka_unit_test(test_a_watch_replaced_in_its_callback_waits_for_its_own_event),
		cmocka_unit_test(test_signals_arrive_once_however_many_came),
		cmocka_unit_test(test_signals_get_their_disposition_back),
		cmocka_unit_test(test_quit_ends_the_loop_and_idle_costs_no_wakeups),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
