#include "import/fio.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "import/figures.h"
#include "import/fio_setup.h"

static const char *const anchors[] = {
#define FIO_ANCHOR_TEXT(id, anchor) [FIO_ANCHOR_##id] = anchor,
	FIO_ANCHOR_TABLE(FIO_ANCHOR_TEXT)
#undef FIO_ANCHOR_TEXT
};

#define PART  "(read|write|trim|mixed)"
#define VALUE "([0-9.]+)([kmg]?)"
#define RATE  "N ?([kmgtp]?i?)(bit|b)?(?:/s)?"
/* No figure goes on behind it: a page that breaks lines may have cut it in two. */
#define WHOLE "(?! ?[0-9.])"
/* At the end of a line: a number alone in front of what follows a header is the rest of it. */
#define WHOLE_LINE "(?![0-9]| [0-9]+ (?:fio-|Starting|\\.\\.\\.))"
#define SIZE       "[0-9]+(?:[.,][0-9]+)* ?[kmgtp]?i?b"

static const char *const patterns[] = {
	[FIO_PATTERN_HEADER] = ": \\(g= ?([0-9]+)\\):(?: rw= ?([a-z]+)[^,]{0,20},)?"
			       "(?: bs= ?([^=]{3,160}?), ioengine= ?([^, ]{1,60}),"
			       "(?: iodepth= ?([0-9]+)" WHOLE_LINE ")?)?",
	[FIO_PATTERN_BLOCK] = "\\(groupid= ?([0-9]+), jobs= ?([0-9]+)\\)(?:: err= ?([0-9]+) ?"
			      "(?:\\(([^)]{0,200})\\) ?)?)?(?:: pid= ?([0-9]+))?",
	/* read : io=462648KB, bw=23130KB/s, iops=5782, runt= 20002msec */
	[FIO_PATTERN_DIRECTION_2] = PART " ?: ?io= ?" SIZE ", bw= ?" RATE
					 ", \\*?iops= ?N([kmg]?)\\*?" WHOLE
					 "(?: ?, runt= ?([0-9.]+) ?msec)?",
	/* read: IOPS=11.0k, BW=43.2MiB/s (45.2MB/s)(86.3MiB/2001msec) */
	[FIO_PATTERN_DIRECTION_3] = PART " ?: ?IOPS= ?" VALUE WHOLE "(?:, BW= ?" RATE
					 "(?: ?\\([^()]{1,24}\\) ?(?:\\((" SIZE
					 ")/([0-9]+) ?msec\\))?)?)?",
	[FIO_PATTERN_GROUP] = "Run status group ([0-9]+)",
	/* READ: io=10240MB, aggrb=405921KB/s, minb=405921KB/s, maxb=.., mint=7064msec, maxt=.. */
	[FIO_PATTERN_GROUP_2] = PART ": io= ?" SIZE ", aggrb= ?" RATE
				     "(?:[^:]{1,120}?maxt= ?([0-9]+) ?msec)?",
	/* READ: bw=77.9MiB/s (81.7MB/s), 77.9MiB/s-..., io=779MiB (817MB), run=10004-10004msec */
	[FIO_PATTERN_GROUP_3] = PART ": bw= ?" RATE
				     "(?:[^:=]{1,120}?io=[^:=]{1,40}?run= ?([0-9]+)-([0-9]+) "
				     "?msec)?",
	/* 1.x: min=40 , max=8203 , avg=1089.26 */
	[FIO_PATTERN_LATENCY] = "(?:lat|sync) \\(([num]?sec)\\) ?: ?min= ?" VALUE " ?, max= ?" VALUE
				" ?, avg= ?" VALUE "(?: ?, stdev= ?" VALUE ")?" WHOLE,
	[FIO_PATTERN_PERCENTILES] = "percentiles \\(([num]?sec)\\) ?:",
	[FIO_PATTERN_CPU] = "usr= ?([0-9.]+)%, sys= ?([0-9.]+)%",
	[FIO_PATTERN_ETA] = "Jobs: [0-9]+(?: \\(f=[0-9]+\\))?:? \\[([a-z_/(),0-9-]{1,400})\\]",
	[FIO_PATTERN_VERSION] = "fio[ -]([0-9]+\\.[0-9][0-9a-z.+-]*)",
	[FIO_PATTERN_STARTING] = "Starting ([0-9]+) (?:process|thread)(?:es|s)?"
				 "(?: and ([0-9]+) (?:process|thread))?",
};

const char *const fio_part_names[FIO_PARTS] = {
	[FIO_READ] = "read",
	[FIO_WRITE] = "write",
	[FIO_TRIM] = "trim",
	[FIO_MIXED] = "mixed",
	[FIO_SYNC] = "sync",
};

/* Room for one more of @items, each @size bytes large. */
static void *make_room(void *items, size_t count, size_t *capacity, size_t size)
{
	if (count < *capacity)
		return items;
	*capacity = *capacity ? *capacity * 2 : 16;
	return xreallocarray(items, *capacity, size);
}

struct fio_run *fio_add_run(struct fio *fio, enum fio_form form, size_t start)
{
	struct fio_run *run;

	fio->runs = make_room(fio->runs, fio->run_count, &fio->run_capacity, sizeof(*fio->runs));
	run = &fio->runs[fio->run_count++];
	*run = (struct fio_run){
		.form = form,
		.start = start,
		.end = start,
		.first_job = fio->job_count,
		.finished_s = NAN,
		.elapsed_s = NAN,
	};
	return run;
}

struct fio_job *fio_add_job(struct fio *fio)
{
	struct fio_job *job;

