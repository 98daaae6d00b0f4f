#include "import/iozone_run.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/strbuf.h"

/* A process that moves more than this, in bytes a second, did not move it. */
#define FASTEST 200e9

/* Below the clock's resolution iozone reports 10^6 file sizes a second (IOzone sets the time
 * to that resolution); so near to it the figure is a guess. */
#define CLOCK_SHARE 0.9

/* Crossover: files over 16 MiB are not tested with records under 64 KiB (iozone's xover and
 * LARGE_REC). */
#define CROSSOVER_FILE_KIB   16384
#define CROSSOVER_RECORD_KIB 64

const enum test iozone_columns[IOZONE_COLUMNS] = {TEST_WRITE, TEST_REWRITE, TEST_READ, TEST_REREAD,
	TEST_RANDOM_READ, TEST_RANDOM_WRITE, TEST_BACKWARD_READ, TEST_RECORD_REWRITE,
	TEST_STRIDE_READ, TEST_FWRITE, TEST_FREWRITE, TEST_FREAD, TEST_FREREAD, TEST_PWRITE,
	TEST_REPWRITE, TEST_PREAD, TEST_REPREAD, TEST_PWRITEV, TEST_REPWRITEV, TEST_PREADV,
	TEST_REPREADV};

uint32_t iozone_columns_of(unsigned tests)
{
	/* In the order of iozone's func[]: 8, the mixed workload, has no column. */
	static const uint32_t columns[] = {0x3, 0xC, 0x30, 0x40, 0x80, 0x100, 0x600, 0x1800, 0,
		0x6000, 0x18000, 0x60000, 0x180000};
	uint32_t mask = 0;

	for (size_t i = 0; i < FST_COUNT(columns); i++)
		if (tests & 1u << i)
			mask |= columns[i];
	return mask;
}

void iozone_run_free(struct iozone_run *run)
{
	free(run->cells);
	free(run->index);
}

static double either(double printed, double asked)
{
	return printed > 0 ? printed : asked;
}

struct iozone_settings iozone_run_settings(const struct iozone_run *run)
{
	const struct iozone_settings *p = &run->printed, *a = &run->asked;

	return (struct iozone_settings){
		.flags = p->flags | a->flags,
		.tests = a->tests,
		.unit = p->unit   ? p->unit
			: a->unit ? a->unit
				  : IOZONE_KIB_PER_S,
		.file_kib = either(p->file_kib, a->file_kib),
		.record_kib = either(p->record_kib, a->record_kib),
		.threads = either(p->threads, a->threads),
		.least_threads = either(p->least_threads, a->least_threads),
		.most_threads = either(p->most_threads, a->most_threads),
		.queue_depth = either(p->queue_depth, a->queue_depth),
		.read_percent = either(p->read_percent, a->read_percent),
	};
}

void iozone_run_touch(struct iozone_run *run, size_t start, size_t end)
{
	if (!run->begun || start < run->start)
		run->start = start;
	if (!run->begun || end > run->end)
		run->end = end;
	run->begun = true;
}

static uint64_t hash_number(uint64_t h, double number)
{
	uint64_t bits;

	memcpy(&bits, &number, sizeof(bits));
	return (h ^ bits ^ bits >> 32) * 0x9E3779B97F4A7C15u;
}

static uint32_t hash_cell(const struct iozone_cell *cell)
{
	uint64_t h = hash_number(cell->test, cell->file_kib);

	return (uint32_t)(hash_number(hash_number(h, cell->record_kib), cell->threads) >> 32);
}

static bool is_same_place(const struct iozone_cell *a, const struct iozone_cell *b)
{
	return a->test == b->test && a->file_kib == b->file_kib && a->record_kib == b->record_kib &&
	       a->threads == b->threads;
}

struct iozone_cell *iozone_run_find(struct iozone_run *run, const struct iozone_cell *like)
{
	size_t mask = run->index_size - 1;

	if (run->count == 0)
		return NULL;
	for (size_t slot = hash_cell(like) & mask; run->index[slot]; slot = (slot + 1) & mask)
		if (is_same_place(&run->cells[run->index[slot] - 1], like))
			return &run->cells[run->index[slot] - 1];
	return NULL;
}

static void index_cell(struct iozone_run *run, size_t number)
{
	size_t mask = run->index_size - 1, slot = hash_cell(&run->cells[number]) & mask;

	while (run->index[slot])
		slot = (slot + 1) & mask;
	run->index[slot] = (uint32_t)number + 1;
}

static void add_cell(struct iozone_run *run, const struct iozone_cell *cell)
{
	if (run->count == run->capacity) {
		run->capacity = run->capacity ? run->capacity * 2 : 64;
		run->cells = xreallocarray(run->cells, run->capacity, sizeof(*run->cells));
	}
	run->cells[run->count++] = *cell;
	if (run->count * 2 <= run->index_size) {
		index_cell(run, run->count - 1);
		return;
	}
	free(run->index);
	run->index_size = run->index_size ? run->index_size * 2 : 256;
	run->index = xcalloc(run->index_size, sizeof(*run->index));
	for (size_t i = 0; i < run->count; i++)
		index_cell(run, i);
}

