/*
 * fio's JSON and JSON+, 2.x (KiB and microseconds) and 3.x (bytes and nanoseconds),
 * from servers as well (client_stats). A document is found in the text and mended
 * before jansson reads it.
 */
#include <jansson.h>
#include <math.h>
#include <time.h>

#include "base/number.h"
#include "import/fio.h"
#include "import/fio_setup.h"
#include "import/json_mend.h"

/* A histogram has 1856 buckets at most (stat.h's FIO_IO_U_PLAT_NR). */
#define BUCKETS 2048

struct reader {
	struct fio *fio;
	struct strbuf json;
	const json_t *globals;
};

static double get_number(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

static struct text get_text(struct reader *reader, const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	if (!json_is_string(value))
		return TEXT("");
	return collect_text(reader->fio->parse->out, "%s", json_string_value(value));
}

static size_t get_offset(const json_t *object)
{
	double at = get_number(object, "@");

	return at > 0 ? (size_t)at : 0;
}

/* @worth: how many of the unit are a second. All zero or without a sample: not measured. */
static struct fio_latency get_latency(const json_t *object, double worth)
{
	struct fio_latency latency = {
		.min = get_number(object, "min") / worth,
		.max = get_number(object, "max") / worth,
		.mean = get_number(object, "mean") / worth,
		.stddev = get_number(object, "stddev") / worth,
	};
	double samples = get_number(object, "N");

	if (samples < 1 || (!(latency.max > 0) && !(latency.mean > 0)) ||
		json_object_get(object, "~"))
		return (struct fio_latency){.min = NAN, .mean = NAN, .max = NAN, .stddev = NAN};
	return latency;
}

static bool get_percentiles(
	struct reader *reader, const json_t *object, double worth, struct fio_row *row)
{
	json_t *list = json_object_get(object, "percentile"), *value;
	struct strbuf other = STRBUF_INIT;
	char number[NUMBER_SIZE];
	const char *key;
	double percent;
	bool found = false;

	json_object_foreach(list, key, value)
	{
		if (!json_is_number(value) || !number_parse(text_of(key), &percent))
			continue;
		found = true;
		if (fio_set_percentile(row, percent, json_number_value(value) / worth))
			continue;
		number_format(number, json_number_value(value));
		fio_add_percentile(&other, text_of(key), text_of(number),
			worth > 1e6 ? TEXT("ns") : TEXT("us"));
	}
	if (other.len)
		row->other_percentiles = collect_text(
			reader->fio->parse->out, "%s", strbuf_string(&other));
	strbuf_free(&other);
	return found;
}

/*
 * JSON+ names a bucket of its histogram by the bucket's middle (stat.c's
 * plat_idx_to_val()); buckets have 6 bits behind the first.
 */
static double bucket_edge_ns(double middle)
{
	int exponent;

	if (middle < 128)
		return middle;
	frexp(middle, &exponent);
	return middle + ldexp(0.5, exponent - 7);
}

static void get_histogram(struct reader *reader, const json_t *object, struct fio_row *row)
{
	json_t *bins = json_object_get(object, "bins"), *value;
	struct strbuf sb = STRBUF_INIT;
	size_t count = 0;
	const char *key;
	double middle;

	json_object_foreach(bins, key, value)
	{
		if (!json_is_number(value) || !number_parse(text_of(key), &middle) ||
			!(json_number_value(value) > 0) || count++ == BUCKETS)
			continue;
		strbuf_add_string(&sb, sb.len ? " " : "");
		number_add(&sb, bucket_edge_ns(middle) / 1e9);
		strbuf_add_char(&sb, ':');
		number_add(&sb, json_number_value(value));
	}
	if (sb.len && count <= BUCKETS)
		row->histogram = collect_text(reader->fio->parse->out, "%s", strbuf_string(&sb));
	strbuf_free(&sb);
}

static void get_latencies(struct reader *reader, const json_t *direction, struct fio_row *row)
{
	json_t *clat = json_object_get(direction, "clat_ns"), *lat;
	double worth = 1e9;

	lat = json_object_get(direction, "lat_ns");
	if (!clat && !lat) {
		worth = 1e6;
		clat = json_object_get(direction, "clat");
		lat = json_object_get(direction, "lat");
	}
	row->lat = get_latency(lat, worth);
	row->clat = get_latency(clat, worth);
	if (!isnan(row->clat.mean) && !json_object_get(clat, "^"))
		if (!get_percentiles(reader, clat, worth, row))
			get_percentiles(reader, lat, worth, row);
	get_histogram(reader, clat, row);
}

/* `"bw_bytes" : 37862924` as the document has it. */
static struct text reported(struct text flow, size_t at)
{
	static const char *const names[] = {"\"bw_bytes\"", "\"bw\""};
	struct text rest = text_skip(flow, at);

	rest.len = rest.len < 400 ? rest.len : 400;
	for (int i = 0; i < 2; i++) {
		size_t start = text_find(rest, names[i]), end;

		if (start == SIZE_MAX)
			continue;
		end = start + strlen(names[i]);
		while (end < rest.len && strchr(" :0123456789.", rest.ptr[end]))
			end++;
		return text_trim(text_make(rest.ptr + start, end - start));
	}
	return TEXT("");
}

static void read_direction(struct reader *reader, const json_t *direction, enum fio_part part)
{
	struct text flow = reader->fio->parse->flow;
	size_t at = get_offset(direction);
	double bytes = get_number(direction, "bw_bytes"), kibibytes = get_number(direction, "bw");
	double operations = get_number(direction, "total_ios");
	double moved = get_number(direction, "io_bytes");
	struct fio_row *row;

	if (json_object_get(direction, "^") || json_object_get(direction, "~")) {
		collect_skip(reader->fio->parse->out, "fio", at, at + 1,
			json_object_get(direction, "^")
				? "the figures of a direction end in the middle"
				: "the figures of two directions may be mixed up");
		return;
	}
	if (part == FIO_SYNC ? !(operations > 0 ||
				       get_number(json_object_get(direction, "lat_ns"), "N") > 0)
			     : !(moved > 0 || operations > 0 || (kibibytes > 0 && isnan(moved))))
		return;
	if (part != FIO_SYNC && isnan(bytes) && isnan(kibibytes) &&
		!json_object_get(direction, "iops")) {
		collect_skip(
			reader->fio->parse->out, "fio", at, at + 1, "a direction without its rate");
		return;
	}
	row = fio_add_row(reader->fio, part, at);
	row->operations = operations;
	/* Until 2.x io_bytes is in KiB. */
	row->bytes = json_object_get(direction, "clat") ? moved * 1024 : moved;
	row->bytes_per_s = isnan(bytes) ? kibibytes * 1024 : bytes;
	row->ops_per_s = get_number(direction, "iops");
	row->elapsed_s = get_number(direction, "runtime") / 1000;
	if (part == FIO_SYNC) {
		const json_t *lat = json_object_get(direction, "lat_ns");

		row->lat = get_latency(lat, 1e9);
		if (!isnan(row->lat.mean))
			get_percentiles(reader, lat, 1e9, row);
		row->bytes_per_s = NAN;
		return;
	}
	row->reported = reported(flow, at);
	get_latencies(reader, direction, row);
}

static void read_options(struct reader *reader, const json_t *options, struct fio_setup *setup)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)options, key,
		value) if (json_is_string(value) && fio_setup_knows(text_of(key)))
		fio_setup_set(setup, text_of(key), get_text(reader, options, key));
}