	fio->jobs = make_room(fio->jobs, fio->job_count, &fio->job_capacity, sizeof(*fio->jobs));
	job = &fio->jobs[fio->job_count++];
	*job = (struct fio_job){
		.group = NAN,
		.jobs = NAN,
		.pid = NAN,
		.error = NAN,
		.cpu_percent = NAN,
		.job_runtime_s = NAN,
		.first_row = fio->row_count,
	};
	fio_setup_init(&job->setup);
	fio_setup_init(&job->globals);
	fio->runs[fio->run_count - 1].job_count++;
	return job;
}

struct fio_row *fio_add_row(struct fio *fio, enum fio_part part, size_t at)
{
	struct fio_latency unknown = {.min = NAN, .mean = NAN, .max = NAN, .stddev = NAN};
	struct fio_row *row;

	fio->rows = make_room(fio->rows, fio->row_count, &fio->row_capacity, sizeof(*fio->rows));
	row = &fio->rows[fio->row_count++];
	*row = (struct fio_row){
		.part = part,
		.at = at,
		.bytes_per_s = NAN,
		.ops_per_s = NAN,
		.elapsed_s = NAN,
		.operations = NAN,
		.bytes = NAN,
		.lat = unknown,
		.clat = unknown,
		.percentiles = {NAN, NAN, NAN, NAN},
	};
	fio->jobs[fio->job_count - 1].row_count++;
	return row;
}

struct fio_header *fio_add_header(struct fio *fio, size_t at)
{
	struct fio_header *header;

	fio->headers = make_room(
		fio->headers, fio->header_count, &fio->header_capacity, sizeof(*fio->headers));
	header = &fio->headers[fio->header_count++];
	*header = (struct fio_header){.at = at, .group = NAN};
	fio_setup_init(&header->setup);
	return header;
}

void fio_add_mark(struct fio *fio, enum fio_mark_kind kind, size_t at, struct text text)
{
	fio->marks = make_room(
		fio->marks, fio->mark_count, &fio->mark_capacity, sizeof(*fio->marks));
	fio->marks[fio->mark_count++] = (struct fio_mark){.kind = kind, .at = at, .text = text};
}

void fio_end_run(struct fio *fio, size_t end)
{
	struct fio_run *run = &fio->runs[fio->run_count - 1];
	size_t rows = 0;

	if (run->job_count)
		for (size_t i = fio->jobs[run->first_job].first_row; i < fio->row_count; i++)
			rows += !fio->rows[i].dropped;
	if (rows == 0) {
		fio->job_count = run->first_job;
		fio->run_count--;
		return;
	}
	if (end > run->end)
		run->end = end;
}

bool fio_set_percentile(struct fio_row *row, double percent, double seconds)
{
	static const double known[FIO_PERCENTILES] = {50, 95, 99, 99.9};

	for (int i = 0; i < FIO_PERCENTILES; i++) {
		if (fabs(percent - known[i]) > 1e-6)
			continue;
		row->percentiles[i] = seconds;
		return true;
	}
	return false;
}

void fio_add_percentile(
	struct strbuf *list, struct text percent, struct text value, struct text unit)
{
	/* 99.500000 in JSON and terse lines */
	while (text_contains(percent, ".") && text_ends(percent, "0"))
		percent.len--;
	if (text_ends(percent, "."))
		percent.len--;
	strbuf_add_string(list, list->len ? ", " : "");
	strbuf_add_text(list, percent);
	strbuf_add_string(list, "%=");
	strbuf_add_text(list, value);
	/* usec is us, msec is ms. */
	strbuf_add(list, unit.ptr, unit.len > 2 ? 2 : unit.len);
}

size_t fio_first_header(const struct fio *fio, size_t at)
{
	size_t low = 0, high = fio->header_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (fio->headers[middle].at < at)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

enum fio_part fio_find_part(struct text name)
{
	for (int i = 0; i < FIO_PARTS; i++)
		if (text_equal_nocase(name, text_of(fio_part_names[i])))
			return (enum fio_part)i;
	return FIO_PARTS;
}

bool fio_read_number(struct text number, struct text unit, double *value)
{
	char copy[32];
	size_t length = 0;

	/* fio 1.x writes 8,533; a point is always decimal. */
	for (size_t i = 0; i < number.len; i++) {
		if (number.ptr[i] == ',')
			continue;
		if (length == sizeof(copy))
			return false;
		copy[length++] = number.ptr[i];
	}
	if (!figure_number(text_make(copy, length), value))
		return false;
	if (unit.len)
		*value *= figure_decimal_unit(unit);
	return true;
}

double fio_seconds(double value, struct text unit)
{
	double worth = figure_time_unit(unit);

	/* Dividing by a whole number rounds once: 2960 ns are 2.96e-06 s. */
	return worth < 1 ? value / round(1 / worth) : value * worth;
}

static void parse_fio(struct parse *parse)
{
	struct fio fio = {.parse = parse};
	size_t from = 0;

	fio_read_text(&fio);
	fio_read_terse(&fio);
	fio_read_json(&fio);
	fio_join_runs(&fio);
	for (size_t i = 0; i < fio.run_count; i++) {
		if (fio.runs[i].dropped)
			continue;
		fio_collect_run(&fio, i, from);
		from = fio.runs[i].end;
	}
	free(fio.runs);
	free(fio.jobs);
	free(fio.rows);
	free(fio.headers);
	free(fio.marks);
}

const struct importer importer_fio = {
	.tool = "fio",
	.anchors = anchors,
	.anchor_count = FST_COUNT(anchors),
	.patterns = patterns,
	.pattern_count = FST_COUNT(patterns),
	.parse = parse_fio,
};
