#include "import/iozone.h"

#include "import/figures.h"

/* Lines of iozone's output. The names of the first ones are those of the preamble. */
enum event {
	E_BANNER,
	E_VERSION,
	E_BEGAN,
	E_MACHINE,
	E_COMMAND,
	E_OUTPUT,
	E_OPS,
	E_USEC,
	E_FILE_SIZE,
	E_RECORD_SIZE,
	E_LEAST_RECORD,
	E_PROCESSES,
	E_STRIDE,
	E_CONTRIBUTORS,
	E_CLOSE,
	E_FSYNC,
	E_DIRECT,
	E_DIRECTIO,
	E_SYNC,
	E_DSYNC,
	E_READ_SYNC,
	E_MMAP,
	E_MSYNC,
	E_AIO,
	E_NO_RETEST,
	E_INVALID,
	E_NO_CROSSOVER,
	E_SEQUENTIAL_MIX,
	E_MIX_PERCENT,
	E_PREAMBLE_END = E_MIX_PERCENT,
	E_EACH_PROCESS,
	E_EACH_THREAD,
	E_HEADER,
	E_HEADER_CSV,
	E_HEADER_PIPES,
	E_CHILDREN,
	E_CPU,
	E_TOO_QUICK,
	E_COMPLETE,
	E_INTERRUPTED,
	E_TIMER,
	E_WRITER_REPORT,
	E_READER_REPORT,
	E_WRITE_REPORT,
	E_READ_REPORT,
	E_REWRITE_REPORT,
	E_WRITEV_REPORT,
	E_READV_REPORT,
	E_CPU_REPORT,
	E_SUMMARY,
	E_CPU_SUMMARY,
	E_SHELL, /* commands, whose output may have lost all other words */
	E_SHELL_EXE,
	E_SHELL_3,
	E_EVENTS
};

static const char *const anchors[E_EVENTS] = {
	[E_BANNER] = "Iozone: Performance Test",
	[E_VERSION] = "Version $Revision:",
	[E_BEGAN] = "Run began:",
	[E_MACHINE] = "Machine = ",
	[E_COMMAND] = "Command line used:",
	[E_OUTPUT] = "Output is in kbytes/sec",
	[E_OPS] = "OPS Mode. Output",
	[E_USEC] = "Microseconds/op Mode.",
	[E_FILE_SIZE] = "File size set to ",
	[E_RECORD_SIZE] = "Record Size ",
	[E_LEAST_RECORD] = "Using Minimum Record Size",
	[E_PROCESSES] = "Throughput test with ",
	[E_STRIDE] = "File stride size set to",
	[E_CONTRIBUTORS] = "Contributors:William",
	[E_CLOSE] = "Include close in write timing",
	[E_FSYNC] = "Include fsync in write timing",
	[E_DIRECT] = "O_DIRECT feature enabled",
	[E_DIRECTIO] = "O_DIRECTIO feature enabled",
	[E_SYNC] = "SYNC Mode.",
	[E_DSYNC] = "O_DSYNC mode enabled",
	[E_READ_SYNC] = "Write sync mode active",
	[E_MMAP] = "Using mmap files",
	[E_MSYNC] = "on mmap files",
	[E_AIO] = "POSIX async I/O (",
	[E_NO_RETEST] = "No retest option selected",
	[E_INVALID] = "Performance measurements are invalid in this mode",
	[E_NO_CROSSOVER] = "Cross over of record size disabled",
	[E_SEQUENTIAL_MIX] = "Sequential Mixed workload",
	[E_MIX_PERCENT] = "Percent read in mix test is",
	[E_EACH_PROCESS] = "Each process writes a ",
	[E_EACH_THREAD] = "Each thread writes a ",
	[E_HEADER] = "kb reclen",
	[E_HEADER_CSV] = "kb,reclen",
	[E_HEADER_PIPES] = "kb | reclen",
	[E_CHILDREN] = "Children see throughput for",
	[E_CPU] = "CPU utilization: Wall time",
	[E_TOO_QUICK] = "completed too quickly to give a good result",
	[E_COMPLETE] = "iozone test complete",
	[E_INTERRUPTED] = "iozone: interrupted",
	[E_TIMER] = "Timer resolution is poor",
	[E_WRITER_REPORT] = "writer report",
	[E_READER_REPORT] = "reader report",
	[E_WRITE_REPORT] = "write report",
	[E_READ_REPORT] = "read report",
	[E_REWRITE_REPORT] = "rewrite report",
	[E_WRITEV_REPORT] = "writev report",
	[E_READV_REPORT] = "readv report",
	[E_CPU_REPORT] = "CPU utilization report",
	[E_SUMMARY] = "Throughput report Y-axis",
	[E_CPU_SUMMARY] = "CPU utilization report Y-axis",
	[E_SHELL] = "iozone -",
	[E_SHELL_EXE] = "iozone.exe -",
	[E_SHELL_3] = "iozone3 -",
};

