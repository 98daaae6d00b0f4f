/* Reports that are rows: CSV for a spreadsheet, and JSON Lines. */
#include "report/formats.h"

#include <string.h>

#include "base/escape.h"
#include "model/extra.h"
#include "model/jsonl.h"
#include "report/markup.h"
#include "store/csv.h"

/* A row whose texts no spreadsheet takes for a formula; result files keep what texts are. */
struct safe_row {
	struct measurement m;
	struct strbuf texts[COLUMN_COUNT_ALL];
};

static void add_safe_extra(struct strbuf *out, struct text extra)
{
	struct strbuf parts[2] = {STRBUF_INIT, STRBUF_INIT};
	struct text escaped[2];

	while (extra_next(&extra, &escaped[0], &escaped[1])) {
		for (int i = 0; i < 2; i++) {
			strbuf_clear(&parts[i]);
			markup_add_spreadsheet(&parts[i], escaped[i]);
			if (parts[i].len)
				strbuf_truncate(&parts[i], escape_undo(parts[i].ptr, parts[i].len));
		}
		extra_add(out, strbuf_text(&parts[0]), strbuf_text(&parts[1]));
	}
	strbuf_free(&parts[0]);
	strbuf_free(&parts[1]);
}

static void start_safe_row(struct safe_row *safe, const struct dataset *dataset, uint32_t row)
{
	memset(safe, 0, sizeof(*safe));
	dataset_get(dataset, row, &safe->m);
	for (int c = 0; c < COLUMN_COUNT_ALL; c++) {
		enum column column = (enum column)c;
		struct text text;

		if (column_table[c].type != COLUMN_TEXT || !measurement_has(&safe->m, column))
			continue;
		text = measurement_text(&safe->m, column);
		if (column == COL_EXTRA)
			add_safe_extra(&safe->texts[c], text);
		else
			markup_add_spreadsheet(&safe->texts[c], text);
		measurement_set_text(&safe->m, column, strbuf_text(&safe->texts[c]));
	}
}

static void end_safe_row(struct safe_row *safe)
{
	for (int c = 0; c < COLUMN_COUNT_ALL; c++)
		strbuf_free(&safe->texts[c]);
}

fst_status report_write_csv(
	const struct report *report, size_t part, struct strbuf *out, struct fst_error *error)
{
	struct csv_writer writer = CSV_WRITER_INIT;
	uint32_t count = dataset_count(report->dataset);
	struct safe_row safe;

	(void)part;
	(void)error;
	for (uint32_t row = 0; row < count; row++)
		if (dataset_has(report->dataset, row, COL_EXTRA)) {
			start_safe_row(&safe, report->dataset, row);
			csv_writer_learn(&writer, &safe.m);
			end_safe_row(&safe);
		}
	for (uint32_t row = 0; row < count; row++) {
		start_safe_row(&safe, report->dataset, row);
		csv_writer_add_row(&writer, out, &safe.m);
		end_safe_row(&safe);
	}
	csv_writer_free(&writer);
	return FST_OK;
}

fst_status report_write_jsonl(
	const struct report *report, size_t part, struct strbuf *out, struct fst_error *error)
{
	struct measurement m;

	(void)part;
	(void)error;
	for (uint32_t row = 0; row < dataset_count(report->dataset); row++) {
		struct jsonl object = jsonl_begin(out);

		dataset_get(report->dataset, row, &m);
		jsonl_add_measurement(&object, &m);
		jsonl_end(&object);
	}
	return FST_OK;
}
