/* Themes and colours: the format, the way down to fewer colours, and readability. */
#include "../support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/fileio.h"
#include "term/color.h"
#include "term/theme.h"

struct warnings {
	size_t count;
	size_t line; /* of the last one */
	char message[sizeof(((struct fst_error *)0)->message)];
};

static void note_warning(void *context, const struct fst_error *warning)
{
	struct warnings *warnings = context;

	warnings->count++;
	warnings->line = warning->line;
	snprintf(warnings->message, sizeof(warnings->message), "%s", warning->message);
}

static struct theme parse(const char *text, struct warnings *warnings)
{
	struct theme theme;

	*warnings = (struct warnings){0};
	theme_init(&theme);
	theme_parse(&theme, text_of(text), "test.theme", note_warning, warnings);
	return theme;
}

static void reads_colours_and_attributes(void **state)
{
	struct warnings warnings;
	struct theme theme = parse("# comment\n"
				   "title = #5f87d7 bold # another\r\n"
				   "\n"
				   "select = brightwhite on 24\n"
				   "dim = default dim underline\n"
				   "dim.mono = bold\n"
				   "title.16 = brightblue\n",
		&warnings);
	struct style style = theme_style(&theme, ROLE_TITLE, 256);

	(void)state;
	assert_int_equal(warnings.count, 0);
	assert_int_equal(style.fg.index, 68);
	assert_int_equal(style.attributes, CELL_BOLD);
	style = theme_style(&theme, ROLE_TITLE, 16);
	assert_int_equal(style.fg.index, 12);
	style = theme_style(&theme, ROLE_TITLE, 8); /* bright is bold where there are 8 */
	assert_int_equal(style.fg.index, 4);
	assert_int_equal(style.attributes, CELL_BOLD);
	style = theme_style(&theme, ROLE_SELECT, 256);
	assert_int_equal(style.fg.index, 15);
	assert_int_equal(style.bg.index, 24);
	assert_int_equal(theme_style(&theme, ROLE_DIM, 0).attributes, CELL_BOLD);
	assert_int_equal(theme_style(&theme, ROLE_DIM, 0).fg.kind, COLOR_KIND_DEFAULT);
	/* What the theme does not name stays as the role says. */
	assert_int_equal(theme_style(&theme, ROLE_KEY, 256).attributes, CELL_BOLD);
}

static void gradients_spread_over_their_steps(void **state)
{
	struct warnings warnings;
	struct theme theme = parse(
		"ramp = #000000 #ff0000\nheat = 21\nramp.3 = green\n", &warnings);

	(void)state;
	assert_int_equal(warnings.count, 0);
	assert_int_equal(theme.full[ROLE_RAMP_1].fg.red, 0);
	assert_int_equal(theme.full[ROLE_RAMP_2].fg.red, 64);
	assert_int_equal(theme.full[ROLE_RAMP_5].fg.red, 255);
	assert_int_equal(theme.full[ROLE_RAMP_3].fg.index, 2);
	assert_int_equal(theme.full[ROLE_HEAT_5].fg.index, 21);
}

static void nonsense_is_named_with_its_line(void **state)
{
	static const struct {
		const char *text, *message;
	} cases[] = {
		{"\ntitel = red\n", "there is no role \"titel\""},
		{"\ntitle red\n", "expected ROLE = COLOUR"},
		{"\ntitle = #12345g\n", "is no colour"},
		{"\ntitle = 256\n", "is no colour"},
		{"\ntitle = red blinking\n", "expected bold"},
		{"\ntitle = red on\n", "must follow"},
		{"\nramp =\n", "expected colours"},
		{"\nramp.mono = bold\n", "expected ramp or ramp.16"},
		{"\nheat = 1 2 3 4 5 6 7 8 9\n", "more than"},
		{"\n\xff\xfe\x1b[31m\n", "expected ROLE"},
	};
	struct warnings warnings;

	(void)state;
	for (size_t i = 0; i < FST_COUNT(cases); i++) {
		parse(cases[i].text, &warnings);
		assert_int_equal(warnings.count, 1);
		assert_int_equal(warnings.line, 2);
		assert_non_null(strstr(warnings.message, cases[i].message));
	}
}

static struct theme load_shipped(const char *name)
{
	char relative[64];
	struct warnings warnings = {0};
	struct fst_error error = {0};
	struct theme theme;
	char *path;

