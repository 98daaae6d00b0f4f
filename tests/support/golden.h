/*
 * Pictures that were looked at once and must not change unnoticed: a golden is a
 * file tests/golden/NAME.txt. `make golden-update` writes them anew and shows the
 * difference.
 */
#ifndef FSTUI_TESTS_SUPPORT_GOLDEN_H
#define FSTUI_TESTS_SUPPORT_GOLDEN_H

#include "base/text.h"
#include "draw/canvas.h"

/* Fails the test, showing the first line that differs, unless ACTUAL is what NAME holds. */
void golden_check(const char *name, struct text actual);

/* The same for a canvas: its text, and with ROLES also its planes of roles and attributes. */
void golden_check_canvas(const char *name, const struct canvas *canvas, bool roles);

#endif
