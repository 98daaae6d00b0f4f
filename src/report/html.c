/* A report as one self-contained HTML page. */
#include "report/formats.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/findings.h"
#include "report/comparison.h"
#include "report/environments.h"
#include "report/evidence.h"
#include "report/markup.h"
#include "report/page.h"
#include "report/svg.h"

/* Rows of a finding that are told; it may rest on thousands. */
#define EVIDENCE 10

struct page {
	const struct report *report;
	struct strbuf *out;
	unsigned charts; /* so far, for ids */
};

static void add_xml_string(struct strbuf *out, const char *string)
{
	markup_add_xml(out, text_of(string));
}

static void add_environment_name(struct strbuf *out, const struct cube *cube, uint32_t environment)
{
	strbuf_printf(out, "<b class=\"s%d\">%c</b> ",
		(int)role_series(environment) - (int)ROLE_SERIES_A,
		role_series_letter(environment));
	add_xml_string(out, cube_environment(cube, environment)->label);
}

static void add_head(const struct page *page)
{
	struct strbuf *out = page->out;

	strbuf_add_string(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
			       "<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
			       "content=\"width=device-width,initial-scale=1\">\n"
			       "<title>Which storage is fast</title>\n<link rel=\"icon\" "
			       "href=\"data:,\">\n<style>\n");
	strbuf_add_string(out, page_style);
	svg_add_style(out);
	strbuf_add_string(
		out, "</style>\n</head>\n<body>\n<main>\n<h1>Which storage is fast</h1>\n");
	strbuf_printf(out, "<p class=\"dim\">%u measurements in %u environments",
		dataset_count(page->report->dataset),
		cube_count(page->report->cube, CUBE_ENVIRONMENT));
	if (page->report->written_at) {
		strbuf_add_string(out, ", written ");
		add_xml_string(out, page->report->written_at);
	}
	strbuf_add_string(out, " by fstui " PACKAGE_VERSION ".</p>\n");
}

static void add_environments(const struct page *page)
{
	const struct cube *cube = page->report->cube;
	struct environment_facts *facts = environment_facts_new(cube);
	struct strbuf text = STRBUF_INIT;
	struct strbuf *out = page->out;

	strbuf_add_string(out, "<h2>Environments</h2>\n<dl class=\"environments\">\n");
	for (uint32_t e = 0; e < cube_count(cube, CUBE_ENVIRONMENT); e++) {
		strbuf_add_string(out, "<dt>");
		add_environment_name(out, cube, e);
		strbuf_printf(out, "</dt>\n<dd>%u measurements", environment_facts_rows(facts, e));
		for (size_t l = 0; l < environment_line_count; l++) {
			strbuf_clear(&text);
			environment_facts_add(facts, e, l, &text);
			if (text.len == 0)
				continue;
			strbuf_printf(out, "; <span class=\"dim\">%s</span> ",
				environment_lines[l].title);
			markup_add_xml(out, strbuf_text(&text));
		}
		strbuf_add_string(out, "</dd>\n");
	}
	strbuf_add_string(out, "</dl>\n");
	strbuf_free(&text);
	environment_facts_free(facts);
}

static void add_paragraph(struct strbuf *out, const char *class_name, const char *text)
{
	strbuf_printf(out, "<p%s>", class_name);
	add_xml_string(out, text);
	strbuf_add_string(out, "</p>\n");
}

/* Up to EVIDENCE rows that a finding rests on. */
static void add_evidence(const struct page *page, const struct finding *finding)
{
	const struct dataset *dataset = page->report->dataset;
	struct strbuf *out = page->out, text = STRBUF_INIT;

	strbuf_printf(out, "<details><summary>Evidence: %zu measurement%s</summary>\n<ul>\n",
		finding->row_count, finding->row_count == 1 ? "" : "s");
	for (size_t i = 0; i < finding->row_count && i < EVIDENCE; i++) {
		strbuf_clear(&text);
		evidence_add(dataset, finding->rows[i], &text);
		strbuf_add_string(out, "<li>");
		markup_add_xml(out, strbuf_text(&text));
		strbuf_add_string(out, "</li>\n");
	}
	if (finding->row_count > EVIDENCE)
		strbuf_printf(out, "<li>and %zu more</li>\n", finding->row_count - EVIDENCE);
	strbuf_add_string(out, "</ul></details>\n");
	strbuf_free(&text);
}

