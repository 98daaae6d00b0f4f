#include "random_rows.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "model/extra.h"

#define TEXT_BYTES 40

static void add_character(struct rng *rng, enum random_texts kind, struct strbuf *text)
{
	static const char special[] = ",\"\"\n\r\t\\\\ =x1F;'\x1F\x7F+-@";
	char bytes[4];
	size_t n;

	if (rng_below(rng, 2)) {
		strbuf_add_char(text, special[rng_below(rng, sizeof(special))]);
	} else if (kind == RANDOM_BYTES) {
		strbuf_add_char(text, (char)rng_below(rng, 256));
	} else {
		n = utf8_encode(
			(uint32_t)rng_below(rng, rng_below(rng, 2) ? 0x110000 : 0x300), bytes);
		strbuf_add(text, bytes, n);
	}
}

/* Not empty. @texts has the room already, so that earlier slices stay valid. */
static struct text random_text(struct rng *rng, enum random_texts kind, struct strbuf *texts)
{
	size_t start = texts->len;

	do
		add_character(rng, kind, texts);
	while (texts->len == start || (rng_below(rng, 8) && texts->len < start + TEXT_BYTES - 4));
	return text_make(texts->ptr + start, texts->len - start);
}

static double random_number(struct rng *rng, enum column_type type)
{
	double value = 0;
	uint64_t bits;

	if (rng_below(rng, 8) == 0)
		return 0;
	if (type == COLUMN_COUNT)
		return floor(ldexp(
			1 + rng_unit(rng), (int)rng_below(rng, rng_below(rng, 8) ? 53 : 900)));
	do {
		bits = rng_next(rng) >> 1; /* no sign */
		memcpy(&value, &bits, sizeof(value));
	} while (!isfinite(value));
	return rng_below(rng, 2) ? value : (double)rng_below(rng, 1000000) / 1000;
}

static void add_extras(
	struct rng *rng, enum random_texts kind, struct strbuf *texts, struct measurement *m)
{
	static const char *const names[] = {"color", "my=own", "a,b", "x\x1Fy", "\xC3\xA9"};
	struct strbuf extra = STRBUF_INIT;
	size_t start = texts->len;
	struct text value;

	/* In the order of the table, as they come back. */
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (rng_below(rng, 2)) {
			value = random_text(rng, kind, texts);
			extra_add(&extra, text_of(names[i]), value);
		}
	start = texts->len;
	strbuf_add_text(texts, strbuf_text(&extra));
	measurement_set_text(m, COL_EXTRA, text_make(texts->ptr + start, texts->len - start));
	strbuf_free(&extra);
}

void random_row(
	struct rng *rng, enum random_texts kind, struct strbuf *texts, struct measurement *m)
{
	strbuf_clear(texts);
	strbuf_reserve(texts, (size_t)COLUMN_COUNT_ALL * TEXT_BYTES * 8);
	m->have = 0;
	while (!m->have) {
		for (int i = 0; i < COLUMN_COUNT_FILE; i++) {
			if (rng_below(rng, 3))
				continue;
			if (column_table[i].type == COLUMN_TEXT)
				measurement_set_text(
					m, (enum column)i, random_text(rng, kind, texts));
			else
				measurement_set_number(m, (enum column)i,
					random_number(rng, column_table[i].type));
		}
		if (rng_below(rng, 4) == 0)
			add_extras(rng, kind, texts, m);
	}
}
