#include "model/column.h"

#include <math.h>
#include <string.h>

const struct column_info column_table[COLUMN_COUNT_ALL] = {
#define COLUMN_ROW(id, column_name, column_type, column_unit, is_fact) \
	[COL_##id] = {.name = column_name,                             \
		.name_length = sizeof(column_name) - 1,                \
		.type = COLUMN_##column_type,                          \
		.unit = UNIT_##column_unit,                            \
		.fact = is_fact},
	COLUMN_TABLE(COLUMN_ROW)
#undef COLUMN_ROW
};

bool column_takes_number(enum column column, double value)
{
	return isfinite(value) && value >= 0 &&
	       (column_table[column].type != COLUMN_COUNT || value == floor(value));
}

enum column column_find(struct text name)
{
	/* Every field of a result file is asked for, and most are numbers: the first letter tells.
	 */
	if (!name.len || name.ptr[0] < 'a' || name.ptr[0] > 'z')
		return COLUMN_COUNT_ALL;
	for (int i = 0; i < COLUMN_COUNT_FILE; i++)
		if (name.len == column_table[i].name_length &&
			name.ptr[0] == column_table[i].name[0] &&
			memcmp(name.ptr, column_table[i].name, name.len) == 0)
			return (enum column)i;
	return COLUMN_COUNT_ALL;
}