/* So long is what iozone keeps of its command, and more. */
#define OWN_COMMAND_LONGEST 2048

/* As pages leave them; a table's header keeps some of its blanks or none. */
static const char *const probes[] = {"Iozone: Performance", "Command line used:", "reclen   ",
	"reclen write", "see throughput for", "er report\"", "write report\"", "read report\"",
	"Throughput report Y-axis", "iozone test complete"};

/* What a line of the preamble turns on. */
static const unsigned flags[E_PREAMBLE_END + 1] = {
	[E_CLOSE] = IOZONE_CLOSE,
	[E_FSYNC] = IOZONE_FSYNC,
	[E_DIRECT] = IOZONE_DIRECT,
	[E_DIRECTIO] = IOZONE_DIRECT,
	[E_SYNC] = IOZONE_O_SYNC,
	[E_DSYNC] = IOZONE_O_DSYNC,
	[E_READ_SYNC] = IOZONE_O_SYNC,
	[E_MMAP] = IOZONE_MMAP,
	[E_MSYNC] = IOZONE_MMAP,
	[E_AIO] = IOZONE_AIO,
	[E_NO_RETEST] = IOZONE_NO_RETEST,
	[E_INVALID] = IOZONE_INVALID,
	[E_NO_CROSSOVER] = IOZONE_NO_CROSSOVER,
	[E_SEQUENTIAL_MIX] = IOZONE_SEQUENTIAL_MIX,
	[E_RECORD_SIZE] = IOZONE_NO_CROSSOVER,
	[E_LEAST_RECORD] = IOZONE_NO_CROSSOVER,
	[E_FILE_SIZE] = IOZONE_NO_CROSSOVER,
};

#define KIB "k?b(?:ytes?)?"

static const char *const patterns[IOZONE_PATTERNS] = {
	[IOZONE_P_VERSION] = "Version \\$?Revision: ?([0-9]+\\.[0-9]+)",
	[IOZONE_P_BEGAN] = "Run began: ?[a-z]{3} ([a-z]{3}) ([0-9]{1,2}) "
			   "([0-9]{2}:[0-9]{2}:[0-9]{2}) ([0-9]{4})",
	[IOZONE_P_MACHINE] = "Machine = ?([a-z_-]+) ([a-z0-9._-]+) ([a-z0-9._+-]+)",
	[IOZONE_P_SIZE] = "(?:File size set to|Record Size) ?([0-9]+) ?" KIB,
	[IOZONE_P_EACH] = "Each (?:process|thread) writes a ([0-9]+) ?" KIB
			  " file in (?:([0-9]+) ?" KIB ")?",
	[IOZONE_P_NUMBER] = "(?:Throughput test with|Percent read in mix test is) ?([0-9]+)",
	[IOZONE_P_TIMER] = "Timer resolution.{0,100}Sizes ([0-9]+) ?" KIB " and below",
	[IOZONE_P_CHILDREN] = "Children see throughput for ?([0-9]+) ([a-z][a-z -]*?) ?= ?N"
			      "(?: ?=)? ?(k?b(?:ytes)?|ops)/s(?:ec)?",
	[IOZONE_P_CPU] = "CPU utilization: Wall time ?N CPU(?: ?=)? time ?N CPU(?: ?=)? "
			 "utilization ?N ?(?:=? ?%)",
	[IOZONE_P_SUMMARY_HEAD] = "(?:Throughput )?(CPU utilization )?report Y-axis is type of "
				  "test X-axis is number of processes ?\"?",
	[IOZONE_P_SUMMARY_RECORD] = " ?\"?Record size ?= ?N ?" KIB " ?\"?",
	[IOZONE_P_SUMMARY_UNIT] = " ?\"?Output is in (" KIB "|ops)/sec ?\"?",
	[IOZONE_P_SUMMARY_ROW] = "[\" ]*(initial write|rewrite|read|re-read|reverse read|"
				 "stride read|random read|mixed workload|random write|pwrite|"
				 "pread|fwrite|fread)[\" ,;|]*([0-9.]++(?:\\s++[0-9.]++)*+)",
};

