#include "report/formats.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fileio.h"

/* A part's name in a file name is no longer than that; numbers tell long ones apart. */
#define PART_NAME_LENGTH 60

#define PARTS(of, what) \
	.parted = true, .count = report_count_##of, .name_part = report_name_##of, .holds = what
#define CHARTS PARTS(chart, "charts over several record sizes")
#define IOZONE PARTS(iozone, "throughputs by file size and record size")

/* name, suffix, and how it is written */
#define FORMAT_TABLE(_)                                              \
	_(html, ".html", .write = report_write_html)                 \
	_(md, ".md", .write = report_write_markdown)                 \
	_(csv, ".csv", .write = report_write_csv)                    \
	_(jsonl, ".jsonl", .write = report_write_jsonl)              \
	_(xlsx, ".xlsx", .write = report_write_xlsx)                 \
	_(svg, ".svg", .write = report_write_svg, CHARTS)            \
	_(iozone, ".txt", .write = report_write_iozone_text, IOZONE) \
	_(xls, ".xls", .write = report_write_iozone_workbook, IOZONE)

const struct report_format report_formats[] = {
#define FORMAT_ROW(name_, suffix_, ...) {.name = #name_, .suffix = (suffix_), __VA_ARGS__},
	FORMAT_TABLE(FORMAT_ROW)
#undef FORMAT_ROW
		{.name = NULL},
};

const char *const report_format_names[] = {
#define FORMAT_NAME(name, suffix, ...) #name,
	FORMAT_TABLE(FORMAT_NAME)
#undef FORMAT_NAME
		NULL,
};

const struct report_format *report_format_named(const char *name)
{
	for (const struct report_format *format = report_formats; format->name; format++)
		if (!strcmp(format->name, name))
			return format;
	return NULL;
}

const struct report_format *report_format_of_file(const char *path)
{
	struct text name = fileio_base_name(path, false);

	for (const struct report_format *format = report_formats; format->name; format++) {
		size_t length = strlen(format->suffix);

		if (name.len > length && text_equal_nocase(text_skip(name, name.len - length),
						 text_of(format->suffix)))
			return format;
	}
	return NULL;
}

void report_open(struct report *report, const struct dataset *dataset, bool sizes)
{
	*report = (struct report){.dataset = dataset,
		.cube = cube_new(dataset, NULL, dataset_count(dataset)),
		.sizes = sizes};
	report->charts = curves_list_new(report->cube, sizes);
}

void report_close(struct report *report)
{
	curves_list_free(&report->charts);
	cube_free(report->cube);
}

/* @name with `_` for all that file names and shells could trip over. */
static void add_plain(struct strbuf *out, struct text name)
{
	size_t length = name.len < PART_NAME_LENGTH ? name.len : PART_NAME_LENGTH;

	for (size_t i = 0; i < length; i++) {
		char c = name.ptr[i], lower = (char)(c | 0x20);
		bool plain = text_is_digit(c) || (lower >= 'a' && lower <= 'z') ||
			     (i > 0 && (c == '.' || c == '-'));

		strbuf_add_char(out, plain ? c : '_');
	}
}

/* Are two of them the same, or so alike that some file system takes them for one? */
static bool any_alike(char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (!names[i][0])
			return true;
		for (size_t j = 0; j < i; j++)
			if (text_equal_nocase(text_of(names[i]), text_of(names[j])))
				return true;
	}
	return false;
}

char **report_plan_files(const struct report_format *format, const struct report *report,
	const char *path, size_t *count)
{
	struct text base = fileio_base_name(path, false), stem = fileio_base_name(path, true);
	size_t parts = format->parted ? format->count(report) : 1;
	char **files = parts ? xcalloc(parts, sizeof(*files)) : NULL;
	bool numbered;

	*count = parts;
	if (parts == 1) {
		files[0] = xstrdup(path);
		return files;
	}
	for (size_t i = 0; i < parts; i++) {
		struct strbuf name = STRBUF_INIT, plain = STRBUF_INIT;

		format->name_part(report, i, &name);
		add_plain(&plain, strbuf_text(&name));
		strbuf_free(&name);
		files[i] = strbuf_detach(&plain);
	}
	numbered = any_alike(files, parts);
	for (size_t i = 0; i < parts; i++) {
		struct strbuf file = STRBUF_INIT;

		strbuf_add_text(&file, text_make(path, strlen(path) - base.len + stem.len));
		strbuf_printf(&file, "-%s", files[i]);
		if (numbered)
			strbuf_printf(&file, "-%zu", i + 1);
		strbuf_add_text(&file, text_skip(base, stem.len));
		free(files[i]);
		files[i] = strbuf_detach(&file);
	}
	return files;
}
