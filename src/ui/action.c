#include "ui/action.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

const struct view_info view_table[VIEW_COUNT] = {
#define VIEW_ROW(id, name_, title_, action_) \
	[VIEW_##id] = {.name = name_, .title = title_, .action = ACTION_##action_},
	VIEW_TABLE(VIEW_ROW)
#undef VIEW_ROW
};

const struct action_info action_table[ACTION_COUNT] = {
#define ACTION_ROW(id, name_, keys_, views_, group_, label_, help_) \
	[ACTION_##id] = {.name = name_,                             \
		.keys = keys_,                                      \
		.views = views_,                                    \
		.group = ACTION_GROUP_##group_,                     \
		.label = label_,                                    \
		.help = help_},
	ACTION_TABLE(ACTION_ROW)
#undef ACTION_ROW
};

const char *const action_group_titles[ACTION_GROUP_COUNT] = {
	[ACTION_GROUP_MOVE] = "Move",
	[ACTION_GROUP_STEP] = "Step a dimension",
	[ACTION_GROUP_PICTURE] = "Picture",
	[ACTION_GROUP_WORK] = "Work",
	[ACTION_GROUP_PROGRAM] = "Program",
};

struct binding {
	struct key key;
	enum action action;
};

struct keymap {
	struct binding *bindings; /* those of one action behind each other, in the table's order */
	size_t count;
};

enum action action_find(struct text name)
{
	for (int i = 0; i < ACTION_COUNT; i++)
		if (text_is(name, action_table[i].name))
			return (enum action)i;
	return ACTION_NONE;
}

struct keymap *keymap_new(void)
{
	struct keymap *keymap = xcalloc(1, sizeof(*keymap));

	for (int i = 0; i < ACTION_COUNT; i++) {
		struct text rest = text_of(action_table[i].keys), name;

		while (text_next_word(&rest, &name)) {
			struct binding binding = {.action = (enum action)i};

			if (!key_parse(name, &binding.key))
				continue;
			keymap->bindings = xreallocarray(
				keymap->bindings, keymap->count + 1, sizeof(*keymap->bindings));
			keymap->bindings[keymap->count++] = binding;
		}
	}
	return keymap;
}

void keymap_free(struct keymap *keymap)
{
	if (!keymap)
		return;
	free(keymap->bindings);
	free(keymap);
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

		if (binding->action != action)
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

		if (keymap->bindings[i].action != action)
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
