#include "import/json_mend.h"

#include <stdint.h>
#include <stdio.h>

#include "base/number.h"

#define DEPTH       16
#define STRING      4096 /* longest string */
#define KEYS        128 /* of one object that are watched for repetition */
#define JUNK        40 /* words that are no JSON, until the JSON is over */
#define ENCLOSURES  8 /* containers around the start of what begins in the middle */
#define TOKEN       64 /* longest number or word */
#define PREFIX_SIZE (ENCLOSURES * 8)

struct level {
	bool array, repeats;
	bool passed_over; /* what is added for it is taken back at its end */
	size_t mark; /* to here */
	size_t members;
	uint32_t keys[KEYS];
	size_t key_count;
};

struct mender {
	struct text text;
	size_t at, good; /* good: the end of the last thing that was taken */
	const struct json_mend_rules *rules;
	struct strbuf *out;
	size_t out_start;
	struct level levels[DEPTH];
	size_t depth; /* open containers */
	size_t junk;
	size_t junk_open[2]; /* braces and brackets that were opened in it */
	bool begun_inside; /* the start is missing */
	char prefix[PREFIX_SIZE]; /* what encloses it, innermost first, filled from the end */
	size_t prefix_at, enclosures;
	bool any; /* the barrier has been seen or something was taken */
};

static struct level *top(struct mender *m)
{
	return &m->levels[m->depth - 1];
}

static char peek(struct mender *m)
{
	while (m->at < m->text.len && text_is_blank(m->text.ptr[m->at]))
		m->at++;
	return m->at < m->text.len ? m->text.ptr[m->at] : '\0';
}

/* Cut the string that begins at the quote mark ahead; false when its end is missing. */
static bool next_string(struct mender *m, struct text *string)
{
	size_t start = m->at + 1, end = start;

	while (end < m->text.len && end < start + STRING && m->text.ptr[end] != '"')
		end += m->text.ptr[end] == '\\' ? 2 : 1;
	if (end >= m->text.len || m->text.ptr[end] != '"')
		return false;
	*string = text_make(m->text.ptr + start, end - start);
	m->at = end + 1;
	return true;
}

static void add_string(struct mender *m, struct text string)
{
	size_t escape;

	strbuf_add_char(m->out, '"');
	while ((escape = text_find_char(string, '\\')) != SIZE_MAX) {
		strbuf_add(m->out, string.ptr, escape);
		string = text_skip(string, escape + 1);
		if (string.len && strchr("\"\\/bfnrt", string.ptr[0])) {
			strbuf_add_char(m->out, '\\');
			strbuf_add_char(m->out, string.ptr[0]);
			string = text_skip(string, 1);
		}
	}
	strbuf_add_text(m->out, string);
	strbuf_add_char(m->out, '"');
}

static bool is_token_char(char c)
{
	return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c == '-' ||
	       c == '+' || c == '.';
}

/* JSON's own grammar of a number (RFC 8259, 6), and it must fit a double. */
static bool is_number(struct text token)
{
	size_t i = token.len && token.ptr[0] == '-';
	double value;

	if (i >= token.len || token.ptr[i] < '0' || token.ptr[i] > '9' ||
		(token.ptr[i] == '0' && i + 1 < token.len && token.ptr[i + 1] >= '0' &&
			token.ptr[i + 1] <= '9'))
		return false;
	for (; i < token.len; i++)
		if (token.ptr[i] == '.' &&
			(i + 1 == token.len || token.ptr[i + 1] < '0' || token.ptr[i + 1] > '9'))
			return false;
	return number_parse(token, &value);
}

/* Whether a number goes on behind a blank, up to the comma: a line was broken in it. */
static bool is_broken(const struct mender *m, struct text token)
{
	size_t at = m->at;

	if (!is_number(token) || at >= m->text.len || m->text.ptr[at] != ' ')
		return false;
	for (at++; at < m->text.len && is_token_char(m->text.ptr[at]);)
		at++;
	return at > m->at + 1 && at < m->text.len && strchr(",}]", m->text.ptr[at]);
}

