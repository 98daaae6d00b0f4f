#include "report/environments.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/units.h"

const struct environment_line environment_lines[] = {
	{"tool", COL_TOOL},
	{"started", COL_STARTED},
	{"host", COL_HOST},
	{"hypervisor", COL_HYPERVISOR},
	{"kernel", COL_KERNEL},
	{"cpu", COL_CPU},
	{"memory", COL_MEMORY_BYTES},
	{"file system", COL_FILESYSTEM},
	{"mount options", COL_MOUNT_OPTIONS},
	{"device", COL_DEVICE},
	{"model", COL_DEVICE_MODEL},
	{"scheduler", COL_SCHEDULER},
	{"cache mode", COL_CACHE_MODE},
	{"virtual disk", COL_VIRTUAL_DISK},
	{"clock", COL_CLOCK_SOURCE},
};

const size_t environment_line_count = FST_COUNT(environment_lines);

/* More tools than these are "..." */
#define TOOLS 4

struct environment_rows {
	uint32_t count;
	uint32_t row[FST_COUNT(environment_lines)]; /* one that has the column, + 1; 0: none */
	uint32_t tools[TOOLS]; /* text numbers */
	unsigned tool_count;
};

struct environment_facts {
	const struct dataset *dataset;
	struct environment_rows *environments;
};

static void add_tool(struct environment_rows *rows, uint32_t tool)
{
	for (unsigned i = 0; i < rows->tool_count && i < TOOLS; i++)
		if (rows->tools[i] == tool)
			return;
	if (tool == 0 || rows->tool_count > TOOLS)
		return;
	if (rows->tool_count < TOOLS)
		rows->tools[rows->tool_count] = tool;
	rows->tool_count++;
}

struct environment_facts *environment_facts_new(const struct cube *cube)
{
	struct environment_facts *facts = xcalloc(1, sizeof(*facts));
	const struct dataset *dataset = cube_dataset(cube);

	facts->dataset = dataset;
	facts->environments = xcalloc(
		cube_count(cube, CUBE_ENVIRONMENT) + 1, sizeof(*facts->environments));
	for (uint32_t i = 0; i < cube_row_count(cube); i++) {
		struct cube_point point;
		uint32_t row = cube_row(cube, i, &point);
		struct environment_rows *rows = &facts->environments[point.at[CUBE_ENVIRONMENT]];

		rows->count++;
		add_tool(rows, dataset_text_id(dataset, row, COL_TOOL));
		for (size_t l = 0; l < environment_line_count; l++)
			if (!rows->row[l] && dataset_has(dataset, row, environment_lines[l].column))
				rows->row[l] = row + 1;
	}
	return facts;
}

void environment_facts_free(struct environment_facts *facts)
{
	if (!facts)
		return;
	free(facts->environments);
	free(facts);
}

static void add_tools(const struct environment_facts *facts, const struct environment_rows *rows,
	struct strbuf *out)
{
	for (unsigned i = 0; i < rows->tool_count; i++) {
		strbuf_add_string(out, i ? ", " : "");
		if (i == TOOLS)
			strbuf_add_string(out, "...");
		else
			strbuf_add_text(
				out, pool_text(dataset_pool(facts->dataset), rows->tools[i]));
	}
}

void environment_facts_add(const struct environment_facts *facts, uint32_t environment, size_t line,
	struct strbuf *out)
{
	const struct environment_rows *rows = &facts->environments[environment];
	enum column column = environment_lines[line].column;
	char size[UNITS_SIZE];
	double bytes;

	if (column == COL_TOOL)
		add_tools(facts, rows, out);
	else if (!rows->row[line])
		return;
	else if (column_table[column].type == COLUMN_TEXT)
		strbuf_add_text(out, dataset_text(facts->dataset, rows->row[line] - 1, column));
	else if (dataset_number(facts->dataset, rows->row[line] - 1, column, &bytes))
		strbuf_add_string(out, units_format_size(size, bytes, true));
}

uint32_t environment_facts_rows(const struct environment_facts *facts, uint32_t environment)
{
	return facts->environments[environment].count;
}
