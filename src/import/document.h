/*
 * A piece of text made ready for the importers. What pages, mails and terminals
 * do to text is undone, every repair is counted, and line numbers stay those of
 * the input. Two views of the same text:
 *
 *   text   a line each, columns kept (for tables whose blanks carry a meaning);
 *   flow   runs of blanks and line ends are one blank: hard wraps, joined lines
 *          and collapsed blanks look the same there.
 *
 * Both are valid UTF-8 without control bytes but '\n' and '\t' (text only).
 */
#ifndef FST_IMPORT_DOCUMENT_H
#define FST_IMPORT_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/text.h"

enum doc_line_flag {
	DOC_FENCE = 1, /* a fence or other markup alone: its text is empty */
	DOC_CONTINUED = 2, /* ended with a backslash, which is removed */
	DOC_HEADING = 4, /* marked as a heading, or underlined by the next line */
	DOC_BULLET = 8, /* an item of a list */
};

struct doc_line {
	size_t start; /* in text */
	size_t flow; /* in flow */
	size_t raw, raw_length; /* in the input */
	size_t number; /* in the input, from 1 */
	uint16_t looks; /* what is in it: import/look.h */
	uint8_t flags;
	uint8_t depth; /* how often it is quoted */
};

/* What was mended. name, how the report says it */
#define REPAIR_TABLE(_)                                                  \
	_(UTF16, "UTF-16 read")                                          \
	_(ENCODING, "bytes that are no UTF-8 read as Windows-1252")      \
	_(CARRIAGE_RETURN, "carriage returns taken as line ends")        \
	_(CONTROL, "control and escape sequences removed")               \
	_(QUOTE, "quote marks in front of lines removed")                \
	_(PREFIX, "numbers, times or prompts in front of lines removed") \
	_(COMMENT, "comment marks in front of lines removed")            \
	_(ENTITY, "HTML entities decoded")                               \
	_(TAG, "HTML tags removed")                                      \
	_(BBCODE, "BBCode tags removed")                                 \
	_(MARKDOWN, "Markdown marks removed")                            \
	_(QUOTED_PRINTABLE, "quoted-printable decoded")                  \
	_(ESCAPE, "line ends written as \\n taken as line ends")         \
	_(BLANK, "special blanks made plain")                            \
	_(TYPOGRAPHY, "typographic dashes, quotes and dots made plain")  \
	_(FULLWIDTH, "full-width characters made plain")

enum repair {
#define REPAIR_ENUM(name, text) REPAIR_##name,
	REPAIR_TABLE(REPAIR_ENUM)
#undef REPAIR_ENUM
		REPAIR_COUNT
};

extern const char *const repair_names[REPAIR_COUNT];

struct repair_count {
	size_t count;
	size_t first_line; /* of the input; meaningful when count > 0 */
};

#define DOC_FLOW_STRIDE 128

struct document {
	struct text input; /* as given; belongs to the caller */
	struct strbuf text;
	struct strbuf flow;
	struct doc_line *lines;
	size_t line_count, line_capacity;
	size_t *at_flow; /* the line in which each DOC_FLOW_STRIDE bytes of the flow start */
	struct repair_count repairs[REPAIR_COUNT];
};

/*
 * Fill @doc from @input, whose first line has the number @first_line. @input must
 * outlive @doc. A document may be filled again; its memory is reused.
 */
void document_read(struct document *doc, struct text input, size_t first_line);
void document_free(struct document *doc);

/* Index of the line that offset @at of the text or of the flow is in. */
size_t document_line_at_text(const struct document *doc, size_t at);
size_t document_line_at_flow(const struct document *doc, size_t at);

/* Line @index of the text, without its line end. */
struct text document_line(const struct document *doc, size_t index);

/* Line @index as the flow has it, without blanks at the ends. */
struct text document_line_flow(const struct document *doc, size_t index);

/* Line number in the input of offset @at of the flow. */
size_t document_number_at_flow(const struct document *doc, size_t at);

#endif