static void add_findings(const struct page *page)
{
	struct findings *findings = findings_new(page->report->cube, page->report->baseline);
	struct strbuf *out = page->out;

	strbuf_add_string(out, "<h2>Findings</h2>\n");
	if (findings->count == 0)
		add_paragraph(out, "", "Nothing stands out in these measurements.");
	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *finding = &findings->items[i];

		strbuf_printf(out, "<h3>%s</h3>\n", finding_table[finding->kind].heading);
		add_paragraph(out, "", finding->sentence);
		if (finding->advice)
			add_paragraph(out, "", finding->advice);
		strbuf_printf(out, "<p class=\"dim\">Confidence: %s (",
			confidence_words[finding->confidence]);
		add_xml_string(out, finding->why);
		strbuf_printf(out, "). In fstui see the view %s.</p>\n",
			finding_view_names[finding->view]);
		if (finding->row_count > 0)
			add_evidence(page, finding);
	}
	findings_free(findings);
}

static void add_comparison_cell(
	struct strbuf *out, const struct comparison_row *row, uint32_t environment)
{
	enum verdict verdict = comparison_verdict(row, environment);
	double speed = comparison_speed(row, environment);
	struct strbuf text = STRBUF_INIT;

	strbuf_printf(out, "<td class=\"n%s\"",
		verdict == VERDICT_BETTER  ? " better"
		: verdict == VERDICT_WORSE ? " worse"
					   : "");
	if (verdict == VERDICT_BASE || isnan(speed))
		strbuf_add_string(out, " data-v=\"\">");
	else
		strbuf_printf(out, " data-v=\"%.6g\">", speed);
	comparison_add_value(row, environment, &text);
	if (text.len)
		strbuf_add_char(&text, ' ');
	comparison_add_ratio(row, environment, &text);
	markup_add_xml(out, strbuf_text(&text));
	strbuf_add_string(out, "</td>");
	strbuf_free(&text);
}

static void add_comparison(const struct page *page)
{
	struct comparison *comparison = comparison_new(page->report);
	uint32_t environments = comparison->compare->environment_count;
	struct strbuf *out = page->out, text = STRBUF_INIT;

	strbuf_add_string(out, "<h2 id=\"comparison\">Comparison</h2>\n<p class=\"dim\">");
	comparison_add_legend(comparison, &text);
	markup_add_xml(out, strbuf_text(&text));
	strbuf_add_string(out,
		"</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
		"aria-labelledby=\"comparison\">\n<table class=\"sortable\">\n<thead><tr>"
		"<th scope=\"col\">test</th><th scope=\"col\">unit</th>");
	for (uint32_t e = 0; e < environments; e++) {
		strbuf_add_string(out, "<th scope=\"col\" class=\"n\">");
		add_xml_string(out, cube_environment(page->report->cube, e)->label);
		strbuf_add_string(out, "</th>");
	}
	strbuf_add_string(out, "</tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		strbuf_clear(&text);
		comparison_add_title(comparison, row, &text);
		strbuf_add_string(out, i < comparison->group_count
					       ? "<tr class=\"group\"><th scope=\"row\">all "
					       : "<tr><th scope=\"row\">");
		markup_add_xml(out, strbuf_text(&text));
		strbuf_printf(out, "</th><td>%s</td>", row->line ? row->unit.name : "");
		for (uint32_t e = 0; e < environments; e++)
			add_comparison_cell(out, row, e);
		strbuf_add_string(out, "</tr>\n");
	}
	strbuf_add_string(out, "</tbody></table></div>\n");
	strbuf_free(&text);
	comparison_free(comparison);
}

static void add_value_cell(
	struct strbuf *out, const struct curves *curves, struct heat_cell cell, struct strbuf *text)
{
	strbuf_clear(text);
	curves_add_cell(curves, cell, text);
	strbuf_add_string(out, isnan(cell.value) ? "<td class=\"n dim\">" : "<td class=\"n\">");
	strbuf_add_text(out, strbuf_text(text));
	strbuf_add_string(out, "</td>");
}

