#include "import/multisearch.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/*
 * The first bytes of each word, hashed: few enough values that the table of those that occur
 * stays in the processor's nearest cache, many enough that chance hits are rare.
 */
#define KEY_BITS 14
#define KEYS     (1 << KEY_BITS)

struct multisearch {
	const struct text *words;
	uint8_t starts[KEYS]; /* whether a word begins so */
	uint32_t first[KEYS]; /* a word that begins so, + 1 */
	uint32_t *next; /* by word: another one that begins so, + 1 */
};

static unsigned char fold(char c)
{
	return c >= 'A' && c <= 'Z' ? (unsigned char)(c | 0x20) : (unsigned char)c;
}

/* Setting bit 5 folds letters and merges a few other bytes, which the comparison tells apart. */
static uint32_t start_key(const char *at)
{
	uint32_t bytes;

	_Static_assert(sizeof(bytes) == MULTISEARCH_SHORTEST, "the start of any word");
	memcpy(&bytes, at, sizeof(bytes));
	return ((bytes | 0x20202020) * UINT32_C(0x9E3779B1)) >> (32 - KEY_BITS);
}

struct multisearch *multisearch_new(const struct text *words, size_t count)
{
	struct multisearch *search = xcalloc(1, sizeof(*search));

	search->words = words;
	search->next = xcalloc(count + 1, sizeof(*search->next));
	for (size_t i = count; i-- > 0;) {
		uint32_t key = start_key(words[i].ptr);

		search->starts[key] = 1;
		search->next[i] = search->first[key];
		search->first[key] = (uint32_t)i + 1;
	}
	return search;
}

void multisearch_free(struct multisearch *search)
{
	if (!search)
		return;
	free(search->next);
	free(search);
}

static bool word_is_at(struct text word, const char *at, size_t left)
{
	if (word.len > left)
		return false;
	for (size_t i = 0; i < word.len; i++)
		if (fold(word.ptr[i]) != fold(at[i]))
			return false;
	return true;
}

/* The longest word at @at; false when there is none. */
static bool find_word(
	const struct multisearch *search, uint32_t key, const char *at, size_t left, size_t *word)
{
	size_t longest = 0;

	for (uint32_t i = search->first[key]; i; i = search->next[i - 1]) {
		struct text candidate = search->words[i - 1];

		if (candidate.len <= longest || !word_is_at(candidate, at, left))
			continue;
		longest = candidate.len;
		*word = i - 1;
	}
	return longest > 0;
}

size_t multisearch_next(
	const struct multisearch *search, struct text text, size_t from, size_t *word)
{
	for (size_t at = from; at + MULTISEARCH_SHORTEST <= text.len; at++) {
		uint32_t key = start_key(text.ptr + at);

		if (search->starts[key] &&
			find_word(search, key, text.ptr + at, text.len - at, word))
			return at;
	}
	return SIZE_MAX;
}
