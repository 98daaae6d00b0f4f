/*
 * The adapters of real tools: what they make of command lines, and of output that is replayed.
 * iozone's is a captured log, because iozone is in no free distribution.
 */
#include "../support/test.h"
#include "../support/support.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/strbuf.h"
#include "feed/tool.h"

/* What was told, as lines of `cell TEST FILE/RECORD` and `RATE ops OPS progress P`. */
static void write_down(void *context, const struct feed_event *event)
{
	struct strbuf *told = context;
	const struct measurement *m = &event->row;

	if (event->kind == FEED_CELL)
		strbuf_printf(told, "cell %llu %.*s %.0f/%.0f\n", (unsigned long long)event->cell,
			TEXT_ARGS(measurement_text(m, COL_TEST)),
			measurement_number(m, COL_FILE_SIZE, 0),
			measurement_number(m, COL_RECORD_SIZE, 0));
	else
		strbuf_printf(told, "%.0f ops %.0f progress %.2f\n", event->sample.bytes_per_s,
			event->sample.ops_per_s, event->sample.progress);
}

/* A tool's plan and what follows it. */
struct replay {
	const struct tool_adapter *adapter;
	struct tool_plan plan;
	struct tool_live live;
	struct strbuf told;
};

static void begin(struct replay *replay, const struct tool_adapter *adapter,
	const char *const *args, size_t count)
{
	struct fst_error error;

	memset(replay, 0, sizeof(*replay));
	replay->adapter = adapter;
	assert_int_equal(
		tool_plan_make(&replay->plan, adapter, args, count, false, &error), FST_OK);
	replay->live = (struct tool_live){.plan = &replay->plan,
		.handler = write_down,
		.context = &replay->told,
		.environment = "env"};
	tool_live_start(&replay->live, adapter);
}

#define BEGIN(replay, adapter, ...)                                                   \
	do {                                                                          \
		const char *const args_[] = {__VA_ARGS__};                            \
		begin((replay), &(adapter), args_, sizeof(args_) / sizeof(args_[0])); \
	} while (0)

static void feed_line(struct replay *replay, const char *line)
{
	replay->adapter->line(&replay->live, text_of(line), true);
}

static void finish(struct replay *replay, const char *expected)
{
	if (expected)
		assert_string_equal(strbuf_string(&replay->told), expected);
	tool_live_end(&replay->live);
	tool_plan_free(&replay->plan);
	strbuf_free(&replay->told);
}

static void check_command(const struct tool_command *command, const char *expected)
{
	struct strbuf words = STRBUF_INIT;

	for (size_t i = 0; i < command->count; i++)
		strbuf_printf(&words, "%s%s", i ? " " : "", command->argv[i]);
	assert_string_equal(strbuf_string(&words), expected);
	strbuf_free(&words);
}

static void sysbench_is_followed(void **state)
{
	struct replay replay;

	(void)state;
	BEGIN(&replay, tool_sysbench, "fileio", "--file-total-size=1G", "--file-test-mode=rndrw",
		"--time=4");
	check_command(&replay.plan.prepare,
		"sysbench fileio --file-total-size=1G --file-test-mode=rndrw --time=4 "
		"--report-interval=1 prepare");
	check_command(&replay.plan.command,
		"sysbench fileio --file-total-size=1G --file-test-mode=rndrw --time=4 "
		"--report-interval=1 run");
	feed_line(&replay, "Threads started!");
	feed_line(&replay, "[ 1s ] reads: 3.00 MiB/s writes: 2.00 MiB/s fsyncs: 19.40/s latency "
			   "(ms,95%): 0.011");
	feed_line(&replay, "[ 2s ] thds: 1 eps: 3371.15 lat (ms,95%): 0.32");
	feed_line(&replay, "[ 3s ] 5.00 MiB/sec");
	finish(&replay, "cell 1 random_mixed 1073741824/16384\n"
			"5242880 ops 320 progress 0.25\n"
			"-1 ops 3371 progress 0.50\n"
			"5242880 ops -1 progress 0.75\n");
}

