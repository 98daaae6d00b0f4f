#include "ui/filter.h"

#include <pcre2.h>
#include <stdlib.h>

#include "base/alloc.h"

/* What a pattern may cost before it counts as not matching. */
#define MATCH_LIMIT 100000

struct filter {
	pcre2_code *code;
	pcre2_match_data *match;
	pcre2_match_context *context;
};

fst_status filter_new(const char *pattern, struct filter **filter, struct fst_error *error)
{
	PCRE2_UCHAR why[128] = "";
	PCRE2_SIZE offset;
	pcre2_code *code;
	int number;

	*filter = NULL;
	code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
		PCRE2_CASELESS | PCRE2_MULTILINE | PCRE2_UTF | PCRE2_MATCH_INVALID_UTF, &number,
		&offset, NULL);
	if (!code) {
		pcre2_get_error_message(number, why, sizeof(why));
		return fst_error_set(error, FST_SYNTAX,
			"\"%s\" is no pattern: %s at character %zu; write \\ before . * + ? ( ) [ "
			"to mean themselves",
			pattern, (const char *)why, (size_t)offset + 1);
	}
	*filter = xcalloc(1, sizeof(**filter));
	(*filter)->code = code;
	(*filter)->match = pcre2_match_data_create_from_pattern(code, NULL);
	(*filter)->context = pcre2_match_context_create(NULL);
	if (!(*filter)->match || !(*filter)->context)
		abort();
	pcre2_set_match_limit((*filter)->context, MATCH_LIMIT);
	pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
	return FST_OK;
}

void filter_free(struct filter *filter)
{
	if (!filter)
		return;
	pcre2_match_context_free(filter->context);
	pcre2_match_data_free(filter->match);
	pcre2_code_free(filter->code);
	free(filter);
}

bool filter_matches(const struct filter *filter, struct text text)
{
	return !filter || pcre2_match(filter->code, (PCRE2_SPTR)(text.ptr ? text.ptr : ""),
				  text.len, 0, 0, filter->match, filter->context) >= 0;
}
