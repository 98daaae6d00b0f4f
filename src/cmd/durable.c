/* `fstui durable`: what a crash leaves of what fsync promised. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fileio.h"
#include "base/number.h"
#include "base/rng.h"
#include "base/xdg.h"
#include "bench/ledger.h"
#include "bench/workdir.h"
#include "cmd/command.h"

#define RECORD_BYTES 4096
#define FILE_BYTES   (64u << 20)

/* An acknowledgement is a line of some twenty bytes. */
#define ACKNOWLEDGED_LIMIT (SIZE_MAX / 2)

/* How the first line of `write` begins, which tells `verify` which ledger it is about. */
#define SESSION_LINE "# fstui durable "

static const struct option_info durable_options[] = {
	{.name = "record-size",
		.kind = OPTION_SIZE,
		.argument = "SIZE",
		.help = "write: bytes of a record, a multiple of 512 up to 1M (default: 4K)"},
	{.name = "file-size",
		.kind = OPTION_SIZE,
		.argument = "SIZE",
		.help = "write: the file that records go round in (default: 64M); only as many of "
			"the newest records as it holds can be verified"},
	{.name = "direct", .kind = OPTION_FLAG, .help = "write: with O_DIRECT"},
	{.name = "o-sync",
		.kind = OPTION_FLAG,
		.help = "write: with O_SYNC instead of an fdatasync after each record"},
	{.name = "records",
		.kind = OPTION_COUNT,
		.argument = "N",
		.help = "write: end after so many records (default: go on until stopped)"},
};
static const struct option_table durable_table = OPTION_TABLE("Options", durable_options);

static volatile sig_atomic_t stop_requested;

static void request_stop(int signal_number)
{
	(void)signal_number;
	stop_requested = 1;
}

static void catch_signals(void)
{
	static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction action = {.sa_handler = request_stop};

	for (size_t i = 0; i < FST_COUNT(numbers); i++)
		sigaction(numbers[i], &action, NULL);
	action.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &action, NULL);
}

static fst_status read_shape(
	const struct options *options, struct ledger_shape *shape, struct fst_error *error)
{
	uint64_t record = options_whole(options, "record-size", RECORD_BYTES);
	uint64_t file = options_whole(options, "file-size", FILE_BYTES);

	if (record < LEDGER_RECORD_MIN || record > LEDGER_RECORD_MAX || record % LEDGER_RECORD_MIN)
		return fst_error_set(error, FST_USAGE,
			"--record-size: expected a multiple of 512 from 512 to 1M, found %" PRIu64,
			record);
	if (file < record || file / record > UINT32_MAX)
		return fst_error_set(error, FST_USAGE,
			"--file-size: expected a size that holds 1 to 4294967295 records, found "
			"%" PRIu64,
			file);
	*shape = (struct ledger_shape){.session = rng_fresh_seed(),
		.record_bytes = (uint32_t)record,
		.slots = (uint32_t)(file / record)};
	return FST_OK;
}

/* One line to the witness, at once. */
static fst_status acknowledge(struct strbuf *line, struct fst_error *error)
{
	fst_status status = fileio_write_all(STDOUT_FILENO, line->ptr, line->len, error);

	strbuf_clear(line);
	return status;
}

static fst_status write_records(struct ledger *ledger, const struct ledger_shape *shape,
	uint64_t limit, uint64_t *number, struct fst_error *error)
{
	struct strbuf line = STRBUF_INIT;
	fst_status status;

	strbuf_printf(&line, SESSION_LINE "%016" PRIx64 " %u %u\n", shape->session,
		shape->record_bytes, shape->slots);
	status = acknowledge(&line, error);
	while (status == FST_OK && !stop_requested && *number < limit) {
		status = ledger_append(ledger, number, error);
		if (status != FST_OK)
			break;
		strbuf_printf(&line, "%" PRIu64 "\n", *number);
		status = acknowledge(&line, error);
	}
	strbuf_free(&line);
	return status;
}

