#include "term/theme.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "base/number.h"
#include "term/color.h"

static const char *const color_names[16] = {
	"black",
	"red",
	"green",
	"yellow",
	"blue",
	"magenta",
	"cyan",
	"white",
	"brightblack",
	"brightred",
	"brightgreen",
	"brightyellow",
	"brightblue",
	"brightmagenta",
	"brightcyan",
	"brightwhite",
};

static const struct {
	const char *name;
	uint8_t attribute;
} attribute_names[] = {
	{"bold", CELL_BOLD},
	{"dim", CELL_DIM},
	{"underline", CELL_UNDERLINE},
	{"reverse", CELL_REVERSE},
};

/* Roles that one key with several colours sets. */
static const struct {
	const char *name;
	enum role first;
	int steps;
} gradients[] = {
	{"ramp", ROLE_RAMP_1, ROLE_RAMP_STEPS},
	{"heat", ROLE_HEAT_1, ROLE_HEAT_STEPS},
};

#define MAX_STOPS 8

void theme_init(struct theme *theme)
{
	*theme = (struct theme){0};
	for (int i = 0; i < ROLE_COUNT; i++) {
		theme->mono[i] = role_info((enum role)i)->mono;
		theme->full[i].attributes = theme->mono[i];
	}
}

static bool parse_hex(struct text t, uint8_t *value)
{
	unsigned v = 0;

	for (size_t i = 0; i < t.len; i++) {
		char c = t.ptr[i];

		if (c >= '0' && c <= '9')
			v = v * 16 + (unsigned)(c - '0');
		else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
			v = v * 16 + (unsigned)((c | 0x20) - 'a' + 10);
		else
			return false;
	}
	*value = (uint8_t)v;
	return true;
}

static bool parse_color(struct text t, struct color *color)
{
	uint64_t index;

	*color = (struct color){.kind = COLOR_KIND_DEFAULT};
	if (text_is(t, "default"))
		return true;
	if (t.len == 7 && t.ptr[0] == '#') {
		color->kind = COLOR_KIND_RGB;
		return parse_hex(text_make(t.ptr + 1, 2), &color->red) &&
		       parse_hex(text_make(t.ptr + 3, 2), &color->green) &&
		       parse_hex(text_make(t.ptr + 5, 2), &color->blue);
	}
	color->kind = COLOR_KIND_INDEX;
	for (size_t i = 0; i < FST_COUNT(color_names); i++) {
		if (text_is(t, color_names[i])) {
			color->index = (uint8_t)i;
			return true;
		}
	}
	if (!number_parse_u64(t, &index) || index > 255)
		return false;
	color->index = (uint8_t)index;
	return true;
}

static uint8_t parse_attribute(struct text t)
{
	for (size_t i = 0; i < FST_COUNT(attribute_names); i++)
		if (text_is(t, attribute_names[i].name))
			return attribute_names[i].attribute;
	return 0;
}

/* `[fg] [on bg] [attribute...]`. */
static fst_status parse_style(struct text t, struct style *style, struct fst_error *error)
{
	bool first = true;
	struct text word;

	*style = (struct style){0};
	while (text_next_word(&t, &word)) {
		uint8_t attribute = parse_attribute(word);
		struct color *color = &style->fg;

		if (attribute) {
			style->attributes |= attribute;
			first = false;
			continue;
		}
		if (text_is(word, "on")) {
			color = &style->bg;
			if (!text_next_word(&t, &word))
				return fst_error_set(
					error, FST_SYNTAX, "a colour must follow \"on\"");
		} else if (!first) {
			return fst_error_set(error, FST_SYNTAX,
				"expected bold, dim, underline, reverse or \"on COLOUR\", found "
				"\"%.*s\"",
				TEXT_ARGS(word));
		}
		if (!parse_color(word, color))
			return fst_error_set(error, FST_SYNTAX,
				"\"%.*s\" is no colour: use default, a name like brightblue, "
				"0..255 or #rrggbb",
				TEXT_ARGS(word));
		first = false;
	}
	return FST_OK;
}

static struct rgb color_rgb(struct color color)
{
	if (color.kind == COLOR_KIND_RGB)
		return (struct rgb){color.red, color.green, color.blue};
	return color_to_rgb(color.kind == COLOR_KIND_INDEX ? color.index : 7);
}

static uint8_t mix(uint8_t a, uint8_t b, double share)
{
	return (uint8_t)(a + (b - a) * share + 0.5);
}

/* The colour at @position 0..1 of a gradient through @count stops. */
static struct color gradient_color(const struct color *stops, size_t count, double position)
{
	double place = position * (double)(count - 1);
	size_t left = (size_t)place < count - 1 ? (size_t)place : count - 1;
	size_t right = left + 1 < count ? left + 1 : left;
	struct rgb a = color_rgb(stops[left]), b = color_rgb(stops[right]);
	double share = place - (double)left;

	if (share < 1e-6)
		return stops[left];
	return (struct color){
		.kind = COLOR_KIND_RGB,
		.red = mix(a.red, b.red, share),
		.green = mix(a.green, b.green, share),
		.blue = mix(a.blue, b.blue, share),
	};
}

static fst_status parse_gradient(
	struct text value, struct style *styles, int steps, struct fst_error *error)
{
	struct color stops[MAX_STOPS];
	size_t count = 0;
	struct text word;

