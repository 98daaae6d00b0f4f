#include "ui/incoming.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/keyset.h"
#include "model/fingerprint.h"

size_t incoming_count(const struct incoming *incoming)
{
	return incoming->cube ? cube_count(incoming->cube, CUBE_ENVIRONMENT) : 0;
}

static const char *label_of(const struct incoming *incoming, size_t environment)
{
	return cube_environment(incoming->cube, (uint32_t)environment)->label;
}

const char *incoming_name(const struct incoming *incoming, size_t environment)
{
	const char *name = incoming->choices[environment].name;

	return name ? name : label_of(incoming, environment);
}

void incoming_rename(struct incoming *incoming, size_t environment, struct text name)
{
	struct incoming_choice *choice = &incoming->choices[environment];

	free(choice->name);
	choice->name = xmemdup0(name.ptr, name.len);
}

void incoming_forget(struct incoming *incoming)
{
	for (size_t i = 0; i < incoming_count(incoming); i++)
		free(incoming->choices[i].name);
	free(incoming->choices);
	cube_free(incoming->cube);
	dataset_free(incoming->dataset);
	import_report_free(&incoming->report);
	*incoming = (struct incoming){0};
}

/* The environment of each row. */
static uint32_t *environments_of(const struct cube *cube)
{
	uint32_t *environments = xcalloc(cube_row_count(cube), sizeof(*environments));

	for (uint32_t i = 0; i < cube_row_count(cube); i++) {
		struct cube_point point;
		uint32_t row = cube_row(cube, i, &point);

		environments[row] = point.at[CUBE_ENVIRONMENT];
	}
	return environments;
}

/* Drop the environments of which @open has every run. */
static void drop_known(struct incoming *incoming, const struct dataset *open)
{
	struct fingerprints old = fingerprints_make(open);
	struct fingerprints new = fingerprints_make(incoming->dataset);
	uint32_t *environments = environments_of(incoming->cube);
	struct keyset known = {0};

	for (uint32_t i = 0; i < old.runs.count; i++)
		keyset_add(&known, old.values[i]);
	for (size_t i = 0; i < incoming_count(incoming); i++)
		incoming->choices[i].known = true;
	for (uint32_t row = 0; row < dataset_count(incoming->dataset); row++)
		if (keyset_find(&known, new.values[new.row_runs[row]]) == UINT32_MAX)
			incoming->choices[environments[row]].known = false;
	for (size_t i = 0; i < incoming_count(incoming); i++)
		incoming->choices[i].dropped = incoming->choices[i].known;
	keyset_free(&known);
	free(environments);
	fingerprints_free(&old);
	fingerprints_free(&new);
}

/* Choices that were made before go to environments of the same label. */
static void keep_choices(struct incoming *incoming, struct incoming *before)
{
	for (size_t i = 0; i < incoming_count(incoming); i++)
		for (size_t k = 0; k < incoming_count(before); k++) {
			if (strcmp(label_of(incoming, i), label_of(before, k)) != 0)
				continue;
			incoming->choices[i].name = before->choices[k].name;
			incoming->choices[i].dropped = before->choices[k].dropped;
			before->choices[k].name = NULL;
		}
}

void incoming_take(struct incoming *incoming, struct dataset *dataset, struct import_report *report,
	const struct dataset *open)
{
	struct incoming before = *incoming;

	*incoming = (struct incoming){
		.dataset = dataset, .cube = cube_new(dataset, NULL, 0), .report = *report};
	incoming->choices = xcalloc(incoming_count(incoming), sizeof(*incoming->choices));
	if (open)
		drop_known(incoming, open);
	keep_choices(incoming, &before);
	incoming_forget(&before);
}

uint32_t incoming_rows_of(const struct incoming *incoming, size_t environment)
{
	uint32_t rows = 0;

	for (uint32_t i = 0; i < cube_row_count(incoming->cube); i++) {
		struct cube_point point;

		cube_row(incoming->cube, i, &point);
		rows += point.at[CUBE_ENVIRONMENT] == environment;
	}
	return rows;
}

struct dataset *incoming_chosen(const struct incoming *incoming)
{
	struct dataset *chosen = dataset_new();
	uint32_t *environments = environments_of(incoming->cube);

	for (uint32_t row = 0; row < dataset_count(incoming->dataset); row++) {
		const struct incoming_choice *choice = &incoming->choices[environments[row]];
		struct measurement m;

		if (choice->dropped)
			continue;
		dataset_get(incoming->dataset, row, &m);
		if (choice->name)
			measurement_set_string(&m, COL_ENVIRONMENT, choice->name);
		dataset_add(chosen, &m);
	}
	free(environments);
	return chosen;
}
