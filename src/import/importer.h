/*
 * What an importer is: one tool, one file, one line in importers.c.
 *
 * The document is searched once for the anchors of all importers; an importer
 * whose anchors occur gets their places and reads from there. Importers do not
 * know each other: each collects its runs, and the import puts them into order,
 * gives them section, environment and run id, and drops repetitions.
 */
#ifndef FST_IMPORT_IMPORTER_H
#define FST_IMPORT_IMPORTER_H

#include "import/collect.h"
#include "import/document.h"
#include "import/pattern.h"

struct anchor_hit {
	size_t at; /* in the flow */
	size_t anchor; /* index into the importer's anchors */
};

/* An importer at work on a document. */
struct parse {
	const struct document *doc;
	struct text flow; /* doc's */
	const struct patterns *patterns;
	const struct anchor_hit *hits; /* by place */
	size_t hit_count;
	struct collect *out;
};

struct importer {
	const char *tool; /* as the vocabulary has it */
	/*
	 * Literals whose places in the flow parse() wants to know, of at least
	 * MULTISEARCH_SHORTEST bytes. None: parse is called for every document.
	 */
	const char *const *anchors;
	size_t anchor_count;
	/*
	 * Literals by which results are found in a large input, before anything is
	 * mended: each result has one on a line of its own, prose hardly ever. The
	 * longer the faster; none: the anchors serve.
	 */
	const char *const *probes;
	size_t probe_count;
	const char *const *patterns;
	size_t pattern_count;
	void (*parse)(struct parse *parse);
};

extern const struct importer *const importers[];
extern const size_t importer_count;

#endif
