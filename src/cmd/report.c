/* `fstui report`: what the rows say, as a file for colleagues. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/fileio.h"
#include "cmd/baseline.h"
#include "cmd/command.h"
#include "cmd/selection.h"
#include "report/report.h"

static const char *const preset_names[] = {"sizes", NULL};
static const struct option_info report_options[] = {
	{.name = "output",
		.letter = 'o',
		.kind = OPTION_TEXT,
		.argument = "OUT",
		.help = "the file to write; its suffix tells the format (.html .md .csv .jsonl "
			".xlsx .svg .txt .xls), - is standard output"},
	{.name = "format",
		.letter = 'f',
		.kind = OPTION_CHOICE,
		.argument = "FORMAT",
		.choices = report_format_names,
		.help = "the format, whatever the file's suffix is; iozone is the text that iozone "
			"-a prints, xls the workbook that iozone -b writes"},
	{.name = "preset",
		.kind = OPTION_CHOICE,
		.argument = "PRESET",
		.choices = preset_names,
		.help = "sizes: nothing but four charts of throughput by record size, for random "
			"and sequential reads and writes of a 64M file"},
	BASELINE_OPTION,
};
static const struct option_table report_table = OPTION_TABLE("Options", report_options);

static fst_status choose_format(const struct options *options, const char *path,
	const struct report_format **format, struct fst_error *error)
{
	const char *name = options_given(options, "format")
				   ? report_format_names[options_choice(options, "format", 0)]
				   : NULL;

	*format = name ? report_format_named(name) : report_format_of_file(path);
	if (*format)
		return FST_OK;
	return fst_error_set(error, FST_USAGE,
		"%s has no suffix that tells the report's format (.html .md .csv .jsonl .xlsx .svg "
		".txt .xls): give one, or --format",
		strcmp(path, "-") ? path : "standard output");
}

static fst_status write_part(const struct report_format *format, const struct report *report,
	size_t part, const char *path, struct fst_error *error)
{
	struct strbuf out = STRBUF_INIT;
	fst_status status = format->write(report, part, &out, error);

	if (status == FST_OK && !strcmp(path, "-"))
		fwrite(out.ptr, 1, out.len, stdout);
	else if (status == FST_OK)
		status = fileio_replace(path, strbuf_text(&out), error);
	strbuf_free(&out);
	return status;
}

static fst_status write_report(const struct report_format *format, const struct report *report,
	const char *path, struct fst_error *error)
{
	size_t count;
	char **files = report_plan_files(format, report, path, &count);
	fst_status status = FST_OK;

	if (count == 0)
		status = fst_error_set(error, FST_FAILED,
			"nothing to write: the format %s holds %s, and there are none",
			format->name, format->holds);
	if (count > 1 && !strcmp(path, "-"))
		status = fst_error_set(error, FST_USAGE,
			"this report has %zu files in the format %s, which do not go to standard "
			"output: give -o FILE, or name less",
			count, format->name);
	for (size_t i = 0; i < count && status == FST_OK; i++) {
		status = write_part(format, report, i, files[i], error);
		if (status == FST_OK && count > 1)
			fprintf(stderr, "fstui: wrote %s\n", files[i]);
	}
	for (size_t i = 0; i < count; i++)
		free(files[i]);
	free(files);
	return status;
}

static const char *format_now(const struct clock *clock, char *out, size_t size)
{
	time_t now = (time_t)clock_wall_s(clock);
	struct tm local;

	if (!localtime_r(&now, &local) || !strftime(out, size, "%Y-%m-%d %H:%M %Z", &local))
		return NULL;
	return out;
}

static fst_status report_run(const struct invocation *invocation, struct fst_error *error)
{
	const struct options *options = &invocation->options;
	const char *path = options_text(options, "output", "-");
	const struct report_format *format;
	struct dataset *dataset = dataset_new();
	struct report report = {0};
	char now[64];
	fst_status status = choose_format(options, path, &format, error);

	if (status != FST_OK)
		goto out;
	status = selection_load(options, dataset, error);
	if (status != FST_OK)
		goto out;
	report_open(&report, dataset, options_given(options, "preset"));
	if (report.sizes && report.charts.count == 0) {
		status = fst_error_set(error, FST_FAILED,
			"--preset sizes shows reads and writes of a 64M file over several record "
			"sizes, and none were measured; leave it out for all that there is");
		goto out;
	}
	report.written_at = format_now(invocation->clock, now, sizeof(now));
	if (cube_row_count(report.cube) > 0)
		status = baseline_find(options, report.cube, &report.baseline, error);
	if (status == FST_OK)
		status = write_report(format, &report, path, error);
out:
	report_close(&report);
	dataset_free(dataset);
	return status;
}

const struct command command_report = {
	.name = "report",
	.operands = "-o OUT [FILE|NAME...]",
	.summary = "write a report to hand to colleagues",
	.description =
		"Write what the measurements of each FILE or NAME (default: the library) say: as "
		"a page with charts (.html), Markdown, a workbook with charts (.xlsx), rows for a "
		"spreadsheet (.csv) or for programs (.jsonl), charts alone (.svg), or as iozone "
		"prints (.txt) and saves (.xls) them. Charts and iozone's formats are one file for "
		"each chart or environment, with its name in front of the suffix when there are "
		"several.",
	.options = {&report_table},
	.run = report_run,
};
