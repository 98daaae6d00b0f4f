/* The terminal layer alone: what is sent, what is shown, and how the terminal is given back. */
#include "vt.h"

#include "../support/test.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>

#include "base/attributes.h"

static struct vt *start_probe(const struct vt_options *options)
{
	static const char *const arguments[] = {FSTUI_BUILDDIR "/tests/vt/screen_probe", NULL};
	struct vt *vt = vt_start(arguments, options);

	assert_true(vt_wait_text(vt, "ready", VT_SOON_MS));
	assert_true(vt_wait_quiet(vt, 50, VT_SOON_MS));
	return vt;
}

static size_t sent(const struct vt *vt)
{
	size_t length;

	vt_output(vt, &length);
	return length;
}

static bool has_output(const struct vt *vt, const char *bytes)
{
	size_t length;
	const char *output = vt_output(vt, &length);

	return memmem(output, length, bytes, strlen(bytes)) != NULL;
}

static bool is_ascii(const struct vt *vt)
{
	size_t length;
	const char *output = vt_output(vt, &length);

	for (size_t i = 0; i < length; i++)
		if ((unsigned char)output[i] >= 0x80)
			return false;
	return true;
}

static void quit(struct vt *vt)
{
	int status;

	vt_type(vt, "q");
	assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
	assert_int_equal(status, 0);
	assert_false(vt_is_alternate_screen(vt));
	assert_true(vt_is_cursor_visible(vt));
	assert_true(has_output(vt, "\x1b[?2004l"));
	vt_free(vt);
}

static void nothing_changed_sends_nothing(void **state)
{
	struct vt *vt = start_probe(NULL);
	size_t before = sent(vt);

	(void)state;
	for (int i = 0; i < 5; i++) {
		vt_type(vt, ".");
		assert_true(vt_wait_quiet(vt, 20, VT_SOON_MS));
	}
	assert_int_equal(sent(vt), before);
	quit(vt);
}

static void one_cell_sends_a_few_bytes(void **state)
{
	struct vt *vt = start_probe(NULL);
	size_t before = sent(vt);

	(void)state;
	vt_type(vt, "c");
	assert_true(vt_wait_text(vt, "count 1", VT_SOON_MS));
	assert_true(vt_wait_quiet(vt, 20, VT_SOON_MS));
	assert_in_range(sent(vt) - before, 1, 24);
	before = sent(vt);
	vt_type(vt, "r"); /* repaints all, and clears first */
	assert_true(vt_wait_quiet(vt, 50, VT_SOON_MS));
	assert_true(sent(vt) - before > 200);
	assert_true(vt_find(vt, "count 1", NULL, NULL));
	quit(vt);
}

static void characters_and_colours_arrive(void **state)
{
	struct vt *vt = start_probe(NULL);
	int row, column;

	(void)state;
	assert_string_equal(vt_cell_at(vt, 0, 0).text, "┌");
	assert_string_equal(vt_cell_at(vt, 23, 79).text, "┘"); /* also the last cell */
	assert_true(vt_find(vt, "wide 日本 e\xCC\x81 end", &row, &column));
	assert_int_equal(vt_cell_at(vt, row, column + 5).width, 2);
	assert_int_equal(vt_cell_at(vt, row, column).fg, 32);
	assert_true(vt_find(vt, "selected", &row, &column));
	assert_int_equal(vt_cell_at(vt, row, column).bg, 25);
	assert_true(vt_find(vt, "ready", &row, &column));
	assert_true(vt_cell_at(vt, row, column).bold);
	assert_int_equal(vt_cell_at(vt, row, column).bg, VT_COLOUR_DEFAULT);
	quit(vt);
}

/* complaint 18: NO_COLOR; 16: `lqqk` in PuTTY; 2: no UTF-8 locale */
static void poor_terminals_get_what_they_can_show(void **state)
{
	static const char *const no_color[] = {"NO_COLOR=1", NULL};
	struct vt *vt = start_probe(&(struct vt_options){.env = no_color});
	int row, column;

	(void)state;
	assert_true(vt_find(vt, "selected", &row, &column));
	assert_true(vt_cell_at(vt, row, column).reverse);
	assert_int_equal(vt_cell_at(vt, row, column).bg, VT_COLOUR_DEFAULT);
	assert_int_equal(vt_cell_at(vt, 0, 0).fg, VT_COLOUR_DEFAULT);
	quit(vt);
	vt = start_probe(&(struct vt_options){.locale = "C"});
	assert_true(is_ascii(vt));
	assert_true(vt_find(vt, "wide ???? e end", NULL, NULL));
	assert_false(has_output(vt, "\x0e") || has_output(vt, "\x1b(0"));
	quit(vt);
}

