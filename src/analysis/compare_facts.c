/* What stands beside the figures of a comparison: the tools, and the facts that differ. */
#include <math.h>
#include <string.h>

#include "analysis/compare.h"
#include "base/keyset.h"
#include "base/number.h"
#include "base/units.h"

void compare_add_tools(const struct cube *cube, uint32_t environment, struct strbuf *out)
{
	const struct dataset *dataset = cube_dataset(cube);
	size_t start = out->len;
	struct keyset seen = {0};
	struct cube_point at;

	for (uint32_t i = 0; i < cube_row_count(cube); i++) {
		uint32_t row = cube_row(cube, i, &at), known = seen.count;
		struct text tool = dataset_text(dataset, row, COL_TOOL);
		struct text version = dataset_text(dataset, row, COL_TOOL_VERSION);

		if (at.at[CUBE_ENVIRONMENT] != environment || tool.len == 0)
			continue;
		if (keyset_add(&seen, (uint64_t)dataset_text_id(dataset, row, COL_TOOL) << 32 |
					      dataset_text_id(dataset, row, COL_TOOL_VERSION)) !=
			known)
			continue;
		strbuf_printf(out, "%s%.*s%s%.*s", out->len > start ? ", " : "", TEXT_ARGS(tool),
			version.len ? " " : "", TEXT_ARGS(version));
	}
	keyset_free(&seen);
}

/* Facts that name the place itself, or say how well it was measured: no cause of a figure. */
static bool explains(enum column column)
{
	return column_table[column].fact && column != COL_HOST && column != COL_DEVICE &&
	       column != COL_CLOCK_COST_S;
}

static void add_fact(
	const struct dataset *dataset, uint32_t row, enum column column, struct strbuf *out)
{
	char text[UNITS_SIZE];
	double value = 0;

	if (column_table[column].type == COLUMN_TEXT) {
		strbuf_add_text(out, dataset_text(dataset, row, column));
		return;
	}
	dataset_number(dataset, row, column, &value);
	if (column_table[column].unit == UNIT_BYTES)
		strbuf_add_string(out, units_format_size(text, value, true));
	else
		number_add(out, value);
}

static bool has_part(struct text list, struct text part)
{
	struct text word;

	while (text_next_part(&list, ',', &word))
		if (text_equal(text_trim(word), text_trim(part)))
			return true;
	return false;
}

/* The parts of @list that @other does not have, as `sync,hard`; `-` when none. */
static void add_parts_beyond(struct text list, struct text other, struct strbuf *out)
{
	size_t start = out->len;
	struct text part;

	while (text_next_part(&list, ',', &part))
		if (!has_part(other, part))
			strbuf_printf(out, "%s%.*s", out->len > start ? "," : "",
				TEXT_ARGS(text_trim(part)));
	if (out->len == start)
		strbuf_add_char(out, '-');
}

void compare_add_facts_difference(
	const struct cube *cube, uint32_t base, uint32_t other, struct strbuf *out)
{
	const struct dataset *dataset = cube_dataset(cube);
	uint32_t a = cube_environment(cube, base)->first_row;
	uint32_t b = cube_environment(cube, other)->first_row;
	size_t start = out->len;

	for (int i = 0; i < COLUMN_COUNT_FILE; i++) {
		enum column column = (enum column)i;
		struct strbuf mine = STRBUF_INIT, theirs = STRBUF_INIT;

		if (!explains(column) || !dataset_has(dataset, a, column) ||
			!dataset_has(dataset, b, column))
			continue;
		add_fact(dataset, a, column, &mine);
		add_fact(dataset, b, column, &theirs);
		if (!text_equal(strbuf_text(&mine), strbuf_text(&theirs))) {
			strbuf_printf(out, "%s%s ", out->len > start ? ", " : "",
				column_table[column].name);
			if (column == COL_MOUNT_OPTIONS) {
				add_parts_beyond(strbuf_text(&mine), strbuf_text(&theirs), out);
				strbuf_add_string(out, " / ");
				add_parts_beyond(strbuf_text(&theirs), strbuf_text(&mine), out);
			} else {
				strbuf_printf(out, "%s / %s", strbuf_string(&mine),
					strbuf_string(&theirs));
			}
		}
		strbuf_free(&mine);
		strbuf_free(&theirs);
	}
}
