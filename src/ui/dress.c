#include "ui/dress.h"

#include <stdio.h>
#include <string.h>

/* What is wrong in a theme file: the first thing, and how many there are. */
struct complaints {
	struct fst_error first;
	size_t count;
};

static void complain(void *context, const struct fst_error *warning)
{
	struct complaints *complaints = context;

	if (complaints->count++ == 0)
		complaints->first = *warning;
}

static bool put_on(struct dress *dress, struct terminal *term, struct app *app, const char *name)
{
	struct complaints complaints = {0};
	struct fst_error error = {0};
	struct theme theme;

	if (theme_load(&theme, name, complain, &complaints, &error) != FST_OK) {
		app_say_error(app, &error);
		return false;
	}
	snprintf(dress->name, sizeof(dress->name), "%s", name);
	snprintf(app->wearing, sizeof(app->wearing), "%s", name);
	term_set_theme(term, &theme);
	app_redraw(app);
	if (complaints.count == 1) {
		app_say_error(app, &complaints.first);
	} else if (complaints.count) {
		char text[512];

		fst_error_format(&complaints.first, text, sizeof(text));
		app_say(app, SAY_WARN, "%s (and %zu more)", text, complaints.count - 1);
	}
	return complaints.count == 0;
}

void dress_begin(struct dress *dress, struct terminal *term, struct app *app, const char *name)
{
	dress->chosen = name && strcmp(name, "auto") != 0;
	if (dress->chosen && put_on(dress, term, app, name))
		return;
	if (!dress->name[0]) {
		static const char *const names[] = {[BACKGROUND_UNKNOWN] = "default",
			[BACKGROUND_DARK] = "dark",
			[BACKGROUND_LIGHT] = "light"};
		struct theme plain;

		/* One that a slip of a theme file must not take away. */
		theme_init(&plain);
		term_set_theme(term, &plain);
		if (!dress->chosen)
			put_on(dress, term, app, names[term_capabilities(term)->background]);
	}
}

void dress_on(
	struct dress *dress, struct terminal *term, struct app *app, enum background background)
{
	if (!dress->chosen && background != BACKGROUND_UNKNOWN)
		put_on(dress, term, app, background == BACKGROUND_LIGHT ? "light" : "dark");
}

/* The theme @step places behind @name in the list of all. */
static void next_name(const char *name, int step, char *out, size_t size)
{
	size_t count, next = 0;
	char **names = theme_list(&count);

	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			next = (i + count + (step > 0 ? 1 : count - 1)) % count;
	snprintf(out, size, "%s", count ? names[next] : "default");
	theme_list_free(names);
}

void dress_step(struct dress *dress, struct terminal *term, struct app *app, int step)
{
	char next[sizeof(dress->name)];

	next_name(dress->name, step, next, sizeof(next));
	dress_change(dress, term, app, next);
}

void dress_change(struct dress *dress, struct terminal *term, struct app *app, const char *name)
{
	dress->chosen = true;
	if (put_on(dress, term, app, name))
		app_say(app, SAY_INFO, "Theme %s.", dress->name);
}