	snprintf(relative, sizeof(relative), "themes/%s.theme", name);
	path = test_source_path(relative);
	if (theme_load(&theme, path, note_warning, &warnings, &error) != FST_OK)
		fail_msg("%s", error.message);
	if (warnings.count)
		fail_msg("%s:%zu: %s", path, warnings.line, warnings.message);
	free(path);
	return theme;
}

/* WCAG asks 3:1 of pictures and 4.5:1 of text; no grey has more than 4.58:1 on both backgrounds. */
static void default_theme_is_readable_on_dark_and_light(void **state)
{
	static const struct rgb black = {0, 0, 0}, white = {255, 255, 255};
	static const enum role texts[] = {
		ROLE_DIM, ROLE_UNIT, ROLE_FOOTER, ROLE_AXIS, ROLE_MARK, ROLE_WARN, ROLE_OK};
	struct theme theme = load_shipped("default");

	(void)state;
	for (int i = 0; i < ROLE_COUNT; i++) {
		struct style style = theme_style(&theme, (enum role)i, 256);
		struct rgb fg = color_to_rgb(style.fg.index);
		double least = 3.5;

		if (style.fg.kind == COLOR_KIND_DEFAULT) {
			assert_int_equal(style.bg.kind, COLOR_KIND_DEFAULT);
			continue;
		}
		if (style.bg.kind != COLOR_KIND_DEFAULT) {
			assert_true(color_contrast(fg, color_to_rgb(style.bg.index)) >= 4.5);
			continue;
		}
		for (size_t j = 0; j < FST_COUNT(texts); j++)
			least = (int)texts[j] == i ? 4.4 : least;
		if (color_contrast(fg, black) < least || color_contrast(fg, white) < least)
			fail_msg("%s: %.2f on black, %.2f on white, expected %.1f",
				role_info((enum role)i)->name, color_contrast(fg, black),
				color_contrast(fg, white), least);
	}
}

/* The contrast of @role's colour at 256 colours, on @background where it does not paint its own. */
static double contrast_of(const struct theme *theme, enum role role, struct rgb background)
{
	struct style style = theme_style(theme, role, 256);

	if (style.fg.kind == COLOR_KIND_DEFAULT)
		return 21; /* the terminal's own pair is the person's choice */
	if (style.bg.kind != COLOR_KIND_DEFAULT)
		background = color_to_rgb(style.bg.index);
	return color_contrast(color_to_rgb(style.fg.index), background);
}

/* complaint 1: unreadable on a light background */
static void every_theme_is_readable_where_it_belongs(void **state)
{
	static const struct rgb black = {0, 0, 0}, white = {255, 255, 255};
	static const struct {
		const char *name;
		bool dark, light; /* the backgrounds that it is for */
		double text, picture;
	} themes[] = {
		{"default", true, true, 3.5, 3.5},
		{"dark", true, false, 4.5, 4.5},
		{"light", false, true, 4.5, 4.4},
		{"okabe", true, true, 3.5, 3.5},
		{"high-contrast", true, true, 7, 7},
		{"mono", true, true, 21, 21},
	};

	(void)state;
	for (size_t t = 0; t < FST_COUNT(themes); t++) {
		struct theme theme = load_shipped(themes[t].name);

		for (int i = 0; i < ROLE_COUNT; i++) {
			bool picture = i == ROLE_GRID || i == ROLE_BORDER || i >= ROLE_RAMP_1;
			double least = picture ? themes[t].picture : themes[t].text;
			double on_dark = contrast_of(&theme, (enum role)i, black);
			double on_light = contrast_of(&theme, (enum role)i, white);

			if ((themes[t].dark && on_dark < least) ||
				(themes[t].light && on_light < least))
				fail_msg("%s, %s: %.2f on black, %.2f on white, expected %.1f",
					themes[t].name, role_info((enum role)i)->name, on_dark,
					on_light, least);
		}
	}
}

static void check_series_differ(const char *name)
{
	struct theme theme = load_shipped(name);
	static const int depths[] = {256, 16, 8};

	for (size_t d = 0; d < FST_COUNT(depths); d++) {
		for (int i = ROLE_SERIES_A; i <= ROLE_SERIES_H; i++) {
			for (int j = ROLE_SERIES_A; j < i; j++) {
				struct style a = theme_style(&theme, (enum role)i, depths[d]);
				struct style b = theme_style(&theme, (enum role)j, depths[d]);

				if (a.fg.kind == b.fg.kind && a.fg.index == b.fg.index &&
					a.attributes == b.attributes)
					fail_msg("%s at %d colours: %s and %s are alike", name,
						depths[d], role_info((enum role)i)->name,
						role_info((enum role)j)->name);
			}
		}
	}
}

