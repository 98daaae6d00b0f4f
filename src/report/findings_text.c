#include "report/findings_text.h"

#include "report/paragraph.h"
#include "report/record.h"

#define EVIDENCE_SHOWN 4

/* Where a row came from: the source that it tells, else its run and test. */
static void add_source(const struct dataset *dataset, uint32_t row, struct strbuf *out)
{
	struct text source = dataset_text(dataset, row, COL_SOURCE);
	struct text run = dataset_text(dataset, row, COL_RUN);
	struct text environment = dataset_text(dataset, row, COL_ENVIRONMENT);

	if (source.len)
		strbuf_add_text(out, source);
	else if (run.len)
		strbuf_printf(out, "%.*s in %.*s", TEXT_ARGS(environment), TEXT_ARGS(run));
	else
		strbuf_printf(out, "%.*s row %u", TEXT_ARGS(environment), row + 1);
}

/* The places of the evidence, each once, up to @most of them. */
static void add_evidence(const struct finding *finding, const struct dataset *dataset, size_t most,
	struct strbuf *out)
{
	size_t start = out->len, shown = 0;
	struct strbuf place = STRBUF_INIT;

	for (size_t i = 0; i < finding->row_count; i++) {
		struct text before = text_make(
			out->ptr ? out->ptr + start : NULL, out->len - start);
		struct text part;
		bool seen = false;

		strbuf_clear(&place);
		add_source(dataset, finding->rows[i], &place);
		while (before.len && text_next_part(&before, ',', &part))
			seen = seen || text_equal(text_trim(part), strbuf_text(&place));
		if (seen)
			continue;
		if (shown++ == most) {
			strbuf_add_string(out, ", ...");
			break;
		}
		strbuf_printf(out, "%s%s", out->len > start ? ", " : "", strbuf_string(&place));
	}
	strbuf_free(&place);
}

static void add_finding(const struct finding *finding, const struct dataset *dataset, size_t number,
	size_t columns, struct strbuf *out)
{
	struct strbuf line = STRBUF_INIT, first = STRBUF_INIT;

	strbuf_printf(&first, "%2zu. ", number);
	strbuf_printf(&line, "%s [%s]", finding_table[finding->kind].heading,
		confidence_words[finding->confidence]);
	paragraph_add(out, strbuf_text(&line), strbuf_string(&first), columns);
	paragraph_add(out, text_of(finding->sentence), "    ", columns);
	if (finding->advice)
		paragraph_add(out, text_of(finding->advice), "    > ", columns);
	strbuf_clear(&line);
	strbuf_printf(&line, "(%s; see %s; ", finding->why ? finding->why : "no reason",
		finding_view_names[finding->view]);
	add_evidence(finding, dataset, EVIDENCE_SHOWN, &line);
	strbuf_add_char(&line, ')');
	paragraph_add(out, strbuf_text(&line), "    ", columns);
	strbuf_add_char(out, '\n');
	strbuf_free(&line);
	strbuf_free(&first);
}

void findings_text_add(const struct findings *findings, const struct cube *cube, size_t columns,
	struct strbuf *out)
{
	for (size_t i = 0; i < findings->count; i++)
		add_finding(&findings->items[i], cube_dataset(cube), i + 1, columns, out);
	if (findings->count == 0)
		strbuf_add_string(out, "Nothing stands out.\n");
	if (findings->limits[0])
		paragraph_add(out, text_of(findings->limits), "", columns);
}

void findings_text_add_records(
	const struct findings *findings, const struct cube *cube, bool csv, struct strbuf *out)
{
	struct record_writer writer;
	struct strbuf evidence = STRBUF_INIT;

	record_writer_init(&writer, out, csv);
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->items[i];

		strbuf_clear(&evidence);
		add_evidence(finding, cube_dataset(cube), SIZE_MAX - 1, &evidence);
		record_add_text(&writer, "finding", text_of(finding_table[finding->kind].name));
		record_add_text(
			&writer, "confidence", text_of(confidence_words[finding->confidence]));
		record_add_text(&writer, "why", text_of(finding->why));
		record_add_text(&writer, "environment",
			text_of(cube_environment(cube, finding->at.at[CUBE_ENVIRONMENT])->label));
		record_add_text(&writer, "sentence", text_of(finding->sentence));
		record_add_text(&writer, "advice", text_of(finding->advice));
		record_add_text(&writer, "view", text_of(finding_view_names[finding->view]));
		record_add_text(&writer, "evidence", strbuf_text(&evidence));
		record_add_number(&writer, "rows", (double)finding->row_count);
		record_end(&writer);
	}
	strbuf_free(&evidence);
	record_writer_free(&writer);
}
