#include "feed/event.h"

#include <string.h>

#include <jansson.h>

#include "base/attributes.h"
#include "model/jsonl.h"

#define EVENT_VERSION 1

static const char *const event_names[FEED_EVENT_KINDS] = {
#define FEED_EVENT_NAME(id, name) [FEED_##id] = name,
	FEED_EVENT_TABLE(FEED_EVENT_NAME)
#undef FEED_EVENT_NAME
};

static const char *const level_names[FEED_LEVELS] = {
	[FEED_INFO] = "info",
	[FEED_WARNING] = "warning",
	[FEED_ERROR] = "error",
};

static const char *const outcome_names[FEED_OUTCOMES] = {
	[FEED_DONE] = "done",
	[FEED_STOPPED] = "stopped",
	[FEED_FAILED] = "failed",
};

/* Members that are plain numbers, by the kinds of event (a bit each) that have them. */
static const struct number_member {
	const char *key;
	unsigned kinds;
	bool whole;
	size_t offset;
} number_members[] = {
#define KIND(id) (1u << FEED_##id)
#define WHOLE(key, kinds)                                           \
	{                                                           \
#key, kinds, true, offsetof(struct feed_event, key) \
	}
#define REAL(key, kinds)                                             \
	{                                                            \
#key, kinds, false, offsetof(struct feed_event, key) \
	}
#define SAMPLED(key)                                                               \
	{                                                                          \
#key, KIND(SAMPLE), false, offsetof(struct feed_event, sample.key) \
	}
	WHOLE(cell, KIND(CELL) | KIND(SAMPLE) | KIND(MEASUREMENT)),
	WHOLE(cells, KIND(BEGIN) | KIND(CELL)),
	WHOLE(repeat, KIND(CELL)),
	REAL(bytes_planned, KIND(BEGIN)),
	REAL(estimate_s, KIND(BEGIN)),
	SAMPLED(bytes_per_s),
	SAMPLED(ops_per_s),
	SAMPLED(lat_p50_s),
	SAMPLED(lat_p99_s),
	SAMPLED(lat_max_s),
	SAMPLED(progress),
	SAMPLED(left_s),
	WHOLE(ok, KIND(END)),
	WHOLE(failed, KIND(END)),
	WHOLE(skipped, KIND(END)),
#undef SAMPLED
#undef REAL
#undef WHOLE
};

#define HAS_ROW (KIND(BEGIN) | KIND(CELL) | KIND(MEASUREMENT))

static bool absent(const struct number_member *member, const struct feed_event *event, double value)
{
	if (member->offset == offsetof(struct feed_event, cell))
		return event->cell == 0;
	if (member->offset == offsetof(struct feed_event, cells))
		return event->cells == 0;
	return value < 0;
}

void feed_event_write(struct strbuf *sb, const struct feed_event *event)
{
	struct jsonl object = jsonl_begin(sb);

	jsonl_add_string(&object, "event", event_names[event->kind]);
	jsonl_add_number(&object, "v", EVENT_VERSION);
	/* A row has the run's id as its own column. */
	if (!(HAS_ROW >> event->kind & 1) || !measurement_has(&event->row, COL_RUN))
		jsonl_add_text(&object, "run", event->run);
	jsonl_add_number(&object, "t_s", event->t_s);
	if (event->kind == FEED_NOTE) {
		jsonl_add_string(&object, "level", level_names[event->level]);
		jsonl_add_text(&object, "text", event->text);
	} else if (event->kind == FEED_END) {
		jsonl_add_string(&object, "outcome", outcome_names[event->outcome]);
	}
	for (size_t i = 0; i < FST_COUNT(number_members); i++) {
		const struct number_member *member = &number_members[i];
		const void *at = (const char *)event + member->offset;
		double value;

		if (!(member->kinds >> event->kind & 1))
			continue;
		value = member->whole ? (double)*(const uint64_t *)at : *(const double *)at;
		if (!absent(member, event, value))
			jsonl_add_number(&object, member->key, value);
	}
	if (HAS_ROW >> event->kind & 1)
		jsonl_add_measurement(&object, &event->row);
	jsonl_end(&object);
}

