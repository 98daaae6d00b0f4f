#include "term/input.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "term/sequence.h"

#define MS(n) ((uint64_t)(n)*1000000)

/* An unfinished sequence is given up after this. A lone ESC has a shorter time of its own. */
#define SEQUENCE_NS MS(500)
/* A paste without brackets has ended when nothing came for this long. */
#define GUESS_QUIET_NS MS(100)
/* A paste whose closing bracket never comes. */
#define PASTE_QUIET_NS MS(5000)
/* So many bytes at once, with a line end, are no typing. */
#define BURST_BYTES 16
/* What answers to queries may be long at most. */
#define SEQUENCE_LIMIT 65536

#define PASTE_BEGIN "\x1b[200~"
#define PASTE_END   "\x1b[201~"

enum paste_mode { PASTE_NONE, PASTE_BRACKETED, PASTE_GUESSED, PASTE_MANUAL };

struct definition {
	char *sequence;
	size_t length;
	struct key key;
};

struct input {
	bool utf8;
	bool brackets_seen;
	uint64_t escape_ns;
	struct strbuf pending;
	size_t at; /* bytes of pending already used */
	uint64_t fed_ns; /* when bytes came last */
	enum paste_mode mode;
	struct strbuf paste;
	bool paste_cut;
	bool paste_given; /* the event for it is out; the memory is used again */
	struct definition *definitions;
	size_t definition_count;
};

struct input *input_new(bool utf8, int escape_ms)
{
	struct input *input = xcalloc(1, sizeof(*input));

	input->utf8 = utf8;
	input->escape_ns = MS(escape_ms > 0 ? escape_ms : 0);
	return input;
}

void input_free(struct input *input)
{
	if (!input)
		return;
	for (size_t i = 0; i < input->definition_count; i++)
		free(input->definitions[i].sequence);
	free(input->definitions);
	strbuf_free(&input->pending);
	strbuf_free(&input->paste);
	free(input);
}

void input_define(struct input *input, const char *sequence, struct key key)
{
	size_t length = strlen(sequence);

	if (length < 2 || sequence[0] != '\x1b')
		return;
	input->definitions = xreallocarray(
		input->definitions, input->definition_count + 1, sizeof(*input->definitions));
	input->definitions[input->definition_count++] = (struct definition){
		.sequence = xmemdup0(sequence, length),
		.length = length,
		.key = key,
	};
}

static struct text pending_text(const struct input *input)
{
	return text_skip(strbuf_text(&input->pending), input->at);
}

static void consume(struct input *input, size_t bytes)
{
	input->at += bytes;
	if (input->at >= input->pending.len) {
		strbuf_clear(&input->pending);
		input->at = 0;
	}
}

/* Typing gives a byte or a sequence at a time; a burst with line ends is a paste. */
static bool looks_pasted(struct text t)
{
	return t.len >= BURST_BYTES && !memchr(t.ptr, '\x1b', t.len) &&
	       (memchr(t.ptr, '\r', t.len) || memchr(t.ptr, '\n', t.len));
}

static void start_paste(struct input *input, enum paste_mode mode)
{
	strbuf_clear(&input->paste);
	input->paste_cut = false;
	input->paste_given = false;
	input->mode = mode;
}

void input_feed(struct input *input, const char *bytes, size_t length, uint64_t now_ns)
{
	strbuf_add(&input->pending, bytes, length);
	input->fed_ns = now_ns;
	if (input->mode == PASTE_NONE && !input->brackets_seen && looks_pasted(pending_text(input)))
		start_paste(input, PASTE_GUESSED);
}

void input_start_paste(struct input *input)
{
	start_paste(input, PASTE_MANUAL);
}

static void add_to_paste(struct input *input, size_t bytes)
{
	size_t room = INPUT_PASTE_LIMIT - input->paste.len;

	input->paste_cut |= bytes > room;
	strbuf_add(&input->paste, pending_text(input).ptr, bytes < room ? bytes : room);
	consume(input, bytes);
}

/* Bytes at the end of @t that could be the start of the closing bracket. */
static size_t partial_end(struct text t)
{
	size_t n = sizeof(PASTE_END) - 2;

	for (n = n < t.len ? n : t.len; n > 0; n--)
		if (memcmp(t.ptr + t.len - n, PASTE_END, n) == 0)
			return n;
	return 0;
}

/* CR LF and CR become LF, in place. */
static void join_line_ends(struct strbuf *sb)
{
	size_t out = 0;

	for (size_t i = 0; i < sb->len; i++) {
		if (sb->ptr[i] == '\n' && i > 0 && sb->ptr[i - 1] == '\r')
			continue;
		sb->ptr[out++] = sb->ptr[i];
	}
	strbuf_truncate(sb, out);
	for (size_t i = 0; i < out; i++)
		if (sb->ptr[i] == '\r')
			sb->ptr[i] = '\n';
}

static bool give_paste(struct input *input, struct event *event)
{
	join_line_ends(&input->paste);
	*event = (struct event){
		.kind = EVENT_PASTE,
		.paste = strbuf_text(&input->paste),
		.paste_guessed = input->mode == PASTE_GUESSED,
		.paste_cut = input->paste_cut,
	};
	input->mode = PASTE_NONE;
	input->paste_given = true;
	return true;
}

/* How long a paste may stay quiet before it counts as ended; 0: for ever. */
static uint64_t quiet_limit_ns(const struct input *input)
{
	return input->mode == PASTE_GUESSED     ? GUESS_QUIET_NS
	       : input->mode == PASTE_BRACKETED ? PASTE_QUIET_NS
						: 0;
}

