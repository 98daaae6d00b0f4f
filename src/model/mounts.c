#include "model/mounts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "base/strbuf.h"

/* The fields of a line that are of use. */
struct line {
	struct text device, point, options, filesystem, source, super_options;
};

/* "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue" */
static bool split_line(struct text rest, struct line *line)
{
	struct text word;

	for (int field = 1; field <= 6; field++) {
		if (!text_next_word(&rest, &word))
			return false;
		if (field == 3)
			line->device = word;
		else if (field == 5)
			line->point = word;
		else if (field == 6)
			line->options = word;
	}
	do
		if (!text_next_word(&rest, &word))
			return false;
	while (!text_is(word, "-"));
	return text_next_word(&rest, &line->filesystem) && text_next_word(&rest, &line->source) &&
	       (text_next_word(&rest, &line->super_options) || true);
}

/* Blanks and backslashes stand as \040 and the like. */
static char *unescape(struct text t)
{
	struct strbuf out = STRBUF_INIT;

	for (size_t i = 0; i < t.len; i++) {
		int code = 0, digits = 0;

		while (t.ptr[i] == '\\' && digits < 3 && i + 1 + (size_t)digits < t.len &&
			t.ptr[i + 1 + (size_t)digits] >= '0' &&
			t.ptr[i + 1 + (size_t)digits] <= '7') {
			code = code * 8 + (t.ptr[i + 1 + (size_t)digits] - '0');
			digits++;
		}
		strbuf_add_char(&out, digits == 3 ? (char)code : t.ptr[i]);
		i += digits == 3 ? 3 : 0;
	}
	return strbuf_detach(&out);
}

static bool is_inside(const char *point, const char *path)
{
	size_t n = strlen(point);

	if (strcmp(point, "/") == 0)
		return path[0] == '/';
	return strncmp(point, path, n) == 0 && (path[n] == '\0' || path[n] == '/');
}

/* Both lists, what is in the first one not again. */
static char *join_options(struct text first, struct text second)
{
	struct strbuf out = STRBUF_INIT;
	struct text option;

	strbuf_add_text(&out, first);
	while (text_next_part(&second, ',', &option)) {
		struct text rest = first, known;
		bool twice = false;

		while (text_next_part(&rest, ',', &known))
			twice = twice || text_equal(known, option);
		if (!twice)
			strbuf_printf(&out, ",%.*s", TEXT_ARGS(option));
	}
	return strbuf_detach(&out);
}

static void take(struct mount *mount, const struct line *line, char *point)
{
	struct text device = line->device, part;
	uint64_t major_number = 0, minor_number = 0;
	char *options;

	if (text_next_part(&device, ':', &part)) {
		number_parse_u64(part, &major_number);
		number_parse_u64(device, &minor_number);
	}
	mount_free(mount);
	mount->major_number = (unsigned)major_number;
	mount->minor_number = (unsigned)minor_number;
	mount->point = point;
	mount->filesystem = unescape(line->filesystem);
	mount->source = unescape(line->source);
	options = join_options(line->options, line->super_options);
	mount->options = unescape(text_of(options));
	free(options);
}

bool mount_find(struct text mountinfo, const char *path, struct mount *mount)
{
	struct text text;

	memset(mount, 0, sizeof(*mount));
	while (text_next_part(&mountinfo, '\n', &text)) {
		struct line line = {0};
		char *point;

		if (!split_line(text, &line))
			continue;
		point = unescape(line.point);
		if (is_inside(point, path) &&
			(!mount->point || strlen(point) >= strlen(mount->point)))
			take(mount, &line, point);
		else
			free(point);
	}
	return mount->point != NULL;
}

void mount_free(struct mount *mount)
{
	free(mount->point);
	free(mount->filesystem);
	free(mount->source);
	free(mount->options);
	memset(mount, 0, sizeof(*mount));
}