struct reader {
	struct parse *parse;
	struct iozone_sources sources;
	size_t looked; /* in the flow: commands before it are known */
	size_t done; /* in the flow: all before it is read */
	size_t above; /* line of the last event */
	struct iozone_margin margin; /* of the page, once it is known */
	bool has_margin;
};

static void next_run(struct iozone_source *source, bool inherits)
{
	iozone_table_close(&source->table, source->run.out);
	iozone_run_next(&source->run, inherits);
}

/* The last command that runs iozone, whatever it is called, before @at. */
static bool find_command(const struct reader *reader, size_t at, struct command *command)
{
	static const char *const names[] = {"iozone", "iozone.exe", "iozone3"};
	bool found = false;

	for (size_t i = 0; i < FST_COUNT(names); i++) {
		struct command other;

		if (command_find(reader->parse->doc, names[i], reader->looked, at, &other) &&
			(!found || other.start > command->start)) {
			*command = other;
			found = true;
		}
	}
	return found;
}

/* A command line above the output at @at begins a run. */
static void look_for_command(struct reader *reader, size_t at)
{
	const struct document *doc = reader->parse->doc;
	struct command command;
	struct iozone_source *source;
	size_t line;

	if (at <= reader->looked)
		return;
	if (find_command(reader, at, &command)) {
		line = document_line_at_flow(doc, command.start);
		source = iozone_source_at(
			&reader->sources, line, text_skip(reader->parse->flow, command.start));
		/* The command that iozone itself prints is worth more than one in the text. */
		if (!source->run.told || source->run.count ||
			command_is_line(document_line(doc, line))) {
			iozone_read_lines(&reader->sources, line);
			next_run(source, false);
			source->run.asked = iozone_settings_of(&command);
			source->run.command_start = command.start;
			source->run.command_end = command.end;
			iozone_table_expect(&source->table, &source->run);
		}
	}
	reader->looked = at;
}

static void read_began(struct reader *reader, struct iozone_run *run, size_t at)
{
	static const char months[] = "janfebmaraprmayjunjulaugsepoctnovdec";
	struct text groups[PATTERN_GROUPS];
	double day;

	if (!pattern_at(reader->parse->patterns, IOZONE_P_BEGAN, reader->parse->flow, at, groups) ||
		!figure_number(groups[2], &day))
		return;
	for (int month = 0; month < 12; month++)
		if (text_equal_nocase(groups[1], text_make(months + 3 * month, 3)))
			run->started = collect_text(run->out, "%.*s-%02d-%02dT%.*s",
				TEXT_ARGS(groups[4]), month + 1, (int)day, TEXT_ARGS(groups[3]));
}

/*
 * The command that iozone prints itself: all up to the next line that it prints, so
 * that it does not matter where a page wrapped it.
 */
static void read_own_command(struct reader *reader, struct iozone_run *run, size_t at)
{
	static const char *const next[] = {"Output is in", "Time Resolution", "Compute time"};
	struct text flow = reader->parse->flow, word;
	size_t start = at + strlen(anchors[E_COMMAND]);
	struct text rest = text_make(flow.ptr + start,
		flow.len - start < OWN_COMMAND_LONGEST ? flow.len - start : OWN_COMMAND_LONGEST);
	struct command command = {.start = start, .end = start};
	bool bounded = false;

	for (size_t i = 0; i < FST_COUNT(next); i++) {
		size_t end = text_find(rest, next[i]);

		if (end == SIZE_MAX)
			continue;
		rest.len = end;
		bounded = true;
	}
	if (!text_next_word(&rest, &word))
		return;
	start = (size_t)(word.ptr - flow.ptr);
	if (bounded)
		command_split(
			text_make(word.ptr, (size_t)(rest.ptr + rest.len - word.ptr)), &command);
	else
		command_read(reader->parse->doc, start, start + word.len, flow.len, &command);
	run->asked = iozone_settings_of(&command);
	reader->looked = start + word.len;
	iozone_run_touch(run, at, reader->looked);
}

static void read_preamble(
	struct reader *reader, struct iozone_run *run, enum event event, size_t at)
{
	const struct patterns *table = reader->parse->patterns;
	struct text flow = reader->parse->flow, groups[PATTERN_GROUPS];

