/* The run on a terminal: a screen, and a worker behind it. */
#include "cmd/run_tool.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "cmd/screen.h"

/* The command line again, for the worker behind the screen. Words of it may be made up. */
struct words {
	const char **list; /* ends with NULL */
	char **made;
	size_t count, made_count;
};

static struct words words_of(const struct options *options)
{
	struct words words = {.list = xcalloc(options->count + 3, sizeof(*words.list)),
		.made = xcalloc(options->count + 1, sizeof(*words.made)),
		.made_count = options->count};
	bool literal = false;

	for (size_t i = 0; i < options->count; i++) {
		const struct option_item *item = &options->items[i];

		if (item->literal && !literal) {
			words.list[words.count++] = "--";
			literal = true;
		}
		if (!item->option)
			words.made[i] = xstrdup(item->text);
		else if (item->text)
			words.made[i] = xasprintf("--%s=%s", item->option->name, item->text);
		else
			words.made[i] = xasprintf("--%s", item->option->name);
		words.list[words.count++] = words.made[i];
	}
	return words;
}

static void free_words(struct words *words)
{
	for (size_t i = 0; i < words->made_count; i++)
		free(words->made[i]);
	free(words->made);
	free(words->list);
}

fst_status run_watch(const struct invocation *invocation, struct fst_error *error)
{
	struct words words = words_of(&invocation->options);
	struct ui_options ui = {.clock = invocation->clock, .run = words.list};
	struct config config;
	fst_status status;

	status = screen_options(&invocation->options, invocation->clock, &config, &ui, error);
	if (status == FST_OK)
		status = ui_run(&ui, error);
	config_free(&config);
	free_words(&words);
	return status;
}
