#include "report/evidence.h"

#include "analysis/work.h"
#include "draw/metric.h"

/* The figures that a row may be about, the likeliest first. */
static const enum metric figures[] = {METRIC_BYTES, METRIC_OPS, METRIC_ELAPSED};

void evidence_add(const struct dataset *dataset, uint32_t row, struct strbuf *out)
{
	struct text source = dataset_text(dataset, row, COL_SOURCE);
	char number[UNITS_SIZE];
	size_t before;
	double value;

	strbuf_add_text(out, dataset_text(dataset, row, COL_ENVIRONMENT));
	strbuf_add_string(out, ": ");
	strbuf_add_text(out, dataset_text(dataset, row, COL_TEST));
	strbuf_add_string(out, ", ");
	before = out->len;
	work_add_dimensions(dataset, row, out);
	if (out->len > before)
		strbuf_add_string(out, ", ");
	for (size_t i = 0; i < FST_COUNT(figures); i++)
		if (metric_value(dataset, row, figures[i], &value)) {
			strbuf_add_string(out, metric_format_unit(number, figures[i], value));
			break;
		}
	strbuf_add_string(out, " (");
	strbuf_add_text(out, dataset_text(dataset, row, COL_TOOL));
	if (source.len) {
		strbuf_add_string(out, "; ");
		strbuf_add_text(out, source);
	}
	strbuf_add_char(out, ')');
}