static struct event key_event(uint32_t code, unsigned modifiers)
{
	return (struct event){
		.kind = EVENT_KEY, .key = {.code = code, .modifiers = (uint8_t)modifiers}};
}

static bool next_paste(struct input *input, uint64_t now_ns, struct event *event)
{
	struct text t = pending_text(input);
	uint64_t limit = quiet_limit_ns(input);
	const char *end = NULL, *cancel = NULL;
	size_t end_length = 1;

	if (input->mode == PASTE_BRACKETED && t.len) {
		end = memmem(t.ptr, t.len, PASTE_END, sizeof(PASTE_END) - 1);
		end_length = sizeof(PASTE_END) - 1;
	} else if (input->mode == PASTE_MANUAL && t.len) {
		end = memchr(t.ptr, 'D' & 0x1F, t.len);
		cancel = memchr(t.ptr, 'C' & 0x1F, t.len);
	}
	if (cancel && (!end || cancel < end)) {
		consume(input, (size_t)(cancel - t.ptr) + 1);
		strbuf_clear(&input->paste);
		input->paste_cut = false;
		return give_paste(input, event);
	}
	if (end) {
		add_to_paste(input, (size_t)(end - t.ptr));
		consume(input, end_length);
		return give_paste(input, event);
	}
	add_to_paste(input, t.len - (input->mode == PASTE_BRACKETED ? partial_end(t) : 0));
	if (limit && now_ns - input->fed_ns >= limit)
		return give_paste(input, event);
	return false;
}

static struct event control_event(unsigned char byte)
{
	switch (byte) {
	case '\r':
	case '\n':
		return key_event(KEYCODE_ENTER, 0);
	case '\t':
		return key_event(KEYCODE_TAB, 0);
	case '\b':
	case 0x7F:
		return key_event(KEYCODE_BACKSPACE, 0);
	case 0:
		return key_event(' ', KEY_CTRL);
	default:
		return key_event(byte <= 26 ? byte + 'a' - 1u : byte + 64u, KEY_CTRL);
	}
}

/* A terminfo definition that @t starts with. */
static const struct definition *defined_at(const struct input *input, struct text t)
{
	const struct definition *best = NULL;

	for (size_t i = 0; i < input->definition_count; i++) {
		const struct definition *d = &input->definitions[i];

		if (d->length <= t.len && memcmp(t.ptr, d->sequence, d->length) == 0 &&
			(!best || d->length > best->length))
			best = d;
	}
	return best;
}

enum step { STEP_EVENT, STEP_SWALLOWED, STEP_WAIT };

static enum step next_escape(
	struct input *input, struct text t, uint64_t now_ns, struct event *event)
{
	const struct definition *defined = defined_at(input, t);
	bool alone = t.len == 1;
	struct sequence s;

	if (defined) {
		*event = key_event(defined->key.code, defined->key.modifiers);
		consume(input, defined->length);
		return STEP_EVENT;
	}
	s = sequence_parse(t);
	if (s.length > 0) {
		consume(input, s.length);
		if (s.kind == SEQUENCE_PASTE) {
			input->brackets_seen = true;
			start_paste(input, PASTE_BRACKETED);
		}
		*event = s.event;
		return s.kind == SEQUENCE_EVENT ? STEP_EVENT : STEP_SWALLOWED;
	}
	if (now_ns - input->fed_ns < (alone ? input->escape_ns : SEQUENCE_NS) &&
		t.len < SEQUENCE_LIMIT)
		return STEP_WAIT;
	*event = key_event(KEYCODE_ESCAPE, 0);
	consume(input, t.len);
	return alone ? STEP_EVENT : STEP_SWALLOWED;
}

static enum step next_character(
	struct input *input, struct text t, uint64_t now_ns, struct event *event)
{
	unsigned char lead = (unsigned char)t.ptr[0];
	size_t need = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2, used;
	uint32_t code;

	if (lead < 0x20 || lead == 0x7F) {
		*event = control_event(lead);
		consume(input, 1);
		return STEP_EVENT;
	}
	if (lead >= 0xC2 && input->utf8 && t.len < need && now_ns - input->fed_ns < SEQUENCE_NS)
		return STEP_WAIT;
	code = utf8_decode(t, &used);
	consume(input, used);
	if (code == UTF8_INVALID || utf8_width(code) < 0 || (code >= 0x80 && !input->utf8))
		return STEP_SWALLOWED;
	*event = key_event(code, 0);
	return STEP_EVENT;
}

bool input_next(struct input *input, uint64_t now_ns, struct event *event)
{
	if (input->paste_given) {
		strbuf_free(&input->paste);
		input->paste_given = false;
	}
	for (;;) {
		struct text t = pending_text(input);
		enum step step;

		if (input->mode != PASTE_NONE)
			return next_paste(input, now_ns, event);
		if (t.len == 0)
			return false;
		step = t.ptr[0] == '\x1b' ? next_escape(input, t, now_ns, event)
					  : next_character(input, t, now_ns, event);
		if (step != STEP_SWALLOWED)
			return step == STEP_EVENT;
	}
}

int input_timeout_ms(const struct input *input, uint64_t now_ns)
{
	struct text t = pending_text(input);
	uint64_t limit, passed = now_ns - input->fed_ns;

	if (input->mode != PASTE_NONE)
		limit = quiet_limit_ns(input);
	else if (t.len == 0)
		limit = 0;
	else
		limit = t.len == 1 && t.ptr[0] == '\x1b' ? input->escape_ns : SEQUENCE_NS;
	if (limit == 0 && !(t.len && input->mode == PASTE_NONE))
		return -1;
	return passed >= limit ? 0 : (int)((limit - passed + 999999) / 1000000);
}
