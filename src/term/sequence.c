#include "term/sequence.h"

#include "base/attributes.h"
#include "base/utf8.h"

#define ESC '\x1b'

struct numbered_key {
	unsigned number;
	uint32_t code;
};

/* CSI number ~: VT220's function keys, with xterm's and rxvt's Home and End. */
static const struct numbered_key tilde_keys[] = {
	{1, KEYCODE_HOME},
	{2, KEYCODE_INSERT},
	{3, KEYCODE_DELETE},
	{4, KEYCODE_END},
	{5, KEYCODE_PAGE_UP},
	{6, KEYCODE_PAGE_DOWN},
	{7, KEYCODE_HOME},
	{8, KEYCODE_END},
	{11, KEYCODE_F1},
	{12, KEYCODE_F2},
	{13, KEYCODE_F3},
	{14, KEYCODE_F4},
	{15, KEYCODE_F5},
	{17, KEYCODE_F6},
	{18, KEYCODE_F7},
	{19, KEYCODE_F8},
	{20, KEYCODE_F9},
	{21, KEYCODE_F10},
	{23, KEYCODE_F11},
	{24, KEYCODE_F12},
};

/* The last byte of CSI ... X and SS3 X. */
static const struct numbered_key final_keys[] = {
	{'A', KEYCODE_UP},
	{'B', KEYCODE_DOWN},
	{'C', KEYCODE_RIGHT},
	{'D', KEYCODE_LEFT},
	{'F', KEYCODE_END},
	{'H', KEYCODE_HOME},
	{'P', KEYCODE_F1},
	{'Q', KEYCODE_F2},
	{'R', KEYCODE_F3},
	{'S', KEYCODE_F4},
};

static uint32_t find_key(const struct numbered_key *keys, size_t count, unsigned number)
{
	for (size_t i = 0; i < count; i++)
		if (keys[i].number == number)
			return keys[i].code;
	return 0;
}

static struct sequence ignored(size_t length)
{
	return (struct sequence){.length = length, .kind = SEQUENCE_IGNORED};
}

static struct sequence key_sequence(size_t length, uint32_t code, unsigned modifiers)
{
	if (code == 0)
		return ignored(length);
	return (struct sequence){
		.length = length,
		.kind = SEQUENCE_EVENT,
		.event = {.kind = EVENT_KEY,
			.key = {.code = code, .modifiers = (uint8_t)modifiers}},
	};
}

static struct sequence event_sequence(size_t length, struct event event)
{
	return (struct sequence){.length = length, .kind = SEQUENCE_EVENT, .event = event};
}

/* @button as in X10's encoding less 32: bit 5 motion, bit 6 wheel, bits 2-4 modifiers. */
static struct sequence mouse_sequence(size_t length, unsigned button, unsigned x, unsigned y)
{
	struct sequence s = {.length = length, .kind = SEQUENCE_EVENT};

	s.event = (struct event){.kind = EVENT_MOUSE, .x = (int)x - 1, .y = (int)y - 1};
	button &= ~0x1Cu;
	if (button == 0)
		s.event.mouse = MOUSE_CLICK;
	else if (button == 64)
		s.event.mouse = MOUSE_WHEEL_UP;
	else if (button == 65)
		s.event.mouse = MOUSE_WHEEL_DOWN;
	else
		return ignored(length);
	return x > 0 && y > 0 ? s : ignored(length);
}

#define MAX_PARAMETERS 4

/* The numbers between `;` in @t; missing ones are 0, absurd ones are cut. */
static size_t parse_parameters(struct text t, unsigned *parameters)
{
	size_t count = 0;

	memset(parameters, 0, MAX_PARAMETERS * sizeof(*parameters));
	for (size_t i = 0; i < t.len && count < MAX_PARAMETERS; i++) {
		if (t.ptr[i] == ';')
			count++;
		else if (t.ptr[i] >= '0' && t.ptr[i] <= '9' && parameters[count] < 100000)
			parameters[count] = parameters[count] * 10 + (unsigned)(t.ptr[i] - '0');
	}
	return t.len ? count + 1 : 0;
}

/* xterm's modifier parameter: 1 + shift, alt * 2, control * 4. */
static unsigned modifiers_of(unsigned parameter)
{
	unsigned bits = parameter > 1 ? parameter - 1 : 0;

	return (bits & 1 ? KEY_SHIFT : 0u) | (bits & 2 ? KEY_ALT : 0u) | (bits & 4 ? KEY_CTRL : 0u);
}

/* The last byte has come: what CSI @parameters @final means. */
static struct sequence csi_meaning(size_t length, struct text parameters, char final)
{
	unsigned p[MAX_PARAMETERS];

