/*
 * Every expectation of tests/corpus, as its README describes them: one TAP line a
 * file of expectations, and a diagnostic for each that does not hold.
 */
#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "base/strbuf.h"
#include "import/import.h"

/* The last log read: expectations of one log stand together. */
struct log {
	char *path;
	struct dataset *rows;
	fst_status status;
};

static void free_log(struct log *log)
{
	free(log->path);
	dataset_free(log->rows);
	*log = (struct log){0};
}

static void read_log(struct import *import, struct log *log, const char *corpus, const char *file)
{
	char *path = fileio_join(corpus, file);
	struct import_options options = {.source = file};

	if (log->path && strcmp(log->path, path) == 0) {
		free(path);
		return;
	}
	free_log(log);
	log->path = path;
	log->rows = dataset_new();
	log->status = import_file(import, path, &options, log->rows, NULL, NULL);
}

static bool same_number(double a, double b, double tolerance)
{
	return fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b)) + 1e-15;
}

/* Whether @column of @row is @value; null: it has none. */
static bool same_value(const struct dataset *rows, uint32_t row, const char *name,
	const json_t *value, double tolerance)
{
	enum column column = column_find(text_of(name));
	double number;

	if (column == COLUMN_COUNT_ALL)
		return false;
	if (json_is_null(value))
		return !dataset_has(rows, row, column);
	if (json_is_string(value))
		return text_is(dataset_text(rows, row, column), json_string_value(value));
	return dataset_number(rows, row, column, &number) &&
	       same_number(number, json_number_value(value), tolerance);
}

static bool matches(const struct dataset *rows, uint32_t row, json_t *where)
{
	const char *name;
	json_t *value;

	json_object_foreach(
		where, name, value) if (!same_value(rows, row, name, value, 1e-3)) return false;
	return true;
}

static bool has_note(const struct dataset *rows, uint32_t row, const json_t *note)
{
	return !note || text_contains(dataset_text(rows, row, COL_NOTE), json_string_value(note));
}

static bool has_word(struct text words, const char *wanted)
{
	struct text word;

	while (text_next_word(&words, &word))
		if (text_is(word, wanted))
			return true;
	return false;
}

static const char *json_text(const json_t *value, struct strbuf *sb)
{
	char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);

	strbuf_clear(sb);
	strbuf_add_string(sb, text ? text : "?");
	free(text);
	return strbuf_string(sb);
}

/* Why the row does not have what is expected, added to @why. */
static void check_row(
	const struct dataset *rows, uint32_t row, json_t *expectation, struct strbuf *why)
{
	bool dd = text_is(dataset_text(rows, row, COL_TOOL), "dd");
	struct strbuf sb = STRBUF_INIT;
	const char *name;
	json_t *value;
	size_t index;

	json_object_foreach(json_object_get(expectation, "expect"), name,
		value) if (!same_value(rows, row, name, value, dd ? 6e-3 : 1e-3))
		strbuf_printf(why, " %s is not %s;", name, json_text(value, &sb));
	json_array_foreach(json_object_get(expectation, "options_has"), index,
		value) if (!has_word(dataset_text(rows, row, COL_OPTIONS),
				   json_string_value(value)))
		strbuf_printf(why, " options lack %s;", json_string_value(value));
	strbuf_free(&sb);
}

static void check_where(const struct log *log, json_t *expectation, struct strbuf *why)
{
	json_int_t nth = json_integer_value(json_object_get(expectation, "nth")), found = 0;
	struct strbuf sb = STRBUF_INIT;

	for (uint32_t row = 0; row < dataset_count(log->rows); row++) {
		if (!matches(log->rows, row, json_object_get(expectation, "where")) ||
			!has_note(log->rows, row, json_object_get(expectation, "note_has")) ||
			found++ != nth)
			continue;
		check_row(log->rows, row, expectation, why);
		if (why->len)
			strbuf_printf(why, " in row %d of %s", (int)nth,
				json_text(json_object_get(expectation, "where"), &sb));
		strbuf_free(&sb);
		return;
	}
	strbuf_printf(why, " no row %d of %s among %u", (int)nth,
		json_text(json_object_get(expectation, "where"), &sb), dataset_count(log->rows));
	strbuf_free(&sb);
}

