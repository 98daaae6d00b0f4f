/* The help text of option tables. */
#include <string.h>

#include "base/text.h"
#include "cmd/option.h"

#define HELP_INDENT 28 /* where the explanations start */

void option_add_wrapped(
	struct strbuf *sb, struct text words, size_t indent, size_t at, size_t columns)
{
	bool first = true;
	struct text word;

	if (at > 0 && at + 1 > indent) {
		strbuf_add_char(sb, '\n');
		at = 0;
	}
	strbuf_add_repeat(sb, ' ', indent - at);
	at = indent;
	while (text_next_word(&words, &word)) {
		if (!first && at + 1 + word.len > columns) {
			strbuf_add_char(sb, '\n');
			strbuf_add_repeat(sb, ' ', indent);
			at = indent;
		} else if (!first) {
			strbuf_add_char(sb, ' ');
			at++;
		}
		strbuf_add_text(sb, word);
		at += word.len;
		first = false;
	}
	strbuf_add_char(sb, '\n');
}

static void add_option_help(struct strbuf *sb, const struct option_info *info, size_t columns)
{
	struct strbuf help = STRBUF_INIT;
	size_t start = sb->len;

	strbuf_printf(sb, info->letter ? "  -%c, " : "      ", info->letter);
	strbuf_printf(sb, "--%s", info->name);
	if (info->argument)
		strbuf_printf(sb, "=%s", info->argument);
	strbuf_add_string(&help, info->help);
	for (size_t i = 0; info->choices && info->choices[i]; i++)
		strbuf_printf(&help, "%s%s", i == 0 ? ": " : ", ", info->choices[i]);
	option_add_wrapped(sb, strbuf_text(&help), HELP_INDENT, sb->len - start, columns);
	strbuf_free(&help);
}

void options_add_help(struct strbuf *sb, const struct option_table *const *tables, size_t columns)
{
	for (; *tables; tables++) {
		strbuf_printf(sb, "\n%s:\n", (*tables)->title);
		for (size_t i = 0; i < (*tables)->count; i++)
			add_option_help(sb, &(*tables)->options[i], columns);
	}
}
