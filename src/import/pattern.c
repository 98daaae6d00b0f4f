#include "import/pattern.h"

#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/strbuf.h"

/* What a hostile text may cost before a pattern gives up. */
#define MATCH_LIMIT 100000

struct patterns {
	pcre2_code **codes;
	size_t count;
	pcre2_match_data *match;
	pcre2_match_context *context;
};

/* Write @source with the letters that stand for more; \N and \  stay as they are. */
static void expand(const char *source, struct strbuf *out)
{
	bool in_class = false;

	for (const char *c = source; *c; c++) {
		if (*c == '\\' && c[1]) {
			strbuf_add(out, c++, 2);
			continue;
		}
		if (*c == '[')
			in_class = true;
		else if (*c == ']')
			in_class = false;
		if (in_class) {
			strbuf_add_char(out, *c);
		} else if (*c == ' ') {
			bool optional = c[1] == '?';

			strbuf_add_string(out, optional ? "\\s*" : "\\s+");
			c += optional;
		} else if (*c == 'N') {
			strbuf_add_string(out, "([0-9]+(?:[.,][0-9]+)*)");
		} else {
			strbuf_add_char(out, *c);
		}
	}
}

static pcre2_code *compile(const char *source)
{
	struct strbuf full = STRBUF_INIT;
	PCRE2_SIZE offset;
	pcre2_code *code;
	int error;

	expand(source, &full);
	code = pcre2_compile(
		(PCRE2_SPTR)strbuf_string(&full), full.len, PCRE2_CASELESS, &error, &offset, NULL);
	if (!code) {
		fprintf(stderr, "fstui: pattern \"%s\": error %d at %zu\n", source, error, offset);
		abort();
	}
	/* Without a JIT the interpreter does the same. */
	pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
	strbuf_free(&full);
	return code;
}

struct patterns *patterns_new(const char *const *sources, size_t count)
{
	struct patterns *patterns = xcalloc(1, sizeof(*patterns));

	patterns->codes = xcalloc(count + 1, sizeof(pcre2_code *));
	patterns->count = count;
	for (size_t i = 0; i < count; i++)
		patterns->codes[i] = compile(sources[i]);
	patterns->match = pcre2_match_data_create(PATTERN_GROUPS, NULL);
	patterns->context = pcre2_match_context_create(NULL);
	if (!patterns->match || !patterns->context)
		abort();
	pcre2_set_match_limit(patterns->context, MATCH_LIMIT);
	return patterns;
}

void patterns_free(struct patterns *patterns)
{
	if (!patterns)
		return;
	for (size_t i = 0; i < patterns->count; i++)
		pcre2_code_free(patterns->codes[i]);
	free(patterns->codes);
	pcre2_match_data_free(patterns->match);
	pcre2_match_context_free(patterns->context);
	free(patterns);
}

static bool match(const struct patterns *patterns, size_t id, struct text subject, size_t from,
	uint32_t options, struct text *groups)
{
	const PCRE2_SIZE *ends;
	int count;

	if (from > subject.len || !subject.ptr)
		return false;
	count = pcre2_match(patterns->codes[id], (PCRE2_SPTR)subject.ptr, subject.len, from,
		options | PCRE2_NO_UTF_CHECK, patterns->match, patterns->context);
	if (count <= 0)
		return false;
	ends = pcre2_get_ovector_pointer(patterns->match);
	for (int i = 0; i < PATTERN_GROUPS; i++) {
		bool set = i < count && ends[2 * i] != PCRE2_UNSET;

		groups[i] = set ? text_make(
					  subject.ptr + ends[2 * i], ends[2 * i + 1] - ends[2 * i])
				: (struct text){0};
	}
	return true;
}

bool pattern_at(const struct patterns *patterns, size_t id, struct text subject, size_t from,
	struct text *groups)
{
	return match(patterns, id, subject, from, PCRE2_ANCHORED, groups);
}

bool pattern_find(const struct patterns *patterns, size_t id, struct text subject, size_t from,
	struct text *groups)
{
	return match(patterns, id, subject, from, 0, groups);
}