	while (text_next_word(&value, &word)) {
		if (count == MAX_STOPS)
			return fst_error_set(error, FST_LIMIT, "more than %d colours", MAX_STOPS);
		if (!parse_color(word, &stops[count++]))
			return fst_error_set(
				error, FST_SYNTAX, "\"%.*s\" is no colour", TEXT_ARGS(word));
	}
	if (count == 0)
		return fst_error_set(error, FST_SYNTAX, "expected colours from low to high");
	for (int i = 0; i < steps; i++)
		styles[i].fg = gradient_color(stops, count, i / (double)(steps - 1));
	return FST_OK;
}

static fst_status set_gradient(struct theme *theme, size_t index, struct text tier,
	struct text value, struct fst_error *error)
{
	enum role first = gradients[index].first;
	int steps = gradients[index].steps;
	fst_status status;

	if (tier.len == 0)
		return parse_gradient(value, theme->full + first, steps, error);
	if (!text_is(tier, "16"))
		return fst_error_set(error, FST_SYNTAX, "expected %s or %s.16",
			gradients[index].name, gradients[index].name);
	status = parse_gradient(value, theme->low + first, steps, error);
	for (int i = 0; i < steps && status == FST_OK; i++)
		theme->low_set[(int)first + i] = true;
	return status;
}

/* Split `title.mono` into name and tier; role names may hold dots themselves (ramp.1). */
static struct text cut_tier(struct text *name)
{
	static const char *const tiers[] = {".16", ".mono"};

	for (size_t i = 0; i < FST_COUNT(tiers); i++) {
		size_t length = strlen(tiers[i]);

		if (text_ends(*name, tiers[i])) {
			struct text tier = text_skip(*name, name->len - length + 1);

			name->len -= length;
			return tier;
		}
	}
	return (struct text){0};
}

static fst_status parse_line(struct theme *theme, struct text line, struct fst_error *error)
{
	size_t equals = text_find_char(line, '=');
	struct text name, tier, value;
	struct style style;
	enum role role;

	if (equals == SIZE_MAX)
		return fst_error_set(
			error, FST_SYNTAX, "expected ROLE = COLOUR [on COLOUR] [ATTRIBUTE...]");
	name = text_trim(text_make(line.ptr, equals));
	value = text_trim(text_skip(line, equals + 1));
	tier = cut_tier(&name);
	for (size_t i = 0; i < FST_COUNT(gradients); i++)
		if (text_is(name, gradients[i].name))
			return set_gradient(theme, i, tier, value, error);
	role = role_find(name);
	if (role == ROLE_COUNT)
		return fst_error_set(
			error, FST_SYNTAX, "there is no role \"%.*s\"", TEXT_ARGS(name));
	if (parse_style(value, &style, error) != FST_OK)
		return FST_SYNTAX;
	if (text_is(tier, "mono")) {
		theme->mono[role] = style.attributes;
	} else if (tier.len) {
		theme->low[role] = style;
		theme->low_set[role] = true;
	} else {
		theme->full[role] = style;
	}
	return FST_OK;
}

/* A `#` starts a comment at the line's start or behind a blank, unless it is a colour's. */
static struct text cut_comment(struct text line)
{
	for (size_t i = 0; i < line.len; i++) {
		struct text rest = text_skip(line, i);

		if (rest.ptr[0] == '#' && (i == 0 || text_is_blank(line.ptr[i - 1])) &&
			(rest.len < 2 || text_is_blank(rest.ptr[1]) || i == 0))
			return text_make(line.ptr, i);
	}
	return line;
}

void theme_parse(
	struct theme *theme, struct text text, const char *name, theme_warning *warn, void *context)
{
	struct text line;
	size_t number = 0;

	while (text_next_part(&text, '\n', &line)) {
		struct fst_error error = {0};

		number++;
		line = text_trim(cut_comment(text_trim(line)));
		if (line.len == 0 || parse_line(theme, line, &error) == FST_OK)
			continue;
		fst_error_at(&error, name, number);
		if (warn)
			warn(context, &error);
	}
}

static struct color reduce(struct color color, int colors, uint8_t *attributes)
{
	if (color.kind == COLOR_KIND_DEFAULT)
		return color;
	if (color.kind == COLOR_KIND_RGB)
		color.index = color_from_rgb((struct rgb){color.red, color.green, color.blue});
	color.kind = COLOR_KIND_INDEX;
	if (colors < 256)
		color.index = color_to_16(color.index);
	if (colors < 16 && color.index >= 8) {
		/* Bold black is invisible on many of these terminals. */
		if (color.index == 8)
			return (struct color){.kind = COLOR_KIND_DEFAULT};
		color.index = (uint8_t)(color.index - 8);
		*attributes |= CELL_BOLD;
	}
	return color;
}

struct style theme_style(const struct theme *theme, enum role role, int colors)
{
	struct style style = theme->full[role];
	uint8_t none = 0;

	if (colors < 8)
		return (struct style){.attributes = theme->mono[role]};
	if (colors < 256 && theme->low_set[role])
		style = theme->low[role];
	style.fg = reduce(style.fg, colors, &style.attributes);
	style.bg = reduce(style.bg, colors, &none);
	return style;
}
