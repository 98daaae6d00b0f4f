#include "golden.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/strbuf.h"
#include "test.h"

#define GOLDEN_LIMIT ((size_t)16 << 20)

static void show_difference(const char *path, struct text expected, struct text actual)
{
	struct text a = {0}, b = {0};
	size_t line = 0;
	bool more_a = true, more_b = true;

	do {
		more_a = text_next_part(&expected, '\n', &a);
		more_b = text_next_part(&actual, '\n', &b);
		line++;
	} while (more_a && more_b && text_equal(a, b));
	a = more_a ? a : TEXT("(end of the file)");
	b = more_b ? b : TEXT("(end of the picture)");
	print_error("%s:%zu differs\n  expected: %.*s\n  found:    %.*s\n", path, line,
		TEXT_ARGS(a), TEXT_ARGS(b));
	print_error("If the new picture is right: make golden-update\n");
}

void golden_check(const char *name, struct text actual)
{
	char *relative = xasprintf("tests/golden/%s.txt", name);
	char *path = test_source_path(relative);
	struct strbuf expected = STRBUF_INIT;
	struct fst_error error = {0};
	bool same;

	if (getenv("FSTUI_GOLDEN_UPDATE")) {
		if (fileio_replace(path, actual, &error) != FST_OK)
			fail_msg("%s", error.message);
		same = true;
	} else {
		if (fileio_read(path, GOLDEN_LIMIT, &expected, &error) != FST_OK)
			print_error("%s\n", error.message);
		same = text_equal(strbuf_text(&expected), actual);
		if (!same)
			show_difference(relative, strbuf_text(&expected), actual);
	}
	strbuf_free(&expected);
	free(path);
	free(relative);
	assert_true(same);
}

void golden_check_canvas(const char *name, const struct canvas *canvas, bool roles)
{
	struct strbuf dump = STRBUF_INIT;

	if (roles)
		canvas_dump_roles(canvas, &dump);
	else
		canvas_dump_text(canvas, &dump);
	golden_check(name, strbuf_text(&dump));
	strbuf_free(&dump);
}