static fst_status durable_write(
	const struct options *options, const char *folder, struct fst_error *error)
{
	struct ledger_mode mode = {.direct = options_given(options, "direct"),
		.o_sync = options_given(options, "o-sync")};
	uint64_t limit = options_whole(options, "records", UINT64_MAX), number = 0;
	char *state_folder = xdg_folder(XDG_STATE);
	struct workdir *workdir = NULL;
	struct ledger *ledger = NULL;
	struct ledger_shape shape;
	fst_status status = read_shape(options, &shape, error);

	catch_signals();
	if (status == FST_OK)
		status = workdir_create(&workdir, folder, state_folder, error);
	if (status != FST_OK)
		goto out;
	status = ledger_create(&ledger, workdir, &shape, mode, error);
	if (status != FST_OK) {
		workdir_remove(workdir, NULL);
		goto out;
	}
	status = write_records(ledger, &shape, limit, &number, error);
	fprintf(stderr,
		"fstui: %" PRIu64 " records in %s; check them with fstui durable verify, remove "
		"them with fstui clean\n",
		number, workdir_path(workdir));
	if (status == FST_OK && stop_requested && number < limit)
		status = FST_INTERRUPTED;
	ledger_free(ledger);
	workdir_leave(workdir);
out:
	free(state_folder);
	return status;
}

/* What the witness has: the session's line, if it was kept, and the greatest number. */
struct testimony {
	struct ledger_shape shape; /* of zeros when it is not told */
	uint64_t acknowledged;
};

static bool parse_session(struct text line, struct ledger_shape *shape)
{
	char session[17] = "", *end;
	struct text word;
	uint64_t record, slots;

	line = text_skip(line, strlen(SESSION_LINE));
	if (!text_next_word(&line, &word) || word.len != sizeof(session) - 1)
		return false;
	memcpy(session, word.ptr, word.len);
	shape->session = strtoull(session, &end, 16);
	if (*end || !text_next_word(&line, &word) || !number_parse_u64(word, &record) ||
		!text_next_word(&line, &word) || !number_parse_u64(word, &slots) ||
		record < LEDGER_RECORD_MIN || record > LEDGER_RECORD_MAX || slots == 0 ||
		slots > UINT32_MAX)
		return false;
	shape->record_bytes = (uint32_t)record;
	shape->slots = (uint32_t)slots;
	return true;
}

static fst_status read_testimony(struct testimony *testimony, struct fst_error *error)
{
	struct strbuf input = STRBUF_INIT;
	fst_status status = fileio_read("-", ACKNOWLEDGED_LIMIT, &input, error);
	struct text rest = strbuf_text(&input), line;
	size_t number = 0;

	memset(testimony, 0, sizeof(*testimony));
	while (status == FST_OK && rest.len > 0) {
		size_t end = text_find_char(rest, '\n');
		uint64_t value;

		/* A line that the crash cut off acknowledges nothing. */
		if (end == SIZE_MAX)
			break;
		line = text_trim(text_make(rest.ptr, end));
		rest = text_skip(rest, end + 1);
		number++;
		if (line.len == 0 ||
			(text_starts(line, SESSION_LINE) && parse_session(line, &testimony->shape)))
			continue;
		if (!number_parse_u64(line, &value) || value <= testimony->acknowledged) {
			status = fst_error_set(error, FST_SYNTAX,
				"expected the rising numbers that fstui durable write printed, "
				"one a line");
			fst_error_at(error, "standard input", number);
		} else {
			testimony->acknowledged = value;
		}
	}
	strbuf_free(&input);
	if (status == FST_OK && testimony->acknowledged == 0)
		status = fst_error_set(error, FST_UNRECOGNISED,
			"standard input acknowledges no record: give what fstui durable write "
			"printed");
	return status;
}

/* The ledgers in a folder, the one that is wanted among them. */
struct ledgers {
	const struct testimony *testimony;
	int fd; /* the one; -1: none so far */
	struct ledger_shape shape;
	size_t count; /* that could be it */
};