static void check_absent(const struct log *log, json_t *absent, struct strbuf *why)
{
	if (dataset_count(log->rows) == 0)
		strbuf_add_string(why, " no rows at all");
	for (uint32_t row = 0; row < dataset_count(log->rows); row++)
		if (matches(log->rows, row, absent))
			strbuf_printf(why, " row %u should not be there", row);
}

static void check_count(const struct log *log, json_t *expectation, struct strbuf *why)
{
	json_t *rows = json_object_get(expectation, "rows"),
	       *runs = json_object_get(expectation, "runs");
	json_int_t found = 0, distinct = 0;
	uint32_t *ids = xcalloc(dataset_count(log->rows) + 1, sizeof(*ids));

	for (uint32_t row = 0; row < dataset_count(log->rows); row++) {
		json_int_t i = 0;

		if (!matches(log->rows, row, json_object_get(expectation, "count")))
			continue;
		found++;
		ids[distinct] = dataset_text_id(log->rows, row, COL_RUN);
		while (ids[i] != ids[distinct])
			i++;
		distinct += i == distinct;
	}
	free(ids);
	if (rows && json_integer_value(rows) != found)
		strbuf_printf(
			why, " %d rows instead of %d", (int)found, (int)json_integer_value(rows));
	if (runs && json_integer_value(runs) != distinct)
		strbuf_printf(why, " %d runs instead of %d", (int)distinct,
			(int)json_integer_value(runs));
}

static void check_expectation(const struct log *log, json_t *expectation, struct strbuf *why)
{
	if (json_object_get(expectation, "refused")) {
		if (log->status != FST_UNRECOGNISED || dataset_count(log->rows))
			strbuf_printf(why, " should be refused; %u rows", dataset_count(log->rows));
	} else if (json_object_get(expectation, "absent")) {
		check_absent(log, json_object_get(expectation, "absent"), why);
	} else if (json_object_get(expectation, "count")) {
		check_count(log, expectation, why);
	} else {
		check_where(log, expectation, why);
	}
}

/* Check a file of expectations; returns how many do not hold, @held how many do. */
static size_t check_file(struct import *import, const char *corpus, const char *name, size_t *held)
{
	char *path = fileio_join(corpus, name);
	struct strbuf contents = STRBUF_INIT, why = STRBUF_INIT;
	struct log log = {0};
	struct text rest, line;
	size_t number = 0, failed = 0;

	*held = 0;
	if (fileio_read(path, SIZE_MAX / 2, &contents, NULL) != FST_OK)
		failed++;
	rest = strbuf_text(&contents);
	while (text_next_part(&rest, '\n', &line)) {
		json_t *expectation = json_loadb(line.ptr, line.len, 0, NULL);
		const char *file = json_string_value(json_object_get(expectation, "file"));

		number++;
		if (!text_trim(line).len)
			continue;
		strbuf_clear(&why);
		if (file) {
			read_log(import, &log, corpus, file);
			check_expectation(&log, expectation, &why);
		} else {
			strbuf_add_string(&why, " no expectation");
		}
		if (why.len)
			printf("# %s:%zu: %s:%s\n", name, number, file ? file : "?", why.ptr);
		failed += why.len > 0;
		*held += why.len == 0;
		json_decref(expectation);
	}
	free_log(&log);
	strbuf_free(&contents);
	strbuf_free(&why);
	free(path);
	return failed;
}

static int is_expectations(const struct dirent *entry)
{
	return text_ends(text_of(entry->d_name), ".expected.jsonl");
}

int main(void)
{
	const char *source = getenv("FSTUI_SRCDIR");
	char *corpus = fileio_join(source ? source : ".", "tests/corpus");
	struct import *import = import_new();
	struct dirent **names = NULL;
	int count = scandir(corpus, &names, is_expectations, alphasort);

	printf("1..%d\n", count > 0 ? count : 1);
	if (count <= 0)
		printf("not ok 1 - no expectations in %s\n", corpus);
	for (int i = 0; i < count; i++) {
		size_t held, failed = check_file(import, corpus, names[i]->d_name, &held);

		printf("%s %d - %s: %zu of %zu hold\n", failed ? "not ok" : "ok", i + 1,
			names[i]->d_name, held, held + failed);
		free(names[i]);
	}
	free(names);
	import_free(import);
	free(corpus);
	return 0;
}
