/* What makes pages, mails and terminal logs plain, before any importer sees them. */
#include "fuzz.h"

#include "base/utf8.h"
#include "import/command.h"
#include "import/document.h"
#include "import/encoding.h"

#include <stdlib.h>

const char *const fuzz_seeds[] = {
	"> > quoted =3D mail=\n with soft breaks=C2=A0and =E2=80=93 dashes\n",
	"<table><tr><td>a</td><td>1&nbsp;&lt;&amp;lt;</td></tr></table>\n[code]x[/code]\n",
	"^[[1;31mred^[[0m \033[1;31mred\033[0m \033]0;title\a\b\b\r over\r\n",
	"\xFF\xFE"
	"a\0b\0\n\0",
	"# comment\n# comment\n# comment\n```\nfence\n```\n 1  numbered\n 2  numbered\n",
	"\xEF\xBC\x91\xEF\xBC\x92 \xC2\xA0\xE2\x80\x8B \x93 \xE9t\xE9\n",
	NULL,
};
const char *const fuzz_seed_folder = "tests/corpus";

static void require(bool condition)
{
	if (!condition)
		abort();
}

static bool is_plain(struct text t, bool flow)
{
	for (size_t i = 0; i < t.len; i++) {
		unsigned char c = (unsigned char)t.ptr[i];

		if ((c < 0x20 && (flow || (c != '\n' && c != '\t'))) || c == 0x7F)
			return false;
	}
	return utf8_valid(t);
}

static void check_document(const struct document *doc)
{
	require(is_plain(strbuf_text(&doc->text), false));
	require(is_plain(strbuf_text(&doc->flow), true));
	for (size_t i = 0; i < doc->line_count; i++) {
		const struct doc_line *line = &doc->lines[i];

		require(line->start < doc->text.len);
		require(line->raw + line->raw_length <= doc->input.len);
		require(i == 0 || line->start > line[-1].start);
		require(i == 0 || line->flow >= line[-1].flow);
		require(i == 0 || line->number >= line[-1].number);
		require(document_line_at_text(doc, line->start) == i);
		require(document_line(doc, i).len <= doc->text.len);
		require(document_line_flow(doc, i).len <= doc->flow.len);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	/* Kept, for speed: what is behind the ends is poisoned. */
	static struct strbuf decoded;
	static struct document doc;
	struct text input = text_make((const char *)data, size);
	enum encoding encoding = encoding_detect(input);
	struct command command;

	if (encoding == ENCODING_UTF16LE || encoding == ENCODING_UTF16BE) {
		strbuf_clear(&decoded);
		require(encoding_decode(encoding, input, &decoded) <= size);
		input = strbuf_text(&decoded);
	}
	fuzz_poison(&decoded);
	document_read(&doc, input, 1);
	fuzz_poison(&doc.text);
	fuzz_poison(&doc.flow);
	check_document(&doc);
	if (command_find(&doc, "dd", 0, doc.flow.len, &command))
		require(command.start < command.end && command.end <= doc.flow.len);
	fuzz_unpoison(&decoded);
	fuzz_unpoison(&doc.text);
	fuzz_unpoison(&doc.flow);
	return 0;
}