static void dd_is_followed(void **state)
{
	struct replay replay;

	(void)state;
	BEGIN(&replay, tool_dd, "if=/dev/zero", "of=x", "bs=1M", "count=100");
	check_command(&replay.plan.command, "dd if=/dev/zero of=x bs=1M count=100 status=progress");
	feed_line(&replay, "");
	feed_line(&replay, "52428800 bytes (52 MB, 50 MiB) copied, 1 s, 52.4 MB/s");
	feed_line(&replay, "100+0 records in");
	feed_line(&replay, "104857600 bytes (105 MB, 100 MiB) copied, 1.5 s, 69.9 MB/s");
	finish(&replay, "cell 1 write 104857600/1048576\n"
			"52428800 ops -1 progress 0.50\n"
			"104857600 ops -1 progress 1.00\n");
}

static void fio_is_followed(void **state)
{
	struct replay replay;
	struct strbuf line = STRBUF_INIT;
	bool restart;

	(void)state;
	BEGIN(&replay, tool_fio, "--name=j", "--rw=randrw", "--bs=4k", "--size=1m");
	check_command(&replay.plan.command,
		"fio --output-format=json,terse --terse-version=3 --status-interval=500ms --name=j "
		"--rw=randrw --bs=4k --size=1m");
	/* Reads: 100 KiB at 25/s in 1000 ms; then 300 KiB in all after 2000 ms. */
	for (int i = 1; i <= 2; i++) {
		strbuf_clear(&line);
		strbuf_printf(&line, "3;fio-3.33;j;0;0;%d;100;25;%d", i == 1 ? 100 : 300, i * 1000);
		strbuf_add_repeat(&line, ';', 38);
		strbuf_printf(&line, "0;0;0;0;");
		feed_line(&replay, line.ptr);
	}
	feed_line(&replay, "Jobs: 1 (f=1): [m(1)][24.8%][r=20.0MiB/s,w=2048KiB/s][r=8,w=9 IOPS]"
			   "[eta 01m:31s]");
	finish(&replay, "cell 1 random_mixed 1048576/4096\n"
			"102400 ops 25 progress -1.00\n"
			"204800 ops 25 progress -1.00\n"
			"23068672 ops -1 progress 0.25\n");
	assert_false(tool_fio.keeps(text_of(line.ptr), &restart));
	assert_true(tool_fio.keeps(TEXT("{"), &restart) && restart);
	assert_true(
		tool_fio.keeps(TEXT("  \"fio version\" : \"fio-3.33\","), &restart) && !restart);
	strbuf_free(&line);
}

static void bonnie_tells_its_phases(void **state)
{
	struct replay replay;

	(void)state;
	BEGIN(&replay, tool_bonnie, "-s", "16M");
	check_command(&replay.plan.command, "bonnie++ -s 16M -d .");
	assert_true(replay.live.wants_counters);
	tool_bonnie.line(&replay.live, TEXT("Writing intelligently..."), false);
	feed_line(&replay, "Writing intelligently...done");
	feed_line(&replay, "Rewriting...done");
	tool_bonnie.line(&replay.live, TEXT("start 'em..."), false);
	tool_bonnie.line(&replay.live, TEXT("start 'em...done..."), false);
	feed_line(&replay, "Create files in sequential order...done.");
	finish(&replay, "cell 1 write 0/0\n-1 ops -1 progress 0.08\n"
			"cell 2 block_rewrite 0/0\n-1 ops -1 progress 0.17\n"
			"cell 3 seek 0/0\n-1 ops -1 progress 0.42\n"
			"cell 4 create_seq 0/0\n-1 ops -1 progress 0.50\n");
}

static void ioping_tells_its_requests(void **state)
{
	struct replay replay;

	(void)state;
	BEGIN(&replay, tool_ioping, "-c", "4", "-s", "8k");
	check_command(&replay.plan.command, "ioping -c 4 -s 8k .");
	feed_line(
		&replay, "8 KiB <<< . (ext4 /dev/vda 252.0 GiB): request=1 time=500.0 us (warmup)");
	feed_line(&replay, "8 KiB <<< . (ext4 /dev/vda 252.0 GiB): request=2 time=2.00 ms");
	finish(&replay, "cell 1 random_read 0/8192\n"
			"16384000 ops 2000 progress 0.25\n"
			"4096000 ops 500 progress 0.50\n");
}