/* A page's margin may have cut the end of a figure. */
static bool is_same_figure(const struct iozone_cell *a, const struct iozone_cell *b)
{
	size_t shorter = a->reported.len < b->reported.len ? a->reported.len : b->reported.len;

	return a->value == b->value ||
	       (shorter && memcmp(a->reported.ptr, b->reported.ptr, shorter) == 0);
}

/* Whether most of @cells that the run has already are others there. */
static bool conflicts(struct iozone_run *run, const struct iozone_cell *cells, size_t count)
{
	size_t same = 0, other = 0;

	for (size_t i = 0; i < count; i++) {
		const struct iozone_cell *known = iozone_run_find(run, &cells[i]);

		if (!known || known->skipped || cells[i].skipped || cells[i].value <= 0)
			continue;
		if (is_same_figure(known, &cells[i]))
			same++;
		else
			other++;
	}
	return other > same;
}

static bool has_figure(const struct iozone_run *run, const struct iozone_cell *cell)
{
	struct iozone_settings settings;

	if (cell->skipped || cell->value > 0)
		return true;
	/* Less than half a microsecond is a figure; not run again is none. */
	settings = iozone_run_settings(run);
	return settings.unit == IOZONE_USEC_PER_OP && !(settings.flags & IOZONE_NO_RETEST);
}

void iozone_run_add(struct iozone_run *run, enum iozone_kind kind, const struct iozone_cell *cells,
	size_t count)
{
	if (run->count && (run->kind != kind || conflicts(run, cells, count)))
		iozone_run_next(run, true);
	run->kind = kind;
	for (size_t i = 0; i < count; i++) {
		iozone_run_touch(run, cells[i].at, cells[i].at + 1);
		if (has_figure(run, &cells[i]) && !iozone_run_find(run, &cells[i]))
			add_cell(run, &cells[i]);
	}
}

enum class {
	CLASS_WRITE = 1,
	CLASS_STDIO = 2,
	CLASS_COUNT = 4,
};

static unsigned class_of(enum test test)
{
	unsigned class = test_table[test].direction == DIRECTION_READ ? 0 : CLASS_WRITE;

	return test_table[test].group == GROUP_STDIO ? class | CLASS_STDIO : class;
}

/* The options of a class of tests. stdio's calls know no flags of open(). */
static struct text options_of(struct collect *out, unsigned flags, unsigned class)
{
	bool write = class & CLASS_WRITE, stdio = class & CLASS_STDIO;
	struct strbuf sb = STRBUF_INIT;
	struct text text;

	if (flags & IOZONE_DIRECT && !stdio)
		strbuf_add_string(&sb, "direct ");
	if (flags & IOZONE_O_SYNC && write && !stdio)
		strbuf_add_string(&sb, "o_sync ");
	if (flags & IOZONE_O_DSYNC && write && !stdio)
		strbuf_add_string(&sb, "o_dsync ");
	if (flags & IOZONE_CLOSE && write)
		strbuf_add_string(&sb, "close ");
	if (flags & IOZONE_FSYNC && write)
		strbuf_add_string(&sb, "fsync ");
	if (flags & IOZONE_COLD)
		strbuf_add_string(&sb, "cold ");
	text = collect_squeeze(out, strbuf_text(&sb));
	strbuf_free(&sb);
	return text;
}

static const char *also_timed(unsigned flags)
{
	if (flags & IOZONE_CLOSE)
		return flags & IOZONE_FSYNC ? "close/fsync also timed" : "close also timed";
	return flags & IOZONE_FSYNC ? "fsync also timed" : NULL;
}

static double bytes_per_s(const struct iozone_cell *cell, const struct iozone_settings *settings)
{
	if (settings->unit == IOZONE_KIB_PER_S)
		return cell->value * 1024;
	return settings->unit == IOZONE_OPS_PER_S ? cell->value * cell->record_kib * 1024 : 0;
}

static void doubt_cell(const struct iozone_run *run, const struct iozone_settings *settings,
	const struct iozone_cell *cell)
{
	double threads = cell->threads > 0 ? cell->threads : 1;
	double each_kib = cell->file_kib / threads, rate = bytes_per_s(cell, settings);

	if (settings->flags & IOZONE_INVALID)
		collect_doubt(run->out, "iozone: measurements are invalid in this mode");
	else if (cell->too_quick)
		collect_doubt(run->out, "iozone: completed too quickly to give a good result");
	else if (each_kib > 0 && each_kib <= run->coarse_kib)
		collect_doubt(run->out, "iozone: timer resolution is poor for this size");
	else if (run->kind == IOZONE_TABLE && cell->file_kib > 0 &&
		 rate >= CLOCK_SHARE * cell->file_kib * 1024 * 1e6)
		collect_doubt(run->out, "as fast as the clock can tell");
	else if (rate > FASTEST * threads)
		collect_doubt(run->out, "more than 200 GB/s");
}

