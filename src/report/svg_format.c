/* A chart as a file of its own. */
#include "report/formats.h"

#include "report/svg.h"

size_t report_count_chart(const struct report *report)
{
	return report->charts.count;
}

void report_name_chart(const struct report *report, size_t part, struct strbuf *out)
{
	const struct curves *curves = report->charts.items[part];
	char size[UNITS_SIZE];

	strbuf_add_string(out, curves->test_label);
	if (curves->file_bytes)
		strbuf_printf(
			out, "-%s", units_format_size(size, (double)curves->file_bytes, false));
}

fst_status report_write_svg(
	const struct report *report, size_t part, struct strbuf *out, struct fst_error *error)
{
	(void)error;
	svg_add_chart(out, report->charts.items[part], "title", true);
	return FST_OK;
}
