#include "import/multisearch.h"

#include <stdlib.h>

#include "base/alloc.h"

/* A block is the two bytes that decide how far to move on. */
#define BLOCK      2
#define BLOCK_KEYS 65536

struct multisearch {
	const struct text *words;
	size_t shortest;
	uint8_t shift[BLOCK_KEYS];
	/* Words whose first @shortest bytes end with a block: order[first[key]..first[key+1]). */
	uint32_t first[BLOCK_KEYS + 1];
	uint32_t *order;
};

static unsigned char fold(char c)
{
	return c >= 'A' && c <= 'Z' ? (unsigned char)(c | 0x20) : (unsigned char)c;
}

static uint32_t block_key(const char *at)
{
	/* Setting bit 5 folds letters and merges a few other bytes, which the
	 * comparison of the whole word then tells apart. */
	return (uint32_t)((unsigned char)at[0] | 0x20) << 8 | ((unsigned char)at[1] | 0x20);
}

static uint32_t last_block(const struct multisearch *search, size_t word)
{
	return block_key(search->words[word].ptr + search->shortest - BLOCK);
}

struct multisearch *multisearch_new(const struct text *words, size_t count)
{
	struct multisearch *search = xcalloc(1, sizeof(*search));
	size_t widest;

	search->words = words;
	search->order = xcalloc(count + 1, sizeof(*search->order));
	search->shortest = 255;
	for (size_t i = 0; i < count; i++)
		if (words[i].len < search->shortest)
			search->shortest = words[i].len;
	widest = search->shortest - BLOCK + 1;
	for (size_t i = 0; i < BLOCK_KEYS; i++)
		search->shift[i] = (uint8_t)widest;
	for (size_t i = 0; i < count; i++) {
		for (size_t at = 0; at + BLOCK <= search->shortest; at++) {
			uint8_t *shift = &search->shift[block_key(words[i].ptr + at)];
			uint8_t left = (uint8_t)(search->shortest - BLOCK - at);

			if (left < *shift)
				*shift = left;
		}
		search->first[last_block(search, i) + 1]++;
	}
	for (size_t i = 0; i < BLOCK_KEYS; i++)
		search->first[i + 1] += search->first[i];
	for (size_t i = count; i-- > 0;) {
		uint32_t key = last_block(search, i);
		uint32_t slot = search->first[key];

		while (search->order[slot] != 0)
			slot++;
		search->order[slot] = (uint32_t)i + 1;
	}
	return search;
}

void multisearch_free(struct multisearch *search)
{
	if (!search)
		return;
	free(search->order);
	free(search);
}

static int word_is_at(struct text word, const char *at, size_t left)
{
	if (word.len > left)
		return 0;
	for (size_t i = 0; i < word.len; i++)
		if (fold(word.ptr[i]) != fold(at[i]))
			return 0;
	return 1;
}

size_t multisearch_next(
	const struct multisearch *search, struct text text, size_t from, size_t *word)
{
	size_t back = search->shortest - BLOCK;

	for (size_t at = from + back; at + BLOCK <= text.len;) {
		uint32_t key = block_key(text.ptr + at);
		size_t shift = search->shift[key], longest = 0;

		if (shift) {
			at += shift;
			continue;
		}
		for (uint32_t i = search->first[key]; i < search->first[key + 1]; i++) {
			size_t id = search->order[i] - 1;

			if (search->words[id].len > longest &&
				word_is_at(search->words[id], text.ptr + at - back,
					text.len - (at - back))) {
				longest = search->words[id].len;
				*word = id;
			}
		}
		if (longest)
			return at - back;
		at++;
	}
	return SIZE_MAX;
}
