#include "term/key.h"

#include <stdio.h>
#include <string.h>

#include "base/attributes.h"
#include "base/utf8.h"

static const char *const key_names[] = {
#define KEY_NAME(name, text) [KEYCODE_##name - KEYCODE_FIRST] = (text),
	KEY_TABLE(KEY_NAME)
#undef KEY_NAME
};

static bool is_named(uint32_t code)
{
	return code > KEYCODE_FIRST && code < KEYCODE_LIMIT;
}

const char *key_format(struct key key, char out[KEY_NAME_SIZE])
{
	char character[5] = "";
	const char *name = character;

	if (is_named(key.code))
		name = key_names[key.code - KEYCODE_FIRST];
	else if (key.code == ' ')
		name = "Space";
	else
		utf8_encode(key.code, character);
	snprintf(out, KEY_NAME_SIZE, "%s%s%s%s", key.modifiers & KEY_CTRL ? "C-" : "",
		key.modifiers & KEY_ALT ? "M-" : "", key.modifiers & KEY_SHIFT ? "S-" : "", name);
	return out;
}

static uint8_t modifier_of(char letter)
{
	return letter == 'C' ? KEY_CTRL : letter == 'M' ? KEY_ALT : letter == 'S' ? KEY_SHIFT : 0;
}

bool key_parse(struct text name, struct key *key)
{
	struct key k = {0};
	size_t used;

	while (name.len > 2 && name.ptr[1] == '-') {
		uint8_t modifier = modifier_of(name.ptr[0]);

		if (!modifier || k.modifiers & modifier)
			return false;
		k.modifiers |= modifier;
		name = text_skip(name, 2);
	}
	if (name.len == 2 && name.ptr[0] == '^' && !k.modifiers) { /* as the footer writes it */
		k.modifiers = KEY_CTRL;
		name = text_skip(name, 1);
	}
	if (name.len == 0)
		return false;
	for (uint32_t i = 1; i < FST_COUNT(key_names) && !k.code; i++)
		if (text_equal_nocase(name, text_of(key_names[i])))
			k.code = KEYCODE_FIRST + i;
	if (!k.code && text_equal_nocase(name, TEXT("Space")))
		k.code = ' ';
	if (!k.code) {
		k.code = utf8_decode(name, &used);
		if (used != name.len || utf8_width(k.code) < 1)
			return false;
	}
	if (!is_named(k.code) && k.modifiers & KEY_SHIFT)
		return false;
	if (k.modifiers & KEY_CTRL && k.code >= 'A' && k.code <= 'Z')
		k.code += 'a' - 'A';
	*key = k;
	return true;
}