static void series_differ_in_every_coloured_theme(void **state)
{
	(void)state;
	check_series_differ("default");
	check_series_differ("dark");
	check_series_differ("light");
	check_series_differ("okabe");
	check_series_differ("high-contrast");
}

/* Colours are reduced to what the terminal has before anybody makes a pair of them. */
static void no_colour_is_beyond_the_terminal(void **state)
{
	static const int depths[] = {256, 16, 8, 0};
	static const char *const names[] = {
		"default", "dark", "light", "okabe", "high-contrast", "mono"};

	(void)state;
	for (size_t n = 0; n < FST_COUNT(names); n++) {
		struct theme theme = load_shipped(names[n]);

		for (size_t d = 0; d < FST_COUNT(depths); d++) {
			for (int i = 0; i < ROLE_COUNT; i++) {
				struct style style = theme_style(&theme, (enum role)i, depths[d]);

				if (style.fg.kind != COLOR_KIND_DEFAULT)
					assert_true(style.fg.index < depths[d]);
				if (style.bg.kind != COLOR_KIND_DEFAULT)
					assert_true(style.bg.index < depths[d]);
			}
		}
	}
	assert_true(ROLE_COUNT < 64); /* pairs of a terminal with 8 colours */
}

static void colours_come_down_to_their_nearest(void **state)
{
	(void)state;
	for (int i = 16; i < 256; i++) {
		uint8_t found = color_from_rgb(color_to_rgb((uint8_t)i));
		struct rgb a = color_to_rgb(found), b = color_to_rgb((uint8_t)i);

		assert_memory_equal(&a, &b, sizeof(a));
	}
	assert_int_equal(color_to_16(196), 9);
	assert_int_equal(color_to_16(88), 1);
	assert_int_equal(color_to_16(28), 2);
	assert_int_equal(color_to_16(243), 8);
	assert_int_equal(color_to_16(231), 15);
	assert_int_equal(color_to_16(16), 0);
	assert_int_equal(color_to_16(5), 5);
	assert_true(color_contrast((struct rgb){0, 0, 0}, (struct rgb){255, 255, 255}) > 20.9);
}

static void a_theme_that_is_not_there_is_said_so(void **state)
{
	struct theme theme;
	struct fst_error error = {0};

	(void)state;
	assert_int_equal(theme_load(&theme, "no-such", NULL, NULL, &error), FST_USAGE);
	assert_non_null(strstr(error.message, "no-such"));
	assert_int_not_equal(theme_load(&theme, "/nowhere/x.theme", NULL, NULL, &error), FST_OK);
}

static void a_theme_of_the_config_folder_is_found_by_its_name(void **state)
{
	char *folder = test_folder_create();
	char *themes = xasprintf("%s/fstui/themes", folder);
	char *path = xasprintf("%s/mine.theme", themes);
	struct fst_error error = {0};
	struct theme theme;
	size_t count, times = 0;
	char **names;

	(void)state;
	setenv("XDG_CONFIG_HOME", folder, 1);
	assert_int_equal(fileio_make_folders(themes, 0700, &error), FST_OK);
	assert_int_equal(fileio_replace(path, TEXT("title = 200\n"), &error), FST_OK);
	assert_int_equal(theme_load(&theme, "mine", NULL, NULL, &error), FST_OK);
	assert_int_equal(theme.full[ROLE_TITLE].fg.index, 200);
	names = theme_list(&count);
	for (size_t i = 0; i < count; i++)
		times += strcmp(names[i], "mine") == 0;
	assert_int_equal(times, 1);
	theme_list_free(names);
	unsetenv("XDG_CONFIG_HOME");
	free(path);
	free(themes);
	test_folder_remove(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_colours_and_attributes),
		cmocka_unit_test(gradients_spread_over_their_steps),
		cmocka_unit_test(nonsense_is_named_with_its_line),
		cmocka_unit_test(default_theme_is_readable_on_dark_and_light),
		cmocka_unit_test(every_theme_is_readable_where_it_belongs),
		cmocka_unit_test(series_differ_in_every_coloured_theme),
		cmocka_unit_test(no_colour_is_beyond_the_terminal),
		cmocka_unit_test(colours_come_down_to_their_nearest),
		cmocka_unit_test(a_theme_that_is_not_there_is_said_so),
		cmocka_unit_test(a_theme_of_the_config_folder_is_found_by_its_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