/* complaint 10: whatever kills the program, the shell finds its terminal as it was. */
static void dying_gives_the_terminal_back(void **state)
{
	static const struct {
		const char *key; /* typed, or NULL for a signal from outside */
		int signal;
	} deaths[] = {{"A", SIGABRT}, {"S", SIGSEGV}, {"O", SIGSEGV}, {NULL, SIGBUS},
		{NULL, SIGFPE}, {NULL, SIGTERM}, {NULL, SIGHUP}, {NULL, SIGSEGV}};

	(void)state;
	for (size_t i = 0; i < FST_COUNT(deaths); i++) {
		struct vt *vt = start_probe(NULL);
		int status;

		assert_true(vt_is_alternate_screen(vt));
		assert_false(vt_is_cursor_visible(vt));
		if (deaths[i].key)
			vt_type(vt, deaths[i].key);
		else
			vt_signal(vt, deaths[i].signal);
		assert_true(vt_wait_exit(vt, VT_SOON_MS, &status));
		/* A sanitizer turns what it sees into an abort of its own. */
		assert_true(status == 128 + deaths[i].signal || status == 128 + SIGABRT);
		assert_false(vt_is_alternate_screen(vt));
		assert_true(vt_is_cursor_visible(vt));
		assert_true(has_output(vt, "\x1b[?2004l"));
		assert_true(has_output(vt, "\x1b[?1000l"));
		vt_free(vt);
	}
}

static void mouse_can_be_switched(void **state)
{
	struct vt *vt = start_probe(NULL);

	(void)state;
	assert_true(has_output(vt, "\x1b[?1000h\x1b[?1006h"));
	assert_false(has_output(vt, "\x1b[?1003h")); /* complaint 6: never motion */
	vt_click(vt, 4, 7, 1);
	assert_true(vt_wait_text(vt, "mouse 0 7,4", VT_SOON_MS));
	vt_click(vt, 4, 7, 5);
	assert_true(vt_wait_text(vt, "mouse 2 7,4", VT_SOON_MS));
	vt_type(vt, "m");
	assert_true(vt_wait_output(vt, "\x1b[?1006l\x1b[?1000l", VT_SOON_MS));
	quit(vt);
}

static void copying_goes_through_the_terminal(void **state)
{
	struct vt *vt = start_probe(NULL);

	(void)state;
	vt_type(vt, "y");
	assert_true(vt_wait_output(vt, "\x1b]52;c;Y29waWVkIHRleHQ=\a", VT_SOON_MS));
	quit(vt);
}

static void any_size_and_a_storm_of_resizes(void **state)
{
	static const int sizes[][2] = {
		{1, 1}, {1, 80}, {24, 1}, {2, 2}, {200, 500}, {5, 10}, {23, 79}};
	struct vt *vt = start_probe(NULL);

	(void)state;
	for (int round = 0; round < 5; round++)
		for (size_t i = 0; i < FST_COUNT(sizes); i++)
			vt_resize(vt, sizes[i][0], sizes[i][1]);
	assert_true(vt_wait_text(vt, "size 79x23", VT_SOON_MS));
	/* The last row of the frame comes behind the text. */
	assert_true(vt_wait_quiet(vt, 100, VT_SOON_MS));
	assert_string_equal(vt_cell_at(vt, 22, 78).text, "┘");
	quit(vt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_changed_sends_nothing),
		cmocka_unit_test(one_cell_sends_a_few_bytes),
		cmocka_unit_test(characters_and_colours_arrive),
		cmocka_unit_test(poor_terminals_get_what_they_can_show),
		cmocka_unit_test(dying_gives_the_terminal_back),
		cmocka_unit_test(mouse_can_be_switched),
		cmocka_unit_test(copying_goes_through_the_terminal),
		cmocka_unit_test(any_size_and_a_storm_of_resizes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
