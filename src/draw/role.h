/*
 * Colour roles: what a cell means, never which colour it has. A theme gives each
 * role its colours; without colour the attributes here carry it alone.
 */
#ifndef FST_DRAW_ROLE_H
#define FST_DRAW_ROLE_H

#include <stdint.h>

#include "base/text.h"

enum cell_attribute {
	CELL_PLAIN = 0,
	CELL_BOLD = 1 << 0,
	CELL_DIM = 1 << 1,
	CELL_UNDERLINE = 1 << 2,
	CELL_REVERSE = 1 << 3,
};

/* name, name in theme files, letter in the role plane of a dump, attributes without colour */
#define ROLE_TABLE(_)                                \
	_(TEXT, "text", 't', CELL_PLAIN)             \
	_(DIM, "dim", 'd', CELL_PLAIN)               \
	_(TITLE, "title", 'T', CELL_BOLD)            \
	_(BORDER, "border", 'b', CELL_PLAIN)         \
	_(FOCUS, "focus", 'f', CELL_REVERSE)         \
	_(SELECT, "select", 's', CELL_REVERSE)       \
	_(MARK, "mark", 'm', CELL_BOLD)              \
	_(FOOTER, "footer", 'o', CELL_PLAIN)         \
	_(KEY, "key", 'k', CELL_BOLD)                \
	_(VALUE, "value", 'v', CELL_BOLD)            \
	_(UNIT, "unit", 'u', CELL_PLAIN)             \
	_(OK, "ok", '+', CELL_PLAIN)                 \
	_(WARN, "warn", '!', CELL_BOLD)              \
	_(ERR, "err", 'X', CELL_BOLD | CELL_REVERSE) \
	_(BETTER, "better", '>', CELL_PLAIN)         \
	_(WORSE, "worse", '<', CELL_PLAIN)           \
	_(AXIS, "axis", 'a', CELL_PLAIN)             \
	_(GRID, "grid", 'g', CELL_PLAIN)             \
	_(CURSOR, "cursor", 'c', CELL_PLAIN)         \
	_(GHOST, "ghost", 'h', CELL_PLAIN)           \
	_(RAMP_1, "ramp.1", '1', CELL_PLAIN)         \
	_(RAMP_2, "ramp.2", '2', CELL_PLAIN)         \
	_(RAMP_3, "ramp.3", '3', CELL_PLAIN)         \
	_(RAMP_4, "ramp.4", '4', CELL_PLAIN)         \
	_(RAMP_5, "ramp.5", '5', CELL_PLAIN)         \
	_(HEAT_1, "heat.1", '6', CELL_PLAIN)         \
	_(HEAT_2, "heat.2", '7', CELL_PLAIN)         \
	_(HEAT_3, "heat.3", '8', CELL_PLAIN)         \
	_(HEAT_4, "heat.4", '9', CELL_PLAIN)         \
	_(HEAT_5, "heat.5", '0', CELL_BOLD)          \
	_(SERIES_A, "series.A", 'A', CELL_PLAIN)     \
	_(SERIES_B, "series.B", 'B', CELL_PLAIN)     \
	_(SERIES_C, "series.C", 'C', CELL_PLAIN)     \
	_(SERIES_D, "series.D", 'D', CELL_PLAIN)     \
	_(SERIES_E, "series.E", 'E', CELL_PLAIN)     \
	_(SERIES_F, "series.F", 'F', CELL_PLAIN)     \
	_(SERIES_G, "series.G", 'G', CELL_PLAIN)     \
	_(SERIES_H, "series.H", 'H', CELL_PLAIN)

enum role {
#define ROLE_ENUM(name, theme_name, letter, mono) ROLE_##name,
	ROLE_TABLE(ROLE_ENUM)
#undef ROLE_ENUM
		ROLE_COUNT
};

/* Steps of the ramp (height in a live chart), of heat (a value's shade), and the series. */
enum {
	ROLE_RAMP_STEPS = ROLE_RAMP_5 - ROLE_RAMP_1 + 1,
	ROLE_HEAT_STEPS = ROLE_HEAT_5 - ROLE_HEAT_1 + 1,
	ROLE_SERIES_COUNT = ROLE_SERIES_H - ROLE_SERIES_A + 1,
};

struct role_info {
	const char *name;
	char letter;
	uint8_t mono; /* enum cell_attribute bits */
};

const struct role_info *role_info(enum role role);

/* The role that theme files call @name; ROLE_COUNT when there is none. */
enum role role_find(struct text name);

/* The role of series number @index (0 is A); after the last colour they start again. */
enum role role_series(unsigned index);

/* The letter of series number @index: A..Z, a..z, then `#`. */
char role_series_letter(unsigned index);

/* The ramp's or heat's step for @fraction, clamped to 0..1. */
enum role role_ramp(double fraction);
enum role role_heat(double fraction);

#endif
