#include "ui/keymap.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

struct binding {
	struct key key;
	enum action action;
};

/*
 * Those of one action stand behind each other, in the order in which they were given.
 * The first that fits counts; what the person binds is put in front.
 */
struct keymap {
	struct binding *bindings;
	size_t count;
};

/* The keys called @names at the end of @keymap. */
static fst_status add(
	struct keymap *keymap, enum action action, struct text names, struct fst_error *error)
{
	struct text name;

	while (text_next_word(&names, &name)) {
		struct binding binding = {.action = action};

		if (!key_parse(name, &binding.key))
			return fst_error_set(error, FST_SYNTAX,
				"\"%.*s\" is no key: expected names such as a, Space, Left, C-d or "
				"F1",
				TEXT_ARGS(name));
		keymap->bindings = xreallocarray(
			keymap->bindings, keymap->count + 1, sizeof(*keymap->bindings));
		keymap->bindings[keymap->count++] = binding;
	}
	return FST_OK;
}

struct keymap *keymap_new(void)
{
	struct keymap *keymap = xcalloc(1, sizeof(*keymap));

	for (int i = 0; i < ACTION_COUNT; i++)
		add(keymap, (enum action)i, text_of(action_table[i].keys), NULL);
	return keymap;
}

void keymap_free(struct keymap *keymap)
{
	if (!keymap)
		return;
	free(keymap->bindings);
	free(keymap);
}

fst_status keymap_bind(
	struct keymap *keymap, enum action action, struct text names, struct fst_error *error)
{
	struct keymap bound = {0};
	fst_status status = add(&bound, action, names, error);

	if (status == FST_OK) {
		bound.bindings = xreallocarray(
			bound.bindings, bound.count + keymap->count + 1, sizeof(*bound.bindings));
		for (size_t i = 0; i < keymap->count; i++)
			if (keymap->bindings[i].action != action)
				bound.bindings[bound.count++] = keymap->bindings[i];
		free(keymap->bindings);
		*keymap = bound;
	} else {
		free(bound.bindings);
	}
	return status;
}

/* The views in which another binding in front of number @at takes its key. */
static unsigned taken_views(const struct keymap *keymap, size_t at, enum action *by)
{
	const struct binding *binding = &keymap->bindings[at];
	unsigned mine = action_table[binding->action].views, taken = 0;

	for (size_t i = 0; i < at; i++) {
		const struct binding *other = &keymap->bindings[i];

		if (other->action == binding->action || !key_equal(other->key, binding->key) ||
			!(action_table[other->action].views & mine & ~taken))
			continue;
		taken |= action_table[other->action].views & mine;
		*by = other->action;
	}
	return taken;
}

/* It does something somewhere. */
static bool works(const struct keymap *keymap, size_t at)
{
	enum action by;

	return taken_views(keymap, at, &by) != action_table[keymap->bindings[at].action].views;
}

void keymap_conflicts(const struct keymap *keymap, keymap_conflict_fn *conflict, void *context)
{
	for (size_t i = 0; i < keymap->count; i++) {
		enum action winner;

		if (taken_views(keymap, i, &winner))
			conflict(context, keymap->bindings[i].key, winner,
				keymap->bindings[i].action);
	}
}

enum action keymap_find(const struct keymap *keymap, enum view_id view, struct key key)
{
	for (size_t i = 0; i < keymap->count; i++) {
		const struct binding *binding = &keymap->bindings[i];

		if (key_equal(binding->key, key) && action_table[binding->action].views >> view & 1)
			return binding->action;
	}
	return ACTION_NONE;
}

/* `^D` for Ctrl-D: shorter than the config file's `C-d`, and what people know. */
static void show_key(struct key key, char out[KEY_NAME_SIZE])
{
	if (key.modifiers == KEY_CTRL && key.code >= 'a' && key.code <= 'z') {
		out[0] = '^';
		out[1] = (char)(key.code - 'a' + 'A');
		out[2] = '\0';
		return;
	}
	key_format(key, out);
}

static const char *arrow_of(struct key key, const struct glyphs *arrows)
{
	switch (key.modifiers ? 0 : key.code) {
	case KEYCODE_LEFT:
		return arrows->left;
	case KEYCODE_RIGHT:
		return arrows->right;
	case KEYCODE_UP:
		return arrows->up;
	case KEYCODE_DOWN:
		return arrows->down;
	default:
		return NULL;
	}
}

const char *keymap_show(const struct keymap *keymap, enum action action,
	const struct glyphs *arrows, char out[KEY_NAME_SIZE])
{
	const struct binding *first = NULL;

	out[0] = '\0';
	for (size_t i = 0; i < keymap->count; i++) {
		const struct binding *binding = &keymap->bindings[i];
		const char *arrow;

		if (binding->action != action || !works(keymap, i))
			continue;
		if (!first)
			first = binding;
		arrow = arrows ? arrow_of(binding->key, arrows) : NULL;
		if (arrow) {
			strcpy(out, arrow);
			return out;
		}
	}
	if (first)
		show_key(first->key, out);
	return out;
}

const char *keymap_show_all(const struct keymap *keymap, enum action action, char *out, size_t size)
{
	size_t used = 0;

	out[0] = '\0';
	for (size_t i = 0; i < keymap->count; i++) {
		char name[KEY_NAME_SIZE + 1] = " ";
		size_t length;

		if (keymap->bindings[i].action != action || !works(keymap, i))
			continue;
		show_key(keymap->bindings[i].key, name + (used > 0));
		length = strlen(name);
		if (used + length >= size)
			break;
		memcpy(out + used, name, length + 1);
		used += length;
	}
	return out;
}
