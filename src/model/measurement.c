#include "model/measurement.h"

#include <math.h>

#include "base/number.h"

static void mark(struct measurement *m, enum column column)
{
	m->have |= UINT64_C(1) << column;
}

void measurement_set_number(struct measurement *m, enum column column, double value)
{
	if (!column_takes_number(column, value)) {
		measurement_clear(m, column);
		return;
	}
	m->value[column].number = value;
	mark(m, column);
}

void measurement_set_text(struct measurement *m, enum column column, struct text value)
{
	if (value.len == 0) {
		measurement_clear(m, column);
		return;
	}
	m->value[column].text = value;
	mark(m, column);
}

void measurement_set_string(struct measurement *m, enum column column, const char *value)
{
	measurement_set_text(m, column, text_of(value));
}

struct text measurement_text(const struct measurement *m, enum column column)
{
	return measurement_has(m, column) ? m->value[column].text : TEXT("");
}

double measurement_number(const struct measurement *m, enum column column, double otherwise)
{
	return measurement_has(m, column) ? m->value[column].number : otherwise;
}

fst_status measurement_parse(
	struct measurement *m, enum column column, struct text value, struct fst_error *error)
{
	double number;

	measurement_clear(m, column);
	if (value.len == 0)
		return FST_OK;
	if (column_table[column].type == COLUMN_TEXT) {
		measurement_set_text(m, column, value);
		return FST_OK;
	}
	if (!number_parse(value, &number) || !column_takes_number(column, number))
		return fst_error_set(error, FST_SYNTAX, "%s: expected a %snumber, found \"%.*s\"",
			column_table[column].name,
			column_table[column].type == COLUMN_COUNT ? "whole " : "",
			(int)(value.len < 60 ? value.len : 60), value.ptr);
	m->value[column].number = number;
	mark(m, column);
	return FST_OK;
}

void measurement_copy(struct measurement *to, const struct measurement *from)
{
	to->have = from->have;
	for (uint64_t left = from->have; left; left &= left - 1) {
		int column = __builtin_ctzll(left);

		to->value[column] = from->value[column];
	}
}

void measurement_copy_facts(struct measurement *to, const struct measurement *from)
{
	for (int i = 0; i < COLUMN_COUNT_ALL; i++) {
		if (!column_table[i].fact || !measurement_has(from, (enum column)i))
			continue;
		to->value[i] = from->value[i];
		mark(to, (enum column)i);
	}
}

bool measurement_equal(const struct measurement *a, const struct measurement *b)
{
	if (a->have != b->have)
		return false;
	for (int i = 0; i < COLUMN_COUNT_ALL; i++) {
		if (!measurement_has(a, (enum column)i))
			continue;
		if (column_table[i].type == COLUMN_TEXT
				? !text_equal(a->value[i].text, b->value[i].text)
				: a->value[i].number != b->value[i].number)
			return false;
	}
	return true;
}
