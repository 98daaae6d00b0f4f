/* The functions of the table of formats, one for each file of this folder that writes one. */
#ifndef FST_REPORT_FORMATS_H
#define FST_REPORT_FORMATS_H

#include "report/report.h"

typedef fst_status report_write(
	const struct report *report, size_t part, struct strbuf *out, struct fst_error *error);

report_write report_write_csv, report_write_jsonl; /* rows_format.c */
report_write report_write_html; /* html.c */
report_write report_write_markdown; /* markdown.c */
report_write report_write_svg; /* svg_format.c */
report_write report_write_xlsx; /* xlsx.c */
report_write report_write_iozone_text; /* iozone_text.c */
report_write report_write_iozone_workbook; /* iozone_workbook.c */

/* Parts: a chart each, or an environment each that has what an iozone report holds. */
size_t report_count_chart(const struct report *report);
void report_name_chart(const struct report *report, size_t part, struct strbuf *out);
size_t report_count_iozone(const struct report *report);
void report_name_iozone(const struct report *report, size_t part, struct strbuf *out);

#endif
