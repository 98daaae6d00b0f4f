/*
 * Events, written and read; and the worker as a child process. This program is its own
 * worker: feed_local_start() runs the binary again with the arguments of `fstui run`.
 */
#include "../support/test.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "feed/event.h"
#include "feed/feed.h"

static void parse(const char *line, struct feed_event *event)
{
	assert_int_equal(feed_event_parse(text_of(line), event, NULL), FST_OK);
}

/* What is written is read back the same. */
static void round_trip(const struct feed_event *event, struct feed_event *back)
{
	struct strbuf line = STRBUF_INIT;

	feed_event_write(&line, event);
	assert_int_equal(line.ptr[line.len - 1], '\n');
	assert_null(memchr(line.ptr, '\n', line.len - 1));
	assert_int_equal(feed_event_parse(text_trim(strbuf_text(&line)), back, NULL), FST_OK);
	assert_int_equal(back->kind, event->kind);
	assert_true(text_equal(back->run, event->run));
	assert_true(back->t_s == event->t_s);
	strbuf_free(&line);
}

static void samples_round_trip(void **state)
{
	const struct feed_event event = {
		.kind = FEED_SAMPLE,
		.run = TEXT("r1"),
		.t_s = 1.25,
		.cell = 7,
		.sample = {.bytes_per_s = 1e9,
			.ops_per_s = 0,
			.lat_p50_s = 1e-6,
			.lat_p99_s = 2e-6,
			.lat_max_s = -1,
			.progress = 0.5,
			.left_s = 12},
	};
	struct feed_event back;

	(void)state;
	round_trip(&event, &back);
	assert_int_equal(back.cell, 7);
	assert_memory_equal(&back.sample, &event.sample, sizeof(back.sample));
	feed_event_free(&back);
}

static void rows_round_trip(void **state)
{
	struct feed_event event = {.kind = FEED_MEASUREMENT, .run = TEXT("r1"), .cell = 3}, back;

	(void)state;
	measurement_set_string(&event.row, COL_RUN, "r1");
	measurement_set_string(&event.row, COL_ENVIRONMENT, "a \"b\"\n\x01 \xC3\xA9");
	measurement_set_string(&event.row, COL_TEST, "read");
	measurement_set_number(&event.row, COL_BYTES_PER_S, 123456789.125);
	measurement_set_number(&event.row, COL_FILE_SIZE, 1 << 20);
	round_trip(&event, &back);
	assert_int_equal(back.cell, 3);
	assert_true(measurement_equal(&back.row, &event.row));
	feed_event_free(&back);
}

static void begin_and_end_round_trip(void **state)
{
	const struct feed_event begin = {.kind = FEED_BEGIN,
		.run = TEXT("r"),
		.cells = 12,
		.bytes_planned = 1e9,
		.estimate_s = 42};
	const struct feed_event end = {.kind = FEED_END,
		.run = TEXT("r"),
		.outcome = FEED_STOPPED,
		.ok = 3,
		.failed = 2,
		.skipped = 1};
	struct feed_event back;

	(void)state;
	round_trip(&begin, &back);
	assert_int_equal(back.cells, 12);
	assert_true(back.bytes_planned == 1e9 && back.estimate_s == 42);
	feed_event_free(&back);
	round_trip(&end, &back);
	assert_int_equal(back.outcome, FEED_STOPPED);
	assert_int_equal(back.ok, 3);
	assert_int_equal(back.failed, 2);
	assert_int_equal(back.skipped, 1);
	feed_event_free(&back);
}

static void unknown_keys_are_ignored(void **state)
{
	struct feed_event event;

	(void)state;
	parse("{\"event\":\"note\",\"v\":1,\"colour\":[1,{\"a\":null}],\"level\":\"warning\","
	      "\"text\":\"hot\"}",
		&event);
	assert_int_equal(event.level, FEED_WARNING);
	assert_true(text_is(event.text, "hot"));
	feed_event_free(&event);
}

