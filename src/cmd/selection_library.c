#include "cmd/selection.h"
#include "store/library.h"

bool selection_open_library(struct dataset *dataset)
{
	struct result_warnings warnings;
	struct library_list list = LIBRARY_LIST_INIT;
	bool samples;

	command_warnings_begin(&warnings);
	library_load_all(&list, dataset, &samples, &warnings);
	command_warnings_end(&warnings);
	library_list_free(&list);
	return samples;
}

void selection_tell_library(const struct dataset *dataset, bool samples)
{
	if (samples)
		command_warn("the library is empty; these are the samples that come with fstui "
			     "(fill it: fstui run DIR, fstui import FILE)");
	else if (dataset_count(dataset) == 0)
		command_warn("the library is empty (fill it: fstui run DIR, fstui import FILE)");
}

void selection_load_library(struct dataset *dataset)
{
	bool samples = selection_open_library(dataset);

	selection_tell_library(dataset, samples);
}
