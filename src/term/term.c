#include "term/term.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/attributes.h"
#include "term/blit.h"
#include "term/restore.h"
#include "term/signals.h"
#include "term/terminfo.h"

#define PASTE_ON  "\x1b[?2004h"
#define PASTE_OFF "\x1b[?2004l"
/*
 * The background's colour, synchronised updates, and last DA1, which nearly every
 * terminal answers: by then the answers to the others have come.
 */
#define ASK_BACKGROUND "\x1b]11;?\x1b\\"
#define ASK_SYNC       "\x1b[?2026$p"
#define ASK_LAST       "\x1b[c"
#define LAST_ANSWER_MS 100
#define SYNC_BEGIN     "\x1b[?2026h"
#define SYNC_END       "\x1b[?2026l"
#define MOUSE_ON       "\x1b[?1000h\x1b[?1006h"
#define MOUSE_OFF      "\x1b[?1006l\x1b[?1000l"

/* Terminals refuse or cut a longer OSC 52. */
#define COPY_LIMIT 74000

struct terminal {
	int fd;
	bool own_fd;
	FILE *in, *out;
	SCREEN *screen;
	struct blit *blit;
	struct input *input;
	const struct clock *clock;
	struct term_capabilities capabilities;
	char type[64];
	char hint[192];
	bool has_paste, has_mouse;
	bool sync; /* frames are wrapped */
	bool answer_due; /* to the queries */
	bool hung_up, hangup_told;
	struct termios before; /* as it was found */
	int columns, rows;
};

/* terminfo's string @name, or NULL. */
static const char *capability(const char *name)
{
	const char *s = tigetstr(name);

	return s == (const char *)-1 ? NULL : s;
}

/* newterm() for TERM or, where terminfo does not know it, for its nearest relative. */
static SCREEN *new_screen(struct terminal *term, const char *type)
{
	SCREEN *screen = NULL;
	const char *name;

	for (size_t i = 0; !screen && (name = detect_type(type, i)); i++) {
		snprintf(term->type, sizeof(term->type), "%s", name);
		/* newterm() loses memory where it fails. */
		if (terminfo_knows(term->type, term->fd))
			screen = newterm(term->type, term->out, term->in);
		if (screen && i > 0)
			snprintf(term->hint, sizeof(term->hint),
				"TERM=%s is unknown on this machine: using %s", type, term->type);
	}
	return screen;
}

static void send_bytes(struct terminal *term, const char *bytes)
{
	size_t length = strlen(bytes);
	ssize_t n;

	while (length > 0 && !term->hung_up) {
		n = write(term->fd, bytes, length);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return;
		bytes += n;
		length -= (size_t)n;
	}
}

static void set_modes(struct terminal *term, bool on)
{
	if (term->has_paste)
		send_bytes(term, on ? PASTE_ON : PASTE_OFF);
	if (term->has_mouse && (!on || term->capabilities.mouse))
		send_bytes(term, on ? MOUSE_ON : MOUSE_OFF);
}

/* What puts the terminal right when curses cannot be called any more. */
static void prepare_restore(const struct terminal *term)
{
	static const char *const capabilities[] = {"sgr0", "op", "cnorm", "rmkx", "rmcup"};
	char bytes[RESTORE_BYTES];
	size_t length = 0;

	if (term->has_mouse)
		length += (size_t)snprintf(bytes, sizeof(bytes), MOUSE_OFF);
	if (term->has_paste)
		length += (size_t)snprintf(bytes + length, sizeof(bytes) - length, PASTE_OFF);
	if (term->sync)
		length += (size_t)snprintf(bytes + length, sizeof(bytes) - length, SYNC_END);
	for (size_t i = 0; i < FST_COUNT(capabilities); i++) {
		const char *s = capability(capabilities[i]);
		size_t n = s ? strlen(s) : 0;

		if (length + n + 2 < sizeof(bytes)) {
			memcpy(bytes + length, n ? s : "", n);
			length += n;
		}
	}
	memcpy(bytes + length, "\r\n", 2);
	restore_set_bytes(bytes, length + 2);
}

/*
 * Nothing waits for the answers. GNU screen hands OSC 11 through to whatever
 * terminal it is attached to, or to none.
 */