static void values_of_the_wrong_type_are_as_if_absent(void **state)
{
	struct feed_event event;

	(void)state;
	parse("{\"event\":\"sample\",\"v\":1,\"run\":5,\"t_s\":\"x\",\"cell\":-4,"
	      "\"bytes_per_s\":\"fast\",\"ops_per_s\":true,\"lat_p50_s\":-2,\"progress\":null}",
		&event);
	assert_int_equal(event.run.len, 0);
	assert_true(event.t_s == 0);
	assert_int_equal(event.cell, 0);
	assert_true(event.sample.bytes_per_s == -1);
	assert_true(event.sample.ops_per_s == -1);
	assert_true(event.sample.lat_p50_s == -1);
	feed_event_free(&event);
	parse("{\"event\":\"measurement\",\"v\":1,\"cell\":1e300,\"file_size\":\"64K\",\"test\":7}",
		&event);
	assert_int_equal(event.cell, 0);
	assert_int_equal(event.row.have, 0);
	feed_event_free(&event);
}

static void what_is_no_event_is_refused(void **state)
{
	static const char *const lines[] = {"", "x", "[]", "{}", "42", "{\"event\":\"sample\"}",
		"{\"event\":\"dance\",\"v\":1}", "{\"event\":\"sample\",\"v\":2}",
		"{\"event\":\"sample\",\"v\":1", "{\"v\":1,\"v\":1,\"event\":\"end\"}",
		"\xFF\xFE{\"event\":\"end\",\"v\":1}"};
	struct feed_event event;
	struct fst_error error;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(lines); i++)
		assert_int_equal(feed_event_parse(text_of(lines[i]), &event, &error), FST_SYNTAX);
}

/* Any damage to a good line is refused or read, never more. */
static void damaged_lines_do_no_harm(void **state)
{
	static const char good[] = "{\"event\":\"sample\",\"v\":1,\"run\":\"r\",\"t_s\":1.5,"
				   "\"cell\":3,\"bytes_per_s\":1e9}";
	struct feed_event event;

	(void)state;
	for (size_t i = 0; i < sizeof(good) - 1; i++)
		for (int c = 0; c < 256; c++) {
			char line[sizeof(good)];

			memcpy(line, good, sizeof(good));
			line[i] = (char)c;
			if (feed_event_parse(text_make(line, sizeof(good) - 1), &event, NULL) ==
				FST_OK)
				feed_event_free(&event);
			if (feed_event_parse(text_make(good, i), &event, NULL) == FST_OK)
				feed_event_free(&event);
		}
}

/* ---- the worker ---- */

static void say(const char *line)
{
	printf("%s\n", line);
	fflush(stdout);
}

/* What a worker has to do before it goes. */
static void tidy_up(int number)
{
	(void)number;
	unlink(getenv("FSTUI_TEST_FILE"));
	_exit(0);
}

/* What this program does as the worker, by the name of its first argument. */
static int play_worker(const char *part)
{
	char line[64];

	if (strcmp(part, "plain") == 0) {
		say("{\"event\":\"begin\",\"v\":1,\"run\":\"w\",\"cells\":1}");
		say("this is no event");
		fputs("and this is for people\n", stderr);
		say("{\"event\":\"end\",\"v\":1,\"run\":\"w\",\"outcome\":\"done\",\"ok\":1}");
		return 0;
	}
	if (strcmp(part, "echo") == 0) {
		while (fgets(line, sizeof(line), stdin)) {
			line[strcspn(line, "\n")] = '\0';
			printf("{\"event\":\"note\",\"v\":1,\"text\":\"%s\"}\n", line);
			fflush(stdout);
		}
		return 3;
	}
	if (strcmp(part, "die") == 0) {
		say("{\"event\":\"begin\",\"v\":1}");
		raise(SIGKILL);
	}
	if (strcmp(part, "flood") == 0) {
		for (int i = 0; i < (5 << 20); i++)
			putchar('x');
		say("");
		say("{\"event\":\"end\",\"v\":1,\"outcome\":\"done\"}");
		return 0;
	}
	if (strcmp(part, "tidy") == 0)
		signal(SIGTERM, tidy_up);
	say("{\"event\":\"begin\",\"v\":1}"); /* "hang" */
	for (;;)
		pause();
}

/* What a handler has met. */
struct met {
	size_t events[FEED_EVENT_KINDS];
	enum feed_outcome outcome;
	char notes[512];
};

static void meet(void *context, const struct feed_event *event)
{
	struct met *met = context;

	met->events[event->kind]++;
	if (event->kind == FEED_END)
		met->outcome = event->outcome;
	if (event->kind == FEED_NOTE)
		snprintf(met->notes + strlen(met->notes), sizeof(met->notes) - strlen(met->notes),
			"%.*s|", TEXT_ARGS(event->text));
}

static struct feed *start(const char *part)
{
	const char *const args[] = {part, NULL};
	struct feed *feed;