static void put_value(
	struct collect *out, const struct iozone_settings *settings, const struct iozone_cell *cell)
{
	if (settings->unit == IOZONE_OPS_PER_S)
		collect_number(out, COL_OPS_PER_S, cell->value);
	else if (settings->unit == IOZONE_USEC_PER_OP)
		collect_number(out, COL_LAT_MEAN_S, cell->value * 1e-6);
	else
		collect_number(out, COL_BYTES_PER_S, cell->value * 1024);
	collect_string(out, COL_REPORTED, cell->reported);
}

static void put_number(struct collect *out, enum column column, double value)
{
	if (value > 0)
		collect_number(out, column, value);
}

static void put_cell(const struct iozone_run *run, const struct iozone_settings *settings,
	const struct iozone_cell *cell, const struct text options[CLASS_COUNT])
{
	struct collect *out = run->out;
	enum test test = (enum test)cell->test;
	bool read = test_table[test].direction == DIRECTION_READ;
	const char *timed = also_timed(settings->flags);

	collect_row(out, test, test_table[test].direction, cell->at);
	put_number(out, COL_FILE_SIZE, cell->file_kib * 1024);
	put_number(out, COL_RECORD_SIZE, cell->record_kib * 1024);
	put_number(out, COL_THREADS, cell->threads);
	collect_string(out, COL_OPTIONS, options[class_of(test)]);
	if (test == TEST_RANDOM_MIXED && settings->read_percent > 0)
		collect_option(
			out, collect_text(out, "read_percent=%g", settings->read_percent).ptr);
	if (cell->skipped) {
		collect_string(out, COL_STATUS, text_of(row_status_names[STATUS_SKIPPED]));
		collect_string(
			out, COL_NOTE, TEXT("small records are not tested with files over 16 MiB"));
		return;
	}
	put_value(out, settings, cell);
	if (cell->cpu_percent >= 0)
		collect_number(out, COL_CPU_PERCENT, cell->cpu_percent);
	if (read && timed)
		collect_string(out, COL_NOTE, text_of(timed));
	if (cell->note.len)
		collect_note(out, cell->note);
	doubt_cell(run, settings, cell);
}

/* The sizes may be printed below the figures. */
static void complete_sizes(struct iozone_run *run, const struct iozone_settings *settings)
{
	for (size_t i = 0; i < run->count; i++) {
		struct iozone_cell *cell = &run->cells[i];

		if (cell->record_kib <= 0)
			cell->record_kib = settings->record_kib;
		if (cell->file_kib <= 0)
			cell->file_kib = settings->file_kib * cell->threads;
	}
}

static void put_run(struct iozone_run *run)
{
	struct iozone_settings settings = iozone_run_settings(run);
	struct collect *out = run->out;
	struct text options[CLASS_COUNT];

	for (unsigned class = 0; class < CLASS_COUNT; class ++)
		options[class] = options_of(out, settings.flags, class);
	collect_run(out, "iozone", run->start);
	if (run->command_end)
		collect_command(out, run->command_start, run->command_end);
	collect_string(out, COL_TOOL_VERSION, run->version);
	collect_string(out, COL_STARTED, run->started);
	collect_string(out, COL_ENVIRONMENT, run->host);
	collect_string(out, COL_ENVIRONMENT, run->name);
	collect_string(out, COL_ENVIRONMENT, run->label);
	collect_string(out, COL_SECTION, run->title);
	collect_string(out, COL_HOST, run->host);
	collect_string(out, COL_KERNEL, run->kernel);
	if (settings.flags & IOZONE_MMAP)
		collect_string(out, COL_ENGINE, TEXT("mmap"));
	else if (settings.flags & IOZONE_AIO)
		collect_string(out, COL_ENGINE, TEXT("posixaio"));
	put_number(out, COL_QUEUE_DEPTH, settings.queue_depth);
	if (run->kind == IOZONE_THROUGHPUT)
		complete_sizes(run, &settings);
	for (size_t i = 0; i < run->count; i++)
		put_cell(run, &settings, &run->cells[i], options);
	collect_end(out, run->end);
}

void iozone_run_next(struct iozone_run *run, bool inherits)
{
	struct iozone_run next = {
		.out = run->out,
		.name = run->name,
		.cells = run->cells,
		.capacity = run->capacity,
		.index = run->index,
		.index_size = run->index_size,
	};

	if (run->count)
		put_run(run);
	else if (run->told)
		collect_skip(run->out, "iozone", run->start, run->end,
			"settings without results: the output is cut off, or its figures could "
			"not be read");
	if (inherits) {
		next.asked = run->asked;
		next.printed = run->printed;
		next.version = run->version;
		next.host = run->host;
		next.kernel = run->kernel;
	}
	/* A large index behind a small run would cost more to empty than to make again. */
	if (next.index_size > 64 * (run->count + 64)) {
		free(next.index);
		next.index = NULL;
		next.index_size = 0;
	}
	if (next.index)
		memset(next.index, 0, next.index_size * sizeof(*next.index));
	*run = next;
}
