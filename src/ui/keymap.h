/*
 * Which key does what: the defaults of the action table, and what the person
 * bound instead.
 */
#ifndef FST_UI_KEYMAP_H
#define FST_UI_KEYMAP_H

#include <stddef.h>

#include "base/error.h"
#include "base/text.h"
#include "draw/glyphs.h"
#include "term/key.h"
#include "ui/action.h"

struct keymap;

/* The defaults. */
struct keymap *keymap_new(void);
void keymap_free(struct keymap *keymap);

/*
 * Give @action the keys called @names (blanks between; none: it has no key) instead
 * of those it had. Where such a key does something else in a view that both work in,
 * it does @action from now on. FST_SYNTAX, and nothing changed, for what is no key.
 */
fst_status keymap_bind(
	struct keymap *keymap, enum action action, struct text names, struct fst_error *error);

/* @key was @loser's, too: it now does @winner wherever both work. */
typedef void keymap_conflict_fn(
	void *context, struct key key, enum action winner, enum action loser);

/* Tell each key that does not do all that is bound to it. */
void keymap_conflicts(const struct keymap *keymap, keymap_conflict_fn *conflict, void *context);

/* What @key does in @view, or ACTION_NONE. */
enum action keymap_find(const struct keymap *keymap, enum view_id view, struct key key);

/*
 * The key to show for @action, as people write it (`^C` for Ctrl-C): an arrow of
 * @arrows (may be NULL) if it has one, else its first key. "" when it has none.
 * Returns @out.
 */
const char *keymap_show(const struct keymap *keymap, enum action action,
	const struct glyphs *arrows, char out[KEY_NAME_SIZE]);

/* All keys of @action, separated by blanks. Returns @out. */
const char *keymap_show_all(
	const struct keymap *keymap, enum action action, char *out, size_t size);

#endif
