#include "cmd/baseline.h"

#include <stdlib.h>

#include "analysis/compare.h"
#include "base/alloc.h"
#include "cmd/selection.h"

fst_status baseline_find(const struct options *options, const struct cube *cube, uint32_t *baseline,
	struct fst_error *error)
{
	const char *name = options_text(options, "baseline", NULL), *meant;
	uint32_t count = cube_count(cube, CUBE_ENVIRONMENT);
	const char **names;

	*baseline = 0;
	if (!name)
		return FST_OK;
	*baseline = compare_find_environment(cube, text_of(name));
	if (*baseline != UINT32_MAX)
		return FST_OK;
	names = xcalloc(count + 1, sizeof(*names));
	for (uint32_t e = 0; e < count; e++)
		names[e] = cube_environment(cube, e)->label;
	meant = option_suggest(name, names);
	fst_error_set(error, FST_USAGE, "--baseline: no environment is called \"%s\": %s \"%s\"%s",
		name, meant ? "did you mean" : "the first of those there are is",
		meant ? meant : names[0], meant ? "?" : "");
	free(names);
	return FST_USAGE;
}

fst_status baseline_print(
	const struct invocation *invocation, baseline_printer *print, struct fst_error *error)
{
	struct dataset *dataset = dataset_new();
	fst_status status = selection_load(&invocation->options, dataset, error);
	struct cube *cube = cube_new(dataset, NULL, 0);
	uint32_t baseline;

	if (cube_row_count(cube) == 0)
		goto out;
	if (baseline_find(&invocation->options, cube, &baseline, error) != FST_OK) {
		status = FST_USAGE;
		goto out;
	}
	print(invocation, cube, baseline);
out:
	cube_free(cube);
	dataset_free(dataset);
	return status;
}