	run->printed.flags |= flags[event];
	switch (event) {
	case E_VERSION:
		if (pattern_at(table, IOZONE_P_VERSION, flow, at, groups))
			run->version = groups[1];
		break;
	case E_BEGAN:
		read_began(reader, run, at);
		break;
	case E_MACHINE:
		if (pattern_at(table, IOZONE_P_MACHINE, flow, at, groups)) {
			run->host = groups[2];
			run->kernel = groups[3];
		}
		break;
	case E_COMMAND:
		read_own_command(reader, run, at);
		break;
	case E_OUTPUT:
		run->printed.unit = IOZONE_KIB_PER_S;
		break;
	case E_OPS:
		run->printed.unit = IOZONE_OPS_PER_S;
		break;
	case E_USEC:
		run->printed.unit = IOZONE_USEC_PER_OP;
		break;
	case E_FILE_SIZE:
		if (pattern_at(table, IOZONE_P_SIZE, flow, at, groups))
			figure_number(groups[1], &run->printed.file_kib);
		break;
	case E_RECORD_SIZE:
		if (pattern_at(table, IOZONE_P_SIZE, flow, at, groups))
			figure_number(groups[1], &run->printed.record_kib);
		break;
	case E_PROCESSES:
		if (pattern_at(table, IOZONE_P_NUMBER, flow, at, groups))
			figure_number(groups[1], &run->printed.threads);
		break;
	case E_MIX_PERCENT:
		if (pattern_at(table, IOZONE_P_NUMBER, flow, at, groups))
			figure_number(groups[1], &run->printed.read_percent);
		break;
	default:
		break;
	}
}

/*
 * Some lines of the preamble are words that prose has too: they count at a line's
 * start and within a preamble that has begun.
 */
static bool is_preamble(const struct reader *reader, const struct iozone_source *source,
	enum event event, size_t at)
{
	const struct document *doc = reader->parse->doc;
	struct text flow = reader->parse->flow, groups[PATTERN_GROUPS];
	size_t line = document_line_at_flow(doc, at);

	if ((event == E_FILE_SIZE || event == E_RECORD_SIZE) &&
		!pattern_at(reader->parse->patterns, IOZONE_P_SIZE, flow, at, groups))
		return false;
	if (event == E_MACHINE &&
		!pattern_at(reader->parse->patterns, IOZONE_P_MACHINE, flow, at, groups))
		return false;
	if (event <= E_COMMAND && event != E_MACHINE)
		return true;
	return (source->run.told && !source->run.count) || doc->lines[line].flow == at ||
	       source->name.len || at - doc->lines[line].flow <= 4;
}

static void on_preamble(
	struct reader *reader, struct iozone_source *source, enum event event, size_t at)
{
	unsigned bit = 1u << event;
	bool once = event == E_BANNER || event == E_VERSION || event == E_BEGAN ||
		    event == E_COMMAND;

	if (!is_preamble(reader, source, event, at))
		return;
	if (source->run.count || (once && source->run.told & bit))
		next_run(source, false);
	source->run.told |= bit;
	iozone_run_touch(&source->run, at, at + strlen(anchors[event]));
	read_preamble(reader, &source->run, event, at);
	if (!source->table.open)
		iozone_table_expect(&source->table, &source->run);
}

static void on_each(struct reader *reader, struct iozone_run *run, size_t at)
{
	struct text groups[PATTERN_GROUPS];

	if (!pattern_at(reader->parse->patterns, IOZONE_P_EACH, reader->parse->flow, at, groups))
		return;
	iozone_run_touch(run, at, at + groups[0].len);
	figure_number(groups[1], &run->printed.file_kib);
	figure_number(groups[2], &run->printed.record_kib);
}

/* Names in the lines of throughput mode. */
static enum test children_test(struct text name, const struct iozone_run *run)
{
	static const struct {
		const char *name;
		enum test test;
	} names[] = {
		{"initial writers", TEST_WRITE},
		{"rewriters", TEST_REWRITE},
		{"readers", TEST_READ},
		{"re-readers", TEST_REREAD},
		{"reverse readers", TEST_BACKWARD_READ},
		{"stride readers", TEST_STRIDE_READ},
		{"random readers", TEST_RANDOM_READ},
		{"mixed workload", TEST_RANDOM_MIXED},
		{"random writers", TEST_RANDOM_WRITE},
		{"pwrite writers", TEST_PWRITE},
		{"pread readers", TEST_PREAD},
		{"fwriters", TEST_FWRITE},
		{"freaders", TEST_FREAD},
	};