static void consider(void *context, int fd)
{
	struct ledgers *ledgers = context;
	struct ledger_shape shape;

	if (!ledger_read_shape(fd, &shape) ||
		(ledgers->testimony->shape.slots > 0 &&
			shape.session != ledgers->testimony->shape.session)) {
		close(fd);
		return;
	}
	ledgers->count++;
	if (ledgers->fd >= 0) {
		close(fd);
		return;
	}
	ledgers->fd = fd;
	ledgers->shape = shape;
}

static void print_check(const struct ledger_check *check)
{
	printf("acknowledged %" PRIu64 "\nchecked %" PRIu64 "\nintact %" PRIu64 "\nlost %" PRIu64
	       "\ntorn %" PRIu64 "\nreordered %" PRIu64 "\n",
		check->acknowledged, check->checked, check->intact, check->lost, check->torn,
		check->reordered);
	if (check->later + check->in_flight > 0)
		fprintf(stderr,
			"fstui: %" PRIu64 " whole and %" PRIu64 " torn records were not "
			"acknowledged yet, which is no fault%s\n",
			check->later, check->in_flight,
			check->in_flight > 1 ? ", but only one can have been under way" : "");
}

static fst_status durable_verify(const char *folder, struct fst_error *error)
{
	struct testimony testimony;
	struct ledgers ledgers = {.testimony = &testimony, .fd = -1};
	struct ledger_check check;
	fst_status status = read_testimony(&testimony, error);

	if (status == FST_OK)
		status = workdir_find_files(folder, LEDGER_FILE, consider, &ledgers, error);
	if (status != FST_OK)
		goto out;
	if (ledgers.count > 1) {
		status = fst_error_set(error, FST_USAGE,
			"%s has %zu ledgers: give all that fstui durable write printed, with its "
			"first line, which tells them apart",
			folder, ledgers.count);
		goto out;
	}
	if (ledgers.count == 0 && testimony.shape.slots == 0) {
		status = fst_error_set(error, FST_FAILED,
			"%s has no ledger: all of %" PRIu64 " acknowledged records are lost, or "
			"it is not the folder that was written to",
			folder, testimony.acknowledged);
		goto out;
	}
	status = ledger_check(ledgers.fd, ledgers.count ? &ledgers.shape : &testimony.shape,
		testimony.acknowledged, &check, error);
	if (status != FST_OK)
		goto out;
	print_check(&check);
	if (check.lost + check.torn > 0)
		status = fst_error_set(error, FST_FAILED,
			"%" PRIu64 " records that the system had said to be durable are lost or "
			"torn: do not trust this storage with data that matters",
			check.lost + check.torn);
out:
	if (ledgers.fd >= 0)
		close(ledgers.fd);
	return status;
}

static fst_status durable_run(const struct invocation *invocation, struct fst_error *error)
{
	const struct options *options = &invocation->options;
	const char *what = options_operand(options, 0), *folder = options_operand(options, 1);

	if (options_operand_count(options) == 2 && !strcmp(what, "write"))
		return durable_write(options, folder, error);
	if (options_operand_count(options) == 2 && !strcmp(what, "verify"))
		return durable_verify(folder, error);
	return fst_error_set(error, FST_USAGE,
		"expected durable write DIR or durable verify DIR, found %s",
		what ? what : "no operand");
}

const struct command command_durable = {
	.name = "durable",
	.operands = "write|verify DIR",
	.summary = "did the machine keep what fsync promised?",
	.description =
		"`write` writes numbered records into a new folder in DIR, and prints each number "
		"only after the system said that its record is durable. Let another machine keep "
		"what it prints (ssh vm fstui durable write /data >acknowledged), cut the power or "
		"kill the machine, and when it is up again let `verify` read that: fstui durable "
		"verify /data <acknowledged says how many acknowledged records the crash lost, "
		"tore, or kept out of order. The file stays until fstui clean DIR removes it.",
	.options = {&durable_table},
	.run = durable_run,
};
