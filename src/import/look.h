/*
 * One look at a line tells what it has in it, so that most readers of the line know at once
 * that there is nothing for them. Used by the document, and through it by importers.
 */
#ifndef FST_IMPORT_LOOK_H
#define FST_IMPORT_LOOK_H

#include <stdint.h>

#include "base/text.h"

/* What a byte, or one of a line's, is. */
enum look {
	LOOK_SPECIAL = 1 << 0, /* not what the text has: the cleaner has an action for it */
	LOOK_EQUALS = 1 << 1, /* special in quoted-printable only */
	LOOK_LETTER = 1 << 2, /* of ASCII, or a byte of any other character */
	LOOK_DIGIT = 1 << 3,
	LOOK_QUOTE = 1 << 4, /* > or |, which quotes or parts cells */
	LOOK_BAR = 1 << 5,
	LOOK_PROMPT = 1 << 6, /* $ or # */
	LOOK_RETURN = 1 << 7, /* a carriage return */
	LOOK_COMMA = 1 << 8,
	LOOK_SEMICOLON = 1 << 9,
	LOOK_TAB = 1 << 10,
};

/* What the cleaner does about a special byte. */
enum action {
	ACTION_PLAIN,
	ACTION_CONTROL,
	ACTION_ESCAPE,
	ACTION_BACKSPACE,
	ACTION_AMPERSAND,
	ACTION_LESS,
	ACTION_BRACKET,
	ACTION_BACKSLASH,
	ACTION_CARET,
	ACTION_ASTERISK,
	ACTION_EQUALS,
	ACTION_UNICODE,
};

#define LOOK_ACTION_SHIFT 12

/* Bits of enum look, and the action above them. */
extern const uint16_t look_bytes[256];

static inline enum action look_action(char c)
{
	return (enum action)(look_bytes[(unsigned char)c] >> LOOK_ACTION_SHIFT);
}

/* The looks of all bytes of @line. */
uint16_t look_at(struct text line);

#endif