	assert_int_equal(feed_local_start(&feed, args, NULL), FST_OK);
	return feed;
}

/* Read what comes next; false at the end. */
static bool read_some(struct feed *feed, struct met *met)
{
	struct pollfd pollfd = {.fd = feed_fd(feed), .events = POLLIN};

	assert_int_equal(poll(&pollfd, 1, 30000), 1);
	return feed_read(feed, meet, met);
}

static int reap(struct feed *feed)
{
	int exit_status = -1;

	while (!feed_reap(feed, &exit_status))
		usleep(1000);
	return exit_status;
}

static void a_worker_is_heard(void **state)
{
	struct feed *feed = start("plain");
	struct met met = {0};

	(void)state;
	while (read_some(feed, &met))
		;
	assert_int_equal(met.events[FEED_BEGIN], 1);
	assert_int_equal(met.events[FEED_END], 1);
	assert_int_equal(met.outcome, FEED_DONE);
	assert_non_null(strstr(met.notes, "this is no event"));
	assert_non_null(strstr(met.notes, "and this is for people"));
	assert_int_equal(reap(feed), 0);
	assert_int_equal(feed_pid(feed), 0);
	assert_int_equal(feed_fd(feed), -1);
	feed_close(feed);
}

static void requests_arrive(void **state)
{
	struct feed *feed = start("echo");
	struct met met = {0};

	(void)state;
	assert_true(feed_request(feed, FEED_PAUSE));
	assert_true(feed_request(feed, FEED_SKIP));
	while (met.events[FEED_NOTE] < 2)
		assert_true(read_some(feed, &met));
	assert_string_equal(met.notes, "pause|skip|");
	feed_close(feed);
}

static void a_killed_worker_has_an_end(void **state)
{
	struct feed *feed = start("die");
	struct met met = {0};

	(void)state;
	while (read_some(feed, &met))
		;
	assert_int_equal(met.events[FEED_END], 1);
	assert_int_equal(met.outcome, FEED_FAILED);
	assert_int_equal(reap(feed), 128 + SIGKILL);
	assert_false(feed_request(feed, FEED_STOP));
	feed_close(feed);
}

static void an_endless_line_is_left_out(void **state)
{
	struct feed *feed = start("flood");
	struct met met = {0};

	(void)state;
	while (read_some(feed, &met))
		;
	assert_int_equal(met.outcome, FEED_DONE);
	assert_non_null(strstr(met.notes, "too long"));
	feed_close(feed);
}

static void closing_ends_the_worker(void **state)
{
	struct feed *feed = start("hang");
	struct met met = {0};
	pid_t pid = feed_pid(feed);

	(void)state;
	assert_true(read_some(feed, &met));
	assert_int_equal(kill(pid, 0), 0);
	feed_close(feed);
	assert_int_not_equal(kill(pid, 0), 0);
	feed_close(NULL);
}

static void a_stopped_worker_tidies_up(void **state)
{
	char path[] = "fstui-test-feed.XXXXXX";
	int fd = mkstemp(path), status;
	struct met met = {0};
	struct feed *feed;

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	setenv("FSTUI_TEST_FILE", path, 1);
	feed = start("tidy");
	assert_true(read_some(feed, &met));
	assert_int_equal(kill(feed_pid(feed), SIGSTOP), 0);
	assert_int_equal(waitpid(feed_pid(feed), &status, WUNTRACED), feed_pid(feed));
	feed_close(feed);
	assert_int_not_equal(unlink(path), 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(samples_round_trip),
		cmocka_unit_test(rows_round_trip),
		cmocka_unit_test(begin_and_end_round_trip),
		cmocka_unit_test(unknown_keys_are_ignored),
		cmocka_unit_test(values_of_the_wrong_type_are_as_if_absent),
		cmocka_unit_test(what_is_no_event_is_refused),
		cmocka_unit_test(damaged_lines_do_no_harm),
		cmocka_unit_test(a_worker_is_heard),
		cmocka_unit_test(requests_arrive),
		cmocka_unit_test(a_killed_worker_has_an_end),
		cmocka_unit_test(an_endless_line_is_left_out),
		cmocka_unit_test(closing_ends_the_worker),
		cmocka_unit_test(a_stopped_worker_tidies_up),
	};

	if (argc == 4 && strcmp(argv[1], "run") == 0 && strcmp(argv[2], "--stream") == 0)
		return play_worker(argv[3]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
