/*
 * fio: its status as a terse line (version 3: fio(1), "Terse output") twice a second, whose sums
 * grow, beside the JSON that the importer reads; where the person chose another format,
 * the line of estimates, which tells rates only in longer runs.
 */
#include "feed/tool.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/fileio.h"
#include "base/number.h"

#define JOBS_MAX       64
#define JOB_FILE_LIMIT (1u << 20)

/* Fields of a terse line, from 0. */
enum {
	FIELD_JOB = 2,
	FIELD_GROUP = 3,
	FIELD_READ_KIB = 5,
	FIELD_READ_IOPS = 7,
	FIELD_READ_MS = 8,
	FIELD_WRITE_KIB = 46,
	FIELD_WRITE_IOPS = 48,
	FIELD_WRITE_MS = 49,
	FIELDS
};

/* What a job had done by its last line, and how fast it was then. */
struct job {
	uint64_t key;
	double kib, operations, ms;
	double bytes_per_s, ops_per_s;
};

struct state {
	struct job jobs[JOBS_MAX];
	size_t count;
	double length_s; /* that it is to run, 0 unknown */
};

static const struct {
	const char *rw;
	enum test test;
} patterns[] = {
	{"read", TEST_READ},
	{"write", TEST_WRITE},
	{"randread", TEST_RANDOM_READ},
	{"randwrite", TEST_RANDOM_WRITE},
	{"randrw", TEST_RANDOM_MIXED},
	{"rw", TEST_MIXED},
	{"readwrite", TEST_MIXED},
};

/* Options that name what is written to, and those that would take the results elsewhere. */
static const char *const places[] = {"--filename", "--directory"};
static const char *const refused[] = {"--output", "--client", "--server", "--daemonize",
	"--status-interval", "--aux-path", "--filename_format"};

static fst_status check_options(const struct tool_command *command, struct fst_error *error)
{
	fst_status status = FST_OK;
	bool read_only = tool_command_has(command, "--readonly");

	for (size_t i = 0; i < FST_COUNT(refused); i++)
		if (tool_command_has(command, refused[i]))
			return fst_error_set(error, FST_USAGE,
				"fio: %s is not for runs that fstui follows; leave it out",
				refused[i]);
	for (size_t i = 1; i < command->count && !read_only && status == FST_OK; i++)
		for (size_t p = 0; p < FST_COUNT(places) && status == FST_OK; p++) {
			size_t n = strlen(places[p]);
			const char *argument = command->argv[i];

			if (strncmp(argument, places[p], n) != 0)
				continue;
			if (argument[n] == '=')
				status = tool_check_inside("fio: ", argument + n + 1, error);
			else if (argument[n] == '\0')
				status = tool_check_inside("fio: ", command->argv[i + 1], error);
		}
	return status;
}

/* A job file may name any place, or more files: those in which nothing leads outside are let
 * through.
 */
static fst_status check_job_file(const char *path, struct fst_error *error)
{
	static const char *const keys[] = {"filename", "directory", "include", "exec_prerun",
		"exec_postrun", "filename_format", "aux-path"};
	struct strbuf contents = STRBUF_INIT;
	fst_status status = fileio_read(path, JOB_FILE_LIMIT, &contents, error);
	struct text rest = strbuf_text(&contents), line;

	while (status == FST_OK && text_next_part(&rest, '\n', &line)) {
		struct text value = text_trim(line), key;
		char *copy;

		text_next_part(
			&value, value.len && text_starts(value, "include ") ? ' ' : '=', &key);
		copy = xasprintf("%.*s", TEXT_ARGS(text_trim(value)));
		for (size_t i = 0; i < FST_COUNT(keys) && status == FST_OK; i++)
			if (text_is(text_trim(key), keys[i]))
				status = i < 2 ? tool_check_inside("fio: ", copy, error)
					       : fst_error_set(error, FST_USAGE,
							 "fio: %s: expected a job file without "
							 "%s",
							 path, keys[i]);
		free(copy);
	}
	strbuf_free(&contents);
	return status;
}

