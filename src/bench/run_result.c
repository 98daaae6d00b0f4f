#include "bench/run_result.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "store/library.h"

void run_make_id(const struct clock *clock, char id[RUN_ID_SIZE], char started[CLOCK_RFC3339_SIZE])
{
	size_t used = 0;

	clock_format_rfc3339(started, clock_wall_s(clock));
	for (const char *p = started; *p && *p != '+' && used < 15; p++)
		if ((*p >= '0' && *p <= '9') || *p == 'T')
			id[used++] = *p;
	snprintf(
		id + used, RUN_ID_SIZE - used, "-%08x", (unsigned)(rng_fresh_seed() & 0xFFFFFFFFu));
}

fst_status run_open_result(const struct clock *clock, const char *what, const char *output,
	struct result_writer **writer, char **path, struct fst_error *error)
{
	char *name, message[sizeof(*error)];
	fst_status status;

	if (output) {
		*path = xstrdup(output);
	} else {
		name = xasprintf("fstui-%s", what);
		status = library_reserve(clock, name, path, error);
		free(name);
		if (status != FST_OK)
			return fst_error_set(error, status,
				"%s; --output FILE keeps the results somewhere else",
				fst_error_format(error, message, sizeof(message)));
	}
	return result_open(writer, *path, error);
}

void run_drop_empty_result(const char *output, struct run_result *result)
{
	if (result->ok + result->failed + result->skipped > 0 || !result->path)
		return;
	if (!output)
		unlink(result->path);
	free(result->path);
	result->path = NULL;
}