	if (parameters.len && parameters.ptr[0] == '<') {
		parse_parameters(text_skip(parameters, 1), p);
		return final == 'M' ? mouse_sequence(length, p[0], p[1], p[2]) : ignored(length);
	}
	if (parameters.len && parameters.ptr[0] == '?' && final == 'c')
		return event_sequence(length, (struct event){.kind = EVENT_ANSWERED});
	if (parameters.len && (parameters.ptr[0] < '0' || parameters.ptr[0] > ';'))
		return ignored(length);
	parse_parameters(parameters, p);
	if (final == '~' && p[0] == 200)
		return (struct sequence){.length = length, .kind = SEQUENCE_PASTE};
	if (final == '~')
		return key_sequence(length, find_key(tilde_keys, FST_COUNT(tilde_keys), p[0]),
			modifiers_of(p[1]));
	if (final == 'Z')
		return key_sequence(length, KEYCODE_TAB, KEY_SHIFT);
	/* CSI row ; column R is a report of the cursor, not F3. */
	if (p[0] > 1 || (final == 'R' && p[1] == 0))
		return ignored(length);
	return key_sequence(length,
		find_key(final_keys, FST_COUNT(final_keys), (unsigned char) final),
		modifiers_of(p[1]));
}

/* CSI @whole with intermediate bytes: DECRPM's `? 2026 ; state $ y`, 0 and 4 being no. */
static struct sequence report_meaning(size_t length, struct text whole)
{
	if (text_is(whole, "?2026;1$y") || text_is(whole, "?2026;2$y"))
		return event_sequence(length, (struct event){.kind = EVENT_SYNC});
	return ignored(length);
}

static struct sequence parse_csi(struct text t)
{
	size_t i = 2, parameters_end;

	if (t.len > 2 && t.ptr[2] == '[') { /* Linux console: ESC [ [ A is F1 */
		if (t.len < 4)
			return ignored(0);
		return key_sequence(4,
			t.ptr[3] >= 'A' && t.ptr[3] <= 'E' ? KEYCODE_F1 + (uint32_t)(t.ptr[3] - 'A')
							   : 0,
			0);
	}
	while (i < t.len && t.ptr[i] >= 0x30 && t.ptr[i] <= 0x3F)
		i++;
	parameters_end = i;
	while (i < t.len && t.ptr[i] >= 0x20 && t.ptr[i] <= 0x2F)
		i++;
	if (i == t.len)
		return ignored(0);
	if (t.ptr[i] == 'M' && i == 2) {
		const unsigned char *b = (const unsigned char *)t.ptr;

		if (t.len < 6)
			return ignored(0);
		return mouse_sequence(6, b[3] - 32u, b[4] - 32u, b[5] - 32u);
	}
	if (t.ptr[i] < 0x40 || t.ptr[i] > 0x7E) /* broken off: what follows is read anew */
		return ignored(i);
	if (i > parameters_end)
		return report_meaning(i + 1, text_make(t.ptr + 2, i - 1));
	return csi_meaning(i + 1, text_make(t.ptr + 2, parameters_end - 2), t.ptr[i]);
}

/* OSC @contents: `11;COLOUR` is the background's. */
static struct sequence osc_meaning(size_t length, struct text contents)
{
	if (!text_starts(contents, "11;"))
		return ignored(length);
	return event_sequence(
		length, (struct event){.kind = EVENT_BACKGROUND,
				.background = detect_background_answer(text_skip(contents, 3))});
}

/* OSC, DCS, APC, PM, SOS: up to BEL or ESC \. */
static struct sequence parse_string(struct text t)
{
	for (size_t i = 2; i < t.len; i++) {
		size_t length = i + 1;

		if (t.ptr[i] == ESC && i + 1 < t.len)
			length = t.ptr[i + 1] == '\\' ? i + 2 : i;
		else if (t.ptr[i] != '\a')
			continue;
		if (length == i || t.ptr[1] != ']')
			return ignored(length);
		return osc_meaning(length, text_make(t.ptr + 2, i - 2));
	}
	return ignored(0);
}

struct sequence sequence_parse(struct text t)
{
	uint32_t code;
	size_t used;

	if (t.len < 2)
		return ignored(0);
	switch (t.ptr[1]) {
	case ESC: /* the Esc key, then something else */
		return key_sequence(1, KEYCODE_ESCAPE, 0);
	case '[':
		return parse_csi(t);
	case 'O':
		if (t.len < 3)
			return ignored(0);
		if (t.ptr[2] == 'M') /* Enter of the keypad */
			return key_sequence(3, KEYCODE_ENTER, 0);
		return key_sequence(
			3, find_key(final_keys, FST_COUNT(final_keys), (unsigned char)t.ptr[2]), 0);
	case ']':
	case 'P':
	case '_':
	case '^':
	case 'X':
		return parse_string(t);
	default:
		code = utf8_decode(text_skip(t, 1), &used);
		if (code == UTF8_INVALID || utf8_width(code) < 1)
			return ignored(1 + used);
		return key_sequence(1 + used, code, KEY_ALT);
	}
}
