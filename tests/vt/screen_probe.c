/*
 * A small program on src/term, for test_screen.c: shows what it is told and dies
 * in the ways that programs die.
 */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "term/term.h"

/* Four gigabytes deep. The volatile keeps the compiler from making a loop of it. */
static int overflow_stack(volatile int depth)
{
	volatile char frame[4096];

	frame[0] = (char)depth;
	return depth < 1 << 20 ? overflow_stack(depth + 1) + frame[0] : 0;
}

static void draw(struct canvas *canvas, const struct terminal *term, const char *line, int count)
{
	struct pane inner;
	int columns, rows;

	term_size(term, &columns, &rows);
	canvas_resize(canvas, columns, rows);
	inner = pane_frame(canvas_pane(canvas), ROLE_BORDER, TEXT("probe"), (struct text){0});
	pane_string(inner, 1, 0, ROLE_TITLE, line);
	pane_string(inner, 1, 1, ROLE_SERIES_A, "wide 日本 e\xCC\x81 end");
	pane_printf(inner, 1, 2, ROLE_TEXT, "count %d size %dx%d", count, columns, rows);
	pane_string(inner, 1, 3, ROLE_SELECT, "selected");
}

static void describe(const struct event *event, char *line, size_t size)
{
	char name[KEY_NAME_SIZE];

	switch (event->kind) {
	case EVENT_KEY:
		snprintf(line, size, "key %s", key_format(event->key, name));
		break;
	case EVENT_PASTE:
		snprintf(line, size, "paste %zu", event->paste.len);
		break;
	case EVENT_MOUSE:
		snprintf(line, size, "mouse %d %d,%d", event->mouse, event->x, event->y);
		break;
	default:
		snprintf(line, size, "event %d", event->kind);
	}
}

/* Returns false when the program has to end. */
static bool act(struct terminal *term, const struct event *event, int *count)
{
	if (event->kind == EVENT_SUSPEND)
		term_suspend(term);
	if (event->kind == EVENT_HANGUP)
		return false;
	if (event->kind != EVENT_KEY)
		return true;
	switch (event->key.code) {
	case 'q':
		return false;
	case 'c':
		(*count)++;
		break;
	case 'r':
		term_repaint(term);
		break;
	case 'm':
		term_set_mouse(term, !term_capabilities(term)->mouse);
		break;
	case 'y':
		term_copy(term, TEXT("copied text"), NULL);
		break;
	case 'A':
		abort();
	case 'S':
		raise(SIGSEGV);
		break;
	case 'O':
		overflow_stack(0);
		break;
	default:
		break;
	}
	return true;
}

int main(void)
{
	struct term_options options = {
		.fd = -1, .glyphs = GLYPHS_COUNT, .mouse = true, .clock = &clock_system};
	struct terminal *term;
	struct canvas *canvas;
	struct fst_error error = {0};
	struct theme theme;
	char line[64] = "ready";
	int count = 0;
	bool running = true;

	if (term_open(&options, &term, &error) != FST_OK) {
		printf("%s\n", error.message);
		return 1;
	}
	if (theme_load(&theme, FSTUI_SRCDIR "/themes/default.theme", NULL, NULL, &error) == FST_OK)
		term_set_theme(term, &theme);
	canvas = canvas_new(1, 1, term_capabilities(term)->glyphs, term_capabilities(term)->utf8);
	while (running) {
		struct pollfd fds[TERM_POLL_FDS];
		struct event event;

		draw(canvas, term, line, count);
		term_show(term, canvas);
		term_poll_fds(term, fds);
		poll(fds, TERM_POLL_FDS, term_timeout_ms(term));
		while (running && term_next_event(term, &event)) {
			/* `.` is the key that changes nothing that is shown. */
			if (event.kind >= EVENT_BACKGROUND)
				continue;
			if (event.kind != EVENT_KEY || !strchr(".cry", (int)event.key.code))
				describe(&event, line, sizeof(line));
			running = act(term, &event, &count);
		}
	}
	canvas_free(canvas);
	term_close(term);
	return 0;
}
