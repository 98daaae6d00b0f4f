#include "vt_private.h"

#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

static void reply(const char *bytes, size_t length, void *user)
{
	struct vt *vt = user;

	if (!vt->mute)
		vt_send(vt, bytes, length);
}

static int property_changed(VTermProp property, VTermValue *value, void *user)
{
	struct vt *vt = user;

	if (property == VTERM_PROP_CURSORVISIBLE)
		vt->cursor_visible = value->boolean;
	else if (property == VTERM_PROP_ALTSCREEN)
		vt->alternate_screen = value->boolean;
	return 1;
}

void vt_screen_create(struct vt *vt, int rows, int columns, bool utf8)
{
	static const VTermScreenCallbacks callbacks = {.settermprop = property_changed};

	vt->rows = rows;
	vt->columns = columns;
	vt->vterm = vterm_new(rows, columns);
	vterm_set_utf8(vt->vterm, utf8);
	vterm_output_set_callback(vt->vterm, reply, vt);
	vt->screen = vterm_obtain_screen(vt->vterm);
	vterm_screen_set_callbacks(vt->screen, &callbacks, vt);
	vterm_screen_enable_altscreen(vt->screen, 1);
	vterm_screen_reset(vt->screen, 1);
}

void vt_screen_free(struct vt *vt)
{
	vterm_free(vt->vterm);
	free(vt->row_text);
}

void vt_resize(struct vt *vt, int rows, int columns)
{
	struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};

	vt->rows = rows;
	vt->columns = columns;
	vterm_set_size(vt->vterm, rows, columns);
	ioctl(vt->master, TIOCSWINSZ, &size);
}

/* ---- keys ---- */

static const struct {
	const char *name;
	VTermKey key;
	VTermModifier modifier;
} named_keys[] = {
	{"Up", VTERM_KEY_UP, VTERM_MOD_NONE},
	{"Down", VTERM_KEY_DOWN, VTERM_MOD_NONE},
	{"Left", VTERM_KEY_LEFT, VTERM_MOD_NONE},
	{"Right", VTERM_KEY_RIGHT, VTERM_MOD_NONE},
	{"Home", VTERM_KEY_HOME, VTERM_MOD_NONE},
	{"End", VTERM_KEY_END, VTERM_MOD_NONE},
	{"PgUp", VTERM_KEY_PAGEUP, VTERM_MOD_NONE},
	{"PgDn", VTERM_KEY_PAGEDOWN, VTERM_MOD_NONE},
	{"Ins", VTERM_KEY_INS, VTERM_MOD_NONE},
	{"Del", VTERM_KEY_DEL, VTERM_MOD_NONE},
	{"Enter", VTERM_KEY_ENTER, VTERM_MOD_NONE},
	{"Esc", VTERM_KEY_ESCAPE, VTERM_MOD_NONE},
	{"Tab", VTERM_KEY_TAB, VTERM_MOD_NONE},
	{"BackTab", VTERM_KEY_TAB, VTERM_MOD_SHIFT},
	{"Backspace", VTERM_KEY_BACKSPACE, VTERM_MOD_NONE},
};

/* Presses the key called NAME; false when there is none. */
static bool press_named(struct vt *vt, const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(named_keys) / sizeof(named_keys[0]); i++) {
		if (strlen(named_keys[i].name) == length &&
			memcmp(named_keys[i].name, name, length) == 0) {
			vterm_keyboard_key(vt->vterm, named_keys[i].key, named_keys[i].modifier);
			return true;
		}
	}
	if (length == 3 && memcmp(name, "C-", 2) == 0 && name[2] >= 'a' && name[2] <= 'z') {
		char control = (char)(name[2] - 'a' + 1);

		vt_send(vt, &control, 1);
		return true;
	}
	if ((length == 2 || length == 3) && name[0] == 'F') {
		int number = atoi(name + 1);

		if (number >= 1 && number <= 12) {
			vterm_keyboard_key(
				vt->vterm, (VTermKey)VTERM_KEY_FUNCTION(number), VTERM_MOD_NONE);
			return true;
		}
	}
	return false;
}

void vt_type(struct vt *vt, const char *keys)
{
	bool was_mute = vt->mute;

	/* Keys take the same way as replies. */
	vt->mute = false;
	while (*keys != '\0') {
		const char *end = *keys == '<' ? strchr(keys, '>') : NULL;

		if (end != NULL && press_named(vt, keys + 1, (size_t)(end - keys - 1))) {
			keys = end + 1;
		} else {
			vt_send(vt, keys, 1);
			keys++;
		}
	}
	vt->mute = was_mute;
}