static void add_chart_table(const struct page *page, const struct curves *curves)
{
	struct strbuf *out = page->out, text = STRBUF_INIT;
	char size[UNITS_SIZE];

	strbuf_printf(out,
		"<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
		"aria-labelledby=\"chart-%u\"><table>\n<thead><tr><th scope=\"col\">record "
		"size</th>",
		page->charts);
	for (size_t i = 0; i < curves->curve_count; i++) {
		strbuf_add_string(out, "<th scope=\"col\" class=\"n\">");
		add_environment_name(out, curves->cube, curves->curves[i].environment);
		strbuf_printf(out, ", %s</th>", curves->unit.name);
	}
	strbuf_add_string(out, "</tr></thead>\n<tbody>\n");
	for (size_t r = 0; r < curves->record_count; r++) {
		strbuf_printf(out, "<tr><th scope=\"row\" class=\"n\">%s</th>",
			units_format_size(size, (double)curves->record_bytes[r], true));
		for (size_t i = 0; i < curves->curve_count; i++)
			add_value_cell(out, curves, curves->curves[i].cells[r], &text);
		strbuf_add_string(out, "</tr>\n");
	}
	strbuf_add_string(out, "</tbody></table></div>\n");
	strbuf_free(&text);
}

static void add_chart(struct page *page, const struct curves *curves)
{
	char id[32];

	snprintf(id, sizeof(id), "chart-%u", ++page->charts);
	strbuf_add_string(page->out, "<figure>\n");
	svg_add_chart(page->out, curves, id, false);
	strbuf_add_string(page->out, "<figcaption class=\"legend\">");
	for (size_t i = 0; i < curves->curve_count; i++) {
		strbuf_add_string(page->out, "<span>");
		add_environment_name(page->out, curves->cube, curves->curves[i].environment);
		strbuf_add_string(page->out, "</span>");
	}
	strbuf_printf(page->out, "%s is better.</figcaption>\n</figure>\n",
		metric_table[curves->metric].higher_is_better ? "Higher" : "Lower");
	strbuf_add_string(page->out, "<details><summary>The figures of this chart</summary>\n");
	add_chart_table(page, curves);
	strbuf_add_string(page->out, "</details>\n");
}

static void add_test(struct page *page, size_t first, size_t count, size_t richest)
{
	const struct curves_list *list = &page->report->charts;
	struct strbuf title = STRBUF_INIT;

	curves_add_title(list->items[richest], &title);
	strbuf_add_string(page->out, "<h3>");
	markup_add_xml(page->out, strbuf_text(&title));
	strbuf_add_string(page->out, "</h3>\n");
	add_chart(page, list->items[richest]);
	for (size_t i = first; i < first + count; i++) {
		if (i == richest)
			continue;
		strbuf_clear(&title);
		curves_add_title(list->items[i], &title);
		strbuf_add_string(page->out, "<details><summary>");
		markup_add_xml(page->out, strbuf_text(&title));
		strbuf_add_string(page->out, "</summary>\n");
		add_chart(page, list->items[i]);
		strbuf_add_string(page->out, "</details>\n");
	}
	strbuf_free(&title);
}

static void add_charts(struct page *page)
{
	const struct curves_list *list = &page->report->charts;

	if (list->count == 0) {
		strbuf_add_string(page->out,
			"<p class=\"dim\">There are no charts: no test was measured over several "
			"record sizes.</p>\n");
		return;
	}
	strbuf_add_string(page->out,
		"<h2>By record size</h2>\n<p class=\"dim\">A hollow circle and a <b>?</b> are "
		"doubtful figures. A line has a gap where nothing was measured.</p>\n");
	for (size_t first = 0; first < list->count;) {
		size_t richest, count = curves_list_test(list, first, &richest);

		add_test(page, first, count, richest);
		first += count;
	}
}

fst_status report_write_html(
	const struct report *report, size_t part, struct strbuf *out, struct fst_error *error)
{
	struct page page = {.report = report, .out = out};

	(void)part;
	(void)error;
	add_head(&page);
	if (!report->sizes) {
		add_findings(&page);
		add_comparison(&page);
	}
	add_charts(&page);
	if (!report->sizes)
		add_environments(&page);
	strbuf_add_string(out, "</main>\n<script>\n");
	strbuf_add_string(out, page_script);
	strbuf_add_string(out, "</script>\n</body>\n</html>\n");
	return FST_OK;
}
