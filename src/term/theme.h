/*
 * Theme files: which colour and attributes a role has, for terminals of 256, 16
 * and 8 colours and of none.
 *
 *	# comment
 *	title = #5f87d7 bold
 *	select = default on 24
 *	title.16 = brightblue bold
 *	title.mono = bold underline
 *	ramp = #0087af #5faf5f #d7af00
 *
 * A colour is `default`, one of 16 names, 0..255 or #rrggbb. `ramp` and `heat`
 * take colours that are spread over their steps. What a theme leaves out is the
 * terminal's own colour with the role's attributes.
 */
#ifndef FST_TERM_THEME_H
#define FST_TERM_THEME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/text.h"
#include "draw/role.h"

enum color_kind { COLOR_KIND_DEFAULT, COLOR_KIND_INDEX, COLOR_KIND_RGB };

struct color {
	enum color_kind kind;
	uint8_t index; /* 0..255 */
	uint8_t red, green, blue;
};

struct style {
	struct color fg, bg;
	uint8_t attributes; /* enum cell_attribute bits */
};

struct theme {
	struct style full[ROLE_COUNT];
	struct style low[ROLE_COUNT]; /* for 16 and 8 colours, where low_set */
	uint8_t mono[ROLE_COUNT];
	bool low_set[ROLE_COUNT];
};

/* Every role in the terminal's own colours with its attributes. */
void theme_init(struct theme *theme);

/* Called for each line that is not understood; the rest of the theme is used. */
typedef void theme_warning(void *context, const struct fst_error *warning);

/* Read the theme @text, from the file @name, over what @theme holds. */
void theme_parse(struct theme *theme, struct text text, const char *name, theme_warning *warn,
	void *context);

/*
 * Load a theme by path (with a `/`) or name: from the config folder's themes, else
 * those that ship with the program.
 */
fst_status theme_load(struct theme *theme, const char *name, theme_warning *warn, void *context,
	struct fst_error *error);

/*
 * The names of all themes that theme_load() finds by name, sorted, ending with NULL;
 * freed with theme_list_free().
 */
char **theme_list(size_t *count);
void theme_list_free(char **names);

/* @role's style on a terminal of @colors colours (0: none): colours are `default` or indexes below
 * it. */
struct style theme_style(const struct theme *theme, enum role role, int colors);

#endif