	for (size_t i = 0; i < FST_COUNT(names); i++)
		if (text_equal_nocase(name, text_of(names[i].name)))
			return names[i].test == TEST_RANDOM_MIXED &&
					       iozone_run_settings(run).flags &
						       IOZONE_SEQUENTIAL_MIX
				       ? TEST_MIXED
				       : names[i].test;
	return TEST_COUNT;
}

static void on_children(struct reader *reader, struct iozone_run *run, size_t at)
{
	struct iozone_settings settings;
	struct text groups[PATTERN_GROUPS];
	struct iozone_cell cell = {.cpu_percent = -1, .at = at};
	enum test test;

	if (!pattern_at(
		    reader->parse->patterns, IOZONE_P_CHILDREN, reader->parse->flow, at, groups)) {
		collect_skip(run->out, "iozone", at, at + strlen(anchors[E_CHILDREN]),
			"a throughput line that is cut off");
		return;
	}
	test = children_test(groups[2], run);
	if (test == TEST_COUNT || !figure_number(groups[1], &cell.threads) ||
		!figure_number(groups[3], &cell.value)) {
		collect_skip(run->out, "iozone", at, at + groups[0].len,
			"a throughput line of an unknown test");
		return;
	}
	if (run->count && run->kind == IOZONE_TABLE)
		iozone_run_next(run, true);
	run->printed.unit = text_starts_nocase(groups[4], "ops") ? IOZONE_OPS_PER_S
								 : IOZONE_KIB_PER_S;
	settings = iozone_run_settings(run);
	cell.test = (uint8_t)test;
	cell.file_kib = settings.file_kib * cell.threads;
	cell.record_kib = settings.record_kib;
	cell.reported = text_make(
		groups[3].ptr, (size_t)(groups[0].ptr + groups[0].len - groups[3].ptr));
	iozone_run_add(run, IOZONE_THROUGHPUT, &cell, 1);
	iozone_run_touch(run, at, at + groups[0].len);
}

/* The processor's share during the test above. */
static void on_cpu(struct reader *reader, struct iozone_run *run, size_t at)
{
	struct text groups[PATTERN_GROUPS];
	double percent;

	if (!run->count || run->kind != IOZONE_THROUGHPUT ||
		!pattern_at(reader->parse->patterns, IOZONE_P_CPU, reader->parse->flow, at, groups))
		return;
	if (figure_number(groups[3], &percent))
		run->cells[run->count - 1].cpu_percent = percent;
	iozone_run_touch(run, at, at + groups[0].len);
}

/*
 * Where the words of the header's upper line start in @text: "random random bkwd
 * record stride", or fewer of them. SIZE_MAX: it is another line.
 */
static size_t upper_words(struct text text)
{
	static const char *const words[] = {"random", "bkwd", "record", "stride"};
	struct text rest = text, word;
	size_t first = SIZE_MAX;

	while (text_next_word(&rest, &word)) {
		bool known = false;

		for (size_t i = 0; i < FST_COUNT(words); i++)
			known |= text_is(word, words[i]);
		if (!known)
			first = SIZE_MAX;
		else if (first == SIZE_MAX)
			first = (size_t)(word.ptr - text.ptr);
	}
	return first;
}

/*
 * The header whose lower line is @line begins in the returned one. What people write
 * in front of its upper words is the run's title.
 */
static size_t upper_line(const struct document *doc, size_t line, struct iozone_run *run)
{
	size_t first = line;

	for (size_t up = line; up-- > 0 && line - up <= 4;) {
		struct text text = document_line_flow(doc, up);
		size_t words = upper_words(text);

		if (words == SIZE_MAX && text.len)
			break;
		if (!text.len)
			continue;
		first = up;
		if (words > 0 && !run->name.len)
			run->title = text_trim(text_make(text.ptr, words));
		if (words > 0)
			break;
	}
	return first;
}

static void on_header(struct reader *reader, struct iozone_source *source, size_t at)
{
	const struct document *doc = reader->parse->doc;
	size_t line = document_line_at_flow(doc, at), end, first;
	bool streamed;

	if (source->run.count)
		next_run(source, true);
	iozone_table_close(&source->table, source->run.out);
	end = iozone_table_open(&source->table, doc, &source->run, at, &streamed);
	first = upper_line(doc, line, &source->run);
	iozone_run_touch(&source->run, doc->lines[first].flow, end);
	if (streamed && source->table.open) {
		end = iozone_table_stream(&source->table, &source->run, doc, end);
		iozone_run_touch(&source->run, at, end);
		source->table.open = false;
	}
	reader->done = end;
	reader->sources.line = document_line_at_flow(doc, end ? end - 1 : 0) + 1;
}

