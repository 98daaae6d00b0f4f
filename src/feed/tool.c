#include "feed/tool.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/number.h"
#include "base/strbuf.h"
#include "base/units.h"

const struct tool_adapter *const tool_adapters[] = {
	&tool_bonnie,
	&tool_sysbench,
	&tool_hdparm,
	&tool_fio,
	&tool_iozone,
	&tool_dd,
	&tool_ioping,
	NULL,
};

const char *const tool_names[] = {
	"bonnie++", "sysbench", "hdparm", "fio", "iozone", "dd", "ioping", NULL};

static void insert(struct tool_command *command, size_t at, char *text)
{
	command->argv = xreallocarray(command->argv, command->count + 2, sizeof(*command->argv));
	memmove(command->argv + at + 1, command->argv + at,
		(command->count - at) * sizeof(*command->argv));
	command->argv[at] = text;
	command->argv[++command->count] = NULL;
}

void tool_command_add(struct tool_command *command, const char *format, ...)
{
	struct strbuf text = STRBUF_INIT;
	va_list ap;

	va_start(ap, format);
	strbuf_vprintf(&text, format, ap);
	va_end(ap);
	insert(command, command->count, strbuf_detach(&text));
}

void tool_command_insert(struct tool_command *command, size_t at, const char *text)
{
	insert(command, at, xstrdup(text));
}

static void command_free(struct tool_command *command)
{
	for (size_t i = 0; i < command->count; i++)
		free(command->argv[i]);
	free(command->argv);
}

/* What follows the option in @argument: "" when it stands alone; NULL: it is another one. */
static const char *after_option(const char *argument, const char *name)
{
	size_t n = strlen(name);

	if (strncmp(argument, name, n) != 0)
		return NULL;
	if (argument[n] == '\0' || argument[n] == '=')
		return argument + n;
	return name[1] != '-' && n == 2 ? argument + n : NULL;
}

bool tool_command_has(const struct tool_command *command, const char *name)
{
	for (size_t i = 1; i < command->count; i++)
		if (after_option(command->argv[i], name))
			return true;
	return false;
}

const char *tool_command_value(const struct tool_command *command, const char *name)
{
	for (size_t i = 1; i < command->count; i++) {
		const char *value = after_option(command->argv[i], name);

		if (value)
			return value[0] == '='    ? value + 1
			       : value[0] != '\0' ? value
						  : command->argv[i + 1];
	}
	return NULL;
}

double tool_size(const char *text)
{
	uint64_t size;

	return text && units_parse_size(text_of(text), &size) ? (double)size : 0;
}

fst_status tool_check_inside(const char *option, const char *path, struct fst_error *error)
{
	struct text rest = text_of(path), part;
	bool outside = path && path[0] == '/';

	while (text_next_part(&rest, '/', &part))
		outside = outside || text_is(part, "..");
	if (!outside)
		return FST_OK;
	return fst_error_set(error, FST_USAGE,
		"%s%s leads out of the work folder that the tool is run in; give a name without a "
		"folder, and the folder to measure in front of --tool",
		option, path);
}

fst_status tool_plan_make(struct tool_plan *plan, const struct tool_adapter *adapter,
	const char *const *args, size_t arg_count, bool as_root, struct fst_error *error)
{
	fst_status status;

	*plan = (struct tool_plan){.as_root = as_root};
	tool_command_add(&plan->command, "%s", adapter->name);
	for (size_t i = 0; i < arg_count; i++)
		tool_command_add(&plan->command, "%s", args[i]);
	status = adapter->prepare(plan, error);
	if (status != FST_OK)
		tool_plan_free(plan);
	return status;
}

void tool_plan_free(struct tool_plan *plan)
{
	command_free(&plan->command);
	command_free(&plan->prepare);
	*plan = (struct tool_plan){0};
}

void tool_live_start(struct tool_live *live, const struct tool_adapter *adapter)
{
	live->state = adapter->state_size ? xcalloc(1, adapter->state_size) : NULL;
	live->start_s = live->now_s;
	if (adapter->start)
		adapter->start(live);
}

void tool_live_end(struct tool_live *live)
{
	free(live->state);
	free(live->tests);
	live->state = NULL;
	live->tests = NULL;
}

void tool_live_cell(struct tool_live *live, enum test test, const struct measurement *row)
{
	struct feed_event event = {.kind = FEED_CELL, .t_s = live->now_s, .row = live->row};

	live->tests = xreallocarray(live->tests, live->cell + 1, sizeof(*live->tests));
	live->tests[live->cell++] = test;
	event.cell = live->cell;
	event.repeat = 1;
	measurement_set_string(&event.row, COL_ENVIRONMENT, live->environment);
	if (test < TEST_COUNT) {
		measurement_set_string(&event.row, COL_TEST, test_table[test].name);
		measurement_set_string(
			&event.row, COL_DIRECTION, direction_names[test_table[test].direction]);
	}
	for (int c = 0; row && c < COLUMN_COUNT_FILE; c++)
		if (measurement_has(row, (enum column)c)) {
			event.row.value[c] = row->value[c];
			event.row.have |= UINT64_C(1) << c;
		}
	live->handler(live->context, &event);
}

void tool_live_sample(struct tool_live *live, const struct feed_sample *sample)
{
	struct feed_event event = {
		.kind = FEED_SAMPLE, .t_s = live->now_s, .cell = live->cell, .sample = *sample};

	if (live->cell)
		live->handler(live->context, &event);
}

bool tool_find_number(struct text line, const char *before, double *value)
{
	size_t at = text_find(line, before);

	return at != SIZE_MAX &&
	       number_scan(text_trim(text_skip(line, at + strlen(before))), false, value) > 0;
}
