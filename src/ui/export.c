#include "ui/export.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/fileio.h"
#include "store/result.h"

/* The rows that the views show: those that are marked, or all. */
static void add_rows(struct app *app, struct strbuf *out)
{
	const struct browse *browse = app->browse;
	struct dataset *shown = dataset_new();

	for (uint32_t i = 0; i < cube_row_count(browse->cube); i++) {
		struct cube_point point;
		struct measurement m;

		dataset_get(browse->dataset, cube_row(browse->cube, i, &point), &m);
		dataset_add(shown, &m);
	}
	result_render(shown, 0, out);
	dataset_free(shown);
}

static void add_picture(struct app *app, struct strbuf *out)
{
	app_draw(app);
	pane_dump_text(pane_sub(canvas_pane(app->canvas), app->body), out);
}

static const struct {
	const char *suffix, *what;
	void (*add)(struct app *app, struct strbuf *out);
} formats[] = {
	{".csv", "rows", add_rows},
	{".txt", "the view", add_picture},
};

static void write_file(void *context)
{
	struct app *app = context;
	struct text path = strbuf_text(&app->export_path);
	struct strbuf out = STRBUF_INIT;
	struct fst_error error = {0};

	for (size_t i = 0; i < FST_COUNT(formats); i++) {
		if (!text_ends(path, formats[i].suffix))
			continue;
		formats[i].add(app, &out);
		if (fileio_replace(strbuf_string(&app->export_path), strbuf_text(&out), &error) ==
			FST_OK)
			app_say(app, SAY_INFO, "Wrote %s to %s.", formats[i].what,
				strbuf_string(&app->export_path));
		else
			app_say_error(app, &error);
	}
	strbuf_free(&out);
}

void export_to(struct app *app, const char *path)
{
	bool known = false;

	for (size_t i = 0; i < FST_COUNT(formats); i++)
		known = known || text_ends(text_of(path), formats[i].suffix);
	if (!known) {
		app_say(app, SAY_ERROR,
			"Expected a file that ends in .csv (rows) or .txt (what the view shows).");
		return;
	}
	strbuf_clear(&app->export_path);
	strbuf_add_string(&app->export_path, path);
	if (access(path, F_OK) == 0) {
		char *question = xasprintf("Replace %s?", path);

		prompt_ask_yes(&app->prompt, question, write_file, app);
		free(question);
		return;
	}
	write_file(app);
}

static void take_path(void *context, const char *line)
{
	if (line && line[0])
		export_to(context, line);
}

void export_ask(struct app *app)
{
	prompt_ask_line(&app->prompt, "Export to (.csv or .txt)", (struct text){0}, &app->paths,
		take_path, app);
	prompt_set_completion(&app->prompt, prompt_complete_path);
}