static void ask(struct terminal *term, bool sync)
{
	bool background = term->capabilities.background == BACKGROUND_UNKNOWN &&
			  term->capabilities.colors > 0 && strncmp(term->type, "screen", 6) != 0;

	if (!detect_answers(term->type) || (!background && !sync))
		return;
	if (background)
		send_bytes(term, ASK_BACKGROUND);
	if (sync)
		send_bytes(term, ASK_SYNC);
	send_bytes(term, ASK_LAST);
	term->capabilities.asked = term->answer_due = true;
}

static void define_keys(struct input *input)
{
	static const struct {
		const char *capability;
		uint32_t code;
	} keys[] = {
		{"kcuu1", KEYCODE_UP},
		{"kcud1", KEYCODE_DOWN},
		{"kcub1", KEYCODE_LEFT},
		{"kcuf1", KEYCODE_RIGHT},
		{"khome", KEYCODE_HOME},
		{"kend", KEYCODE_END},
		{"kpp", KEYCODE_PAGE_UP},
		{"knp", KEYCODE_PAGE_DOWN},
		{"kich1", KEYCODE_INSERT},
		{"kdch1", KEYCODE_DELETE},
		{"kf1", KEYCODE_F1},
		{"kf2", KEYCODE_F2},
		{"kf3", KEYCODE_F3},
		{"kf4", KEYCODE_F4},
		{"kf5", KEYCODE_F5},
		{"kf6", KEYCODE_F6},
		{"kf7", KEYCODE_F7},
		{"kf8", KEYCODE_F8},
		{"kf9", KEYCODE_F9},
		{"kf10", KEYCODE_F10},
		{"kf11", KEYCODE_F11},
		{"kf12", KEYCODE_F12},
	};

	for (size_t i = 0; i < FST_COUNT(keys); i++) {
		const char *s = capability(keys[i].capability);

		if (s)
			input_define(input, s, (struct key){.code = keys[i].code});
	}
}