/* iozone prints number by number: a cell begins when the one before it is there. */
static void iozone_is_followed_number_by_number(void **state)
{
	struct replay replay;
	const char *row = "            1024      64  1210598  8262639 ";

	(void)state;
	BEGIN(&replay, tool_iozone, "-i", "0", "-i", "2", "-s", "1m");
	feed_line(&replay, "              kB  reclen    write  rewrite    read    reread");
	for (size_t n = strlen("            1024      64"); n <= strlen(row); n++)
		if (row[n] == ' ' || row[n] == '\0')
			tool_iozone.line(&replay.live, text_make(row, n), false);
	finish(&replay, "cell 1 write 1048576/65536\n"
			"1239652352 ops 18916 progress -1.00\n"
			"cell 2 rewrite 1048576/65536\n"
			"8460942336 ops 129104 progress -1.00\n"
			"cell 3 random_read 1048576/65536\n");
}

static void a_captured_iozone_log_is_followed(void **state)
{
	struct replay replay;
	struct strbuf log = STRBUF_INIT;
	char *path = test_source_path("tests/corpus/local/iozone-3471-ext4-Racb.txt");
	struct text rest, line;
	size_t table_rows = 0;

	(void)state;
	assert_int_equal(fileio_read(path, 1u << 20, &log, NULL), FST_OK);
	BEGIN(&replay, tool_iozone, "-Racb", "out.xls");
	rest = strbuf_text(&log);
	while (text_next_part(&rest, '\n', &line)) {
		tool_iozone.line(&replay.live, line, true);
		table_rows += tool_iozone.has_row(&replay.live, line);
	}
	assert_true(table_rows > 10);
	assert_int_equal(replay.live.cell, 13 * table_rows);
	assert_int_equal(replay.live.tests[12], TEST_FREREAD);
	assert_int_equal(replay.live.tests[13], TEST_WRITE);
	finish(&replay, NULL);
	strbuf_free(&log);
	free(path);
}

static void refuse(const struct tool_adapter *adapter, const char *const *args, size_t count)
{
	struct tool_plan plan;
	struct fst_error error;

	assert_int_equal(tool_plan_make(&plan, adapter, args, count, true, &error), FST_USAGE);
	assert_true(error.message[0] != '\0');
}

#define REFUSE(adapter, ...)                                                 \
	do {                                                                 \
		const char *const args_[] = {__VA_ARGS__};                   \
		refuse(&(adapter), args_, sizeof(args_) / sizeof(args_[0])); \
	} while (0)

static void what_would_write_elsewhere_is_refused(void **state)
{
	(void)state;
	REFUSE(tool_dd, "if=/dev/zero", "of=/tmp/x");
	REFUSE(tool_dd, "if=/dev/zero", "of=a/../../x");
	REFUSE(tool_dd, "if=/dev/zero", "of=a", "of=/dev/sda");
	REFUSE(tool_dd, "of=x");
	REFUSE(tool_fio, "--name=x", "--filename=/dev/sda");
	REFUSE(tool_fio, "--name=x", "--filename", "/dev/sda");
	REFUSE(tool_fio, "--name=x", "--directory=..");
	REFUSE(tool_fio, "--name=x", "--output=y");
	REFUSE(tool_iozone, "-a", "-f", "/tmp/x");
	REFUSE(tool_iozone, "-a", "-f/tmp/x");
	REFUSE(tool_bonnie, "-d/tmp");
	REFUSE(tool_bonnie, "-q");
	REFUSE(tool_ioping, "-WWW", "/dev/sda");
	REFUSE(tool_hdparm, "-t", "/dev/null");
	REFUSE(tool_hdparm, "-W1", "/dev/sda");
	REFUSE(tool_hdparm, "/dev/sda");
	REFUSE(tool_sysbench, "fileio", "--file-test-mode=rndrw", "cleanup");
	REFUSE(tool_sysbench, "fileio");
	REFUSE(tool_sysbench, "/tmp/my.lua", "run");
}

static void names_and_adapters_agree(void **state)
{
	size_t i = 0;

	(void)state;
	for (; tool_adapters[i]; i++)
		assert_string_equal(tool_adapters[i]->name, tool_names[i]);
	assert_null(tool_names[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sysbench_is_followed),
		cmocka_unit_test(dd_is_followed),
		cmocka_unit_test(fio_is_followed),
		cmocka_unit_test(bonnie_tells_its_phases),
		cmocka_unit_test(ioping_tells_its_requests),
		cmocka_unit_test(iozone_is_followed_number_by_number),
		cmocka_unit_test(a_captured_iozone_log_is_followed),
		cmocka_unit_test(what_would_write_elsewhere_is_refused),
		cmocka_unit_test(names_and_adapters_agree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
