#include "ui/dirty_pages.h"

#include <unistd.h>

#include "base/fileio.h"
#include "base/number.h"

/* More than any kernel prints. */
#define VMSTAT_LIMIT 65536

static bool take(struct text line, const char *name, double page_bytes, double *bytes)
{
	struct text word, rest = line;
	double pages;

	if (!text_next_word(&rest, &word) || !text_is(word, name) ||
		!text_next_word(&rest, &word) || !number_parse(word, &pages))
		return false;
	*bytes = pages * page_bytes;
	return true;
}

bool dirty_pages_parse(struct text vmstat, double page_bytes, struct dirty_pages *pages)
{
	double dirty = -1, writeback = 0;
	struct text line;

	pages->limit_bytes = -1;
	while (text_next_part(&vmstat, '\n', &line)) {
		take(line, "nr_dirty", page_bytes, &dirty);
		take(line, "nr_writeback", page_bytes, &writeback);
		take(line, "nr_dirty_threshold", page_bytes, &pages->limit_bytes);
	}
	pages->dirty_bytes = dirty + writeback;
	return dirty >= 0 && pages->limit_bytes > 0;
}

bool dirty_pages_read(struct dirty_pages *pages)
{
	struct strbuf text = STRBUF_INIT;
	bool known = fileio_read("/proc/vmstat", VMSTAT_LIMIT, &text, NULL) == FST_OK &&
		     dirty_pages_parse(strbuf_text(&text), (double)sysconf(_SC_PAGESIZE), pages);

	strbuf_free(&text);
	return known;
}