void vt_paste(struct vt *vt, const char *text, size_t length)
{
	bool was_mute = vt->mute;
	char *typed = malloc(length + 1);

	if (typed == NULL)
		abort();
	for (size_t i = 0; i < length; i++)
		typed[i] = text[i] == '\n' ? '\r' : text[i];
	vt->mute = false;
	vterm_keyboard_start_paste(vt->vterm);
	vt_send(vt, typed, length);
	vterm_keyboard_end_paste(vt->vterm);
	vt->mute = was_mute;
	free(typed);
}

void vt_click(struct vt *vt, int row, int column, int button)
{
	bool was_mute = vt->mute;

	vt->mute = false;
	vterm_mouse_move(vt->vterm, row, column, VTERM_MOD_NONE);
	vterm_mouse_button(vt->vterm, button, true, VTERM_MOD_NONE);
	if (button < 4)
		vterm_mouse_button(vt->vterm, button, false, VTERM_MOD_NONE);
	vt->mute = was_mute;
}

/* ---- looking ---- */

static int colour_code(const VTermColor *colour)
{
	if (VTERM_COLOR_IS_DEFAULT_FG(colour) || VTERM_COLOR_IS_DEFAULT_BG(colour))
		return VT_COLOUR_DEFAULT;
	if (VTERM_COLOR_IS_INDEXED(colour))
		return colour->indexed.idx;
	return VT_COLOUR_RGB | colour->rgb.red << 16 | colour->rgb.green << 8 | colour->rgb.blue;
}

struct vt_cell vt_cell_at(struct vt *vt, int row, int column)
{
	VTermPos position = {.row = row, .col = column};
	VTermScreenCell cell;
	struct vt_cell result = {.width = 1, .fg = VT_COLOUR_DEFAULT, .bg = VT_COLOUR_DEFAULT};
	size_t length = 0;

	if (!vterm_screen_get_cell(vt->screen, position, &cell))
		return result;
	/* The second half of a wide character is marked by an impossible code. */
	for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && cell.chars[i] != 0; i++)
		if (cell.chars[i] <= 0x10ffff)
			length += utf8_encode(cell.chars[i], result.text + length);
	result.width = cell.width;
	result.bold = cell.attrs.bold;
	result.underline = cell.attrs.underline != VTERM_UNDERLINE_OFF;
	result.italic = cell.attrs.italic;
	result.blink = cell.attrs.blink;
	result.reverse = cell.attrs.reverse;
	result.fg = colour_code(&cell.fg);
	result.bg = colour_code(&cell.bg);
	return result;
}

const char *vt_row(struct vt *vt, int row)
{
	size_t size = (size_t)vt->columns * sizeof(((struct vt_cell *)NULL)->text) + 1;
	size_t length = 0, trimmed = 0;

	free(vt->row_text);
	vt->row_text = malloc(size);
	if (vt->row_text == NULL)
		abort();
	for (int column = 0; column < vt->columns;) {
		struct vt_cell cell = vt_cell_at(vt, row, column);
		size_t bytes = strlen(cell.text);

		if (bytes == 0) {
			vt->row_text[length++] = ' ';
		} else {
			memcpy(vt->row_text + length, cell.text, bytes);
			length += bytes;
			if (strcmp(cell.text, " ") != 0)
				trimmed = length;
		}
		column += cell.width > 1 ? cell.width : 1;
	}
	vt->row_text[trimmed] = '\0';
	return vt->row_text;
}

/* The column at which byte OFFSET of a row's text stands. */
static int column_of_offset(struct vt *vt, int row, size_t offset)
{
	int column = 0;
	size_t bytes = 0;

	while (column < vt->columns && bytes < offset) {
		struct vt_cell cell = vt_cell_at(vt, row, column);

		bytes += cell.text[0] == '\0' ? 1 : strlen(cell.text);
		column += cell.width > 1 ? cell.width : 1;
	}
	return column;
}

bool vt_find(struct vt *vt, const char *text, int *row, int *column)
{
	for (int i = 0; i < vt->rows; i++) {
		const char *line = vt_row(vt, i);
		const char *found = strstr(line, text);

		if (found == NULL)
			continue;
		if (row != NULL)
			*row = i;
		if (column != NULL)
			*column = column_of_offset(vt, i, (size_t)(found - line));
		return true;
	}
	return false;
}

void vt_get_cursor(struct vt *vt, int *row, int *column)
{
	VTermPos position;

	vterm_state_get_cursorpos(vterm_obtain_state(vt->vterm), &position);
	*row = position.row;
	*column = position.col;
}

bool vt_is_cursor_visible(const struct vt *vt)
{
	return vt->cursor_visible;
}

bool vt_is_alternate_screen(const struct vt *vt)
{
	return vt->alternate_screen;
}

void vt_print(struct vt *vt, FILE *stream)
{
	fprintf(stream, "# screen, %d rows x %d columns:\n", vt->rows, vt->columns);
	for (int row = 0; row < vt->rows; row++)
		fprintf(stream, "# |%s\n", vt_row(vt, row));
}