static void on_timer(struct reader *reader, struct iozone_run *run, size_t at)
{
	struct text groups[PATTERN_GROUPS];

	if (pattern_at(reader->parse->patterns, IOZONE_P_TIMER, reader->parse->flow, at, groups) &&
		figure_number(groups[1], &run->coarse_kib))
		iozone_run_touch(run, at, at + groups[0].len);
}

/* The row above was done too quickly. */
static void on_too_quick(struct iozone_run *run)
{
	for (size_t i = run->count; i-- > 0 && run->kind == IOZONE_TABLE;) {
		struct iozone_cell *cell = &run->cells[i], *last = &run->cells[run->count - 1];

		if (cell->file_kib != last->file_kib || cell->record_kib != last->record_kib)
			break;
		cell->too_quick = true;
	}
}

/* What ends a table. One whose header and command were cut off stands above it. */
static void on_end(struct reader *reader, struct iozone_source *source, size_t line)
{
	const struct document *doc = reader->parse->doc;

	if (!source->table.open && !source->run.begun) {
		iozone_table_expect(&source->table, &source->run);
		for (size_t above = reader->above; above < line; above++)
			iozone_table_line(&source->table, &source->run, doc, above,
				document_line(doc, above));
	}
	source->table.open = false;
}

static void on_report(struct reader *reader, struct iozone_source *source, size_t at)
{
	const struct document *doc = reader->parse->doc;
	size_t end;

	if (!reader->has_margin)
		reader->margin = iozone_find_margin(doc);
	reader->has_margin = true;
	end = iozone_report_read(&source->run, doc, reader->margin, at);
	if (end == at)
		return;
	source->table.open = false;
	reader->done = end;
}

static void read_event(struct reader *reader, enum event event, size_t at)
{
	const struct document *doc = reader->parse->doc;
	size_t line = document_line_at_flow(doc, at);
	struct iozone_source *source;

	/* The name may be that of a file on another's command line. */
	look_for_command(reader, event >= E_SHELL ? doc->lines[line].flow : at);
	if (event >= E_SHELL)
		return;
	iozone_read_lines(&reader->sources, line);
	source = iozone_source_at(&reader->sources, line, text_skip(reader->parse->flow, at));
	if (event <= E_PREAMBLE_END) {
		on_preamble(reader, source, event, at);
		return;
	}
	if (event != E_COMPLETE && event != E_INTERRUPTED)
		reader->above = line + 1;
	switch (event) {
	case E_EACH_PROCESS:
	case E_EACH_THREAD:
		on_each(reader, &source->run, at);
		break;
	case E_HEADER:
	case E_HEADER_CSV:
	case E_HEADER_PIPES:
		on_header(reader, source, at);
		break;
	case E_CHILDREN:
		source->table.open = false;
		on_children(reader, &source->run, at);
		break;
	case E_CPU:
		on_cpu(reader, &source->run, at);
		break;
	case E_TOO_QUICK:
		on_too_quick(&source->run);
		break;
	case E_COMPLETE:
	case E_INTERRUPTED:
		on_end(reader, source, line);
		break;
	case E_TIMER:
		on_timer(reader, &source->run, at);
		break;
	case E_SUMMARY:
	case E_CPU_SUMMARY:
		reader->done = iozone_report_throughput(&source->run, reader->parse, at);
		break;
	default:
		on_report(reader, source, at);
		break;
	}
}

static void parse_iozone(struct parse *parse)
{
	struct reader reader = {.parse = parse};

	iozone_sources_begin(&reader.sources, parse);
	for (size_t i = 0; i < parse->hit_count; i++)
		if (parse->hits[i].at >= reader.done)
			read_event(&reader, (enum event)parse->hits[i].anchor, parse->hits[i].at);
	look_for_command(&reader, parse->flow.len);
	iozone_read_lines(&reader.sources, parse->doc->line_count);
	for (size_t i = 0; i < reader.sources.count; i++)
		next_run(&reader.sources.items[i], false);
	iozone_sources_end(&reader.sources);
}

const struct importer importer_iozone = {
	.tool = "iozone",
	.anchors = anchors,
	.anchor_count = FST_COUNT(anchors),
	.probes = probes,
	.probe_count = FST_COUNT(probes),
	.patterns = patterns,
	.pattern_count = FST_COUNT(patterns),
	.parse = parse_iozone,
};
