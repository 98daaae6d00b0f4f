/*
 * Figures with units as tools print them. What a letter is worth is the tool's
 * affair (see the vocabulary's table of units), so both kinds are here.
 */
#ifndef FST_IMPORT_FIGURES_H
#define FST_IMPORT_FIGURES_H

#include <stdbool.h>

#include "base/text.h"

/*
 * The whole of @t as a number. One comma is a decimal comma; false for several
 * separators, a sign, or anything else.
 */
bool figure_number(struct text t, double *value);

/* What a one in the last digit of the printed @t is worth: 0.01 for 1.25. */
double figure_last_digit(struct text t);

/* A time with its unit: `3916us` `226ms` `1.5s` `17 nsec` `0.02m`. In seconds. */
bool figure_time(struct text t, double *seconds);

/* Seconds of a unit's name: ns us ms s m h, also nsec usec msec sec secs seconds. 0: unknown. */
double figure_time_unit(struct text unit);

/*
 * What the unit at the start of @t is worth: by its first letter (b k m g t p) with
 * 1024 or 1000, 1 for a `b` alone or an empty unit, 0 when it is none.
 */
double figure_binary_unit(struct text t);
double figure_decimal_unit(struct text t);

/* `128M` `6g` `1.1719Gb` `16KiB`: 1024-based. False when the unit is none. */
bool figure_binary_size(struct text t, double *bytes);

#endif
