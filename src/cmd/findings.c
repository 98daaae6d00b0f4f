/* `fstui findings`: what stands out, in sentences. */
#include <stdio.h>

#include "cmd/baseline.h"
#include "cmd/command.h"
#include "report/findings_text.h"
#include "report/text_table.h"

#define MAIL_COLUMNS 80

static const struct option_info findings_options[] = {
	BASELINE_OPTION,
	ROW_FORMAT_OPTION,
};
static const struct option_table findings_table = OPTION_TABLE("Options", findings_options);

static void print_findings(
	const struct invocation *invocation, const struct cube *cube, uint32_t baseline)
{
	enum row_format format = (enum row_format)options_choice(
		&invocation->options, "format", ROW_FORMAT_TABLE);
	struct findings *findings = findings_new(cube,
		options_given(&invocation->options, "baseline") ? baseline : FINDINGS_NO_BASELINE);
	struct strbuf out = STRBUF_INIT;

	if (format == ROW_FORMAT_TABLE)
		findings_text_add(findings, cube, command_columns(MAIL_COLUMNS), &out);
	else
		findings_text_add_records(findings, cube, format == ROW_FORMAT_CSV, &out);
	text_table_to_file(stdout, strbuf_text(&out));
	strbuf_free(&out);
	findings_free(findings);
}

static fst_status findings_run(const struct invocation *invocation, struct fst_error *error)
{
	return baseline_print(invocation, print_findings, error);
}

const struct command command_findings = {
	.name = "findings",
	.operands = "[FILE|NAME...]",
	.summary = "what stands out, in sentences, with evidence",
	.description =
		"Print what stands out: who is fastest and slowest, flat profiles, caches, "
		"cliffs, what syncs cost, drift; each with how sure it is, why, and the rows "
		"that it rests on. Each FILE is a result or any log, each NAME an environment of "
		"the library or the id of a run; without any, the whole library is looked at.",
	.options = {&findings_table},
	.run = findings_run,
};