/* A number or word as a value; what is neither number nor literal is null. */
static bool next_token(struct mender *m, struct text *token)
{
	size_t end = m->at;

	while (end < m->text.len && end < m->at + TOKEN && is_token_char(m->text.ptr[end]))
		end++;
	/* At the end of the text it may be the half of one. */
	if (end == m->at || end == m->text.len)
		return false;
	*token = text_make(m->text.ptr + m->at, end - m->at);
	m->at = end;
	return true;
}

static void add_token(struct mender *m, struct text token)
{
	if (is_number(token) || text_is(token, "true") || text_is(token, "false"))
		strbuf_add_text(m->out, token);
	else
		strbuf_add_string(m->out, "null");
}

static void open_level(struct mender *m, bool array, size_t at)
{
	struct level *level = &m->levels[m->depth++];

	level->array = array;
	level->repeats = level->passed_over = false;
	level->members = 0;
	level->key_count = 0;
	strbuf_add_char(m->out, array ? '[' : '{');
	if (!array) {
		strbuf_printf(m->out, "\"@\":%zu", at);
		level->members = 1;
	}
}

static void close_level(struct mender *m, bool whole)
{
	const struct level *level = top(m);

	if (!level->array && !whole)
		strbuf_add_string(m->out, ",\"^\":true");
	if (!level->array && level->repeats)
		strbuf_add_string(m->out, ",\"~\":true");
	strbuf_add_char(m->out, level->array ? ']' : '}');
	m->depth--;
	if (level->passed_over) {
		strbuf_truncate(m->out, level->mark);
		top(m)->members--;
	}
}

static void separate(struct mender *m)
{
	if (top(m)->members++)
		strbuf_add_char(m->out, ',');
}

/* FNV-1a, 32 bits. */
static void note_key(struct level *level, struct text key)
{
	uint32_t hash = 0x811C9DC5u;

	for (size_t i = 0; i < key.len; i++)
		hash = (hash ^ (unsigned char)key.ptr[i]) * 0x01000193u;
	for (size_t i = 0; i < level->key_count; i++)
		level->repeats |= level->keys[i] == hash;
	if (level->key_count < KEYS)
		level->keys[level->key_count++] = hash;
}

/* What was read up to here is JSON. */
static void take(struct mender *m)
{
	m->good = m->at;
	m->junk = m->junk_open[0] = m->junk_open[1] = 0;
}

static bool is_passed_over(const struct mender *m, struct text key)
{
	const char *const *known = m->rules->passed_over;

	while (known && *known && !text_is(key, *known))
		known++;
	return known && *known;
}

/* The value ahead, behind @key in an object (NULL in an array). False: there is none. */
static bool take_value(struct mender *m, const struct text *key)
{
	size_t start, mark = m->out->len, members = top(m)->members;
	struct text value = TEXT("");
	char c = peek(m);

	start = m->at;
	if (c == '"' ? !next_string(m, &value) : c != '{' && c != '[' && !next_token(m, &value))
		return false;
	if ((c == '{' || c == '[') && m->depth == DEPTH)
		return false;
	separate(m);
	if (key) {
		add_string(m, *key);
		strbuf_add_char(m->out, ':');
		note_key(top(m), *key);
	}
	if (c == '"') {
		add_string(m, value);
	} else if (c == '{' || c == '[') {
		open_level(m, c == '[', start);
		top(m)->passed_over = key && is_passed_over(m, *key);
		top(m)->mark = mark;
		m->at = start + 1;
	} else if (key || is_number(value)) {
		add_token(m, is_broken(m, value) ? TEXT("") : value);
	} else {
		/* A word alone in a list is no value. */
		strbuf_truncate(m->out, mark);
		top(m)->members = members;
		m->junk++;
		return false;
	}
	take(m);
	m->any = true;
	return true;
}

