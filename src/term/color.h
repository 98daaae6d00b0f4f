/*
 * Reducing colours to what a terminal has: RGB to the 256 of xterm, those to the
 * 16 of ANSI, those to 8.
 */
#ifndef FST_TERM_COLOR_H
#define FST_TERM_COLOR_H

#include <stdbool.h>
#include <stdint.h>

struct rgb {
	uint8_t red, green, blue;
};

/* The nearest of xterm's colours 16..255 (6x6x6 cube and greys) by squared distance. */
uint8_t color_from_rgb(struct rgb rgb);

/* What xterm shows for colour @index. */
struct rgb color_to_rgb(uint8_t index);

/* The nearest of the 16 ANSI colours, by hue before brightness. */
uint8_t color_to_16(uint8_t index);

/* Black is easier to read on it than white. */
bool color_is_light(struct rgb rgb);

/* WCAG's contrast of two colours, 1..21 (w3.org/TR/WCAG21, relative luminance). */
double color_contrast(struct rgb a, struct rgb b);

#endif
