/* A report as Markdown: tables, and each chart as the text that a terminal shows. */
#include "report/formats.h"

#include "analysis/findings.h"
#include "draw/canvas.h"
#include "report/comparison.h"
#include "report/environments.h"
#include "report/markup.h"

#define CHART_COLUMNS 78
#define CHART_ROWS    18

static void add_environment_name(struct strbuf *out, const struct cube *cube, uint32_t environment)
{
	strbuf_printf(out, "**%c** ", role_series_letter(environment));
	markup_add_markdown(out, text_of(cube_environment(cube, environment)->label));
}

static void add_environments(struct strbuf *out, const struct cube *cube)
{
	struct environment_facts *facts = environment_facts_new(cube);
	struct strbuf text = STRBUF_INIT;

	strbuf_add_string(out, "\n## Environments\n\n");
	for (uint32_t e = 0; e < cube_count(cube, CUBE_ENVIRONMENT); e++) {
		strbuf_add_string(out, "- ");
		add_environment_name(out, cube, e);
		strbuf_printf(out, ": %u measurements", environment_facts_rows(facts, e));
		for (size_t l = 0; l < environment_line_count; l++) {
			strbuf_clear(&text);
			environment_facts_add(facts, e, l, &text);
			if (text.len == 0)
				continue;
			strbuf_printf(out, "; %s ", environment_lines[l].title);
			markup_add_markdown(out, strbuf_text(&text));
		}
		strbuf_add_char(out, '\n');
	}
	strbuf_free(&text);
	environment_facts_free(facts);
}

static void add_findings(struct strbuf *out, const struct report *report)
{
	struct findings *findings = findings_new(report->cube, report->baseline);

	strbuf_add_string(out, "\n## Findings\n\n");
	if (findings->count == 0)
		strbuf_add_string(out, "Nothing stands out in these measurements.\n");
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->items[i];

		strbuf_printf(out, "- **%s.** ", finding_table[finding->kind].heading);
		markup_add_markdown(out, text_of(finding->sentence));
		if (finding->advice) {
			strbuf_add_char(out, ' ');
			markup_add_markdown(out, text_of(finding->advice));
		}
		strbuf_printf(out, " Confidence: %s (", confidence_words[finding->confidence]);
		markup_add_markdown(out, text_of(finding->why));
		strbuf_printf(out, "), from %zu measurement%s; see the view %s.\n",
			finding->row_count, finding->row_count == 1 ? "" : "s",
			finding_view_names[finding->view]);
	}
	findings_free(findings);
}

static void add_comparison(struct strbuf *out, const struct report *report)
{
	struct comparison *comparison = comparison_new(report);
	uint32_t environments = comparison->compare->environment_count;
	struct strbuf text = STRBUF_INIT;

	strbuf_add_string(out, "\n## Comparison\n\n");
	comparison_add_legend(comparison, &text);
	markup_add_markdown(out, strbuf_text(&text));
	strbuf_add_string(out, "\n\n| test | unit |");
	for (uint32_t e = 0; e < environments; e++) {
		strbuf_add_char(out, ' ');
		markup_add_markdown(out, text_of(cube_environment(report->cube, e)->label));
		strbuf_add_string(out, " |");
	}
	strbuf_add_string(out, "\n| --- | --- |");
	for (uint32_t e = 0; e < environments; e++)
		strbuf_add_string(out, " ---: |");
	strbuf_add_char(out, '\n');
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		strbuf_clear(&text);
		comparison_add_title(comparison, row, &text);
		strbuf_add_string(out, i < comparison->group_count ? "| all " : "| ");
		markup_add_markdown(out, strbuf_text(&text));
		strbuf_printf(out, " | %s |", row->line ? row->unit.name : "");
		for (uint32_t e = 0; e < environments; e++) {
			strbuf_clear(&text);
			comparison_add_value(row, e, &text);
			strbuf_add_char(&text, ' ');
			comparison_add_ratio(row, e, &text);
			strbuf_add_char(out, ' ');
			markup_add_markdown(out, text_trim(strbuf_text(&text)));
			strbuf_add_string(out, " |");
		}
		strbuf_add_char(out, '\n');
	}
	strbuf_free(&text);
	comparison_free(comparison);
}

static void add_picture(struct strbuf *out, const struct curves *curves)
{
	struct canvas *canvas = canvas_new(CHART_COLUMNS, CHART_ROWS, GLYPHS_BRAILLE, true);
	struct curves_chart made = curves_make_chart(curves);

	linechart_draw(canvas_pane(canvas), &made.chart);
	strbuf_printf(out, "```text\n%s %s (%s)\n", metric_table[curves->metric].title,
		curves->unit.name, axis_kind_name(&made.chart.y));
	canvas_dump_text(canvas, out);
	strbuf_add_string(out, "```\n\n");
	curves_free_chart(&made);
	canvas_free(canvas);
}

static void add_table(struct strbuf *out, const struct curves *curves)
{
	char size[UNITS_SIZE];

	strbuf_add_string(out, "| record size |");
	for (size_t i = 0; i < curves->curve_count; i++) {
		strbuf_add_char(out, ' ');
		add_environment_name(out, curves->cube, curves->curves[i].environment);
		strbuf_printf(out, ", %s |", curves->unit.name);
	}
	strbuf_add_string(out, "\n| ---: |");
	for (size_t i = 0; i < curves->curve_count; i++)
		strbuf_add_string(out, " ---: |");
	strbuf_add_char(out, '\n');
	for (size_t r = 0; r < curves->record_count; r++) {
		strbuf_printf(out, "| %s |",
			units_format_size(size, (double)curves->record_bytes[r], true));
		for (size_t i = 0; i < curves->curve_count; i++) {
			strbuf_add_char(out, ' ');
			curves_add_cell(curves, curves->curves[i].cells[r], out);
			strbuf_add_string(out, " |");
		}
		strbuf_add_char(out, '\n');
	}
	strbuf_add_char(out, '\n');
}

fst_status report_write_markdown(
	const struct report *report, size_t part, struct strbuf *out, struct fst_error *error)
{
	const struct curves_list *list = &report->charts;
	struct strbuf title = STRBUF_INIT;

	(void)part;
	(void)error;
	strbuf_printf(out, "# Which storage is fast\n\n%u measurements in %u environments",
		dataset_count(report->dataset), cube_count(report->cube, CUBE_ENVIRONMENT));
	if (report->written_at)
		strbuf_printf(out, ", written %s", report->written_at);
	strbuf_add_string(out, " by fstui " PACKAGE_VERSION ".\n\n");
	if (!report->sizes) {
		add_findings(out, report);
		add_comparison(out, report);
	}
	strbuf_add_string(out,
		list->count > 0 ? "\n## By record size\n\n"
				: "\nThere are no charts: no test was measured over several record "
				  "sizes.\n");
	for (size_t first = 0; first < list->count;) {
		size_t richest, count = curves_list_test(list, first, &richest);

		strbuf_clear(&title);
		curves_add_title(list->items[richest], &title);
		strbuf_add_string(out, "### ");
		markup_add_markdown(out, strbuf_text(&title));
		strbuf_add_string(out, "\n\n");
		add_picture(out, list->items[richest]);
		add_table(out, list->items[richest]);
		first += count;
	}
	if (!report->sizes)
		add_environments(out, report->cube);
	strbuf_free(&title);
	return FST_OK;
}
