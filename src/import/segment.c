#include "import/segment.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/strbuf.h"
#include "import/multisearch.h"

/* Text kept in front of a result (for its heading and command), and behind it. */
#define BEFORE ((size_t)8 << 10)
#define BEHIND ((size_t)16 << 10)

/* A piece that is larger is handed over as far as it is done. */
#define LARGE   ((size_t)4 << 20)
#define LARGEST ((size_t)64 << 20)

/* Behind a probe so much is not searched: it is part of the piece anyway. */
#define STRIDE ((size_t)4 << 10)

/* So much is searched at once. */
#define WINDOW ((size_t)64 << 10)

/* A line with so many commas may be a CSV record of results. */
#define CSV_COMMAS 20

struct segmenter {
	struct multisearch *search;
	size_t longest; /* of the probes */
	segment_sink sink;
	void *context;
	struct strbuf text; /* what is not done with */
	size_t line; /* number of its first line */
	size_t searched; /* so far it was searched */
	size_t last_probe; /* in text; SIZE_MAX: there is none */
	size_t retry; /* hand over again when the text is that long */
	bool whole; /* nothing was dropped or handed over yet */
};

struct segmenter *segmenter_new(
	const struct text *probes, size_t count, segment_sink sink, void *context)
{
	struct segmenter *segmenter = xcalloc(1, sizeof(*segmenter));

	segmenter->search = multisearch_new(probes, count);
	segmenter->sink = sink;
	segmenter->context = context;
	for (size_t i = 0; i < count; i++)
		if (probes[i].len > segmenter->longest)
			segmenter->longest = probes[i].len;
	segmenter_begin(segmenter);
	return segmenter;
}

void segmenter_free(struct segmenter *segmenter)
{
	if (!segmenter)
		return;
	multisearch_free(segmenter->search);
	strbuf_free(&segmenter->text);
	free(segmenter);
}

void segmenter_begin(struct segmenter *segmenter)
{
	strbuf_clear(&segmenter->text);
	segmenter->line = 1;
	segmenter->searched = 0;
	segmenter->last_probe = SIZE_MAX;
	segmenter->retry = LARGE;
	segmenter->whole = true;
}

static uint64_t load(const char *at)
{
	uint64_t word;

	memcpy(&word, at, sizeof(word));
	return word;
}

/* How often @c is in @text, eight bytes at a time. */
static size_t count_bytes(struct text text, char c)
{
	const uint64_t low = UINT64_C(0x7F7F7F7F7F7F7F7F), ones = UINT64_C(0x0101010101010101);
	const uint64_t wanted = ones * (unsigned char)c;
	size_t count = 0, at = 0;

	while (at + sizeof(uint64_t) <= text.len) {
		size_t words = (text.len - at) / sizeof(uint64_t);
		uint64_t sums = 0;

		/* Eight counters of a byte each, emptied before they overflow. */
		words = words < 255 ? words : 255;
		for (; words; words--, at += sizeof(uint64_t)) {
			uint64_t x = load(text.ptr + at) ^ wanted;

			/* The top bit of each byte that is zero, without carries between bytes. */
			x = ~(((x & low) + low) | x | low);
			sums += x >> 7;
		}
		sums = (sums & UINT64_C(0x00FF00FF00FF00FF)) +
		       (sums >> 8 & UINT64_C(0x00FF00FF00FF00FF));
		count += (sums * UINT64_C(0x0001000100010001)) >> 48;
	}
	for (; at < text.len; at++)
		count += text.ptr[at] == c;
	return count;
}

static void drop(struct segmenter *segmenter, size_t count)
{
	struct strbuf *text = &segmenter->text;

	segmenter->line += count_bytes(text_make(text->ptr, count), '\n');
	memmove(text->ptr, text->ptr + count, text->len - count);
	strbuf_truncate(text, text->len - count);
	segmenter->searched = segmenter->searched > count ? segmenter->searched - count : 0;
	if (segmenter->last_probe != SIZE_MAX)
		segmenter->last_probe = segmenter->last_probe >= count
						? segmenter->last_probe - count
						: SIZE_MAX;
}

/* Where the line that holds @at starts, not further back than @limit bytes. */
static size_t line_start(struct text text, size_t at, size_t limit)
{
	size_t start = at;

	while (start > 0 && at - start < limit && text.ptr[start - 1] != '\n')
		start--;
	return start;
}

/* The end of the last line that is whole, or all when the line is longer than any result's. */
static size_t whole_lines(struct text text)
{
	size_t start = line_start(text, text.len, LARGE);

	return start > 0 && text.len - start < LARGE ? start : text.len - text.len % LARGE;
}

/* A place between @from and @end that may be a table: a tab, or a line full of commas. */
static size_t find_structure(struct text text, size_t from, size_t end)
{
	struct text window = text_make(text.ptr + from, end - from);
	size_t tab = text_find_char(window, '\t');

	if (tab != SIZE_MAX)
		return from + tab;
	if (count_bytes(window, ',') < CSV_COMMAS)
		return SIZE_MAX;
	for (size_t at = from; at < end;) {
		struct text line = text_make(text.ptr + at, end - at);
		size_t length = text_find_char(line, '\n');

		if (length != SIZE_MAX)
			line.len = length;
		if (line.len >= CSV_COMMAS && count_bytes(line, ',') >= CSV_COMMAS)
			return at;
		at += line.len + 1;
	}
	return SIZE_MAX;
}

