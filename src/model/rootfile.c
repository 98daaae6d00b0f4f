#include "model/rootfile.h"

#include <sys/stat.h>

#include "base/fileio.h"
#include "base/number.h"

#define SMALL_FILE_LIMIT (4u << 20)

static bool read_formatted(const char *root, struct strbuf *out, const char *format, va_list ap)
	FST_PRINTF(3, 0);

static bool read_formatted(const char *root, struct strbuf *out, const char *format, va_list ap)
{
	struct strbuf path = STRBUF_INIT;
	bool done;

	strbuf_clear(out);
	strbuf_add_string(&path, root);
	strbuf_vprintf(&path, format, ap);
	done = fileio_read(path.ptr, SMALL_FILE_LIMIT, out, NULL) == FST_OK;
	if (!done)
		strbuf_clear(out);
	strbuf_free(&path);
	return done;
}

bool rootfile_read(const char *root, struct strbuf *out, const char *format, ...)
{
	va_list ap;
	bool done;

	va_start(ap, format);
	done = read_formatted(root, out, format, ap);
	va_end(ap);
	return done;
}

bool rootfile_exists(const char *root, const char *format, ...)
{
	struct strbuf path = STRBUF_INIT;
	struct stat st;
	va_list ap;
	bool there;

	strbuf_add_string(&path, root);
	va_start(ap, format);
	strbuf_vprintf(&path, format, ap);
	va_end(ap);
	there = lstat(path.ptr, &st) == 0;
	strbuf_free(&path);
	return there;
}

struct text rootfile_line(const struct strbuf *sb)
{
	struct text rest = strbuf_text(sb), line = {0};

	text_next_part(&rest, '\n', &line);
	return text_trim(line);
}

bool rootfile_read_number(const char *root, uint64_t *value, const char *format, ...)
{
	struct strbuf sb = STRBUF_INIT;
	va_list ap;
	bool done;

	va_start(ap, format);
	done = read_formatted(root, &sb, format, ap) && number_parse_u64(rootfile_line(&sb), value);
	va_end(ap);
	strbuf_free(&sb);
	return done;
}