/* The tool is run in another folder: a job file needs its whole path. */
static fst_status take_job_files(struct tool_command *command, struct fst_error *error)
{
	fst_status status = FST_OK;

	for (size_t i = 1; i < command->count && status == FST_OK; i++) {
		const char *argument = command->argv[i], *before = command->argv[i - 1];
		char *path;

		if (argument[0] == '-' || (i > 1 && before[0] == '-' && !strchr(before, '=')))
			continue;
		path = realpath(argument, NULL);
		if (!path)
			return fst_error_errno(
				error, errno, "fio: cannot open the job file %s", argument);
		free(command->argv[i]);
		command->argv[i] = path;
		status = check_job_file(path, error);
	}
	return status;
}

static bool has_job_file(const struct tool_command *command)
{
	for (size_t i = 1; i < command->count; i++)
		if (command->argv[i][0] == '/')
			return true;
	return false;
}

static fst_status prepare(struct tool_plan *plan, struct fst_error *error)
{
	struct tool_command *command = &plan->command;
	fst_status status = check_options(command, error);

	if (status == FST_OK)
		status = take_job_files(command, error);
	if (status == FST_OK && !tool_command_has(command, "--name") && !has_job_file(command))
		status = fst_error_set(error, FST_USAGE,
			"fio: expected --name=JOB and the job's options, or a job file, behind --");
	if (status != FST_OK)
		return status;
	if (!tool_command_has(command, "--output-format")) {
		tool_command_insert(command, 1, "--output-format=json,terse");
		tool_command_insert(command, 2, "--terse-version=3");
		tool_command_insert(command, 3, "--status-interval=500ms");
	} else if (!tool_command_has(command, "--eta")) {
		tool_command_insert(command, 1, "--eta=always");
	}
	return FST_OK;
}

static enum test test_of(const struct tool_command *command)
{
	const char *rw = tool_command_value(command, "--rw");

	rw = rw ? rw : tool_command_value(command, "--readwrite");
	for (size_t i = 0; i < FST_COUNT(patterns); i++)
		if (strcmp(rw ? rw : "read", patterns[i].rw) == 0)
			return patterns[i].test;
	return TEST_COUNT;
}

static void start(struct tool_live *live)
{
	static const struct {
		const char *option;
		enum column column;
	} sizes[] = {{"--bs", COL_RECORD_SIZE}, {"--size", COL_FILE_SIZE}};
	const struct tool_command *command = &live->plan->command;
	const char *runtime = tool_command_value(command, "--runtime");
	struct state *state = live->state;

	for (size_t i = 0; i < FST_COUNT(sizes); i++)
		if (tool_size(tool_command_value(command, sizes[i].option)) > 0)
			measurement_set_number(&live->row, sizes[i].column,
				tool_size(tool_command_value(command, sizes[i].option)));
	if (runtime)
		tool_find_number(text_of(runtime), "", &state->length_s);
	tool_live_cell(live, test_of(command), NULL);
}

static struct job *job_of(struct state *state, struct text name, struct text group)
{
	uint64_t key = 14695981039346656037u; /* FNV-1a */

	for (size_t i = 0; i < name.len + group.len; i++)
		key = (key ^ (unsigned char)(i < name.len ? name.ptr[i]
							  : group.ptr[i - name.len])) *
		      1099511628211u;
	for (size_t i = 0; i < state->count; i++)
		if (state->jobs[i].key == key)
			return &state->jobs[i];
	if (state->count == JOBS_MAX)
		return NULL;
	state->jobs[state->count].key = key;
	return &state->jobs[state->count++];
}

