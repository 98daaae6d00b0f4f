#include "ui/action.h"

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

enum action action_find(struct text name)
{
	for (int i = 0; i < ACTION_COUNT; i++)
		if (text_is(name, action_table[i].name))
			return (enum action)i;
	return ACTION_NONE;
}