static struct text string_member(json_t *object, const char *key)
{
	json_t *value = json_object_get(object, key);

	if (!json_is_string(value))
		return (struct text){0};
	return text_make(json_string_value(value), json_string_length(value));
}

/* The index of @name in @names, or @otherwise. */
static int name_index(struct text name, const char *const *names, int count, int otherwise)
{
	for (int i = 0; i < count; i++)
		if (text_is(name, names[i]))
			return i;
	return otherwise;
}

static void parse_numbers(json_t *object, struct feed_event *event)
{
	for (size_t i = 0; i < FST_COUNT(number_members); i++) {
		const struct number_member *member = &number_members[i];
		void *at = (char *)event + member->offset;
		json_t *json = json_object_get(object, member->key);
		double value = json_number_value(json);
		bool have = json_is_number(json) && value >= 0;

		if (!(member->kinds >> event->kind & 1))
			continue;
		if (!member->whole)
			*(double *)at = have ? value : -1;
		else if (have && value < 0x1p63)
			*(uint64_t *)at = (uint64_t)value;
	}
}

/*
 * The columns of the vocabulary among the members; a text where a number should be is ignored.
 * `repeat` of a cell is the event's own.
 */
static void parse_row(json_t *object, enum feed_event_kind kind, struct measurement *row)
{
	for (int i = 0; i < COLUMN_COUNT_FILE; i++) {
		json_t *value = json_object_get(object, column_table[i].name);

		if (kind == FEED_CELL && i == COL_REPEAT)
			continue;
		if (column_table[i].type == COLUMN_TEXT)
			measurement_set_text(
				row, (enum column)i, string_member(object, column_table[i].name));
		else if (json_is_number(value))
			measurement_set_number(row, (enum column)i, json_number_value(value));
	}
}

fst_status feed_event_parse(struct text line, struct feed_event *event, struct fst_error *error)
{
	json_error_t trouble;
	json_t *object = json_loadb(
		line.ptr ? line.ptr : "", line.len, JSON_REJECT_DUPLICATES, &trouble);
	json_t *t_s;
	int kind;

	memset(event, 0, sizeof(*event));
	event->owner = object;
	if (!json_is_object(object)) {
		feed_event_free(event);
		return fst_error_set(error, FST_SYNTAX,
			"expected an event (a JSON object), found: %.*s (%s)",
			line.len < 60 ? (int)line.len : 60, line.ptr ? line.ptr : "", trouble.text);
	}
	kind = name_index(string_member(object, "event"), event_names, FEED_EVENT_KINDS, -1);
	if (kind < 0 || json_number_value(json_object_get(object, "v")) != EVENT_VERSION) {
		feed_event_free(event);
		return fst_error_set(error, FST_SYNTAX,
			"expected an event of version %d, found: %.*s", EVENT_VERSION,
			line.len < 60 ? (int)line.len : 60, line.ptr);
	}
	event->kind = (enum feed_event_kind)kind;
	event->run = string_member(object, "run");
	t_s = json_object_get(object, "t_s");
	event->t_s = json_number_value(t_s) > 0 ? json_number_value(t_s) : 0;
	parse_numbers(object, event);
	if (HAS_ROW >> kind & 1)
		parse_row(object, event->kind, &event->row);
	event->text = string_member(object, "text");
	event->level = (enum feed_level)name_index(
		string_member(object, "level"), level_names, FEED_LEVELS, FEED_INFO);
	event->outcome = (enum feed_outcome)name_index(
		string_member(object, "outcome"), outcome_names, FEED_OUTCOMES, FEED_FAILED);
	return FST_OK;
}

void feed_event_free(struct feed_event *event)
{
	json_decref(event->owner);
	memset(event, 0, sizeof(*event));
}