static void read_size(struct terminal *term)
{
	struct winsize size;

	if (ioctl(term->fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
		term->columns = size.ws_col;
		term->rows = size.ws_row;
	} else {
		term->columns = COLS;
		term->rows = LINES;
	}
}

static void enter_raw(void)
{
	raw();
	noecho();
	nonl();
	curs_set(0);
}

/* The descriptor and its streams. */
static fst_status open_files(struct terminal *term, int fd, struct fst_error *error)
{
	int in, out;

	term->fd = fd;
	if (fd < 0) {
		term->fd = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
		term->own_fd = true;
		if (term->fd < 0)
			return fst_error_errno(error, errno, "there is no terminal to draw on");
	}
	if (tcgetattr(term->fd, &term->before) != 0)
		return fst_error_errno(error, errno, "cannot read the terminal's settings");
	in = fcntl(term->fd, F_DUPFD_CLOEXEC, 3);
	out = fcntl(term->fd, F_DUPFD_CLOEXEC, 3);
	term->in = in < 0 ? NULL : fdopen(in, "r");
	term->out = out < 0 ? NULL : fdopen(out, "w");
	if (!term->in || !term->out)
		return fst_error_errno(error, errno, "cannot open the terminal");
	return FST_OK;
}

static void free_terminal(struct terminal *term)
{
	if (term->screen)
		delscreen(term->screen);
	if (term->in)
		fclose(term->in);
	if (term->out)
		fclose(term->out);
	if (term->own_fd && term->fd >= 0)
		close(term->fd);
	restore_disarm();
	signals_unwatch();
	blit_free(term->blit);
	input_free(term->input);
	free(term);
}

fst_status term_open(
	const struct term_options *options, struct terminal **out, struct fst_error *error)
{
	struct terminal *term = xcalloc(1, sizeof(*term));
	struct term_capabilities *capabilities = &term->capabilities;
	const char *type = getenv("TERM");
	fst_status status;

	term->fd = -1;
	term->clock = options->clock;
	capabilities->type = term->type;
	if (!type || !*type || strcmp(type, "dumb") == 0) {
		status = fst_error_set(error, FST_UNSUPPORTED,
			"TERM is %s: expected a terminal that can move its cursor, such as xterm",
			type && *type ? type : "not set");
		goto fail;
	}
	status = open_files(term, options->fd, error);
	if (status != FST_OK)
		goto fail;
	status = signals_watch(error);
	if (status != FST_OK)
		goto fail;
	restore_arm(term->fd, &term->before);
	capabilities->utf8 = detect_utf8(options->utf8);
	term->screen = new_screen(term, type);
	if (!term->screen || !capability("cup")) {
		if (term->screen)
			endwin();
		status = fst_error_set(error, FST_UNSUPPORTED,
			"TERM=%s cannot move its cursor, or this machine's terminfo does not know "
			"it",
			type);
		goto fail;
	}
	enter_raw();
	capabilities->remote = detect_remote(&term->before);
	capabilities->glyphs = detect_glyphs(term->type, capabilities->utf8, options->glyphs);
	capabilities->colors = detect_colors(options->color, tigetnum("colors"));
	capabilities->background = detect_background();
	term->has_paste = detect_paste(term->type);
	term->has_mouse = capability("kmous");
	capabilities->mouse = options->mouse && term->has_mouse;
	if (!capabilities->utf8 && !term->hint[0])
		snprintf(term->hint, sizeof(term->hint),
			"no UTF-8 locale: drawing with ASCII; --utf8 draws more finely");
	capabilities->hint = term->hint[0] ? term->hint : NULL;
	term->blit = blit_new(capabilities->colors);
	term->input = input_new(capabilities->utf8, detect_escape_ms(capabilities->remote));
	define_keys(term->input);
	read_size(term);
	/* Curses believes LINES and COLUMNS before the terminal itself. */
	if (term->columns != COLS || term->rows != LINES)
		resizeterm(term->rows, term->columns);
	prepare_restore(term);
	set_modes(term, true);
	ask(term, options->sync);
	*out = term;
	return FST_OK;
fail:
	free_terminal(term);
	return status;
}

const struct term_capabilities *term_capabilities(const struct terminal *term)
{
	return &term->capabilities;
}

void term_size(const struct terminal *term, int *columns, int *rows)
{
	*columns = term->columns;
	*rows = term->rows;
}

void term_set_theme(struct terminal *term, const struct theme *theme)
{
	blit_set_theme(term->blit, theme);
}

void term_set_mouse(struct terminal *term, bool on)
{
	if (!term->has_mouse || on == term->capabilities.mouse)
		return;
	term->capabilities.mouse = on;
	send_bytes(term, on ? MOUSE_ON : MOUSE_OFF);
}

void term_show(struct terminal *term, const struct canvas *canvas)
{
	if (term->hung_up || !blit_compose(term->blit, canvas))
		return;
	if (term->sync)
		send_bytes(term, SYNC_BEGIN);
	blit_send();
	if (term->sync)
		send_bytes(term, SYNC_END);
}

void term_repaint(struct terminal *term)
{
	clearok(curscr, TRUE);
	blit_forget(term->blit);
}

/* After a stop: the shell has set its own modes and drawn on the screen. */
static void come_back(struct terminal *term)
{
	reset_prog_mode();
	enter_raw();
	refresh();
	set_modes(term, true);
	read_size(term);
	resizeterm(term->rows, term->columns);
	term_repaint(term);
}

void term_suspend(struct terminal *term)
{
	set_modes(term, false);
	endwin();
	tcsetattr(term->fd, TCSADRAIN, &term->before);
	signals_stop_process();
	/* Also when nothing can stop us (an orphaned process group): the screen must come back. */
	signals_raise(SIGNAL_CONTINUE);
}

fst_status term_copy(struct terminal *term, struct text bytes, struct fst_error *error)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	struct strbuf sb = STRBUF_INIT;

	if (!detect_answers(term->type))
		return fst_error_set(
			error, FST_UNSUPPORTED, "a %s terminal has no clipboard", term->type);
	if (bytes.len > COPY_LIMIT)
		return fst_error_set(error, FST_LIMIT,
			"%zu bytes are too many for a terminal's clipboard, which takes %d",
			bytes.len, COPY_LIMIT);
	strbuf_add_string(&sb, "\x1b]52;c;");
	for (size_t i = 0; i < bytes.len; i += 3) {
		const unsigned char *b = (const unsigned char *)bytes.ptr + i;
		size_t left = bytes.len - i;
		unsigned group = (unsigned)b[0] << 16 | (left > 1 ? (unsigned)b[1] << 8 : 0) |
				 (left > 2 ? b[2] : 0u);

		for (unsigned j = 0; j < 4; j++)
			strbuf_add_char(&sb, j <= left ? digits[group >> (18 - 6 * j) & 63] : '=');
	}
	strbuf_add_char(&sb, '\a');
	send_bytes(term, strbuf_string(&sb));
	strbuf_free(&sb);
	return FST_OK;
}

