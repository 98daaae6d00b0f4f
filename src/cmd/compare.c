/* `fstui compare`: environments side by side. */
#include <stdio.h>

#include "cmd/baseline.h"
#include "cmd/command.h"
#include "report/compare_text.h"
#include "report/text_table.h"

#define MAIL_COLUMNS 80 /* where no terminal says otherwise: fit for a mail */

static const struct option_info compare_options[] = {
	BASELINE_OPTION,
	ROW_FORMAT_OPTION,
};
static const struct option_table compare_table = OPTION_TABLE("Options", compare_options);

static void print_compare(
	const struct invocation *invocation, const struct cube *cube, uint32_t baseline)
{
	enum row_format format = (enum row_format)options_choice(
		&invocation->options, "format", ROW_FORMAT_TABLE);
	struct compare *compare = compare_new(cube, baseline);
	struct strbuf out = STRBUF_INIT;

	if (format == ROW_FORMAT_TABLE)
		compare_text_add(
			compare, command_columns(MAIL_COLUMNS), command_wants_ascii(), &out);
	else
		compare_text_add_records(compare, format == ROW_FORMAT_CSV, &out);
	text_table_to_file(stdout, strbuf_text(&out));
	strbuf_free(&out);
	compare_free(compare);
}

static fst_status compare_run(const struct invocation *invocation, struct fst_error *error)
{
	return baseline_print(invocation, print_compare, error);
}

const struct command command_compare = {
	.name = "compare",
	.operands = "[FILE|NAME...]",
	.summary = "side by side, with ratios and how sure they are",
	.description =
		"Print the tests of each environment side by side: figures, ratios to the "
		"baseline, and how sure those are. Rows of different tools meet on the same "
		"test. Each FILE is a result or any log, each NAME an environment of the library "
		"or the id of a run; without any, the whole library is compared.",
	.options = {&compare_table},
	.run = compare_run,
};
