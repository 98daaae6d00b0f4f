/*
 * Keys and their names: one printable spelling for the key map, the footer, the
 * help and the config file. `a` `A` `?` `Space` `C-d` `Up` `S-Up` `F1` `Enter`
 * `Tab` `S-Tab` `Esc` `Backspace` `M-x`; `^D` is read as `C-d`.
 */
#ifndef FST_TERM_KEY_H
#define FST_TERM_KEY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum key_modifier { KEY_SHIFT = 1 << 0, KEY_ALT = 1 << 1, KEY_CTRL = 1 << 2 };

/* Named keys; codes behind the last code point of Unicode. */
#define KEY_TABLE(_)              \
	_(ENTER, "Enter")         \
	_(TAB, "Tab")             \
	_(ESCAPE, "Esc")          \
	_(BACKSPACE, "Backspace") \
	_(UP, "Up")               \
	_(DOWN, "Down")           \
	_(LEFT, "Left")           \
	_(RIGHT, "Right")         \
	_(HOME, "Home")           \
	_(END, "End")             \
	_(PAGE_UP, "PgUp")        \
	_(PAGE_DOWN, "PgDn")      \
	_(INSERT, "Insert")       \
	_(DELETE, "Delete")       \
	_(F1, "F1")               \
	_(F2, "F2")               \
	_(F3, "F3")               \
	_(F4, "F4")               \
	_(F5, "F5")               \
	_(F6, "F6")               \
	_(F7, "F7")               \
	_(F8, "F8")               \
	_(F9, "F9")               \
	_(F10, "F10")             \
	_(F11, "F11")             \
	_(F12, "F12")

enum key_code {
	KEYCODE_FIRST = 0x110000 - 1,
#define KEY_ENUM(name, text) KEYCODE_##name,
	KEY_TABLE(KEY_ENUM)
#undef KEY_ENUM
		KEYCODE_LIMIT
};

/*
 * A code point (what was typed, so `A`, not Shift and `a`; Ctrl-D is `d` with
 * KEY_CTRL; the space is ' ') or one of enum key_code.
 */
struct key {
	uint32_t code;
	uint8_t modifiers; /* enum key_modifier bits; KEY_SHIFT for named keys only */
};

static inline bool key_equal(struct key a, struct key b)
{
	return a.code == b.code && a.modifiers == b.modifiers;
}

#define KEY_NAME_SIZE 24

/* The name of @key; returns @out. */
const char *key_format(struct key key, char out[KEY_NAME_SIZE]);

/* The key called @name (names of keys without case). False for anything else. */
bool key_parse(struct text name, struct key *key);

#endif