void term_start_paste(struct terminal *term)
{
	input_start_paste(term->input);
}

void term_poll_fds(const struct terminal *term, struct pollfd fds[TERM_POLL_FDS])
{
	/* A descriptor that hung up would be ready for ever. */
	fds[0] = (struct pollfd){.fd = term->hung_up ? -1 : term->fd, .events = POLLIN};
	fds[1] = (struct pollfd){.fd = signals_fd(), .events = POLLIN};
}

int term_timeout_ms(const struct terminal *term)
{
	if (term->hung_up && !term->hangup_told)
		return 0;
	return input_timeout_ms(term->input, clock_monotonic_ns(term->clock));
}

/* A flag that a signal handler raised becomes an event. */
static bool next_signal_event(struct terminal *term, struct event *event)
{
	signals_drain();
	if (signals_take(SIGNAL_STOP)) {
		*event = (struct event){.kind = EVENT_SUSPEND};
		return true;
	}
	if (signals_take(SIGNAL_CONTINUE)) {
		come_back(term);
		*event = (struct event){.kind = EVENT_RESUME};
		return true;
	}
	if (!signals_take(SIGNAL_RESIZE))
		return false;
	/* Also where the size is what it was: sizes in between have left their traces. */
	read_size(term);
	resizeterm(term->rows, term->columns);
	term_repaint(term);
	*event = (struct event){.kind = EVENT_RESIZE};
	return true;
}

static void read_input(struct terminal *term)
{
	struct pollfd fd = {.fd = term->fd, .events = POLLIN};
	char bytes[16384];
	ssize_t n;

	if (term->hung_up || poll(&fd, 1, 0) <= 0)
		return;
	n = read(term->fd, bytes, sizeof(bytes));
	if (n > 0)
		input_feed(term->input, bytes, (size_t)n, clock_monotonic_ns(term->clock));
	else if (n == 0 || (errno != EINTR && errno != EAGAIN))
		term->hung_up = true;
}

/* The next event of the input. That of DEC 2026 stays here. */
static bool next_input_event(struct terminal *term, struct event *event)
{
	while (input_next(term->input, clock_monotonic_ns(term->clock), event)) {
		if (event->kind == EVENT_ANSWERED)
			term->answer_due = false;
		if (event->kind != EVENT_SYNC)
			return true;
		term->sync = true;
		prepare_restore(term);
	}
	return false;
}

bool term_next_event(struct terminal *term, struct event *event)
{
	if (next_signal_event(term, event) || next_input_event(term, event))
		return true;
	read_input(term);
	if (next_input_event(term, event))
		return true;
	if (term->hung_up && !term->hangup_told) {
		term->hangup_told = true;
		*event = (struct event){.kind = EVENT_HANGUP};
		return true;
	}
	return false;
}

/* An answer that comes when nobody reads any more would be typed into the shell. */
static void await_last_answer(struct terminal *term)
{
	struct pollfd fd = {.fd = term->fd, .events = POLLIN};
	struct event event;

	while (term->answer_due && !term->hung_up && poll(&fd, 1, LAST_ANSWER_MS) > 0) {
		read_input(term);
		while (next_input_event(term, &event))
			;
	}
}

void term_close(struct terminal *term)
{
	if (!term)
		return;
	if (!term->hung_up) {
		await_last_answer(term);
		set_modes(term, false);
		endwin();
		tcsetattr(term->fd, TCSADRAIN, &term->before);
	}
	free_terminal(term);
}