static void skip_junk(struct mender *m)
{
	size_t start = m->at;

	m->junk++;
	if (m->at < m->text.len && strchr("{[", m->text.ptr[m->at]))
		m->junk_open[m->text.ptr[m->at] == '[']++;
	while (m->at < m->text.len && !strchr(" \",:{}[]", m->text.ptr[m->at]))
		m->at++;
	if (m->at == start)
		m->at++;
}

/* A key and its value. False when the document is over. */
static bool take_member(struct mender *m)
{
	size_t start = m->at;
	struct text key;

	if (!next_string(m, &key)) {
		skip_junk(m);
		return true;
	}
	if (peek(m) != ':') {
		m->junk++;
		return true;
	}
	if (m->rules->barrier && text_is(key, m->rules->barrier) && m->any) {
		m->at = start;
		return false;
	}
	m->at++;
	if (!take_value(m, &key))
		skip_junk(m);
	return true;
}

/* What was read so far stands in a container whose start is missing, of the kind that follows. */
static bool enclose(struct mender *m)
{
	size_t at = m->at;
	struct text key;
	char c = peek(m);
	bool array;

	if (c == ',') {
		m->at++;
		c = peek(m);
	}
	array = c == '{' || c == ']';
	if (c == '"') {
		bool is_key = next_string(m, &key) && peek(m) == ':';

		m->at = at;
		if (!is_key)
			return false;
	} else if (!array && c != '}') {
		return false;
	}
	m->at = at;
	if (m->enclosures++ == ENCLOSURES)
		return false;
	if (array) {
		m->prefix[--m->prefix_at] = '[';
	} else {
		m->prefix_at -= strlen("{\"?\":");
		memcpy(m->prefix + m->prefix_at, "{\"?\":", strlen("{\"?\":"));
	}
	m->depth = 1;
	m->levels[0] = (struct level){.array = array, .members = 1};
	return true;
}

/* `}` or `]` ahead. False when the document is over. */
static bool take_close(struct mender *m, bool array)
{
	size_t open = m->depth;

	/* `[12.5] kernel: ...` between two lines closes what it opened. */
	if (m->junk_open[array]) {
		m->junk_open[array]--;
		m->at++;
		return true;
	}
	while (open > 0 && m->levels[open - 1].array != array)
		open--;
	m->at++;
	if (open == 0) {
		m->junk++;
		return true;
	}
	/* Those inside it lost their ends. */
	while (m->depth > open)
		close_level(m, false);
	close_level(m, true);
	take(m);
	return m->depth > 0 || (m->begun_inside && enclose(m));
}

static bool step(struct mender *m)
{
	char c = peek(m);

	if (c == '\0' || m->junk > JUNK)
		return false;
	if (c == ',') {
		m->at++;
	} else if (c == '}' || c == ']') {
		return take_close(m, c == ']');
	} else if (top(m)->array) {
		size_t start = m->at;

		if (!take_value(m, NULL) && m->at == start)
			skip_junk(m);
	} else if (c == '"') {
		return take_member(m);
	} else {
		skip_junk(m);
	}
	return true;
}

size_t json_mend(struct text text, size_t at, const struct json_mend_rules *rules,
	struct strbuf *out, bool *cut)
{
	struct mender m = {
		.text = text,
		.at = at,
		.good = at,
		.rules = rules,
		.out = out,
		.out_start = out->len,
		.prefix_at = PREFIX_SIZE,
	};
	char c = peek(&m);
	size_t prefix, length;

	m.begun_inside = c != '{' && c != '[';
	open_level(&m, c == '[', m.at);
	m.at += !m.begun_inside;
	while (step(&m))
		;
	*cut = m.depth > 0;
	while (m.depth > 0)
		close_level(&m, false);
	/* Put what encloses it in front, and close it behind what is closed already. */
	prefix = PREFIX_SIZE - m.prefix_at;
	length = out->len - m.out_start;
	strbuf_add_repeat(out, ' ', prefix);
	memmove(out->ptr + m.out_start + prefix, out->ptr + m.out_start, length);
	memcpy(out->ptr + m.out_start, m.prefix + m.prefix_at, prefix);
	return m.good;
}
