/*
 * Where one document has the same test several times under one environment's
 * name (hdparm of /dev/sda before and after a change), what is compared is the
 * environment and the section. This finds those documents.
 */
#ifndef FST_MODEL_CUBE_SECTIONS_H
#define FST_MODEL_CUBE_SECTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/dataset.h"

struct cube_sections;

struct cube_sections *cube_sections_new(
	const struct dataset *dataset, const uint32_t *rows, uint32_t count);
void cube_sections_free(struct cube_sections *sections);

/* Does the section of @row tell it from others of its environment's name? */
bool cube_sections_tell(const struct cube_sections *sections, uint32_t row);

#endif
