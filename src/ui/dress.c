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

/* The theme after @name in the list of all. */
static void next_name(const char *name, char *out, size_t size)
{
	size_t count, next = 0;
	char **names = theme_list(&count);

	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			next = (i + 1) % count;
	snprintf(out, size, "%s", count ? names[next] : "default");
	theme_list_free(names);
}

void dress_change(struct dress *dress, struct terminal *term, struct app *app, const char *name)
{
	char next[sizeof(dress->name)];

	if (name)
		snprintf(next, sizeof(next), "%s", name);
	else
		next_name(dress->name, next, sizeof(next));
	dress->chosen = true;
	if (put_on(dress, term, app, next))
		app_say(app, SAY_INFO, "Theme %s.", dress->name);
}
