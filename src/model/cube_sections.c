#include "model/cube_sections.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/keyset.h"

struct cube_sections {
	const struct dataset *dataset;
	struct keyset repeated; /* hashes of (document, environment) that sections tell apart */
};

/* The document (source without its line) and the environment's name. */
static uint64_t document_key(const struct dataset *ds, uint32_t row)
{
	struct text source = dataset_text(ds, row, COL_SOURCE);

	while (source.len && source.ptr[source.len - 1] != ':')
		source.len--;
	return hash_word(hash_text(HASH_INIT, source), dataset_text_id(ds, row, COL_ENVIRONMENT));
}

static uint64_t place_key(const struct dataset *ds, uint32_t row, uint64_t document)
{
	static const enum column numbers[] = {
		COL_FILE_SIZE, COL_RECORD_SIZE, COL_THREADS, COL_QUEUE_DEPTH};
	static const enum column texts[] = {COL_TOOL, COL_TEST, COL_DIRECTION, COL_OPTIONS};
	uint64_t key = document;
	double value;

	for (size_t i = 0; i < FST_COUNT(numbers); i++) {
		uint64_t bits = 0;

		if (dataset_number(ds, row, numbers[i], &value))
			memcpy(&bits, &value, sizeof(bits));
		key = hash_word(key, bits);
	}
	for (size_t i = 0; i < FST_COUNT(texts); i++)
		key = hash_word(key, dataset_text_id(ds, row, texts[i]));
	if (text_is(dataset_text(ds, row, COL_TEST), "table"))
		key = hash_word(key, dataset_text_id(ds, row, COL_NOTE));
	return key;
}

/*
 * Keys are 64-bit hashes: two places that collide would at worst split an
 * environment in two.
 */
struct cube_sections *cube_sections_new(
	const struct dataset *dataset, const uint32_t *rows, uint32_t count)
{
	struct cube_sections *sections = xcalloc(1, sizeof(*sections));
	struct keyset places = {0};
	uint32_t *section_of = NULL; /* the section that a place was first seen under */

	sections->dataset = dataset;
	for (uint32_t i = 0; i < count; i++) {
		uint32_t section = dataset_text_id(dataset, rows[i], COL_SECTION);
		uint32_t known = places.count, place;
		uint64_t document;

		if (section == 0)
			continue;
		document = document_key(dataset, rows[i]);
		place = keyset_add(&places, place_key(dataset, rows[i], document));
		if (place == known) {
			section_of = xreallocarray(section_of, known + 1, sizeof(*section_of));
			section_of[place] = section;
		} else if (section_of[place] != section) {
			keyset_add(&sections->repeated, document);
		}
	}
	free(section_of);
	keyset_free(&places);
	return sections;
}

void cube_sections_free(struct cube_sections *sections)
{
	keyset_free(&sections->repeated);
	free(sections);
}

bool cube_sections_tell(const struct cube_sections *sections, uint32_t row)
{
	if (sections->repeated.count == 0 ||
		dataset_text_id(sections->dataset, row, COL_SECTION) == 0)
		return false;
	return keyset_find(&sections->repeated, document_key(sections->dataset, row)) != UINT32_MAX;
}
