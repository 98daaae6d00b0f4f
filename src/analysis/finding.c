#include "analysis/finding.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/compare.h"
#include "base/alloc.h"
#include "base/units.h"
#include "base/utf8.h"

bool finding_is_clean(const struct finding_context *context, const struct work *work)
{
	struct text options = dataset_text(context->dataset, work->row, COL_OPTIONS), flag;

	while (text_next_word(&options, &flag))
		if (text_is(flag, "clean"))
			return true;
	return false;
}

static bool counts(const struct finding_context *context, const struct meeting *m)
{
	return !isnan(m->ratio) && !m->doubtful && !finding_is_clean(context, m->base) &&
	       !finding_is_clean(context, m->other);
}

/* Join what the meetings say; they are exact all, or one that is not. */
static void join(const struct finding_context *context, struct face *face,
	const struct meeting *meetings, size_t count)
{
	double log_speed = 0, z = 0, tested = 0, furthest = -1;

	face->is_single = true;
	for (size_t i = 0; i < count; i++) {
		const struct meeting *m = &meetings[i];
		double far;

		face->doubtful += m->doubtful;
		if (!counts(context, m))
			continue;
		face->count++;
		face->exact = m->exact;
		face->is_single = face->is_single && isnan(m->half_width);
		log_speed += log(m->speed);
		far = fabs(log(m->speed));
		if (far > furthest) {
			furthest = far;
			face->base_work = m->base;
			face->other_work = m->other;
		}
		if (!isnan(m->p)) {
			double own = statistics_normal_z(m->p);

			z += m->speed > 1 ? own : -own;
			tested++;
		}
	}
	if (face->count == 0)
		return;
	face->speed = exp(log_speed / (double)face->count);
	if (tested > 0)
		face->p = statistics_normal_p(z / sqrt(tested));
	/* Significant to the other side than the mean: no one thing can be said of all. */
	if (tested > 0 && (z > 0) != (face->speed > 1))
		face->p = 1;
}

struct face finding_face(
	const struct finding_context *context, uint32_t test, uint32_t base, uint32_t other)
{
	struct face face = {.test = test, .base = base, .other = other, .speed = NAN, .p = NAN};
	struct meeting *meetings;
	size_t count = works_meet(context->works, test, base, other, &meetings);

	join(context, &face, meetings, count);
	free(meetings);
	if (!isnan(face.p))
		face.p = fmin(1, face.p * context->looks);
	return face;
}

bool face_is_significant(const struct face *face)
{
	return face->count && face->p < 0.05;
}

bool face_differs(const struct face *face, double factor)
{
	double far = face->count ? fabs(log(face->speed)) : 0;

	if (far < log(factor))
		return false;
	if (!isnan(face->p))
		return face->p < 0.05;
	return far >= log(FINDING_SINGLE_FACTOR);
}

const char *finding_environment(const struct finding_context *context, uint32_t environment)
{
	return cube_environment(context->cube, environment)->label;
}

const char *finding_test(const struct finding_context *context, uint32_t test)
{
	return cube_test(context->cube, test)->label;
}

enum test finding_vocabulary_test(const struct finding_context *context, uint32_t test)
{
	return cube_test(context->cube, test)->test;
}

uint32_t finding_find_test(const struct finding_context *context, enum test test)
{
	for (uint32_t t = 0; t < context->tests; t++)
		if (finding_vocabulary_test(context, t) == test &&
			cube_test(context->cube, t)->direction == test_table[test].direction)
			return t;
	return UINT32_MAX;
}

void finding_add_figure(
	const struct finding_context *context, const struct work *work, struct strbuf *out)
{
	char text[UNITS_SIZE];

	switch (cube_test(context->cube, work->at.at[CUBE_TEST])->figure) {
	case COL_BYTES_PER_S:
		strbuf_add_string(out, units_format_rate(text, work->value));
		break;
	case COL_OPS_PER_S:
		strbuf_printf(out, "%s/s", units_format_number(text, work->value));
		break;
	default:
		if (work->value < 1)
			strbuf_add_string(out, units_format_time(text, work->value));
		else
			strbuf_printf(out, "%s s", units_format_number(text, work->value));
		break;
	}
}

void finding_add_factor(double factor, struct strbuf *out)
{
	char text[UNITS_SIZE];

	if (factor < 99.95)
		strbuf_printf(out, "%.1f", factor);
	else
		strbuf_add_string(out, units_format_count(text, round(factor)));
}

void finding_add_separator(size_t index, size_t count, struct strbuf *out)
{
	if (index > 0)
		strbuf_add_string(out, index + 1 == count ? " and " : ", ");
}

struct finding *finding_new(struct finding_context *context, enum finding_kind kind,
	enum confidence confidence, double weight)
{
	struct findings *findings = context->findings;
	struct finding *finding;

	if (findings->count == context->size) {
		context->size = context->size ? 2 * context->size : 16;
		findings->items = xreallocarray(
			findings->items, context->size, sizeof(*findings->items));
	}
	finding = &findings->items[findings->count++];
	*finding = (struct finding){.kind = kind,
		.confidence = confidence,
		.weight = weight,
		.view = FINDING_VIEW_COMPARE};
	return finding;
}

static char *escaped(const char *text, size_t length)
{
	size_t size = 4 * length + 1;
	char *out = xmalloc(size);

	utf8_escape(out, size, text, length);
	return out;
}

void finding_say(struct finding *finding, const struct strbuf *sentence)
{
	free(finding->sentence);
	finding->sentence = escaped(strbuf_string(sentence), sentence->len);
}

static void set_text(char **text, const char *format, va_list ap)
{
	struct strbuf raw = STRBUF_INIT;

	strbuf_vprintf(&raw, format, ap);
	free(*text);
	*text = escaped(strbuf_string(&raw), raw.len);
	strbuf_free(&raw);
}

void finding_explain(struct finding *finding, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	set_text(&finding->why, format, ap);
	va_end(ap);
}

void finding_advise(struct finding *finding, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	set_text(&finding->advice, format, ap);
	va_end(ap);
}

void finding_point(struct finding *finding, enum finding_view view, struct cube_point at)
{
	finding->view = view;
	finding->at = at;
}

void finding_cite(struct finding *finding, uint32_t row)
{
	for (size_t i = 0; i < finding->row_count; i++)
		if (finding->rows[i] == row)
			return;
	finding->rows = xreallocarray(
		finding->rows, finding->row_count + 1, sizeof(*finding->rows));
	finding->rows[finding->row_count++] = row;
}

void finding_cite_face(struct finding *finding, const struct face *face)
{
	finding_cite(finding, face->other_work->row);
	finding_cite(finding, face->base_work->row);
}