/* Milliseconds since 1970, as RFC 3339 has it. */
static struct text start_time(struct reader *reader, double milliseconds)
{
	time_t seconds;
	struct tm tm;

	if (!(milliseconds > 0) || milliseconds > 1e14)
		return TEXT("");
	seconds = (time_t)(milliseconds / 1000);
	if (!gmtime_r(&seconds, &tm))
		return TEXT("");
	return collect_text(reader->fio->parse->out, "%04d-%02d-%02dT%02d:%02d:%02dZ",
		tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

static bool is_job(const json_t *object)
{
	for (int i = 0; i < FIO_PARTS; i++) {
		const json_t *part = json_object_get(object, fio_part_names[i]);

		if (json_is_object(part) &&
			(json_object_get(part, "iops") || json_object_get(part, "bw") ||
				json_object_get(part, "total_ios")))
			return true;
	}
	return false;
}

static void read_job(struct reader *reader, const json_t *object)
{
	const char *key;
	struct fio_job *job;
	json_t *value;

	if (json_object_get(object, "~")) {
		size_t at = get_offset(object);

		collect_skip(reader->fio->parse->out, "fio", at, at + 1,
			"the figures of two jobs may be mixed up");
		return;
	}
	job = fio_add_job(reader->fio);
	job->name = get_text(reader, object, "jobname");
	job->host = get_text(reader, object, "hostname");
	job->group = get_number(object, "groupid");
	job->error = get_number(object, "error");
	job->cpu_percent = get_number(object, "usr_cpu") + get_number(object, "sys_cpu");
	job->job_runtime_s = get_number(object, "job_runtime") / 1000;
	job->started = start_time(reader, get_number(object, "job_start"));
	read_options(reader, json_object_get(object, "job options"), &job->setup);
	json_object_foreach((json_t *)object, key, value)
	{
		enum fio_part part = fio_find_part(text_of(key));

		if (part != FIO_PARTS && json_is_object(value))
			read_direction(reader, value, part);
	}
	/* How many jobs it covers is for later; its options may be those of the first only. */
	read_options(reader, reader->globals, &job->globals);
}

/* The one device that was in use; empty when there are several. */
static struct text only_device(struct reader *reader, const json_t *devices)
{
	struct text device = TEXT("");
	const json_t *entry;
	size_t i;

	json_array_foreach(devices, i, entry)
	{
		if (!json_is_object(entry))
			continue;
		if (device.len)
			return TEXT("");
		device = get_text(reader, entry, "name");
	}
	return device;
}

static void read_value(struct reader *reader, const json_t *value)
{
	struct fio_run *run = &reader->fio->runs[reader->fio->run_count - 1];
	json_t *member;
	const char *key;
	size_t i;

	if (json_is_array(value)) {
		json_array_foreach(value, i, member) read_value(reader, member);
		return;
	}
	if (!json_is_object(value))
		return;
	if (json_object_get(value, "fio version")) {
		double milliseconds = get_number(value, "timestamp_ms");

		run->version = get_text(reader, value, "fio version");
		if (text_starts(run->version, "fio-"))
			run->version = text_skip(run->version, strlen("fio-"));
		run->finished_s = isnan(milliseconds) ? get_number(value, "timestamp")
						      : milliseconds / 1000;
	}
	if (json_is_object(json_object_get(value, "global options")))
		reader->globals = json_object_get(value, "global options");
	if (json_object_get(value, "disk_util"))
		run->device = only_device(reader, json_object_get(value, "disk_util"));
	if (is_job(value)) {
		double elapsed = get_number(value, "elapsed");

		if (!isnan(elapsed) && !(run->elapsed_s > elapsed))
			run->elapsed_s = elapsed;
		read_job(reader, value);
		return;
	}
	json_object_foreach((json_t *)value, key, member) read_value(reader, member);
}

static bool same_section(const struct fio_job *a, const struct fio_job *b)
{
	return text_equal(a->name, b->name) && text_equal(a->host, b->host) &&
	       !(fabs(a->group - b->group) > 0);
}

/*
 * How many jobs an entry stands for: JSON does not say it. With group_reporting one
 * entry stands for all jobs of a group, and job_runtime is the sum of their times.
 */
static void count_jobs(struct fio *fio, const struct fio_run *run, struct fio_job *job)
{
	struct text numjobs = job->setup.options[FIO_OPTION_NUMJOBS];
	double wanted = 1, longest = 0, covers;
	size_t same = 0;

	if (!numjobs.len)
		numjobs = job->globals.options[FIO_OPTION_NUMJOBS];
	if (numjobs.len && !number_parse(numjobs, &wanted))
		return;
	for (size_t i = 0; i < run->job_count; i++)
		same += same_section(&fio->jobs[run->first_job + i], job);
	for (size_t i = 0; i < job->row_count; i++)
		if (fio->rows[job->first_row + i].elapsed_s > longest)
			longest = fio->rows[job->first_row + i].elapsed_s;
	covers = longest > 0 ? round(job->job_runtime_s / longest) : NAN;
	if (same > 1) {
		job->jobs = 1;
	} else if (!isnan(covers)) {
		if (covers <= 1)
			job->jobs = 1;
		else if (fabs(covers - wanted) <= 0.2 * wanted)
			job->jobs = wanted;
		else
			job->mixed = true;
	} else if (wanted <= 1 ? job->setup.options[FIO_OPTION_RW].len ||
					 job->globals.options[FIO_OPTION_RW].len
			       : !run->cut) {
		job->jobs = wanted;
	}
}

/* Entries that only sum up others are no jobs. */
static void drop_sums(struct fio *fio, const struct fio_run *run)
{
	for (size_t i = 0; i < run->job_count && run->job_count > 1; i++) {
		const struct fio_job *job = &fio->jobs[run->first_job + i];

		for (size_t row = 0; text_is(job->name, "All clients") && row < job->row_count;
			row++)
			fio->rows[job->first_row + row].dropped = true;
	}
}

/* Where the document starts whose key is at @at. */
static size_t find_start(struct text flow, size_t at)
{
	size_t start = at;

	while (start > 0 && flow.ptr[start - 1] == ' ')
		start--;
	return start > 0 && flow.ptr[start - 1] == '{' ? start - 1 : at;
}

/* Where the key stands whose object begins with the key at @at; SIZE_MAX: no part of a job. */
static size_t find_direction(struct text flow, size_t at)
{
	size_t brace = find_start(flow, at), end, start;

	if (brace == at)
		return SIZE_MAX;
	for (end = brace; end > 0 && strchr(" :", flow.ptr[end - 1]);)
		end--;
	if (end == 0 || flow.ptr[end - 1] != '"')
		return SIZE_MAX;
	for (start = end - 1; start > 0 && end - start < 12 && flow.ptr[start - 1] != '"';)
		start--;
	if (start == 0 || fio_find_part(text_make(flow.ptr + start, end - 1 - start)) == FIO_PARTS)
		return SIZE_MAX;
	return start - 1;
}

/* Half of a document is about what has no place here. */
static const char *const passed_over[] = {"iodepth_level", "iodepth_submit", "iodepth_complete",
	"latency_ns", "latency_us", "latency_ms", "slat_ns", "slat", NULL};
static const struct json_mend_rules rules = {
	.barrier = "fio version",
	.passed_over = passed_over,
};

/* Returns where the document ends. */
static size_t read_document(struct reader *reader, size_t start)
{
	struct fio *fio = reader->fio;
	struct fio_run *run;
	bool cut;
	size_t end, first_row = fio->row_count;
	json_t *root;

	strbuf_clear(&reader->json);
	end = json_mend(fio->parse->flow, start, &rules, &reader->json, &cut);
	root = json_loadb(reader->json.ptr, reader->json.len, JSON_DECODE_INT_AS_REAL, NULL);
	if (!root) {
		collect_skip(fio->parse->out, "fio", start, end, "JSON that cannot be read");
		return end;
	}
	run = fio_add_run(fio, FIO_JSON, start);
	/* What begins in the middle lacks jobs as well. */
	run->cut = cut || fio->parse->flow.ptr[start] != '{';
	run->end = end;
	reader->globals = NULL;
	read_value(reader, root);
	run = &fio->runs[fio->run_count - 1];
	drop_sums(fio, run);
	for (size_t i = 0; i < run->job_count; i++)
		count_jobs(fio, run, &fio->jobs[run->first_job + i]);
	if (cut)
		collect_skip(fio->parse->out, "fio", end, end,
			fio->row_count > first_row
				? "JSON that is cut short: its complete directions are taken"
				: "JSON that is cut short before the first result");
	fio_end_run(fio, end);
	json_decref(root);
	return end;
}

void fio_read_json(struct fio *fio)
{
	struct reader reader = {.fio = fio};
	const struct parse *parse = fio->parse;
	size_t done = 0;

	for (size_t i = 0; i < parse->hit_count; i++) {
		size_t at = parse->hits[i].at, start;

		if (at < done)
			continue;
		switch (parse->hits[i].anchor) {
		case FIO_ANCHOR_JSON_VERSION:
			start = find_start(parse->flow, at);
			break;
		case FIO_ANCHOR_JSON_JOB:
			/* Begun in the middle: other jobs follow behind its brace. */
			start = at;
			break;
		case FIO_ANCHOR_JSON_DIRECTION:
			start = find_direction(parse->flow, at);
			break;
		default:
			continue;
		}
		if (start == SIZE_MAX || start < done)
			continue;
		done = read_document(&reader, start);
		if (done <= at)
			done = at + 1;
	}
	strbuf_free(&reader.json);
}