/* The next place from @from on that may be part of a result; SIZE_MAX: none before @end. */
static size_t find_probe(const struct segmenter *segmenter, size_t from, size_t end)
{
	struct text text = strbuf_text(&segmenter->text);
	size_t word, hit, structure;

	text.len = end;
	hit = multisearch_next(segmenter->search, text, from, &word);
	structure = find_structure(text, from, hit == SIZE_MAX ? end : hit);
	return structure < hit ? structure : hit;
}

/* The piece is over: hand it over and keep what may belong to the next one. */
static void finish_piece(struct segmenter *segmenter, size_t end)
{
	struct text text = strbuf_text(&segmenter->text);

	segmenter->sink(segmenter->context, text_make(text.ptr, end), segmenter->line, true);
	segmenter->last_probe = SIZE_MAX;
	segmenter->retry = LARGE;
	drop(segmenter, line_start(text, end - BEHIND / 2, BEHIND / 2));
}

/*
 * Hand over so much that the next time comes soon: what is read at once should fit the
 * processor's cache.
 */
static void hand_over(struct segmenter *segmenter, size_t end)
{
	while (end >= segmenter->retry) {
		struct text text = strbuf_text(&segmenter->text);
		bool complete = end >= LARGEST;
		size_t part = complete ? end : whole_lines(text_make(text.ptr, segmenter->retry));
		size_t done = segmenter->sink(
			segmenter->context, text_make(text.ptr, part), segmenter->line, complete);

		if (complete)
			done = end;
		segmenter->retry = part - done > LARGE ? 2 * (part - done) : part - done + LARGE;
		drop(segmenter, done);
		end -= done;
	}
	if (segmenter->last_probe == SIZE_MAX && segmenter->text.len)
		segmenter->last_probe = 0;
}

/* Long tables have words at their head only: their figures keep the piece going. */
static bool is_figures(struct text text)
{
	size_t digits = 0;

	for (size_t i = 0; i < text.len; i++)
		digits += text.ptr[i] >= '0' && text.ptr[i] <= '9';
	return digits * 4 > text.len;
}

/*
 * Nothing was found up to @end: end the piece when that is far enough behind the
 * last place. Returns how many bytes were dropped.
 */
static size_t end_piece(struct segmenter *segmenter, size_t end)
{
	struct text text = strbuf_text(&segmenter->text);
	size_t before = text.len, cut;

	if (segmenter->last_probe == SIZE_MAX || end - segmenter->last_probe <= BEHIND)
		return 0;
	cut = line_start(text, segmenter->last_probe + BEHIND, BEHIND / 2);
	if (is_figures(text_make(text.ptr + cut - STRIDE, STRIDE))) {
		segmenter->last_probe = cut;
		return 0;
	}
	finish_piece(segmenter, cut);
	return before - segmenter->text.len;
}

static void search(struct segmenter *segmenter, size_t end)
{
	while (segmenter->searched < end) {
		size_t from = segmenter->searched;
		size_t to = end - from > WINDOW ? from + WINDOW : end;
		size_t hit = find_probe(segmenter, from, to);
		size_t dropped = end_piece(segmenter, hit == SIZE_MAX ? to : hit);

		end -= dropped;
		to -= dropped;
		if (hit != SIZE_MAX) {
			segmenter->last_probe = hit - dropped;
			segmenter->searched = hit - dropped + STRIDE < end ? hit - dropped + STRIDE
									   : end;
		} else if (to == end) {
			segmenter->searched = end;
		} else {
			/* A probe may lie across the window's end. */
			segmenter->searched = to - segmenter->longest;
		}
	}
}

static void work(struct segmenter *segmenter)
{
	size_t before = segmenter->text.len, end = whole_lines(strbuf_text(&segmenter->text));

	segmenter->whole = false;
	search(segmenter, end);
	end -= before - segmenter->text.len;
	if (segmenter->last_probe != SIZE_MAX) {
		hand_over(segmenter, end);
		return;
	}
	if (end > BEFORE)
		drop(segmenter,
			line_start(strbuf_text(&segmenter->text), end - BEFORE, BEFORE / 2));
	/* In a line without end a probe may be cut by what is there so far. */
	if (segmenter->searched > segmenter->longest)
		segmenter->searched -= segmenter->longest;
}

void segmenter_push(struct segmenter *segmenter, struct text bytes)
{
	strbuf_add_text(&segmenter->text, bytes);
	if (segmenter->text.len > SEGMENT_WHOLE || !segmenter->whole)
		work(segmenter);
}

size_t segmenter_end(struct segmenter *segmenter)
{
	struct text text = strbuf_text(&segmenter->text);

	if (segmenter->whole || segmenter->last_probe != SIZE_MAX ||
		find_probe(segmenter, segmenter->searched, text.len) != SIZE_MAX)
		segmenter->sink(segmenter->context, text, segmenter->line, true);
	segmenter->line += count_bytes(text, '\n');
	return segmenter->line - (text.len == 0 || text.ptr[text.len - 1] == '\n');
}
