/*
 * A report as iozone -a prints one, for the scripts that draw such tables
 * (Generate_Graphs, report.pl, iozone_visualizer.pl). Layout: iozone.c of 3.4xx,
 * whose fields are 16 and 8 wide and then as the table of tests says. A test that was not
 * run at all leaves its field blank, as `-i` does. A single figure that is missing is a
 * 0, iozone's mark of what it skipped: scripts that split lines at blanks would
 * take the next test's figure for it.
 */
#include "report/formats.h"

#include <inttypes.h>

#include "report/iozone_cells.h"
#include "report/markup.h"

static const struct {
	const char *above, *heading;
	int width;
} columns[IOZONE_TESTS] = {
#define IOZONE_COLUMN(test, title, heading_, width_) \
	[IOZONE_TEST_##test] = {.heading = (heading_), .width = (width_)},
	IOZONE_TEST_TABLE(IOZONE_COLUMN)
#undef IOZONE_COLUMN
};

/* iozone's two lines of headings; they do not stand exactly above its figures either. */
static const char headings[] =
	"                                                              random    random     bkwd "
	"   record    stride\n"
	"              kB  reclen    write  rewrite    read    reread    read     write     read "
	"  rewrite      read   fwrite frewrite    fread  freread\n";

fst_status report_write_iozone_text(
	const struct report *report, size_t part, struct strbuf *out, struct fst_error *error)
{
	uint32_t environment = iozone_environment(report, part);
	struct iozone_cells cells;

	(void)error;
	iozone_cells_begin(&cells, report, environment);
	strbuf_add_string(out, "\tIozone: Performance Test of File I/O\n"
			       "\t        Version $Revision: 3.471 $\n"
			       "\n\tThese figures were measured otherwise and written by fstui in "
			       "iozone's format.\n\tOutput is in kBytes/sec\n");
	strbuf_add_string(out, headings);
	for (size_t i = 0; i < cells.count; i++) {
		const struct iozone_line *line = &cells.lines[i];

		strbuf_printf(out, "%16" PRIu64 "%8" PRIu64, line->file_kib, line->record_kib);
		for (int t = 0; t < IOZONE_TESTS; t++)
			if (cells.has_test[t])
				strbuf_printf(
					out, "%*" PRIu64, columns[t].width, line->kib_per_s[t]);
			else
				strbuf_add_repeat(out, ' ', (size_t)columns[t].width);
		strbuf_add_char(out, '\n');
	}
	strbuf_add_string(out, "\niozone test complete.\n");
	iozone_cells_end(&cells);
	return FST_OK;
}
