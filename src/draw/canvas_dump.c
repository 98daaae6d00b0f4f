#include "draw/canvas.h"

static bool cell_is_blank(const struct cell *cell)
{
	return cell->length == 1 && cell->glyph[0] == ' ';
}

/* Cut the blanks off the line that starts at @start of @out and end it. */
static void end_line(struct strbuf *out, size_t start)
{
	size_t end = out->len;

	while (end > start && out->ptr[end - 1] == ' ')
		end--;
	strbuf_truncate(out, end);
	strbuf_add_char(out, '\n');
}

static void dump_text(const struct canvas *canvas, struct rect rect, struct strbuf *out)
{
	for (int y = rect.y; y < rect.y + rect.height; y++) {
		size_t start = out->len;

		for (int x = rect.x; x < rect.x + rect.width; x++) {
			const struct cell *cell = canvas_cell(canvas, x, y);

			strbuf_add(out, cell->glyph, cell->length);
		}
		end_line(out, start);
	}
}

void pane_dump_text(struct pane pane, struct strbuf *out)
{
	dump_text(pane.canvas, pane.rect, out);
}

void canvas_dump_text(const struct canvas *canvas, struct strbuf *out)
{
	struct rect all = {.width = canvas_columns(canvas), .height = canvas_rows(canvas)};

	dump_text(canvas, all, out);
}

/* Add a plane of one character a cell, as @letter tells. */
static void dump_plane(
	const struct canvas *canvas, struct strbuf *out, char (*letter)(const struct cell *cell))
{
	for (int y = 0; y < canvas_rows(canvas); y++) {
		size_t start = out->len;

		for (int x = 0; x < canvas_columns(canvas); x++)
			strbuf_add_char(out, letter(canvas_cell(canvas, x, y)));
		end_line(out, start);
	}
}

static char role_letter(const struct cell *cell)
{
	if (cell->role == ROLE_TEXT && cell_is_blank(cell))
		return ' ';
	return role_info((enum role)cell->role)->letter;
}

static char attribute_letter(const struct cell *cell)
{
	return cell->attributes ? "0123456789ABCDEF"[cell->attributes & 15] : ' ';
}

void canvas_dump_roles(const struct canvas *canvas, struct strbuf *out)
{
	bool used[ROLE_COUNT] = {false};
	bool attributes = false;

	for (int y = 0; y < canvas_rows(canvas); y++) {
		for (int x = 0; x < canvas_columns(canvas); x++) {
			const struct cell *cell = canvas_cell(canvas, x, y);

			used[cell->role] |= role_letter(cell) != ' ';
			attributes |= cell->attributes != 0;
		}
	}
	canvas_dump_text(canvas, out);
	strbuf_add_string(out, "--- roles ---\n");
	dump_plane(canvas, out, role_letter);
	if (attributes) {
		strbuf_add_string(out, "--- attributes ---\n");
		dump_plane(canvas, out, attribute_letter);
	}
	strbuf_add_string(out, "--- legend ---\n");
	for (int role = 0; role < ROLE_COUNT; role++) {
		const struct role_info *info = role_info((enum role)role);

		if (used[role])
			strbuf_printf(out, "%c %s\n", info->letter, info->name);
	}
}
