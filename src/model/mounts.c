#include "model/mounts.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "base/strbuf.h"

/* The fields of a line that are of use. */
struct line {
	struct text id, device, root, point, options, filesystem, source, super_options;
};

/* "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw,errors=continue" */
static bool split_line(struct text rest, struct line *line)
{
	struct text word;

	for (int field = 1; field <= 6; field++) {
		if (!text_next_word(&rest, &word))
			return false;
		if (field == 1)
			line->id = word;
		else if (field == 3)
			line->device = word;
		else if (field == 4)
			line->root = word;
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

static void split_device(struct text device, unsigned *major_number, unsigned *minor_number)
{
	uint64_t numbers[2] = {0, 0};
	struct text part;

	if (text_next_part(&device, ':', &part)) {
		number_parse_u64(part, &numbers[0]);
		number_parse_u64(device, &numbers[1]);
	}
	*major_number = (unsigned)numbers[0];
	*minor_number = (unsigned)numbers[1];
}

static void take(struct mount *mount, const struct line *line, char *point)
{
	char *options;

	mount_free(mount);
	split_device(line->device, &mount->major_number, &mount->minor_number);
	mount->root = unescape(line->root);
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

/* What a line is looked for by. */
struct wanted {
	bool by_id;
	uint64_t id;
	unsigned major_number, minor_number;
};

static bool is_wanted(const struct line *line, const struct wanted *wanted)
{
	unsigned major_number, minor_number;
	uint64_t id;

	if (wanted->by_id)
		return number_parse_u64(line->id, &id) && id == wanted->id;
	split_device(line->device, &major_number, &minor_number);
	return major_number == wanted->major_number && minor_number == wanted->minor_number;
}

static bool find_first(struct text mountinfo, const struct wanted *wanted, struct mount *mount)
{
	struct text text;

	memset(mount, 0, sizeof(*mount));
	while (!mount->point && text_next_part(&mountinfo, '\n', &text)) {
		struct line line = {0};

		if (split_line(text, &line) && is_wanted(&line, wanted))
			take(mount, &line, unescape(line.point));
	}
	return mount->point != NULL;
}

bool mount_find_id(struct text mountinfo, uint64_t id, struct mount *mount)
{
	return find_first(mountinfo, &(struct wanted){.by_id = true, .id = id}, mount);
}

bool mount_find_device(
	struct text mountinfo, unsigned major_number, unsigned minor_number, struct mount *mount)
{
	return find_first(mountinfo,
		&(struct wanted){.major_number = major_number, .minor_number = minor_number},
		mount);
}

void mount_free(struct mount *mount)
{
	free(mount->root);
	free(mount->point);
	free(mount->filesystem);
	free(mount->source);
	free(mount->options);
	memset(mount, 0, sizeof(*mount));
}
