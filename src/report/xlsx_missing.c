/* In place of xlsx.c where fstui was built without libxlsxwriter. */
#include "report/formats.h"

fst_status report_write_xlsx(
	const struct report *report, size_t part, struct strbuf *out, struct fst_error *error)
{
	(void)report;
	(void)part;
	(void)out;
	return fst_error_set(error, FST_UNSUPPORTED,
		"this fstui was built without libxlsxwriter, which writes .xlsx; use .csv, .html "
		"or .xls, or install the library and build again");
}
