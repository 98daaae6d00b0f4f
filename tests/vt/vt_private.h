/* What the harness's two halves share: the program on its pseudo-terminal, and the screen. */
#ifndef FSTUI_TESTS_VT_VT_PRIVATE_H
#define FSTUI_TESTS_VT_VT_PRIVATE_H

#include "vt.h"

#include <vterm.h>

struct vt {
	pid_t pid;
	int master; /* -1 after the end of the program's output, or when hung up */
	int pidfd; /* readable when the program has ended */
	bool reaped;
	int status;
	char *home;
	bool home_is_ours;

	VTerm *vterm;
	VTermScreen *screen;
	int rows, columns;
	bool mute;
	bool cursor_visible, alternate_screen;

	char *output; /* all that the program wrote, NUL-terminated */
	size_t output_length, output_size;
	char *row_text; /* for vt_row() */
};

/* Makes the terminal, ROWS x COLUMNS. */
void vt_screen_create(struct vt *vt, int rows, int columns, bool utf8);
void vt_screen_free(struct vt *vt);

#endif
