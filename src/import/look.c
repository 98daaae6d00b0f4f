#include "import/look.h"

#define SPECIAL(action) (LOOK_SPECIAL | (action) << LOOK_ACTION_SHIFT)
#define CONTROL         SPECIAL(ACTION_CONTROL)
#define UNICODE         (SPECIAL(ACTION_UNICODE) | LOOK_LETTER)
#define FOUR(look)      look, look, look, look
#define SIXTEEN(look)   FOUR(look), FOUR(look), FOUR(look), FOUR(look)
#define ALPHABET(look)  SIXTEEN(look), FOUR(look), FOUR(look), look, look

const uint16_t look_bytes[256] = {
	/* 0x00 to 0x1F */
	FOUR(CONTROL),
	FOUR(CONTROL),
	SPECIAL(ACTION_BACKSPACE),
	LOOK_TAB,
	CONTROL,
	CONTROL,
	CONTROL,
	CONTROL | LOOK_RETURN,
	CONTROL,
	CONTROL,
	FOUR(CONTROL),
	FOUR(CONTROL),
	CONTROL,
	CONTROL,
	CONTROL,
	SPECIAL(ACTION_ESCAPE),
	FOUR(CONTROL),
	/* ASCII */
	['#'] = LOOK_PROMPT,
	['$'] = LOOK_PROMPT,
	['&'] = SPECIAL(ACTION_AMPERSAND),
	['*'] = SPECIAL(ACTION_ASTERISK),
	[','] = LOOK_COMMA,
	['0'] = FOUR(LOOK_DIGIT),
	FOUR(LOOK_DIGIT),
	LOOK_DIGIT,
	LOOK_DIGIT,
	[';'] = LOOK_SEMICOLON,
	['<'] = SPECIAL(ACTION_LESS),
	['='] = LOOK_EQUALS | ACTION_EQUALS << LOOK_ACTION_SHIFT,
	['>'] = LOOK_QUOTE,
	['A'] = ALPHABET(LOOK_LETTER),
	['['] = SPECIAL(ACTION_BRACKET),
	['\\'] = SPECIAL(ACTION_BACKSLASH),
	['^'] = SPECIAL(ACTION_CARET),
	['a'] = ALPHABET(LOOK_LETTER),
	['|'] = LOOK_QUOTE | LOOK_BAR,
	[0x7F] = CONTROL,
	/* 0x80 to 0xFF */
	SIXTEEN(UNICODE),
	SIXTEEN(UNICODE),
	SIXTEEN(UNICODE),
	SIXTEEN(UNICODE),
	SIXTEEN(UNICODE),
	SIXTEEN(UNICODE),
	SIXTEEN(UNICODE),
	SIXTEEN(UNICODE),
};

uint16_t look_at(struct text line)
{
	unsigned looks = 0;

	for (size_t i = 0; i < line.len; i++)
		looks |= look_bytes[(unsigned char)line.ptr[i]];
	return (uint16_t)(looks & ((1 << LOOK_ACTION_SHIFT) - 1));
}
