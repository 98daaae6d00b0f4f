#include "import/section.h"

#include <stdint.h>

#include "base/attributes.h"
#include "import/command.h"

/* A heading further up is about something else. */
#define FURTHEST_LINES 400

static bool looks_printed(struct text line)
{
	static const char *const printed[] = {"------", "...done", "records in", "records out",
		"bytes copied", "bytes transferred", "Threads started", "MB/sec",
		"Using uid:", "Laying out IO file", "fio: ", "%CP", "HDIO_", "Timing ", "~~~~",
		"====", "real\t", "user\t", "sys\t"};
	size_t letters = 0, others = 0;

	/* hdparm names the device in a line of its own. */
	if (text_starts(line, "/dev/") && text_find_char(line, ' ') == SIZE_MAX)
		return true;

	for (size_t i = 0; i < FST_COUNT(printed); i++)
		if (text_contains(line, printed[i]))
			return true;
	/* dd's records: 1024+0 in any language. */
	for (size_t i = 1; i + 1 < line.len; i++)
		if (line.ptr[i] == '+' && text_is_digit(line.ptr[i - 1]) &&
			text_is_digit(line.ptr[i + 1]))
			return true;
	for (size_t i = 0; i < line.len; i++) {
		unsigned char c = (unsigned char)line.ptr[i];

		if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')
			letters++;
		else if (c >= 0x80)
			letters += 2;
		else if (c != ' ' && c != '\t')
			others++;
	}
	/* Figures and rules; "Kernel 2.4.19" is no such line. */
	return letters < 2 || others > 2 * letters + 6;
}

/* Without the marks of a heading, a list or emphasis at both ends. */
static struct text without_marks(struct text line)
{
	bool bullet = line.len > 2 && strchr("*-+", line.ptr[0]) && line.ptr[1] == ' ';

	if (text_starts(line, "\xE2\x80\xA2"))
		line = text_skip(line, 3);
	if (bullet)
		line = text_skip(line, 1);
	if (line.len > 4 && line.ptr[0] == 'h' && line.ptr[1] >= '1' && line.ptr[1] <= '6' &&
		text_starts(text_skip(line, 2), ". "))
		line = text_skip(line, 4);
	line = text_trim(line);
	while (line.len && strchr("#=*_ \t|-", line.ptr[0]))
		line = text_skip(line, 1);
	while (line.len && strchr("#=*_ \t|:", line.ptr[line.len - 1]))
		line.len--;
	return line;
}

/* The line @line of the document as a section's heading; empty when it is none. */
static struct text heading_at(const struct document *doc, size_t line, const bool *claimed)
{
	struct text text, plain;

	if ((claimed && claimed[line]) || doc->lines[line].flags & DOC_FENCE)
		return TEXT("");
	text = text_trim(document_line(doc, line));
	if (!text.len)
		return text;
	plain = without_marks(text);
	if (!plain.len || looks_printed(plain))
		return TEXT("");
	/* A command with a colon behind it names what follows: "mkfs.btrfs --mixed:". */
	if (!text_ends(text, ":") && (command_is_line(text) || command_is_line(plain)))
		return TEXT("");
	return plain;
}

struct text section_above(
	const struct document *doc, size_t line, const bool *claimed, struct section_memo *memo)
{
	size_t last = line > FURTHEST_LINES ? line - FURTHEST_LINES : 0, at = line;
	struct text text = TEXT("");

	while (!text.len && at > last) {
		if (at-- == memo->line && memo->line) {
			at = memo->found;
			text = at >= last ? memo->text : TEXT("");
			break;
		}
		text = heading_at(doc, at, claimed);
	}
	*memo = (struct section_memo){.line = line, .found = at, .text = text};
	return text;
}
