#include "term/color.h"

#include <math.h>

static const uint8_t cube_levels[6] = {0, 95, 135, 175, 215, 255};

/* xterm's defaults for the first 16. */
static const struct rgb ansi[16] = {
	{0, 0, 0},
	{205, 0, 0},
	{0, 205, 0},
	{205, 205, 0},
	{0, 0, 238},
	{205, 0, 205},
	{0, 205, 205},
	{229, 229, 229},
	{127, 127, 127},
	{255, 0, 0},
	{0, 255, 0},
	{255, 255, 0},
	{92, 92, 255},
	{255, 0, 255},
	{0, 255, 255},
	{255, 255, 255},
};

struct rgb color_to_rgb(uint8_t index)
{
	if (index < 16)
		return ansi[index];
	if (index >= 232) {
		uint8_t grey = (uint8_t)(8 + 10 * (index - 232));

		return (struct rgb){grey, grey, grey};
	}
	index = (uint8_t)(index - 16);
	return (struct rgb){
		cube_levels[index / 36], cube_levels[index / 6 % 6], cube_levels[index % 6]};
}

static int distance(struct rgb a, struct rgb b)
{
	int red = a.red - b.red, green = a.green - b.green, blue = a.blue - b.blue;

	return red * red + green * green + blue * blue;
}

uint8_t color_from_rgb(struct rgb rgb)
{
	uint8_t best = 16;

	for (int i = 17; i < 256; i++)
		if (distance(rgb, color_to_rgb((uint8_t)i)) < distance(rgb, color_to_rgb(best)))
			best = (uint8_t)i;
	return best;
}

uint8_t color_to_16(uint8_t index)
{
	struct rgb c = color_to_rgb(index);
	int high = c.red > c.green ? c.red : c.green, low = c.red < c.green ? c.red : c.green;
	int middle, hue;

	if (index < 16)
		return index;
	high = c.blue > high ? c.blue : high;
	low = c.blue < low ? c.blue : low;
	if (high - low < 40)
		return high < 64 ? 0 : high < 150 ? 8 : high < 215 ? 7 : 15;
	middle = (high + low) / 2;
	hue = (c.red > middle ? 1 : 0) | (c.green > middle ? 2 : 0) | (c.blue > middle ? 4 : 0);
	return (uint8_t)(hue | (high >= 215 ? 8 : 0));
}

static double linear(uint8_t channel)
{
	double c = channel / 255.0;

	return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double luminance(struct rgb c)
{
	return 0.2126 * linear(c.red) + 0.7152 * linear(c.green) + 0.0722 * linear(c.blue);
}

double color_contrast(struct rgb a, struct rgb b)
{
	double first = luminance(a) + 0.05, second = luminance(b) + 0.05;

	return first > second ? first / second : second / first;
}

bool color_is_light(struct rgb rgb)
{
	static const struct rgb black = {0, 0, 0}, white = {255, 255, 255};

	return color_contrast(rgb, black) > color_contrast(rgb, white);
}