static void tell(struct tool_live *live)
{
	const struct state *state = live->state;
	struct feed_sample sample = TOOL_SAMPLE_NONE;
	double past_s = live->now_s - live->start_s;

	sample.bytes_per_s = sample.ops_per_s = 0;
	for (size_t i = 0; i < state->count; i++) {
		sample.bytes_per_s += state->jobs[i].bytes_per_s;
		sample.ops_per_s += state->jobs[i].ops_per_s;
	}
	if (state->length_s > 0) {
		sample.progress = fmin(past_s / state->length_s, 1);
		sample.left_s = fmax(state->length_s - past_s, 0);
	}
	tool_live_sample(live, &sample);
}

/* The sums of a terse line; the rates are those since the job's line before. */
static void take_terse(struct tool_live *live, struct text rest)
{
	struct text field, name = {0}, group = {0};
	double value[FIELDS] = {0}, kib, operations, ms;
	struct job *job;
	int count = 0;

	while (count < FIELDS && text_next_part(&rest, ';', &field)) {
		if (count == FIELD_JOB)
			name = field;
		else if (count == FIELD_GROUP)
			group = field;
		else
			number_parse(field, &value[count]);
		count++;
	}
	job = count == FIELDS ? job_of(live->state, name, group) : NULL;
	if (!job)
		return;
	kib = value[FIELD_READ_KIB] + value[FIELD_WRITE_KIB];
	operations = (value[FIELD_READ_IOPS] * value[FIELD_READ_MS] +
			     value[FIELD_WRITE_IOPS] * value[FIELD_WRITE_MS]) /
		     1000;
	ms = fmax(value[FIELD_READ_MS], value[FIELD_WRITE_MS]);
	if (ms > job->ms) {
		job->bytes_per_s = fmax(kib - job->kib, 0) * 1024 * 1000 / (ms - job->ms);
		job->ops_per_s = fmax(operations - job->operations, 0) * 1000 / (ms - job->ms);
		job->kib = kib;
		job->operations = operations;
		job->ms = ms;
		tell(live);
	}
}

/* `r=20.5MiB/s` of the line of estimates; 0 where it is not there. */
static double estimated_rate(struct text text, const char *before)
{
	static const struct {
		const char *name;
		double bytes;
	} units[] = {{"KiB/s", 1024}, {"MiB/s", 1048576}, {"GiB/s", 1073741824}, {"B/s", 1},
		{"kB/s", 1e3}, {"MB/s", 1e6}, {"GB/s", 1e9}};
	size_t at = text_find(text, before), used;
	double value;

	if (at == SIZE_MAX)
		return 0;
	text = text_skip(text, at + strlen(before));
	used = number_scan(text, false, &value);
	for (size_t i = 0; used && i < FST_COUNT(units); i++)
		if (text_starts(text_skip(text, used), units[i].name))
			return value * units[i].bytes;
	return 0;
}

static void take_estimate(struct tool_live *live, struct text text)
{
	struct feed_sample sample = TOOL_SAMPLE_NONE;
	double percent;

	sample.bytes_per_s = estimated_rate(text, "[r=") + estimated_rate(text, "w=");
	if (sample.bytes_per_s <= 0)
		return;
	if (text_contains(text, "%]") && tool_find_number(text, "][", &percent))
		sample.progress = fmin(percent / 100, 1);
	tool_live_sample(live, &sample);
}

static void line(struct tool_live *live, struct text text, bool whole)
{
	if (!whole)
		return;
	if (text_starts(text, "3;fio-"))
		take_terse(live, text);
	else if (text_starts(text, "Jobs: "))
		take_estimate(live, text);
}

/* Each report in JSON has the sums so far: the last one is the result. */
static bool keeps(struct text text, bool *restart)
{
	*restart = text_is(text, "{");
	return !text_starts(text, "3;fio-") && !text_starts(text, "Jobs: ");
}

const struct tool_adapter tool_fio = {
	.name = "fio",
	.package = "install the package fio (Debian, Ubuntu, Fedora, Arch, Homebrew)",
	.prepare = prepare,
	.start = start,
	.line = line,
	.keeps = keeps,
	.state_size = sizeof(struct state),
};
